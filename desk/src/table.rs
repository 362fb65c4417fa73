//! The table of a session's latest values: the displayed rows of a screen, and their changes.
//!
//! Constraints: 50,000 rows, of which a screen shows about forty; the cost of a frame depends on
//! the changes, and it is only created after the screen has drawn the previous one; rows never move
//! because of changed values.

mod frame;
mod lines;
mod order;

use std::{borrow::Cow, collections::HashSet, sync::Arc};

use tagbridge_api::hmi::{GroupedTags, Quality as ApiQuality, Reason, TagValue};
use tagbridge_bridge::Names;
use tagbridge_project::Symbols;
use tagbridge_texts::Language;

pub(crate) use self::frame::Window;
use crate::{
    parts::{TagNote, TagPath, note},
    tag_address::address,
    tag_notes::{DescribedTag, TagNotes},
    time::small,
    view::{Quality, RowCounts, TakenRows},
};

/// Maximum number of rows in a window.
pub(crate) const ROWS_MAX: u32 = 500;

/// The data of tags, in addition to their values.
#[derive(Debug, Default)]
pub(crate) struct TagMetadata {
    /// Names that consumers request.
    pub(crate) requested: HashSet<String>,
    /// Pinned names.
    pub(crate) pinned: Vec<String>,
    /// The project's data of the session's tags.
    pub(crate) notes: TagNotes,
    /// The language of comments.
    pub(crate) language: Language,
    /// The trend's tags, in the order of their letters.
    pub(crate) traced: Vec<String>,
    /// The project's own names, if they are known.
    pub(crate) names: Option<Arc<Names>>,
}

impl TagMetadata {
    /// The project's tags and types, if they are known.
    pub(crate) fn symbols(&self) -> Option<&Symbols> {
        self.names.as_deref().map(|it| it.symbols.as_ref())
    }

    /// A tag or a part of one, by its name.
    pub(crate) fn value<'t>(&self, name: &str, tags: &'t GroupedTags) -> Option<Cow<'t, TagValue>> {
        TagPath::to(name, tags, self.symbols())?.value(tags)
    }

    /// The comment of a session's tag.
    pub(crate) fn comment(&self, name: &str) -> &str {
        self.notes.get(name).map_or("", |it| self.text(&it.note))
    }

    fn text<'t>(&self, note: &'t TagNote) -> &'t str {
        note.comment.in_language(self.language)
    }

    /// The project's data of a tag or a part of it.
    fn described(&self, name: &str) -> Cow<'_, DescribedTag> {
        if let Some(known) = self.notes.get(name) {
            return Cow::Borrowed(known);
        }
        let symbol = self.symbols().and_then(|it| it.find_without_hint(name).ok());
        let described = self.names.as_deref().zip(symbol).map(|(names, symbol)| DescribedTag {
            note: note(&names.symbols, &symbol),
            address: address(names, &symbol).unwrap_or_default(),
        });
        Cow::Owned(described.unwrap_or_default())
    }
}

/// Rows with their whole values; `unread`: why they are not read now.
pub(crate) fn taken(
    names: &[String],
    tags: &GroupedTags,
    unread: Option<&'static str>,
    metadata: &TagMetadata,
) -> TakenRows {
    let mut rows = TakenRows::default();
    for name in names {
        let Some(of) = metadata.value(name, tags) else { continue };
        let is_bad = of.quality == ApiQuality::Bad;
        rows.values.push(if is_bad { serde_json::Value::Null } else { of.value.clone() });
        rows.types.push(of.type_name.to_string());
        rows.qualities.push(quality_code(of.quality, unread.is_some()));
        rows.reasons.push(unread.or(of.reason.map(Reason::as_str)).map(str::to_owned));
        rows.times.push(crate::time::millis(of.timestamp));
        let described = metadata.described(name);
        rows.comments.push(metadata.text(&described.note).to_owned());
        rows.units.push(described.note.unit.clone());
        rows.addresses.push(described.address.clone());
        rows.names.push(name.clone());
    }
    rows
}

fn counts(tags: &GroupedTags, metadata: &TagMetadata) -> RowCounts {
    let of = tags.counts();
    let requested = metadata.requested.iter().filter(|it| tags.contains_key(it)).count();
    RowCounts {
        all: small(tags.len()),
        good: small(of.good),
        uncertain: small(of.uncertain),
        bad: small(of.bad),
        requested: small(requested),
        ..RowCounts::default()
    }
}

/// The code of a quality in frames.
fn quality_code(quality: ApiQuality, is_unread: bool) -> u8 {
    match quality {
        _ if is_unread => 3,
        ApiQuality::Good => 0,
        ApiQuality::Uncertain => 1,
        ApiQuality::Bad => 2,
    }
}

pub(crate) fn quality(quality: ApiQuality) -> Quality {
    match quality {
        ApiQuality::Good => Quality::Good,
        ApiQuality::Uncertain => Quality::Uncertain,
        ApiQuality::Bad => Quality::Bad,
    }
}

#[cfg(test)]
mod tests;
