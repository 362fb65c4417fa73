//! One connection to an MQTT broker: TLS, login, publishing, subscribing, and the reason of a
//! failure.
//!
//! Either version of MQTT is spoken; who uses it knows the client library of neither. Files with
//! certificates and passwords are read for each connection again.

mod link;
mod options;
mod tls;
pub mod topic;
mod trouble;

pub use link::{Acknowledgement, BrokerEvent, BrokerLink, Delivery, MqttMessage};
pub use options::{Broker, BrokerTls, Credentials, MqttOptions, ProtocolVersion, Taking};
pub use trouble::{BrokerRemedy, BrokerTrouble};

#[cfg(test)]
mod texts {
    use tagbridge_texts::{Coded, assert_complete};

    use crate::{BrokerRemedy, BrokerTrouble};

    #[test]
    fn each_code_has_its_sentences() {
        assert_complete("broker", &[BrokerTrouble::CODES, BrokerRemedy::CODES]);
    }
}
