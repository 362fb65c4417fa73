//! Sends and receives frames, and passes responses to the waiting callers.
//!
//! It replaces the library's own transport, of which it uses parts. In the library, one value that
//! cannot be decoded ends the connection, chunks have no limit in bytes, and a response of one
//! channel is taken for that of another. Here
//! - a response that cannot be decoded fails only its request;
//! - a message that violates the protocol's order ends the connection with a message;
//! - [`guard`] checks every request immediately before it is encoded, and counts it.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use bytes::{Bytes, BytesMut};
use futures::StreamExt;
use opcua::{
    client::transport::{
        Connector, OutgoingMessage, RequestRecv, SecureChannelState, Transport,
        TransportConfiguration, TransportPollResult,
    },
    core::{
        RequestMessage, ResponseMessage,
        comms::{
            buffer::SendBuffer,
            message_chunk::{MessageChunk, MessageIsFinalType},
            message_chunk_info::ChunkInfo,
            secure_channel::SecureChannel,
            security_header::SecurityHeader,
            sequence_number::SequenceNumberHandle,
            tcp_codec::{Message, TcpCodec},
            tcp_types::{AcknowledgeMessage, HelloMessage},
        },
    },
    crypto::SecurityPolicy,
    types::{
        ChannelSecurityToken, DateTime, EndpointDescription, Error, OpenSecureChannelResponse,
        SimpleBinaryEncodable, StatusCode,
    },
};
use tagbridge_driver::Traffic;
use tokio::{
    io::AsyncWriteExt,
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::oneshot,
};
use tokio_util::codec::FramedRead;

use super::{
    frames::{AcknowledgedLimits, Frames},
    response::{self, Unreadable},
    traced_writer::{self, TracedWriter},
};
use crate::guard;

/// Maximum size of one chunk in both directions, in bytes.
pub(super) const CHUNK: usize = 64 << 10;
/// Maximum number of chunks in one message.
pub(super) const CHUNKS: usize = 512;
/// Maximum size of one message, in bytes.
pub(super) const MESSAGE: usize = CHUNK * CHUNKS;
/// Minimum chunk size that a server must accept (OPC UA Part 6 §7.1.2.3).
const CHUNK_MIN: u32 = 8192;
/// Lifetime of a channel's keys.
pub(super) const LIFETIME_MS: u32 = 60 * 60 * 1000;

/// A connected socket, on which the library opens a channel.
pub(super) struct ConnectedSocket {
    url: String,
    stream: Mutex<Option<TcpStream>>,
    is_signed: bool,
    acknowledged: Arc<OnceLock<AcknowledgedLimits>>,
    /// The error in the received bytes, for callers that wait for a response.
    broken: Arc<OnceLock<String>>,
    /// Whether the connection has ended.
    ended: Arc<AtomicBool>,
    traffic: Arc<Traffic>,
}

impl ConnectedSocket {
    pub(super) fn new(
        url: String,
        stream: TcpStream,
        is_signed: bool,
        acknowledged: Arc<OnceLock<AcknowledgedLimits>>,
        broken: Arc<OnceLock<String>>,
        ended: Arc<AtomicBool>,
        traffic: Arc<Traffic>,
    ) -> Self {
        Self {
            url,
            stream: Mutex::new(Some(stream)),
            is_signed,
            acknowledged,
            broken,
            ended,
            traffic,
        }
    }

    fn break_off(&self, code: StatusCode, what: impl Into<String>) -> Error {
        let what = what.into();
        let _ = self.broken.set(what.clone());
        Error::new(code, what)
    }
}

type Reader = FramedRead<Frames<OwnedReadHalf>, TcpCodec>;
type Writer = TracedWriter<OwnedWriteHalf>;

impl Connector for ConnectedSocket {
    type Transport = Exchange;

    /// Sends Hello and receives Acknowledge (OPC UA Part 6 §7.1.2).
    async fn connect(
        &self,
        channel: Arc<SecureChannelState>,
        requests: RequestRecv,
        _: TransportConfiguration,
    ) -> Result<Exchange, Error> {
        let stream = self.stream.lock().ok().and_then(|mut it| it.take());
        let Some(stream) = stream else {
            return Err(Error::new(StatusCode::BadNotConnected, "the socket was used before"));
        };
        let (options, policy) = {
            let secure = channel.secure_channel().read();
            (secure.decoding_options(), secure.security_policy())
        };
        let (reader, mut writer) = traced_writer::split(stream, &self.traffic);
        let (acknowledged, broken) = (Arc::clone(&self.acknowledged), Arc::clone(&self.broken));
        let reader = Frames::new(reader, CHUNK, self.is_signed, acknowledged, broken);
        let mut reader = FramedRead::with_capacity(reader, TcpCodec::new(options), CHUNK);
        let hello = HelloMessage::new(&self.url, CHUNK, CHUNK, MESSAGE, CHUNKS).encode_to_vec();
        let closed = |_| Error::new(StatusCode::BadConnectionClosed, "the socket was closed");
        writer.write_all(&hello).await.map_err(closed)?;
        let acknowledged = match reader.next().await {
            Some(Ok(Message::Acknowledge(it))) => it,
            Some(Ok(Message::Error(it))) => {
                return Err(Error::new(bad(it.error), it.reason.to_string()));
            }
            _ => return Err(Error::new(StatusCode::BadConnectionClosed, "no Acknowledge came")),
        };
        let AcknowledgeMessage { receive_buffer_size: takes, send_buffer_size: sends, .. } =
            acknowledged;
        if takes.min(sends) < CHUNK_MIN {
            let what = format!("chunks of {} bytes, less than {CHUNK_MIN}", takes.min(sends));
            return Err(self.break_off(StatusCode::BadTcpInternalError, what));
        }
        let is_legacy = policy.legacy_sequence_numbers();
        let mut out = SendBuffer::new(CHUNK, MESSAGE, CHUNKS, is_legacy);
        let size = |it: u32| usize::try_from(it).unwrap_or(usize::MAX);
        out.revise(
            size(takes),
            size(acknowledged.max_message_size),
            size(acknowledged.max_chunk_count),
        );
        Ok(Exchange {
            url: self.url.clone(),
            channel,
            requests,
            reader,
            writer,
            out,
            order: SequenceNumberHandle::new(is_legacy),
            waiting: HashMap::new(),
            asked: None,
            is_leaving: false,
            closed: None,
            broken: Arc::clone(&self.broken),
            ended: Arc::clone(&self.ended),
            traffic: Arc::clone(&self.traffic),
        })
    }

    fn default_endpoint(&self) -> EndpointDescription {
        EndpointDescription::from(self.url.as_str())
    }
}

/// The messages of one socket, after Hello and Acknowledge.
pub(super) struct Exchange {
    url: String,
    channel: Arc<SecureChannelState>,
    requests: RequestRecv,
    reader: Reader,
    writer: Writer,
    out: SendBuffer,
    /// The next sequence number.
    order: SequenceNumberHandle,
    waiting: HashMap<u32, Waiting>,
    /// The ids of the first and the last request.
    asked: Option<(u32, u32)>,
    /// The channel was closed: the socket is closed as soon as that message is sent.
    is_leaving: bool,
    closed: Option<StatusCode>,
    broken: Arc<OnceLock<String>>,
    ended: Arc<AtomicBool>,
    traffic: Arc<Traffic>,
}

type RequestSender = oneshot::Sender<Result<ResponseMessage, Error>>;

/// A request that was sent, and its response so far.
struct Waiting {
    asker: RequestSender,
    /// Whether it opens the channel, or renews its keys.
    opens: bool,
    body: BytesMut,
    chunks: usize,
}

impl Transport for Exchange {
    /// Runs one step. It is cancel-safe.
    async fn poll(&mut self) -> TransportPollResult {
        if let Some(code) = self.closed {
            return TransportPollResult::Closed(code);
        }
        let step = self.step().await;
        if let TransportPollResult::Closed(code) = step {
            self.end(code);
        }
        step
    }

    fn connected_url(&self) -> &str {
        &self.url
    }
}

impl Exchange {
    async fn step(&mut self) -> TransportPollResult {
        if self.out.should_encode_chunks() {
            let secure = self.channel.secure_channel().read();
            if let Err(code) = self.out.encode_next_chunk(&secure) {
                return TransportPollResult::Closed(code);
            }
        }
        if self.out.can_read() {
            return tokio::select! {
                sent = self.out.read_into_async(&mut self.writer) => match sent {
                    Ok(()) => TransportPollResult::OutgoingMessageSent,
                    Err(_) => TransportPollResult::Closed(StatusCode::BadCommunicationError),
                },
                came = self.reader.next() => self.take(came),
            };
        }
        if self.is_leaving {
            return TransportPollResult::Closed(StatusCode::Good);
        }
        tokio::select! {
            asked = self.requests.recv() => self.put(asked),
            came = self.reader.next() => self.take(came),
        }
    }

    /// Encodes a request, if it only reads.
    fn put(&mut self, asked: Option<OutgoingMessage>) -> TransportPollResult {
        let Some(OutgoingMessage { request, callback, .. }) = asked else {
            return TransportPollResult::Closed(StatusCode::Good);
        };
        let Some(kind) = guard::kind(&request) else {
            self.traffic.refuse();
            let why = format!("{} does more than read", request.type_name());
            return fail(callback, Error::new(StatusCode::BadServiceUnsupported, why));
        };
        let opens = matches!(request, RequestMessage::OpenSecureChannel(_));
        let leaves = matches!(request, RequestMessage::CloseSecureChannel(_));
        let id = self.out.next_request_id();
        let written = {
            let secure = self.channel.secure_channel().read();
            self.out.write(id, request, &secure)
        };
        if let Err(error) = written {
            return fail(callback, Error::new(StatusCode::BadRequestTooLarge, error));
        }
        self.traffic.count(kind as usize);
        self.is_leaving |= leaves;
        self.asked = Some((self.asked.map_or(id, |it| it.0), id));
        // Callers of requests that timed out no longer wait.
        self.waiting.retain(|_, it| !it.asker.is_closed());
        if let Some(asker) = callback {
            let waiting = Waiting { asker, opens, body: BytesMut::new(), chunks: 0 };
            self.waiting.insert(id, waiting);
        }
        TransportPollResult::OutgoingMessage
    }

    fn take(&mut self, came: Option<Result<Message, std::io::Error>>) -> TransportPollResult {
        let taken = match came {
            None | Some(Err(_)) => {
                return TransportPollResult::Closed(StatusCode::BadConnectionClosed);
            }
            Some(Ok(Message::Error(it))) => {
                return TransportPollResult::Closed(bad(it.error));
            }
            Some(Ok(Message::Chunk(chunk))) => {
                self.writer.note(false, &chunk.data);
                self.chunk(chunk)
            }
            Some(Ok(_)) => Err(disorder("a frame came that only begins a connection")),
        };
        match taken {
            Ok(()) => TransportPollResult::IncomingMessage,
            Err(error) => {
                let _ = self.broken.set(error.to_string());
                TransportPollResult::Closed(bad(error.status()))
            }
        }
    }

    /// Processes a chunk of a response. `Err`: the connection cannot be used any longer.
    fn chunk(&mut self, chunk: MessageChunk) -> Result<(), Error> {
        let (chunk, info) = {
            let secure = self.channel.secure_channel().read();
            let chunk = secure.verify_and_remove_security(chunk.data)?;
            let info = chunk.chunk_info(&secure)?;
            belongs(&info, &secure)?;
            (chunk, info)
        };
        let id = info.sequence_header.request_id;
        self.order.validate_and_increment(info.sequence_header.sequence_number)?;
        let Some(waiting) = self.waiting.get_mut(&id) else {
            return match self.asked {
                // The caller of a request that timed out no longer waits.
                Some((first, last)) if (first..=last).contains(&id) => Ok(()),
                _ => Err(disorder(format!("request {id} is answered, which was never made"))),
            };
        };
        if waiting.opens != info.message_header.message_type.is_open_secure_channel() {
            return Err(disorder("the answer to opening the channel is mixed up with another"));
        }
        let body = chunk.data.slice(info.body_offset..);
        match info.message_header.is_final {
            MessageIsFinalType::Intermediate => {
                waiting.chunks += 1;
                if waiting.chunks >= CHUNKS || waiting.body.len() + body.len() > MESSAGE {
                    let too_large = StatusCode::BadResponseTooLarge;
                    let what = "the answer is larger than what was agreed";
                    self.tell(id, Err(Error::new(too_large, what)));
                } else {
                    waiting.body.extend_from_slice(&body);
                }
            }
            MessageIsFinalType::FinalError => {
                let options = self.channel.secure_channel().read().decoding_options();
                let told = chunk.final_error_body(&info, &options);
                let (code, why) = told.map_or_else(
                    |_| (StatusCode::BadCommunicationError, String::new()),
                    |it| (bad(it.status), it.reason.to_string()),
                );
                self.tell(id, Err(Error::new(code, format!("the answer was broken off: {why}"))));
            }
            MessageIsFinalType::Final => {
                let body = if waiting.body.is_empty() {
                    body
                } else {
                    waiting.body.extend_from_slice(&body);
                    waiting.body.split().freeze()
                };
                self.answer(id, &body)?;
            }
        }
        Ok(())
    }

    /// Processes a complete response.
    fn answer(&mut self, id: u32, body: &Bytes) -> Result<(), Error> {
        let answer = {
            let secure = self.channel.secure_channel().read();
            let context = secure.context();
            response::decode(body, &context.context())
        };
        let outcome = match answer {
            Ok(ResponseMessage::OpenSecureChannel(it)) => {
                let code = it.response_header.service_result;
                if code.is_bad() {
                    Err(Error::new(code, "the channel was refused"))
                } else {
                    self.renew(&it)?;
                    Ok(ResponseMessage::OpenSecureChannel(it))
                }
            }
            Ok(other) => Ok(other),
            Err(Unreadable::Part(error)) => Err(Error::new(StatusCode::BadDecodingError, error)),
            Err(Unreadable::Whole(error)) => return Err(error),
        };
        self.tell(id, outcome);
        Ok(())
    }

    /// The caller may have stopped waiting.
    fn tell(&mut self, id: u32, outcome: Result<ResponseMessage, Error>) {
        if let Some(waiting) = self.waiting.remove(&id) {
            let _ = waiting.asker.send(outcome);
        }
    }

    /// Sets the channel's new keys. Their age is measured by our own clock, since the server's may
    /// differ by years; a lifetime longer than the requested one is ignored.
    fn renew(&self, response: &OpenSecureChannelResponse) -> Result<(), Error> {
        let mut secure = self.channel.secure_channel().write();
        let token = &response.security_token;
        let before = secure.secure_channel_id();
        if before != 0 && before != token.channel_id {
            return Err(disorder(format!("channel {before} became {}", token.channel_id)));
        }
        let revised_lifetime = match token.revised_lifetime {
            0 => LIFETIME_MS,
            told => told.min(LIFETIME_MS),
        };
        secure.set_security_token(ChannelSecurityToken {
            created_at: DateTime::now(),
            revised_lifetime,
            ..token.clone()
        });
        if secure.security_policy() != SecurityPolicy::None {
            secure.validate_secure_channel_nonce_length(&response.server_nonce)?;
            secure.set_remote_nonce_from_byte_string(&response.server_nonce)?;
            secure.derive_keys();
        }
        Ok(())
    }

    /// The connection is closed: all callers receive an error.
    fn end(&mut self, code: StatusCode) {
        self.closed = Some(code);
        self.ended.store(true, Ordering::Release);
        let code = bad(code);
        let ended = || Err(Error::new(code, "the connection has ended"));
        for (_, waiting) in self.waiting.drain() {
            let _ = waiting.asker.send(ended());
        }
        self.requests.close();
        while let Ok(request) = self.requests.try_recv() {
            if let Some(asker) = request.callback {
                let _ = asker.send(ended());
            }
        }
    }
}

/// A request that is not sent. The connection is still open.
fn fail(asker: Option<RequestSender>, error: Error) -> TransportPollResult {
    let code = error.status();
    if let Some(asker) = asker {
        let _ = asker.send(Err(error));
    }
    TransportPollResult::RecoverableError(code)
}

/// Whether a chunk belongs to this channel. The library accepts an unsecured response as the
/// opening of a secured channel, and one that is signed with any certificate.
fn belongs(info: &ChunkInfo, secure: &SecureChannel) -> Result<(), Error> {
    let (ours, theirs) = (secure.secure_channel_id(), info.message_header.secure_channel_id);
    if ours != 0 && ours != theirs {
        return Err(disorder(format!("a message of channel {theirs}, which is not ours")));
    }
    let SecurityHeader::Asymmetric(header) = &info.security_header else { return Ok(()) };
    let policy = secure.security_policy();
    if header.security_policy_uri.as_ref() != policy.to_uri() {
        let what = format!("the channel was opened with {}", header.security_policy_uri);
        return Err(Error::new(StatusCode::BadSecurityChecksFailed, what));
    }
    let is_secured = policy != SecurityPolicy::None;
    if is_secured && header.sender_certificate != secure.remote_cert_as_byte_string() {
        let what = "the channel was opened by somebody with another certificate";
        return Err(Error::new(StatusCode::BadSecurityChecksFailed, what));
    }
    Ok(())
}

fn disorder(what: impl Into<String>) -> Error {
    Error::new(StatusCode::BadTcpMessageTypeInvalid, what.into())
}

/// Returns a bad status, even if the server returned a good one.
fn bad(code: StatusCode) -> StatusCode {
    if code.is_bad() { code } else { StatusCode::BadConnectionClosed }
}
