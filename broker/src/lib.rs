//! One connection to an MQTT broker: TLS, login, publishing, subscribing, and the reason of a
//! failure.
//!
//! Either version of MQTT is spoken; who uses it knows the client library of neither. Files with
//! certificates and passwords are read for each connection again.

mod error;
mod link;
mod options;
mod tls;
pub mod topic;

pub use error::{BrokerError, BrokerRemedy};
pub use link::{Acknowledgement, BrokerEvent, BrokerLink, Delivery, MqttMessage};
pub use options::{
    Broker, BrokerTls, Credentials, MqttOptions, PersistentSession, ProtocolVersion,
};

#[cfg(test)]
mod texts {
    use tagbridge_texts::{Coded, assert_complete};

    use crate::{BrokerError, BrokerRemedy};

    #[test]
    fn each_code_has_its_sentences() {
        assert_complete("broker", &[BrokerError::CODES, BrokerRemedy::CODES]);
    }
}
