//! Rungs: adds and removes conditions, changes constants, adds limits with an alarm.

use std::ops::Range;

use tagbridge_code::{Element, Ladder, Part};
use tagbridge_diff::ChangeKind;
use tagbridge_structured_text::Span;

use super::{File, Node, add, updates};
use crate::{
    context::path,
    draft::{Draft, Stop, ask, only},
    element::{child, children, section},
    says::{Ask, Assumed, Why},
};

/// The rungs of a routine, without pending edits.
pub(super) fn rungs<'a, 'i>(routine: Node<'a, 'i>) -> Vec<Node<'a, 'i>> {
    let contents: Vec<Node<'a, 'i>> = children(routine, "RLLContent").collect();
    match contents.as_slice() {
        [one] => children(*one, "Rung").filter(|it| it.attribute("Type") == Some("N")).collect(),
        _ => Vec::new(),
    }
}

/// The rung with a number.
pub(super) fn numbered<'a, 'i>(routine: Node<'a, 'i>, number: &str) -> Option<Node<'a, 'i>> {
    rungs(routine).into_iter().find(|it| it.attribute("Number") == Some(number))
}

/// A rung to be changed.
pub(super) struct Edited {
    pub(super) owner: String,
    pub(super) name: String,
    pub(super) number: String,
    /// The position of its text.
    pub(super) at: Range<usize>,
    pub(super) text: String,
    pub(super) tree: Ladder,
}

impl Edited {
    /// Its number as an integer.
    pub(super) fn count(&self) -> u32 {
        self.number.parse().unwrap_or(0)
    }

    pub(super) fn path(&self) -> String {
        format!("{}:{}", path(&(self.owner.clone(), self.name.clone())), self.number)
    }

    /// A single change of this rung; if it is reported as a new rung, exactly this one is expected.
    fn change(&self, file: &File<'_, '_>, new: String, kind: ChangeKind, says: &[&str]) -> Draft {
        let mut draft = Draft::default();
        draft.expect(kind, says);
        let words = |kind, text: &str| crate::draft::Expect { kind, says: vec![text.to_owned()] };
        draft.otherwise.push(words(ChangeKind::UnitRemoved, self.text.trim()));
        draft.otherwise.push(words(ChangeKind::UnitAdded, new.trim()));
        draft.splice(file.text.file, self.at.start, self.at.end, new);
        draft.rung = self.number.parse().ok();
        draft
    }

    /// The part that must be first: the label of a rung, the `SBR` of a routine (Rockwell
    /// 1756-RM003, §"Program Control Instructions").
    pub(super) fn head(&self) -> Option<&Part> {
        let elements = self.tree.rungs.iter().flat_map(|rung| &rung.elements);
        let instructions = elements.map_while(|element| match element {
            Element::Part(it) => Some(it),
            _ => None,
        });
        let is_head = |it: &&Part| {
            let name = self.text_of(it.name);
            ["LBL", "SBR"].iter().any(|head| head.eq_ignore_ascii_case(name))
        };
        instructions.take_while(is_head).last()
    }

    pub(super) fn text_of(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }
}

/// The rung in the request.
pub(super) fn edited(file: &File<'_, '_>) -> Result<Edited, Stop> {
    let context = file.context;
    let (owner, name, routine) = file.ladder()?;
    let all = rungs(routine);
    let number = if let Some(number) = context.get("rung") {
        number.to_owned()
    } else {
        let numbers = all.iter().filter_map(|it| it.attribute("Number"));
        let numbers: Vec<String> = numbers.map(ToOwned::to_owned).collect();
        if numbers.len() > 1 {
            return Err(ask("rung", Ask::Rung, Ask::WhyRung, numbers));
        }
        numbers.into_iter().next().unwrap_or_default()
    };
    let no_rung = || Why::NoRung { number: number.clone(), name: name.clone() };
    let rung = numbered(routine, &number).ok_or_else(no_rung)?;
    let not_parsed = || Why::NotParsed { name: format!("{owner}/{name}:{number}") };
    let at =
        child(rung, "Text").and_then(|it| section(&file.text.text, it)).ok_or_else(not_parsed)?;
    let text = file.text.text[at.clone()].to_owned();
    let tree = Ladder::neutral(&text);
    if !tree.is_whole() {
        return Err(not_parsed().into());
    }
    Ok(Edited { number: number.clone(), at, text, tree, owner: owner.clone(), name: name.clone() })
}

/// Adds a condition at the beginning of a rung.
pub(super) fn add_contact(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let context = file.context;
    let tag = context.need("tag");
    let rung = edited(file)?;
    let closed = context.is_closed()?;
    let (_, declared) =
        file.visible(&rung.owner, tag).ok_or_else(|| Why::NoTag { name: tag.to_owned() })?;
    add::safe(declared, tag)?;
    let root_is_whole = !tag.contains(['.', '[']);
    let kind = declared.attribute("DataType");
    if root_is_whole && kind.is_some_and(|it| it != "BOOL") {
        return Err(Why::BadValue { value: tag.to_owned(), of: "BOOL".to_owned() }.into());
    }
    let instruction = if closed { "XIO" } else { "XIC" };
    let head = rung.head();
    let at = head
        .map_or_else(|| rung.text.len() - rung.text.trim_start().len(), |it| it.span.range().end);
    if rung.text[at..].trim().trim_end_matches(';').is_empty() {
        return Err(Why::NoOutput { place: rung.path() }.into());
    }
    let new = format!("{}{instruction}({tag}){}", &rung.text[..at], &rung.text[at..]);
    let mut draft = rung.change(file, new, ChangeKind::ConditionAdded, &[tag]);
    let place = rung.path();
    let said = draft.tighter(tag, place.clone(), closed);
    updates(&mut draft, &rung.owner, &rung.name, said);
    draft.assumed.push(match head {
        Some(head) => Assumed::Behind { name: rung.text_of(head.name).to_owned(), place },
        None => Assumed::AtTheBegin { place },
    });
    draft.affect(tag);
    Ok(draft)
}

/// Removes a condition from a rung.
pub(super) fn remove_contact(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let tag = file.context.need("tag");
    let rung = edited(file)?;
    let is_it = |it: &&Part| {
        matches!(rung.text_of(it.name), "XIC" | "XIO")
            && it.operand(0).is_some_and(|at| rung.text_of(at).eq_ignore_ascii_case(tag))
    };
    let found: Vec<Range<usize>> =
        rung.tree.parts().into_iter().filter(is_it).map(|it| it.span.range()).collect();
    let place = rung.path();
    let none = Why::NoContact { name: tag.to_owned(), place: place.clone() };
    let at = only(found, tag, &place, none)?;
    if let Some((_, declared)) = file.visible(&rung.owner, tag) {
        add::safe(declared, tag)?;
    }
    let before = rung.text[..at.start].trim_end().chars().next_back();
    let after = rung.text[at.end..].trim_start().chars().next();
    // An empty leg is always true, and an empty rung is invalid.
    if matches!(before, None | Some('[' | ',')) && matches!(after, None | Some(']' | ',' | ';')) {
        return Err(Why::LastOfBranch { name: tag.to_owned() }.into());
    }
    let new = format!("{}{}", &rung.text[..at.start], &rung.text[at.end..]);
    let mut draft = rung.change(file, new, ChangeKind::ConditionRemoved, &[tag]);
    let said = draft.looser(tag, place);
    updates(&mut draft, &rung.owner, &rung.name, said);
    draft.affect(tag);
    Ok(draft)
}

/// Changes a constant in a rung.
pub(super) fn constant(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let context = file.context;
    let (from, to) = (context.need("from"), context.need("to"));
    let rung = edited(file)?;
    let operands = rung.tree.parts().into_iter().flat_map(Part::operands);
    let found: Vec<Range<usize>> =
        operands.filter(|at| rung.text_of(*at) == from).map(Span::range).collect();
    let place = rung.path();
    let at = only(found, from, &place, Why::NoValue { name: format!("{place}: {from}") })?;
    exchanged(file, &rung, at, to)
}

/// A rung with another number at a position.
fn exchanged(
    file: &File<'_, '_>,
    rung: &Edited,
    at: Range<usize>,
    to: &str,
) -> Result<Draft, Stop> {
    let from = rung.text[at.clone()].trim().to_owned();
    if to.parse::<f64>().is_err() {
        return Err(Why::BadValue { value: to.to_owned(), of: "REAL".to_owned() }.into());
    }
    if from.parse::<f64>().ok() == to.parse::<f64>().ok() {
        return Err(Why::Same { name: from }.into());
    }
    // A number with a decimal point keeps it.
    let is_real = from.contains('.') && !to.contains('.');
    let to = if is_real { format!("{to}.0") } else { to.to_owned() };
    let new = format!("{}{to}{}", &rung.text[..at.start], &rung.text[at.end..]);
    let mut draft = rung.change(file, new, ChangeKind::Constant, &[&from, &to]);
    let said = draft.constant(rung.path(), &from, &to);
    updates(&mut draft, &rung.owner, &rung.name, said);
    Ok(draft)
}

/// Changes the limit of an output: the only constant with which its rung compares.
pub(super) fn limit(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let context = file.context;
    let rung = edited(file)?;
    let compares = rung
        .tree
        .parts()
        .into_iter()
        .filter(|it| super::series::relation(rung.text_of(it.name)).is_some());
    let numbers = compares.flat_map(Part::operands).filter(|at| {
        let text = rung.text_of(*at).trim();
        let is_wanted = context
            .get("from")
            .is_none_or(|from| text.parse::<f64>().ok() == from.parse::<f64>().ok());
        text.parse::<f64>().is_ok() && is_wanted
    });
    let found: Vec<Range<usize>> = numbers.map(Span::range).collect();
    let output = context.need("output");
    let none = Why::NoValue { name: format!("{}: {output}", rung.path()) };
    let at = only(found, output, &rung.path(), none)?;
    exchanged(file, &rung, at, context.need("to"))
}
