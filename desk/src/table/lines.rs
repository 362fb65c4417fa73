//! The rows of a window: its tags, and the expanded parts below them.

use std::{borrow::Cow, collections::HashSet};

use tagbridge_api::hmi::{GroupedTags, Quality, TagValue};

use super::TagMetadata;
use crate::{
    parts::{LastGood, Part, kind, parts},
    time::small,
    view::{RowKind, WholeRows},
};

/// Maximum number of expanded parts in one table.
const PARTS_MAX: usize = 200_000;

/// The rows, in their order.
#[derive(Default)]
pub(super) struct TableRows {
    all: Vec<Line>,
    parts: Vec<ExpandedPart>,
    /// Number of rows at the start that belong to pinned tags.
    pub(super) pinned: u32,
    /// The kind and number of parts of the expanded tags when this was created.
    shapes: Vec<(u32, (RowKind, usize))>,
}

/// A row: a tag by its index, or a part of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    tag: u32,
    /// The index among the parts; `NONE`: the tag itself.
    part: u32,
}

const NONE: u32 = u32::MAX;

/// A part of a tag, below the tag's row.
struct ExpandedPart {
    level: u8,
    part: Part,
    /// The row of the whole; `NONE`: this is the tag.
    of: u32,
    /// Number of further elements that are not displayed.
    rest: usize,
}

impl TableRows {
    /// Creates the rows of the tags at these indices; the first ones are pinned.
    pub(super) fn new(
        (places, pinned): &(Vec<u32>, u32),
        unfolded: &HashSet<String>,
        tags: &GroupedTags,
        metadata: &TagMetadata,
    ) -> Self {
        let mut it = Self::default();
        it.all.reserve(places.len());
        for (at, place) in places.iter().enumerate() {
            if at == *pinned as usize {
                it.pinned = small(it.all.len());
            }
            it.all.push(Line { tag: *place, part: NONE });
            let Some((name, value)) = tags.get_index(*place as usize) else { continue };
            if unfolded.contains(name) {
                it.shapes.push((*place, kind(metadata.symbols(), name, value)));
                it.unfold((*place, NONE), name, value, unfolded, metadata);
            }
        }
        if *pinned as usize >= places.len() {
            it.pinned = small(it.all.len());
        }
        it
    }

    fn unfold(
        &mut self,
        (tag, of): (u32, u32),
        name: &str,
        value: &TagValue,
        unfolded: &HashSet<String>,
        metadata: &TagMetadata,
    ) {
        let (found, rest) = parts(metadata.symbols(), name, value);
        let level = self.level(of) + 1;
        for part in found {
            if self.parts.len() >= PARTS_MAX {
                return;
            }
            let at = small(self.parts.len());
            let inner = unfolded.contains(&part.name).then(|| (part.name.clone(), part.of(value)));
            self.parts.push(ExpandedPart { level, part, of, rest: 0 });
            self.all.push(Line { tag, part: at });
            if let Some((name, value)) = inner {
                self.unfold((tag, at), &name, &value, unfolded, metadata);
            }
        }
        if rest > 0 {
            let part = Part {
                name: format!("{name}[…]"),
                label: "[…]".to_owned(),
                type_name: String::new(),
                note: crate::parts::TagNote::default(),
                step: crate::parts::Step::Element(Vec::new()),
            };
            self.all.push(Line { tag, part: small(self.parts.len()) });
            self.parts.push(ExpandedPart { level, part, of, rest });
        }
    }

    fn level(&self, part: u32) -> u8 {
        self.parts.get(part as usize).map_or(0, |it| it.level)
    }

    /// Whether an expanded tag now has other parts.
    pub(super) fn is_old(&self, tags: &GroupedTags, metadata: &TagMetadata) -> bool {
        self.shapes.iter().any(|(place, shape)| {
            let tag = tags.get_index(*place as usize);
            tag.is_some_and(|(name, value)| kind(metadata.symbols(), name, value) != *shape)
        })
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Line> + '_ {
        self.all.iter().copied()
    }

    /// The name of a row.
    pub(super) fn name<'t>(&'t self, line: Line, tags: &'t GroupedTags) -> Option<&'t String> {
        match self.parts.get(line.part as usize) {
            Some(below) => (below.rest == 0).then_some(&below.part.name),
            None => tags.get_index(line.tag as usize).map(|(name, _)| name),
        }
    }

    /// The data of a row. A part that is also read by its own name has the values of that tag.
    pub(super) fn value<'t>(&self, line: Line, tags: &'t GroupedTags) -> Option<Cow<'t, TagValue>> {
        let (_, whole) = tags.get_index(line.tag as usize)?;
        let Some(below) = self.parts.get(line.part as usize) else {
            return Some(Cow::Borrowed(whole));
        };
        if below.rest > 0 {
            return Some(Cow::Owned(TagValue { value: serde_json::Value::Null, ..whole.clone() }));
        }
        if let Some(own) = tags.get(&below.part.name).filter(|it| it.quality != Quality::Bad) {
            return Some(Cow::Borrowed(own));
        }
        let outer = self.value(Line { part: below.of, ..line }, tags)?;
        Some(Cow::Owned(below.part.of(&outer)))
    }

    /// The last good value of a row whose tag has none now.
    pub(super) fn last_good<'t>(
        &self,
        line: Line,
        tags: &GroupedTags,
        was: &'t LastGood,
    ) -> Option<Cow<'t, TagValue>> {
        let (tag, _) = tags.get_index(line.tag as usize)?;
        let mut of = Cow::Borrowed(was.get(tag)?);
        let mut way = Vec::new();
        let mut at = line.part;
        while let Some(below) = self.parts.get(at as usize) {
            way.push(&below.part);
            at = below.of;
        }
        for part in way.into_iter().rev() {
            of = Cow::Owned(part.of(&of));
        }
        Some(of)
    }

    /// Adds the data of a row that seldom changes.
    pub(super) fn describe(
        &self,
        line: Line,
        (tags, metadata, unfolded): (&GroupedTags, &TagMetadata, &HashSet<String>),
        rows: &mut WholeRows,
    ) {
        let Some((tag, _)) = tags.get_index(line.tag as usize) else { return };
        let Some(value) = self.value(line, tags) else { return };
        let below = self.parts.get(line.part as usize);
        let name = below.map_or(tag, |it| &it.part.name);
        let (kind, count) = match below {
            Some(it) if it.rest > 0 => (RowKind::Rest, it.rest),
            _ => kind(metadata.symbols(), name, &value),
        };
        let described = metadata.described(name);
        // The elements that are not displayed, and parts of an unknown project, have no symbol.
        let note = below.map_or(&described.note, |it| &it.part.note);
        rows.comments.push(metadata.text(note).to_owned());
        rows.units.push(note.unit.clone());
        rows.addresses.push(described.address.clone());
        rows.types.push(value.type_name.to_string());
        rows.requested.push(metadata.requested.contains(name));
        rows.pinned.push(below.is_none() && metadata.pinned.contains(name));
        let letter = metadata.traced.iter().position(|it| it == name);
        rows.letters.push(letter.map(small));
        rows.levels.push(self.level(line.part));
        rows.labels.push(below.map_or_else(|| name.clone(), |it| it.part.label.clone()));
        rows.kinds.push(kind);
        rows.parts.push(small(count));
        rows.unfolded.push(unfolded.contains(name));
        rows.names.push(name.clone());
    }
}
