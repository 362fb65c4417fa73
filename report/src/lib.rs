//! Drawings of a controller's code, and reports of a project.
//!
//! Pure functions: they get a project and its logic and return drawings and pages, without I/O and
//! without a clock. A [`Scene`] contains lines, boxes and texts in units of its text size, and is
//! independent of PDF and SVG.

pub mod draw;
mod fonts;
mod messages;
pub mod pdf;
mod scene;
pub mod svg;

pub use fonts::{Face, Fonts};
pub use scene::{Align, BoxStyle, Label, Pen, Point, Scene, Shape};
