//! Decides when to read, and loses nothing silently.

mod json;
mod sequencer;
mod snapshot;
mod tag_list;
