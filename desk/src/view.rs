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
mod inspect;
mod login;
mod manage;
mod overview;
mod past;
mod preflight;
mod project;
mod push;
mod service;
mod session;
mod settings;
mod table;
mod trend;
mod why;
mod wire;

pub use self::{
    address::*, alerts::*, ask::*, cause::*, code::*, compare::*, controller::*, diagnostics::*,
    event::*, failure::*, inspect::*, login::*, manage::*, overview::*, past::*, preflight::*,
    project::*, push::*, service::*, session::*, settings::*, table::*, trend::*, why::*,
    wire::*,
};
