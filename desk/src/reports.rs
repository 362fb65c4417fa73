//! A project's report as a PDF.

use std::cell::Cell;

use base64::{Engine, prelude::BASE64_STANDARD};
use tagbridge_api::Timestamp;
use tagbridge_report::{
    Fonts,
    pdf::{Analysed, ReportChapter, ReportDetails, ReportError, report_of},
};

use crate::{
    desk::Desk,
    failures::invalid,
    findings::plain_name,
    problem::{Problem, Remedy, Step},
    projects::blocking,
    time::small,
    view::{Failure, MadeFile, MakeReport, ProjectId, ReportPart},
    work::WorkHandle,
};

impl Desk {
    pub(crate) async fn make_report(
        &self,
        make: MakeReport,
        working: &WorkHandle,
    ) -> Result<MadeFile, Failure> {
        if make.chapters.is_empty() {
            return Err(invalid(&Problem::NoChapters, &Remedy::ChooseChapter));
        }
        let analysed = if make.chapters.contains(&ReportPart::Findings) {
            Some(self.analyse(&make.project, working).await?)
        } else {
            None
        };
        let book = self.book(&make.project).await?;
        let detail = self.project(ProjectId { project: make.project }).await?;
        let working = working.clone();
        blocking(move || {
            let chapters: Vec<ReportChapter> =
                make.chapters.iter().map(|it| (*it).into()).collect();
            let about = ReportDetails {
                name: Some(&detail.name),
                version: detail.version,
                made_at: Timestamp::now().get(),
                language: make.language,
                analysis: analysed.as_ref().map(|it| Analysed { analysis: &it.analysis, id: None }),
            };
            working.step(&Step::ReadCode, 0, 0);
            let logic = book.logic();
            // It is asked for each routine.
            let (asked, of) = (Cell::new(0), small(logic.project.routines.len().max(1)));
            let is_stopped = || {
                asked.set(asked.get() + 1);
                working.step(&Step::Draw, asked.get().min(of), of);
                working.is_stopped()
            };
            let written = report_of(logic, &about, &chapters, &Fonts::default(), &is_stopped);
            working.check()?;
            let bytes = written.map_err(|error| match error {
                ReportError::Stopped | ReportError::Library(_) => {
                    let why = error.to_string();
                    Failure::new("internal", &Problem::NoReport { why }, &Remedy::ReportWithFile)
                }
            })?;
            let name = format!("{}.pdf", plain_name(&detail.name));
            Ok(MadeFile { name, bytes: Some(BASE64_STANDARD.encode(bytes)) })
        })
        .await
    }
}

impl From<ReportPart> for ReportChapter {
    fn from(part: ReportPart) -> Self {
        match part {
            ReportPart::Findings => Self::Findings,
            ReportPart::Tasks => Self::Tasks,
            ReportPart::Code => Self::Code,
            ReportPart::Tags => Self::Tags,
            ReportPart::Types => Self::Types,
            ReportPart::Blocks => Self::Blocks,
            ReportPart::Modules => Self::Modules,
        }
    }
}
