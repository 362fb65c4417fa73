//! The only place that touches the library's connections: a session that can ask, and nothing else.
//!
//! Below it are [`channel`] (the socket, the secure channel and the task that moves both),
//! [`transport`] (frames and who waits for them), [`frames`] (a look at every frame that comes in)
//! and [`answer`] (what they say). What it offers are the services of the allow-list in
//! [`guard`](crate::guard); every request passes it just before it is encoded.

mod answer;
mod channel;
mod fault;
mod frames;
mod login;
mod noted;
mod services;
mod transport;

use std::{net::SocketAddr, sync::Arc, time::Duration};

use opcua::{
    core::ResponseMessage,
    sync::RwLock,
    types::{
        ApplicationDescription, ContextOwned, EndpointDescription, FindServersRequest,
        GetEndpointsRequest, NodeId,
    },
};
use tagbridge_driver::{LinkError, LinkOptions, LinkStep, Traffic};

use self::channel::Channel;
pub(crate) use self::{
    channel::ServerAddress,
    fault::{Fault, Less},
    frames::Acknowledged,
    login::{Login, User},
};

/// How long a leave-taking may last.
const FAREWELL: Duration = Duration::from_secs(1);

/// A session on a server. Dropped without [`close`](Self::close), it disconnects in the background,
/// so that the server need not keep it until it times out.
pub(crate) struct Session {
    /// `None` once it was closed.
    channel: Option<Channel>,
    token: NodeId,
    timeout: Duration,
    peer: SocketAddr,
    acknowledged: Acknowledged,
    context: Arc<RwLock<ContextOwned>>,
}

/// Asks a server for its endpoints, over a connection of its own without security.
pub(crate) async fn endpoints(
    place: &ServerAddress,
    options: LinkOptions,
    traffic: &Arc<Traffic>,
) -> Result<Vec<EndpointDescription>, LinkError> {
    const DOING: LinkStep = LinkStep::ListEndpoints;
    let channel =
        Channel::open(place, &place.unsecured(), &Login::nobody(), options, traffic).await?;
    let request = GetEndpointsRequest {
        request_header: channel.header(&NodeId::null()),
        endpoint_url: place.url().into(),
        ..GetEndpointsRequest::default()
    };
    let answer = channel.ask(DOING, request).await.map_err(|fault| fault.into_link(DOING));
    channel.close().await;
    match answer? {
        ResponseMessage::GetEndpoints(it) => Ok(it.endpoints.unwrap_or_default()),
        other => Err(fault::unexpected(DOING, &other)),
    }
}

/// Asks a server which servers it knows of, itself among them.
pub(crate) async fn servers(
    place: &ServerAddress,
    options: LinkOptions,
    traffic: &Arc<Traffic>,
) -> Result<(Vec<ApplicationDescription>, SocketAddr), LinkError> {
    const DOING: LinkStep = LinkStep::ListServers;
    let channel =
        Channel::open(place, &place.unsecured(), &Login::nobody(), options, traffic).await?;
    let peer = channel.peer();
    let request = FindServersRequest {
        request_header: channel.header(&NodeId::null()),
        endpoint_url: place.url().into(),
        ..FindServersRequest::default()
    };
    let answer = channel.ask(DOING, request).await.map_err(|fault| fault.into_link(DOING));
    channel.close().await;
    match answer? {
        ResponseMessage::FindServers(it) => Ok((it.servers.unwrap_or_default(), peer)),
        other => Err(fault::unexpected(DOING, &other)),
    }
}

impl Session {
    /// Opens the channel, creates the session and activates it for the user. What fails half way
    /// is closed again in order.
    pub(crate) async fn open(
        place: &ServerAddress,
        endpoint: &EndpointDescription,
        login: Login,
        options: LinkOptions,
        traffic: &Arc<Traffic>,
    ) -> Result<Self, LinkError> {
        let channel = Channel::open(place, endpoint, &login, options, traffic).await?;
        let (peer, acknowledged) = (channel.peer(), channel.acknowledged());
        let mut session = Self {
            token: NodeId::null(),
            timeout: options.request_timeout,
            peer,
            acknowledged,
            context: channel.context(),
            channel: Some(channel),
        };
        match session.log_in(endpoint, login).await {
            Ok(()) => Ok(session),
            Err(error) => {
                session.close().await;
                Err(error)
            }
        }
    }

    /// Where the connection ends.
    pub(crate) fn peer(&self) -> SocketAddr {
        self.peer
    }

    /// What the server said about the requests that it takes.
    pub(crate) fn acknowledged(&self) -> Acknowledged {
        self.acknowledged
    }

    /// How long a request may take.
    pub(crate) fn timeout(&self) -> Duration {
        self.timeout
    }

    /// What encodes and decodes with the server's own names.
    pub(crate) fn context(&self) -> &RwLock<ContextOwned> {
        &self.context
    }

    /// Disconnects in order: session, channel, socket.
    pub(crate) async fn close(mut self) {
        if let Some(channel) = self.channel.take() {
            farewell(channel, std::mem::take(&mut self.token)).await;
        }
    }

    fn channel(&self) -> Result<&Channel, Fault> {
        self.channel.as_ref().ok_or(Fault::Link(LinkError::Closed { doing: LinkStep::Ask }))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let token = std::mem::take(&mut self.token);
        if let (Some(channel), Ok(runtime)) =
            (self.channel.take(), tokio::runtime::Handle::try_current())
        {
            runtime.spawn(farewell(channel, token));
        }
    }
}

async fn farewell(channel: Channel, token: NodeId) {
    let leave = async {
        if !token.is_null() {
            services::close_session(&channel, &token).await;
        }
        channel.close().await;
    };
    if tokio::time::timeout(FAREWELL, leave).await.is_err() {
        tracing::debug!("the server did not disconnect in time");
    }
}
