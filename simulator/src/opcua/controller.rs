//! The state that the parts of a virtual controller share.

use std::collections::HashSet;

use super::{library_server::Settings, virtual_codesys::Codesys};
use crate::rig::set_up as rig;

/// The state of a controller. It outlives the server: a restart keeps it.
pub(super) type Controller = rig::Controller<Codesys>;

/// State that only CODESYS controllers have.
pub struct CodesysState {
    pub(super) settings: Settings,
    /// Names of variables that are in the project, but not on the server.
    pub(super) removed: HashSet<String>,
    /// Sessions of the servers before the last restart.
    pub(super) past_sessions: u32,
}
