//! The fault harness: it breaks links, programs and clocks, and measures the effects independently
//! of the tested programs.
//!
//! The controller's tag is the harness's clock, so each value shows when it was read, independently
//! of bridge and service.

mod case;
mod clocks;
mod controller;
mod curve;
mod delivery;
mod fleet;
mod memory;
mod passing_faults;
mod plant;
mod proxy;
mod reader;
mod recording;
mod recovery;
mod returning;
mod soak;
mod stale;
mod throttled;

pub use case::{Case, Finding, run_all};
pub use clocks::CLOCKS;
pub use curve::{minutes, svg};
pub use delivery::DELIVERY;
pub use fleet::{FleetSize, ReaderStatistics};
pub use memory::MemorySample;
pub use passing_faults::{BACK_AFTER_LONG, BACK_AT_ONCE};
pub use proxy::Pushes;
pub use recording::RECORDING;
pub use recovery::Recovery;
pub use returning::{RecoveryResult, returning};
pub use soak::{SoakResult, soak};
pub use stale::{MANY_REQUESTED, NOTHING_STALE, STALE_AFTER_LONG};
pub use throttled::{ServiceLoad, Throttled, throttled};
