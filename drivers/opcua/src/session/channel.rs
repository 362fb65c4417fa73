//! A socket with a secure channel, and the task that runs both.
//!
//! The library's code runs in its own task: a panic in it ends only the connection.

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use opcua::{
    client::{
        AsyncSecureChannel, SessionRetryPolicy,
        transport::{TransportConfiguration, TransportPollResult},
    },
    core::{RequestMessage, ResponseMessage},
    sync::RwLock,
    types::{
        ContextOwned, DateTime, DecodingOptions, DepthGauge, EndpointDescription, Error,
        MessageSecurityMode, NamespaceMap, NodeId, RequestHeader, StatusCode,
    },
};
use tagbridge_client::resolve;
use tagbridge_driver::{LinkError, LinkOptions, LinkStep, Traffic};
use tokio::{net::TcpStream, sync::oneshot, task::JoinHandle, time::timeout};

use super::{
    fault::{self, Fault},
    frames::AcknowledgedLimits,
    login::Login,
    transport::{CHUNK, CHUNKS, ConnectedSocket, LIFETIME_MS, MESSAGE},
};

/// Maximum number of elements of one array: the library's own limit of 1,000 ends the connection on
/// a larger read.
const ELEMENTS: usize = 1 << 20;
/// Maximum size of one string, in bytes.
const TEXT: usize = 4 << 20;
/// Maximum nesting depth of values.
const DEPTH: u64 = 64;
const OPEN: LinkStep = LinkStep::OpenChannel;

/// The address of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ServerAddress {
    pub(crate) host: String,
    pub(crate) port: u16,
    /// With its leading slash; may be empty.
    pub(crate) path: String,
}

impl ServerAddress {
    /// The URL for the server, without our parameters, and without the zone of the address, which
    /// is only valid on this machine (RFC 4007).
    pub(crate) fn url(&self) -> String {
        let Self { host, port, path } = self;
        let host = host.split('%').next().unwrap_or_default();
        if host.contains(':') {
            return format!("opc.tcp://[{host}]:{port}{path}");
        }
        format!("opc.tcp://{host}:{port}{path}")
    }

    /// The endpoint that every server has for requests for its endpoints.
    pub(super) fn unsecured(&self) -> EndpointDescription {
        EndpointDescription::from(self.url().as_str())
    }
}

/// An open channel.
pub(super) struct Channel {
    library: Arc<AsyncSecureChannel>,
    task: JoinHandle<()>,
    broken: Arc<OnceLock<String>>,
    ended: Arc<AtomicBool>,
    context: Arc<RwLock<ContextOwned>>,
    acknowledged: AcknowledgedLimits,
    peer: SocketAddr,
    timeout: Duration,
    handles: AtomicU32,
}

impl Channel {
    /// Connects and opens the channel with the endpoint's policy.
    pub(super) async fn open(
        place: &ServerAddress,
        endpoint: &EndpointDescription,
        login: &Login,
        options: LinkOptions,
        traffic: &Arc<Traffic>,
    ) -> Result<Self, LinkError> {
        let (stream, peer) = dial(place, options.connect_timeout).await?;
        let context =
            Arc::new(RwLock::new(ContextOwned::new_default(NamespaceMap::new(), decoding())));
        let library = Arc::new(AsyncSecureChannel::new(
            Arc::clone(&login.store),
            endpoint.clone().into(),
            SessionRetryPolicy::never(),
            // If it were ignored, all received times would be shifted, also those of values.
            false,
            Arc::default(),
            TransportConfiguration {
                send_buffer_size: CHUNK,
                recv_buffer_size: CHUNK,
                max_message_size: MESSAGE,
                max_chunk_count: CHUNKS,
            },
            LIFETIME_MS,
            Arc::clone(&context),
        ));
        let (acknowledged, broken, ended) = (Arc::default(), Arc::default(), Arc::default());
        let is_signed = endpoint.security_mode != MessageSecurityMode::None;
        let dialled = ConnectedSocket::new(
            place.url(),
            stream,
            is_signed,
            Arc::clone(&acknowledged),
            Arc::clone(&broken),
            Arc::clone(&ended),
            Arc::clone(traffic),
        );
        let (told, opened) = oneshot::channel();
        let mut task = tokio::spawn(run(Arc::clone(&library), dialled, told));
        let after = options.connect_timeout.max(options.request_timeout);
        let outcome = timeout(after, opened).await;
        let failed = match outcome {
            Ok(Ok(Ok(()))) => None,
            Ok(Ok(Err(error))) => {
                tracing::debug!(%error, "the channel could not be opened");
                Some(fault::of_transport(OPEN, error.status(), after).into_link(OPEN))
            }
            Ok(Err(_)) => Some(panicked(OPEN, &mut task).await),
            Err(_) => Some(LinkError::Timeout { doing: OPEN, after }),
        };
        if let Some(error) = failed {
            task.abort();
            return Err(explained(OPEN, error, &broken));
        }
        let acknowledged = acknowledged.get().copied().unwrap_or(AcknowledgedLimits {
            chunk: 8192,
            message: 0,
            chunks: 0,
        });
        Ok(Self {
            library,
            task,
            broken,
            ended,
            context,
            acknowledged,
            peer,
            timeout: options.request_timeout,
            handles: AtomicU32::new(1),
        })
    }

    pub(super) fn peer(&self) -> SocketAddr {
        self.peer
    }

    pub(super) fn acknowledged(&self) -> AcknowledgedLimits {
        self.acknowledged
    }

    pub(super) fn context(&self) -> Arc<RwLock<ContextOwned>> {
        Arc::clone(&self.context)
    }

    pub(super) fn library(&self) -> Arc<AsyncSecureChannel> {
        Arc::clone(&self.library)
    }

    /// The handle of the next request.
    pub(super) fn handle(&self) -> u32 {
        self.handles.fetch_add(1, Ordering::Relaxed)
    }

    /// The header of every request.
    pub(super) fn header(&self, token: &NodeId) -> RequestHeader {
        let mut header = RequestHeader::new(token, &DateTime::now(), self.handle());
        header.timeout_hint = u32::try_from(self.timeout.as_millis()).unwrap_or(u32::MAX);
        header
    }

    /// Sends a request and waits for its response.
    pub(super) async fn ask(
        &self,
        doing: LinkStep,
        request: impl Into<RequestMessage>,
    ) -> Result<ResponseMessage, Fault> {
        self.ask_for(self.timeout, doing, request).await
    }

    /// Sends a request and waits for its response, which may be slow.
    pub(super) async fn ask_for(
        &self,
        limit: Duration,
        doing: LinkStep,
        request: impl Into<RequestMessage>,
    ) -> Result<ResponseMessage, Fault> {
        // The library has its own time-outs, but not for each of its steps.
        match timeout(limit, self.library.send(request, limit)).await {
            Err(_) => Err(Fault::Link(LinkError::Timeout { doing, after: limit })),
            Ok(Ok(answer)) => {
                let code = answer.response_header().service_result;
                if code.is_bad() { Err(fault::of_service(doing, code)) } else { Ok(answer) }
            }
            Ok(Err(error)) => Err(self.lost(doing, &error, limit)),
        }
    }

    /// Why the library has no response.
    pub(super) fn lost(&self, doing: LinkStep, error: &Error, after: Duration) -> Fault {
        tracing::debug!(%doing, %error, "no answer");
        // Distinguishes the end of this request from the end of the connection.
        let is_over = self.ended.load(Ordering::Acquire);
        if error.status() == StatusCode::BadDecodingError && !is_over {
            return Fault::Unclear(error.to_string());
        }
        match fault::of_transport(doing, error.status(), after) {
            Fault::Link(error) => Fault::Link(explained(doing, error, &self.broken)),
            Fault::Refused(code) if is_over => {
                let refused = fault::refused(doing, code, None);
                Fault::Link(explained(doing, refused, &self.broken))
            }
            other => other,
        }
    }

    /// Closes the channel and then the socket.
    pub(super) async fn close(mut self) {
        self.library.close_channel().await;
        // It ends as soon as the message is sent.
        if timeout(self.timeout, &mut self.task).await.is_err() {
            self.task.abort();
        }
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Opens the channel, reports the result, and transfers messages until it is closed.
async fn run(
    library: Arc<AsyncSecureChannel>,
    dialled: ConnectedSocket,
    told: oneshot::Sender<Result<(), Error>>,
) {
    let mut events = match library.connect_no_retry(&dialled).await {
        Ok(events) => events,
        Err(error) => {
            let _ = told.send(Err(error));
            return;
        }
    };
    if told.send(Ok(())).is_err() {
        return;
    }
    loop {
        if let TransportPollResult::Closed(code) = events.poll().await {
            if code != StatusCode::Good {
                tracing::debug!(%code, "the connection has ended");
            }
            return;
        }
    }
}

/// The error if the library panicked on the received bytes.
async fn panicked(doing: LinkStep, task: &mut JoinHandle<()>) -> LinkError {
    match task.await {
        Err(error) if error.is_panic() => fault::protocol(doing, "the answer broke the library"),
        _ => LinkError::Closed { doing },
    }
}

/// Adds the error in the bytes, which the library does not return.
fn explained(doing: LinkStep, error: LinkError, broken: &OnceLock<String>) -> LinkError {
    match broken.get() {
        Some(what) => fault::protocol(doing, what.clone()),
        None => error,
    }
}

async fn dial(
    place: &ServerAddress,
    limit: Duration,
) -> Result<(TcpStream, SocketAddr), LinkError> {
    let connect = async {
        let mut last = io::Error::from(io::ErrorKind::NotFound);
        for address in resolve(&place.host, place.port).await? {
            match TcpStream::connect(address).await {
                Ok(stream) => match stream.set_nodelay(true) {
                    Ok(()) => return Ok((stream, address)),
                    Err(error) => last = error,
                },
                Err(error) => last = error,
            }
        }
        Err(LinkError::Connect { endpoint: place.url(), source: last })
    };
    match timeout(limit, connect).await {
        Ok(outcome) => outcome,
        Err(_) => Err(LinkError::Timeout { doing: LinkStep::Connect, after: limit }),
    }
}

fn decoding() -> DecodingOptions {
    DecodingOptions {
        max_message_size: MESSAGE,
        max_chunk_count: CHUNKS,
        max_string_length: TEXT,
        max_byte_string_length: TEXT,
        max_array_length: ELEMENTS,
        decoding_depth_gauge: DepthGauge::new(DEPTH),
        ..DecodingOptions::default()
    }
}
