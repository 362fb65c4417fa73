//! Sequential function charts as text: steps with their actions, transitions with their
//! conditions, and what each is linked to.

use std::collections::HashMap;

use super::tree::{Element, Places};
use crate::{Origins, model::DRAWN};

/// An `SFCContent` element, and where its lines stand.
pub(super) fn text<'t>(places: Places<'_, 't>, chart: Element<'_, 't>) -> (String, Origins) {
    let mut names: HashMap<String, String> = HashMap::new();
    for element in chart.children() {
        let name = name(element);
        for leg in element.named("Leg") {
            names.insert(leg.owned("ID"), format!("{name}.leg_{}", leg.owned("ID")));
        }
        names.insert(element.owned("ID"), name);
    }
    let mut writer = Writer { places, text: String::new(), count: 0, origins: Origins::default() };
    for element in chart.children() {
        match element.name() {
            "Step" => writer.step(element),
            "Transition" => {
                let condition = code(element.child("Condition"));
                let condition = condition.trim_end_matches(';');
                writer.line(element, &format!("TRANSITION {} := {condition}", name(element)));
            }
            "Stop" => writer.line(element, &format!("STOP {}", name(element))),
            "Branch" => {
                let (kind, flow) = (element.owned("BranchType"), element.owned("BranchFlow"));
                writer.line(element, &format!("BRANCH {} {kind} {flow}", name(element)));
            }
            "DirectedLink" => {
                let end = |end: &str| {
                    let id = element.owned(end);
                    names.get(&id).cloned().unwrap_or(id)
                };
                writer.line(element, &format!("LINK {} -> {}", end("FromID"), end("ToID")));
            }
            "TextBox" => {
                if let Some(remark) = element.remark("Text") {
                    let remark = remark.replace('\n', "\n// ");
                    writer.line(element, &format!("// {remark}"));
                }
            }
            _ => {}
        }
    }
    writer.text.truncate(writer.text.trim_end().len());
    (writer.text, writer.origins)
}

/// What the code of an action is indented by.
const INDENT: u32 = 8;

/// Writes lines, and notes where the file has what they show.
struct Writer<'a, 't> {
    places: Places<'a, 't>,
    text: String,
    count: usize,
    origins: Origins,
}

impl<'t> Writer<'_, 't> {
    fn line(&mut self, element: Element<'_, 't>, line: &str) {
        self.origins.line(self.count, self.places.begin(element), DRAWN);
        self.text.push_str(line);
        self.text.push('\n');
        self.count += line.matches('\n').count() + 1;
    }

    fn step(&mut self, step: Element<'_, 't>) {
        let first = if step.is("InitialStep", "true") { "INITIAL_STEP" } else { "STEP" };
        self.line(step, &format!("{first} {}", name(step)));
        for (word, limit) in
            [("PRESET", "Preset"), ("LIMIT_HIGH", "LimitHigh"), ("LIMIT_LOW", "LimitLow")]
        {
            let Some(limit) = step.child(limit) else { continue };
            let text = expression(limit);
            if !text.is_empty() {
                self.line(limit, &format!("    {word} := {text}"));
            }
        }
        for action in step.named("Action") {
            let mut head =
                format!("    {} {}", qualifier(&action.owned("Qualifier")), name(action));
            // It has no code: others look at its Q.
            if action.is("IsBoolean", "true") {
                head.push_str(" BOOLEAN");
            }
            if let Some(tag) = action.attribute("IndicatorTag") {
                head.extend([" INDICATOR ", &tag]);
            }
            let preset = action.child("Preset").map(expression).unwrap_or_default();
            if !preset.is_empty() {
                head.extend([" PRESET ", &preset]);
            }
            head.push(':');
            self.line(action, &head);
            let mut body: Vec<Element<'_, 't>> = content(action.child("Body")).collect();
            if body.last().is_some_and(|last| last.text().is_empty()) {
                body.pop();
            }
            for line in body {
                self.origins.line(self.count, self.places.text(line), INDENT);
                for line in line.text().split('\n') {
                    self.text.extend(["        ", line, "\n"]);
                    self.count += 1;
                }
            }
        }
    }
}

fn name(element: Element<'_, '_>) -> String {
    let name = element.attribute("Operand");
    name.map_or_else(|| format!("{}_{}", element.name(), element.owned("ID")), Into::into)
}

/// The letters of a qualifier (1756-PM006, Qualifiers); exports write it out.
fn qualifier(written: &str) -> &str {
    match written {
        "NonStored" => "N",
        "Stored" => "S",
        "Reset" => "R",
        "TimeLimited" => "L",
        "TimeDelayed" => "D",
        "Pulse" => "P",
        "PulseRisingEdge" => "P1",
        "PulseFallingEdge" => "P0",
        "StoredTimeLimited" => "SL",
        "StoredTimeDelayed" => "SD",
        "TimeDelayedStored" => "DS",
        letters => letters,
    }
}

/// An expression on one line.
fn expression(element: Element<'_, '_>) -> String {
    let code = code(Some(element));
    let words: Vec<&str> = code.trim().trim_end_matches(';').split_whitespace().collect();
    words.join(" ")
}

fn code(body: Option<Element<'_, '_>>) -> String {
    content(body).map(Element::text).collect::<Vec<_>>().join("\n")
}

/// The lines of a piece of structured text.
fn content<'a, 't: 'a>(body: Option<Element<'a, 't>>) -> impl Iterator<Item = Element<'a, 't>> {
    let content = body.and_then(|body| body.child("STContent"));
    content.into_iter().flat_map(|content| content.named("Line"))
}
