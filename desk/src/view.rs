//! The messages between the desk and a screen. JSON in camelCase; times are milliseconds since
//! 1970, sizes bytes; no number exceeds the integers that JavaScript represents exactly.

mod address;
mod alerts;
mod ask;
mod cause;
mod code;
mod compare;
mod controller;
mod diagnostics;
mod event;
mod failure;
mod findings;
mod incidents;
mod inspect;
mod login;
mod manage;
mod overview;
mod past;
mod preflight;
mod project;
mod proposal;
mod push;
mod report;
mod saved;
mod service;
mod session;
mod settings;
mod table;
mod tag_tree;
mod trend;
mod why;
mod wire;
mod work;

pub use self::{
    address::*, alerts::*, ask::*, cause::*, code::*, compare::*, controller::*, diagnostics::*,
    event::*, failure::*, findings::*, incidents::*, inspect::*, login::*, manage::*, overview::*,
    past::*, preflight::*, project::*, proposal::*, push::*, report::*, saved::*, service::*,
    session::*, settings::*, table::*, tag_tree::*, trend::*, why::*, wire::*, work::*,
};
