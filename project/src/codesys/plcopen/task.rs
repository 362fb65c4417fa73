//! Tasks.

use roxmltree::Node;

use super::data;
use crate::says::Noted;
use crate::{
    codesys::task_time::milliseconds,
    model::{Note, NoteKind, Task},
    xml,
};

/// Reads a task. The settings of 3S contain more than the attributes of the standard.
pub(super) fn read(node: Node<'_, '_>, notes: &mut Vec<Note>) -> Task {
    let name = super::named(node).unwrap_or_default().to_owned();
    let settings = data(node, "tasksettings").and_then(|it| xml::child(it, "TaskSettings"));
    let by_settings = settings.and_then(|settings| {
        let unit = settings.attribute("IntervalUnit").unwrap_or_default();
        milliseconds(settings.attribute("Interval")?, unit)
    });
    let written = node.attribute("interval").filter(|it| !it.is_empty());
    let interval_ms = by_settings.or_else(|| duration(written?));
    if interval_ms.is_none()
        && let Some(written) = written
    {
        notes.push(Note::new(NoteKind::Unreadable, &name, &Noted::Interval { written }));
    }
    let kind = settings.and_then(|it| it.attribute("KindOfTask")).unwrap_or(match written {
        Some(_) => "Cyclic",
        None => "",
    });
    // CODESYS writes the name of the program as the instance, Beremiz as its type.
    let programs = xml::children(node, "pouInstance").filter_map(|it| {
        it.attribute("typeName").filter(|name| !name.is_empty()).or_else(|| super::named(it))
    });
    Task {
        name,
        kind: kind.to_owned(),
        interval_ms,
        priority: node.attribute("priority").and_then(|text| text.parse().ok()),
        programs: programs.map(str::to_owned).collect(),
        watchdog_ms: settings.and_then(watchdog),
        trigger: node
            .attribute("single")
            .or_else(|| settings.and_then(|it| it.attribute("Event")))
            .filter(|event| !event.is_empty())
            .map(str::to_owned),
        ..Task::default()
    }
}

/// The watchdog time in a task's settings, if the watchdog is enabled.
fn watchdog(settings: Node<'_, '_>) -> Option<f64> {
    let watchdog = xml::child(settings, "Watchdog")?;
    if watchdog.attribute("Enabled") != Some("true") {
        return None;
    }
    milliseconds(watchdog.attribute("Time")?, watchdog.attribute("TimeUnit").unwrap_or_default())
}

/// Parses `PT0.05S`, `PT1M2S` (ISO 8601) or `T#20ms`.
fn duration(text: &str) -> Option<f64> {
    let total = milliseconds(&text.replacen("PT", "T#", 1), "ms")?;
    // To the microsecond: hundredths of a second have no exact double.
    Some((total * 1000.0).round() / 1000.0)
}
