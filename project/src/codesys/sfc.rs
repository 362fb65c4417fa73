//! Sequential function charts as text, one rung for each element.

use tagbridge_code::{ChartAction, ChartElement, ChartElementKind, ChartStep, ChartTransition};
use tagbridge_structured_text::Span;

use crate::model::{Origins, Position, Rung, Way};

/// An element of a chart, in the order of the drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Element {
    Step {
        name: String,
        initial: bool,
        /// Qualifier and name.
        actions: Vec<(String, String)>,
        comment: Option<String>,
    },
    Transition {
        condition: String,
        comment: Option<String>,
        /// Set if the file contains connections.
        way: Option<Way>,
    },
    Jump {
        to: String,
    },
    BranchBegin {
        parallel: bool,
    },
    /// The next leg of a branch, if the file separates legs by the order of elements.
    Leg,
    BranchEnd {
        parallel: bool,
    },
}

/// Formats elements: `INITIAL_STEP Init: N MAIN_INIT;`, `TRANSITION Ready;`, `JUMP Main;`.
pub(super) fn rungs(mut elements: Vec<(Position, Element)>) -> Vec<Rung> {
    follow(&mut elements);
    let rung = |(number, (at, element))| {
        let (mut ways, mut text, mut comments) = (None, Text::default(), None);
        let (name, kind) = match element {
            Element::Step { name, initial, actions, comment } => {
                comments = comment;
                text.say(if initial { "INITIAL_STEP " } else { "STEP " });
                let name = text.say(&name);
                let mut step = ChartStep { is_first: initial, ..ChartStep::default() };
                for (qualifier, name) in &actions {
                    text.say(if step.actions.is_empty() { ": " } else { ", " });
                    step.actions.push(text.action(qualifier, name));
                }
                (name, ChartElementKind::Step(step))
            }
            Element::Transition { condition, comment, way } => {
                (ways, comments) = (way.map(Box::new), comment);
                let name = text.say("TRANSITION");
                text.say(" ");
                let condition = text.say(&condition);
                let span = Span { end: condition.end, ..name };
                let transition = ChartTransition { span, condition, ..ChartTransition::default() };
                (name, ChartElementKind::Transition(transition))
            }
            Element::Jump { to } => {
                text.say("JUMP ");
                (text.say(&to), ChartElementKind::Stop)
            }
            Element::BranchBegin { parallel } => text.branch("BRANCH", parallel),
            Element::Leg => text.branch("LEG", false),
            Element::BranchEnd { parallel } => text.branch("END_BRANCH", parallel),
        };
        text.say(";");
        Rung {
            number,
            comment: comments,
            text: text.0,
            element: Some(Box::new(ChartElement { name, kind })),
            way: ways,
            origins: Origins::drawn(at),
            ..Rung::default()
        }
    };
    (1..).zip(elements).map(rung).collect()
}

/// A text, with the spans of its parts.
#[derive(Default)]
struct Text(String);

impl Text {
    fn say(&mut self, part: &str) -> Span {
        let start = self.0.len();
        self.0.push_str(part);
        Span::new(start, self.0.len())
    }

    /// Appends an action: `N MAIN_INIT`, `D T#5s Lamp`.
    fn action(&mut self, qualifier: &str, name: &str) -> ChartAction {
        let (qualifier, time) = qualifier.split_once(' ').unwrap_or((qualifier, ""));
        let qualifier = self.say(qualifier);
        self.say(" ");
        let preset = (!time.is_empty()).then(|| {
            let preset = self.say(time);
            self.say(" ");
            preset
        });
        let name = self.say(name);
        let span = Span { end: name.end, ..qualifier };
        ChartAction { span, qualifier, name, preset, ..ChartAction::default() }
    }

    fn branch(&mut self, word: &str, parallel: bool) -> (Span, ChartElementKind) {
        self.say(word);
        self.say(if parallel { " PARALLEL" } else { "" });
        (Span::default(), ChartElementKind::Branch)
    }
}

/// Sets the steps of transitions without connections, from the elements above and below. Needs the
/// legs of branches.
fn follow(elements: &mut [(Position, Element)]) {
    let is_leg = |(_, element): &(Position, Element)| matches!(element, Element::Leg);
    let is_branch = |(_, it): &(Position, Element)| matches!(it, Element::BranchBegin { .. });
    if elements.iter().any(is_branch) && !elements.iter().any(is_leg) {
        return;
    }
    let series = series(elements, &mut 0);
    let mut ways = Vec::new();
    lead(elements, &series, (&[], &[]), &mut ways);
    for (at, way) in ways {
        if let (_, Element::Transition { way: own, .. }) = &mut elements[at] {
            own.get_or_insert(way);
        }
    }
}

/// Elements that follow each other from top to bottom.
enum Piece {
    /// An element, by its index.
    One(usize),
    Branch {
        parallel: bool,
        legs: Vec<Vec<Piece>>,
    },
}

/// Parses all elements up to the end of the leg.
fn series(elements: &[(Position, Element)], at: &mut usize) -> Vec<Piece> {
    let mut pieces = Vec::new();
    while let Some((_, element)) = elements.get(*at) {
        match element {
            Element::Leg | Element::BranchEnd { .. } => break,
            Element::BranchBegin { parallel } => {
                let mut legs = Vec::new();
                while let Some((_, Element::BranchBegin { .. } | Element::Leg)) = elements.get(*at)
                {
                    *at += 1;
                    legs.push(series(elements, at));
                }
                pieces.push(Piece::Branch { parallel: *parallel, legs });
            }
            _ => pieces.push(Piece::One(*at)),
        }
        *at += 1;
    }
    pieces
}

/// The steps that a piece begins or ends with; for a parallel branch those of all legs.
fn steps(elements: &[(Position, Element)], piece: Option<&Piece>, first: bool) -> Vec<String> {
    match piece {
        Some(Piece::One(at)) => match &elements[*at].1 {
            Element::Step { name, .. } => vec![name.clone()],
            Element::Jump { to } if first => vec![to.clone()],
            _ => Vec::new(),
        },
        Some(Piece::Branch { parallel: true, legs }) => {
            let ends = legs.iter().map(|leg| if first { leg.first() } else { leg.last() });
            ends.flat_map(|end| steps(elements, end, first)).collect()
        }
        Some(Piece::Branch { .. }) | None => Vec::new(),
    }
}

/// Computes the steps of transitions. Alternative legs begin and end with transitions: they lead
/// from the steps above the branch to those below it.
fn lead(
    elements: &[(Position, Element)],
    series: &[Piece],
    (above, below): (&[String], &[String]),
    ways: &mut Vec<(usize, Way)>,
) {
    for (at, piece) in series.iter().enumerate() {
        let from = match at.checked_sub(1) {
            Some(before) => steps(elements, series.get(before), false),
            None => above.to_vec(),
        };
        let to = match series.get(at + 1) {
            behind @ Some(_) => steps(elements, behind, true),
            None => below.to_vec(),
        };
        match piece {
            Piece::One(at) if !from.is_empty() && !to.is_empty() => {
                ways.push((*at, Way { from, to }));
            }
            Piece::One(_) => {}
            Piece::Branch { parallel, legs } => {
                let around: (&[String], &[String]) =
                    if *parallel { (&[], &[]) } else { (&from, &to) };
                for leg in legs {
                    lead(elements, leg, around, ways);
                }
            }
        }
    }
}
