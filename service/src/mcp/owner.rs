//! The tools within this process, for an assistant that the owner of the data has started.

use std::io;

use axum::{Router, http::HeaderValue};
use rmcp::{ServiceExt, service::ServerInitializeError};
use tagbridge_api::Permission;
use tokio::io::{AsyncRead, AsyncWrite};

use super::{ToolAccess, Tools};
use crate::core::{Core, ShownCredential};

/// The permissions of an assistant that must not change data: read, ask, and download results.
const READS: [Permission; 6] = [
    Permission::AiExplain,
    Permission::AnalysisTab,
    Permission::CodeRead,
    Permission::ExportPdf,
    Permission::ExportPlc,
    Permission::HmiView,
];

/// Serves an assistant, one message per line, until it closes the connection.
pub(crate) async fn serve(
    core: Core,
    api: Router,
    may_write: bool,
    reads: impl AsyncRead + Send + Unpin + 'static,
    writes: impl AsyncWrite + Send + Unpin + 'static,
) -> io::Result<()> {
    let credential = core.create_owner_credential(if may_write { Permission::ALL } else { &READS });
    let shown = ShownCredential { credential: credential.clone(), page: None, link: None };
    let caller = core.known(&shown).map_err(io::Error::other)?;
    let mut credential =
        HeaderValue::try_from(format!("Bearer {credential}")).map_err(io::Error::other)?;
    credential.set_sensitive(true);
    let side = ToolAccess::Owner { credential, caller: Box::new(caller), may_write };
    match (Tools { core, api, side }).serve((reads, writes)).await {
        Ok(serving) => serving.waiting().await.map(drop).map_err(io::Error::other),
        // It disconnected before its first message.
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(io::Error::other(error)),
    }
}
