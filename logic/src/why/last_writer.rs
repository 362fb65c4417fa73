//! The last writer of a place, if no statement writes it now.

use super::{
    Answer, Question, Remark, Snapshot, Writer, Writers, snapshot_values::SnapshotValues, writers,
};
use crate::{
    CallHow, Effect, StatementId,
    expr::{Evaluation, Expr, Scalar, Truth, Values},
};

/// The calls on each way to a statement; empty if they make no difference.
type CallPaths = Vec<Vec<StatementId>>;

impl Question<'_> {
    /// Reports the last writer, if no statement writes the place now.
    pub(super) fn remember(
        &self,
        writers: &Writers,
        is: Option<bool>,
        history: &[Snapshot],
        answer: &mut Answer,
    ) {
        let Some(is) = is else { return };
        let rests = |id| self.executed(self.values, id, &self.ways(id)) == Truth::False;
        let certain = answer.writers.iter().all(|it| rests(it.statement));
        if !certain || !writers.others.iter().all(|id| self.may_rest(*id) && rests(*id)) {
            return;
        }
        answer.remarks.push(Remark::Kept);
        // A statement that is not evaluated may have written it before.
        if !writers.others.is_empty() {
            return;
        }
        let index = self.logic.index;
        let name = index.places.text(answer.place, &index.names);
        let bit = |snapshot: &Snapshot| snapshot.value(&name).and_then(Scalar::bit);
        let change = history
            .windows(2)
            .rev()
            .find(|pair| bit(&pair[1]) == Some(is) && bit(&pair[0]) == Some(!is));
        let possible = |pair: &[Snapshot]| -> Vec<(usize, bool)> {
            let around = |writer: &Writer| {
                let ways = self.ways(writer.statement);
                [&pair[0], &pair[1]].map(|snapshot| self.makes(snapshot, *writer, &ways, is))
            };
            answer
                .writers
                .iter()
                .enumerate()
                .map(|(at, writer)| (at, around(writer)))
                .filter(|(_, around)| around.iter().any(|it| *it != Truth::False))
                .map(|(at, around)| (at, around == [Truth::True; 2]))
                .collect()
        };
        let candidates = match change {
            Some(pair) => possible(pair),
            None => (0..answer.writers.len())
                .filter(|at| self.could_make(answer.writers[*at], is))
                .map(|at| (at, false))
                .collect(),
        };
        answer.remarks.push(match candidates[..] {
            [(only, true)] => Remark::LastBy(only),
            _ => Remark::LastByOneOf(candidates.into_iter().map(|it| it.0).collect()),
        });
    }

    /// Whether a statement has no effect if its condition does not hold. Many instructions have
    /// one, and an add-on instruction has a routine for it.
    fn may_rest(&self, statement: StatementId) -> bool {
        match self.logic.index.statement(statement).effect {
            Effect::Assign { .. } => true,
            Effect::Call { how, .. } => how != CallHow::AddOn,
            _ => false,
        }
    }

    fn ways(&self, statement: StatementId) -> CallPaths {
        writers::called(self.logic.index, self.logic.routine(statement))
    }

    /// Whether a statement has its effect: its routine is called, and its condition holds.
    fn executed(&self, values: &dyn Values, statement: StatementId, ways: &CallPaths) -> Truth {
        let index = self.logic.index;
        let mut evaluation = Evaluation::new(&index.exprs, values);
        let mut called = Truth::from(ways.is_empty());
        for way in ways {
            let all = way.iter().fold(Truth::True, |all, call| {
                all.and(evaluation.truth(index.statement(*call).guard))
            });
            called = called.or(all);
        }
        called.and(evaluation.truth(index.statement(statement).guard))
    }

    /// Whether a writer caused the value, with the values of a snapshot.
    fn makes(&self, snapshot: &Snapshot, writer: Writer, ways: &CallPaths, is: bool) -> Truth {
        let index = self.logic.index;
        let values = SnapshotValues { index, snapshot };
        let Effect::Assign { value, .. } = &index.statement(writer.statement).effect else {
            return Truth::Unknown;
        };
        let value = Evaluation::new(&index.exprs, &values).truth(*value);
        let made = if is { value } else { !value };
        self.executed(&values, writer.statement, ways).and(made)
    }

    fn could_make(&self, writer: Writer, is: bool) -> bool {
        let index = self.logic.index;
        match &index.statement(writer.statement).effect {
            Effect::Assign { value, .. } => match index.exprs.get(*value) {
                Expr::Const(constant) => constant.scalar().and_then(|it| it.bit()) == Some(is),
                _ => true,
            },
            _ => true,
        }
    }
}
