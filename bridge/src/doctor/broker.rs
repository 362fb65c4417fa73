//! The MQTT broker that receives the values in addition to the service.

use tagbridge_broker::BrokerTrouble;
use tagbridge_mirror::probe;

use super::{
    Finding, Verdict,
    says::{Advice, Seen, Subject},
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
    let mut findings = vec![Finding::fine(subject, &Seen::BrokerAccepts { broker })];
    findings.extend(mqtt.brokers.iter().filter(|it| it.is_overheard()).map(|it| {
        let seen = Seen::BrokerInClear { broker: it.to_string() };
        Finding::trouble(Verdict::Doubtful, subject, &seen, &Advice::Mqtts)
    }));
    findings
}

fn verdict(trouble: &BrokerTrouble) -> Verdict {
    match trouble {
        BrokerTrouble::Unreachable { .. } | BrokerTrouble::Lost { .. } => Verdict::Unreachable,
        BrokerTrouble::Untrusted { .. }
        | BrokerTrouble::Login { .. }
        | BrokerTrouble::Refused { .. }
        | BrokerTrouble::NotSubscribed { .. }
        | BrokerTrouble::TooLarge { .. }
        | BrokerTrouble::HostAway { .. } => Verdict::Refused,
        BrokerTrouble::File { .. }
        | BrokerTrouble::Empty { .. }
        | BrokerTrouble::Unusable { .. }
        | BrokerTrouble::Password { .. } => Verdict::Unusable,
    }
}
