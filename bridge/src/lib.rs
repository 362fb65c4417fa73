//! Decides when to read, and loses nothing silently.

mod json;
mod outbox;
mod sequencer;
mod snapshot;
mod tag_list;
