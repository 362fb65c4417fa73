//! Wire traces in a bundle. They contain values, but no certificates and no logins.

use std::{fmt::Write as _, sync::Arc};

use tagbridge_driver::Traffic;

use super::{BundleText, contents::Content};
use crate::time::{count, small};

/// The traces of all sessions; `None` if no frame was recorded.
pub(super) fn trace(sessions: &[(String, Arc<Traffic>)]) -> Option<Content> {
    let mut text = String::new();
    let mut frames = 0;
    for (session, traffic) in sessions {
        traffic.trace(|trace| {
            for it in &trace.frames {
                let way = if it.is_ours { "sent" } else { "received" };
                let _written = write!(text, "{session}\t{}\t{way}\t", it.at);
                if tagbridge_drivers::is_login(&it.bytes) {
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
    (frames > 0).then(|| Content::new("wire.tsv", &BundleText::Trace { frames }, text))
}

/// The approximate size of the traces in bytes; `None` if no frame was recorded.
pub(super) fn size(sessions: &[(String, Arc<Traffic>)]) -> Option<f64> {
    let of_one = |(session, traffic): &(String, Arc<Traffic>)| {
        // Each byte has two digits; the beginning of a line has the session, the time and the way.
        let line = session.len() + 40;
        traffic
            .trace(|it| it.frames.iter().map(|frame| frame.bytes.len() * 2 + line).sum::<usize>())
    };
    let bytes: usize = sessions.iter().map(of_one).sum();
    (bytes > 0).then(|| count(bytes as u64))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use tagbridge_driver::RequestKind;

    use super::*;

    #[test]
    fn logins_are_left_out_and_all_else_is_there() {
        static KINDS: [RequestKind; 0] = [];
        let end = std::net::SocketAddr::from(([10, 0, 0, 5], 4840));
        let traffic = Arc::new(Traffic::new(&KINDS));
        let wire = traffic.connected(end, end);
        traffic.record(Some(Instant::now() + Duration::from_mins(1)));
        traffic.note(wire, true, b"OPNFcanary");
        traffic.note(wire, false, b"MSGFcanary");
        traffic.note(wire, true, &[0x6f, 0]);
        let sessions = [("line".to_owned(), traffic)];
        let text = trace(&sessions).expect("something was recorded").text;
        let size = size(&sessions).expect("something was recorded");
        assert!((0.5..2.0).contains(&(size / count(text.len() as u64))), "{size}: {text}");
        let canary = "63616e617279";
        assert_eq!(text.matches("of a login, left out").count(), 1, "{text}");
        assert_eq!(text.matches(canary).count(), 1, "a value is none of a login: {text}");
        assert!(text.contains("sent\t6f00\n"), "{text}");
    }
}
