//! The service over HTTP, as its clients see it; no socket unless the test is about sockets.
#![expect(clippy::unwrap_used, reason = "in a test that is how it fails")]

mod analyses;
mod copies;
mod damage;
mod embed;
mod export_files;
mod exports;
mod gate;
mod generate;
mod harness;
mod history;
mod idempotency;
mod identity;
mod keys;
mod lifetimes;
mod limits;
mod live_model;
mod manage;
mod mcp;
mod openapi;
mod projects;
mod providers;
mod push;
mod requests;
mod restart;
mod search;
mod search_figures;
mod search_hardened;
mod search_translated;
mod sockets;
mod staging;
mod turn_streams;
mod turns;
mod uploads;
mod why_explained;
mod why_now;
