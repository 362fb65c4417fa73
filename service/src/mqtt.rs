//! Snapshots from an MQTT broker, beside those that are pushed: takes messages, calls the core, acknowledges.
//!
//! The subscription is a shared one, so that several services on the same data divide it among themselves.
//! A message is acknowledged when it is stored, when it is left to the push, or when it will never be taken,
//! and not before: what a service that is killed had in its hands is delivered again, and stored once.
//! Nothing that a broker does stops the service.

mod batch;
mod config;
mod intake;
mod view;

pub use config::{Subscription, SubscriptionError};
pub(crate) use intake::Intake;
pub use view::{IntakeState, IntakeView};
