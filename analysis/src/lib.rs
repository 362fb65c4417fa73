//! Problems and possible problems in a controller's program.
//!
//! Pure functions: they get a [`Project`](tagbridge_project::Project) and the
//! [`Index`](tagbridge_logic::Index) of its code and return an [`Analysis`], without I/O and
//! without a clock. The same input gives the same findings in the same order, with the same ids.
//!
//! Each phase creates a chapter. A phase that panics or exceeds its limit of time or memory is
//! reported as failed, and does not affect the other chapters.

mod accept;
mod analysis;
mod budget;
mod chapter_writer;
mod complexity;
mod conditions;
mod facts;
mod grouped;
mod industry;
mod instances;
mod literals;
mod outline;
mod phase;
mod results;
mod rule;
mod rules;
mod run;
mod runtime;
mod syntax;
mod tags;
mod words;
mod writers;

pub use self::{
    accept::accepted,
    analysis::{Analysis, Chapter, FailedPhase, Figure, Finding, PlaceText, Site, Summary, place},
    budget::{Budget, Failure},
    grouped::grouped,
    industry::{Evidence, Industry, IndustryKind},
    phase::PhaseId,
    results::ENGINE,
    rule::{Confidence, Reference, Rule, Severity},
    rules::{NameCase, NamingRules, rule, rules},
    run::{Options, Progress, analyse},
};
