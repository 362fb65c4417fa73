//! GRAPH: steps with their actions, transitions with their conditions.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use super::{elements, ladder, multilingual, network};
use crate::{model::Rung, xml};

/// One rung per step and per transition, steps first; permanent operations stand around them.
pub(super) fn rungs(source: Node<'_, '_>) -> Vec<Rung> {
    let mut rungs = permanent(source, "PreOperations", "BEFORE");
    for sequence in xml::children(source, "Sequence") {
        let ways = ways(sequence);
        let all = |list: &str, name: &'static str| {
            let list = xml::child(sequence, list).into_iter();
            list.flat_map(move |list| xml::children(list, name)).collect::<Vec<_>>()
        };
        for step in all("Steps", "Step") {
            rungs.push(rung(step, step_text(step)));
        }
        for transition in all("Transitions", "Transition") {
            let number = transition.attribute("Number").unwrap_or_default();
            let way = ways.get(number).map(Way::text).unwrap_or_default();
            rungs.push(rung(transition, format!("{way}{}", code(transition).unwrap_or_default())));
        }
    }
    rungs.extend(permanent(source, "PostOperations", "AFTER"));
    for (at, rung) in rungs.iter_mut().enumerate() {
        rung.number = u32::try_from(at + 1).unwrap_or(u32::MAX);
    }
    rungs
}

fn code(node: Node<'_, '_>) -> Option<String> {
    let mut children = elements(node);
    let known = |it: &Node<'_, '_>| ["FlgNet", "StructuredText"].contains(&it.tag_name().name());
    children.find(known).map(network::text)
}

/// What is executed in each cycle, whichever step is active: `PERMANENT BEFORE: …`.
fn permanent(source: Node<'_, '_>, list: &str, when: &str) -> Vec<Rung> {
    let list = xml::child(source, list).into_iter();
    let operations = list.flat_map(|list| xml::children(list, "PermanentOperation"));
    operations
        .filter_map(|operation| Some((operation, code(operation)?)))
        .filter(|(_, code)| !code.is_empty())
        .map(|(operation, code)| rung(operation, format!("PERMANENT {when}: {code}")))
        .collect()
}

fn rung(node: Node<'_, '_>, text: String) -> Rung {
    Rung {
        number: 0,
        title: node.attribute("Name").map(str::to_owned),
        comment: xml::child(node, "Comment").and_then(multilingual::of_element),
        text,
        ..Rung::default()
    }
}

/// `STEP 1 (initial)`, then its times, its interlock, its supervision and its actions.
fn step_text(step: Node<'_, '_>) -> String {
    let initial = if step.attribute("Init") == Some("true") { " (initial)" } else { "" };
    let mut lines = vec![format!("STEP {}{initial}", step.attribute("Number").unwrap_or_default())];
    let time = |name: &str| step.attribute(name).filter(|time| !time.is_empty());
    let times = [("maximum", "MaximumStepTime"), ("warning", "WarningTime")];
    let times: Vec<String> =
        times.iter().filter_map(|(word, name)| Some(format!("{word} {}", time(name)?))).collect();
    if !times.is_empty() {
        lines.push(format!("TIMES {}", times.join(", ")));
    }
    for (list, item, word) in
        [("Interlocks", "Interlock", "INTERLOCK"), ("Supervisions", "Supervision", "SUPERVISION")]
    {
        let items = xml::child(step, list).into_iter().flat_map(|list| xml::children(list, item));
        for net in items.filter_map(|item| xml::child(item, "FlgNet")) {
            // A coil alone says nothing.
            if ladder::parts(net) > 1 {
                lines.push(format!("{word}: {}", ladder::text(net)));
            }
        }
    }
    let actions = xml::child(step, "Actions").into_iter();
    for action in actions.flat_map(|list| xml::children(list, "Action")) {
        // As the editor showed it for long: `S1 NC` is done on an event, and with the interlock.
        let event = action.attribute("Event").unwrap_or_default();
        let interlock = if action.attribute("Interlock") == Some("true") { "C" } else { "" };
        let qualifier = action.attribute("Qualifier").unwrap_or_default();
        let qualifier = format!("{event} {qualifier}{interlock}");
        let qualifier = qualifier.trim_start();
        let tokens: String = elements(action)
            .map(|token| match token.tag_name().name() {
                "Access" => super::access::text(token),
                "Token" => token.attribute("Text").unwrap_or_default().to_owned(),
                _ => xml::text(token).into_owned(),
            })
            .collect();
        if !tokens.trim().is_empty() {
            lines.push(format!("{qualifier} {};", tokens.trim()).trim_start().to_owned());
        }
    }
    lines.join("\n")
}

/// From which steps to which a transition leads.
#[derive(Default)]
struct Way {
    from: Vec<String>,
    to: Vec<String>,
}

impl Way {
    fn text(&self) -> String {
        format!("FROM {} TO {}: ", self.from.join(", "), self.to.join(", "))
    }
}

/// An end of a connection: what it is, and which.
type End<'a> = (&'a str, &'a str);

/// Ways by transition number. Of a simultaneous branch all steps are told, of an alternative one
/// the step that it begins or ends at; `(jump)` stands behind what a jump leads to.
fn ways(sequence: Node<'_, '_>) -> HashMap<String, Way> {
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
    let mut ways: HashMap<String, Way> = HashMap::new();
    for transition in before.keys().chain(behind.keys()).filter(|end| end.0 == "TransitionRef") {
        let way = Way { from: steps(&before, *transition), to: steps(&behind, *transition) };
        ways.entry(transition.1.to_owned()).or_insert(way);
    }
    ways
}

type Links<'a> = HashMap<End<'a>, Vec<(End<'a>, bool)>>;

/// The steps that a transition leads to, through branches.
fn steps<'a>(links: &Links<'a>, from: End<'a>) -> Vec<String> {
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
            "StepRef" => found.push(format!("step {}{jumps}", end.1)),
            "BranchRef" => left.extend(links.get(&end).into_iter().flatten().rev().copied()),
            "TransitionRef" => {}
            other => found.push(format!("{other} {}{jumps}", end.1)),
        }
    }
    found
}
