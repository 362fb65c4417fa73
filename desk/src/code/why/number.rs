//! Follows a number to the values that it is made of.

use tagbridge_logic::{
    Effect, PlaceId, StatementId,
    expr::{Expr, Scalar},
    why::Answer,
};

use super::Chain;

/// Maximum number of statements that are followed.
const WRITERS_MAX: usize = 2;
/// Maximum number of values of a statement that are followed.
const SOURCES_MAX: usize = 8;

impl Chain<'_> {
    /// The statements that may have given a number its value, the last one first: those that write
    /// this constant; otherwise those that compute it; otherwise all.
    pub(super) fn writers_of(&self, answer: &Answer) -> Vec<StatementId> {
        let now = answer.now.as_ref().and_then(Scalar::number);
        let all: Vec<StatementId> = answer.writers.iter().rev().map(|it| it.statement).collect();
        let written = |it: &&StatementId| self.constant(**it);
        let same = all.iter().filter(|it| now.is_some() && written(it) == now).copied();
        let computed = all.iter().filter(|it| written(it).is_none()).copied();
        let (same, computed): (Vec<_>, Vec<_>) = (same.collect(), computed.collect());
        [same, computed, all].into_iter().find(|it| !it.is_empty()).unwrap_or_default()
    }

    /// Follows the values and the conditions of these statements.
    pub(super) fn number(&mut self, writers: &[StatementId], level: u32) {
        for writer in writers.iter().take(WRITERS_MAX) {
            for place in self.sources(*writer).into_iter().take(SOURCES_MAX) {
                let source = self.source(place);
                self.place(place, &source, level);
            }
        }
    }

    /// Whether a statement has values that can be followed.
    pub(super) fn has_sources(&self, writers: &[StatementId]) -> bool {
        writers.iter().any(|it| !self.sources(*it).is_empty())
    }

    fn sources(&self, writer: StatementId) -> Vec<PlaceId> {
        let index = self.logic.index;
        let statement = index.statement(writer);
        let Effect::Assign { to, value, .. } = &statement.effect else { return Vec::new() };
        let own = index.canonical(index.reference(*to).place);
        let mut found = Vec::new();
        for place in [*value, statement.guard].into_iter().flat_map(|it| index.exprs.places(it)) {
            if index.canonical(place) != own && !found.contains(&place) {
                found.push(place);
            }
        }
        found
    }

    fn constant(&self, writer: StatementId) -> Option<f64> {
        let index = self.logic.index;
        let Effect::Assign { value, .. } = &index.statement(writer).effect else { return None };
        match index.exprs.get(*value) {
            Expr::Const(constant) => constant.scalar()?.number(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::code::tests::chain;

    #[test]
    fn a_state_is_followed_to_the_condition_that_set_it() {
        let values =
            [("Line_Running", json!(false)), ("Line_State", json!(4)), ("Fault_Stop", json!(true))];
        let links = chain("allen-bradley/Bottling.L5X", "Line_Running", &values);
        assert!(links.contains("1 Line_State = 4"), "{links}");
        assert!(links.contains("2 Fault_Stop = true"), "{links}");
        let links = chain("allen-bradley/Bottling.L5X", "Line_State", &values);
        assert!(links.contains("1 Fault_Stop = true"), "{links}");
    }
}
