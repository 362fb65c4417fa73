//! What every face of Tagbridge needs: the views that a screen shows, the commands that it gives,
//! the table of latest values, trends, the event log, settings and the support bundle.
//!
//! Invariants: this crate knows neither Tauri nor HTTP servers, and a face holds no logic of its
//! own. What crosses to a screen is a type of [`view`], and `ui/src/bindings/` is made of them.

mod commands;
pub mod view;

pub use commands::COMMANDS;
