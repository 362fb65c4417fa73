//! The changes since another version.

use tagbridge_api::turn::LocationKind;
use tagbridge_diff::{ChangeKind, LogicChange, diff};

use super::sentences::whole;
use crate::{
    Facts,
    book::Book,
    say::{one_line, with},
};

pub(super) fn changed(book: &mut Book<'_>, since: Option<u32>, older: Option<(&Facts, u32)>) {
    let Some((older, number)) = older else {
        return if let Some(number) = since {
            book.say("no-such-version", &with!["number" => number]);
        } else {
            let text = book.word("no-older-version");
            book.line(text);
        };
    };
    let (old, new) = (older.logic(), book.logic());
    let found = diff((old.project, old.index), (new.project, new.index));
    let count = found.changes.len();
    let key = match (count, found.comments.is_empty()) {
        (0, true) => "changed-nothing",
        (0, false) => "changed-comments",
        _ => "changed",
    };
    book.say(key, &with!["number" => number, "count" => count]);
    for change in found.changes.iter().chain(&found.comments) {
        item(book, change);
    }
}

fn item(book: &mut Book<'_>, change: &LogicChange) {
    let logic = book.logic();
    let key = format!("change-{}", change.kind.name().replace('_', "-"));
    let subject = one_line(&change.subject);
    let mut text = book.words(&key, &with!["subject" => subject]);
    let turned = [change.from.as_deref(), change.to.as_deref()];
    let turned: Vec<&str> = turned.into_iter().flatten().collect();
    if !turned.is_empty() {
        text += ": ";
        text += &turned.join(" → ");
    }
    let unit = change.after.and_then(|spot| {
        let mut units = logic.index.units();
        units.find(|(_, unit)| {
            unit.routine == spot.routine && (spot.rung.is_none() || unit.rung == spot.rung)
        })
    });
    if let Some((unit, _)) = unit {
        let mut citation = logic.cite(unit, whole());
        if citation.line.is_some() {
            citation.line = change.after.and_then(|spot| spot.line);
        }
        book.item(&citation, &text);
        return;
    }
    let declared = match change.kind {
        ChangeKind::TagAdded
        | ChangeKind::TagType
        | ChangeKind::TagAlias
        | ChangeKind::TagValue
        | ChangeKind::TagAccess => Some(LocationKind::Tag),
        ChangeKind::TypeAdded
        | ChangeKind::TypeChanged
        | ChangeKind::BlockAdded
        | ChangeKind::BlockChanged => Some(LocationKind::Definition),
        _ => None,
    };
    match declared.and_then(|kind| book.cite(kind, &change.subject, None)) {
        Some(number) => book.numbered(Some(number), &text),
        // Removed objects cannot be cited in this version.
        None => book.evidence(text),
    }
}
