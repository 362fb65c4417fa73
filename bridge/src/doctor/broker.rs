//! The MQTT broker that receives the values in addition to the service.

use tagbridge_broker::BrokerError;
use tagbridge_mirror::probe;

use super::{
    Finding, Verdict,
    messages::{Advice, CheckOutcome, Subject},
};
use crate::config::{Config, MqttConfig};

/// Connects as a session would, with another client id, and disconnects.
pub(super) async fn examine(mqtt: &MqttConfig, config: &Config) -> Vec<Finding> {
    let subject = &Subject::Broker;
    let device_id = config.device_id.as_deref().unwrap_or("tagbridge");
    let broker = match probe(&mqtt.options(device_id, &config.data)).await {
        Ok(broker) => broker,
        Err(trouble) => {
            let remedy = trouble.remedy();
            return vec![Finding::trouble(verdict(&trouble), subject, &trouble, remedy)];
        }
    };
    let mut findings = vec![Finding::fine(subject, &CheckOutcome::BrokerAccepts { broker })];
    findings.extend(mqtt.brokers.iter().filter(|it| it.is_overheard()).map(|it| {
        let seen = CheckOutcome::BrokerInClear { broker: it.to_string() };
        Finding::trouble(Verdict::Doubtful, subject, &seen, &Advice::Mqtts)
    }));
    findings
}

fn verdict(trouble: &BrokerError) -> Verdict {
    match trouble {
        BrokerError::Unreachable { .. } | BrokerError::Lost { .. } => Verdict::Unreachable,
        BrokerError::Untrusted { .. }
        | BrokerError::Login { .. }
        | BrokerError::Refused { .. }
        | BrokerError::NotSubscribed { .. }
        | BrokerError::TooLarge { .. }
        | BrokerError::HostAway { .. } => Verdict::Refused,
        BrokerError::File { .. }
        | BrokerError::Empty { .. }
        | BrokerError::Unusable { .. }
        | BrokerError::Password { .. } => Verdict::Unusable,
    }
}
