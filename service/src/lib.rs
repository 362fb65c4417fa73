//! The service's API on an embedded SQLite file: projects, live values, history, requested tags,
//! and the bridge's push.
//!
//! Invariants:
//! - The service responds with 200 after the data is durable, and stores a snapshot once, even if
//!   it is received several times.
//! - Every answer has a `request-id`; every error has the envelope, panics included.
//! - A value that is shown as `good` is what the controller reported at the shown sequence.
//! - `core` does not use HTTP or MQTT; `http` and `mqtt` contain no rules; none of them uses SQL,
//!   which belongs to the store.
//!
//! A request passes, in this order: request id, path and method (404, 405), key (401), rate (429),
//! permission and scope (403), project (404), query and body (400, 413, 415), idempotency (409,
//! 422), and then its resource.

mod claim;
mod core;
mod http;
mod log_message;
mod mcp;
mod mqtt;
mod options;
mod provider;
mod service;
mod tls;
mod transfer;

pub use claim::ClaimError;
pub use core::{
    enrol::NewEnrolment,
    keys::{KeyError, KeySecret, NewKey},
    organizations::{Figures, OrgError},
    projects::NewProject,
    uploads::AddError,
};
pub use http::{REQUESTS, described, openapi};
pub use mqtt::{IntakeState, IntakeView, Subscription, SubscriptionError};
pub use options::{
    AgentFolders, AnalysisLimits, Clock, ConnectionLimits, Options, RetentionLimits,
};
pub use provider::{
    LimitBehaviour, Provider, ProviderConfig, ProviderConfigError, ProviderWire, Spend,
};
pub use service::Service;
pub use tagbridge_store::{
    AuditEntry, Billing, CopyReport, CopyStep, Enrolment, KeyInfo, Org, Organization, Price,
    StoreError, Team,
};
pub use tls::{Tls, TlsError};
pub use transfer::TransferError;
