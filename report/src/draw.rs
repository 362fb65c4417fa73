//! Drawings of code: one layout for the ladder of all three vendors.
//!
//! The tree of a rung (Logix, Siemens) or its statements (CODESYS) become pieces; the layout
//! arranges the pieces in a [`Scene`](crate::Scene). Code that is not ladder, or cannot be parsed,
//! is not drawn.

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
    ladder::{BoxedRow, InstructionBox, Mark, PinAnnotation, RungPiece},
    lines::broken,
    logix::Operands,
};

use tagbridge_project::{Body, Project, Routine, Rung, Vendor};

use self::front::RungContext;
use crate::{Fonts, Scene};

/// The project data that drawings of rungs need.
#[derive(Debug)]
pub struct Drawing<'a> {
    fonts: &'a Fonts,
    vendor: Vendor,
    operands: Operands<'a>,
}

impl<'a> Drawing<'a> {
    /// Creates the drawing data of a project.
    pub fn new(project: &'a Project, fonts: &'a Fonts) -> Self {
        Self { fonts, vendor: project.vendor, operands: Operands::of(project) }
    }

    /// The pieces of a rung: each series begins at the left rail. `None` if it is not ladder, or
    /// cannot be parsed. `owner` is the program or the block of its routine.
    pub fn pieces(&self, rung: &Rung, owner: &str) -> Option<Vec<Vec<RungPiece>>> {
        if self.vendor == Vendor::Codesys {
            return codesys::pieces(&rung.text, rung.statements.as_deref()?);
        }
        let Some(ladder) = rung.ladder(self.vendor) else {
            return rung.text.is_empty().then(Vec::new);
        };
        let (vendor, text, operands) = (self.vendor, rung.text.as_str(), &self.operands);
        RungContext { vendor, text, operands, owner }.pieces(&ladder)
    }

    /// The drawing of a sheet or a network of a function block diagram. `None` if the file does not
    /// contain the wires, or the drawing would be too wide for a page.
    pub fn diagram(&self, rung: &Rung) -> Option<Scene> {
        diagram::scene(rung.net.as_deref()?, self.fonts)
    }

    /// The drawing of a sequential function chart. `None` if it has no steps, or the file does not
    /// contain the links of the transitions.
    pub fn chart(&self, routine: &Routine) -> Option<Scene> {
        match &routine.body {
            Body::Text(text) => chart::of_tree(routine.chart.as_deref()?, text, self.fonts),
            Body::Rungs(rungs) => chart::of_rungs(rungs, self.fonts),
            Body::Protected | Body::Absent => None,
        }
    }

    /// The drawing of a ladder rung, at most this wide if its parts allow it: the rest continues
    /// below, at an arrow with the same number. `None` if it is not ladder, or cannot be parsed.
    pub fn rung(&self, rung: &Rung, owner: &str, width: f32) -> Option<Scene> {
        Some(layout::scene(&self.pieces(rung, owner)?, width, self.fonts))
    }
}
