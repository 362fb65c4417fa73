//! Recordings of real controllers' traffic, for the tests of codecs, guards and dissectors.
//!
//! They are not part of the source. The folder is `$TAGBRIDGE_CAPTURES`, or `shared/captures` in one
//! of the folders around the source. Where there is none, a test prints why it is skipped.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::PathBuf,
    process::Command,
};

/// A message that was recorded.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// Number of the recorded frame that completes it, from 1 on.
    pub frame: usize,
    /// Number of its TCP connection in the recording.
    pub connection: usize,
    /// Whether a client sent it to the controller.
    pub is_request: bool,
    /// The whole message.
    pub bytes: Vec<u8>,
}

/// How messages are cut out of a stream.
#[derive(Debug, Clone, Copy)]
pub struct Cut {
    /// The port that controllers listen on.
    pub port: u16,
    /// Bytes that tell a message's length.
    pub header: usize,
    /// Length of the message that these bytes begin; `None`: they begin none.
    pub length: fn(&[u8]) -> Option<usize>,
}

/// The recording of this name. `Err`: why there is none.
///
/// # Panics
/// When the file is no recording of Ethernet frames.
pub fn recording(name: &str, cut: Cut) -> Result<Vec<Recorded>, String> {
    let bytes = fs::read(file(name)?).map_err(|error| format!("{name}: {error}"))?;
    Ok(messages(&bytes, cut))
}

/// What tshark reads in a recording: of each frame the values of these fields, separated by commas
/// where a frame has several.
pub fn tshark(name: &str, filter: &str, fields: &[&str]) -> Result<Vec<Vec<String>>, String> {
    let mut command = Command::new("tshark");
    command.arg("-r").arg(file(name)?).args(["-Y", filter, "-T", "fields", "-E", "occurrence=a"]);
    for field in fields {
        command.args(["-e", field]);
    }
    let output = command.output().map_err(|error| format!("tshark: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect())
}

fn file(name: &str) -> Result<PathBuf, String> {
    let folder = match std::env::var_os("TAGBRIDGE_CAPTURES") {
        Some(folder) => Some(PathBuf::from(folder)),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .ancestors()
            .map(|it| it.join("shared/captures"))
            .find(|it| it.is_dir()),
    };
    let file = folder.ok_or("there is no folder of recordings (TAGBRIDGE_CAPTURES)")?.join(name);
    if file.is_file() { Ok(file) } else { Err(format!("there is no {}", file.display())) }
}

/// One direction of a connection.
struct Stream {
    connection: usize,
    is_request: bool,
    /// The sequence number that comes next.
    next: u32,
    /// Segments that came too early, by how far.
    early: BTreeMap<u32, Vec<u8>>,
    bytes: Vec<u8>,
}

/// Segments that are waited for before what lies between them counts as lost.
const MAX_EARLY: usize = 32;

fn messages(capture: &[u8], cut: Cut) -> Vec<Recorded> {
    assert_eq!(capture[..4], [0xD4, 0xC3, 0xB2, 0xA1], "a recording in pcap format");
    assert_eq!(capture[20], 1, "of Ethernet frames");
    let mut messages = Vec::new();
    let mut streams: HashMap<Vec<u8>, Stream> = HashMap::new();
    let (mut rest, mut frame, mut connections) = (&capture[24..], 0, 0);
    while let Some((head, after)) = rest.split_at_checked(16) {
        let length = u32::from_le_bytes([head[8], head[9], head[10], head[11]]);
        let length = usize::try_from(length).expect("a short frame");
        // The last frame may have been cut off.
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
        });
        connections = connections.max(stream.connection + 1);
        stream.add(segment.sequence, segment.bytes);
        stream.cut(frame, cut, &mut messages);
    }
    messages
}

/// What a TCP segment carries, and where it belongs.
struct Segment<'a> {
    /// Both ends, the sender's first.
    way: Vec<u8>,
    way_back: Vec<u8>,
    is_request: bool,
    sequence: u32,
    bytes: &'a [u8],
}

impl<'a> Segment<'a> {
    /// `None`: it is no segment to or from a controller, or carries nothing.
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
        // How far it is ahead; in the upper half of the numbers: behind.
        let ahead = sequence.wrapping_sub(self.next);
        if ahead > u32::MAX / 2 {
            let known = usize::try_from(ahead.wrapping_neg()).expect("a window");
            let Some(new) = bytes.get(known..).filter(|it| !it.is_empty()) else { return };
            return self.add(self.next, new);
        }
        self.early.insert(sequence, bytes.to_vec());
        if self.early.len() > MAX_EARLY {
            // What lies before was not recorded.
            self.bytes.clear();
            self.next = self.early.keys().copied().min().expect("there are some");
        }
        while let Some(bytes) = self.early.remove(&self.next) {
            self.next = self.next.wrapping_add(u32::try_from(bytes.len()).expect("short"));
            self.bytes.extend(bytes);
        }
    }

    fn cut(&mut self, frame: usize, cut: Cut, messages: &mut Vec<Recorded>) {
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
            messages.push(Recorded { frame, connection, is_request, bytes });
        }
    }
}
