//! Traffic of real ControlLogix controllers, in a recording that is not part of the source: against
//! our codecs, tshark, the dissector and the guard, and replayed by a simulated controller.

mod replayed;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::PathBuf,
};

use bytes::BytesMut;
use tagbridge_cip::{
    DISSECTOR,
    codec::{
        Command, EPath, Frame, Incoming, Reply, Segment, Service,
        changes::Mark,
        class,
        connection_manager::UnconnectedSend,
        cpf::{Packet, SendData},
        encapsulation::PORT,
        multiple_service,
    },
    guard,
};
use tagbridge_driver::{
    FrameContent,
    captured::{self, MessageFraming, RecordedMessage},
};

/// In the visualisation's reads: each of its instances represents tags.
const VENDORS_OWN: Segment = Segment::Class(0x72);

const RECORDING: &str = "logix-read-tag.pcap";

/// The path of the recording; `None`: it is not installed, and the test is skipped.
fn file() -> Option<PathBuf> {
    tagbridge_needs::captures().map(|it| it.join(RECORDING))
}

fn frames() -> Option<Vec<RecordedMessage>> {
    let cut = MessageFraming { port: PORT, header: DISSECTOR.header, length: DISSECTOR.length };
    let frames = captured::recording(&file()?, cut);
    assert!(frames.len() > 8000, "{}", frames.len());
    Some(frames)
}

/// One CIP message, also an embedded one, outermost first.
struct Message {
    is_request: bool,
    service: u8,
    /// The path of a request.
    path: EPath,
    status: u8,
    data: Vec<u8>,
}

fn messages(frame: &RecordedMessage) -> Vec<Message> {
    let whole = Frame::decode(&mut BytesMut::from(&frame.bytes[..])).expect("it decodes");
    let whole = whole.expect("it is whole");
    let mut again = BytesMut::new();
    whole.encode(&mut again);
    assert_eq!(again, frame.bytes, "frame {}", frame.frame);
    assert!(matches!(whole.command, Command::SEND_RR_DATA | Command::SEND_UNIT_DATA));
    let data = SendData::decode(&whole.data).expect("items");
    assert_eq!(data.encode(), whole.data, "frame {}", frame.frame);
    let mut all = Vec::new();
    unfold(data.packet.message(), frame.is_request, &mut all);
    all
}

fn unfold(message: &[u8], is_request: bool, all: &mut Vec<Message>) {
    let (service, path, status, data) = if is_request {
        let it = Incoming::decode(message).expect("a request");
        (it.service, it.path, 0, it.data)
    } else {
        let it = Reply::decode(message).expect("a reply");
        assert_eq!(it.to_bytes(), message);
        (it.service, EPath::default(), it.status.general, it.data)
    };
    let is_send = service == Service::UNCONNECTED_SEND.code()
        && path.0.first() == Some(&Segment::Class(class::CONNECTION_MANAGER));
    all.push(Message { is_request, service, path, status, data: data.to_vec() });
    if service == Service::MULTIPLE_SERVICE_PACKET.code() {
        for member in multiple_service::split(data).expect("a packet") {
            unfold(member, is_request, all);
        }
    } else if is_send {
        let inner = UnconnectedSend::decode(data).expect("a message to pass on");
        unfold(inner.message, true, all);
    }
}

#[test]
fn every_message_decodes_and_has_a_name() {
    let Some(frames) = frames() else { return };
    let mut counts: BTreeMap<(u8, bool, u8), usize> = BTreeMap::new();
    for frame in &frames {
        for it in messages(frame) {
            *counts.entry((it.service, it.is_request, it.status)).or_default() += 1;
            if it.is_request && it.service == Service::READ_TAG.code() {
                // Not Read Tag, which has the same number, but a service of a vendor-specific
                // class.
                assert_eq!(it.path.0.first(), Some(&VENDORS_OWN));
            }
        }
        let dissection = (DISSECTOR.dissect)(&frame.bytes, frame.is_request);
        let case = format!("frame {}: {}", frame.frame, dissection.code);
        assert!(!matches!(dissection.content, FrameContent::Unreadable(_)), "{case}");
        assert!(dissection.pair.is_some(), "{case}");
        let services = dissection.fields.iter().filter(|it| it.name == "Service");
        for field in services.filter(|_| frame.is_request) {
            assert!(field.value.contains(' ') && !field.value.ends_with(' '), "{case}: {field:?}");
        }
    }
    eprintln!("{} frames; (service, request, status): {counts:x?}", frames.len());
}

#[test]
fn tshark_reads_the_same() {
    const FIELDS: [&str; 5] =
        ["frame.number", "enip.command", "enip.length", "cip.sc", "cip.genstat"];
    let (Some(file), Some(frames)) = (file(), frames()) else { return };
    let Some(rows) = captured::tshark(&file, "enip", &FIELDS, None) else {
        return tagbridge_needs::skip("tshark");
    };
    let mut ours: BTreeMap<usize, [Vec<String>; 4]> = BTreeMap::new();
    for frame in &frames {
        let row = ours.entry(frame.frame).or_default();
        row[0].push(format!("0x{:02x}{:02x}", frame.bytes[1], frame.bytes[0]));
        row[1].push((frame.bytes.len() - 24).to_string());
        for it in messages(frame) {
            row[2].push(format!("{:#04x}", it.service));
            row[3].extend((!it.is_request).then(|| format!("{:#04x}", it.status)));
        }
    }
    let mut equal = 0;
    for theirs in &rows {
        let frame: usize = theirs[0].parse().expect("a number");
        let ours = ours.remove(&frame).unwrap_or_else(|| panic!("no frame {frame}"));
        for (place, ours) in ours.iter().enumerate() {
            let (ours, theirs) = (ours.join(","), &theirs[place + 1]);
            assert_eq!(ours, *theirs, "frame {frame}, {}", FIELDS[place + 1]);
        }
        equal += 1;
    }
    assert!(ours.is_empty(), "{:?}", ours.keys());
    eprintln!("{equal} frames are equal");
}

/// The guard stops a visualisation's frames that write bits of tags, and also frames that differ
/// from our requests, although they may only read.
#[test]
fn the_guard_stops_every_write() {
    let Some(frames) = frames() else { return };
    let mut counts: BTreeMap<BTreeSet<String>, usize> = BTreeMap::new();
    let mut writes = 0;
    for frame in frames.iter().filter(|it| it.is_request) {
        let messages = messages(frame);
        let is_tag = |it: &Message| matches!(it.path.0.first(), Some(Segment::Symbol(_)));
        let name = |it: &Message| match it.path.0.first() {
            Some(Segment::Symbol(_)) => format!("{:#04x} of a tag", it.service),
            first => format!("{:#04x} of {first:x?}", it.service),
        };
        *counts.entry(messages.iter().map(name).collect()).or_default() += 1;
        let case = format!("frame {}: {:?}", frame.frame, guard::check(&frame.bytes));
        let passes = guard::check(&frame.bytes).is_ok();
        // Read Modify Write.
        let is_write = messages.iter().any(|it| it.service == 0x4E && is_tag(it));
        writes += usize::from(is_write);
        let is_strange = messages.iter().any(|it| {
            // Class 0x72 is vendor-specific; the request for the change values has an additional
            // number.
            it.path.0.first() == Some(&VENDORS_OWN)
                || it.path == EPath::object(class::CHANGES, 1) && !it.data.is_empty()
        });
        assert!(is_write || is_strange || passes, "{case}");
        assert!(!(is_write && passes), "{case}");
        if passes {
            let reads = [0x01, 0x03, 0x0A, 0x0E, 0x4C, 0x52, 0x55];
            assert!(messages.iter().all(|it| reads.contains(&it.service)), "{case}");
        }
    }
    assert!(writes > 300, "{writes}");
    eprintln!("{writes} frames write; {counts:?}");
}

/// The key of a separate frame without a connection is its sender context.
fn key(frame: &RecordedMessage) -> (usize, bool, Vec<u8>) {
    let whole = Frame::decode(&mut BytesMut::from(&frame.bytes[..])).expect("a frame");
    let data = whole.expect("whole").data;
    match SendData::decode(&data).expect("items").packet {
        Packet::Unconnected { .. } => (frame.connection, false, frame.bytes[12..20].to_vec()),
        Packet::Connected { sequence, .. } => {
            (frame.connection, true, sequence.to_le_bytes().to_vec())
        }
    }
}

/// The response to our request for five attributes of the class that reports changes, made from
/// `data`, which has all attributes. The mark of a program consists of these five.
fn mark_of(data: &[u8]) -> Vec<u8> {
    let [at @ .., a, b, c, d] = data else { panic!("{data:?}") };
    let mut reply = vec![5, 0];
    for (attribute, value) in
        [(1, &at[..2]), (2, &at[2..4]), (3, &at[4..8]), (4, &at[8..12]), (10, &[*a, *b, *c, *d])]
    {
        reply.extend([attribute, 0, 0, 0]);
        reply.extend(value);
    }
    reply
}

#[test]
fn the_change_values_make_one_mark_of_each_controller() {
    let Some(frames) = frames() else { return };
    let mut asked = BTreeSet::new();
    let mut marks: HashMap<usize, BTreeMap<Vec<u8>, usize>> = HashMap::new();
    for frame in &frames {
        let key @ (_, is_connected, _) = &key(frame);
        if *is_connected {
            continue;
        }
        let messages = messages(frame);
        let last = messages.last().expect("one at the least");
        if frame.is_request {
            if last.path == EPath::object(class::CHANGES, 1) {
                asked.insert(key.clone());
            }
        } else if asked.remove(key) {
            let mark = Mark::decode(&mark_of(&last.data)).expect("a mark");
            *marks.entry(frame.connection).or_default().entry(mark.to_bytes()).or_default() += 1;
        }
    }
    let counts: Vec<usize> = marks.values().flat_map(|it| it.values().copied()).collect();
    assert_eq!(counts.iter().sum::<usize>(), 219);
    assert_eq!((marks.len(), counts.len()), (4, 4), "nobody changed a program meanwhile");
    let all: BTreeSet<_> = marks.values().flat_map(BTreeMap::keys).collect();
    assert_eq!(all.len(), 4, "each controller has a program of its own");
    eprintln!("219 change values, {counts:?} of each controller");
}
