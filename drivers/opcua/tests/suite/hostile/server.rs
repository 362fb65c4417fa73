//! An OPC UA server that answers correctly, and lets a test change its responses.
//!
//! It supports no security and has one program: `ns=1;s=…`, where every id is an Int32 of 7. The
//! library decodes requests and encodes responses; the frames around them are created here.

use std::{
    io::{self, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::Arc,
    thread,
};

use opcua::{
    core::{Message, RequestMessage, ResponseMessage},
    types::{
        ActivateSessionResponse, AttributeId, BinaryDecodable, BinaryEncodable, BrowseResponse,
        BrowseResult, ChannelSecurityToken, CloseSessionResponse, ContextOwned,
        CreateMonitoredItemsResponse, CreateSessionResponse, CreateSubscriptionResponse, DataValue,
        EndpointDescription, GetEndpointsResponse, MessageSecurityMode, MonitoredItemCreateResult,
        NodeId, OpenSecureChannelResponse, ReadResponse, ReadValueId, RegisterNodesResponse,
        ResponseHeader, ServiceFault, StatusCode, UserTokenPolicy, UserTokenType, VariableId,
        Variant,
    },
};

/// The policy of channels without security.
pub(crate) const NONE: &str = "http://opcfoundation.org/UA/SecurityPolicy#None";
/// The id of every channel.
pub(crate) const CHANNEL: u32 = 9;

/// A test's change of a response.
pub(crate) type Spoil = Arc<dyn Fn(&mut Reply) + Send + Sync>;

/// A response before it is sent.
pub(crate) struct Reply {
    /// The request; `None`: Hello.
    pub(crate) request: Option<RequestMessage>,
    pub(crate) id: u32,
    /// The next sequence number.
    pub(crate) sequence: u32,
    /// Type and content of the response.
    pub(crate) body: Vec<u8>,
    /// Bytes to send instead of the response in one chunk.
    pub(crate) raw: Option<Vec<u8>>,
    /// Bytes to send repeatedly after the response.
    pub(crate) endless: Option<fn(&mut Reply) -> Vec<u8>>,
    /// Whether the socket is then closed.
    pub(crate) hang_up: bool,
}

impl Reply {
    /// Whether it is the response to a read of values, with the tags of a test.
    pub(crate) fn is_of_values(&self) -> bool {
        self.values().is_some_and(|it| !it.is_empty())
    }

    /// Whether it is the response to the opening of a channel.
    pub(crate) fn is_opening(&self) -> bool {
        matches!(self.request, Some(RequestMessage::OpenSecureChannel(_)))
    }

    /// The index of a tag's value in a read.
    pub(crate) fn place_of(&self, tag: &str) -> Option<usize> {
        self.values()?.iter().position(|it| it.node_id == NodeId::new(1, tag))
    }

    /// The requested values, if it is a read of tags.
    fn values(&self) -> Option<&Vec<ReadValueId>> {
        let Some(RequestMessage::Read(it)) = &self.request else { return None };
        let nodes = it.nodes_to_read.as_ref()?;
        let is_value = |it: &ReadValueId| {
            it.attribute_id == AttributeId::Value as u32 && it.node_id.namespace == 1
        };
        nodes.iter().any(is_value).then_some(nodes)
    }

    /// Sends another response.
    pub(crate) fn say(&mut self, response: impl Into<ResponseMessage>) {
        self.body = encoded(&response.into());
    }

    /// A frame with a chunk; uses its sequence number.
    pub(crate) fn chunk(&mut self, kind: [u8; 4], body: &[u8]) -> Vec<u8> {
        let sequence = self.sequence;
        self.sequence += 1;
        frame(kind, &[&words(&[CHANNEL, 1, sequence, self.id]), body])
    }
}

/// A server for the time of a test.
pub(crate) struct Server {
    addr: SocketAddr,
}

impl Server {
    pub(crate) fn start(spoil: Spoil) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a loopback port is free");
        let addr = listener.local_addr().expect("it is bound");
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let spoil = Arc::clone(&spoil);
                // It ends when the client closes the connection, as all clients do here.
                thread::spawn(move || serve(stream, &spoil, &format!("opc.tcp://{addr}")));
            }
        });
        Self { addr }
    }

    pub(crate) fn url(&self) -> String {
        format!("opc.tcp://{}", self.addr)
    }
}

/// A frame of a kind, with its size.
pub(crate) fn frame(kind: [u8; 4], parts: &[&[u8]]) -> Vec<u8> {
    let body = parts.concat();
    let size = u32::try_from(8 + body.len()).expect("it is small");
    [kind.as_slice(), &size.to_le_bytes(), &body].concat()
}

/// Encodes numbers.
pub(crate) fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|it| it.to_le_bytes()).collect()
}

/// The header of an Acknowledge's content: version, sizes, and no limits.
pub(crate) fn acknowledge(chunk: u32) -> Vec<u8> {
    frame(*b"ACKF", &[&words(&[0, chunk, chunk, 0, 0])])
}

/// An Open Secure Channel response with a policy.
pub(crate) fn opened(reply: &mut Reply, channel: u32, policy: &str) -> Vec<u8> {
    let length = u32::try_from(policy.len()).expect("it is short");
    let sequence = reply.sequence;
    reply.sequence += 1;
    let (before, after) =
        (words(&[channel, length]), words(&[u32::MAX, u32::MAX, sequence, reply.id]));
    frame(*b"OPNF", &[&before, policy.as_bytes(), &after, &reply.body])
}

/// A value as the library encodes it.
pub(crate) fn bytes_of(value: &impl BinaryEncodable) -> Vec<u8> {
    value.encode_to_vec(&ContextOwned::default().context())
}

fn encoded(response: &ResponseMessage) -> Vec<u8> {
    let owned = ContextOwned::default();
    let context = owned.context();
    let mut body = response.type_id().encode_to_vec(&context);
    body.extend(response.encode_to_vec(&context));
    body
}

fn serve(mut stream: TcpStream, spoil: &Spoil, url: &str) -> Option<()> {
    stream.set_nodelay(true).ok()?;
    let mut sequence = 1;
    loop {
        let (kind, body) = received(&mut stream).ok()?;
        let mut reply = Reply {
            request: None,
            id: 0,
            sequence,
            body: Vec::new(),
            raw: None,
            endless: None,
            hang_up: false,
        };
        match &kind {
            b"HEL" => reply.raw = Some(acknowledge(1 << 16)),
            b"CLO" => return None,
            kind => {
                // Channel and token; or channel, policy and no certificates.
                let header = if kind == b"OPN" { 4 + 4 + NONE.len() + 8 } else { 8 };
                let (numbers, body) = body.get(header..)?.split_at_checked(8)?;
                reply.id = u32::from_le_bytes(numbers[4..].try_into().ok()?);
                let request = decoded(body);
                reply.body = encoded(&answer(&request, url));
                reply.request = Some(request);
                if kind == b"OPN" {
                    let raw = opened(&mut reply, CHANNEL, NONE);
                    reply.raw = Some(raw);
                }
            }
        }
        spoil(&mut reply);
        let bytes = if let Some(raw) = reply.raw.take() {
            raw
        } else {
            let body = std::mem::take(&mut reply.body);
            // A response that does not fit into one chunk is sent in several.
            let mut bytes = Vec::new();
            let mut chunks = body.chunks(60_000).peekable();
            while let Some(some) = chunks.next() {
                let kind = if chunks.peek().is_some() { *b"MSGC" } else { *b"MSGF" };
                bytes.extend(reply.chunk(kind, some));
            }
            bytes
        };
        stream.write_all(&bytes).ok()?;
        while let Some(more) = reply.endless {
            let bytes = more(&mut reply);
            stream.write_all(&bytes).ok()?;
        }
        if reply.hang_up {
            return None;
        }
        sequence = reply.sequence;
    }
}

fn received(stream: &mut TcpStream) -> io::Result<([u8; 3], Vec<u8>)> {
    let mut header = [0; 8];
    stream.read_exact(&mut header)?;
    let [a, b, c, _, size @ ..] = header;
    let mut body = vec![0; u32::from_le_bytes(size) as usize - header.len()];
    stream.read_exact(&mut body)?;
    Ok(([a, b, c], body))
}

fn decoded(mut body: &[u8]) -> RequestMessage {
    let owned = ContextOwned::default();
    let context = owned.context();
    let id = NodeId::decode(&mut body, &context).expect("a type");
    let object = id.as_object_id().expect("a type of the protocol's own");
    RequestMessage::decode_by_object_id(&mut body, object, &context).expect("a request")
}

fn header() -> ResponseHeader {
    ResponseHeader::new_good(1)
}

/// The response of a correct server.
fn answer(request: &RequestMessage, url: &str) -> ResponseMessage {
    use RequestMessage as It;
    let response_header = header();
    match request {
        It::OpenSecureChannel(_) => OpenSecureChannelResponse {
            response_header,
            security_token: ChannelSecurityToken {
                channel_id: CHANNEL,
                token_id: 1,
                revised_lifetime: 3_600_000,
                ..ChannelSecurityToken::default()
            },
            ..OpenSecureChannelResponse::default()
        }
        .into(),
        It::GetEndpoints(_) => {
            let endpoints = Some(vec![endpoint(url)]);
            GetEndpointsResponse { response_header, endpoints }.into()
        }
        It::CreateSession(_) => CreateSessionResponse {
            response_header,
            session_id: NodeId::new(1, 1_u32),
            authentication_token: NodeId::new(1, 2_u32),
            revised_session_timeout: 60_000.0,
            server_endpoints: Some(vec![endpoint(url)]),
            ..CreateSessionResponse::default()
        }
        .into(),
        It::ActivateSession(_) => {
            ActivateSessionResponse { response_header, ..ActivateSessionResponse::default() }.into()
        }
        It::CloseSession(_) => CloseSessionResponse { response_header }.into(),
        It::Read(it) => {
            let results = it.nodes_to_read.iter().flatten().map(value).collect();
            let results = Some(results);
            ReadResponse { response_header, results, diagnostic_infos: None }.into()
        }
        It::Browse(it) => {
            let nodes = it.nodes_to_browse.iter().flatten();
            let results = Some(nodes.map(|_| BrowseResult::default()).collect());
            BrowseResponse { response_header, results, diagnostic_infos: None }.into()
        }
        It::RegisterNodes(it) => {
            let registered_node_ids = it.nodes_to_register.clone();
            RegisterNodesResponse { response_header, registered_node_ids }.into()
        }
        It::CreateSubscription(_) => CreateSubscriptionResponse {
            response_header,
            subscription_id: 1,
            revised_publishing_interval: 50.0,
            revised_lifetime_count: 100,
            revised_max_keep_alive_count: 4,
        }
        .into(),
        It::CreateMonitoredItems(it) => {
            let items = it.items_to_create.iter().flatten();
            let results = Some(items.map(|_| MonitoredItemCreateResult::default()).collect());
            CreateMonitoredItemsResponse { response_header, results, diagnostic_infos: None }.into()
        }
        _ => fault(StatusCode::BadServiceUnsupported).into(),
    }
}

pub(crate) fn fault(code: StatusCode) -> ServiceFault {
    let response_header = ResponseHeader { service_result: code, ..header() };
    ServiceFault { response_header }
}

/// An endpoint without security, for all users.
pub(crate) fn endpoint(url: &str) -> EndpointDescription {
    let policy = UserTokenPolicy {
        policy_id: "anonymous".into(),
        token_type: UserTokenType::Anonymous,
        ..UserTokenPolicy::default()
    };
    EndpointDescription {
        security_mode: MessageSecurityMode::None,
        security_policy_uri: NONE.into(),
        user_identity_tokens: Some(vec![policy]),
        ..EndpointDescription::from(url)
    }
}

fn value(asked: &ReadValueId) -> DataValue {
    let refused = |code| DataValue { status: Some(code), ..DataValue::default() };
    let names = ["http://opcfoundation.org/UA/", "urn:hostile"].map(str::to_owned).to_vec();
    if asked.node_id == VariableId::Server_NamespaceArray && asked.index_range.is_none() {
        return DataValue::value_only(Variant::from(names));
    }
    if asked.node_id == VariableId::Server_ServerStatus_State {
        return DataValue::value_only(0_i32);
    }
    let int32 = NodeId::new(0, 6_u32);
    if asked.node_id == int32 && asked.attribute_id == AttributeId::BrowseName as u32 {
        return DataValue::value_only(opcua::types::QualifiedName::new(0, "Int32"));
    }
    if asked.node_id.namespace != 1 {
        return refused(StatusCode::BadNodeIdUnknown);
    }
    match asked.attribute_id {
        it if it == AttributeId::Value as u32 => DataValue::value_only(7_i32),
        it if it == AttributeId::DataType as u32 => DataValue::value_only(int32),
        _ => refused(StatusCode::BadAttributeIdInvalid),
    }
}
