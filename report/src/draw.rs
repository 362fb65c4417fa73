//! Drawings of code: one layout for the ladder of three vendors.
//!
//! The tree of a rung (Logix, Siemens) or its statements (CODESYS) become pieces; the layout makes a
//! [`Scene`](crate::Scene) of the pieces. What is no ladder, or cannot be read, is not guessed at.

mod chart;
mod codesys;
mod diagram;
mod front;
mod graph;
mod ladder;
mod layout;
mod lines;
mod logix;
mod measure;
mod siemens;

pub use self::{
    ladder::{AtPin, Boxed, BoxedRow, Mark, RungPiece},
    lines::broken,
    logix::Operands,
};

use tagbridge_project::{Body, Project, Routine, Rung, Vendor};

use self::front::Front;
use crate::{Fonts, Scene};

/// What drawings of a project's rungs need of it beside the rungs.
#[derive(Debug)]
pub struct Drawing<'a> {
    fonts: &'a Fonts,
    vendor: Vendor,
    operands: Operands<'a>,
}

impl<'a> Drawing<'a> {
    /// For the rungs of a project.
    pub fn new(project: &'a Project, fonts: &'a Fonts) -> Self {
        Self { fonts, vendor: project.vendor, operands: Operands::of(project) }
    }

    /// What a rung is drawn of: each series begins at the left rail. `None`: it is no ladder that
    /// can be read. `owner` is the program or the block that its routine belongs to.
    pub fn pieces(&self, rung: &Rung, owner: &str) -> Option<Vec<Vec<RungPiece>>> {
        if self.vendor == Vendor::Codesys {
            return codesys::pieces(&rung.text, rung.statements.as_deref()?);
        }
        let Some(ladder) = rung.ladder(self.vendor) else {
            return rung.text.is_empty().then(Vec::new);
        };
        let (vendor, text, operands) = (self.vendor, rung.text.as_str(), &self.operands);
        Front { vendor, text, operands, owner }.pieces(&ladder)
    }

    /// A sheet or a network of a function block diagram, where the file tells what is wired to
    /// what. `None`: it does not, or the drawing would be too wide for a page.
    pub fn diagram(&self, rung: &Rung) -> Option<Scene> {
        diagram::scene(rung.net.as_deref()?, self.fonts)
    }

    /// A sequential function chart. `None`: there are no steps, or the file does not tell which
    /// transition leads where.
    pub fn chart(&self, routine: &Routine) -> Option<Scene> {
        match &routine.body {
            Body::Text(text) => chart::of_tree(routine.chart.as_deref()?, text, self.fonts),
            Body::Rungs(rungs) => chart::of_rungs(rungs, self.fonts),
            Body::Protected | Body::Absent => None,
        }
    }

    /// A rung of ladder, no wider than this where its parts allow it: what does not fit goes on
    /// below, at an arrow with the same number. `None`: it is no ladder that can be read.
    pub fn rung(&self, rung: &Rung, owner: &str, width: f32) -> Option<Scene> {
        Some(layout::scene(&self.pieces(rung, owner)?, width, self.fonts))
    }
}
