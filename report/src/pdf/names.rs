//! The index: names and their pages.

use super::{
    Report,
    sheets::{Anchor, Run},
};
use crate::messages::{ReportText, Word};
use tagbridge_project::Vendor;

impl Report<'_> {
    /// Adds the index. `before` is the number of pages before the first chapter.
    pub(super) fn names(&mut self, before: usize) {
        let project = self.logic.project;
        let mut names: Vec<(String, String, Anchor)> = Vec::new();
        let routine = self.said(&Word::Routine);
        for (at, it) in project.routines.iter().enumerate() {
            let path = self.logic.path(tagbridge_logic::RoutineId::at(at));
            let name = if it.name == path { path } else { format!("{} ({})", it.name, it.owner) };
            names.push((name, routine.clone(), Anchor::Routine(at)));
        }
        // A Siemens report does not have the other chapters.
        if project.vendor != Vendor::Siemens {
            let (tag, kind) = (self.said(&Word::Tag), self.said(&Word::Type));
            let tags = project.tags.iter().enumerate();
            names.extend(tags.map(|(at, it)| (it.name.clone(), tag.clone(), Anchor::Tag(at))));
            let types = project.data_types.iter().enumerate();
            names.extend(types.map(|(at, it)| (it.name.clone(), kind.clone(), Anchor::Type(at))));
            for (at, it) in project.blocks.iter().enumerate() {
                names.push((it.name.clone(), self.said(&Word::from(it.kind)), Anchor::Block(at)));
            }
        }
        names.retain(|(_, _, anchor)| self.sheets.anchors.contains_key(anchor));
        names.sort_by_cached_key(|(name, kind, _)| (name.to_lowercase(), kind.clone()));
        self.chapter(&ReportText::Index);
        if names.is_empty() {
            self.sentence(&ReportText::Nothing);
            return;
        }
        let page = self.said(&ReportText::PageHead);
        let heads = [self.said(&ReportText::Name), self.said(&ReportText::Kind), page];
        let rows = names.into_iter().map(|(name, kind, anchor)| {
            let page = self.sheets.anchors.get(&anchor).map_or(0, |(page, _)| page + before + 1);
            let cells = vec![
                vec![Run::link(name, anchor)],
                vec![Run::plain(kind)],
                vec![Run::plain(page.to_string())],
            ];
            (None, cells)
        });
        let rows = rows.collect();
        self.sheets.table(&heads, &[0.68, 0.22, 0.1], rows);
    }
}
