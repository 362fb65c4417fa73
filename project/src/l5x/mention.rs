//! Tags in attributes and data: messages, motion, events, alarms, the safety tag map, produced and
//! consumed tags, trends (Rockwell 1756-RM084).

use super::{
    export::Export,
    tree::{Element, Head, Places},
};
use crate::{Mention, MentionKind, Origin};

/// Attributes of alarms that may contain a tag instead of a value.
const ALARM_INPUTS: [&str; 5] = ["Input", "In", "Condition", "TargetTag", "Limit"];
const ALARM_TAGS: [&str; 4] = ["AssocTag1", "AssocTag2", "AssocTag3", "AssocTag4"];

/// The triggers of trends and data logs, and the tags that they are compared with.
const TRIGGERS: [&str; 9] = [
    "StartTriggerTag1",
    "StartTriggerTargetTag1",
    "StartTriggerTag2",
    "StartTriggerTargetTag2",
    "StopTriggerTag1",
    "StopTriggerTargetTag1",
    "StopTriggerTag2",
    "StopTriggerTargetTag2",
    "TriggerTag",
];

/// Collects the tags that one element names.
struct Pen<'e, 't> {
    export: &'e mut Export,
    places: Places<'e, 't>,
    by: String,
    scope: String,
}

impl<'t> Pen<'_, 't> {
    fn add(&mut self, kind: MentionKind, at: Element<'_, 't>, field: &str, operand: &str) {
        self.about(kind, at, (field, operand), ("", 1));
    }

    fn about(
        &mut self,
        kind: MentionKind,
        at: Element<'_, 't>,
        (field, operand): (&str, &str),
        (other, count): (&str, u32),
    ) {
        let operand = operand.trim();
        // A number or a text does not name a tag.
        if !operand.starts_with(|it: char| it.is_alphabetic() || matches!(it, '_' | '\\')) {
            return;
        }
        let position = self.places.begin(at);
        self.export.project.mentions.push(Mention {
            kind,
            by: self.by.clone(),
            field: field.to_owned(),
            operand: operand.to_owned(),
            scope: self.scope.clone(),
            other: other.to_owned(),
            count,
            origin: Origin {
                file: self.places.file.to_owned(),
                line: position.line,
                column: position.column,
            },
        });
    }
}

/// Adds the tags that a `Tag` element with this full name refers to.
pub(super) fn of_tag<'t>(
    export: &mut Export,
    places: Places<'_, 't>,
    tag: Element<'_, 't>,
    own: &str,
) {
    let scope = export.program.clone().unwrap_or_default();
    let mut pen = Pen { export, places, by: own.to_owned(), scope };
    for parameters in tag.named("Data").flat_map(Element::children) {
        match parameters.name() {
            "MessageParameters" => message(&mut pen, parameters),
            "AxisParameters" => one(&mut pen, MentionKind::MotionGroup, parameters, "MotionGroup"),
            "CoordinateSystemParameters" => {
                one(&mut pen, MentionKind::MotionGroup, parameters, "MotionGroup");
                one(&mut pen, MentionKind::MotionGroup, parameters, "MotionGroupInstance");
                let axes = parameters.owned("Axes");
                for axis in axes.split([' ', ',', ';']) {
                    pen.add(MentionKind::Axis, parameters, "Axes", axis);
                }
            }
            "AlarmDigitalParameters" | "AlarmAnalogParameters" => alarm(&mut pen, parameters),
            "AlarmConfig" => alarm_texts(&mut pen, parameters),
            _ => {}
        }
    }
    for condition in tag.within("AlarmConditions", "AlarmCondition") {
        pen.by = format!("{own}.{}", condition.owned("Name"));
        // The input is a part of the tag that contains the condition.
        let input = condition.owned("Input");
        if input.is_empty() || input.starts_with(['.', '[']) {
            let bare = tag.owned("Name");
            pen.add(MentionKind::AlarmInput, condition, "Input", &format!("{bare}{input}"));
        }
        alarm(&mut pen, condition);
        for config in condition.named("AlarmConfig") {
            alarm_texts(&mut pen, config);
        }
    }
    let name = tag.owned("Name");
    if let Some(info) = tag.child("ConsumeInfo") {
        pen.by = info.owned("Producer");
        let remote = info.owned("RemoteTag");
        pen.about(MentionKind::Consumed, info, ("RemoteTag", &name), (&remote, 1));
    }
    if tag.is("TagType", "Produced") {
        let info = tag.child("ProduceInfo");
        let count = info.map(|info| info.owned("ProduceCount")).unwrap_or_default();
        let at = info.unwrap_or(tag);
        pen.about(MentionKind::Produced, at, ("ProduceInfo", &name), (&count, 1));
    }
}

fn one<'t>(pen: &mut Pen<'_, 't>, kind: MentionKind, at: Element<'_, 't>, field: &str) {
    if let Some(operand) = at.attribute(field) {
        pen.add(kind, at, field, &operand);
    }
}

fn message<'t>(pen: &mut Pen<'_, 't>, parameters: Element<'_, 't>) {
    let receives = parameters.owned("MessageType").contains("Read");
    let kind = if receives { MentionKind::Received } else { MentionKind::Sent };
    let count = parameters.attribute("RequestedLength").and_then(|it| it.parse().ok());
    if let Some(operand) = parameters.attribute("LocalElement") {
        let count = count.unwrap_or(1);
        pen.about(kind, parameters, ("LocalElement", &operand), ("", count));
    }
    one(pen, MentionKind::Received, parameters, "DestinationTag");
}

fn alarm<'t>(pen: &mut Pen<'_, 't>, parameters: Element<'_, 't>) {
    for field in ALARM_INPUTS {
        if let Some(operand) = parameters.attribute(field)
            && !matches!(&*operand, "true" | "false")
        {
            pen.add(MentionKind::AlarmInput, parameters, field, &operand);
        }
    }
    for field in ALARM_TAGS {
        one(pen, MentionKind::AlarmTag, parameters, field);
    }
}

/// Tags whose values a message of an alarm shows: `Level is /*N:5 Tank.Level NOFILL DP:1*/ mm`
/// (1756-RM003, "Alarm message embedded variables").
fn alarm_texts<'t>(pen: &mut Pen<'_, 't>, config: Element<'_, 't>) {
    for text in config.within("Messages", "Message").flat_map(|it| it.named("Text")) {
        for shown in text.text().split("/*").skip(1).filter_map(|it| it.split_once("*/")) {
            if let Some(operand) = shown.0.split_whitespace().nth(1) {
                pen.add(MentionKind::AlarmTag, text, "Text", operand);
            }
        }
    }
}

/// The two ends of a `ParameterConnection`: each has the value of the other.
pub(super) fn of_connection<'t>(
    export: &mut Export,
    places: Places<'_, 't>,
    connection: Element<'_, 't>,
) {
    const ENDS: [&str; 2] = ["EndPoint1", "EndPoint2"];
    let mut pen = Pen { export, places, by: String::new(), scope: String::new() };
    let ends = ENDS.map(|end| connection.owned(end));
    for (at, other) in [(0, 1), (1, 0)] {
        let operand = (ENDS[at], ends[at].as_str());
        pen.about(MentionKind::Connected, connection, operand, (&ends[other], 1));
    }
}

/// Adds the trigger of a `Task`.
pub(super) fn of_task<'t>(export: &mut Export, places: Places<'_, 't>, task: Element<'_, 't>) {
    let mut pen = Pen { export, places, by: task.owned("Name"), scope: String::new() };
    if let Some(event) = task.child("EventInfo") {
        one(&mut pen, MentionKind::Event, event, "EventTag");
    }
}

/// Adds the pairs of the safety tag map: in each scan the standard tag on the left is copied to the
/// safety tag on the right.
pub(super) fn of_safety<'t>(export: &mut Export, places: Places<'_, 't>, info: Element<'_, 't>) {
    let by = export.project.name.clone();
    let mut pen = Pen { export, places, by, scope: String::new() };
    for map in info.named("SafetyTagMap") {
        for (standard, safety) in map.text().split(',').filter_map(|pair| pair.split_once('=')) {
            let (standard, safety) = (standard.trim(), safety.trim());
            let at = ("SafetyTagMap", standard);
            pen.about(MentionKind::SafetySource, map, at, (safety, 1));
            let at = ("SafetyTagMap", safety);
            pen.about(MentionKind::SafetyCopy, map, at, (standard, 1));
        }
    }
}

/// Adds the tags of a trend, a data log or a watch list.
pub(super) fn of_display<'t>(export: &mut Export, places: Places<'_, 't>, shown: Element<'_, 't>) {
    let mut pen = Pen { export, places, by: shown.owned("Name"), scope: String::new() };
    let mut left = vec![shown];
    while let Some(at) = left.pop() {
        match at.name() {
            "Pen" | "DataLogTag" => one(&mut pen, MentionKind::Shown, at, "Name"),
            "WatchTag" => {
                pen.scope = at.owned("Scope");
                one(&mut pen, MentionKind::Shown, at, "Specifier");
            }
            _ => {
                for field in TRIGGERS {
                    one(&mut pen, MentionKind::Shown, at, field);
                }
                left.extend(at.children());
            }
        }
    }
}

/// Adds a program that may be an equipment phase: the tag of the phase has the same name.
pub(super) fn of_phase(export: &mut Export, places: Places<'_, '_>, program: &Head<'_>) {
    let name = program.attribute("Name").unwrap_or_default().into_owned();
    let position = places.begin_of(program);
    export.project.mentions.push(Mention {
        kind: MentionKind::Phase,
        by: name.clone(),
        field: "Program".to_owned(),
        operand: name,
        scope: String::new(),
        other: String::new(),
        count: 1,
        origin: Origin {
            file: places.file.to_owned(),
            line: position.line,
            column: position.column,
        },
    });
}
