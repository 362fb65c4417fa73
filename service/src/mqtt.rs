//! Snapshots from an MQTT broker, in addition to pushes: receives messages, calls the core,
//! acknowledges.
//!
//! The subscription is shared, so that several services with the same data divide the messages. A
//! message is acknowledged when it is stored, when it is left to the push, or when it is refused
//! permanently, and not before. Messages of a killed service are delivered again, and stored once.
//! No message of a broker stops the service.

mod batch;
mod config;
mod intake;
mod view;

pub use config::{Subscription, SubscriptionError};
pub(crate) use intake::Intake;
pub use view::{IntakeState, IntakeView};
