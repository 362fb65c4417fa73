//! S7 communication over ISO-on-TCP, for Siemens S7-300/400/1200/1500.
pub mod address;
pub mod codec;
pub mod plan;
pub mod types;
