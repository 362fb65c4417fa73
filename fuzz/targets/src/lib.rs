//! Properties that must be true for any received bytes: one function for each target of the fuzzer.
//!
//! Each target panics if its property does not hold. The fuzzer searches for bytes that make it
//! panic; the test of this crate replays the corpus. This crate does not depend on the fuzzer.

pub mod cip;
pub mod logic;
mod pieces;
pub mod project;
pub mod s7;
pub mod service;

/// A target's promise, as a function of what arrives.
pub type Target = fn(&[u8]);

/// All targets by the name of their folder in `fuzz/corpus`.
pub const TARGETS: &[(&str, Target)] = &[
    ("cip_connection", cip::connection),
    ("cip_cpf", cip::cpf),
    ("cip_data", cip::data),
    ("cip_frame", cip::frame),
    ("cip_guard", cip::guard),
    ("cip_identity", cip::identity),
    ("cip_name", cip::name),
    ("cip_packet", cip::packet),
    ("cip_path", cip::path),
    ("cip_reply", cip::reply),
    ("cip_tag_list", cip::tag_list),
    ("cip_template", cip::template),
    ("codesys_export", project::codesys_export),
    ("declaration", project::declaration),
    ("l5x", project::l5x),
    ("logic_drawings", logic::drawings),
    ("logic_index", logic::index),
    ("plcopen", project::plcopen),
    ("project_archive", project::project_archive),
    ("project_files", project::project_files),
    ("s7_address", s7::address),
    ("s7_guard", s7::guard),
    ("s7_message", s7::message),
    ("s7_stream", s7::stream),
    ("s7_szl", s7::szl),
    ("s7_value", s7::value),
    ("service_push", service::push),
    ("siemens_text", project::siemens_text),
    ("simaticml", project::simaticml),
    ("structured_text", logic::structured_text),
    ("symbol_configuration", project::symbol_configuration),
];
