//! The only module that uses the library's connections: a session with requests that only read.
//!
//! Below it are [`channel`] (the socket, the secure channel and their task), [`transport`] (frames
//! and waiting callers), [`frames`] (a check of every received frame) and [`answer`] (decoding). It
//! offers the services of the allow-list in [`guard`](crate::guard), which checks every request
//! immediately before it is encoded.

mod channel;
mod fault;
mod frames;
mod login;
mod response;
mod services;
mod traced_writer;
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
    fault::{ExceededLimit, Fault},
    frames::AcknowledgedLimits,
    login::{Login, User},
};

/// Time-out of a disconnect.
const FAREWELL: Duration = Duration::from_secs(1);

/// A session on a server. If it is dropped without [`close`](Self::close), it disconnects in the
/// background, so that the server need not keep it until its time-out.
pub(crate) struct Session {
    /// `None` after it was closed.
    channel: Option<Channel>,
    token: NodeId,
    timeout: Duration,
    peer: SocketAddr,
    acknowledged: AcknowledgedLimits,
    context: Arc<RwLock<ContextOwned>>,
}

/// Requests a server's endpoints, over a separate connection without security.
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

/// Requests the list of servers that a server knows, including itself.
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
    /// Opens the channel, creates the session and activates it for the user. After an error it is
    /// closed properly.
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

    /// The remote address.
    pub(crate) fn peer(&self) -> SocketAddr {
        self.peer
    }

    /// The server's limits for requests.
    pub(crate) fn acknowledged(&self) -> AcknowledgedLimits {
        self.acknowledged
    }

    /// Time-out of a request.
    pub(crate) fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Encodes and decodes with the server's own names.
    pub(crate) fn context(&self) -> &RwLock<ContextOwned> {
        &self.context
    }

    /// Disconnects properly: session, channel, socket.
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
