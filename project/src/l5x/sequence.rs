//! Sequential function charts as text: steps with their actions, transitions with their conditions,
//! and their links.

use std::collections::HashMap;

use tagbridge_code::{
    Chart, ChartAction, ChartElement, ChartElementKind, ChartStep, ChartTransition,
};
use tagbridge_structured_text::Span;

use super::tree::{Element, Places};
use crate::{Origins, model::DRAWN};

/// Reads an `SFCContent` element: its text, the places of the lines, and the chart with its spans.
pub(super) fn text<'t>(places: Places<'_, 't>, chart: Element<'_, 't>) -> (String, Origins, Chart) {
    let (text, origins) = (String::new(), Origins::default());
    let mut writer = Writer { places, text, count: 0, origins, chart: Chart::default() };
    // The names of elements and of the legs of branches in links, with the index of the element.
    let mut ends: HashMap<String, (String, usize)> = HashMap::new();
    let mut known = 0;
    for element in chart.children() {
        let name = name(element);
        for leg in element.named("Leg") {
            let id = leg.owned("ID");
            ends.insert(id.clone(), (format!("{name}.leg_{id}"), known));
        }
        ends.insert(element.owned("ID"), (name, known));
        known += usize::from(["Step", "Transition", "Stop", "Branch"].contains(&element.name()));
    }
    for element in chart.children() {
        match element.name() {
            "Step" => writer.step(element),
            "Transition" => {
                let condition = code(element.child("Condition"));
                writer.transition(element, condition.trim_end_matches(';'));
            }
            "Stop" => {
                let line = writer.line(element, &format!("STOP {}", name(element)));
                let name = Span { start: line.start + 5, ..line };
                writer.add(name, ChartElementKind::Stop);
            }
            "Branch" => {
                let (kind, flow) = (element.owned("BranchType"), element.owned("BranchFlow"));
                let name = name(element);
                let line = writer.line(element, &format!("BRANCH {name} {kind} {flow}"));
                let start = line.start as usize + "BRANCH ".len();
                writer.add(Span::new(start, start + name.len()), ChartElementKind::Branch);
            }
            "DirectedLink" => {
                let ids = ["FromID", "ToID"].map(|end| element.owned(end));
                let [from, to] = ids.each_ref().map(|id| ends.get(id));
                if let (Some((_, from)), Some((_, to))) = (from, to)
                    && !writer.chart.links.contains(&(*from, *to))
                {
                    writer.chart.links.push((*from, *to));
                }
                let [from, to] =
                    [(from, &ids[0]), (to, &ids[1])].map(|(end, id)| end.map_or(id, |it| &it.0));
                writer.line(element, &format!("LINK {from} -> {to}"));
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
    (writer.text, writer.origins, writer.chart)
}

/// The indentation of an action's code.
const INDENT: u32 = 8;

/// Writes lines, and records their places in the file and their elements.
struct Writer<'a, 't> {
    places: Places<'a, 't>,
    text: String,
    count: usize,
    origins: Origins,
    chart: Chart,
}

impl<'t> Writer<'_, 't> {
    /// Writes a line, and returns its span without the line end.
    fn line(&mut self, element: Element<'_, 't>, line: &str) -> Span {
        self.origins.line(self.count, self.places.begin(element), DRAWN);
        let start = self.text.len();
        self.text.push_str(line);
        let shown = Span::new(start, start + line.trim_end().len());
        self.text.push('\n');
        self.count += line.matches('\n').count() + 1;
        shown
    }

    fn add(&mut self, name: Span, kind: ChartElementKind) {
        self.chart.elements.push(ChartElement { name, kind });
    }

    fn transition(&mut self, element: Element<'_, 't>, condition: &str) {
        let name = name(element);
        let span = self.line(element, &format!("TRANSITION {name} := {condition}"));
        let start = span.start as usize + "TRANSITION ".len();
        let own = Span::new(start, start + name.len());
        let behind = own.end as usize + " := ".len();
        let blanks = condition.len() - condition.trim_start().len();
        let end = span.end as usize;
        let condition = Span::new((behind + blanks).min(end), end);
        let transition = ChartTransition { span, condition, ..ChartTransition::default() };
        self.add(own, ChartElementKind::Transition(transition));
    }

    fn step(&mut self, element: Element<'_, 't>) {
        let is_first = element.is("InitialStep", "true");
        let word = if is_first { "INITIAL_STEP" } else { "STEP" };
        let line = self.line(element, &format!("{word} {}", name(element)));
        let own = Span::new(line.start as usize + word.len() + 1, line.end as usize);
        let mut step = ChartStep { is_first, ..ChartStep::default() };
        for (word, limit) in
            [("PRESET", "Preset"), ("LIMIT_HIGH", "LimitHigh"), ("LIMIT_LOW", "LimitLow")]
        {
            let Some(limit) = element.child(limit) else { continue };
            let text = expression(limit);
            if !text.is_empty() {
                let line = self.line(limit, &format!("    {word} := {text}"));
                let start = line.start as usize + 4;
                let word = Span::new(start, start + word.len());
                step.limits.push((word, Span::new(word.end as usize + 4, line.end as usize)));
            }
        }
        for action in element.named("Action") {
            step.actions.push(self.action(action));
        }
        self.add(own, ChartElementKind::Step(step));
    }

    fn action(&mut self, action: Element<'_, 't>) -> ChartAction {
        let begin = self.text.len();
        let mut head = "    ".to_owned();
        let mut say = |word: &str, part: &str| {
            head.push_str(word);
            let start = begin + head.len();
            head.push_str(part);
            Span::new(start, start + part.len())
        };
        let qualifier = say("", qualifier(&action.owned("Qualifier")));
        let name = say(" ", &name(action));
        // The action has no code: other code uses its Q.
        if action.is("IsBoolean", "true") {
            say(" BOOLEAN", "");
        }
        let indicator = action.attribute("IndicatorTag").map(|tag| say(" INDICATOR ", &tag));
        let preset = action.child("Preset").map(expression).filter(|it| !it.is_empty());
        let preset = preset.map(|preset| say(" PRESET ", &preset));
        say(":", "");
        let mut span = self.line(action, &head);
        let mut body: Option<Span> = None;
        let mut lines: Vec<Element<'_, 't>> = content(action.child("Body")).collect();
        if lines.last().is_some_and(|last| last.text().is_empty()) {
            lines.pop();
        }
        for line in lines {
            self.origins.line(self.count, self.places.text(line), INDENT);
            for line in line.text().split('\n') {
                let start = self.text.len();
                self.text.extend(["        ", line, "\n"]);
                self.count += 1;
                let own = Span::new(start, self.text.len() - 1);
                let whole = body.get_or_insert(own);
                whole.end = own.end;
                span.end = own.end;
            }
        }
        ChartAction { span, qualifier, name, indicator, preset, body, ..ChartAction::default() }
    }
}

fn name(element: Element<'_, '_>) -> String {
    let name = element.attribute("Operand");
    name.map_or_else(|| format!("{}_{}", element.name(), element.owned("ID")), Into::into)
}

/// The letters of a qualifier (1756-PM006, Qualifiers); exports contain the words.
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

/// The lines of structured text.
fn content<'a, 't: 'a>(body: Option<Element<'a, 't>>) -> impl Iterator<Item = Element<'a, 't>> {
    let content = body.and_then(|body| body.child("STContent"));
    content.into_iter().flat_map(|content| content.named("Line"))
}
