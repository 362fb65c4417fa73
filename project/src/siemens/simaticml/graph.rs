//! GRAPH: steps with their actions, and transitions with their conditions.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;
use tagbridge_code::{
    ChartAction, ChartElement, ChartElementKind, ChartStep, ChartTransition, Ladder, NamedStep,
};
use tagbridge_structured_text::Span;

use super::{elements, multilingual, network};
use crate::{
    line_index::LineIndex,
    model::{DRAWN, Origins, Rung},
    xml,
};

/// One rung for each step and each transition, steps first; the permanent operations are before and
/// after them.
pub(super) fn rungs(lines: &LineIndex<'_>, source: Node<'_, '_>) -> Vec<Rung> {
    let mut rungs = permanent(lines, source, "PreOperations", "BEFORE");
    for sequence in xml::children(source, "Sequence") {
        let ways = ways(sequence);
        let all = |list: &str, name: &'static str| {
            let list = xml::child(sequence, list).into_iter();
            list.flat_map(move |list| xml::children(list, name)).collect::<Vec<_>>()
        };
        for step in all("Steps", "Step") {
            rungs.push(step_rung(lines, step));
        }
        for transition in all("Transitions", "Transition") {
            let number = transition.attribute("Number").unwrap_or_default();
            let mut own = ChartTransition::default();
            let head = ways.get(number).map(|way| way.text(&mut own)).unwrap_or_default();
            let code = code(lines, transition).unwrap_or_default();
            let mut rung = behind(lines, transition, &head, code);
            own.span = Span::new(0, rung.text.len());
            own.condition = Span::new(head.len(), rung.text.len());
            let (name, kind) = (Span::default(), ChartElementKind::Transition(own));
            rung.element = Some(Box::new(ChartElement { name, kind }));
            rungs.push(rung);
        }
    }
    rungs.extend(permanent(lines, source, "PostOperations", "AFTER"));
    for (at, rung) in rungs.iter_mut().enumerate() {
        rung.number = u32::try_from(at + 1).unwrap_or(u32::MAX);
    }
    rungs
}

fn code(lines: &LineIndex<'_>, node: Node<'_, '_>) -> Option<Rung> {
    let mut children = elements(node);
    let known = |it: &Node<'_, '_>| ["FlgNet", "StructuredText"].contains(&it.tag_name().name());
    children.find(known).map(|code| network::text(lines, code))
}

/// The code that runs in each cycle, independent of the active step: `PERMANENT BEFORE: …`.
fn permanent(lines: &LineIndex<'_>, source: Node<'_, '_>, list: &str, when: &str) -> Vec<Rung> {
    let list = xml::child(source, list).into_iter();
    let operations = list.flat_map(|list| xml::children(list, "PermanentOperation"));
    operations
        .filter_map(|operation| Some((operation, code(lines, operation)?)))
        .filter(|(_, code)| !code.text.is_empty())
        .map(|(operation, code)| behind(lines, operation, &format!("PERMANENT {when}: "), code))
        .collect()
}

/// A rung with this head before its code.
fn behind(lines: &LineIndex<'_>, node: Node<'_, '_>, head: &str, code: Rung) -> Rung {
    let origins = Origins::drawn(lines.position(node.range().start));
    let mut ladder = Ladder::default();
    ladder.append(code.ladder.map(|ladder| *ladder).unwrap_or_default(), head.len());
    rung(node, format!("{head}{}", code.text), ladder, origins)
}

fn rung(node: Node<'_, '_>, text: String, ladder: Ladder, origins: Origins) -> Rung {
    Rung {
        number: 0,
        title: node.attribute("Name").map(str::to_owned),
        comment: xml::child(node, "Comment").and_then(multilingual::of_element),
        text,
        ladder: Some(Box::new(ladder)),
        origins,
        ..Rung::default()
    }
}

/// A step: `STEP 1 (initial)`, then its times, interlock, supervision and actions.
fn step_rung(index: &LineIndex<'_>, step: Node<'_, '_>) -> Rung {
    let place = |node: Node<'_, '_>| index.position(node.range().start);
    let mut text = String::new();
    let mut ladder = Ladder::default();
    let mut origins = Origins::default();
    let mut count = 0;
    let mut say = |node: Node<'_, '_>, line: &str| {
        origins.line(count, place(node), DRAWN);
        count += line.matches('\n').count() + 1;
        text.extend([line, "\n"]);
        text.len() - line.len() - 1
    };
    let initial = if step.attribute("Init") == Some("true") { " (initial)" } else { "" };
    let number = step.attribute("Number").unwrap_or_default();
    say(step, &format!("STEP {number}{initial}"));
    let name = Span::new("STEP ".len(), "STEP ".len() + number.len());
    let mut own = ChartStep { is_first: !initial.is_empty(), ..ChartStep::default() };
    let time = |name: &str| step.attribute(name).filter(|time| !time.is_empty());
    let times = [("maximum", "MaximumStepTime"), ("warning", "WarningTime")];
    let times: Vec<String> =
        times.iter().filter_map(|(word, name)| Some(format!("{word} {}", time(name)?))).collect();
    if !times.is_empty() {
        say(step, &format!("TIMES {}", times.join(", ")));
    }
    for (list, item, word) in
        [("Interlocks", "Interlock", "INTERLOCK"), ("Supervisions", "Supervision", "SUPERVISION")]
    {
        let items = xml::child(step, list).into_iter().flat_map(|list| xml::children(list, item));
        for net in items.filter_map(|item| xml::child(item, "FlgNet")) {
            let rung = network::text(index, net);
            // A single coil has no condition.
            if let Some(drawn) = rung.ladder.filter(|ladder| ladder.drawn.len() > 1) {
                let begin = say(net, &format!("{word}: {}", rung.text));
                let code = begin + word.len() + ": ".len();
                ladder.append(*drawn, code);
                let word = Span::new(begin, begin + word.len());
                own.limits.push((word, Span::new(code, code + rung.text.len())));
            }
        }
    }
    let actions = xml::child(step, "Actions").into_iter();
    for action in actions.flat_map(|list| xml::children(list, "Action")) {
        // As in the editor: the action `S1 NC` is executed on an event, and depends on the interlock.
        let event = action.attribute("Event").unwrap_or_default();
        let interlock = if action.attribute("Interlock") == Some("true") { "C" } else { "" };
        let qualifier = action.attribute("Qualifier").unwrap_or_default();
        let words = format!("{event} {qualifier}{interlock}");
        let words = words.trim_start();
        let tokens: String = elements(action)
            .map(|token| match token.tag_name().name() {
                "Access" => super::access::text(token),
                "Token" => token.attribute("Text").unwrap_or_default().to_owned(),
                _ => xml::text(token).into_owned(),
            })
            .collect();
        let tokens = tokens.trim();
        if tokens.is_empty() {
            continue;
        }
        let line = format!("{words} {tokens};");
        let line = line.trim_start();
        let begin = say(action, line);
        let part = |at: usize, length: usize| Span::new(begin + at, begin + at + length);
        let behind = if event.is_empty() { 0 } else { event.len() + 1 };
        own.actions.push(ChartAction {
            span: part(0, line.len()),
            event: (!event.is_empty()).then(|| part(0, event.len())),
            qualifier: part(behind, qualifier.len()),
            with_interlock: !interlock.is_empty(),
            name: part(line.len() - 1 - tokens.len(), tokens.len()),
            ..ChartAction::default()
        });
    }
    text.pop();
    let element = ChartElement { name, kind: ChartElementKind::Step(own) };
    Rung { element: Some(Box::new(element)), ..rung(step, text, ladder, origins) }
}

/// The steps before and after a transition.
#[derive(Default)]
struct Way<'a> {
    from: Vec<Reached<'a>>,
    to: Vec<Reached<'a>>,
}

/// An end of a transition.
struct Reached<'a> {
    /// `step`, or the word in the file.
    kind: &'a str,
    number: &'a str,
    /// The mark of a jump.
    jumps: &'static str,
}

impl Way<'_> {
    /// Formats `FROM step 1, step 2 TO step 3 (jump): `, and records the places of the steps.
    fn text(&self, own: &mut ChartTransition) -> String {
        let mut text = String::new();
        for (word, list, named) in
            [("FROM ", &self.from, &mut own.from), (" TO ", &self.to, &mut own.to)]
        {
            text.push_str(word);
            for (at, end) in list.iter().enumerate() {
                text.push_str(if at == 0 { "" } else { ", " });
                let start = text.len();
                let number = start + end.kind.len() + 1;
                text.extend([end.kind, " ", end.number, end.jumps]);
                if end.kind == "step" {
                    let span = Span::new(start, text.len());
                    let number = Span::new(number, number + end.number.len());
                    named.push(NamedStep { span, number });
                }
            }
        }
        text.push_str(": ");
        text
    }
}

/// An end of a connection: its kind and its number.
type End<'a> = (&'a str, &'a str);

/// The steps before and after each transition, by its number. A simultaneous branch has all its
/// steps, an alternative branch the step at its begin or end. The target of a jump is followed by
/// `(jump)`.
fn ways<'a>(sequence: Node<'a, '_>) -> HashMap<&'a str, Way<'a>> {
    let mut links: Vec<(End<'_>, End<'_>, bool)> = Vec::new();
    let connections = xml::child(sequence, "Connections").into_iter();
    for connection in connections.flat_map(|list| xml::children(list, "Connection")) {
        let end = |name: &str| {
            let node = elements(xml::child(connection, name)?).next()?;
            Some((node.tag_name().name(), node.attribute("Number").unwrap_or_default()))
        };
        let jump = xml::child(connection, "LinkType").is_some_and(|kind| xml::text(kind) == "Jump");
        if let (Some(from), Some(to)) = (end("NodeFrom"), end("NodeTo")) {
            links.push((from, to, jump));
        }
    }
    let (mut before, mut behind): (Links<'_>, Links<'_>) = (HashMap::new(), HashMap::new());
    for (from, to, jump) in &links {
        before.entry(*to).or_default().push((*from, *jump));
        behind.entry(*from).or_default().push((*to, *jump));
    }
    let mut ways: HashMap<&str, Way<'_>> = HashMap::new();
    for transition in before.keys().chain(behind.keys()).filter(|end| end.0 == "TransitionRef") {
        let way = Way { from: steps(&before, *transition), to: steps(&behind, *transition) };
        ways.entry(transition.1).or_insert(way);
    }
    ways
}

type Links<'a> = HashMap<End<'a>, Vec<(End<'a>, bool)>>;

/// The steps that a transition leads to, also through branches.
fn steps<'a>(links: &Links<'a>, from: End<'a>) -> Vec<Reached<'a>> {
    let mut found = Vec::new();
    let mut seen: HashSet<End<'a>> = HashSet::from([from]);
    let mut left: Vec<(End<'a>, bool)> = links.get(&from).cloned().unwrap_or_default();
    left.reverse();
    while let Some((end, jump)) = left.pop() {
        if !seen.insert(end) {
            continue;
        }
        let jumps = if jump { " (jump)" } else { "" };
        match end.0 {
            "StepRef" => found.push(Reached { kind: "step", number: end.1, jumps }),
            "BranchRef" => left.extend(links.get(&end).into_iter().flatten().rev().copied()),
            "TransitionRef" => {}
            kind => found.push(Reached { kind, number: end.1, jumps }),
        }
    }
    found
}
