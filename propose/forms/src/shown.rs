//! A network as the statements that show it, with the elements of its file.

use std::{collections::HashMap, ops::Range};

use tagbridge_code::SentencePart;
use tagbridge_structured_text::{Expression, Span, Statement, StatementKind, TextElement, walk};

use crate::term::{Aim, Term};

/// A network of a native export.
#[derive(Debug, Clone, Copy)]
pub struct ShownNetwork<'n> {
    /// The text of its statements.
    pub text: &'n str,
    /// Its statements.
    pub statements: &'n [Statement],
    /// The elements in the file.
    pub parts: &'n [SentencePart],
}

impl ShownNetwork<'_> {
    /// Whether the network does all this already.
    pub(crate) fn shows(&self, aims: &[Aim]) -> bool {
        let own = self.statements.iter().map(|it| Aim::of(self.text, it, &|_| None));
        self.statements.len() == aims.len()
            && own.zip(aims).all(|(own, aim)| own.is_some_and(|own| own.is_like(aim)))
    }

    fn source(&self, shown: Span) -> Option<Range<usize>> {
        self.parts.iter().find(|it| it.shown == shown).map(|it| it.source.range())
    }

    fn says(&self, value: &Expression) -> Option<String> {
        Term::of(self.text, value, &|_| None).map(|it| it.says())
    }

    /// The element that assigns a variable, and what its value says.
    pub(crate) fn assignment(&self, to: &str) -> Option<(Range<usize>, Option<String>)> {
        self.statements.iter().find_map(|it| {
            let StatementKind::Assign { to: targets, value } = &it.kind else { return None };
            let is_it = |it: Span| self.text[it.range()].eq_ignore_ascii_case(to);
            targets.iter().any(|it| is_it(it.0.span)).then_some(())?;
            Some((self.source(it.span)?, self.says(value)))
        })
    }

    /// The operands and boxes, by what they say.
    pub(crate) fn elements(&self) -> HashMap<String, Range<usize>> {
        let mut found = HashMap::new();
        walk(self.statements, &mut |seen| {
            if let TextElement::Expression(value) = seen
                && let (Some(source), Some(says)) = (self.source(value.span), self.says(value))
            {
                found.entry(says).or_insert(source);
            }
        });
        // A call without a value is a statement.
        for it in self.statements {
            if let StatementKind::Call(operand) = &it.kind
                && let Some(source) = self.source(operand.span)
                && let Some(Aim::Call(called)) = Aim::of(self.text, it, &|_| None)
            {
                found.entry(called.says()).or_insert(source);
            }
        }
        found
    }
}
