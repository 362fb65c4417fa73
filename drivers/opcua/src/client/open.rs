//! The steps from an endpoint to a readable session.

use std::{sync::Arc, time::Instant};

use jiff::Timestamp;
use opcua::types::{
    Array, AttributeId, DataValue, EndpointDescription, Identifier, NodeId, NumericRange,
    ServerState, ServerStatusDataType, TimestampsToReturn, VariableId, Variant,
};
use tagbridge_driver::{Identity, Keyring, LinkError, LinkOptions, LinkStep, RunMode};
use tagbridge_texts::{Coded, Message};
use url::Url;

use super::{
    OpcUa,
    kept_knowledge::{KeptKnowledge, Run, ServerKnowledge},
    target::Target,
    wire::{AttributeRead, Wire},
};
use crate::{
    refusal::{Refusal, Remedy},
    security::{self, OwnCertificate, RequestedSecurity},
    session::{self, Login, ServerAddress, Session, User},
};

const SECURITY: LinkStep = LinkStep::AgreeOnSecurity;

/// An open connection, ready to read.
pub(super) struct Opened {
    pub(super) wire: Wire,
    pub(super) identity: Identity,
    pub(super) knowledge: ServerKnowledge,
    pub(super) monitored_per_call: usize,
    pub(super) registered_per_call: usize,
}

/// Requests the endpoints, selects the best, logs in, and reads identity and limits.
pub(super) async fn open(way: &OpcUa) -> Result<Opened, LinkError> {
    let OpcUa { target, keyring, options, traffic, .. } = way;
    let user = target.who.user(keyring)?;
    let offered = session::endpoints(&target.place, *options, traffic).await?;
    let chosen = security::choose(&offered, target.wanted, &user)?;
    let endpoint = reached(chosen, &target.place);
    let login = login(target, keyring, &endpoint, user).await?;
    let session = Session::open(&target.place, &endpoint, login, *options, traffic).await?;
    let mut wire = Wire::new(session, way.found.clone());
    tracing::debug!(security = security::name(&endpoint), "connected");
    match read_server_info(&mut wire, &endpoint, *options, &way.kept).await {
        Ok((identity, knowledge, monitored_per_call, registered_per_call)) => {
            Ok(Opened { wire, identity, knowledge, monitored_per_call, registered_per_call })
        }
        Err(error) => {
            wire.close().await;
            Err(error)
        }
    }
}

/// The reachable endpoint URL: a server's own URL may contain a name that cannot be resolved, or
/// its internal address.
fn reached(endpoint: &EndpointDescription, place: &ServerAddress) -> EndpointDescription {
    let path = Url::parse(endpoint.endpoint_url.as_ref())
        .map_or_else(|_| place.path.clone(), |it| it.path().trim_end_matches('/').to_owned());
    let url = ServerAddress { path, ..place.clone() }.url();
    EndpointDescription { endpoint_url: url.into(), ..endpoint.clone() }
}

/// Our client description for this server, after reading its identity.
async fn login(
    target: &Target,
    keyring: &Keyring,
    endpoint: &EndpointDescription,
    user: User,
) -> Result<Login, LinkError> {
    let place = &target.place;
    let is_best = target.wanted == RequestedSecurity::Best;
    if !security::needs_certificate(endpoint, &user) {
        let was_trusted = keyring.pki.as_deref().and_then(|it| security::pinned(it, place));
        if is_best && was_trusted.is_some() {
            return Err(LinkError::Refused {
                doing: SECURITY,
                why: Refusal::NoSecurity.message(),
                remedy: Some(Remedy::Weakened.message()),
            });
        }
        return Ok(Login::new(None, user, None, is_best));
    }
    let Some(pki) = keyring.pki.clone() else {
        return Err(LinkError::Refused {
            doing: SECURITY,
            why: Refusal::NoFolder.message(),
            remedy: Some(Remedy::NameFolder.message()),
        });
    };
    let shown = endpoint.server_certificate.as_ref().to_vec();
    if let Some(error) = security::why_not(&pki, place, &shown) {
        return Err(error);
    }
    let own = tokio::task::spawn_blocking(move || OwnCertificate::of(&pki, Timestamp::now()));
    let own = own.await.map_err(|error| LinkError::Protocol {
        doing: SECURITY,
        why: Message::verbatim(error.to_string()),
    })??;
    Ok(Login::new(Some(own), user, Some(shown), is_best))
}

/// Reads identity, limits and namespaces: in one request if the server allows it.
async fn read_server_info(
    wire: &mut Wire,
    endpoint: &EndpointDescription,
    options: LinkOptions,
    kept: &KeptKnowledge,
) -> Result<(Identity, ServerKnowledge, usize, usize), LinkError> {
    let value = |id: VariableId| AttributeRead::attribute(NodeId::from(id), AttributeId::Value);
    let first_namespace =
        AttributeRead { range: NumericRange::Index(1), ..value(VariableId::Server_NamespaceArray) };
    let asks = [
        value(VariableId::Server_NamespaceArray),
        first_namespace,
        value(VariableId::Server_ServerStatus),
        value(VariableId::Server_ServerCapabilities_OperationLimits_MaxNodesPerRead),
        value(VariableId::Server_ServerCapabilities_OperationLimits_MaxNodesPerBrowse),
        value(VariableId::Server_ServerCapabilities_OperationLimits_MaxMonitoredItemsPerCall),
        value(VariableId::Server_ServerCapabilities_OperationLimits_MaxNodesPerRegisterNodes),
    ];
    let began = Instant::now();
    let answers = wire.read(&asks, TimestampsToReturn::Neither).await?;
    wire.took(began.elapsed());
    let mut values = answers.into_iter().map(|it| it.0);
    let mut next = || values.next().unwrap_or_default();
    let namespaces = strings(next());
    let knows_ranges = {
        let part = strings(next());
        part.len() == 1 && namespaces.len() > 1 && part.first() == namespaces.get(1)
    };
    let (status, reads) = (next(), limit(&next()));
    wire.limit_nodes(reads);
    wire.browses = limit(&next());
    let (monitored, registered) = (limit(&next()), limit(&next()));
    tracing::debug!(
        nodes_per_read = reads,
        nodes_per_browse = wire.browses,
        knows_ranges,
        request_bytes = wire.limits().request,
        timeout_ms = options.request_timeout.as_millis(),
        "the server takes"
    );
    let status = match status.value {
        Some(Variant::ExtensionObject(it)) => it.into_inner_as::<ServerStatusDataType>(),
        _ => None,
    };
    let start = status.as_ref().map(|it| it.start_time).unwrap_or_default();
    let mut knowledge = ServerKnowledge::of(Run { start, namespaces }, Arc::clone(kept));
    knowledge.knows_ranges = knows_ranges;
    let identity = identity(status, endpoint, wire);
    Ok((identity, knowledge, monitored, registered))
}

fn identity(
    status: Option<Box<ServerStatusDataType>>,
    endpoint: &EndpointDescription,
    wire: &Wire,
) -> Identity {
    let mode = status.as_ref().map_or(RunMode::Unknown, |it| mode_of(it.state));
    let build = status.map(|it| it.build_info).unwrap_or_default();
    let application = endpoint.server.application_name.text.as_ref();
    let product = match build.product_name.as_ref() {
        "" if application.is_empty() => "OPC UA server",
        "" => application,
        name => name,
    };
    Identity {
        vendor: build.manufacturer_name.as_ref().to_owned(),
        product: product.to_owned(),
        revision: build.software_version.as_ref().to_owned(),
        // The protocol has no serial number; this value identifies the installation.
        serial: endpoint.server.application_uri.as_ref().to_owned(),
        name: Some(application.to_owned()).filter(|it| !it.is_empty()),
        address: wire.session.peer(),
        mode,
        keyswitch: None,
    }
}

/// The server's state, which may differ from the state of its program.
fn mode_of(state: ServerState) -> RunMode {
    match state {
        ServerState::Running => RunMode::Run,
        ServerState::Test => RunMode::Test,
        ServerState::Failed | ServerState::CommunicationFault => RunMode::Fault,
        ServerState::NoConfiguration | ServerState::Suspended | ServerState::Shutdown => {
            RunMode::Stop
        }
        ServerState::Unknown => RunMode::Unknown,
    }
}

/// Decodes the server's response with its state.
pub(super) fn mode_told(answer: &DataValue) -> RunMode {
    match answer.value {
        Some(Variant::Int32(it)) => mode_of_number(it),
        _ => RunMode::Unknown,
    }
}

/// The state of this numeric value.
pub(super) fn mode_of_number(number: i32) -> RunMode {
    ServerState::try_from(number).map_or(RunMode::Unknown, mode_of)
}

/// The node with the server's state.
pub(super) fn state_node() -> NodeId {
    let id = VariableId::Server_ServerStatus_State as u32;
    NodeId { namespace: 0, identifier: Identifier::Numeric(id) }
}

/// A limit; without one, or with 0, the number is unlimited.
fn limit(answer: &DataValue) -> usize {
    match answer.value {
        Some(Variant::UInt32(it)) if it > 0 => usize::try_from(it).unwrap_or(usize::MAX),
        _ => usize::MAX,
    }
}

fn strings(answer: DataValue) -> Vec<String> {
    let Some(Variant::Array(it)) = answer.value else { return Vec::new() };
    let Array { values, .. } = *it;
    let text = |it: Variant| match it {
        Variant::String(it) => it.as_ref().to_owned(),
        _ => String::new(),
    };
    values.into_iter().map(text).collect()
}
