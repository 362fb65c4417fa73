//! Tags that a file names outside code.

use tagbridge_project::Mention;

use crate::{Logic, PlaceId, Relation, query::Wanted};

/// A location outside code that names a tag or a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MentionRow<'a> {
    /// The text in the file.
    pub mention: &'a Mention,
    /// The named place.
    pub place: PlaceId,
    /// Its relation to the place in the question.
    pub relation: Relation,
}

impl<'a> Logic<'a> {
    /// The locations outside code that name a place: operands of messages, motion, events, alarms,
    /// the safety tag map, produced and consumed tags.
    pub fn mentions(&self, place: PlaceId, wanted: Wanted) -> Vec<MentionRow<'a>> {
        let found = self.index.mentions.iter().filter_map(|(named, at)| {
            let mention = self.project.mentions.get(*at as usize)?;
            let is_wanted = match wanted {
                Wanted::Used => true,
                Wanted::Read => mention.reads(),
                Wanted::Written => mention.writes(),
            };
            let relation = self.index.relate(*named, place);
            (is_wanted && relation != Relation::Disjoint).then_some(MentionRow {
                mention,
                place: *named,
                relation,
            })
        });
        found.collect()
    }
}
