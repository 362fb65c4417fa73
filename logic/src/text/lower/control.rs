//! Branches and loops: the statements that their conditions guard.

use super::{Lowering, SkippedRange};
use crate::{
    Span,
    expr::{Comparison, ExprId},
    text::{Arm, Branch, Expression, Operand, Statement},
    unit::{Effect, How, Operand as Place, UseMode},
};

/// More conditions in a series are stored as one, so that each need not repeat them all.
const MANY: usize = 32;

impl Lowering<'_, '_> {
    /// `IF … ELSIF … ELSE …`: a branch is executed if no branch before it was.
    pub(super) fn branches(&mut self, branches: &[Branch], otherwise: &[Statement]) {
        let (outer, first) = (self.guard, self.emit.next_statement());
        let mut before = vec![outer];
        for (at, branch) in branches.iter().enumerate() {
            let spec = self.emit.spec(if at == 0 { "IF" } else { "ELSIF" });
            let condition = self
                .within(spec, Place::None, |it| it.value_as(&branch.condition, Some(false)))
                .expr;
            let exprs = &mut self.emit.index.exprs;
            let all: Vec<ExprId> = before.iter().copied().chain([condition]).collect();
            self.guard = exprs.and(&all);
            before.push(exprs.not(condition));
            if before.len() > MANY {
                before = vec![exprs.and(&before)];
            }
            self.emit.taken(first, outer, self.guard);
            self.statements(&branch.body);
        }
        self.guard = self.emit.index.exprs.and(&before);
        self.emit.taken(first, outer, self.guard);
        self.statements(otherwise);
        self.guard = outer;
    }

    /// `CASE`: an arm is executed if one of its values equals the selector.
    pub(super) fn case(&mut self, selector: &Expression, arms: &[Arm], otherwise: &[Statement]) {
        let (outer, first) = (self.guard, self.emit.next_statement());
        let spec = self.emit.spec("CASE");
        let selected = self.within(spec, Place::None, |it| it.value(selector)).expr;
        let mut any = Vec::new();
        for arm in arms {
            let mut values = Vec::new();
            for (from, to) in &arm.labels {
                let from = self.within(spec, Place::None, |it| it.value(from)).expr;
                let to = to.as_ref().map(|to| self.within(spec, Place::None, |it| it.value(to)));
                let exprs = &mut self.emit.index.exprs;
                values.push(match to {
                    None => exprs.compare(Comparison::Eq, selected, from),
                    Some(to) => {
                        let low = exprs.compare(Comparison::Ge, selected, from);
                        let high = exprs.compare(Comparison::Le, selected, to.expr);
                        exprs.and(&[low, high])
                    }
                });
            }
            let exprs = &mut self.emit.index.exprs;
            let taken = exprs.or(&values);
            any.push(taken);
            self.guard = exprs.and(&[outer, taken]);
            self.emit.taken(first, outer, self.guard);
            self.statements(&arm.body);
        }
        let exprs = &mut self.emit.index.exprs;
        let any = exprs.or(&any);
        let none = exprs.not(any);
        self.guard = exprs.and(&[outer, none]);
        self.emit.taken(first, outer, self.guard);
        self.statements(otherwise);
        self.guard = outer;
    }

    /// `WHILE` (with the condition at the beginning) and `REPEAT`.
    pub(super) fn repeated(&mut self, branch: &Branch, first: bool) {
        let spec = self.emit.spec(if first { "WHILE" } else { "REPEAT" });
        if first {
            let outer = self.guard;
            let condition = self
                .within(spec, Place::None, |it| it.value_as(&branch.condition, Some(false)))
                .expr;
            self.guard = self.emit.index.exprs.and(&[outer, condition]);
            self.looped(&branch.body);
            self.guard = outer;
        } else {
            self.looped(&branch.body);
            self.within(spec, Place::None, |it| it.value_as(&branch.condition, Some(false)));
        }
    }

    /// `FOR`: the variable gets all values between its bounds in turn.
    pub(super) fn counted(
        &mut self,
        span: Span,
        variable: &Operand,
        (from, to, by): (&Expression, &Expression, Option<&Expression>),
        body: &[Statement],
    ) {
        let spec = self.emit.spec("FOR");
        let (target, value) = self.within(spec, Place::None, |it| {
            let target = it.target(variable, UseMode::Both);
            let bounds = [Some(from), Some(to), by];
            let bounds: Vec<ExprId> =
                bounds.into_iter().flatten().map(|bound| it.value(bound).expr).collect();
            let name = it.emit.name("FOR");
            (target, it.emit.index.exprs.call(name, &bounds))
        });
        if let Some((to, _)) = target {
            let guard = self.condition();
            self.emit.statement(span, guard, Effect::Assign { to, value, how: How::Store });
        }
        self.looped(body);
    }

    fn looped(&mut self, body: &[Statement]) {
        let repeated = std::mem::replace(&mut self.emit.repeated, true);
        self.loops += 1;
        self.statements(body);
        let ended = SkippedRange::Loop(self.loops);
        self.left.retain(|(leave, _)| *leave != ended);
        self.loops -= 1;
        self.emit.repeated = repeated;
    }

    /// The statements in the range of `leave` are not executed under the current condition.
    pub(super) fn leave(&mut self, span: Span, leave: SkippedRange, effect: Effect) {
        let guard = self.condition();
        self.emit.statement(span, guard, effect);
        // An earlier jump with a shorter range is skipped: its execution did not reach this
        // statement.
        let skipped = self.left.iter().any(|(it, _)| *it != leave && *it != SkippedRange::Routine);
        self.left.push((leave, if skipped { guard } else { self.guard }));
        if self.left.len() > MANY {
            // Those with the same range are joined.
            let same: Vec<ExprId> =
                self.left.iter().filter(|it| it.0 == leave).map(|it| it.1).collect();
            self.left.retain(|it| it.0 != leave);
            let any = self.emit.index.exprs.or(&same);
            self.left.push((leave, any));
        }
    }
}
