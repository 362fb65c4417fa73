//! The statements within a called block that give a place of the caller its value.

use super::{EffectRow, Turned};
use crate::{Effect, Logic, PlaceId, StatementId, Step, unit::Direction};

/// Deeper calls of blocks in blocks are not followed.
const CALLS_MAX: usize = 4;

/// A statement within a block, and the calls on the way to it, the innermost first.
#[derive(Debug, Clone, PartialEq)]
pub struct InsideRow {
    /// The statement; its place is the parameter of the block.
    pub row: EffectRow,
    /// The calls.
    pub calls: Vec<StatementId>,
}

impl Logic<'_> {
    /// The statements within the block of a call that turn a place of the caller on or off, because
    /// the call binds a parameter to it. Empty if the code of the block is not readable.
    pub fn turned_inside(
        &self,
        call: StatementId,
        place: PlaceId,
        wanted: Turned,
    ) -> Vec<InsideRow> {
        let formal = self.formal_of(call, place);
        formal.map_or_else(Vec::new, |formal| self.inside(formal, wanted, &[call]))
    }

    /// The same for a member of the instance of a block, by a call of this instance: `Drive_1.Out`.
    pub fn turned_in_instance(&self, member: PlaceId, wanted: Turned) -> Vec<InsideRow> {
        let path = self.index.places.path(self.index.canonical(member));
        let calls = self.index.statements.iter().enumerate().filter_map(|(at, statement)| {
            let Effect::Call { instance: Some(instance), bindings, .. } = &statement.effect else {
                return None;
            };
            let instance = self.index.canonical(self.index.reference(*instance).place);
            let depth = path.iter().position(|part| *part == instance)?;
            let Step::Member(name) = self.index.places.step(*path.get(depth + 1)?) else {
                return None;
            };
            let formal = self.index.bindings(bindings).first()?.formal;
            let Step::Root(scope, _) = self.index.places.step(self.index.places.root_of(formal))
            else {
                return None;
            };
            let formal = self.index.places.find(None, Step::Root(scope, name))?;
            Some((self.below(formal, &path[depth + 2..])?, StatementId::at(at)))
        });
        calls.flat_map(|(formal, call)| self.inside(formal, wanted, &[call])).collect()
    }

    fn inside(&self, formal: PlaceId, wanted: Turned, calls: &[StatementId]) -> Vec<InsideRow> {
        let mut found = Vec::new();
        for row in self.turned(formal, wanted).rows {
            if !row.bound {
                found.push(InsideRow { row, calls: calls.to_vec() });
            } else if calls.len() < CALLS_MAX && !calls.contains(&row.statement) {
                let Some(inner) = self.formal_of(row.statement, formal) else { continue };
                let mut way = vec![row.statement];
                way.extend(calls);
                found.extend(self.inside(inner, wanted, &way));
            }
        }
        found
    }

    /// The place within the block to which a call binds a place of the caller, or the structure
    /// around it.
    fn formal_of(&self, call: StatementId, place: PlaceId) -> Option<PlaceId> {
        let Effect::Call { bindings, .. } = &self.index.statement(call).effect else { return None };
        let path = self.index.places.path(self.index.canonical(place));
        let written =
            self.index.bindings(bindings).iter().filter(|it| it.direction != Direction::In);
        written.into_iter().find_map(|binding| {
            let actual = self.index.canonical(self.index.reference(binding.at?).place);
            let depth = path.iter().position(|part| *part == actual)?;
            self.below(binding.formal, &path[depth + 1..])
        })
    }

    /// The place with the same last steps as those of a path.
    fn below(&self, of: PlaceId, path: &[PlaceId]) -> Option<PlaceId> {
        path.iter().try_fold(of, |place, part| {
            self.index.places.find(Some(place), self.index.places.step(*part))
        })
    }
}
