//! Tasks.

use super::super::{archive::Item, task_time::milliseconds};
use crate::model::Task;

/// Reads `Kindoftask`, `Interval`, `Priority` and the calls, in order.
pub(super) fn read(name: &str, object: Item<'_, '_>) -> Task {
    let interval = object.field("Interval").and_then(|interval| {
        let unit = interval.scalar("Unit").unwrap_or_default();
        milliseconds(&interval.scalar("Time")?, &unit)
    });
    Task {
        name: name.to_owned(),
        kind: object.scalar("Kindoftask").unwrap_or_default().into_owned(),
        interval_ms: interval,
        priority: object.scalar("Priority").and_then(|text| text.parse().ok()),
        programs: object
            .list("PouList")
            .into_iter()
            .filter_map(|call| Some(call.scalar("Name")?.into_owned()))
            .collect(),
        watchdog_ms: object.field("WatchDog").filter(|watchdog| watchdog.flag("Enabled")).and_then(
            |watchdog| {
                let unit = watchdog.scalar("TimeUnit").unwrap_or_default();
                milliseconds(&watchdog.scalar("Time")?, &unit)
            },
        ),
        trigger: object.scalar("Event").filter(|event| !event.is_empty()).map(Into::into),
        ..Task::default()
    }
}
