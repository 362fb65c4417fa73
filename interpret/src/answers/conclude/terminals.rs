//! The terminals that a question asks for.

use tagbridge_project::Tag;

use super::{
    rank::{Candidate, rank},
    said,
};
use crate::{area, book::Book, items::address_of, say::with};

/// Maximum number of terminals for one question.
const TERMINALS_MAX: usize = 2;

/// Shows the inputs and outputs that fit a question; false if none fits.
pub(super) fn terminals(book: &mut Book<'_>, question: &str) -> bool {
    let tags = book.facts.project().tags.iter();
    let wired = tags.filter(|it| matches!(area(it), Some('I' | 'Q')) && address_of(it).is_some());
    let all = wired.map(|it| {
        let comment = it.comment.as_deref().unwrap_or_default();
        Candidate::new(&format!("{} {}", it.name, said::in_all_languages(book, comment)), "", it)
    });
    let found = rank(question, question, all.collect(), TERMINALS_MAX);
    for (_, tag) in &found {
        tell(book, tag);
    }
    !found.is_empty()
}

fn tell(book: &mut Book<'_>, tag: &Tag) {
    let Some(address) = address_of(tag) else { return };
    let comment = tag.comment.as_deref();
    let comment = comment.map_or_else(String::new, |it| format!(" – {}", book.comment(it)));
    let number = book.cite_tag(&tag.name);
    let mark = number.map_or_else(String::new, |it| format!(" [{it}]"));
    let with = with!["name" => tag.name.as_str(), "address" => address.as_str()];
    let text = book.words("conclude-terminal", &with);
    book.line(format!("{text}{comment}{mark}"));
    // `Local:1:I.Data.9` is of the module in slot 1 of Local.
    let mut parts = address.split(':');
    let (Some(parent), Some(slot)) = (parts.next(), parts.next()) else { return };
    let modules = &book.facts.project().modules;
    let is_it = |it: &&tagbridge_project::Module| {
        it.parent.as_deref().is_some_and(|it| it.eq_ignore_ascii_case(parent))
            && it.address.as_deref() == Some(slot)
    };
    if let Some(module) = modules.iter().find(is_it) {
        let with = with![
            "name" => module.name.as_str(),
            "model" => module.model.as_deref().unwrap_or_default(),
            "slot" => slot,
        ];
        let text = book.words("conclude-module", &with);
        book.detail(text);
    }
}
