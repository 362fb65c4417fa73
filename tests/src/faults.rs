//! The fault harness: it breaks links, programs and clocks, and measures the effects independently
//! of the tested programs.
//!
//! The controller's tag is the harness's clock, so each value shows when it was read, independently
//! of bridge and service.

mod back;
mod case;
mod clocks;
mod controller;
mod curve;
mod delivery;
mod fleet;
mod memory;
mod plant;
mod proxy;
mod reader;
mod recording;
mod recovery;
mod returning;
mod soak;
mod stale;
mod throttled;

pub use back::{BACK_AFTER_LONG, BACK_AT_ONCE};
pub use case::{Case, Finding, run_all};
pub use clocks::CLOCKS;
pub use curve::{minutes, svg};
pub use delivery::DELIVERY;
pub use fleet::{FleetSize, Looks};
pub use memory::Minute;
pub use proxy::Pushes;
pub use recording::RECORDING;
pub use recovery::Recovery;
pub use returning::{Returned, returning};
pub use soak::{Account, soak};
pub use stale::{MANY_REQUESTED, NOTHING_STALE, STALE_AFTER_LONG};
pub use throttled::{Stretch, Throttled, throttled};
