//! Programs and blocks with their drawn routines; structured text with line numbers.

use tagbridge_project::{Body, Language, Routine, Rung, Vendor};

use super::{
    Report, ReportError,
    sheets::{Anchor, Run, SIZE, drawn::height_of},
};
use crate::{draw::Drawing, messages::ReportText};

/// Width of drawings in units of their text.
const WIDE: f32 = 70.0;

impl Report<'_> {
    pub(super) fn code(&mut self) -> Result<(), ReportError> {
        self.chapter(&ReportText::Code);
        let project = self.logic.project;
        if project.routines.is_empty() {
            self.sentence(&ReportText::Nothing);
        }
        // A method is listed with its block.
        let owner = |routine: &Routine| match project.vendor {
            Vendor::Codesys => routine.owner.split('.').next().unwrap_or_default().to_owned(),
            _ => routine.owner.clone(),
        };
        let mut owners: Vec<(String, Vec<usize>)> = Vec::new();
        for (at, routine) in project.routines.iter().enumerate() {
            let owner = owner(routine);
            match owners.iter_mut().find(|(name, _)| *name == owner) {
                Some((_, routines)) => routines.push(at),
                None => owners.push((owner, vec![at])),
            }
        }
        let fonts = self.sheets.fonts;
        let drawing = Drawing::new(project, fonts);
        for (at, (owner, routines)) in owners.iter().enumerate() {
            self.sheets.heading(1, owner, Anchor::Owner(at));
            let program = project.programs.iter().find(|it| it.name == *owner);
            let block = project.blocks.iter().find(|it| it.name == *owner);
            let comment =
                program.map_or(block.and_then(|it| it.comment.as_ref()), |it| it.comment.as_ref());
            if let Some(comment) = comment {
                self.sheets.says(comment);
            }
            for routine in routines {
                self.go_on()?;
                self.routine(*routine, &drawing)?;
            }
        }
        Ok(())
    }

    fn routine(&mut self, at: usize, drawing: &Drawing<'_>) -> Result<(), ReportError> {
        let routine = &self.logic.project.routines[at];
        let title = format!("{} ({})", routine.name, routine.language.as_str());
        self.sheets.heading(2, &title, Anchor::Routine(at));
        if let Some(comment) = &routine.comment {
            self.sheets.says(comment);
        }
        match &routine.body {
            Body::Protected => self.sentence(&ReportText::Protected),
            Body::Absent => self.sentence(&ReportText::Absent),
            Body::Text(text) if matches!(routine.language, Language::St | Language::Il) => {
                self.sheets.code(text, Some(1), None);
            }
            Body::Text(text) => match drawing.chart(routine) {
                Some(scene) => {
                    self.sheets.drawing(scene, text);
                    self.sheets.code(text, None, None);
                }
                None => self.not_drawn(text),
            },
            Body::Rungs(rungs) => {
                let is_chart = routine.language == Language::Sfc;
                let chart = if is_chart { drawing.chart(routine) } else { None };
                let is_drawn = chart.is_some();
                if let Some(scene) = chart {
                    self.sheets.drawing(scene, &routine.name);
                }
                for (number, rung) in rungs.iter().enumerate() {
                    if number % 64 == 63 {
                        self.go_on()?;
                    }
                    self.rung((routine, is_drawn), rung, Anchor::Rung(at, number), drawing);
                }
            }
        }
        Ok(())
    }

    /// A rung of a routine; `is_drawn` if the drawing above already contains it.
    fn rung(
        &mut self,
        (routine, is_drawn): (&Routine, bool),
        rung: &Rung,
        anchor: Anchor,
        drawing: &Drawing<'_>,
    ) {
        let language = rung.language.unwrap_or(routine.language);
        let number = rung.number.to_string();
        let number = number.as_str();
        let says = match (language, self.logic.project.vendor) {
            (Language::Ld, Vendor::AllenBradley) => ReportText::Rung { number },
            (Language::Fbd, Vendor::AllenBradley) => ReportText::Sheet { number },
            (Language::Sfc, _) => ReportText::Element { number },
            _ => ReportText::Network { number },
        };
        let mut title = self.said(&says);
        if let Some(named) = rung.title.as_deref().map(str::trim).filter(|it| !it.is_empty()) {
            title = format!("{title}: {named}");
        }
        let scene = match language {
            Language::Ld => drawing.rung(rung, &routine.owner, WIDE),
            Language::Fbd | Language::Cfc => drawing.diagram(rung),
            _ => None,
        };
        // A rung is on one page with its title and its comment.
        let comments = rung.comment.as_ref().map_or(0, |it| it.lines().count());
        let comments: f32 = std::iter::repeat_n(10.5, comments).sum();
        let height = scene.as_ref().map_or(0.0, height_of);
        self.sheets.keep(height + comments + 24.0);
        self.sheets.title(SIZE, &title, 4, Some(anchor));
        if let Some(comment) = &rung.comment {
            for line in comment.lines() {
                self.sheets.paragraph(&[Run::plain(line)], 7.5, 0.0);
            }
        }
        if rung.text.trim().trim_end_matches(';').is_empty() {
            self.sentence(&ReportText::EmptyRung);
            return;
        }
        match scene {
            Some(scene) => self.sheets.drawing(scene, &rung.text),
            None if matches!(language, Language::St | Language::Il) => {
                self.sheets.code(&rung.text, Some(1), None);
            }
            None if is_drawn => self.sheets.code(&rung.text, None, None),
            None => self.not_drawn(&rung.text),
        }
    }

    fn not_drawn(&mut self, text: &str) {
        let word = self.said(&ReportText::NotDrawn);
        self.sheets.code(text, None, Some(&word));
    }

    /// The chapter of a Siemens report: only structured text.
    pub(super) fn structured_text(&mut self) -> Result<(), ReportError> {
        self.chapter(&ReportText::Scl);
        let routines = self.logic.project.routines.iter().enumerate();
        let mut is_empty = true;
        for (at, routine) in routines {
            let texts: Vec<&str> = match &routine.body {
                Body::Text(text) if routine.language == Language::St => vec![text],
                Body::Rungs(rungs) => {
                    let is_text =
                        |it: &&Rung| it.language.unwrap_or(routine.language) == Language::St;
                    rungs.iter().filter(is_text).map(|it| it.text.as_str()).collect()
                }
                _ => Vec::new(),
            };
            if texts.is_empty() {
                continue;
            }
            self.go_on()?;
            is_empty = false;
            self.sheets.heading(1, &routine.owner, Anchor::Routine(at));
            if let Some(comment) = &routine.comment {
                self.sheets.says(comment);
            }
            let mut line = 1;
            for text in texts {
                self.sheets.code(text, Some(line), None);
                line += text.lines().count();
            }
        }
        if is_empty {
            self.sentence(&ReportText::Nothing);
        }
        Ok(())
    }
}
