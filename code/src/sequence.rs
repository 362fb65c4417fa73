//! Sequential charts as a list of elements, as the files of CODESYS have them: their displayed text,
//! and the steps around their transitions.

use tagbridge_structured_text::Span;

use crate::{ChartAction, ChartElement, ChartElementKind, ChartStep, ChartTransition};

/// The steps before and after a transition of a chart. If all steps before it are active and its
/// condition is true, it deactivates them, and activates the steps after it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Way {
    /// Names of steps.
    pub from: Vec<String>,
    /// Names of steps; for a jump that of its target.
    pub to: Vec<String>,
}

/// An element of a chart, in the order of the drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SequenceElement {
    /// A step.
    Step {
        /// Its name.
        name: String,
        /// Whether the chart begins with it.
        initial: bool,
        /// Qualifier and name.
        actions: Vec<(String, String)>,
        /// Its comment.
        comment: Option<String>,
    },
    /// A transition.
    Transition {
        /// Its condition.
        condition: String,
        /// Its comment.
        comment: Option<String>,
        /// Set if the file contains connections.
        way: Option<Way>,
    },
    /// A jump.
    Jump {
        /// The target step.
        to: String,
    },
    /// The begin of alternative or parallel legs.
    BranchBegin {
        /// Whether they are parallel.
        parallel: bool,
    },
    /// The next leg of a branch, if the file separates legs by the order of elements.
    Leg,
    /// Their end.
    BranchEnd {
        /// Whether they are parallel.
        parallel: bool,
    },
}

/// An element with its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SequenceText {
    /// `INITIAL_STEP Init: N MAIN_INIT;`, `TRANSITION Ready;`, `JUMP Main;`
    pub text: String,
    /// Its parts in the text.
    pub element: ChartElement,
    /// Its comment.
    pub comment: Option<String>,
    /// The steps around a transition, if they are known.
    pub way: Option<Way>,
}

impl SequenceText {
    /// Formats the elements of a chart, which are in the order of the drawing.
    pub fn all(mut elements: Vec<SequenceElement>) -> Vec<Self> {
        follow(&mut elements);
        elements.into_iter().map(Self::of).collect()
    }

    fn of(element: SequenceElement) -> Self {
        let (mut way, mut text, mut comment) = (None, Text::default(), None);
        let (name, kind) = match element {
            SequenceElement::Step { name, initial, actions, comment: said } => {
                comment = said;
                text.say(if initial { "INITIAL_STEP " } else { "STEP " });
                let name = text.say(&name);
                let mut step = ChartStep { is_first: initial, ..ChartStep::default() };
                for (qualifier, name) in &actions {
                    text.say(if step.actions.is_empty() { ": " } else { ", " });
                    step.actions.push(text.action(qualifier, name));
                }
                (name, ChartElementKind::Step(step))
            }
            SequenceElement::Transition { condition, comment: said, way: known } => {
                (way, comment) = (known, said);
                let name = text.say("TRANSITION");
                text.say(" ");
                let condition = text.say(&condition);
                let span = Span { end: condition.end, ..name };
                let transition = ChartTransition { span, condition, ..ChartTransition::default() };
                (name, ChartElementKind::Transition(transition))
            }
            SequenceElement::Jump { to } => {
                text.say("JUMP ");
                (text.say(&to), ChartElementKind::Stop)
            }
            SequenceElement::BranchBegin { parallel } => text.branch("BRANCH", parallel),
            SequenceElement::Leg => text.branch("LEG", false),
            SequenceElement::BranchEnd { parallel } => text.branch("END_BRANCH", parallel),
        };
        text.say(";");
        Self { text: text.0, element: ChartElement { name, kind }, comment, way }
    }
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
fn follow(elements: &mut [SequenceElement]) {
    let is_leg = |it: &SequenceElement| matches!(it, SequenceElement::Leg);
    let is_branch = |it: &SequenceElement| matches!(it, SequenceElement::BranchBegin { .. });
    if elements.iter().any(is_branch) && !elements.iter().any(is_leg) {
        return;
    }
    let series = series(elements, &mut 0);
    let mut ways = Vec::new();
    lead(elements, &series, (&[], &[]), &mut ways);
    for (at, way) in ways {
        if let SequenceElement::Transition { way: own, .. } = &mut elements[at] {
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
fn series(elements: &[SequenceElement], at: &mut usize) -> Vec<Piece> {
    let mut pieces = Vec::new();
    while let Some(element) = elements.get(*at) {
        match element {
            SequenceElement::Leg | SequenceElement::BranchEnd { .. } => break,
            SequenceElement::BranchBegin { parallel } => {
                let mut legs = Vec::new();
                while let Some(SequenceElement::BranchBegin { .. } | SequenceElement::Leg) =
                    elements.get(*at)
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
fn steps(elements: &[SequenceElement], piece: Option<&Piece>, first: bool) -> Vec<String> {
    match piece {
        Some(Piece::One(at)) => match &elements[*at] {
            SequenceElement::Step { name, .. } => vec![name.clone()],
            SequenceElement::Jump { to } if first => vec![to.clone()],
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
    elements: &[SequenceElement],
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
