//! The common part of all user interfaces: the views of a screen, its commands, the table of latest
//! values, trends, the event log, settings and the support bundle.
//!
//! A user interface opens a [`Desk`], creates a [`Screen`] for each window or page, calls its
//! commands with [`Screen::call`] and receives pushed messages with [`Screen::next`].
//!
//! Invariants: this crate does not use Tauri or web sockets, and a user interface contains no own
//! logic. All data for a screen has a type of [`view`], from which `ui/src/bindings/` is generated.

mod alerts;
mod asking;
pub mod bundle;
mod change_notifier;
mod code;
mod commands;
mod comment;
mod connection;
mod controllers;
mod desk;
mod desk_session;
mod diagnostics;
mod failures;
mod feed;
pub mod findings;
mod incidents;
mod journal;
mod keychain;
mod last_check;
mod last_minute;
mod last_run;
mod lines;
mod lock;
mod log_message;
mod logins;
mod parsed_project;
mod parts;
mod platform;
mod preflight;
mod problem;
mod project_data;
mod projects;
mod proposals;
mod rates;
mod reading;
mod recorded;
mod reports;
mod running;
mod scans;
mod screen;
mod service;
mod sessions;
mod sources;
mod stored_state;
mod supplement;
mod table;
mod tag_address;
mod tag_label;
mod tag_list;
mod tag_notes;
mod tag_search;
mod tag_tree;
#[cfg(test)]
mod testing;
mod text;
mod time;
mod trend;
mod triggers;
pub mod view;
mod wire;
mod work;

pub use commands::COMMANDS;
pub use desk::{Desk, Options};
pub use journal::Journal;
pub use keychain::CONSOLE_TOKEN_FILE;
pub use lines::fields as log_fields;
pub use recorded::RecordedPast;
pub use screen::Screen;
pub use text::cell;
