//! A report of a project as PDF/A-2b: the drawn contents of the file, with cross-references.
//!
//! The service specification lists the contents by platform: a Siemens report has its structured
//! text and the findings, other reports have all chapters.

mod code;
mod findings;
mod front;
mod names;
mod sheets;
mod tables;
mod tasks;
mod uses;
mod write;

use tagbridge_logic::Logic;
use tagbridge_project::Vendor;
use tagbridge_texts::{Coded, Language};

use self::{sheets::Sheets, uses::Uses, write::PdfMetadata};
use crate::{
    Fonts,
    messages::{ReportText, said},
};

pub use self::findings::Analysed;

/// Information about a report.
#[derive(Debug, Clone, Copy)]
pub struct ReportDetails<'a> {
    /// The name of the project, if it differs from that in the file.
    pub name: Option<&'a str>,
    /// The version of the project in the service.
    pub version: Option<u32>,
    /// The creation time.
    pub made_at: jiff::Timestamp,
    /// The language.
    pub language: Language,
    /// The analysis; absent if the project was not analysed.
    pub analysis: Option<Analysed<'a>>,
}

/// A chapter of a report, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportChapter {
    /// What an analysis found.
    Findings,
    /// Tasks and what they execute.
    Tasks,
    /// The code, drawn.
    Code,
    /// Tags with where they are used.
    Tags,
    /// Data types.
    Types,
    /// The interfaces of blocks.
    Blocks,
    /// Modules of the hardware.
    Modules,
}

impl ReportChapter {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Findings,
        Self::Tasks,
        Self::Code,
        Self::Tags,
        Self::Types,
        Self::Blocks,
        Self::Modules,
    ];
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The report was cancelled.
    #[error("the report was stopped")]
    Stopped,
    /// The PDF library failed.
    #[error("write the report: {0}")]
    Library(String),
}

/// Creates a report and returns the bytes of the file. `is_stopped` is called regularly, at least
/// once for each routine.
pub fn report(
    logic: Logic<'_>,
    about: &ReportDetails<'_>,
    fonts: &Fonts,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Vec<u8>, ReportError> {
    report_of(logic, about, &ReportChapter::ALL, fonts, is_stopped)
}

/// A report with these chapters, as far as the platform has them.
pub fn report_of(
    logic: Logic<'_>,
    about: &ReportDetails<'_>,
    chapters: &[ReportChapter],
    fonts: &Fonts,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Vec<u8>, ReportError> {
    let uses = Uses::of(logic);
    let mut report =
        Report { logic, about, uses, is_stopped, sheets: Sheets::new(fonts), chapters: 0 };
    for chapter in ReportChapter::ALL.iter().filter(|it| chapters.contains(it)) {
        report.go_on()?;
        match (chapter, logic.project.vendor) {
            (ReportChapter::Findings, _) => report.findings()?,
            (ReportChapter::Code, Vendor::Siemens) => report.structured_text()?,
            (_, Vendor::Siemens) => {}
            (ReportChapter::Tasks, _) => report.tasks(),
            (ReportChapter::Code, _) => report.code()?,
            (ReportChapter::Tags, _) => report.tags()?,
            (ReportChapter::Types, _) => report.types(),
            (ReportChapter::Blocks, _) => report.blocks(),
            (ReportChapter::Modules, _) => report.modules(),
        }
    }
    report.finish()
}

/// A report that is being created.
struct Report<'a> {
    logic: Logic<'a>,
    about: &'a ReportDetails<'a>,
    uses: Uses,
    is_stopped: &'a dyn Fn() -> bool,
    sheets: Sheets<'a>,
    chapters: usize,
}

impl Report<'_> {
    fn said(&self, what: &impl Coded) -> String {
        said(what, self.about.language)
    }

    fn name(&self) -> String {
        self.about.name.unwrap_or(&self.logic.project.name).to_owned()
    }

    fn chapter(&mut self, title: &ReportText<'_>) {
        let title = self.said(title);
        self.sheets.chapter(self.chapters, &title);
        self.chapters += 1;
    }

    fn sentence(&mut self, says: &ReportText<'_>) {
        let text = self.said(says);
        self.sheets.says(&text);
    }

    fn go_on(&self) -> Result<(), ReportError> {
        if (self.is_stopped)() { Err(ReportError::Stopped) } else { Ok(()) }
    }

    /// Adds the index, the cover and the contents.
    fn finish(mut self) -> Result<Vec<u8>, ReportError> {
        let fonts = self.sheets.fonts;
        let before = 1 + self.contents_pages();
        self.names(before);
        let mut anchors = std::mem::take(&mut self.sheets.anchors);
        for (page, _) in anchors.values_mut() {
            *page += before;
        }
        let body = std::mem::take(&mut self.sheets.done);
        let entries = std::mem::take(&mut self.sheets.entries);
        let mut sheets = vec![self.cover(&body)];
        sheets.extend(self.contents(&entries, &anchors));
        sheets.extend(body);
        let name = self.name();
        let version = self.about.version.map(|number| self.said(&ReportText::Version { number }));
        let head = std::iter::once(name.clone()).chain(version).collect::<Vec<_>>().join(", ");
        let language = self.about.language;
        let about = PdfMetadata {
            title: format!("{name} – {}", self.said(&ReportText::Title)),
            language: language.tag(),
            made_at: self.about.made_at,
            id: format!("{}-{head}-{}-{}", self.logic.project.hash, language, self.about.made_at),
            head,
            folio: Box::new(move |number, count| {
                said(&ReportText::Page { number, count }, language)
            }),
        };
        self.go_on()?;
        write::write(&sheets, &entries, &anchors, fonts, &about)
    }
}
