//! Citations: the location of each row of an answer, and its quotation.

use tagbridge_code::ChartElementKind;
use tagbridge_project::{Body, Language, Origin, Project, Vendor};

use crate::{RoutineId, Span, StatementId, UnitId, expr::ExprId, index::Index, unit::Unit};

/// A project with the index of its code.
#[derive(Debug, Clone, Copy)]
pub struct Logic<'a> {
    /// The indexed project; texts are quoted from it.
    pub project: &'a Project,
    /// The occurrences and statements of its code.
    pub index: &'a Index,
}

/// The kind of the cited unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LocationKind {
    /// A rung, a network, a sheet.
    Rung,
    /// A routine as a whole.
    Routine,
}

/// The name of a unit in its language.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// A rung of ladder.
    Rung,
    /// A network of S7 or CODESYS.
    Network,
    /// A sheet of a function block diagram.
    Sheet,
    /// A step of a chart, by its name or number.
    Step(String),
    /// A transition of a chart.
    Transition,
    /// Another element of a chart.
    Element,
    /// A whole text.
    Text,
}

/// The location of a cited text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Citation {
    /// The unit.
    pub unit: UnitId,
    /// The quoted part of the unit's text.
    pub span: Span,
    /// What kind of unit it is.
    pub kind: LocationKind,
    /// The name of that unit in its language.
    pub part: Part,
    /// `Program/Routine`, `AOI/Routine`, an S7 block, a CODESYS `POU` or `POU.Method`.
    pub path: String,
    /// The number in the editor; absent for a whole routine.
    pub rung: Option<u32>,
    /// The line in a routine's text, from 1; absent for a rung.
    pub line: Option<u32>,
    /// The location in the project's files, if it was read from them.
    pub origin: Option<Origin>,
    /// The quoted text.
    pub quote: String,
}

impl<'a> Logic<'a> {
    /// A project with its index.
    pub fn new(project: &'a Project, index: &'a Index) -> Self {
        Self { project, index }
    }

    /// The displayed text of a unit.
    pub fn text(&self, unit: UnitId) -> &'a str {
        self.text_of(self.index.unit(unit))
    }

    fn text_of(&self, unit: &Unit) -> &'a str {
        match (&self.project.routines[unit.routine.index()].body, unit.rung) {
            (Body::Rungs(rungs), Some(at)) => &rungs[at as usize].text,
            (Body::Text(text), _) => text,
            _ => "",
        }
    }

    /// The language of a unit: its own, or that of its routine.
    pub fn language(&self, unit: &Unit) -> Language {
        let routine = &self.project.routines[unit.routine.index()];
        let own = match (&routine.body, unit.rung) {
            (Body::Rungs(rungs), Some(at)) => rungs.get(at as usize).and_then(|it| it.language),
            _ => None,
        };
        own.unwrap_or(routine.language)
    }

    fn part(&self, unit: &Unit, text: &str) -> Part {
        let routine = &self.project.routines[unit.routine.index()];
        match (unit.rung, routine.language, self.project.vendor) {
            (None, ..) => Part::Text,
            (Some(at), Language::Sfc, _) => {
                let element = match &routine.body {
                    Body::Rungs(rungs) => {
                        rungs.get(at as usize).and_then(|it| it.element.as_deref())
                    }
                    _ => None,
                };
                match element.map(|element| (&element.kind, element.name)) {
                    Some((ChartElementKind::Step(_), name)) => {
                        Part::Step(text.get(name.range()).unwrap_or_default().to_owned())
                    }
                    Some((ChartElementKind::Transition(_), _)) => Part::Transition,
                    _ => Part::Element,
                }
            }
            (_, Language::Fbd, Vendor::AllenBradley) => Part::Sheet,
            (_, _, Vendor::AllenBradley) => Part::Rung,
            _ => Part::Network,
        }
    }

    /// The path of a routine in a citation.
    pub fn path(&self, routine: RoutineId) -> String {
        let routine = &self.project.routines[routine.index()];
        match self.project.vendor {
            Vendor::AllenBradley => format!("{}/{}", routine.owner, routine.name),
            Vendor::Siemens => routine.owner.clone(),
            // The name as declared; an accessor is only a part of its property.
            Vendor::Codesys => routine.name.clone(),
        }
    }

    /// The name of a unit in a question: `Program/Routine:4`.
    pub fn name(&self, unit: UnitId) -> String {
        let citation = self.cite(unit, Span::new(0, 0));
        match citation.rung {
            Some(rung) => format!("{}:{rung}", citation.path),
            None => citation.path,
        }
    }

    /// A citation of a statement.
    pub fn cite_statement(&self, id: StatementId) -> Citation {
        let statement = self.index.statement(id);
        self.cite(statement.unit, statement.span)
    }

    /// A condition or a value as structured text.
    pub fn expression(&self, id: ExprId) -> String {
        self.index.exprs.text(id, &self.index.places, &self.index.names)
    }

    /// The conjunction of these conditions as structured text; `TRUE` if there are none.
    pub fn conjunction(&self, ids: &[ExprId]) -> String {
        self.index.exprs.all_text(ids, &self.index.places, &self.index.names)
    }

    /// A citation of a part of a unit's text.
    pub fn cite(&self, id: UnitId, span: Span) -> Citation {
        let unit = self.index.unit(id);
        let text = self.text_of(unit);
        let rungs = match &self.project.routines[unit.routine.index()].body {
            Body::Rungs(rungs) => unit.rung.and_then(|at| rungs.get(at as usize)),
            _ => None,
        };
        let before = text.get(..span.start as usize).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        Citation {
            unit: id,
            span,
            kind: if rungs.is_some() { LocationKind::Rung } else { LocationKind::Routine },
            part: self.part(unit, text),
            path: self.path(unit.routine),
            rung: rungs.map(|rung| rung.number),
            line: rungs.is_none().then_some(u32::try_from(line).unwrap_or(u32::MAX)),
            origin: self.project.routines[unit.routine.index()]
                .origin_of(unit.rung.map(|at| at as usize), span.start as usize),
            quote: text.get(span.range()).unwrap_or_default().to_owned(),
        }
    }
}
