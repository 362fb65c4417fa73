//! The output about the MQTT broker that also receives the snapshots.

use tagbridge_bridge::{MirrorState, MirrorView};
use tagbridge_texts::{Coded, Message};

use crate::{messages::State, output, verbs::session};

/// The state, with the number of dropped snapshots.
pub(crate) fn text(view: &MirrorView) -> String {
    let state = state(view);
    let (queued, dropped) = (view.queued as u64, view.dropped);
    let message = match (queued, dropped) {
        (0, 0) => state,
        _ => State::BrokerBehind { state, queued, dropped }.message(),
    };
    output::said(message)
}

/// The state, without numbers that change with each scan.
pub(crate) fn news(view: &MirrorView) -> String {
    output::said(state(view))
}

fn state(view: &MirrorView) -> Message {
    let broker = view.broker.as_str();
    match &view.state {
        MirrorState::Connecting => State::BrokerConnecting { broker },
        MirrorState::WaitingForHost { host } => State::BrokerHost { broker, host },
        MirrorState::Online { .. } => State::BrokerOnline { broker },
        MirrorState::Waiting { until, cause, remedy } => {
            let at = &*session::clock(*until);
            let (cause, remedy) = (cause.clone(), remedy.clone());
            return State::BrokerWaiting { at, cause, remedy }.message();
        }
        MirrorState::Ended => State::BrokerEnded,
    }
    .message()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_and_what_was_dropped_is_told() {
        let broker = "mqtts://b:8883".to_owned();
        let state = MirrorState::WaitingForHost { host: "scada".into() };
        let mut view = MirrorView { broker, state, ..MirrorView::default() };
        assert_eq!(text(&view), news(&view));
        (view.queued, view.dropped) = (3, 7);
        let told = text(&view);
        for part in [news(&view).as_str(), "scada", "mqtts://b:8883", "3", "7"] {
            assert!(told.contains(part), "{told}");
        }
    }
}
