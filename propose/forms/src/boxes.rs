//! Boxes of networks: converts expressions to elements of the export, modelled on other elements of
//! the file.

use std::{collections::HashMap, ops::Range};

use crate::{
    element::{XmlElement as Element, end_tag, start_tag},
    shown::ShownNetwork,
    term::{Aim, Term, TermBox},
};

const ASSIGNMENT: &str = "9873c309";
const BOX: &str = "acfc6f68";
const OPERAND: &str = "c9b2f165";

const JUNCTIONS: &[&str] = &["AND", "OR", "XOR"];
const COMPARISONS: &[&str] = &["GT", "GE", "LT", "LE", "EQ", "NE"];
const TIMERS: &[&str] = &["TON", "TOF", "TP"];
const FUNCTIONS: &[&str] = &["ADD", "SUB", "MUL", "DIV", "SEL"];

/// The elements of a file that are used as models for boxes.
pub struct Boxes<'a, 'i> {
    /// The text of the file.
    pub text: &'a str,
    /// Its first element.
    pub root: Element<'a, 'i>,
}

/// A field with this name.
pub fn field<'a, 'i>(of: Element<'a, 'i>, name: &str) -> Option<Element<'a, 'i>> {
    of.children().find(|it| it.is_element() && it.attribute("Name") == Some(name))
}

/// The text of a field.
pub fn said(of: Element<'_, '_>, name: &str) -> String {
    field(of, name).and_then(|it| it.text()).unwrap_or_default().trim().to_owned()
}

/// The list in a field; some lists are objects that contain one with the same name.
pub fn items_of<'a, 'i>(of: Element<'a, 'i>, name: &str) -> Option<Element<'a, 'i>> {
    let mut found = field(of, name)?;
    for _ in 0..2 {
        if found.tag_name().name() != "Single" {
            break;
        }
        let is_list =
            |it: &Element<'_, '_>| matches!(it.tag_name().name(), "List" | "List2" | "Array");
        found = found.children().find(is_list)?;
    }
    Some(found)
}

/// A piece of a file with edits, which do not overlap.
pub fn rewritten(
    text: &str,
    whole: Range<usize>,
    mut edits: Vec<(Range<usize>, String)>,
) -> String {
    edits.sort_by_key(|it| (it.0.start, it.0.end));
    let (mut out, mut at) = (String::new(), whole.start);
    for (range, new) in edits {
        if range.start < at {
            continue;
        }
        out.push_str(&text[at..range.start]);
        out.push_str(&new);
        at = range.end;
    }
    out + &text[at..whole.end]
}

fn is_of(node: Element<'_, '_>, kind: &str) -> bool {
    let guid = node.attribute("Type").unwrap_or_default().trim_matches(['{', '}']);
    guid.get(..8).is_some_and(|it| it.eq_ignore_ascii_case(kind))
}

fn elements<'a, 'i>(list: Option<Element<'a, 'i>>) -> Vec<Element<'a, 'i>> {
    list.map(|it| it.children().filter(Element::is_element).collect()).unwrap_or_default()
}

fn own_flag(item: Element<'_, '_>) -> u32 {
    field(item, "Flags").map_or(0, flag)
}

fn flag(item: Element<'_, '_>) -> u32 {
    let number = field(item, "Flags").and_then(|it| it.text()).or_else(|| item.text());
    number.and_then(|it| it.trim().parse().ok()).unwrap_or(0)
}

impl<'a, 'i> Boxes<'a, 'i> {
    /// A statement as an item of a network; `None` if the file has no model for it.
    pub(crate) fn item(&self, aim: &Aim, olds: &ShownNetwork<'_>) -> Option<String> {
        let (to, wanted) = match aim {
            Aim::Assign { to, value, .. } => (to, value),
            Aim::Call(wanted) => return self.written(wanted, &olds.elements()),
        };
        let own = olds.assignment(to);
        let there = own.as_ref().and_then(|(at, _)| {
            self.root.descendants().find(|it| it.is_element() && it.range() == *at)
        });
        let like = there.or_else(|| self.assignment())?;
        let old = field(like, "RValue")?;
        let is_same = own.as_ref().is_some_and(|it| it.1.as_ref() == Some(&wanted.says()));
        let value = if is_same {
            self.text[old.range()].to_owned()
        } else {
            named(&self.written(wanted, &olds.elements())?, Some("RValue"))
        };
        let mut edits = vec![(old.range(), value)];
        if there.is_none() {
            let list = items_of(like, "OutputItems")?;
            let operand = self.operand(to, false)?;
            edits.push((start_tag(self.text, list).0..end_tag(self.text, list), operand));
        }
        Some(rewritten(self.text, like.range(), edits))
    }

    fn all(&self, kind: &'static str) -> impl Iterator<Item = Element<'a, 'i>> {
        self.root.descendants().filter(move |it| is_of(*it, kind))
    }

    fn assignment(&self) -> Option<Element<'a, 'i>> {
        self.all(ASSIGNMENT)
            .find(|it| elements(items_of(*it, "OutputItems")).iter().all(|it| own_flag(*it) == 0))
    }

    fn written(&self, wanted: &Term, olds: &HashMap<String, Range<usize>>) -> Option<String> {
        // Unchanged elements keep their bytes.
        let keeps = match wanted {
            Term::Operand { .. } => true,
            Term::Box(it) => it.outputs.is_empty(),
        };
        if let Some(same) = olds.get(&wanted.says()).filter(|_| keeps) {
            return Some(named(&self.text[same.clone()], None));
        }
        match wanted {
            Term::Operand { name, negated } => self.operand(name, *negated),
            Term::Box(TermBox { instance, kind, inputs, outputs, pin, negated }) => {
                let inputs: Option<Vec<String>> =
                    inputs.iter().map(|it| self.written(&it.1, olds)).collect();
                let inputs = inputs.filter(|_| pin.is_empty())?;
                self.boxed((instance, kind), &inputs, outputs, *negated)
            }
        }
    }

    /// An operand, modelled on one of the file.
    fn operand(&self, name: &str, negated: bool) -> Option<String> {
        let like = self.all(OPERAND).find(|it| {
            field(*it, "Operand").is_some_and(|it| it.text().is_some())
                && field(*it, "Flags").is_some()
        })?;
        let mut edits = vec![(self.inside(field(like, "Operand")?), name.to_owned())];
        edits.push((self.inside(number_of(field(like, "Flags")?)), u8::from(negated).to_string()));
        Some(named(&rewritten(self.text, like.range(), edits), None))
    }

    /// A box, modelled on one of the file: of the same kind; for AND, OR and comparisons, of any of
    /// these.
    fn boxed(
        &self,
        (instance, kind): (&str, &str),
        inputs: &[String],
        outputs: &[String],
        negated: bool,
    ) -> Option<String> {
        let alike = |it: &Element<'_, '_>| said(*it, "BoxType").eq_ignore_ascii_case(kind);
        let of = |all: &'static [&'static str]| {
            move |it: &Element<'_, '_>| {
                let own = said(*it, "BoxType").to_uppercase();
                all.contains(&own.as_str())
            }
        };
        let families = [JUNCTIONS, COMPARISONS, FUNCTIONS, TIMERS];
        let family = families.into_iter().find(|it| it.contains(&kind));
        // Inputs of a box without names are written alike.
        let other = || {
            family.filter(|it| *it != TIMERS)?;
            families[..3].iter().find_map(|it| self.all(BOX).find(of(it)))
        };
        let like = self.all(BOX).find(alike).or_else(|| self.all(BOX).find(of(family?)));
        let like = like.or_else(other)?;
        let list = items_of(like, "InputItems")?;
        let olds = elements(Some(list));
        let mut edits = vec![(self.inside(field(like, "BoxType")?), kind.to_owned())];
        let end = self.text[..end_tag(self.text, list)].trim_end().len();
        let start = start_tag(self.text, list).0;
        let blanks = olds.first().map_or("", |it| &self.text[start..it.range().start]);
        edits.push((start..end.max(start), behind(blanks, inputs)));
        for (list, wanted) in [
            (items_of(like, "InputFlags"), inputs.len()),
            (field(like, "InputParam").and_then(|it| items_of(it, "Names")), inputs.len()),
        ] {
            let present = elements(list);
            let Some(whole) = present.last().map(Element::range) else { continue };
            if present.len() > wanted {
                edits.push((present[wanted].range().start..whole.end, String::new()));
            } else {
                // More inputs are not inverted.
                let inverted = present.last().filter(|it| flag(**it) != 0);
                let plain =
                    inverted.map(|it| number_of(*it)).map(|it| (self.inside(it), "0".to_owned()));
                let copy = rewritten(self.text, whole.clone(), plain.into_iter().collect());
                let copies = copy.repeat(wanted - present.len());
                edits.push((whole.end..whole.end, copies));
            }
        }
        for flag in elements(items_of(like, "InputFlags")) {
            edits.push((self.inside(number_of(flag)), "0".to_owned()));
        }
        if let Some(flags) = field(like, "Flags") {
            edits.push((self.inside(number_of(flags)), u8::from(negated).to_string()));
        } else if negated {
            return None;
        }
        match field(like, "Instance") {
            Some(own) if !instance.is_empty() => {
                edits.push((self.inside(field(own, "Operand")?), instance.to_owned()));
            }
            Some(_) => return None,
            None if !instance.is_empty() => return None,
            None => {}
        }
        if let Some(list) = items_of(like, "OutputItems") {
            let new: Option<Vec<String>> =
                outputs.iter().map(|it| self.operand(it, false)).collect();
            edits.push((start_tag(self.text, list).0..end_tag(self.text, list), new?.concat()));
        } else if !outputs.is_empty() {
            return None;
        }
        Some(named(&rewritten(self.text, like.range(), edits), None))
    }

    fn inside(&self, it: Element<'_, '_>) -> Range<usize> {
        start_tag(self.text, it).0..end_tag(self.text, it)
    }
}

/// Each text after the same blanks.
pub fn behind(blanks: &str, texts: &[String]) -> String {
    texts.iter().flat_map(|it| [blanks, it.as_str()]).collect()
}

/// The element with the number of flags.
fn number_of<'a, 'i>(flags: Element<'a, 'i>) -> Element<'a, 'i> {
    field(flags, "Flags").unwrap_or(flags)
}

/// An element as an item of a list, or as a field with this name.
fn named(raw: &str, name: Option<&str>) -> String {
    let end = raw.find('>').unwrap_or(raw.len());
    let (head, rest) = raw.split_at(end);
    let plain = match head.find(" Name=\"") {
        Some(at) => {
            let after = at + 7 + head[at + 7..].find('"').map_or(0, |it| it + 1);
            format!("{}{}", &head[..at], &head[after..])
        }
        None => head.to_owned(),
    };
    match (name, plain.find([' ', '>'])) {
        (Some(name), Some(at)) => {
            format!("{} Name=\"{name}\"{}{rest}", &plain[..at], &plain[at..])
        }
        (Some(name), None) => format!("{plain} Name=\"{name}\"{rest}"),
        (None, _) => format!("{plain}{rest}"),
    }
}
