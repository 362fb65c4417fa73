//! Splits received bytes into complete frames.

use std::collections::HashMap;

use jiff::Timestamp;
use tagbridge_driver::{Dissector, WireEnds, WireFrame};

/// The start of a frame in a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// The number of the recorded piece.
    pub(crate) chunk: u64,
    /// Number of bytes before it in that piece.
    pub(crate) offset: usize,
}

/// A complete frame, or bytes that are not a frame.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SplitFrame {
    pub(super) place: Place,
    /// When its last byte was received.
    pub(super) at: Timestamp,
    pub(super) wire: WireEnds,
    pub(super) is_ours: bool,
    pub(super) is_whole: bool,
    pub(super) bytes: Vec<u8>,
}

/// The received part of an incomplete frame, for each direction of each wire.
#[derive(Default)]
pub(super) struct FrameSplitter {
    begun: HashMap<(u32, bool), (Place, Vec<u8>)>,
}

impl FrameSplitter {
    /// The frames that end in a piece.
    pub(super) fn take(
        &mut self,
        dissector: &Dissector,
        chunk: u64,
        piece: &WireFrame,
    ) -> Vec<SplitFrame> {
        let key = (piece.wire.number, piece.is_ours);
        let here = Place { chunk, offset: 0 };
        let (mut place, mut bytes) = self.begun.remove(&key).unwrap_or((here, Vec::new()));
        // Bytes of a frame that began in earlier pieces.
        let before = bytes.len();
        bytes.extend_from_slice(&piece.bytes);
        let mut cuts = Vec::new();
        let mut from = 0;
        let cut = |place, bytes: &[u8], is_whole| SplitFrame {
            place,
            at: piece.at,
            wire: piece.wire,
            is_ours: piece.is_ours,
            is_whole,
            bytes: bytes.to_vec(),
        };
        while from < bytes.len() {
            let rest = &bytes[from..];
            if rest.len() < dissector.header {
                break;
            }
            let Some(length) = (dissector.length)(rest) else {
                // A recording may begin in the middle of a frame.
                cuts.push(cut(place, rest, false));
                from = bytes.len();
                break;
            };
            let length = length.max(dissector.header);
            if rest.len() < length {
                break;
            }
            cuts.push(cut(place, &rest[..length], true));
            from += length;
            place = Place { chunk, offset: from.saturating_sub(before) };
        }
        if from < bytes.len() {
            bytes.drain(..from);
            self.begun.insert(key, (place, bytes));
        }
        cuts
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use super::*;

    /// A frame consists of its length and this number of bytes.
    const DISSECTOR: Dissector = Dissector {
        header: 2,
        length: |bytes| (bytes[0] == 7).then(|| usize::from(bytes[1])),
        dissect: |_, _| tagbridge_driver::Dissection::default(),
    };

    fn piece(wire: u32, bytes: &[u8]) -> WireFrame {
        let end = SocketAddr::from(([127, 0, 0, 1], 1));
        WireFrame {
            at: Timestamp::UNIX_EPOCH,
            wire: WireEnds { number: wire, local: end, peer: end },
            is_ours: false,
            bytes: bytes.to_vec(),
        }
    }

    #[test]
    fn frames_are_the_same_however_they_came() {
        let stream = [7, 4, 1, 2, 7, 2, 7, 3, 9];
        for first in 0..=stream.len() {
            for second in first..=stream.len() {
                let mut cutter = FrameSplitter::default();
                let pieces = [&stream[..first], &stream[first..second], &stream[second..]];
                let cuts: Vec<SplitFrame> = (0..)
                    .zip(pieces)
                    .flat_map(|(number, it)| cutter.take(&DISSECTOR, number, &piece(0, it)))
                    .collect();
                let frames: Vec<&[u8]> = cuts.iter().map(|it| &it.bytes[..]).collect();
                assert_eq!(frames, [&stream[..4], &stream[4..6], &stream[6..]], "{first} {second}");
                for cut in cuts {
                    let piece = pieces[usize::try_from(cut.place.chunk).expect("few")];
                    let rest = &piece[cut.place.offset..];
                    let there = rest.len().min(cut.bytes.len());
                    assert_eq!(rest[..there], cut.bytes[..there], "{first} {second}");
                }
            }
        }
    }

    #[test]
    fn wires_do_not_mix_and_a_beginning_that_was_missed_is_no_frame() {
        let mut cutter = FrameSplitter::default();
        assert!(cutter.take(&DISSECTOR, 0, &piece(0, &[7, 4])).is_empty());
        let other = cutter.take(&DISSECTOR, 1, &piece(1, &[5, 5, 5]));
        assert_eq!((other.len(), other[0].is_whole), (1, false));
        let whole = cutter.take(&DISSECTOR, 2, &piece(0, &[1, 2]));
        assert_eq!((whole[0].place, whole[0].is_whole), (Place { chunk: 0, offset: 0 }, true));
    }
}
