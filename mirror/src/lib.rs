//! Publishes what a bridge reads to an MQTT broker, in addition to the service.
//!
//! The way over HTTPS is the durable one; this one is a mirror of it. A session [offers](SnapshotQueue::offer) each
//! snapshot, which never waits: what the broker does not take is queued up to a bound, and past it the
//! oldest is dropped and counted. One task holds the connection; what it says, and on which topics, is a
//! [`MirrorFormat`]: Sparkplug B, or plain JSON.
//!
//! Invariants: no message of a broker reaches a controller; the only accepted command requests the
//! births again. Encoding uses neither the clock nor the network.

mod format;
mod log_message;
mod mirror;
mod options;
mod plain;
mod queue;
mod rebirths;
mod sparkplug;
mod status;
mod update;

pub use mirror::{Mirror, SnapshotQueue, probe};
pub use options::{MirrorFormat, Options, SparkplugNames};
pub use status::{MirrorState, MirrorView};
pub use update::{StreamPlace, Update, View};

#[cfg(test)]
mod texts {
    use tagbridge_texts::{Coded, assert_complete};

    use crate::log_message::LogMessage;

    #[test]
    fn each_code_has_its_sentences() {
        assert_complete("mirror", &[LogMessage::CODES]);
    }
}
