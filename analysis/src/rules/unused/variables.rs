//! Tags, and variables of blocks.

use std::collections::HashSet;

use tagbridge_logic::{PlaceId, Scope, Step};
use tagbridge_project::{
    Access, Block, BlockKind, Exchange, Initial, Member, Modifier, Place, Section, Tag, Vendor,
};

use super::Unused;
use crate::{
    analysis::Site,
    facts::{Facts, words},
    pen::Pen,
    rule::Confidence,
    tags::Use,
};

/// Types whose tags work without any code: axes, alarms and the like (1756-RM003, 1756-PM006).
const WORKING: [&str; 5] = ["AXIS_", "MOTION_GROUP", "COORDINATE_SYSTEM", "ALARM_", "DATALOG"];
/// Types of one value.
const ELEMENTARY: [&str; 23] = [
    "BOOL", "BIT", "BYTE", "WORD", "DWORD", "LWORD", "SINT", "INT", "DINT", "LINT", "USINT",
    "UINT", "UDINT", "ULINT", "REAL", "LREAL", "TIME", "LTIME", "S5TIME", "DATE", "TOD", "CHAR",
    "STRING",
];

pub(super) fn tags(facts: &Facts<'_>, pen: &mut Pen<'_>) {
    let project = facts.project;
    let tags = facts.tags(pen.budget());
    let outside = named_outside(facts);
    let instances: HashSet<String> = project
        .blocks
        .iter()
        .filter(|block| block.kind == BlockKind::DataBlock && block.instance_of.is_some())
        .map(|block| block.name.to_lowercase())
        .collect();
    let is_hidden_anywhere = !facts.logic.protected().is_empty();
    for tag in &project.tags {
        pen.check();
        let last = last_name(&tag.name);
        let is_out = works_alone(tag)
            || is_of_the_system(tag)
            || (tag.constant && facts.is_word(last))
            || outside.contains(&last.to_lowercase())
            || instances.contains(&tag.scope.to_lowercase())
            || facts.is_hidden(last)
            || !is_all_shown(facts, tag);
        if is_out {
            continue;
        }
        let found = tags.of(facts, tag);
        let sure = if is_hidden_anywhere { Confidence::Review } else { Confidence::Certain };
        let site = || vec![facts.tag(&tag.name)];
        let name = tag.name.as_str();
        // An alias is used where it is named itself.
        let is_used = if tag.alias_for.is_some() { found.named } else { found.any() };
        if !is_used {
            pen.find_as("X01", sure, name, &Unused::Tag { name }, site());
        } else if tag.alias_for.is_none() && !found.unsure && is_elementary(tag) {
            one_way(facts, pen, tag, found, sure);
        }
    }
}

/// Read and never written, written and never read.
fn one_way(facts: &Facts<'_>, pen: &mut Pen<'_>, tag: &Tag, found: Use, sure: Confidence) {
    let name = tag.name.as_str();
    let place = facts.tags(pen.budget()).place(name);
    let site = || with_uses(facts, facts.tag(name), place);
    let comes_from_outside = tag.constant
        || tag.safety
        || matches!(tag.exchange, Some(Exchange::Consumed { .. }))
        || is_in(tag, 'I');
    if found.read && !found.written && !comes_from_outside {
        // What was given a value in the project is a parameter; a screen may write what it reaches,
        // and the system sets bits of its own among markers.
        let is_given = !is_zero(tag.initial.as_ref()) || is_in(tag, 'M');
        let sure = match tag.access {
            _ if is_given => Confidence::Review,
            Access::ReadWrite => Confidence::Review,
            Access::Unknown => sure.min(Confidence::Likely),
            Access::ReadOnly | Access::None => sure,
        };
        pen.find_as("X04", sure, name, &Unused::NotWritten { name }, site());
    }
    let goes_outside =
        tag.safety || matches!(tag.exchange, Some(Exchange::Produced)) || is_in(tag, 'Q');
    if found.written && !found.read && !goes_outside {
        let sure = seen(tag.access, sure);
        pen.find_as("X05", sure, name, &Unused::NotRead { name }, site());
    }
}

/// Names that something beside code uses: what events wait for, what connections lead to,
/// parameters of programs, what others are names for.
fn named_outside(facts: &Facts<'_>) -> HashSet<String> {
    let project = facts.project;
    let triggers = project.tasks.iter().filter_map(|task| task.trigger.as_deref());
    let ends = project.connections.iter().flat_map(|it| [it.from.as_str(), it.to.as_str()]);
    let aliases = project.tags.iter().filter_map(|tag| tag.alias_for.as_deref());
    let parameters = project.programs.iter().flat_map(|program| &program.members);
    let parameters = parameters
        .filter(|it| !matches!(it.section, Some(Section::Local | Section::Static | Section::Temp)))
        .map(|it| it.name.to_lowercase());
    let texts = triggers.chain(ends).chain(aliases).flat_map(words).map(str::to_lowercase);
    texts.chain(parameters).collect()
}

/// Whether a tag is of use without code, or made by something else.
fn works_alone(tag: &Tag) -> bool {
    let kind = tag.type_use.name.to_ascii_uppercase();
    // A module's has colons in its own name, a program's stands before it.
    tag.name.strip_prefix("Program:").unwrap_or(&tag.name).contains(':')
        || WORKING.iter().any(|prefix| kind.starts_with(prefix))
        || matches!(tag.exchange, Some(Exchange::Produced))
}

/// Whether the file shows all code that can name a tag.
fn is_all_shown(facts: &Facts<'_>, tag: &Tag) -> bool {
    if !facts.is_partial() {
        return true;
    }
    let scope = tag.scope.as_str();
    let is_program = facts.project.programs.iter().any(|it| it.name.eq_ignore_ascii_case(scope));
    !scope.is_empty() && is_program && facts.shows_code_of(scope)
}

/// Whether it is a bit that the system sets, by the name that TIA Portal gives it.
fn is_of_the_system(tag: &Tag) -> bool {
    const NAMES: [&str; 6] =
        ["firstscan", "diagstatusupdate", "alwaystrue", "alwaysfalse", "clock_byte", "system_byte"];
    let name = tag.name.trim_matches('"').to_lowercase();
    NAMES.contains(&name.as_str()) || (name.starts_with("clock_") && name.ends_with("hz"))
}

fn is_in(tag: &Tag, area: char) -> bool {
    let by_address = tag.alias_for.as_deref().is_some_and(|address| {
        let address = address.trim_start_matches('%').to_ascii_uppercase();
        address.starts_with(area)
    });
    by_address || matches!(tag.place, Place::Area { area: own, .. } if own == area)
}

fn is_elementary(tag: &Tag) -> bool {
    let kind = tag.type_use.name.to_ascii_uppercase();
    ELEMENTARY.contains(&kind.as_str())
}

fn is_zero(initial: Option<&Initial>) -> bool {
    match initial {
        None => true,
        Some(Initial::Scalar(text)) => {
            text.eq_ignore_ascii_case("false") || text.parse::<f64>().is_ok_and(|it| it == 0.0)
        }
        Some(Initial::Parts(parts)) => parts.is_empty(),
    }
}

/// Variables of blocks whose code the file shows.
pub(super) fn of_blocks(facts: &Facts<'_>, pen: &mut Pen<'_>) {
    for block in &facts.project.blocks {
        pen.check();
        let has_code = !matches!(block.kind, BlockKind::DataBlock | BlockKind::Interface);
        // What is made from it, and what it replaces, may be why it is there.
        let is_promised = !block.extends.is_empty()
            || !block.implements.is_empty()
            || block.modifiers.contains(&Modifier::Override)
            || block.modifiers.contains(&Modifier::Abstract)
            || is_of_a_family(facts, block);
        if !has_code || block.protected || is_promised || !facts.shows_code_of(&block.name) {
            continue;
        }
        for member in &block.members {
            variable(facts, pen, block, member);
        }
    }
}

/// Whether a method belongs to a block that promises or inherits something, or is made more of.
fn is_of_a_family(facts: &Facts<'_>, block: &Block) -> bool {
    let owner = block.name.rsplit_once('.').map_or(block.name.as_str(), |(owner, _)| owner);
    let promises = facts.block(owner).is_some_and(|owner| {
        !owner.extends.is_empty()
            || !owner.implements.is_empty()
            || owner.kind == BlockKind::Interface
    });
    promises
        || facts
            .project
            .blocks
            .iter()
            .any(|other| other.extends.iter().any(|it| it.eq_ignore_ascii_case(owner)))
}

fn variable(facts: &Facts<'_>, pen: &mut Pen<'_>, block: &Block, member: &Member) {
    let name = member.name.as_str();
    let is_given =
        ["EnableIn", "EnableOut", "ENO", "EN"].iter().any(|it| it.eq_ignore_ascii_case(name));
    let is_elsewhere = matches!(member.section, Some(Section::External | Section::Return));
    let tags = facts.tags(pen.budget());
    // The value of a constant stands where it is named.
    let is_value = member.constant || member.section == Some(Section::Constant);
    // An output that begins with a value tells it, to whoever reads it.
    let tells = member.section == Some(Section::Output) && !is_zero(member.initial.as_ref());
    if is_given
        || tells
        || is_elsewhere
        || (is_value && facts.is_word(name))
        || member.alias_for.is_some()
        || facts.is_hidden(name)
        || is_base_of_another(block, name)
        || tags.is_seen_outside(facts.index, name)
    {
        return;
    }
    let place = place_of(facts, block, name);
    let found = place.map(|place| tags.of_place(place)).unwrap_or_default();
    let bound = place.is_some_and(|place| !facts.index.bound_to(place).is_empty());
    let subject = format!("{}.{name}", block.name);
    let message = block.name.as_str();
    let site = || with_uses(facts, facts.definition(&block.name), place);
    if !found.any() && !bound {
        let message = Unused::Variable { name, block: message };
        pen.find("X01", &subject, &message, site());
        return;
    }
    let is_own = matches!(member.section, Some(Section::Static | Section::Local | Section::Temp));
    let is_plain = ELEMENTARY.contains(&member.type_use.name.to_ascii_uppercase().as_str());
    if !is_own || !is_plain || found.unsure || bound || member.at.is_some() {
        return;
    }
    if found.read && !found.written && member.initial.is_none() && !member.constant {
        let message = Unused::VariableNotWritten { name, block: message };
        pen.find("X04", &subject, &message, site());
    }
    // What an outsider may read is written for one.
    let is_shown = matches!(member.access, Access::ReadWrite | Access::ReadOnly);
    if found.written && !found.read && !is_shown {
        let message = Unused::VariableNotRead { name, block: message };
        let sure = seen(member.access, Confidence::Certain);
        pen.find_as("X05", sure, &subject, &message, site());
    }
}

/// A declaration, and where the code names it itself.
fn with_uses(facts: &Facts<'_>, declared: Site, place: Option<PlaceId>) -> Vec<Site> {
    let refs = place.map_or(&[][..], |place| facts.index.refs_to(place));
    let uses = refs.iter().map(|at| facts.reference(*at));
    std::iter::once(declared).chain(uses).collect()
}

/// A screen may read what it reaches.
fn seen(access: Access, sure: Confidence) -> Confidence {
    match access {
        Access::None => sure,
        Access::Unknown => sure.min(Confidence::Likely),
        Access::ReadOnly | Access::ReadWrite => Confidence::Review,
    }
}

/// Whether another variable of the block is another name for one, or lies over it.
fn is_base_of_another(block: &Block, name: &str) -> bool {
    let over = block.members.iter().filter_map(|it| it.alias_for.as_deref().or(it.at.as_deref()));
    over.flat_map(words).any(|word| word.eq_ignore_ascii_case(name))
}

/// Where a variable of a block begins in the code.
pub(crate) fn place_of(facts: &Facts<'_>, block: &Block, name: &str) -> Option<PlaceId> {
    let names = &facts.index.names;
    let owner = names.find(&block.name)?;
    let scope = match facts.project.vendor {
        Vendor::AllenBradley => Scope::AddOn(owner),
        Vendor::Siemens => Scope::Block(owner),
        Vendor::Codesys => Scope::Unit(owner),
    };
    facts.index.places.find(None, Step::Root(scope, names.find(name)?))
}

fn last_name(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name).trim_matches('"')
}
