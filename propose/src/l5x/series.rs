//! Changes within a rung: in series, in branches, and before an output.

use std::ops::Range;

use tagbridge_api::generate::{RiskKind, RiskLevel};
use tagbridge_code::{Element, Part};
use tagbridge_structured_text::Span;

use super::{
    File, add,
    rung::{Edited, edited},
    rungs, updates,
};
use crate::{
    condition::{Condition, Relation},
    draft::{Draft, Stop, only},
    meaning::Meaning,
    request::RequestedChange,
    says::{Assumed, Danger, Said, Why},
};

/// Changes the rung in the request.
pub(super) fn change(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let rung = edited(file)?;
    let change = Change { file, rung: &rung };
    let mut draft = Draft::default();
    let (new, meaning) = match file.context.request.kind {
        RequestedChange::PulseOutput => change.pulse(&mut draft)?,
        RequestedChange::Invert => change.contact(None)?,
        RequestedChange::Polarity => change.contact(Some(file.context.is_closed()?))?,
        RequestedChange::Replace => change.replace()?,
        RequestedChange::Take => change.take()?,
        RequestedChange::Series => change.series()?,
        RequestedChange::Feed => return rungs::feed(file),
        RequestedChange::Parallel => change.parallel()?,
        RequestedChange::Latch => change.latch()?,
        _ => change.opposite()?,
    };
    draft.splice(file.text.file, rung.at.start, rung.at.end, new);
    draft.rung = rung.number.parse().ok();
    told(file, &mut draft, &rung, meaning);
    Ok(draft)
}

/// Adds the step, the risks and the names of a change of a rung.
pub(super) fn told(file: &File<'_, '_>, draft: &mut Draft, rung: &Edited, meaning: Meaning) {
    let place = rung.path();
    updates(draft, &rung.owner, &rung.name, Said::of(&meaning, &place));
    draft.dangers(&meaning, &place);
    for name in meaning.names() {
        let full = file.visible(&rung.owner, name).map(|it| it.0.full(name));
        draft.affect(full.as_deref().unwrap_or(name));
    }
    draft.meanings.push(((rung.owner.clone(), rung.name.clone()), meaning));
}

struct Change<'c, 'a, 'i> {
    file: &'c File<'a, 'i>,
    rung: &'c Edited,
}

type Changed = Result<(String, Meaning), Stop>;

impl Change<'_, '_, '_> {
    fn text(&self) -> &str {
        &self.rung.text
    }

    fn with(&self, at: Range<usize>, new: &str) -> String {
        format!("{}{new}{}", &self.text()[..at.start], &self.text()[at.end..])
    }

    /// The only contact of a bit.
    fn only_contact(&self, tag: &str) -> Result<&Part, Stop> {
        let parts = self.rung.tree.parts();
        let found: Vec<&Part> =
            parts.into_iter().filter(|it| self.is_contact(it) && self.is_about(it, tag)).collect();
        let place = self.rung.path();
        only(found, tag, &place, Why::NoContact { name: tag.to_owned(), place: place.clone() })
    }

    fn is_contact(&self, part: &Part) -> bool {
        matches!(self.rung.text_of(part.name).to_uppercase().as_str(), "XIC" | "XIO")
    }

    fn is_about(&self, part: &Part, tag: &str) -> bool {
        part.operand(0).is_some_and(|at| self.rung.text_of(at).eq_ignore_ascii_case(tag))
    }

    /// Checks that a bit is declared and visible in the routine.
    fn bit(&self, name: &str) -> Result<(), Stop> {
        let no_tag = || Why::NoTag { name: name.to_owned() };
        let (_, declared) = self.file.visible(&self.rung.owner, name).ok_or_else(no_tag)?;
        add::safe(declared, name)?;
        let is_whole = !name.contains(['.', '[']);
        match declared.attribute("DataType") {
            Some(kind) if is_whole && kind != "BOOL" => {
                Err(Why::BadValue { value: name.to_owned(), of: "BOOL".to_owned() }.into())
            }
            _ => Ok(()),
        }
    }

    /// A condition as neutral text, with declared names.
    fn neutral(&self, when: &Condition) -> Result<String, Stop> {
        neutral(self.file, &self.rung.owner, when)
    }

    fn contact(&self, closed: Option<bool>) -> Changed {
        let tag = self.file.context.need("tag");
        let part = self.only_contact(tag)?;
        let is_closed = self.rung.text_of(part.name).eq_ignore_ascii_case("XIO");
        if closed == Some(is_closed) {
            return Err(Why::Same { name: tag.to_owned() }.into());
        }
        let new = if is_closed { "XIC" } else { "XIO" };
        let meaning = Meaning::Inverted { name: tag.to_owned(), within: None };
        Ok((self.with(part.name.range(), new), meaning))
    }

    fn replace(&self) -> Changed {
        let (tag, by) = (self.file.context.need("tag"), self.file.context.need("by"));
        let part = self.only_contact(tag)?;
        self.bit(by)?;
        let at = part.operand(0).map(Span::range).unwrap_or_default();
        let meaning = Meaning::Replaced { name: tag.to_owned(), by: by.to_owned(), within: None };
        Ok((self.with(at, by), meaning))
    }

    /// Removes a contact, and its branch if it becomes empty.
    fn take(&self) -> Changed {
        let tag = self.file.context.need("tag");
        let at = self.only_contact(tag)?.span.range();
        let text = self.text();
        let meaning = Meaning::Without { name: tag.to_owned(), within: None };
        let before = text[..at.start].trim_end();
        let after = text[at.end..].trim_start();
        let begins = before.is_empty() || before.ends_with(['[', ',']);
        let ends = after.is_empty() || after.starts_with([']', ',', ';']);
        if !(begins && ends) {
            return Ok((self.with(at, ""), meaning));
        }
        // The whole leg, with an adjacent comma.
        let last = || Stop::No(Why::LastOfBranch { name: tag.to_owned() });
        let behind = text.len() - after.len();
        let new = match (before.ends_with(','), after.starts_with(',')) {
            (_, true) => self.with(at.start..behind + 1, ""),
            (true, _) => self.with(before.len() - 1..at.end, ""),
            _ => return Err(last()),
        };
        Ok((unwrapped(&new), meaning))
    }

    /// The part that writes an output, and the beginning of its conditions, if these are one
    /// series.
    fn output(&self) -> Result<(String, Range<usize>), Stop> {
        let output = self.file.context.need("output");
        let place = self.rung.path();
        let parts = self.rung.tree.parts();
        let found: Vec<&Part> = parts
            .into_iter()
            .filter(|it| !self.is_contact(it) && self.is_about(it, output))
            .collect();
        let none = Why::NoOutput { place: place.clone() };
        let part = only(found, output, &place, none)?;
        Ok((output.to_owned(), part.span.range()))
    }

    fn series(&self) -> Changed {
        let (output, at) = self.output()?;
        let when = self.file.context.when()?;
        let text = self.neutral(&when)?;
        Ok((self.with(at.start..at.start, &text), Meaning::Series { output, when }))
    }

    /// Adds a one-shot before an output.
    fn pulse(&self, draft: &mut Draft) -> Changed {
        let (output, at) = self.output()?;
        let (file, owner) = (self.file, &self.rung.owner);
        let memory = format!("{}_ONS", output.replace(['.', '[', ']', ':'], "_"));
        let no_place = || Why::NoPlace { name: owner.clone(), known: String::new() };
        let scope = file.owner(owner).ok_or_else(no_place)?;
        draft.and(add::declare(file, &scope, &memory, "BOOL", (None, None))?);
        let new = self.with(at.start..at.start, &format!("ONS({memory})"));
        Ok((new, Meaning::Pulsed { output, memory }))
    }

    /// The conditions of an output: from the beginning of the rung to the output.
    fn decides(&self, output: &Range<usize>) -> Result<Range<usize>, Stop> {
        let elements: Vec<&Element> =
            self.rung.tree.rungs.iter().flat_map(|it| &it.elements).collect();
        let shared = || Stop::No(Why::Shared { place: self.rung.path() });
        let is_it =
            |it: &&&Element| matches!(it, Element::Part(part) if part.span.range() == *output);
        let end = elements.iter().position(|it| is_it(&it)).ok_or_else(shared)?;
        let start = self.rung.head().map_or(0, |it| it.span.range().end);
        let before = &elements[..end];
        if !before.iter().all(|it| self.decides_only(it)) {
            return Err(shared());
        }
        let text = &self.text()[start..output.start];
        if text.trim().is_empty() {
            return Err(Why::Same { name: self.file.context.need("output").to_owned() }.into());
        }
        Ok(start..output.start)
    }

    /// Whether an element is only a condition, without an output.
    fn decides_only(&self, element: &Element) -> bool {
        match element {
            Element::Part(part) => {
                self.is_contact(part)
                    || relation(self.rung.text_of(part.name)).is_some()
                    || matches!(
                        self.rung.text_of(part.name),
                        "LBL" | "SBR" | "AFI" | "LIM" | "LIMIT"
                    )
            }
            Element::Branch(legs) => {
                legs.iter().all(|leg| leg.iter().all(|it| self.decides_only(it)))
            }
            Element::Signal(_) | Element::Opaque(..) => false,
        }
    }

    fn parallel(&self) -> Changed {
        let when = self.file.context.when()?;
        let text = self.neutral(&when)?;
        if let Some(around) = self.file.context.get("around") {
            let at = self.only_contact(around)?.span.range();
            let own = &self.text()[at.clone()];
            let meaning = Meaning::Around { name: around.to_owned(), when, within: None };
            return Ok((self.with(at.clone(), &format!("[{own} ,{text} ]")), meaning));
        }
        let (output, at) = self.output()?;
        let decides = self.decides(&at)?;
        let own = self.text()[decides.clone()].trim();
        let new = format!("[{own} ,{text} ]");
        Ok((self.with(decides, &new), Meaning::Parallel { output, when }))
    }

    fn latch(&self) -> Changed {
        let until = self.file.context.need("tag");
        self.bit(until)?;
        let (output, at) = self.output()?;
        let decides = self.decides(&at)?;
        let own = self.text()[decides.clone()].trim();
        let new = format!("[{own} ,XIC({output}) ]XIO({until})");
        Ok((self.with(decides, &new), Meaning::Latched { output, until: until.to_owned() }))
    }

    fn opposite(&self) -> Changed {
        let (output, at) = self.output()?;
        let decides = self.decides(&at)?;
        let elements: Vec<Element> = self
            .rung
            .tree
            .rungs
            .iter()
            .flat_map(|it| &it.elements)
            .take_while(|it| !matches!(it, Element::Part(part) if part.span.range() == at))
            .cloned()
            .collect();
        let own =
            self.condition(&elements).ok_or_else(|| Why::Shared { place: self.rung.path() })?;
        let new = own.not().neutral(self.file.is_new_syntax());
        Ok((self.with(decides, &new), Meaning::Opposite { output }))
    }

    fn condition(&self, elements: &[Element]) -> Option<Condition> {
        let all: Option<Vec<Condition>> = elements
            .iter()
            .map(|it| match it {
                Element::Part(part) => {
                    let operand = |at| Some(self.rung.text_of(part.operand(at)?).trim().to_owned());
                    let name = self.rung.text_of(part.name);
                    match relation(name) {
                        Some(how) => {
                            Some(Condition::Compare { name: operand(0)?, how, value: operand(1)? })
                        }
                        None if self.is_contact(part) => {
                            Some(Condition::bit(&operand(0)?, name.eq_ignore_ascii_case("XIC")))
                        }
                        None => None,
                    }
                }
                Element::Branch(legs) => {
                    let legs: Option<Vec<Condition>> =
                        legs.iter().map(|it| self.condition(it)).collect();
                    Some(Condition::Any(legs?))
                }
                Element::Signal(_) | Element::Opaque(..) => None,
            })
            .collect();
        Some(Condition::All(all?))
    }
}

/// The comparison operator of an instruction.
pub(super) fn relation(instruction: &str) -> Option<Relation> {
    use Relation::{Above, AtLeast, AtMost, Below, Equal, Unequal};
    [Above, AtLeast, Below, AtMost, Equal, Unequal]
        .into_iter()
        .find(|it| [true, false].iter().any(|new| it.logix(*new).eq_ignore_ascii_case(instruction)))
}

/// A condition as neutral text, with names that are visible in the routines of an owner.
pub(super) fn neutral(file: &File<'_, '_>, owner: &str, when: &Condition) -> Result<String, Stop> {
    let declared = |name: &str, is_bit: bool| {
        let no_tag = || Why::NoTag { name: name.to_owned() };
        let (_, tag) = file.visible(owner, name).ok_or_else(no_tag)?;
        add::safe(tag, name)?;
        let kind = tag.attribute("DataType").unwrap_or("BOOL");
        if !name.contains(['.', '[']) && (kind == "BOOL") != is_bit {
            let of = if is_bit { "BOOL" } else { "REAL" }.to_owned();
            return Err(Stop::No(Why::BadValue { value: name.to_owned(), of }));
        }
        Ok(name.to_owned())
    };
    Ok(when.written(&mut |name, is_bit| declared(name, is_bit))?.neutral(file.is_new_syntax()))
}

/// Replaces a branch with one leg by that leg.
fn unwrapped(text: &str) -> String {
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut depth = 0_i32;
    for (at, char) in text.char_indices() {
        match char {
            '(' => depth += 1,
            ')' => depth -= 1,
            '[' if depth == 0 => open.push((at, false)),
            ',' if depth == 0 => {
                if let Some(last) = open.last_mut() {
                    last.1 = true;
                }
            }
            ']' if depth == 0 => {
                if let Some((start, false)) = open.pop() {
                    let inside = text[start + 1..at].trim();
                    return format!("{}{inside}{}", &text[..start], &text[at + 1..]);
                }
            }
            _ => {}
        }
    }
    text.to_owned()
}

/// The assumption about a new timer.
pub(super) fn assumed_timer(name: &str, place: &str) -> Assumed {
    Assumed::Timer { name: name.to_owned(), place: place.to_owned() }
}

impl Draft {
    /// Adds the risks of stricter or weaker conditions.
    pub(crate) fn dangers(&mut self, meaning: &Meaning, place: &str) {
        let place = place.to_owned();
        let high = RiskLevel::High;
        let (level, danger) = match meaning {
            Meaning::Series { when, .. } | Meaning::Fed { when, .. } => {
                let name = when.names().join(", ");
                (RiskLevel::Medium, Danger::InterlockTighter { place, name })
            }
            Meaning::Delayed { timer, .. } => {
                (RiskLevel::Medium, Danger::InterlockTighter { place, name: timer.clone() })
            }
            Meaning::Without { name, .. } => {
                (high, Danger::InterlockLooser { place, name: name.clone() })
            }
            Meaning::Parallel { when, .. } | Meaning::Around { when, .. } => {
                (high, Danger::InterlockBeside { place, name: when.names().join(", ") })
            }
            Meaning::Inverted { .. }
            | Meaning::Replaced { .. }
            | Meaning::Latched { .. }
            | Meaning::Pulsed { .. }
            | Meaning::Opposite { .. } => {
                (high, Danger::InterlockOther { place, name: meaning.names().join(", ") })
            }
            Meaning::Gone => (high, Danger::NotWritten { place }),
            Meaning::Added { .. } | Meaning::Moved => return,
        };
        self.risk(level, RiskKind::InterlockChanged, danger);
    }
}
