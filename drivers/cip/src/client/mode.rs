//! Reads a controller's mode.

use tagbridge_driver::{LinkError, LinkStep, RunMode};

use super::link::Link;
use crate::{
    codec::{Reply, identity::DeviceStatus},
    plan::mode_request,
};

/// A controller's response to a request for its mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ModeAnswer(
    /// `None`: it does not report it.
    pub(super) Option<RunMode>,
);

/// Requests only the mode.
pub(super) async fn ask(link: &mut Link) -> Result<ModeAnswer, LinkError> {
    let reply = link.ask(LinkStep::TellMode, &mode_request().to_bytes()).await?;
    Ok(of_reply(&reply))
}

/// Decodes the response.
pub(super) fn of_reply(reply: &[u8]) -> ModeAnswer {
    let reply = Reply::decode(reply).ok().filter(|it| it.status.is_success());
    let status = reply.and_then(|it| DeviceStatus::decode(it.data).ok());
    ModeAnswer(status.map(DeviceStatus::mode))
}
