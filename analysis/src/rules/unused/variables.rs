//! Tags, and variables of blocks.

use std::collections::HashSet;

use tagbridge_logic::{PlaceId, Scope, Step};
use tagbridge_project::{
    Access, Block, BlockKind, Exchange, Initial, Member, Modifier, Place, Section, Tag, Vendor,
};

use super::UnusedFinding;
use crate::{
    analysis::Site,
    chapter_writer::ChapterWriter,
    facts::{Facts, words as words_of},
    rule::Confidence,
    rules::calls::{is_uncalled, is_uncalled_tag},
    runtime,
    tags::Use,
    words::{any, words},
};

/// Types whose tags have an effect without code: axes, alarms and similar (1756-RM003, 1756-PM006).
const WORKING: [&str; 5] = ["AXIS_", "MOTION_GROUP", "COORDINATE_SYSTEM", "ALARM_", "DATALOG"];
/// Elementary types.
const ELEMENTARY: [&str; 23] = [
    "BOOL", "BIT", "BYTE", "WORD", "DWORD", "LWORD", "SINT", "INT", "DINT", "LINT", "USINT",
    "UINT", "UDINT", "ULINT", "REAL", "LREAL", "TIME", "LTIME", "S5TIME", "DATE", "TOD", "CHAR",
    "STRING",
];

pub(super) fn tags(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let project = facts.project;
    let tags = facts.tags(pen.budget());
    let elsewhere = ExternalUses::of(facts);
    let is_hidden_anywhere = !facts.logic.protected().is_empty();
    for tag in &project.tags {
        pen.check();
        let last = last_name(&tag.name);
        let is_out = is_of_the_system(tag)
            || (tag.constant && (facts.is_word(last) || is_bound(facts, tag.initial.as_ref())))
            || is_left(last)
            || elsewhere.uses(facts, tag)
            || !is_all_shown(facts, tag);
        if is_out {
            continue;
        }
        let found = tags.of(facts, tag);
        let sure = if is_hidden_anywhere { Confidence::Review } else { Confidence::Certain };
        let site = || vec![facts.tag(&tag.name)];
        let name = tag.name.as_str();
        // An alias is only used if its own name is.
        let is_used = if tag.alias_for.is_some() { found.named } else { found.any() };
        if !is_used {
            // An instance without a call is reported by that rule.
            if !is_uncalled_tag(facts, tag) {
                pen.find_as("X01", sure, name, &UnusedFinding::Tag { name }, site());
            }
        } else if tag.alias_for.is_none() && !found.unsure && is_elementary(tag) {
            one_way(facts, pen, tag, found, sure);
        }
    }
}

/// Reports a tag that is only read, or only written.
fn one_way(
    facts: &Facts<'_>,
    pen: &mut ChapterWriter<'_>,
    tag: &Tag,
    found: Use,
    sure: Confidence,
) {
    let name = tag.name.as_str();
    let place = facts.tags(pen.budget()).place(name);
    let site = || with_uses(facts, facts.tag(name), place);
    let comes_from_outside = tag.constant
        || tag.safety
        || matches!(tag.exchange, Some(Exchange::Consumed { .. }))
        || is_in(tag, 'I');
    // A tag with an initial value is a parameter; people enter the values for simulation.
    let is_given = !is_zero(tag.initial.as_ref()) || is_simulated(name);
    if found.read && !found.written && !comes_from_outside && !is_given {
        // A screen may write a tag that it can access, and the system sets some memory bits.
        let sure = match tag.access {
            _ if is_in(tag, 'M') => Confidence::Review,
            Access::ReadWrite => Confidence::Review,
            Access::Unknown => sure.min(Confidence::Likely),
            Access::ReadOnly | Access::None => sure,
        };
        pen.find_as("X04", sure, name, &UnusedFinding::NotWritten { name }, site());
    }
    let goes_outside =
        tag.safety || matches!(tag.exchange, Some(Exchange::Produced)) || is_in(tag, 'Q');
    if found.written && !found.read && !goes_outside && !is_left(last_name(name)) {
        let sure = seen(tag.access, sure);
        pen.find_as("X05", sure, name, &UnusedFinding::NotRead { name }, site());
    }
}

/// The uses of tags in addition to the visible code.
pub(crate) struct ExternalUses {
    named: HashSet<String>,
    /// Instance data blocks of function blocks: their members belong to the block.
    instances: HashSet<String>,
}

impl ExternalUses {
    pub(crate) fn of(facts: &Facts<'_>) -> Self {
        let blocks = facts.project.blocks.iter();
        let instances = blocks
            .filter(|block| block.kind == BlockKind::DataBlock && block.instance_of.is_some())
            .map(|block| block.name.to_lowercase());
        Self { named: named_outside(facts), instances: instances.collect() }
    }

    /// Whether a tag may be used outside the visible code.
    pub(crate) fn uses(&self, facts: &Facts<'_>, tag: &Tag) -> bool {
        let last = last_name(&tag.name);
        works_alone(tag)
            || self.named.contains(&last.to_lowercase())
            || self.instances.contains(&tag.scope.to_lowercase())
            || facts.is_hidden(last)
    }
}

/// Names that are used outside code: triggers of events, ends of connections, parameters of
/// programs, targets of aliases.
fn named_outside(facts: &Facts<'_>) -> HashSet<String> {
    let project = facts.project;
    let triggers = project.tasks.iter().filter_map(|task| task.trigger.as_deref());
    let ends = project.connections.iter().flat_map(|it| [it.from.as_str(), it.to.as_str()]);
    let aliases = project.tags.iter().filter_map(|tag| tag.alias_for.as_deref());
    let parameters = project.programs.iter().flat_map(|program| &program.members);
    let parameters = parameters
        .filter(|it| !matches!(it.section, Some(Section::Local | Section::Static | Section::Temp)))
        .map(|it| it.name.to_lowercase());
    let mentions = project.mentions.iter().map(|it| it.operand.as_str());
    let texts = triggers
        .chain(ends)
        .chain(aliases)
        .chain(mentions)
        .flat_map(words_of)
        .map(str::to_lowercase);
    texts.chain(parameters).collect()
}

/// Whether a tag has an effect without code, or was created automatically.
fn works_alone(tag: &Tag) -> bool {
    let kind = tag.type_use.name.to_ascii_uppercase();
    // The own name of a module tag contains colons; that of a program tag follows its program.
    tag.name.strip_prefix("Program:").unwrap_or(&tag.name).contains(':')
        || WORKING.iter().any(|prefix| kind.starts_with(prefix))
        || matches!(tag.exchange, Some(Exchange::Produced))
}

/// Whether the file contains all code that can name a tag.
fn is_all_shown(facts: &Facts<'_>, tag: &Tag) -> bool {
    if !facts.is_partial() {
        return true;
    }
    let scope = tag.scope.as_str();
    let is_program = facts.project.programs.iter().any(|it| it.name.eq_ignore_ascii_case(scope));
    !scope.is_empty() && is_program && facts.shows_code_of(scope)
}

/// Whether a name marks a tag as unused: a spare, or a target for unwanted results of calls.
fn is_left(name: &str) -> bool {
    name.starts_with('_')
        || any(&words(name), &["reserve", "reserved", "spare", "dummy", "unused", "resv"])
}

fn is_simulated(name: &str) -> bool {
    any(&words(name), &["simulation", "simulate", "simulated", "sim"])
}

/// Whether an input is for screens, by its comment.
fn is_for_screens(member: &Member) -> bool {
    let is_open = matches!(member.access, Access::ReadWrite | Access::ReadOnly);
    let comment = words(member.comment.as_deref().unwrap_or_default());
    is_open
        && member.section == Some(Section::Input)
        && any(&comment, &["hmi", "faceplate", "scada", "visu"])
}

/// Whether it is a bit that the system sets, by its TIA Portal name.
fn is_of_the_system(tag: &Tag) -> bool {
    const NAMES: [&str; 6] =
        ["firstscan", "diagstatusupdate", "alwaystrue", "alwaysfalse", "clock_byte", "system_byte"];
    let name = tag.name.trim_matches('"').to_lowercase();
    NAMES.contains(&name.as_str())
        || (name.starts_with("clock_") && name.ends_with("hz"))
        || (name == "clock" && is_in(tag, 'M'))
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

/// Whether a number is a bound or the length of an array, for which a constant may be declared.
fn is_bound(facts: &Facts<'_>, initial: Option<&Initial>) -> bool {
    let Some(Initial::Scalar(text)) = initial else { return false };
    let number = text.rsplit('#').next().and_then(|it| it.trim().parse::<i64>().ok());
    number.is_some_and(|it| facts.is_bound(it))
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

/// Variables of blocks whose code is in the file.
pub(super) fn of_blocks(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    for block in &facts.project.blocks {
        pen.check();
        let has_code = !matches!(block.kind, BlockKind::DataBlock | BlockKind::Interface);
        if !has_code || block.protected || !facts.shows_code_of(&block.name) {
            continue;
        }
        // The interface may be required by inheritance.
        let is_promised = !block.extends.is_empty()
            || !block.implements.is_empty()
            || block.modifiers.contains(&Modifier::Override)
            || block.modifiers.contains(&Modifier::Abstract)
            || is_of_a_family(facts, block);
        let is_seen_by_heirs = is_promised && has_heirs(facts, &block.name);
        for member in block.members.iter().filter(|it| !is_inherited(facts, block, &it.name)) {
            let is_own = matches!(member.section, Some(Section::Local | Section::Temp))
                || (member.section == Some(Section::Static) && !is_seen_by_heirs);
            if is_own || !is_promised {
                variable(facts, pen, (&block.name, &block.members), member);
            }
        }
    }
    // The variables of organization blocks; all other variables of programs are tags.
    for program in facts.project.programs.iter().filter(|it| facts.shows_code_of(&it.name)) {
        pen.check();
        let is_own = |member: &&Member| {
            let is_head = member.name.strip_prefix("OB").is_some_and(|it| {
                it.starts_with(|first: char| first.is_ascii_digit()) && it.contains('_')
            });
            member.section == Some(Section::Temp) && !is_head
        };
        for member in program.members.iter().filter(is_own) {
            variable(facts, pen, (&program.name, &program.members), member);
        }
    }
}

/// Whether a block that this one extends declares a variable, which then belongs to that block.
fn is_inherited(facts: &Facts<'_>, block: &Block, name: &str) -> bool {
    block.extends.iter().filter_map(|parent| facts.block(parent)).any(|parent| {
        parent.name != block.name
            && parent.members.iter().any(|it| it.name.eq_ignore_ascii_case(name))
    })
}

/// Whether other blocks extend a block, and inherit its variables.
fn has_heirs(facts: &Facts<'_>, block: &str) -> bool {
    let others = facts.project.blocks.iter();
    others.flat_map(|it| &it.extends).any(|it| it.eq_ignore_ascii_case(block))
}

/// Whether a method belongs to a block that implements or extends something, or is extended.
fn is_of_a_family(facts: &Facts<'_>, block: &Block) -> bool {
    let owner = block.name.rsplit_once('.').map_or(block.name.as_str(), |(owner, _)| owner);
    let promises = facts.block(owner).is_some_and(|owner| {
        !owner.extends.is_empty()
            || !owner.implements.is_empty()
            || owner.kind == BlockKind::Interface
    });
    promises || has_heirs(facts, owner)
}

fn variable(
    facts: &Facts<'_>,
    pen: &mut ChapterWriter<'_>,
    (owner, members): (&str, &[Member]),
    member: &Member,
) {
    let name = member.name.as_str();
    let is_given =
        ["EnableIn", "EnableOut", "ENO", "EN"].iter().any(|it| it.eq_ignore_ascii_case(name));
    let is_elsewhere = matches!(member.section, Some(Section::External | Section::Return));
    let tags = facts.tags(pen.budget());
    // The value of a constant is inserted where it is named.
    let is_value = member.constant || member.section == Some(Section::Constant);
    // An output with an initial value reports it to its readers.
    let tells = member.section == Some(Section::Output) && !is_zero(member.initial.as_ref());
    if is_given
        || is_left(name)
        || tells
        || is_elsewhere
        || (is_value && facts.is_word(name))
        || member.alias_for.is_some()
        || facts.is_hidden(name)
        || is_base_of_another(members, name)
        || (is_value && is_bound(facts, member.initial.as_ref()))
        || runtime::calls(owner)
        || tags.is_seen_outside(facts.index, name)
    {
        return;
    }
    let place = place_of(facts, owner, name);
    let found = place.map(|place| tags.of_place(place)).unwrap_or_default();
    let bound = place.is_some_and(|place| !facts.index.bound_to(place).is_empty());
    let subject = format!("{owner}.{name}");
    let site = || with_uses(facts, facts.definition(owner), place);
    if !found.any() && !bound {
        if !is_uncalled(facts, member) && !is_for_screens(member) {
            let message = UnusedFinding::Variable { name, block: owner };
            pen.find("X01", &subject, &message, site());
        }
        return;
    }
    let is_own = matches!(member.section, Some(Section::Static | Section::Local | Section::Temp));
    let is_plain = ELEMENTARY.contains(&member.type_use.name.to_ascii_uppercase().as_str());
    if !is_own || !is_plain || found.unsure || bound || member.at.is_some() {
        return;
    }
    if found.read && !found.written && member.initial.is_none() && !member.constant {
        let message = UnusedFinding::VariableNotWritten { name, block: owner };
        pen.find("X04", &subject, &message, site());
    }
    // A place that outsiders may read is written for them.
    let is_shown = matches!(member.access, Access::ReadWrite | Access::ReadOnly);
    if found.written && !found.read && !is_shown {
        let message = UnusedFinding::VariableNotRead { name, block: owner };
        let sure = seen(member.access, Confidence::Certain);
        pen.find_as("X05", sure, &subject, &message, site());
    }
}

/// The locations of a declaration, and of its own uses in code.
fn with_uses(facts: &Facts<'_>, declared: Site, place: Option<PlaceId>) -> Vec<Site> {
    let refs = place.map_or(&[][..], |place| facts.index.refs_to(place));
    let uses = refs.iter().map(|at| facts.reference(*at));
    std::iter::once(declared).chain(uses).collect()
}

/// A screen may read a tag that it can access.
fn seen(access: Access, sure: Confidence) -> Confidence {
    match access {
        Access::None => sure,
        Access::Unknown => sure.min(Confidence::Likely),
        Access::ReadOnly | Access::ReadWrite => Confidence::Review,
    }
}

/// Whether another variable of the block is an alias of this one, or overlays it.
pub(crate) fn is_base_of_another(members: &[Member], name: &str) -> bool {
    let over = members.iter().filter_map(|it| it.alias_for.as_deref().or(it.at.as_deref()));
    over.flat_map(words_of).any(|word| word.eq_ignore_ascii_case(name))
}

/// The root of a block's variable in code.
pub(crate) fn place_of(facts: &Facts<'_>, owner: &str, name: &str) -> Option<PlaceId> {
    let names = &facts.index.names;
    let owner = names.find(owner)?;
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
