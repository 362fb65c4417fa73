//! One file for each verb: its arguments, and what it does.

pub(crate) mod analyse;
pub(crate) mod ask;
pub(crate) mod audit;
pub(crate) mod backup;
pub(crate) mod browse;
pub(crate) mod bundle;
pub(crate) mod config;
pub(crate) mod demo;
pub(crate) mod discover;
pub(crate) mod doctor;
pub(crate) mod history;
pub(crate) mod key;
pub(crate) mod logic;
pub(crate) mod manual;
pub(crate) mod mcp;
pub(crate) mod outbox;
pub(crate) mod preflight;
pub(crate) mod project;
pub(crate) mod propose;
pub(crate) mod read;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod serve;
pub(crate) mod service;
pub(crate) mod sessions;
pub(crate) mod simulate;
pub(crate) mod trust;
pub(crate) mod watch;

mod brief;
mod broker;
mod controller;
mod explain;
mod folder;
mod naming;
mod remote;
mod session;
