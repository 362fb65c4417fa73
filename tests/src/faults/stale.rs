//! Faults in which an old value could be shown as live.

use std::time::Duration;

use super::{
    case::{Case, Finding},
    plant::{Plant, Run, fill_disk, free_disk, pass, signal},
    proxy::ProxyBehaviour,
};

/// The figure of each case is the age of the oldest value that was shown as `live` or `good`.
pub const NOTHING_STALE: &[Case] = &[
    Case { name: "nothing breaks", run: nothing_breaks },
    Case { name: "slow answers, then the bridge is dead", run: || slow_answers(28.0) },
    Case { name: "restart without a controller", run: restart_without_controller },
    Case { name: "asleep for 20 s", run: asleep },
    Case { name: "controller silent", run: silent_controller },
    Case { name: "head of a backlog", run: head_of_backlog },
    Case { name: "outage, then a backlog", run: outage },
    Case { name: "full disk", run: full_disk },
    Case { name: "a push under way for 20 s", run: push_under_way },
];

/// It needs more than half of a processor in a debug build, so it runs without other cases.
pub const MANY_REQUESTED: Case = Case { name: "20,000 names requested", run: many_requested };

/// The longest recoveries, next to their short forms.
pub const STALE_AFTER_LONG: Case =
    Case { name: "slow answers for 48 s, then the bridge is dead", run: || slow_answers(48.0) };

fn nothing_breaks() -> Finding {
    let plant = Plant::new();
    let _service = plant.service(Run::PLAIN);
    let _bridge = plant.bridge("laptop", Run::PLAIN);
    let reader = plant.reader();
    reader.settle();
    reader.take();
    pass(20.0);
    let shown = reader.shown();
    // A scan every 250 ms, a push every second, a request every 200 ms: 1.5 s on an idle machine.
    Finding::oldest(shown.oldest_ms).check(shown.live == shown.looks && shown.looks > 50, || {
        format!("{} of {} looks were live", shown.live, shown.looks)
    })
}

fn slow_answers(seconds: f64) -> Finding {
    let plant = Plant::new();
    let _service = plant.service(Run::PLAIN);
    let bridge = plant.bridge("laptop", Run::PLAIN);
    let reader = plant.reader();
    reader.settle();
    plant.proxy.set(ProxyBehaviour::Slow(Duration::from_secs(9)));
    pass(seconds);
    bridge.kill_dead();
    // By then, a value that is shown as live for too long has been noticed.
    pass(13.0);
    Finding::oldest(reader.shown().oldest_ms)
}

fn restart_without_controller() -> Finding {
    let plant = Plant::new();
    let _service = plant.service(Run::PLAIN);
    let bridge = plant.bridge("laptop", Run::PLAIN);
    let reader = plant.reader();
    reader.settle();
    bridge.kill_dead();
    plant.cable.cut();
    pass(18.0);
    let _bridge = plant.bridge("laptop", Run::PLAIN);
    pass(12.0);
    Finding::oldest(reader.shown().oldest_ms)
}

fn asleep() -> Finding {
    let plant = Plant::new();
    let _service = plant.service(Run::PLAIN);
    let bridge = plant.bridge("laptop", Run::PLAIN);
    let reader = plant.reader();
    reader.settle();
    signal(&bridge, "STOP");
    pass(20.0);
    plant.cable.cut();
    signal(&bridge, "CONT");
    pass(12.0);
    Finding::oldest(reader.shown().oldest_ms)
}

fn silent_controller() -> Finding {
    let plant = Plant::new();
    let _service = plant.service(Run::PLAIN);
    let _bridge = plant.bridge("laptop", Run::PLAIN);
    let reader = plant.reader();
    reader.settle();
    plant.cable.cut();
    pass(25.0);
    let shown = reader.take();
    pass(3.0);
    let later = reader.shown();
    // The lost connection is reported now, and stays lost.
    Finding::oldest(shown.oldest_ms).check(later.live == later.looks, || {
        "it is not told any more that the controller is away".to_owned()
    })
}

fn head_of_backlog() -> Finding {
    let plant = Plant::new();
    let service = plant.service(Run::PLAIN);
    let bridge = plant.bridge("laptop", Run::PLAIN);
    plant.reader().settle();
    service.kill_dead();
    pass(12.0);
    bridge.kill_dead();
    plant.cable.cut();
    pass(14.0);
    let _service = plant.service(Run::PLAIN);
    let reader = plant.reader();
    let _bridge = plant.bridge("laptop", Run::PLAIN);
    pass(12.0);
    Finding::oldest(reader.shown().oldest_ms)
}

fn outage() -> Finding {
    let plant = Plant::new();
    let service = plant.service(Run::PLAIN);
    let _bridge = plant.bridge("laptop", Run::PLAIN);
    let reader = plant.reader();
    reader.settle();
    service.kill_dead();
    pass(25.0);
    let _service = plant.service(Run::PLAIN);
    pass(10.0);
    Finding::oldest(reader.shown().oldest_ms)
}

fn full_disk() -> Finding {
    let plant = Plant::new();
    let _service = plant.service(Run::PLAIN);
    let bridge = plant.bridge("laptop", Run { disk_may_fill: true, ..Run::PLAIN });
    let reader = plant.reader();
    reader.settle();
    plant.proxy.set(ProxyBehaviour::Cut);
    pass(5.0);
    fill_disk(&bridge, plant.longest_outbox_file("laptop"));
    pass(14.0);
    plant.proxy.set(ProxyBehaviour::Fair);
    pass(12.0);
    let shown = reader.take();
    free_disk(&bridge);
    let back = reader.streams_again(Duration::from_secs(15));
    Finding::oldest(shown.oldest_ms)
        .check(back.is_some(), || "it does not go on by itself when there is room".to_owned())
}

fn push_under_way() -> Finding {
    let plant = Plant::new();
    let _service = plant.service(Run::PLAIN);
    let bridge = plant.bridge("laptop", Run::PLAIN);
    let reader = plant.reader();
    reader.settle();
    plant.proxy.set(ProxyBehaviour::Detained(Duration::from_secs(20)));
    pass(2.0);
    bridge.kill_dead();
    pass(26.0);
    Finding::oldest(reader.shown().oldest_ms)
}

fn many_requested() -> Finding {
    let plant = Plant::new();
    let _service = plant.service(Run::PLAIN);
    let _bridge = plant.bridge("laptop", Run::PLAIN);
    let reader = plant.reader();
    reader.settle();
    reader.take();
    let names: Vec<String> = (0..20_000).map(|it| format!("DB7.DBD{}:DINT", it * 4)).collect();
    plant.consumer().request(&names.iter().map(String::as_str).collect::<Vec<_>>());
    pass(40.0);
    let shown = reader.shown();
    Finding::oldest(shown.oldest_ms).check(shown.live == shown.looks && shown.looks > 20, || {
        format!("{} of {} looks were live", shown.live, shown.looks)
    })
}
