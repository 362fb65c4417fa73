//! What every face of Tagbridge needs: the views that a screen shows, the commands that it gives,
//! the table of latest values, trends, the event log, settings and the support bundle.
//!
//! A face opens a [`Desk`], makes a [`Screen`] for each window or page, gives its commands by
//! [`Screen::call`] and takes what is pushed by [`Screen::next`].
//!
//! Invariants: this crate knows neither Tauri nor web sockets, and a face holds no logic of its
//! own. What crosses to a screen is a type of [`view`], and `ui/src/bindings/` is made of them.

mod alerts;
mod asking;
mod book;
pub mod bundle;
mod code;
mod commands;
mod connection;
mod controllers;
mod desk;
mod diagnostics;
mod failures;
mod feed;
mod journal;
mod kept;
mod keychain;
mod last_time;
mod lines;
mod lock;
mod logged;
mod logins;
mod minute;
mod news;
mod notes;
mod parts;
mod platform;
mod preflight;
mod problem;
mod projects;
mod rates;
mod reading;
mod room;
mod running;
mod scans;
mod screen;
mod service;
mod sessions;
mod sources;
mod supplement;
mod table;
mod tag_list;
#[cfg(test)]
mod testing;
mod text;
mod time;
mod trend;
pub mod view;
mod wire;

pub use commands::COMMANDS;
pub use desk::{Desk, Options};
pub use journal::Journal;
pub use lines::fields as log_fields;
pub use screen::Screen;
pub use text::cell;
