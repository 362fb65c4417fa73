//! The table of a session's latest values: which rows a screen sees, and what of them changed.
//!
//! Constraints: 50,000 rows, of which a screen sees some forty; a frame costs what changed and is
//! built only when the screen has drawn the one before; rows never move because values change.

mod frame;
mod lines;
mod order;

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    sync::Arc,
};

use tagbridge_api::hmi::{Quality as ApiQuality, TagValue, Tags};
use tagbridge_bridge::{LiveView, Names};
use tagbridge_project::Symbols;

pub(crate) use self::frame::Window;
use crate::{
    parts::{TagNote, Way},
    view::{Quality, RowCounts},
};

/// Rows of a window, at most.
pub(crate) const ROWS_MAX: u32 = 500;

/// What is known of tags beside their values.
#[derive(Debug, Default)]
pub(crate) struct TagMetadata {
    /// Names that consumers ask for.
    pub(crate) requested: HashSet<String>,
    /// Pinned names.
    pub(crate) pinned: Vec<String>,
    /// Comment and unit by name.
    pub(crate) notes: Arc<HashMap<String, TagNote>>,
    /// The trend's tags, in the order of their letters.
    pub(crate) traced: Vec<String>,
    /// The project's own names, where they are known.
    pub(crate) names: Option<Arc<Names>>,
}

impl TagMetadata {
    /// The project's tags and types, where they are known.
    pub(crate) fn symbols(&self) -> Option<&Symbols> {
        self.names.as_deref().map(|it| it.symbols.as_ref())
    }

    /// A tag or a part of one, by its name.
    pub(crate) fn value<'t>(&self, name: &str, tags: &'t Tags) -> Option<Cow<'t, TagValue>> {
        Way::to(name, tags, self.symbols())?.value(tags)
    }

    pub(crate) fn comment(&self, name: &str) -> &str {
        self.notes.get(name).map_or("", |it| &it.comment)
    }

    pub(crate) fn unit(&self, name: &str) -> &str {
        self.notes.get(name).map_or("", |it| &it.unit)
    }
}

/// All rows as text that pastes into a spreadsheet; `unread`: why they are not read now.
pub(crate) fn tsv<'a>(
    rows: impl Iterator<Item = (&'a String, Cow<'a, TagValue>)>,
    unread: Option<&'static str>,
    metadata: &TagMetadata,
) -> String {
    let mut text = String::from("Name\tValue\tType\tQuality\tReason\tTime\tComment\n");
    for (name, it) in rows {
        let reason = unread.unwrap_or_else(|| it.reason.map_or("", |it| it.as_str()));
        let value = crate::text::cell(&it.value);
        let value = if it.quality == ApiQuality::Bad { String::new() } else { value };
        let quality = if unread.is_some() { "unread" } else { it.quality.as_str() };
        let cells = [
            name.as_str(),
            &value,
            &it.type_name,
            quality,
            reason,
            &it.timestamp.to_string(),
            metadata.comment(name),
        ];
        let cells: Vec<String> = cells.iter().map(|it| one_cell(it)).collect();
        text.push_str(&cells.join("\t"));
        text.push('\n');
    }
    text
}

/// Neither a tab nor a line's end may break the table, and nothing is taken for a formula.
fn one_cell(text: &str) -> String {
    let flat = text.replace(['\t', '\n', '\r'], " ");
    let formula = flat.starts_with(['=', '@', '+', '-']) && flat.parse::<f64>().is_err();
    if formula { format!("'{flat}") } else { flat }
}

fn counts(tags: &Tags, metadata: &TagMetadata) -> RowCounts {
    let mut it = RowCounts { all: crate::time::small(tags.len()), ..RowCounts::default() };
    for value in tags.values() {
        match value.quality {
            ApiQuality::Good => it.good += 1,
            ApiQuality::Uncertain => it.uncertain += 1,
            ApiQuality::Bad => it.bad += 1,
        }
    }
    let requested = metadata.requested.iter().filter(|it| tags.contains_key(*it)).count();
    it.requested = crate::time::small(requested);
    it
}

pub(crate) fn quality(quality: ApiQuality) -> Quality {
    match quality {
        ApiQuality::Good => Quality::Good,
        ApiQuality::Uncertain => Quality::Uncertain,
        ApiQuality::Bad => Quality::Bad,
    }
}

/// Whether both have the same tags in the same order.
fn same_tags(one: &LiveView, other: &LiveView) -> bool {
    one.tags.len() == other.tags.len() && one.tags.keys().eq(other.tags.keys())
}

#[cfg(test)]
mod tests;
