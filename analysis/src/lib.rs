//! What is wrong, or looks so, in a controller's program.
//!
//! Pure: a [`Project`](tagbridge_project::Project) and the [`Index`](tagbridge_logic::Index) of its
//! code in, an [`Analysis`] out; no I/O and no clock. The same input gives the same findings in the
//! same order, with the same ids.
//!
//! A phase is a chapter. It fails alone: what panics in it, what takes longer than its limit or finds
//! more than its memory holds is told as that, and the other chapters stand.

mod accept;
mod analysis;
mod budget;
mod conditions;
mod facts;
mod grouped;
mod industry;
mod instances;
mod literals;
mod measure;
mod outline;
mod pen;
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
    analysis::{
        Analysis, Chapter, FailedPhase, Figure, Finding, PlaceText, Site, Summary, place,
    },
    budget::{Budget, Failure},
    grouped::grouped,
    industry::{Evidence, Industry, IndustryKind},
    phase::PhaseId,
    results::ENGINE,
    rule::{Confidence, Reference, Rule, Severity},
    rules::{NameCase, NamingRules, rule, rules},
    run::{Options, Progress, analyse},
};
