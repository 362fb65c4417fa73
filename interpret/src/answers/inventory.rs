//! The objects of one kind.

use tagbridge_api::query::{CompareSign, ItemFilter, ItemKind};

use crate::{
    book::Book,
    items::{self, Item, in_units, of_time},
    say::{one_line, with},
};

pub(super) fn inventory(book: &mut Book<'_>, kind: ItemKind, filters: &[ItemFilter]) {
    let found = items::items(book.facts, kind, filters);
    if kind == ItemKind::Alarms && filters.is_empty() {
        return super::find::alarms(book);
    }
    let wanted = conditions(book, kind, filters);
    let what = book.words(noun(kind), &with!["count" => found.len()]);
    let key = if found.is_empty() { "inventory-none" } else { "inventory" };
    book.say(key, &with!["count" => found.len(), "what" => what, "where" => wanted]);
    for item in &found {
        tell(book, kind, item);
    }
    if kind == ItemKind::Timers && filters.iter().any(|it| matches!(it, ItemFilter::Number { .. }))
    {
        let unknown = items::items(book.facts, kind, &[]);
        let unknown = unknown.iter().filter(|it| it.number.is_none()).count();
        if unknown > 0 {
            book.say("inventory-unknown", &with!["count" => unknown]);
        }
    }
}

fn tell(book: &mut Book<'_>, kind: ItemKind, item: &Item) {
    let cited = item.cited.as_deref().unwrap_or(&item.name);
    let number = book.cite(item.kind, cited, None);
    let mut text = item.name.clone();
    if !item.about.is_empty() {
        text = format!("{text}: {}", item.about);
    }
    if let Some(setting) = &item.setting {
        let setting = of_time(setting, kind == ItemKind::Timers);
        let setting = book.words("inventory-setting", &with!["value" => setting]);
        text = format!("{text}{setting}");
    }
    for (key, value) in &item.more {
        text += &book.words(key, &with!["value" => value.as_str()]);
    }
    if !item.comment.is_empty() {
        let comment = one_line(&item.comment);
        text = format!("{text} – {comment}");
    }
    book.numbered(number, &text);
}

/// The conditions of the objects, as a text after their kind.
fn conditions(book: &Book<'_>, kind: ItemKind, filters: &[ItemFilter]) -> String {
    let is_time = matches!(kind, ItemKind::Timers | ItemKind::Tasks);
    let texts = filters.iter().map(|filter| match filter {
        ItemFilter::Number { sign, value } => {
            let sign = match sign {
                CompareSign::Above => ">",
                CompareSign::AtLeast => "≥",
                CompareSign::Below => "<",
                CompareSign::AtMost => "≤",
                CompareSign::Equal => "=",
                CompareSign::Other => "≠",
            };
            let value = if is_time { in_units(*value) } else { value.to_string() };
            format!(" {sign} {value}")
        }
        ItemFilter::Words { words } => {
            book.words("inventory-words", &with!["words" => words.join(" ")])
        }
        ItemFilter::Within { name } => {
            book.words("inventory-within", &with!["name" => name.as_str()])
        }
    });
    texts.collect()
}

fn noun(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Timers => "kind-timers",
        ItemKind::Counters => "kind-counters",
        ItemKind::Inputs => "kind-inputs",
        ItemKind::Outputs => "kind-outputs",
        ItemKind::Flags => "kind-flags",
        ItemKind::Tags => "kind-tags",
        ItemKind::Constants => "kind-constants",
        ItemKind::Retentive => "kind-retentive",
        ItemKind::Alarms => "kind-alarms",
        ItemKind::Aliases => "kind-aliases",
        ItemKind::Types => "kind-types",
        ItemKind::Blocks => "kind-blocks",
        ItemKind::DataBlocks => "kind-data-blocks",
        ItemKind::Programs => "kind-programs",
        ItemKind::Routines => "kind-routines",
        ItemKind::Tasks => "kind-tasks",
        ItemKind::Modules => "kind-modules",
        ItemKind::Motors => "kind-motors",
        ItemKind::Valves => "kind-valves",
        ItemKind::Safety => "kind-safety",
    }
}
