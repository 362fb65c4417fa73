//! Traffic of real controllers, in recordings that are not part of the source: against our codecs,
//! tshark, the dissector and the guard, and replayed by a simulated controller.

mod replayed;

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
};

use bytes::{Bytes, BytesMut};
use tagbridge_driver::{
    FrameContent,
    captured::{self, MessageFraming, RecordedMessage},
};
use tagbridge_s7::{
    DISSECTOR,
    codec::{
        cotp::{Assembler, Tpdu},
        pdu::{Pdu, Rosctr, function},
        read::{self, ItemReply},
        setup::Setup,
        szl, tpkt, userdata,
    },
    guard,
};

const RECORDINGS: [&str; 6] = [
    "s7-300-libnodave-bench.pcap",
    "s7-300-libnodave.pcap",
    "s7-300-snap7-everything.pcapng",
    FILTERED,
    "s7-plc-status-szl.pcap",
    "s7-reads.pcap",
];

/// Contains only the packets with an S7 message, and ends within one.
const FILTERED: &str = "s7-300-tia-go-online.pcapng";

/// An S7 message, and the packet that completes it.
struct Message {
    at: RecordedMessage,
    pdu: Pdu,
}

/// The S7 messages of a recording.
fn messages(folder: &Path, name: &str) -> Vec<Message> {
    let cut =
        MessageFraming { port: tpkt::PORT, header: DISSECTOR.header, length: DISSECTOR.length };
    let recorded = captured::recording(&folder.join(name), cut);
    assert!(!recorded.is_empty(), "{name}");
    let mut assemblers: HashMap<(usize, bool), Assembler> = HashMap::new();
    let mut messages = Vec::new();
    for at in recorded {
        let packet = tpkt::decode(&mut BytesMut::from(&at.bytes[..])).expect(name).expect("whole");
        let Tpdu::Data { last, payload } = Tpdu::decode(&packet).expect(name) else { continue };
        let assembler = assemblers.entry((at.connection, at.is_request)).or_default();
        if let Some(message) = assembler.add(last, payload).expect(name) {
            let pdu =
                Pdu::decode(&message).unwrap_or_else(|error| panic!("{name} {at:?}: {error}"));
            assert_eq!(pdu.encode(), message, "{name} {at:?}");
            messages.push(Message { at, pdu });
        }
    }
    messages
}

/// The service of a message, as a name for the table.
fn service(pdu: &Pdu) -> String {
    match (pdu.rosctr, pdu.parameters.first()) {
        (Rosctr::UserData, _) => {
            format!("user data {}/{:#04x}", pdu.parameters[5] & 0x0F, pdu.parameters[6])
        }
        (_, Some(function)) => format!("{function:#04x}"),
        (rosctr, None) => format!("{rosctr:?} without function"),
    }
}

/// Decodes a response completely.
fn decode(pdu: &Pdu) -> Result<(), tagbridge_s7::codec::DecodeError> {
    match (pdu.rosctr, pdu.parameters.first()) {
        (Rosctr::AckData, Some(&function::READ)) if pdu.error == 0 => {
            read::decode_reply(&pdu.parameters, &pdu.data).map(drop)
        }
        (Rosctr::Job | Rosctr::AckData, Some(&function::SETUP)) => {
            Setup::decode(&pdu.parameters).map(drop)
        }
        (Rosctr::Job, Some(&function::READ)) => read::decode_request(&pdu.parameters).map(drop),
        (Rosctr::UserData, _) if pdu.parameters[5] >> 4 == 8 => {
            userdata::Reply::decode(pdu).map(drop)
        }
        _ => Ok(()),
    }
}

#[test]
fn every_message_decodes_and_has_a_name() {
    let Some(folder) = tagbridge_needs::captures() else { return };
    for name in RECORDINGS {
        let messages = messages(&folder, name);
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut lists = HashMap::new();
        let mut unanswered = BTreeMap::new();
        for Message { at, pdu } in &messages {
            let case = format!("{name}, frame {}: {}", at.frame, service(pdu));
            decode(pdu).unwrap_or_else(|error| panic!("{case}: {error}"));
            let exchange = (at.connection, pdu.reference);
            if at.is_request {
                unanswered.insert(exchange, at.frame);
            } else {
                assert!(unanswered.remove(&exchange).is_some(), "{case} answers no request");
            }
            let side = if at.is_request { "asked" } else { "answered" };
            *counts.entry(format!("{} {side}", service(pdu))).or_default() += 1;
            let dissection = (DISSECTOR.dissect)(&at.bytes, at.is_request);
            assert!(!matches!(dissection.content, FrameContent::Unreadable(_)), "{case}");
            let is_fragment = at.bytes.len() < pdu.encode().len();
            let is_named = dissection.code.split(' ').count() > 2 || pdu.parameters.is_empty();
            assert!(is_named || is_fragment, "{case}: {:?}", dissection.code);
            if let (false, Ok(reply)) = (at.is_request, userdata::Reply::decode(pdu))
                && (reply.group, reply.function) == (userdata::GROUP_SZL, userdata::SZL_READ)
                && let (0, Ok(part)) = (reply.error, &reply.data)
            {
                let key = (at.connection, reply.sequence);
                let parts: &mut szl::Parts = lists.entry(key).or_default();
                if parts.add(reply.more, part).expect(&case).is_some() {
                    lists.remove(&key);
                    *counts.entry("status lists, whole".into()).or_default() += 1;
                }
            }
        }
        eprintln!("{name}: {counts:?}");
        // The file ends within the response to the last request.
        let last = messages.last().map(|it| it.at.frame);
        let left: Vec<usize> = unanswered.into_values().collect();
        assert_eq!(left, last.filter(|_| name == FILTERED).as_slice(), "{name}");
        assert!(lists.is_empty(), "{name}: {:?}", lists.keys());
        // A filter for S7 removed the packets without a message, which have seven bytes each.
        let gaps = messages.iter().filter(|it| it.at.missing > 0);
        let of_seven = gaps.clone().filter(|it| it.at.missing == 7 && it.at.is_request);
        let gaps = (gaps.count(), of_seven.count());
        assert_eq!(gaps, if name == FILTERED { (222, 222) } else { (0, 0) }, "{name}");
    }
}

/// Numbers and bytes in tshark's notation.
fn hex(bytes: &Bytes) -> String {
    let digits = |byte: &u8| [byte >> 4, byte & 0x0F].map(|it| char::from_digit(it.into(), 16));
    bytes.iter().flat_map(digits).flatten().collect()
}

#[test]
fn tshark_reads_the_same() {
    const FIELDS: [&str; 11] = [
        "frame.number",
        "s7comm.header.rosctr",
        "s7comm.header.pduref",
        "s7comm.header.parlg",
        "s7comm.header.datlg",
        "s7comm.param.func",
        "s7comm.param.itemcount",
        "s7comm.param.item.db",
        "s7comm.param.item.address",
        "s7comm.data.returncode",
        "s7comm.resp.data",
    ];
    let Some(folder) = tagbridge_needs::captures() else { return };
    for name in RECORDINGS {
        let messages = messages(&folder, name);
        let file = folder.join(name);
        let Some(rows) = captured::tshark(&file, "s7comm", &FIELDS, None) else {
            return tagbridge_needs::skip("tshark");
        };
        let mut ours: BTreeMap<usize, [Vec<String>; 10]> = BTreeMap::new();
        for Message { at, pdu } in &messages {
            let row = ours.entry(at.frame).or_default();
            let is_read = pdu.parameters.first() == Some(&function::READ);
            let is_user_data = pdu.rosctr == Rosctr::UserData;
            row[0].push(pdu.rosctr.code().to_string());
            row[1].push(pdu.reference.to_string());
            row[2].push(pdu.parameters.len().to_string());
            row[3].push(pdu.data.len().to_string());
            if let (false, Some(function)) = (is_user_data, pdu.parameters.first()) {
                row[4].push(format!("{function:#04x}"));
            }
            if !is_read {
                continue;
            }
            row[5].push(pdu.parameters[1].to_string());
            if pdu.rosctr == Rosctr::Job {
                for item in read::decode_request(&pdu.parameters).expect(name) {
                    row[6].push(item.block.to_string());
                    row[7].push(format!("0x{:06x}", item.address));
                }
            } else {
                for item in read::decode_reply(&pdu.parameters, &pdu.data).expect(name) {
                    match item {
                        ItemReply::Data { bytes, .. } => {
                            row[8].push("0xff".into());
                            row[9].push(hex(&bytes));
                        }
                        ItemReply::Failed(code) => row[8].push(format!("{code:#04x}")),
                    }
                }
            }
        }
        let (mut equal, mut others) = (0, 0);
        for theirs in &rows {
            let frame: usize = theirs[0].parse().expect("a number");
            let ours = ours.remove(&frame).unwrap_or_else(|| panic!("{name}: no frame {frame}"));
            let is_read = theirs[5].split(',').all(|it| it == "0x04");
            // tshark's items of other services are not comparable.
            let compared = if is_read { 0..10 } else { 0..5 };
            for place in compared {
                let ours = ours[place].join(",");
                assert_eq!(ours, theirs[place + 1], "{name}, frame {frame}, {}", FIELDS[place + 1]);
            }
            if is_read { equal += 1 } else { others += 1 }
        }
        // tshark does not decode frames that it considers repeated.
        let repeated = "tcp.analysis.retransmission || tcp.analysis.spurious_retransmission";
        let repeated =
            captured::tshark(&file, repeated, &FIELDS[..1], None).expect("it is installed");
        let mut more = ours.keys();
        assert!(
            more.all(|it| repeated.contains(&vec![it.to_string()])),
            "{name}: {:?}",
            ours.keys()
        );
        let more = ours.len();
        eprintln!("{name}: {equal} frames of reads and {others} others are equal; {more} more");
    }
}

#[test]
fn the_guard_lets_reads_pass_and_nothing_else() {
    let Some(folder) = tagbridge_needs::captures() else { return };
    for name in RECORDINGS {
        let messages = messages(&folder, name);
        let mut counts: BTreeMap<(String, bool), usize> = BTreeMap::new();
        for Message { at, pdu } in messages.iter().filter(|it| it.at.is_request) {
            let is_read = match pdu.rosctr {
                Rosctr::Job => {
                    matches!(pdu.parameters[0], function::READ | function::SETUP)
                }
                Rosctr::UserData => matches!(pdu.parameters[5..7], [0x44 | 0x47, 1]),
                _ => false,
            };
            // Our requests fit into one packet.
            let is_whole = at.bytes.len() == pdu.encode().len() + 7 && at.bytes[6] == 0x80;
            let passes = guard::check(&at.bytes).is_ok();
            assert_eq!(passes, is_read && is_whole, "{name}, frame {}: {pdu:?}", at.frame);
            *counts.entry((service(pdu), passes)).or_default() += 1;
        }
        eprintln!("{name}: {counts:?}");
    }
}
