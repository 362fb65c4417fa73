//! Recordings of real controllers' traffic, for the tests of codecs, guards and dissectors.
//!
//! The recordings are not part of the source: a test passes the path of the file.

use std::{
    collections::{BTreeMap, HashMap},
    fs, io,
    path::Path,
    process::Command,
};

/// A recorded message.
#[derive(Debug, Clone)]
pub struct RecordedMessage {
    /// Number of the recorded frame that completes it, from 1.
    pub frame: usize,
    /// Number of its TCP connection in the recording, from 1.
    pub connection: usize,
    /// Whether a client sent it to the controller.
    pub is_request: bool,
    /// Number of bytes from its sender that are missing in the recording before this message.
    pub missing: u32,
    /// The complete message.
    pub bytes: Vec<u8>,
}

/// How a stream is split into messages.
#[derive(Debug, Clone, Copy)]
pub struct MessageFraming {
    /// The port of the controllers.
    pub port: u16,
    /// Number of bytes that contain a message's length.
    pub header: usize,
    /// Length of the message that begins with these bytes; `None`: no message begins so.
    pub length: fn(&[u8]) -> Option<usize>,
}

/// Returns the messages of a recording.
///
/// # Panics
/// If the file cannot be read, or is not a recording of Ethernet frames.
pub fn recording(file: &Path, cut: MessageFraming) -> Vec<RecordedMessage> {
    let bytes = fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    messages(&bytes, cut)
}

/// Returns the fields that tshark decodes in a recording: for each frame the values of these
/// fields, separated by commas if a frame has several; `None`: tshark is not installed. `decode_as`
/// is the protocol of a port that tshark does not know, as in its option `-d`. A truncated file is
/// read up to its end.
///
/// # Panics
/// If tshark cannot be started.
pub fn tshark(
    file: &Path,
    filter: &str,
    fields: &[&str],
    decode_as: Option<&str>,
) -> Option<Vec<Vec<String>>> {
    let mut command = Command::new("tshark");
    command.args(decode_as.into_iter().flat_map(|rule| ["-d", rule]));
    command.arg("-r").arg(file).args(["-Y", filter, "-T", "fields", "-E", "occurrence=a"]);
    for field in fields {
        command.args(["-e", field]);
    }
    let output = match command.output() {
        Ok(output) => output,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => panic!("tshark: {error}"),
    };
    let text = String::from_utf8_lossy(&output.stdout);
    Some(text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect())
}

/// One direction of a connection.
struct Stream {
    connection: usize,
    is_request: bool,
    /// The next sequence number.
    next: u32,
    /// Segments that arrived too early, by their distance.
    early: BTreeMap<u32, Vec<u8>>,
    bytes: Vec<u8>,
    /// Number of bytes missing since the last message.
    missing: u32,
}

/// Number of early segments after which missing bytes count as lost.
const MAX_EARLY: usize = 32;

fn messages(capture: &[u8], cut: MessageFraming) -> Vec<RecordedMessage> {
    assert_eq!(capture[..4], [0xD4, 0xC3, 0xB2, 0xA1], "a recording in pcap format");
    assert_eq!(capture[20], 1, "of Ethernet frames");
    let mut messages = Vec::new();
    let mut streams: HashMap<Vec<u8>, Stream> = HashMap::new();
    let (mut rest, mut frame, mut connections) = (&capture[24..], 0, 0);
    while let Some((head, after)) = rest.split_at_checked(16) {
        let length = u32::from_le_bytes([head[8], head[9], head[10], head[11]]);
        let length = usize::try_from(length).expect("a short frame");
        // The last frame may be incomplete.
        let Some((packet, after)) = after.split_at_checked(length) else { break };
        (rest, frame) = (after, frame + 1);
        let Some(segment) = Segment::of(packet, cut.port) else { continue };
        let other = streams.get(&segment.way_back).map(|it| it.connection);
        let stream = streams.entry(segment.way).or_insert_with(|| Stream {
            connection: other.unwrap_or(connections),
            is_request: segment.is_request,
            next: segment.sequence,
            early: BTreeMap::new(),
            bytes: Vec::new(),
            missing: 0,
        });
        connections = connections.max(stream.connection + 1);
        if stream.bytes.is_empty() && (cut.length)(segment.bytes) == Some(segment.bytes.len()) {
            // A complete message: the bytes before it are missing, as after a filter for one
            // protocol.
            let ahead = segment.sequence.wrapping_sub(stream.next);
            if ahead < u32::MAX / 2 {
                stream.skip_to(segment.sequence);
            }
        }
        stream.add(segment.sequence, segment.bytes);
        stream.cut(frame, cut, &mut messages);
    }
    messages
}

/// The data of a TCP segment, and its place.
struct Segment<'a> {
    /// Both ends, the sender first.
    way: Vec<u8>,
    way_back: Vec<u8>,
    is_request: bool,
    sequence: u32,
    bytes: &'a [u8],
}

impl<'a> Segment<'a> {
    /// `None`: not a segment to or from a controller, or without data.
    fn of(packet: &'a [u8], port: u16) -> Option<Self> {
        let ip = packet.get(14..).filter(|_| packet[12..14] == [8, 0])?;
        let header = usize::from(ip[0] & 0x0F) * 4;
        let length = usize::from(u16::from_be_bytes([ip[2], ip[3]]));
        let tcp = ip.get(header..length).filter(|_| ip[9] == 6)?;
        let bytes = tcp.get(usize::from(tcp[12] >> 4) * 4..)?;
        let ends = [(&ip[12..16], &tcp[..2]), (&ip[16..20], &tcp[2..4])];
        let way = |from: usize| {
            let ((a, b), (c, d)) = (ends[from], ends[1 - from]);
            [a, b, c, d].concat()
        };
        let is_request = tcp[2..4] == port.to_be_bytes();
        let is_ours = is_request || tcp[..2] == port.to_be_bytes();
        let sequence = u32::from_be_bytes([tcp[4], tcp[5], tcp[6], tcp[7]]);
        (is_ours && !bytes.is_empty()).then(|| Self {
            way: way(0),
            way_back: way(1),
            is_request,
            sequence,
            bytes,
        })
    }
}

impl Stream {
    fn add(&mut self, sequence: u32, bytes: &[u8]) {
        // The distance; in the upper half of the numbers it is behind.
        let ahead = sequence.wrapping_sub(self.next);
        if ahead > u32::MAX / 2 {
            let known = usize::try_from(ahead.wrapping_neg()).expect("a window");
            let Some(new) = bytes.get(known..).filter(|it| !it.is_empty()) else { return };
            return self.add(self.next, new);
        }
        self.early.insert(sequence, bytes.to_vec());
        if self.early.len() > MAX_EARLY {
            // Earlier bytes were not recorded.
            self.bytes.clear();
            self.skip_to(self.early.keys().copied().min().expect("there are some"));
        }
        while let Some(bytes) = self.early.remove(&self.next) {
            self.next = self.next.wrapping_add(u32::try_from(bytes.len()).expect("short"));
            self.bytes.extend(bytes);
        }
    }

    /// Continues at this sequence number, although the bytes before it are missing.
    fn skip_to(&mut self, sequence: u32) {
        self.missing = self.missing.saturating_add(sequence.wrapping_sub(self.next));
        self.next = sequence;
    }

    fn cut(&mut self, frame: usize, cut: MessageFraming, messages: &mut Vec<RecordedMessage>) {
        while self.bytes.len() >= cut.header {
            let Some(length) = (cut.length)(&self.bytes) else {
                // The recording began within a message.
                return self.bytes.clear();
            };
            if self.bytes.len() < length {
                return;
            }
            let bytes = self.bytes.drain(..length).collect();
            let Self { connection, is_request, .. } = *self;
            let missing = std::mem::take(&mut self.missing);
            messages.push(RecordedMessage { frame, connection, is_request, missing, bytes });
        }
    }
}
