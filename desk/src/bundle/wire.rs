//! Wire traces in a bundle. They hold values, but no certificate and no login.

use std::fmt::Write as _;

use tagbridge_driver::Traffic;

use super::contents::Content;
use crate::time::small;

/// Where the name of a message's type begins (OPC UA Part 6 §6.7.2): behind the headers of the
/// message, its security and its sequence.
const TYPE_AT: usize = 24;
/// The answer to `GetEndpoints`, and `CreateSession` and `ActivateSession` with their answers:
/// certificates, user names, passwords (OPC UA `NodeIds.csv`, the types' binary encodings, in the
/// four-byte form of a node id).
const LOGIN: [[u8; 4]; 5] =
    [[1, 0, 0xAF, 1], [1, 0, 0xCD, 1], [1, 0, 0xD0, 1], [1, 0, 0xD3, 1], [1, 0, 0xD6, 1]];

/// The traces of all sessions; `None`: nothing was recorded.
pub(super) fn trace(sessions: &[(String, std::sync::Arc<Traffic>)]) -> Option<Content> {
    let mut text = String::new();
    let mut frames = 0;
    for (session, traffic) in sessions {
        traffic.trace(|trace| {
            for it in &trace.frames {
                let way = if it.is_ours { "sent" } else { "received" };
                let _written = write!(text, "{session}\t{}\t{way}\t", it.at);
                if is_login(&it.bytes) {
                    let bytes = it.bytes.len();
                    let _written = write!(text, "{bytes} bytes of a login, left out");
                } else {
                    for byte in &it.bytes {
                        let _written = write!(text, "{byte:02x}");
                    }
                }
                text.push('\n');
            }
            frames += small(trace.frames.len());
        });
    }
    let about = format!("wire trace, {frames} frames, with values");
    (frames > 0).then(|| Content::new("wire.tsv", about, text))
}

/// Whether a frame belongs to the opening of an OPC UA channel or session.
fn is_login(frame: &[u8]) -> bool {
    frame.starts_with(b"OPN")
        || frame.starts_with(b"MSG")
            && frame.get(TYPE_AT..TYPE_AT + 4).is_some_and(|it| LOGIN.iter().any(|id| id == it))
}

#[cfg(test)]
mod tests {
    use std::{
        sync::Arc,
        time::{Duration, Instant},
    };

    use tagbridge_driver::RequestKind;

    use super::*;

    fn message(kind: u16) -> Vec<u8> {
        let mut frame = b"MSGF".to_vec();
        frame.resize(TYPE_AT, 0);
        frame.extend([1, 0]);
        frame.extend(kind.to_le_bytes());
        frame.extend(b"canary");
        frame
    }

    #[test]
    fn logins_are_left_out_and_all_else_is_there() {
        static KINDS: [RequestKind; 0] = [];
        let traffic = Arc::new(Traffic::new(&KINDS));
        traffic.record(Some(Instant::now() + Duration::from_mins(1)));
        for kind in [431, 461, 464, 467, 470] {
            traffic.note(true, &message(kind));
        }
        traffic.note(true, b"OPNFcanary");
        traffic.note(false, &message(634));
        traffic.note(true, &[0x6f, 0]);
        let text = trace(&[("line".into(), traffic)]).expect("something was recorded").text;
        let canary = "63616e617279";
        assert_eq!(text.matches("of a login, left out").count(), 6, "{text}");
        assert_eq!(text.matches(canary).count(), 1, "a value is none of a login: {text}");
        assert!(text.contains("sent\t6f00\n"), "{text}");
    }
}
