//! Changes of the condition of a bit, in a statement of structured text.

use std::ops::Range;

use tagbridge_structured_text::{
    Expression, ExpressionKind, Operator, Sign, Statement, StatementKind, TextElement, walk,
};

use super::{
    code::{Code, bit, code, operand, updates},
    condition::is_logical,
    piece::Edit,
    world::{World, bare},
};
use crate::{
    condition::Condition,
    draft::{Draft, Stop, only},
    meaning::Meaning,
    request::RequestedChange,
    says::{Said, Why},
};

/// An assignment: the statement, its target, its value.
pub(super) type Given<'s> = (&'s Statement, Range<usize>, &'s Expression);

/// All assignments of one variable, in order.
pub(super) fn given(statements: &[Statement]) -> Vec<Given<'_>> {
    let mut found = Vec::new();
    walk(statements, &mut |seen| {
        if let TextElement::Statement(statement) = seen
            && let StatementKind::Assign { to, value } = &statement.kind
            && let [(target, _)] = to.as_slice()
        {
            found.push((statement, target.span.range(), value));
        }
    });
    found
}

/// Changes the statement in the request, by its output or by a bit that it reads.
pub(crate) fn change(world: &World<'_>) -> Result<Draft, Stop> {
    let context = world.context;
    let code = code(world)?;
    let statements = code.statements(world);
    let mut change = Change { world, code: &code, target: String::new() };
    let output = context.get("output");
    let place = code.unit.name.clone();
    let tag = context.need("tag");
    let is_it = |it: &Given<'_>| match output {
        Some(output) => change.is_called(&it.1, output),
        None => !change.uses(it.2, tag).is_empty(),
    };
    let found: Vec<Given<'_>> = given(&statements).into_iter().filter(is_it).collect();
    let name = output.unwrap_or_else(|| context.need("tag"));
    let (statement, target, value) =
        only(found, name, &place, Why::NotWritten { name: name.to_owned() })?;
    let is_literal = matches!(value.kind, ExpressionKind::Literal);
    let is_on = is_literal && code.said(world)[value.span.range()].eq_ignore_ascii_case("TRUE");
    if is_literal && !(is_on && context.request.kind == RequestedChange::Series) {
        return Err(Why::Shared { place }.into());
    }
    let output = output.map_or_else(|| bare(&code.said(world)[target]), ToOwned::to_owned);
    change.target.clone_from(&output);
    let (edits, meaning) = match context.request.kind {
        RequestedChange::Invert => change.contact(value, None)?,
        RequestedChange::Polarity => change.contact(value, Some(context.is_closed()?))?,
        RequestedChange::Replace => change.replace(value)?,
        RequestedChange::Take => change.take(value)?,
        RequestedChange::Series if is_on => {
            let when = context.when()?;
            let text = written(world, code.at, &when)?.text(false);
            (vec![change.edit(value.span.range(), text)], Meaning::Series { output, when })
        }
        RequestedChange::Series => change.series(value, output)?,
        RequestedChange::Parallel => change.parallel(value, output)?,
        RequestedChange::Latch => change.latch(value, output)?,
        _ => change.opposite(value, output),
    };
    let mut draft = Draft::default();
    world.edit(&mut draft, edits.into_iter().map(|it| (code.text, it)).collect());
    let line = code.number(world, code.place.start + statement.span.range().start);
    told(world, &mut draft, code.at, line, meaning);
    Ok(draft)
}

/// Adds the step, the risks and the names of a change of a unit's code.
pub(crate) fn told(world: &World<'_>, draft: &mut Draft, at: usize, line: usize, meaning: Meaning) {
    let place = format!("{}:{line}", world.units[at].name);
    updates(world, draft, at, Said::of(&meaning, &place));
    draft.dangers(&meaning, &place);
    for name in meaning.names() {
        draft.affect(name);
    }
    let routine = draft.near.last().cloned().unwrap_or_default();
    draft.meanings.push((routine, meaning));
}

/// A condition with names in the notation of a unit's code.
pub(crate) fn written(world: &World<'_>, at: usize, when: &Condition) -> Result<Condition, Stop> {
    when.written(&mut |name, is_bit| {
        if is_bit { bit(world, at, name) } else { operand(world, at, name).map(|it| it.0) }
    })
}

struct Change<'c, 'w> {
    world: &'c World<'w>,
    code: &'c Code<'c>,
    /// The target of the assignment.
    target: String,
}

type Changed = Result<(Vec<Edit>, Meaning), Stop>;

/// A use of a bit in an expression: its position with its NOT, and whether it has one.
struct Use {
    at: Range<usize>,
    whole: Range<usize>,
    negated: bool,
}

impl Change<'_, '_> {
    fn said(&self, at: &Range<usize>) -> &str {
        &self.code.said(self.world)[at.clone()]
    }

    fn edit(&self, at: Range<usize>, text: impl Into<String>) -> Edit {
        let from = self.code.place.start;
        Edit { at: (from + at.start, from + at.end), text: text.into() }
    }

    fn is_called(&self, at: &Range<usize>, name: &str) -> bool {
        let (own, wanted) = (bare(self.said(at)).to_lowercase(), bare(name).to_lowercase());
        own == wanted
            || own.ends_with(&format!(".{wanted}"))
            || wanted.ends_with(&format!(".{own}"))
    }

    /// The uses of a bit in an expression of AND, OR, XOR and NOT.
    fn uses(&self, value: &Expression, tag: &str) -> Vec<Use> {
        let mut found = Vec::new();
        self.walk(value, tag, &mut found);
        found
    }

    fn walk(&self, value: &Expression, tag: &str, found: &mut Vec<Use>) {
        let at = value.span.range();
        match &value.kind {
            ExpressionKind::Operand(_) if self.is_called(&at, tag) => {
                found.push(Use { at: at.clone(), whole: at, negated: false });
            }
            ExpressionKind::Unary(Sign::Not, inner) => match &inner.kind {
                ExpressionKind::Operand(_) if self.is_called(&inner.span.range(), tag) => {
                    found.push(Use { at: inner.span.range(), whole: at, negated: true });
                }
                _ => self.walk(inner, tag, found),
            },
            ExpressionKind::Group(inner) => self.walk(inner, tag, found),
            ExpressionKind::Chain(first, more) if more.iter().all(|it| is_junction(it.0)) => {
                self.walk(first, tag, found);
                for (_, part) in more {
                    self.walk(part, tag, found);
                }
            }
            _ => {}
        }
    }

    fn only_use(&self, value: &Expression, tag: &str) -> Result<Use, Stop> {
        let place = self.code.unit.name.clone();
        let none = Why::NoContact { name: tag.to_owned(), place: place.clone() };
        only(self.uses(value, tag), tag, &place, none)
    }

    fn contact(&self, value: &Expression, closed: Option<bool>) -> Changed {
        let tag = self.world.context.need("tag");
        let used = self.only_use(value, tag)?;
        if closed == Some(used.negated) {
            return Err(Why::Same { name: tag.to_owned() }.into());
        }
        let own = self.said(&used.at).to_owned();
        let new = if used.negated { own } else { format!("NOT {own}") };
        let meaning = Meaning::Inverted { name: tag.to_owned(), within: Some(self.target.clone()) };
        Ok((vec![self.edit(used.whole, new)], meaning))
    }

    fn replace(&self, value: &Expression) -> Changed {
        let (tag, by) = (self.world.context.need("tag"), self.world.context.need("by"));
        let used = self.only_use(value, tag)?;
        let new = bit(self.world, self.code.at, by)?;
        let meaning = Meaning::Replaced {
            name: tag.to_owned(),
            by: by.to_owned(),
            within: Some(self.target.clone()),
        };
        Ok((vec![self.edit(used.at, new)], meaning))
    }

    /// Removes a bit, and the operator that joins it.
    fn take(&self, value: &Expression) -> Changed {
        let tag = self.world.context.need("tag");
        let used = self.only_use(value, tag)?;
        let last = || Stop::No(Why::LastOfBranch { name: tag.to_owned() });
        let cut = around(value, &used.whole).ok_or_else(last)?;
        // A comment between two parts may describe the remaining part.
        if self.said(&cut).contains(['{', '/']) || self.said(&cut).contains("(*") {
            return Err(Why::NotParsed { name: self.code.unit.name.clone() }.into());
        }
        Ok((
            vec![self.edit(cut, "")],
            Meaning::Without { name: tag.to_owned(), within: Some(self.target.clone()) },
        ))
    }

    /// The value in brackets, unless `bare` returns that it needs none.
    fn bracketed(&self, value: &Expression, bare: impl Fn(Operator) -> bool) -> String {
        let own = self.said(&value.span.range()).to_owned();
        match &value.kind {
            ExpressionKind::Chain(_, more) if !more.iter().all(|it| bare(it.0)) => {
                format!("({own})")
            }
            _ => own,
        }
    }

    fn logical(&self, value: &Expression) -> Result<(), Stop> {
        let is_bit = is_logical(value) || matches!(value.kind, ExpressionKind::Operand(_));
        if is_bit { Ok(()) } else { Err(Why::Shared { place: self.code.unit.name.clone() }.into()) }
    }

    fn series(&self, value: &Expression, output: String) -> Changed {
        self.logical(value)?;
        let when = self.world.context.when()?;
        let text = written(self.world, self.code.at, &when)?.text(true);
        let own = self.bracketed(value, is_and);
        let edit = self.edit(value.span.range(), format!("{own} AND {text}"));
        Ok((vec![edit], Meaning::Series { output, when }))
    }

    fn parallel(&self, value: &Expression, output: String) -> Changed {
        self.logical(value)?;
        let when = self.world.context.when()?;
        let text = written(self.world, self.code.at, &when)?.text(true);
        if let Some(around) = self.world.context.get("around") {
            let used = self.only_use(value, around)?;
            let own = self.said(&used.whole).to_owned();
            let meaning = Meaning::Around {
                name: around.to_owned(),
                when,
                within: Some(self.target.clone()),
            };
            return Ok((vec![self.edit(used.whole, format!("({own} OR {text})"))], meaning));
        }
        let own = self.bracketed(value, |it| matches!(it, Operator::Or));
        let edit = self.edit(value.span.range(), format!("{own} OR {text}"));
        Ok((vec![edit], Meaning::Parallel { output, when }))
    }

    fn latch(&self, value: &Expression, output: String) -> Changed {
        self.logical(value)?;
        let until = self.world.context.need("tag");
        let reset = bit(self.world, self.code.at, until)?;
        let own = self.bracketed(value, |it| matches!(it, Operator::Or));
        let target = bit(self.world, self.code.at, &output)?;
        let new = format!("({own} OR {target}) AND NOT {reset}");
        let meaning = Meaning::Latched { output, until: until.to_owned() };
        Ok((vec![self.edit(value.span.range(), new)], meaning))
    }

    fn opposite(&self, value: &Expression, output: String) -> (Vec<Edit>, Meaning) {
        let own = self.said(&value.span.range()).to_owned();
        let new = match &value.kind {
            ExpressionKind::Unary(Sign::Not, inner) => self.said(&inner.span.range()).to_owned(),
            ExpressionKind::Operand(_) | ExpressionKind::Group(_) => format!("NOT {own}"),
            _ => format!("NOT ({own})"),
        };
        (vec![self.edit(value.span.range(), new)], Meaning::Opposite { output })
    }
}

fn is_and(operator: Operator) -> bool {
    matches!(operator, Operator::And | Operator::AndThen)
}

fn is_junction(operator: Operator) -> bool {
    use Operator::{And, AndThen, Or, OrElse, Xor};
    matches!(operator, And | AndThen | Or | OrElse | Xor)
}

/// The range to remove with a part of a chain: from the part before it, or to the part after it.
fn around(value: &Expression, part: &Range<usize>) -> Option<Range<usize>> {
    match &value.kind {
        ExpressionKind::Group(inner) | ExpressionKind::Unary(_, inner) => around(inner, part),
        ExpressionKind::Chain(first, more) => {
            let parts: Vec<Range<usize>> = std::iter::once(&**first)
                .chain(more.iter().map(|it| &it.1))
                .map(|it| it.span.range())
                .collect();
            if let Some(at) = parts.iter().position(|it| it == part) {
                let is_alike = more.iter().all(|it| is_junction(it.0) && it.0 != Operator::Xor);
                return is_alike.then(|| match at {
                    0 => parts[0].start..parts[1].start,
                    _ => parts[at - 1].end..parts[at].end,
                });
            }
            let inside = std::iter::once(&**first).chain(more.iter().map(|it| &it.1));
            inside.into_iter().find_map(|it| around(it, part))
        }
        _ => None,
    }
}
