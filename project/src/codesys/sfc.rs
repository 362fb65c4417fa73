//! Sequential function charts as text, one rung for each element.

use crate::model::{Origins, Position, Rung, Way};

/// An element of a chart, in the order in which it is drawn.
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
        /// Where the file tells it by connections.
        way: Option<Way>,
    },
    Jump {
        to: String,
    },
    BranchBegin {
        parallel: bool,
    },
    /// The next leg of a branch, where the file tells legs by the order of elements.
    Leg,
    BranchEnd {
        parallel: bool,
    },
}

/// `INITIAL_STEP Init: N MAIN_INIT;`, `TRANSITION Ready;`, `JUMP Main;`.
pub(super) fn rungs(mut elements: Vec<(Position, Element)>) -> Vec<Rung> {
    follow(&mut elements);
    let rung = |(number, (at, element))| {
        let mut ways = None;
        let (text, comment) = match element {
            Element::Step { name, initial, actions, comment } => {
                let keyword = if initial { "INITIAL_STEP" } else { "STEP" };
                let actions: Vec<String> = actions
                    .into_iter()
                    .map(|(qualifier, name)| format!("{qualifier} {name}"))
                    .collect();
                let colon = if actions.is_empty() { "" } else { ": " };
                (format!("{keyword} {name}{colon}{};", actions.join(", ")), comment)
            }
            Element::Transition { condition, comment, way } => {
                ways = way.map(Box::new);
                (format!("TRANSITION {condition};"), comment)
            }
            Element::Jump { to } => (format!("JUMP {to};"), None),
            Element::BranchBegin { parallel } => (format!("BRANCH{};", kind(parallel)), None),
            Element::Leg => ("LEG;".to_owned(), None),
            Element::BranchEnd { parallel } => (format!("END_BRANCH{};", kind(parallel)), None),
        };
        let origins = Origins::drawn(at);
        Rung { number, comment, text, way: ways, origins, ..Rung::default() }
    };
    (1..).zip(elements).map(rung).collect()
}

/// Where transitions lead that no connection tells of: from what is above to what is below. The
/// legs of a branch must be told.
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

/// What stands one below the other.
enum Piece {
    /// An element, by its position.
    One(usize),
    Branch {
        parallel: bool,
        legs: Vec<Vec<Piece>>,
    },
}

/// All up to the end of the leg.
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

/// The steps that are reached first, or left last: of a branch those of all legs at the same time.
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

/// Alternative legs begin and end with transitions: they lead from what is above the branch, and to
/// what is below it.
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

fn kind(parallel: bool) -> &'static str {
    if parallel { " PARALLEL" } else { "" }
}
