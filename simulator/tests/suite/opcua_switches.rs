//! The counters and faults of the virtual CODESYS controller, with the client of the library.

use std::{
    net::Ipv4Addr,
    pin::pin,
    sync::Arc,
    time::{Duration, Instant},
};

use futures::StreamExt;
use opcua::{
    client::{
        Client, ClientBuilder, DataChangeCallback, IdentityToken, Password, Session,
        SessionEventLoop, SessionPollResult, transport::TcpConnector,
    },
    crypto::{SecurityPolicy, X509},
    types::{
        AttributeId, DataValue, EndpointDescription, Error, MessageSecurityMode,
        MonitoredItemCreateRequest, NodeId, ReadValueId, StatusCode, TimestampsToReturn,
        UserTokenPolicy, VariableId, Variant, WriteValue,
    },
};
use tagbridge_driver::{Access, Value};
use tagbridge_simulator::opcua::{
    Counters, Declaration, Fault, Mode, Model, Policy, ProgramUnit, RunningCodesys, Security,
    ServerLimits, VirtualCodesys,
};
use tempfile::TempDir;
use tokio::{sync::mpsc, time::timeout};

/// A time-out that suffices on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

async fn listen(controller: VirtualCodesys) -> RunningCodesys {
    controller.listen((Ipv4Addr::LOCALHOST, 0).into()).await.expect("it listens")
}

fn still(scalars: u32) -> VirtualCodesys {
    VirtualCodesys::counting(scalars, 1).expect("a good model").still_after(3)
}

fn library_client(keys: &TempDir) -> Client {
    ClientBuilder::new()
        .application_name("Tagbridge tests")
        .application_uri("urn:tagbridge:tests")
        .product_uri("urn:tagbridge:tests")
        .pki_dir(keys.path())
        .create_sample_keypair(true)
        .trust_server_certs(true)
        .session_retry_limit(0)
        .session_timeout(600_000)
        .keep_alive_interval(Duration::from_mins(10))
        .request_timeout(PATIENCE)
        .max_array_length(100_000)
        .client()
        .expect("a good configuration")
}

async fn connect_as(
    controller: &RunningCodesys,
    security: Security,
    identity: IdentityToken,
    keys: &TempDir,
) -> Result<Arc<Session>, Error> {
    let (policy, mode) = match security {
        Security::None => (SecurityPolicy::None, MessageSecurityMode::None),
        Security::Sign(it) => (policy(it), MessageSecurityMode::Sign),
        Security::SignAndEncrypt(it) => (policy(it), MessageSecurityMode::SignAndEncrypt),
    };
    let endpoint: EndpointDescription =
        (&*controller.endpoint(), policy.to_str(), mode, UserTokenPolicy::anonymous()).into();
    let (session, events) =
        library_client(keys).connect_to_matching_endpoint(endpoint, identity).await?;
    let ended = tokio::spawn(until_lost(events));
    tokio::select! {
        _ = session.wait_for_connection() => Ok(session),
        end = ended => Err(Error::new(end.expect("no panic"), "the session was refused")),
    }
}

/// By default, the client of the library would reconnect.
async fn until_lost(events: SessionEventLoop<TcpConnector>) -> StatusCode {
    let mut events = pin!(events.enter());
    loop {
        match events.next().await {
            Some(Ok(SessionPollResult::ConnectionLost(status)) | Err(status)) => return status,
            Some(Ok(_)) => {}
            None => return StatusCode::Good,
        }
    }
}

fn policy(policy: Policy) -> SecurityPolicy {
    match policy {
        Policy::Basic256Sha256 => SecurityPolicy::Basic256Sha256,
        Policy::Aes128Sha256RsaOaep => SecurityPolicy::Aes128Sha256RsaOaep,
        Policy::Aes256Sha256RsaPss => SecurityPolicy::Aes256Sha256RsaPss,
    }
}

async fn connect(controller: &RunningCodesys) -> Arc<Session> {
    let keys = TempDir::new().expect("a folder");
    connect_as(controller, Security::None, IdentityToken::Anonymous, &keys)
        .await
        .expect("a session")
}

fn node(controller: &RunningCodesys, name: &str) -> NodeId {
    controller.node_id(name).parse().expect("a node id")
}

async fn read_ids(session: &Session, ids: Vec<NodeId>) -> Result<Vec<DataValue>, StatusCode> {
    let nodes: Vec<ReadValueId> = ids.into_iter().map(ReadValueId::from).collect();
    session.read(&nodes, TimestampsToReturn::Neither, 0.0).await.map_err(|it| it.status())
}

async fn read(
    controller: &RunningCodesys,
    session: &Session,
    names: impl IntoIterator<Item = String>,
) -> Result<Vec<DataValue>, StatusCode> {
    read_ids(session, names.into_iter().map(|it| node(controller, &it)).collect()).await
}

async fn status_of(controller: &RunningCodesys, session: &Session, name: &str) -> StatusCode {
    let read = read(controller, session, [name.to_owned()]).await.expect("an answer");
    read[0].status.unwrap_or(StatusCode::Good)
}

fn tags(count: u32) -> impl Iterator<Item = String> {
    (0..count).map(|it| format!("PLC_PRG.Tag{it}"))
}

/// Waits until all sessions have ended.
async fn all_gone(controller: &RunningCodesys) {
    let deadline = Instant::now() + PATIENCE;
    while controller.open_sessions() > 0 {
        assert!(Instant::now() < deadline, "{} sessions are left", controller.open_sessions());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn counts_what_it_is_asked() {
    let controller = listen(still(500)).await;
    let session = connect(&controller).await;
    // The client of the library reads some nodes after it has connected.
    assert_eq!(status_of(&controller, &session, "PLC_PRG.Tag0").await, StatusCode::Good);
    let before = controller.counters();
    for batch in tags(500).collect::<Vec<_>>().chunks(100) {
        for value in read(&controller, &session, batch.to_vec()).await.expect("an answer") {
            assert!(matches!(
                value.value,
                Some(Variant::Int32(_) | Variant::Float(_) | Variant::Int16(_))
            ));
        }
    }
    let after = controller.counters();
    assert_eq!(after.service("Read") - before.service("Read"), 5);
    assert_eq!((after.reads - before.reads, after.nodes_read - before.nodes_read), (5, 500));
    assert_eq!(after.total() - before.total(), 5, "nothing else: {after:?}");
    assert_eq!((controller.open_sessions(), controller.total_sessions()), (1, 1));

    let write = WriteValue::value_attr(node(&controller, "PLC_PRG.Tag0"), Variant::Int32(1));
    #[expect(
        clippy::disallowed_methods,
        reason = "the controller has to refuse what we never send"
    )]
    let refused = session.write(&[write]).await.expect("an answer");
    assert_eq!(refused, [StatusCode::BadUserAccessDenied]);
    assert_eq!(controller.counters().writes, 1);

    session.disconnect().await.expect("in order");
    all_gone(&controller).await;
    assert_eq!(
        (controller.total_sessions(), controller.counters().service("CloseSession")),
        (1, 1)
    );
}

#[tokio::test]
async fn tells_limits_and_keeps_others() {
    let limit = VariableId::Server_ServerCapabilities_OperationLimits_MaxNodesPerRead;
    for (limits, faults, told, taken) in [
        (ServerLimits::default(), vec![], 100, 100),
        (ServerLimits { nodes_per_read: 7, ..ServerLimits::default() }, vec![], 7, 7),
        (ServerLimits::default(), vec![Fault::Limits(1000)], 1000, 100),
        (ServerLimits::default(), vec![Fault::Limits(0)], 0, 100),
    ] {
        let controller = listen(still(200).limits(limits).faults(faults)).await;
        let session = connect(&controller).await;
        let read_limit = read_ids(&session, vec![limit.into()]).await.expect("an answer");
        assert_eq!(read_limit[0].value, Some(Variant::UInt32(told)));
        let read_many =
            async |count| read(&controller, &session, tags(count)).await.map(|it| it.len());
        assert_eq!(read_many(taken).await, Ok(taken as usize));
        assert_eq!(read_many(taken + 1).await, Err(StatusCode::BadTooManyOperations));
        session.disconnect().await.expect("in order");
    }
}

#[tokio::test]
async fn starts_anew_on_the_same_port() {
    let controller = listen(still(4)).await;
    let endpoint = controller.endpoint();
    let session = connect(&controller).await;
    controller.set("PLC_PRG.Tag0", &Value::Int(7)).expect("a tag");
    controller.restart(Duration::ZERO).await.expect("it starts");
    assert_eq!((controller.open_sessions(), controller.total_sessions()), (0, 1));
    assert!(read(&controller, &session, tags(1)).await.is_err(), "the session is gone");
    assert_eq!(controller.endpoint(), endpoint);
    let session = connect(&controller).await;
    let value = read(&controller, &session, tags(1)).await.expect("an answer");
    assert_eq!(value[0].value, Some(Variant::Int32(7)), "memory is kept");
    session.disconnect().await.expect("in order");
    assert_eq!(controller.total_sessions(), 2);
}

#[tokio::test]
async fn gives_up_sessions() {
    let controller = listen(still(4).session_timeout(Duration::from_secs(4))).await;
    let session = connect(&controller).await;
    controller.expire_sessions().await;
    assert_eq!(controller.open_sessions(), 0);
    assert_eq!(controller.counters().open_connections, 1, "the connection stays");
    let refused = read(&controller, &session, tags(1)).await.expect_err("the session is gone");
    assert_eq!(refused, StatusCode::BadSessionIdInvalid);
}

#[tokio::test]
async fn cuts_connections() {
    let controller = listen(still(4)).await;
    let session = connect(&controller).await;
    controller.drop_connections();
    assert!(read(&controller, &session, tags(1)).await.is_err());
    assert_eq!(controller.open_sessions(), 1, "it waits for its client");
    connect(&controller).await.disconnect().await.expect("in order");
}

#[tokio::test]
async fn variables_vanish_and_come_back() {
    let controller = listen(still(4)).await;
    let session = connect(&controller).await;
    let (sender, mut changes) = mpsc::unbounded_channel();
    let told = DataChangeCallback::new(move |value, _| {
        let _ = sender.send(value.status.unwrap_or(StatusCode::Good));
    });
    let subscription = session
        .create_subscription(Duration::from_millis(100), 100, 30, 0, 0, true, told)
        .await
        .expect("a subscription");
    let speed = node(&controller, "GVL.Motor0.Speed");
    let created = session
        .create_monitored_items(
            subscription,
            TimestampsToReturn::Both,
            vec![
                MonitoredItemCreateRequest::from(speed),
                MonitoredItemCreateRequest::from(node(&controller, "GVL.Nope")),
            ],
        )
        .await
        .expect("an answer");
    let created: Vec<_> = created.iter().map(|it| it.result.status_code).collect();
    assert_eq!(created, [StatusCode::Good, StatusCode::BadNodeIdUnknown]);
    let mut next = async || timeout(PATIENCE, changes.recv()).await.expect("in time");
    assert_eq!(next().await, Some(StatusCode::Good));
    assert_eq!(controller.open_subscriptions(), 1);

    assert!(controller.remove("GVL.Motor0"));
    assert!(!controller.remove("GVL.Motor0") && !controller.remove("GVL.Motor0.Speed"));
    assert_eq!(next().await, Some(StatusCode::BadNodeIdUnknown));
    for name in ["GVL.Motor0", "GVL.Motor0.Speed"] {
        assert_eq!(status_of(&controller, &session, name).await, StatusCode::BadNodeIdUnknown);
    }
    assert_eq!(status_of(&controller, &session, "GVL.Motors").await, StatusCode::Good);
    session.disconnect().await.expect("in order");
    assert_eq!(controller.open_subscriptions(), 0);
    controller.restart(Duration::ZERO).await.expect("it starts");
    let session = connect(&controller).await;
    let gone = status_of(&controller, &session, "GVL.Motor0").await;
    assert_eq!(gone, StatusCode::BadNodeIdUnknown, "after a restart, too");
    assert!(controller.restore("GVL.Motor0") && !controller.restore("GVL.Motor0"));
    assert_eq!(status_of(&controller, &session, "GVL.Motor0.Speed").await, StatusCode::Good);
    session.disconnect().await.expect("in order");
}

#[tokio::test]
async fn a_change_is_told_and_a_stop_holds_it_back() {
    let program = VirtualCodesys::counting(4, 1).expect("a good model");
    let controller = listen(program).await;
    let session = connect(&controller).await;
    let (sender, mut changes) = mpsc::unbounded_channel();
    let told = DataChangeCallback::new(move |value: DataValue, _| drop(sender.send(value.value)));
    let subscription = session
        .create_subscription(Duration::from_millis(100), 100, 30, 0, 0, true, told)
        .await
        .expect("a subscription");
    let item = MonitoredItemCreateRequest::from(node(&controller, "PLC_PRG.Tag0"));
    session
        .create_monitored_items(subscription, TimestampsToReturn::Both, vec![item])
        .await
        .expect("an item");
    let mut next = async || timeout(PATIENCE, changes.recv()).await.expect("in time");
    let (first, second) = (next().await, next().await);
    assert_ne!(first, second);
    controller.set_mode(Mode::Stop);
    let state = VariableId::Server_ServerStatus_State;
    let state = read_ids(&session, vec![state.into()]).await.expect("an answer");
    assert_eq!(state[0].value, Some(Variant::Int32(3)), "suspended");
    let held = controller.value_of("PLC_PRG.Tag0");
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(controller.value_of("PLC_PRG.Tag0"), held);
    session.disconnect().await.expect("in order");
}

#[tokio::test]
async fn every_security_and_every_kind_of_user() {
    let keys = TempDir::new().expect("a folder");
    // Creates the key of the client, with which it logs in, too.
    drop(library_client(&keys));
    let (certificate, key) =
        (keys.path().join("own/cert.der"), keys.path().join("private/private.pem"));
    let der = std::fs::read(&certificate).expect("the client's certificate");
    let controller = still(4)
        .securities(Security::ALL)
        .user("operator", "s3cret")
        .user_certificate(der)
        .no_anonymous();
    let controller = listen(controller).await;
    let by_name =
        |password: &str| IdentityToken::UserName("operator".to_owned(), Password::from(password));
    for security in Security::ALL {
        for identity in
            [by_name("s3cret"), IdentityToken::new_x509_path(&certificate, &key).expect("a key")]
        {
            let session = connect_as(&controller, security, identity, &keys).await;
            let session = session.unwrap_or_else(|error| panic!("{security}: {error}"));
            assert_eq!(status_of(&controller, &session, "PLC_PRG.Tag0").await, StatusCode::Good);
            session.disconnect().await.expect("in order");
        }
    }
    assert!(
        controller.counters().service(Counters::ENCRYPTED) >= 6 * 4,
        "{:?}",
        controller.counters()
    );
    for identity in [by_name("wrong"), IdentityToken::Anonymous] {
        let security = Security::SignAndEncrypt(Policy::Basic256Sha256);
        assert!(connect_as(&controller, security, identity, &keys).await.is_err());
    }
    assert_eq!(controller.open_sessions(), 2, "nobody entered them, and nobody closes them");
}

#[tokio::test]
async fn a_certificate_is_kept_until_it_is_renewed() {
    let security = Security::SignAndEncrypt(Policy::Basic256Sha256);
    let controller = listen(still(4).securities([security])).await;
    let keys = TempDir::new().expect("a folder");
    let client = library_client(&keys);
    let thumbprint = async || {
        let endpoints = client.get_server_endpoints_from_url(controller.endpoint()).await;
        let endpoints = endpoints.expect("endpoints");
        assert_eq!(endpoints.len(), 1);
        X509::from_byte_string(&endpoints[0].server_certificate)
            .expect("a certificate")
            .thumbprint()
    };
    let first = thumbprint().await;
    controller.restart(Duration::ZERO).await.expect("it starts");
    assert_eq!(thumbprint().await, first);
    controller.renew_certificate().await.expect("it starts");
    assert_ne!(thumbprint().await, first);
}

#[tokio::test]
async fn replies_are_late_or_lost() {
    let controller = listen(still(4)).await;
    let delay = Duration::from_secs(1);
    let session = connect(&controller).await;
    controller.set_faults(vec![Fault::Delay(delay)]);
    let began = Instant::now();
    let reads = (0..20).map(|_| read(&controller, &session, tags(4)));
    let read_all = futures::future::join_all(reads).await;
    assert!(read_all.iter().all(Result::is_ok));
    assert!((delay..delay * 20).contains(&began.elapsed()), "all at a time: {:?}", began.elapsed());
    controller.set_faults(vec![Fault::Reset { every: 1 }]);
    assert!(read(&controller, &session, tags(4)).await.is_err());
    controller.set_faults(vec![]);
    connect(&controller).await.disconnect().await.expect("in order");
}

#[tokio::test]
async fn long_lists_are_browsed_in_pieces() {
    let variables = (0..30).map(|it| Declaration::new(format!("V{it}"), "INT"));
    let model = Model::new("D").unit(ProgramUnit::program("P", variables));
    let limits = ServerLimits { references_per_node: 7, ..ServerLimits::default() };
    let controller = VirtualCodesys::builder(&model).expect("a good model").limits(limits);
    let controller = listen(controller).await;
    let session = connect(&controller).await;
    let unit: NodeId = "ns=4;s=|appo|D.Application.P".parse().expect("a node id");
    let mut found = browse_all(&session, unit).await;
    found.sort_unstable();
    let mut names: Vec<_> = (0..30).map(|it| format!("V{it}")).collect();
    names.sort_unstable();
    assert_eq!(found, names);
    session.disconnect().await.expect("in order");
}

async fn browse_all(session: &Session, from: NodeId) -> Vec<String> {
    use opcua::types::{BrowseDescription, BrowseDirection, ReferenceTypeId};
    let wanted = BrowseDescription {
        node_id: from,
        browse_direction: BrowseDirection::Forward,
        reference_type_id: ReferenceTypeId::HasComponent.into(),
        include_subtypes: true,
        node_class_mask: 0,
        result_mask: 63,
    };
    let mut results = session.browse(&[wanted], 0, None).await.expect("an answer");
    let mut found = Vec::new();
    loop {
        let result = results.remove(0);
        let references = result.references.unwrap_or_default();
        assert!(references.len() <= 7);
        found.extend(references.iter().map(|it| it.browse_name.name.to_string()));
        if result.continuation_point.is_null_or_empty() {
            return found;
        }
        results = session.browse_next(false, &[result.continuation_point]).await.expect("more");
    }
}

#[tokio::test]
async fn a_variable_that_is_not_shown_cannot_be_read() {
    let access = |name: &str, access| Declaration::new(name, "INT").access(access);
    let model = Model::new("D").unit(ProgramUnit::global_vars(
        "G",
        [
            access("Hidden", Access::None),
            access("Fixed", Access::ReadOnly),
            access("Free", Access::ReadWrite),
        ],
    ));
    let controller = listen(VirtualCodesys::builder(&model).expect("a good model")).await;
    let session = connect(&controller).await;
    for (name, status, level) in [
        ("G.Hidden", StatusCode::BadUserAccessDenied, None),
        ("G.Fixed", StatusCode::Good, Some(1)),
        ("G.Free", StatusCode::Good, Some(3)),
    ] {
        assert_eq!(status_of(&controller, &session, name).await, status, "{name}");
        let wanted = ReadValueId {
            node_id: node(&controller, name),
            attribute_id: AttributeId::AccessLevel as u32,
            ..ReadValueId::default()
        };
        let read = session.read(&[wanted], TimestampsToReturn::Neither, 0.0).await;
        let read = read.expect("an answer").remove(0).value;
        assert_eq!(read, level.map(Variant::Byte), "{name}");
    }
    session.disconnect().await.expect("in order");
}

#[tokio::test]
async fn without_the_line_it_answers_the_same() {
    let controller = listen(still(4).direct()).await;
    for _ in 0..2 {
        let session = connect(&controller).await;
        let value = read(&controller, &session, tags(1)).await.expect("an answer").remove(0).value;
        let Ok(Value::Int(held)) = controller.value_of("PLC_PRG.Tag0") else { panic!("a DINT") };
        assert_eq!(value, i32::try_from(held).ok().map(Variant::Int32));
        session.disconnect().await.expect("in order");
        controller.restart(Duration::ZERO).await.expect("it starts");
    }
    assert_eq!((controller.counters().nodes_read, controller.counters().total()), (2, 0));
}

#[tokio::test]
async fn attributes_say_what_the_model_says() {
    let model = Model::new("D").unit(ProgramUnit::program(
        "P",
        [Declaration::new("A", "ARRAY[1..2, 0..3] OF REAL").comment("Level in litres")],
    ));
    let controller = listen(VirtualCodesys::builder(&model).expect("a good model")).await;
    let session = connect(&controller).await;
    let attributes = [
        (AttributeId::Description, "Level in litres"),
        (AttributeId::ValueRank, "2"),
        (AttributeId::ArrayDimensions, "[UInt32(2), UInt32(4)]"),
        (AttributeId::DataType, "i=10"),
        (AttributeId::BrowseName, "A"),
    ];
    let nodes: Vec<_> = attributes
        .iter()
        .map(|(attribute, _)| ReadValueId {
            node_id: node(&controller, "P.A"),
            attribute_id: *attribute as u32,
            ..ReadValueId::default()
        })
        .collect();
    let read = session.read(&nodes, TimestampsToReturn::Neither, 0.0).await.expect("an answer");
    for (value, (attribute, expected)) in read.iter().zip(attributes) {
        let text = value.value.as_ref().map(ToString::to_string).unwrap_or_default();
        assert!(text.contains(expected), "{attribute:?}: {text}");
    }
    session.disconnect().await.expect("in order");
}
