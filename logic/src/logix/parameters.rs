//! The parameters of a routine: the operands of its SBR and RET instructions.

use tagbridge_code::Ladder;
use tagbridge_project::Body;
use tagbridge_structured_text::{Dialect, StatementKind, TextElement, parse, walk};

use super::{
    alias,
    declared::{CodeScope, Declared},
};
use crate::{PlaceId, RoutineId, Span, emit::Emit};

/// The operands of all SBR or all RET instructions of a routine, by position: each place once;
/// `None` if an instruction has a value or no operand there.
#[derive(Debug, Default)]
pub(crate) struct Parameters(Vec<Vec<Option<PlaceId>>>);

impl Parameters {
    fn of(all: &[Vec<Option<PlaceId>>]) -> Self {
        let count = all.iter().map(Vec::len).max().unwrap_or_default();
        let at = |position: usize| {
            let mut found: Vec<Option<PlaceId>> = Vec::new();
            for operands in all {
                let operand = operands.get(position).copied().flatten();
                if !found.contains(&operand) {
                    found.push(operand);
                }
            }
            found
        };
        Self((0..count).map(at).collect())
    }

    /// The places at a position.
    pub(crate) fn named(&self, position: usize) -> Vec<PlaceId> {
        self.0.get(position).into_iter().flatten().copied().flatten().collect()
    }

    /// The places at a position, and another one if an instruction has no place there, or the file
    /// does not show it.
    pub(crate) fn named_or(&self, position: usize, other: Option<PlaceId>) -> Vec<PlaceId> {
        let mut named = self.named(position);
        let is_told = self.0.get(position).is_some_and(|it| it.iter().all(Option::is_some));
        named.extend(other.filter(|_| !is_told));
        named
    }

    /// For each position, the place if all instructions have the same one.
    pub(crate) fn certain(&self) -> Vec<Option<PlaceId>> {
        let one = |places: &Vec<Option<PlaceId>>| match places[..] {
            [Some(place)] => Some(place),
            _ => None,
        };
        self.0.iter().map(one).collect()
    }
}

/// The parameters of a routine in ladder, structured text or a diagram.
pub(crate) fn parameters(
    emit: &mut Emit<'_>,
    declared: &Declared,
    home: CodeScope,
    routine: RoutineId,
    mnemonic: &str,
) -> Parameters {
    let project = emit.project;
    let mut all: Vec<Vec<Option<PlaceId>>> = Vec::new();
    let mut add = |operands: Vec<&str>| {
        all.push(operands.iter().map(|it| alias::place(emit, declared, home, it)).collect());
    };
    match &project.routines[routine.index()].body {
        Body::Rungs(rungs) => {
            for rung in rungs {
                let nodes = rung.net.iter().flat_map(|net| &net.nodes);
                for node in nodes.filter(|node| node.kind == mnemonic) {
                    let tags = node.pins.iter().filter_map(|pin| pin.value.as_deref());
                    add(tags.flat_map(str::split_whitespace).collect());
                }
                // A rung without the mnemonic need not be parsed.
                if rung.net.is_some() || !rung.text.contains(mnemonic) {
                    continue;
                }
                let text = |span: Span| &rung.text[span.range()];
                for part in Ladder::neutral(&rung.text).parts() {
                    if text(part.name) == mnemonic {
                        add(part.operands().map(text).collect());
                    }
                }
            }
        }
        Body::Text(text) if text.to_ascii_uppercase().contains(mnemonic) => {
            walk(&parse(text, Dialect::Logix), &mut |seen| {
                let TextElement::Statement(statement) = seen else { return };
                let StatementKind::Call(operand) = &statement.kind else { return };
                let name = text.get(operand.root_span.range()).unwrap_or_default();
                if let Some(given) = operand.call().filter(|_| name.eq_ignore_ascii_case(mnemonic))
                {
                    add(given.iter().filter_map(|it| text.get(it.span.range())).collect());
                }
            });
        }
        Body::Text(_) | Body::Protected | Body::Absent => {}
    }
    Parameters::of(&all)
}
