//! The cover and the contents.

use std::{
    collections::{BTreeSet, HashMap},
    mem,
};

use tagbridge_project::{Body, Vendor};
use tagbridge_texts::Language;

use super::{
    Report,
    sheets::{Anchor, Entry, Run, Sheet, Sheets},
};
use crate::{
    Shape,
    messages::{ProjectSize, ReportText},
};

/// Maximum number of listed characters without a glyph.
const NAMED: usize = 60;
/// Maximum number of notes about the file on the cover.
const NOTES: usize = 12;
/// Maximum length of a text on the cover, in characters, so that it fits on one page.
const SHOWN: usize = 400;

impl Report<'_> {
    /// The cover. It lists the characters of the following pages that no font contains.
    pub(super) fn cover(&self, body: &[Sheet]) -> Sheet {
        let project = self.logic.project;
        let mut sheets = Sheets::new(self.sheets.fonts);
        sheets.title(26.0, &self.name(), 1, None);
        sheets.title(14.0, &self.said(&ReportText::Title), 2, None);
        sheets.space(24.0);
        let vendor = match project.vendor {
            Vendor::AllenBradley => "Allen-Bradley Logix",
            Vendor::Siemens => "Siemens S7",
            Vendor::Codesys => "CODESYS",
        };
        let controller = project.controller.as_ref();
        let model = controller.map(|it| {
            [Some(it.name.clone()), it.model.clone()]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(", ")
        });
        let rungs = project.routines.iter().map(|routine| match &routine.body {
            Body::Rungs(rungs) => rungs.len(),
            _ => 0,
        });
        let format = match self.about.language {
            Language::English => "%Y-%m-%d %H:%M UTC",
            Language::German => "%d.%m.%Y %H:%M UTC",
        };
        let made_at = self.about.made_at.to_zoned(jiff::tz::TimeZone::UTC).strftime(format);
        let counts = ProjectSize {
            programs: project.programs.len(),
            routines: project.routines.len(),
            rungs: rungs.sum(),
            tags: project.tags.len(),
            types: project.data_types.len(),
            blocks: project.blocks.len(),
            modules: project.modules.len(),
        };
        let rows = [
            (ReportText::Platform, Some(vendor.to_owned())),
            (ReportText::Controller, model),
            (ReportText::Revision, controller.and_then(|it| it.revision.clone())),
            (ReportText::Comment, controller.and_then(|it| it.comment.as_deref().map(shortened))),
            (ReportText::Hash, Some(project.hash.clone())),
            (ReportText::Counts, Some(self.said(&counts))),
            (ReportText::Analysis, Some(self.analysed())),
            (ReportText::MadeAt, Some(made_at.to_string())),
        ];
        for (label, value) in rows {
            let Some(value) = value else { continue };
            sheets.title(8.5, &self.said(&label), 3, None);
            sheets.says(&value);
        }
        let notes = &project.notes;
        if !notes.is_empty() {
            sheets.title(8.5, &self.said(&ReportText::Notes), 3, None);
            for note in notes.iter().take(NOTES) {
                sheets.says(&shortened(&self.said(note)));
            }
            if notes.len() > NOTES {
                sheets.says(&self.said(&ReportText::More { count: notes.len() - NOTES }));
            }
        }
        let missing = self.missing(body);
        if !missing.is_empty() {
            let named =
                missing.iter().take(NAMED).map(|char| format!("U+{:04X}", u32::from(*char)));
            let mut characters = named.collect::<Vec<_>>().join(", ");
            if missing.len() > NAMED {
                let more = self.said(&ReportText::More { count: missing.len() - NAMED });
                characters.extend([" ", &more]);
            }
            let says = ReportText::Missing { count: missing.len(), characters: &characters };
            sheets.space(20.0);
            sheets.says(&self.said(&says));
        }
        sheets.done.swap_remove(0)
    }

    /// The analysis of the findings.
    fn analysed(&self) -> String {
        let run = self.about.analysis;
        run.and_then(|it| it.id).map_or_else(
            || self.said(if run.is_some() { &ReportText::RunNow } else { &ReportText::NoneRun }),
            str::to_owned,
        )
    }

    /// The characters of the pages and of the name that no font contains.
    fn missing(&self, body: &[Sheet]) -> BTreeSet<char> {
        let texts = body.iter().flat_map(|it| &it.groups).flat_map(|it| &it.shapes);
        let texts = texts.filter_map(|shape| match shape {
            Shape::Text(text) => Some(text.text.as_str()),
            _ => None,
        });
        let name = self.name();
        let texts = texts.chain([name.as_str()]);
        texts.flat_map(str::chars).filter(|char| !self.sheets.fonts.has(*char)).collect()
    }

    /// Number of pages of the contents, with the entry of the index.
    pub(super) fn contents_pages(&self) -> usize {
        (self.sheets.entries.len() + 1).div_ceil(Sheets::numbered_on_a_page()).max(1)
    }

    /// The contents, with the final page numbers.
    pub(super) fn contents(
        &self,
        entries: &[Entry],
        anchors: &HashMap<Anchor, (usize, f32)>,
    ) -> Vec<Sheet> {
        let mut all = Vec::new();
        for (at, entries) in entries.chunks(Sheets::numbered_on_a_page()).enumerate() {
            let mut sheets = Sheets::new(self.sheets.fonts);
            if at == 0 {
                sheets.title(18.0, &self.said(&ReportText::Contents), 1, None);
            }
            for entry in entries {
                let page = anchors.get(&entry.anchor).map_or(0, |(page, _)| page + 1);
                let indent = [0.0, 12.0, 24.0][entry.level.min(2)];
                sheets.numbered(&entry.title, indent, page, entry.anchor);
            }
            if entries.is_empty() {
                sheets.paragraph(&[Run::plain("")], 8.5, 0.0);
            }
            all.append(&mut mem::take(&mut sheets.done));
        }
        for sheet in &mut all {
            sheet.head = self.said(&ReportText::Contents);
        }
        all
    }
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(SHOWN).collect();
    if text.chars().count() > SHOWN {
        short.push('…');
    }
    short
}
