//! Drawings of a controller's code, and reports of a project to hand on.
//!
//! Pure: a project and its logic in, drawings and pages out; no I/O and no clock. A [`Scene`] has
//! lines, boxes and texts in units of its text's size, and knows neither PDF nor SVG.

pub mod draw;
mod fonts;
pub mod pdf;
mod says;
mod scene;
pub mod svg;

pub use fonts::{Face, Fonts};
pub use scene::{Align, Label, Look, Pen, Point, Scene, Shape};
