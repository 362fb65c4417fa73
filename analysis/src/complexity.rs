//! Metrics of the complexity of code.
//!
//! Cyclomatic complexity (`McCabe`, 1976): one more than the number of branches, cases and loops;
//! joined conditions in one branch count once. Cognitive complexity (`SonarSource`, 2018): each of
//! them counts one more for each enclosing one; `ELSE`, a jump and each change between `AND` and
//! `OR` count one.

use std::collections::HashSet;

use tagbridge_code::{Element, Ladder, PinValue};
use tagbridge_structured_text::{
    Expression, ExpressionKind, Operator, Statement, StatementKind, TokenKind, tokens,
};

use crate::syntax::Text;

/// The metrics of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Measure {
    decisions: usize,
    pub(crate) cognitive: usize,
    /// The maximum nesting of branches and loops.
    pub(crate) depth: usize,
    /// Number of lines with code.
    pub(crate) lines: usize,
}

impl Measure {
    /// The metrics of a unit.
    pub(crate) fn of(text: &Text<'_>) -> Self {
        let mut measure = Self::default();
        measure.statements(&text.statements, 0);
        let mut lines = HashSet::new();
        let mut line = 0_usize;
        for token in tokens(text.shown, text.dialect) {
            let own = text.slice(token.span);
            if !token.kind.is_trivia() && token.kind != TokenKind::Blank {
                lines.insert(line);
            }
            line += own.matches('\n').count();
        }
        measure.lines = lines.len();
        measure
    }

    /// Adds the metrics of another unit of the same routine.
    pub(crate) fn add(&mut self, other: Self) {
        self.decisions += other.decisions;
        self.cognitive += other.cognitive;
        self.depth = self.depth.max(other.depth);
        self.lines += other.lines;
    }

    pub(crate) fn cyclomatic(&self) -> usize {
        self.decisions + 1
    }

    fn statements(&mut self, statements: &[Statement], depth: usize) {
        self.depth = self.depth.max(depth);
        for statement in statements {
            self.statement(statement, depth);
        }
    }

    fn statement(&mut self, statement: &Statement, depth: usize) {
        match &statement.kind {
            StatementKind::If { branches, otherwise } => {
                self.decisions += branches.len();
                self.cognitive += depth + branches.len();
                for branch in branches {
                    self.condition(&branch.condition);
                    self.statements(&branch.body, depth + 1);
                }
                self.cognitive += usize::from(!otherwise.is_empty());
                self.statements(otherwise, depth + 1);
            }
            StatementKind::Case { arms, otherwise, .. } => {
                self.decisions += arms.len();
                self.cognitive += depth + 1;
                for arm in arms {
                    self.statements(&arm.body, depth + 1);
                }
                self.statements(otherwise, depth + 1);
            }
            StatementKind::For { body, .. } => {
                self.decisions += 1;
                self.cognitive += depth + 1;
                self.statements(body, depth + 1);
            }
            StatementKind::While(branch) | StatementKind::Repeat(branch) => {
                self.decisions += 1;
                self.cognitive += depth + 1;
                self.condition(&branch.condition);
                self.statements(&branch.body, depth + 1);
            }
            StatementKind::Assign { value, .. } => self.condition(value),
            StatementKind::Goto(_) => self.cognitive += 1,
            _ => {}
        }
    }

    /// Each series of one operator counts once.
    fn condition(&mut self, of: &Expression) {
        match &of.kind {
            ExpressionKind::Group(inner) | ExpressionKind::Unary(_, inner) => self.condition(inner),
            ExpressionKind::Chain(first, rest) => {
                let joins = |it: &Operator| {
                    use Operator as O;
                    matches!(it, O::And | O::AndThen | O::Or | O::OrElse | O::Xor)
                };
                self.cognitive += usize::from(rest.first().is_some_and(|it| joins(&it.0)));
                self.condition(first);
                for (_, other) in rest {
                    self.condition(other);
                }
            }
            _ => {}
        }
    }
}

/// The contacts and comparisons of a rung, and its maximum nesting of branches.
pub(crate) fn rung(ladder: &Ladder, text: &str) -> (usize, usize) {
    fn series(elements: &[Element], text: &str) -> (usize, usize) {
        let (mut conditions, mut depth) = (0, 0);
        for element in elements {
            match element {
                Element::Part(part) => {
                    conditions += usize::from(is_condition(part.kind_in(text)));
                    for pin in &part.pins {
                        if let PinValue::Flow(flow) = &pin.value {
                            let inner = series(flow, text);
                            conditions += inner.0;
                            depth = depth.max(inner.1);
                        }
                    }
                }
                Element::Branch(legs) => {
                    for leg in legs {
                        let inner = series(leg, text);
                        conditions += inner.0;
                        depth = depth.max(inner.1 + 1);
                    }
                }
                Element::Signal(_) => conditions += 1,
                Element::Opaque(..) => {}
            }
        }
        (conditions, depth)
    }
    let each = ladder.rungs.iter().map(|rung| series(&rung.elements, text));
    each.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1.max(one.1)))
}

/// Whether a part is only a condition of the rung.
fn is_condition(name: &str) -> bool {
    const CONDITIONS: [&str; 26] = [
        "XIC", "XIO", "ONS", "EQU", "EQ", "NEQ", "NE", "GRT", "GT", "GEQ", "GE", "LES", "LT",
        "LEQ", "LE", "LIM", "LIMIT", "MEQ", "CMP", "IS_INF", "IS_NAN", "CONTACT", "PCONTACT",
        "NCONTACT", "INRANGE", "OUTRANGE",
    ];
    CONDITIONS.iter().any(|it| it.eq_ignore_ascii_case(name))
}
