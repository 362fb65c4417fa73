//! Adds, deletes and moves networks of SimaticML.

use super::{
    markup::{Markup, Object},
    operands::{build, named},
    series::{edited, told, units},
    wires::{End, Flow, Named, pin},
};
use crate::{
    condition::Condition,
    draft::{Draft, Stop},
    element::{Element, with_blanks},
    meaning::Meaning,
    says::Why,
};

pub(super) fn delete(markup: &Markup<'_, '_>) -> Result<Draft, Stop> {
    let edited = edited(markup)?;
    if units(edited.object).len() < 2 {
        return Err(Why::LastOfBranch { name: edited.place() }.into());
    }
    let mut draft = Draft::default();
    let at = with_blanks(&edited.object.file.text, edited.unit);
    draft.splice(edited.object.file.file, at.start, at.end, "");
    told(markup, edited.object, &mut draft, (edited.number, ""), Meaning::Gone);
    Ok(draft)
}

pub(super) fn relocate(markup: &Markup<'_, '_>) -> Result<Draft, Stop> {
    let edited = edited(markup)?;
    let all = units(edited.object);
    let context = markup.world.context;
    let other = context.get("target").and_then(|it| it.parse::<usize>().ok());
    let is_first = matches!(context.need("to"), "first" | "before");
    let edge = match other {
        Some(other) => all.get(other.wrapping_sub(1)),
        None if is_first => all.first(),
        None => all.last(),
    };
    let same = || Stop::No(Why::Same { name: edited.place() });
    let edge = edge.filter(|it| **it != edited.unit).ok_or_else(same)?;
    let text = &edited.object.file.text;
    let at = with_blanks(text, edited.unit);
    let own = text[at.clone()].to_owned();
    let target = if is_first { with_blanks(text, *edge).start } else { edge.range().end };
    let mut draft = Draft::default();
    draft.splice(edited.object.file.file, at.start, at.end, "");
    draft.splice(edited.object.file.file, target, target, own);
    told(markup, edited.object, &mut draft, (edited.number, ""), Meaning::Moved);
    Ok(draft)
}

/// Adds networks before one, counted from 1, or behind the last one; returns the number of the first.
pub(super) fn insert(
    object: Object<'_, '_>,
    draft: &mut Draft,
    networks: &[String],
    before: Option<usize>,
) -> Result<usize, Stop> {
    let not_parsed = || Stop::No(Why::NotParsed { name: object.name.to_owned() });
    let all = units(object);
    let like = before.and_then(|it| all.get(it.wrapping_sub(1))).or(all.last());
    let (like, text) = (*like.ok_or_else(not_parsed)?, &object.file.text);
    let at = with_blanks(text, like);
    let blanks = &text[at.start..like.range().start];
    let (mut new, mut next) = (String::new(), next_id(object));
    for network in networks {
        let copy = super::units::like(text, like, network, next).ok_or_else(not_parsed)?;
        new.extend([blanks, &copy]);
        next += IDS;
    }
    let place = if before.is_some() { at.start } else { at.end };
    draft.splice(object.file.file, place, place, new);
    Ok(before.unwrap_or(all.len() + 1))
}

/// A network has no more ids than these.
pub(super) const IDS: u32 = 64;

/// An id above all of a block's file.
pub(super) fn next_id(object: Object<'_, '_>) -> u32 {
    let ids = object.node.document().descendants().filter_map(|it| it.attribute("ID"));
    ids.filter_map(|it| u32::from_str_radix(it, 16).ok()).max().unwrap_or(0) + 1
}

/// A network that turns an output on under a condition.
pub(super) fn network(
    markup: &Markup<'_, '_>,
    object: Object<'_, '_>,
    output: &str,
    when: &Condition,
) -> Result<String, Stop> {
    let target = named(markup, object, output, true)?;
    drawn(markup, object, &target, when)
}

fn drawn(
    markup: &Markup<'_, '_>,
    object: Object<'_, '_>,
    target: &Named,
    when: &Condition,
) -> Result<String, Stop> {
    let mut flow = Flow::new("\n    ");
    let fragment = build(markup, object, &mut flow, when)?;
    let operand = flow.access(target);
    let coil = flow.part("Coil", "", &[]);
    flow.wire(vec![operand, pin(&coil, "operand")]);
    flow.wire(std::iter::once(End::Rail).chain(fragment.ins).collect());
    flow.wire(vec![fragment.out, pin(&coil, "in")]);
    ladder(object, &flow)
}

/// Parts and wires as the drawing of a network of this block.
pub(super) fn ladder(object: Object<'_, '_>, flow: &Flow) -> Result<String, Stop> {
    let mut nets = object.node.descendants().filter(|it| it.tag_name().name() == "FlgNet");
    let namespace = nets.find_map(|it| it.tag_name().namespace());
    let namespace = namespace.ok_or_else(|| Why::NotParsed { name: object.name.to_owned() })?;
    Ok(format!("<FlgNet xmlns=\"{namespace}\">\n  {}\n</FlgNet>", flow.text()))
}

/// The position of a network's drawing, and its replacement.
pub(super) fn replaced(
    text: &str,
    unit: Element<'_, '_>,
    drawing: &str,
) -> Option<(std::ops::Range<usize>, String)> {
    let old = unit.descendants().find(|it| it.tag_name().name() == "FlgNet")?;
    let namespace = old.tag_name().namespace()?;
    let open = drawing.find('>')?;
    let new = if drawing[..open].contains("xmlns") {
        drawing.to_owned()
    } else {
        format!("<FlgNet xmlns=\"{namespace}\"{}", &drawing[open..])
    };
    roxmltree::Document::parse(&new).ok()?;
    text.get(old.range())?;
    Some((old.range(), new))
}
