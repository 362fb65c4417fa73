//! Faults that end by themselves: how soon values stream again.

use std::time::Duration;

use super::{
    case::{Case, Finding},
    plant::{Plant, Run, pass},
    proxy::ProxyBehaviour,
    reader::Reader,
};
use crate::Process;

/// Time limit of a case.
const LIMIT: Duration = Duration::from_secs(90);

/// The figure of each case is the time from the end of the fault until a value that was read after
/// it is shown as live.
pub const BACK_AT_ONCE: &[Case] = &[
    Case { name: "captive portal", run: || weather(ProxyBehaviour::CAPTIVE_PORTAL, 3.0) },
    Case { name: "half of an answer", run: || weather(ProxyBehaviour::HalfAnswer, 1.5) },
    Case { name: "503 without Retry-After", run: || weather(UNAVAILABLE, 10.0) },
    Case { name: "service cut off for 20 s", run: || weather(ProxyBehaviour::Cut, 20.0) },
    Case { name: "service silent for 20 s", run: || weather(ProxyBehaviour::Silent, 20.0) },
    Case { name: "answers lost for 10 s", run: || weather(ProxyBehaviour::LoseAnswer, 10.0) },
    Case { name: "service dead for 20 s", run: service_dead },
    Case { name: "key file replaced", run: key_replaced },
    Case { name: "other laptop ended", run: other_laptop },
    Case { name: "controller off for 25 s", run: || controller_off(25.0) },
    Case { name: "cable cut for 20 s", run: cable_cut },
    Case { name: "bridge killed", run: bridge_killed },
];

/// The complete result, next to its short form.
pub const BACK_AFTER_LONG: Case =
    Case { name: "controller off for 60 s", run: || controller_off(60.0) };

const UNAVAILABLE: ProxyBehaviour =
    ProxyBehaviour::Answer(503, "content-type: text/plain", "try later");

/// Starts a plant whose bridge streams to its service.
pub(super) fn streaming() -> (Plant, Process, Process, Reader) {
    let plant = Plant::new();
    let service = plant.service(Run::PLAIN);
    let bridge = plant.bridge("laptop", Run::PLAIN);
    let reader = plant.reader();
    reader.settle();
    (plant, service, bridge, reader)
}

fn weather(weather: ProxyBehaviour, seconds: f64) -> Finding {
    let (plant, _service, _bridge, reader) = streaming();
    plant.weather_for(weather, seconds);
    Finding::back_after(reader.streams_again(LIMIT))
}

fn service_dead() -> Finding {
    let (plant, service, _bridge, reader) = streaming();
    service.kill_dead();
    pass(20.0);
    let _service = plant.service(Run::PLAIN);
    Finding::back_after(reader.streams_again(LIMIT))
}

fn key_replaced() -> Finding {
    let plant = Plant::new();
    let _service = plant.service(Run::PLAIN);
    let first = plant.renew_key();
    let _bridge = plant.bridge("laptop", Run::PLAIN);
    let reader = plant.reader();
    reader.settle();
    plant.revoke_key(&first);
    pass(8.0);
    plant.renew_key();
    Finding::back_after(reader.streams_again(LIMIT))
}

fn other_laptop() -> Finding {
    let (plant, _service, bridge, reader) = streaming();
    let _other = plant.bridge("other", Run::PLAIN);
    pass(6.0);
    assert!(bridge.terminate().success());
    Finding::back_after(reader.streams_again(LIMIT))
}

fn controller_off(seconds: f64) -> Finding {
    let mut plant = Plant::new();
    let _service = plant.service(Run::PLAIN);
    let _bridge = plant.bridge("laptop", Run { past_the_cable: true, ..Run::PLAIN });
    let reader = plant.reader();
    reader.settle();
    plant.controller.switch_off();
    pass(seconds);
    plant.controller.switch_on();
    Finding::back_after(reader.streams_again(LIMIT))
}

fn cable_cut() -> Finding {
    let (plant, _service, _bridge, reader) = streaming();
    plant.cable.cut();
    pass(20.0);
    plant.cable.reconnect();
    Finding::back_after(reader.streams_again(LIMIT))
}

fn bridge_killed() -> Finding {
    let (plant, _service, bridge, reader) = streaming();
    bridge.kill_dead();
    let _bridge = plant.bridge("laptop", Run::PLAIN);
    let mut finding = Finding::back_after(reader.streams_again(LIMIT));
    finding.promised_ms = 2000;
    finding
}
