//! The objects of a project, by kind.

mod called;
mod instances;
mod number;

use tagbridge_api::{
    query::{CompareSign, ItemFilter, ItemKind},
    turn::LocationKind,
};
use tagbridge_cause::{is_alarm, says_alarm};
use tagbridge_logic::{RoutineId, Scope, Step, query::Wanted};
pub(crate) use tagbridge_meaning::roles::address as address_of;
use tagbridge_meaning::roles::{area, is_counter, is_timer, module_area};
use tagbridge_project::{Block, BlockKind, Initial, Member, Section, Tag, TypeUse, Vendor};

pub(crate) use self::number::{in_units, milliseconds, number, of_time};
use self::{
    called::{MOTORS, VALVES, is_called},
    instances::instances,
};
use crate::{Facts, WrittenWord, search};

/// The text about a block whose source is protected.
const PROTECTED: &str = "item-protected";

/// An object.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Item {
    /// Its full name.
    pub(crate) name: String,
    /// The kind of its citation.
    pub(crate) kind: LocationKind,
    /// The cited name, if it is not its own.
    pub(crate) cited: Option<String>,
    /// Its type, address or location.
    pub(crate) about: String,
    /// Its comment.
    pub(crate) comment: String,
    /// Its preset, interval or initial value, as written.
    pub(crate) setting: Option<String>,
    /// The same as a number; times in milliseconds.
    pub(crate) number: Option<f64>,
    /// Further attributes: the key of their text, and their value.
    pub(crate) more: Vec<(&'static str, String)>,
}

impl Item {
    fn new(name: impl Into<String>, kind: LocationKind) -> Self {
        Self {
            name: name.into(),
            kind,
            cited: None,
            about: String::new(),
            comment: String::new(),
            setting: None,
            number: None,
            more: Vec::new(),
        }
    }

    fn of_tag(tag: &Tag) -> Self {
        let address = address_of(tag).map_or_else(String::new, |it| format!(" {it}"));
        let setting = tag.initial.as_ref().and_then(setting);
        Self {
            about: format!("{}{address}", type_of(&tag.type_use)),
            comment: tag.comment.clone().unwrap_or_default(),
            number: setting.as_deref().and_then(number),
            setting,
            ..Self::new(&tag.name, LocationKind::Tag)
        }
    }

    fn of_member(facts: &Facts, block: &Block, member: &Member) -> Self {
        let mark = if facts.project().vendor == Vendor::Siemens { '#' } else { '.' };
        let setting = member.initial.as_ref().and_then(setting);
        let name = format!("{}{mark}{}", block.name, member.name);
        Self {
            cited: Some(block.name.clone()),
            about: type_of(&member.type_use),
            comment: member.comment.clone().unwrap_or_default(),
            number: setting.as_deref().and_then(number),
            setting,
            ..Self::new(name, LocationKind::Definition)
        }
    }

    fn has_words(&self, wanted: &[(String, WrittenWord)]) -> bool {
        let is_protected = self.more.iter().any(|it| it.0 == PROTECTED);
        let protected = if is_protected { "protected" } else { "" };
        let text = format!("{} {} {} {protected}", self.name, self.about, self.comment);
        let (lower, has) = (text.to_lowercase(), search::words(&text));
        wanted.iter().all(|(word, written)| lower.contains(word) || written.is_in(&has))
    }

    fn satisfies(&self, filter: &ItemFilter) -> bool {
        match filter {
            ItemFilter::Number { sign, value } => self.number.is_some_and(|own| match sign {
                CompareSign::Above => own > *value,
                CompareSign::AtLeast => own >= *value,
                CompareSign::Below => own < *value,
                CompareSign::AtMost => own <= *value,
                CompareSign::Equal => (own - *value).abs() < f64::EPSILON * own.abs().max(1.0),
                CompareSign::Other => (own - *value).abs() >= f64::EPSILON * own.abs().max(1.0),
            }),
            // Looked for together.
            ItemFilter::Words { .. } => true,
            ItemFilter::Within { name } => {
                let (own, of) = (self.name.to_lowercase(), name.to_lowercase());
                let own = own.trim_start_matches("program:").trim_start_matches('"');
                own.strip_prefix(of.trim_matches('"'))
                    .is_some_and(|rest| rest.starts_with(['.', '#', '/', '"', ':']))
            }
        }
    }
}

/// All objects of a kind that satisfy all filters, in the order of the project.
pub(crate) fn items(facts: &Facts, kind: ItemKind, filters: &[ItemFilter]) -> Vec<Item> {
    let mut found = of_kind(facts, kind);
    if kind == ItemKind::Tags && !filters.is_empty() {
        found.extend(members(facts, &|_| true));
    }
    let is_io = matches!(kind, ItemKind::Inputs | ItemKind::Outputs);
    let section = if kind == ItemKind::Inputs { Section::Input } else { Section::Output };
    let is_block = |name: &str| {
        let mut blocks = facts.project().blocks.iter();
        blocks.any(|it| it.kind != BlockKind::DataBlock && it.name.eq_ignore_ascii_case(name))
    };
    let is_of_block = |it: &ItemFilter| matches!(it, ItemFilter::Within { name } if is_block(name));
    if is_io && filters.iter().any(is_of_block) {
        found.extend(members(facts, &|it| it.section == Some(section)));
        found.dedup();
    }
    let words = filters.iter().flat_map(|filter| match filter {
        ItemFilter::Words { words } => words.as_slice(),
        _ => &[],
    });
    let sought: Vec<(String, WrittenWord)> =
        words.map(|word| (word.to_lowercase(), WrittenWord::of(word))).collect();
    found.retain(|item| {
        item.has_words(&sought)
            && filters.iter().all(|filter| match filter {
                // Inputs and outputs belong to the controller: those are meant that the code uses.
                ItemFilter::Within { name } if is_io => {
                    item.satisfies(filter) || used_in(facts, &item.name, name)
                }
                _ => item.satisfies(filter),
            })
    });
    found
}

/// Whether the code of a program or a block, or a call in it, uses a tag.
fn used_in(facts: &Facts, tag: &str, owner: &str) -> bool {
    let Some(place) = facts.used_place(tag) else { return false };
    let rows = facts.logic().uses(place, Wanted::Used).rows;
    rows.iter().any(|row| {
        let path = row.citation.path.as_str();
        let owns = |of: &str| of.eq_ignore_ascii_case(owner);
        owns(path) || path.split(['/', '.']).next().is_some_and(owns)
    })
}

fn of_kind(facts: &Facts, kind: ItemKind) -> Vec<Item> {
    let project = facts.project();
    let tags = |is: &dyn Fn(&Tag) -> bool| -> Vec<Item> {
        project.tags.iter().filter(|tag| is(tag)).map(Item::of_tag).collect()
    };
    match kind {
        ItemKind::Timers => instances(facts, &is_timer),
        ItemKind::Counters => instances(facts, &is_counter),
        ItemKind::Inputs => io(facts, 'I', Section::Input),
        ItemKind::Outputs => io(facts, 'Q', Section::Output),
        ItemKind::Flags if project.vendor == Vendor::AllenBradley => {
            tags(&|tag| tag.alias_for.is_none() && tag.type_use.name.eq_ignore_ascii_case("BOOL"))
        }
        ItemKind::Flags => tags(&|tag| area(tag) == Some('M')),
        ItemKind::Tags => tags(&|_| true),
        ItemKind::Constants => {
            let mut found = tags(&|tag| tag.constant);
            found.extend(members(facts, &|it| it.section == Some(Section::Constant)));
            found
        }
        ItemKind::Retentive => {
            let mut found = tags(&|tag| tag.retention.is_some());
            found.extend(members(facts, &|it| it.retention.is_some()));
            found
        }
        ItemKind::Alarms => {
            let mut found = tags(&is_alarm);
            found.extend(members(facts, &|it| {
                says_alarm(&it.name) || it.comment.as_deref().is_some_and(says_alarm)
            }));
            found
        }
        ItemKind::Aliases => tags(&|tag| tag.alias_for.is_some()),
        ItemKind::Safety => tags(&|tag| tag.safety),
        ItemKind::Motors => tags(&|tag| is_called(tag, MOTORS)),
        ItemKind::Valves => tags(&|tag| is_called(tag, VALVES)),
        ItemKind::Types => definitions(
            project
                .data_types
                .iter()
                .map(|it| (it.name.clone(), String::new(), it.comment.clone())),
        ),
        ItemKind::Blocks => blocks(facts, |kind| kind != BlockKind::DataBlock),
        ItemKind::DataBlocks => blocks(facts, |kind| kind == BlockKind::DataBlock),
        ItemKind::Programs => {
            definitions(project.programs.iter().map(|it| {
                (it.name.clone(), it.event.clone().unwrap_or_default(), it.comment.clone())
            }))
        }
        ItemKind::Modules => definitions(project.modules.iter().map(|it| {
            let address = it.address.clone().unwrap_or_default();
            let place = it.parent.as_ref().map_or(address.clone(), |on| format!("{on}:{address}"));
            let about = [it.model.clone().unwrap_or_default(), place];
            (it.name.clone(), about.join(" ").trim().to_owned(), it.comment.clone())
        })),
        ItemKind::Tasks => project.tasks.iter().map(task).collect(),
        ItemKind::Routines => routines(facts),
    }
}

fn task(task: &tagbridge_project::Task) -> Item {
    let mut about = vec![task.kind.clone()];
    about.extend(task.interval_ms.map(|it| format!("{it} ms")));
    about.extend(task.trigger.clone());
    about.push(task.programs.join(", "));
    about.retain(|it| !it.is_empty());
    let mut more = Vec::new();
    more.extend(task.priority.map(|it| ("task-priority", it.to_string())));
    more.extend(task.watchdog_ms.map(|it| ("task-watchdog", it.to_string())));
    more.extend(task.inhibited.then(|| ("task-inhibited", String::new())));
    Item {
        about: about.join(", "),
        comment: task.comment.clone().unwrap_or_default(),
        number: task.interval_ms,
        more,
        ..Item::new(&task.name, LocationKind::Definition)
    }
}

fn routines(facts: &Facts) -> Vec<Item> {
    let logic = facts.logic();
    let all = facts.project().routines.iter().enumerate();
    let mut found: Vec<Item> = all
        .map(|(at, routine)| Item {
            about: routine.language.as_str().to_owned(),
            comment: routine.comment.clone().unwrap_or_default(),
            ..Item::new(logic.path(RoutineId::at(at)), LocationKind::Routine)
        })
        .collect();
    found.dedup_by(|one, other| one.name == other.name);
    found
}

fn definitions(of: impl Iterator<Item = (String, String, Option<String>)>) -> Vec<Item> {
    of.map(|(name, about, comment)| Item {
        about,
        comment: comment.unwrap_or_default(),
        ..Item::new(name, LocationKind::Definition)
    })
    .collect()
}

fn blocks(facts: &Facts, is: impl Fn(BlockKind) -> bool) -> Vec<Item> {
    let all = facts.project().blocks.iter().filter(|block| is(block.kind));
    all.map(|block| {
        let is_data = block.kind == BlockKind::DataBlock;
        let kind = if is_data { LocationKind::DataBlock } else { LocationKind::Definition };
        Item {
            about: block.number.map_or_else(String::new, |it| format!("{it}")),
            more: block.protected.then(|| (PROTECTED, String::new())).into_iter().collect(),
            comment: block.comment.clone().unwrap_or_default(),
            ..Item::new(&block.name, kind)
        }
    })
    .collect()
}

/// The variables of blocks for which `is` returns true.
fn members(facts: &Facts, is: &dyn Fn(&Member) -> bool) -> Vec<Item> {
    let blocks = facts.project().blocks.iter();
    let blocks = blocks.filter(|block| block.kind != BlockKind::DataBlock);
    blocks
        .flat_map(|block| block.members.iter().map(move |member| (block, member)))
        .filter(|(_, member)| is(member))
        .map(|(block, member)| Item::of_member(facts, block, member))
        .collect()
}

/// Inputs or outputs of the controller: by their addresses, or as parts of modules in code. If the
/// file has none, those of its blocks.
fn io(facts: &Facts, wanted: char, section: Section) -> Vec<Item> {
    let project = facts.project();
    let mut found: Vec<Item> = project
        .tags
        .iter()
        .filter(|tag| area(tag) == Some(wanted) && !tag.name.contains(':'))
        .map(Item::of_tag)
        .collect();
    let index = facts.logic().index;
    for place in index.places.ids().filter(|it| !index.refs_to(*it).is_empty()) {
        let Step::Root(Scope::Controller, root) = index.places.step(index.places.root_of(place))
        else {
            continue;
        };
        if module_area(index.names.text(root)) != Some(wanted) {
            continue;
        }
        let name = facts.logic().place(place);
        let is_known = project
            .tags
            .iter()
            .any(|tag| tag.alias_for.as_deref().is_some_and(|it| it.eq_ignore_ascii_case(&name)));
        if !is_known {
            found.push(Item::new(name, LocationKind::Tag));
        }
    }
    if found.is_empty() {
        found = members(facts, &|member| member.section == Some(section));
    }
    found
}

/// The initial value, or the preset of a timer or counter, as written.
fn setting(initial: &Initial) -> Option<String> {
    match initial {
        Initial::Scalar(value) => Some(value.clone()),
        Initial::Parts(parts) => preset(parts.iter()),
    }
}

fn preset<'a>(mut parts: impl Iterator<Item = (&'a String, &'a String)>) -> Option<String> {
    parts.find_map(|(part, value)| {
        let is_preset = [".PRE", ".PT", ".PV"].iter().any(|it| part.eq_ignore_ascii_case(it));
        is_preset.then(|| value.clone())
    })
}

fn type_of(of: &TypeUse) -> String {
    let bounds: Vec<String> =
        of.dimensions.iter().map(|it| format!("{}..{}", it.low, it.high)).collect();
    if bounds.is_empty() { of.name.clone() } else { format!("{}[{}]", of.name, bounds.join(",")) }
}
