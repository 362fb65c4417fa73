//! The traffic of a driver: the number of requests of each kind, and, on request, every frame.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    net::SocketAddr,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering},
    },
    time::Instant,
};

use jiff::Timestamp;
use tagbridge_texts::Coded;

/// Maximum size of a trace, in bytes; older frames are dropped.
const TRACE_BYTES: usize = 8 << 20;

/// One kind of request that a driver can send. Its guard refuses all other kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestKind {
    /// The kind.
    pub name: RequestName,
    /// The protocol's code: `0x4C`.
    pub code: &'static str,
}

/// The kind of a request, independent of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Coded)]
#[coded(prefix = "request")]
#[expect(missing_docs, reason = "the catalogue has a sentence for each")]
pub enum RequestName {
    Discover,
    Session,
    Connection,
    Channel,
    Transport,
    Setup,
    ReadAttributes,
    ListTags,
    ReadType,
    ReadTag,
    ReadTagFragmented,
    ReadVariable,
    ReadClock,
    ReadStatusList,
    Browse,
    RegisterNodes,
    Read,
    Subscribe,
    Publish,
}

/// The traffic of one driver, over all of its connections.
#[derive(Debug)]
pub struct Traffic {
    kinds: &'static [RequestKind],
    sent: Vec<AtomicU64>,
    refused: AtomicU64,
    wires: AtomicU32,
    is_traced: AtomicBool,
    trace: Mutex<WireTrace>,
}

/// The recorded frames.
#[derive(Debug, Default, Clone)]
pub struct WireTrace {
    /// When the recording ends; `None`: it has not started, or was stopped.
    pub until: Option<Instant>,
    /// Oldest first.
    pub frames: VecDeque<WireFrame>,
    /// Size of the frames, in bytes.
    pub bytes: usize,
    /// Number of older frames that were dropped.
    pub dropped: u64,
    /// The number of the oldest stored frame. Numbers continue in the next recording.
    pub first: u64,
    /// The tags of the references in frames: symbol instances, ranges of memory, registered names
    /// of a server.
    pub tags: HashMap<String, Vec<String>>,
    /// Tag sets, and the number of reads, with known names.
    named: HashSet<(u64, usize)>,
}

/// The two ends of a driver's connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WireEnds {
    /// Counts the driver's connections.
    pub number: u32,
    /// The local address.
    pub local: SocketAddr,
    /// The controller's address.
    pub peer: SocketAddr,
}

/// Bytes that were sent or received at once: a frame, a part of one, or several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WireFrame {
    /// The time.
    pub at: Timestamp,
    /// The connection.
    pub wire: WireEnds,
    /// Whether they were sent.
    pub is_ours: bool,
    /// The bytes.
    pub bytes: Vec<u8>,
}

impl Traffic {
    /// Creates an empty record for a driver that can send only these kinds.
    pub fn new(kinds: &'static [RequestKind]) -> Self {
        Self {
            kinds,
            sent: kinds.iter().map(|_| AtomicU64::new(0)).collect(),
            refused: AtomicU64::new(0),
            wires: AtomicU32::new(0),
            is_traced: AtomicBool::new(false),
            trace: Mutex::default(),
        }
    }

    /// Counts a request of the kind at this index of the list.
    pub fn count(&self, kind: usize) {
        if let Some(counter) = self.sent.get(kind) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Counts a frame that the guard refused.
    pub fn refuse(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
    }

    /// Registers a connection between these two addresses.
    pub fn connected(&self, local: SocketAddr, peer: SocketAddr) -> WireEnds {
        WireEnds { number: self.wires.fetch_add(1, Ordering::Relaxed), local, peer }
    }

    /// Records the tags of the references in frames of a tag set, while a trace is recorded: `tags`
    /// is called once for each set and number of its reads.
    pub fn name(&self, set: u64, reads: usize, tags: impl FnOnce() -> Vec<(String, Vec<String>)>) {
        if !self.is_traced.load(Ordering::Relaxed) {
            return;
        }
        let mut trace = self.trace.lock().unwrap_or_else(PoisonError::into_inner);
        if trace.named.insert((set, reads)) {
            trace.tags.extend(tags());
        }
    }

    /// Records sent or received bytes, while a trace is recorded.
    pub fn note(&self, wire: WireEnds, is_ours: bool, frame: &[u8]) {
        if !self.is_traced.load(Ordering::Relaxed) {
            return;
        }
        let mut trace = self.trace.lock().unwrap_or_else(PoisonError::into_inner);
        if trace.until.is_none_or(|until| Instant::now() >= until) {
            trace.until = None;
            self.is_traced.store(false, Ordering::Relaxed);
            return;
        }
        trace.bytes += frame.len();
        trace.frames.push_back(WireFrame {
            at: Timestamp::now(),
            wire,
            is_ours,
            bytes: frame.to_vec(),
        });
        while trace.bytes > TRACE_BYTES {
            let Some(oldest) = trace.frames.pop_front() else { break };
            trace.bytes -= oldest.bytes.len();
            trace.dropped += 1;
            trace.first += 1;
        }
    }

    /// Records every frame until this time, and deletes the previous recording. `None`: stops; the
    /// recording is kept.
    pub fn record(&self, until: Option<Instant>) {
        let mut trace = self.trace.lock().unwrap_or_else(PoisonError::into_inner);
        match until {
            Some(_) => {
                let first = trace.first + trace.frames.len() as u64;
                *trace = WireTrace { until, first, ..WireTrace::default() };
            }
            None => trace.until = None,
        }
        self.is_traced.store(until.is_some(), Ordering::Relaxed);
    }

    /// Every kind, and its number of sent requests.
    pub fn sent(&self) -> impl Iterator<Item = (RequestKind, u64)> {
        self.kinds.iter().zip(&self.sent).map(|(kind, it)| (*kind, it.load(Ordering::Relaxed)))
    }

    /// Number of frames that the guard refused.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// A copy of the current recording.
    pub fn trace<T>(&self, look: impl FnOnce(&WireTrace) -> T) -> T {
        let mut trace = self.trace.lock().unwrap_or_else(PoisonError::into_inner);
        trace.until = trace.until.filter(|until| Instant::now() < *until);
        look(&trace)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn wire() -> WireEnds {
        let end = |port| SocketAddr::from(([10, 0, 0, 5], port));
        WireEnds { number: 0, local: end(50_000), peer: end(102) }
    }

    const KINDS: &[RequestKind] = &[
        RequestKind { name: RequestName::Read, code: "0x01" },
        RequestKind { name: RequestName::ListTags, code: "0x02" },
    ];

    #[test]
    fn requests_are_counted_by_kind() {
        let traffic = Traffic::new(KINDS);
        for kind in [0, 0, 1, 7] {
            traffic.count(kind);
        }
        traffic.refuse();
        let sent: Vec<u64> = traffic.sent().map(|(_, sent)| sent).collect();
        assert_eq!((sent, traffic.refused()), (vec![2, 1], 1));
    }

    #[test]
    fn frames_are_kept_only_while_a_trace_is_recorded() {
        let traffic = Traffic::new(KINDS);
        let frames = || traffic.trace(|it| it.frames.len());
        traffic.note(wire(), true, b"before");
        assert_eq!(frames(), 0);
        traffic.record(Some(Instant::now() + Duration::from_mins(1)));
        traffic.note(wire(), true, b"request");
        traffic.note(wire(), false, b"reply");
        assert_eq!(frames(), 2);
        traffic.record(None);
        traffic.note(wire(), true, b"after");
        assert_eq!(frames(), 2, "what was recorded stays");
        traffic.record(Some(Instant::now()));
        traffic.note(wire(), true, b"too late");
        assert_eq!(frames(), 0);
        assert!(traffic.trace(|it| it.until.is_none()));
        assert_eq!(traffic.trace(|it| it.first), 2, "numbers go on");
    }

    #[test]
    fn tags_are_named_once_in_a_recording_and_not_without_one() {
        let traffic = Traffic::new(KINDS);
        let asked = std::cell::Cell::new(0);
        let name = |set, reads| {
            traffic.name(set, reads, || {
                asked.set(asked.get() + 1);
                vec![("DB1.DBB0, 4 bytes".into(), vec!["Level".into()])]
            });
        };
        name(1, 1);
        assert_eq!(asked.get(), 0);
        traffic.record(Some(Instant::now() + Duration::from_mins(1)));
        name(1, 1);
        name(1, 1);
        name(1, 2);
        assert_eq!(asked.get(), 2);
        assert_eq!(traffic.trace(|it| it.tags["DB1.DBB0, 4 bytes"].clone()), ["Level"]);
        traffic.record(Some(Instant::now() + Duration::from_mins(1)));
        name(1, 1);
        assert_eq!(asked.get(), 3, "a new recording begins with none");
    }

    #[test]
    fn a_trace_has_an_end_in_memory() {
        let traffic = Traffic::new(KINDS);
        traffic.record(Some(Instant::now() + Duration::from_mins(1)));
        let frame = vec![0; 1 << 20];
        for _ in 0..10 {
            traffic.note(wire(), true, &frame);
        }
        assert_eq!(traffic.trace(|it| (it.frames.len(), it.bytes, it.dropped)), (8, 8 << 20, 2));
    }
}
