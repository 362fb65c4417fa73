//! Responses of the wrong type, with too few or too many results, and endless lists.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use opcua::{
    core::RequestMessage,
    types::{
        ActivateSessionResponse, BrowseNextResponse, BrowseResponse, BrowseResult, ByteString,
        CreateSessionResponse, CreateSubscriptionResponse, DataChangeNotification, DataValue,
        DateTime, ExtensionObject, GetEndpointsResponse, MonitoredItemNotification, NodeClass,
        NodeId, NotificationMessage, PublishResponse, ReadResponse, ReferenceDescription,
        ReferenceTypeId, StatusCode, UserTokenType, Variant,
    },
};
use tagbridge_driver::{Driver, LinkError, LinkOptions, ReadMode, Reading, TagSet};

use super::{
    HANGS, OPTIONS, driver, link, options_for, scans,
    server::{Reply, Server, endpoint, fault},
    told,
};

async fn values(what: &str, says: &str, spoil: impl Fn(&mut Reply) + Send + Sync + 'static) {
    link(what, says, move |reply| {
        if reply.is_of_values() {
            spoil(reply);
        }
    })
    .await;
}

fn results(count: usize) -> ReadResponse {
    let results = Some(vec![DataValue::value_only(7_i32); count]);
    ReadResponse { results, ..ReadResponse::default() }
}

#[tokio::test]
async fn answers_to_another_question() {
    values("too few", "2 answers to 3 questions", |it| it.say(results(2))).await;
    values("too many", "4 answers to 3 questions", |it| it.say(results(4))).await;
    values("none", "0 answers to 3 questions", |it| it.say(ReadResponse::default())).await;
    values("another service", "came", |it| it.say(BrowseResponse::default())).await;
    values("a fault that is none", "came", |it| it.say(fault(StatusCode::Good))).await;
    values("a fault that is doubtful", "came", |it| it.say(fault(StatusCode::Uncertain))).await;
    values("always too much", "(BadTooManyOperations, 0x80100000)", |it| {
        it.say(fault(StatusCode::BadTooManyOperations));
    })
    .await;
    values("no service", "(BadServiceUnsupported, 0x800b0000)", |it| {
        it.say(fault(StatusCode::BadServiceUnsupported));
    })
    .await;
    values("a status that there is not", "status 0x8fff0000", |it| {
        it.say(fault(StatusCode::from(0x8FFF_0000)));
    })
    .await;
    values("the session is gone", "(BadSessionIdInvalid, 0x80250000)", |it| {
        it.say(fault(StatusCode::BadSessionIdInvalid));
    })
    .await;
    values("no type", "a message of type", |it| it.body = vec![2, 0, 0xFF, 0xFF, 0, 0, 0, 0, 0])
        .await;
    values("a request", "unexpected answer to read", |it| {
        it.body[2..4].copy_from_slice(&631_u16.to_le_bytes());
    })
    .await;
    values("nothing", "unexpected answer to read", |it| it.body = vec![0; 9]).await;
    values("noise", "unexpected answer to read", |it| it.body = vec![0xA5; 500]).await;
}

#[tokio::test]
async fn sessions_that_are_none() {
    for (what, says) in
        [("no endpoints", "nothing that we can use"), ("noise", "unexpected answer")]
    {
        link(what, says, move |reply| {
            if matches!(reply.request, Some(RequestMessage::GetEndpoints(_))) {
                reply.say(GetEndpointsResponse::default());
                if what == "noise" {
                    reply.body = vec![0xA5; 500];
                }
            }
        })
        .await;
    }
    link("no free session", "close another client's", |reply| {
        if matches!(reply.request, Some(RequestMessage::CreateSession(_))) {
            reply.say(fault(StatusCode::BadTooManySessions));
        }
    })
    .await;
    link("another answer", "", |reply| {
        if matches!(reply.request, Some(RequestMessage::CreateSession(_))) {
            reply.say(ActivateSessionResponse::default());
        }
    })
    .await;
    link("not for us", "TAGBRIDGE_PASSWORD", |reply| {
        if matches!(reply.request, Some(RequestMessage::ActivateSession(_))) {
            reply.say(fault(StatusCode::BadIdentityTokenRejected));
        }
    })
    .await;
    link("noise", "unexpected answer to create the session", |reply| {
        if matches!(reply.request, Some(RequestMessage::CreateSession(_))) {
            reply.say(CreateSessionResponse::default());
            reply.body.truncate(40);
        }
    })
    .await;
}

#[tokio::test]
async fn a_session_that_is_refused_is_a_refused_login_only_where_the_user_is() {
    for (code, is_about_login) in [
        (StatusCode::BadUserAccessDenied, true),
        (StatusCode::BadIdentityTokenInvalid, true),
        (StatusCode::BadIdentityTokenRejected, true),
        (StatusCode::BadUserSignatureInvalid, true),
        (StatusCode::BadServerHalted, false),
        (StatusCode::BadSessionIdInvalid, false),
        (StatusCode::BadTooManySessions, false),
        (StatusCode::BadOutOfMemory, false),
        (StatusCode::BadCertificateUntrusted, false),
        (StatusCode::BadInternalError, false),
    ] {
        let error = scans(OPTIONS, 1, move |reply| {
            if matches!(reply.request, Some(RequestMessage::ActivateSession(_))) {
                reply.say(fault(code));
            }
        });
        let error = error.await.expect_err("nobody gets in");
        assert_eq!(error.is_about_login(), is_about_login, "{code}: {error}");
        assert_eq!(error.wants_login(), is_about_login, "{code}: {error}");
        let step = if is_about_login { "log in" } else { "activate the session" };
        assert!(error.to_string().contains(&format!("refused to {step}: ")), "{code}: {error}");
    }
}

#[tokio::test]
async fn a_server_that_wants_a_user_is_not_taken_for_one_that_refused_a_password() {
    let error = scans(OPTIONS, 1, |reply| {
        if matches!(reply.request, Some(RequestMessage::GetEndpoints(_))) {
            let mut endpoint = endpoint("opc.tcp://127.0.0.1");
            for policy in endpoint.user_identity_tokens.iter_mut().flatten() {
                policy.token_type = UserTokenType::UserName;
            }
            let endpoints = Some(vec![endpoint]);
            reply.say(GetEndpointsResponse { endpoints, ..GetEndpointsResponse::default() });
        }
    });
    let error = error.await.expect_err("nobody gets in without a name");
    assert!(error.wants_login() && !error.is_about_login(), "{error}");
    assert_eq!(error.to_string(), "cannot log in: the controller requires a login");
}

/// A node that always has one more node below it.
fn one_more(number: u32, continuation: bool) -> BrowseResult {
    let reference = ReferenceDescription {
        reference_type_id: NodeId::new(0, ReferenceTypeId::Organizes as u32),
        is_forward: true,
        node_id: NodeId::new(1, number).into(),
        node_class: NodeClass::Object,
        ..ReferenceDescription::default()
    };
    BrowseResult {
        references: Some(vec![reference]),
        continuation_point: if continuation {
            ByteString::from(number.to_le_bytes().to_vec())
        } else {
            ByteString::null()
        },
        ..BrowseResult::default()
    }
}

async fn browse(spoil: impl Fn(&mut Reply) + Send + Sync + 'static) -> Result<usize, LinkError> {
    let server = Server::start(Arc::new(spoil));
    let driver = driver(&server, OPTIONS);
    let all = async {
        let mut connection = driver.connect().await?;
        let mut listed = 0;
        let outcome = connection.browse(&mut |_| listed += 1).await;
        connection.close().await;
        outcome.map(|()| listed)
    };
    tokio::time::timeout(HANGS, all).await.expect("it does not hang")
}

#[tokio::test]
async fn lists_without_end() {
    let number = AtomicU32::new(1);
    let more = browse(move |reply| {
        let results = Some(vec![one_more(number.fetch_add(1, Ordering::Relaxed), true)]);
        match reply.request {
            Some(RequestMessage::Browse(_)) => {
                reply.say(BrowseResponse { results, ..BrowseResponse::default() });
            }
            Some(RequestMessage::BrowseNext(_)) => {
                reply.say(BrowseNextResponse { results, ..BrowseNextResponse::default() });
            }
            _ => {}
        }
    })
    .await;
    let error = more.expect_err("there is no end to it").to_string();
    assert!(error.contains("it had more after 10000 continuation points"), "{error}");

    // Nested nodes: only the maximum depth is visited.
    let number = AtomicU32::new(1);
    let deeper = browse(move |reply| {
        if let Some(RequestMessage::Browse(it)) = &reply.request {
            let count = it.nodes_to_browse.iter().flatten().count();
            let new = |_| one_more(number.fetch_add(1, Ordering::Relaxed), false);
            let results = Some((0..count).map(new).collect());
            reply.say(BrowseResponse { results, ..BrowseResponse::default() });
        }
    })
    .await;
    assert_eq!(deeper.expect("it ends by itself"), 0);

    // A node that is below itself.
    let circle = browse(|reply| {
        if let Some(RequestMessage::Browse(it)) = &reply.request {
            let count = it.nodes_to_browse.iter().flatten().count();
            let results = Some((0..count).map(|_| one_more(1, false)).collect());
            reply.say(BrowseResponse { results, ..BrowseResponse::default() });
        }
    })
    .await;
    assert_eq!(circle.expect("it ends by itself"), 0);
}

/// Reads by subscription until `wanted` or a lost link, and returns the last result.
async fn subscribed(says: &str, spoil: impl Fn(&mut Reply) + Send + Sync + 'static) -> String {
    let mode = ReadMode::Subscribe { interval: Duration::from_millis(50) };
    let server = Server::start(Arc::new(spoil));
    let driver = driver(&server, LinkOptions { mode, ..options_for(says) });
    let all = async {
        let mut connection = driver.connect().await.expect("it lets us in");
        let tags = TagSet::new(super::TAGS);
        loop {
            let said = match connection.read(&tags).await {
                Ok(scan) => {
                    let each: Vec<String> = scan
                        .answers
                        .iter()
                        .map(|it: &tagbridge_driver::Answer| told(&it.reading))
                        .collect();
                    each.join(", ")
                }
                Err(error) => return error.to_string(),
            };
            if said.contains(says) {
                connection.close().await;
                return said;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(HANGS, all).await.expect("it does not hang")
}

fn published(
    subscription_id: u32,
    sequence_number: u32,
    handle: u32,
    value: Variant,
) -> PublishResponse {
    let item = MonitoredItemNotification { client_handle: handle, value: value.into() };
    let changes = DataChangeNotification {
        monitored_items: Some(vec![item]),
        ..DataChangeNotification::default()
    };
    PublishResponse {
        subscription_id,
        notification_message: NotificationMessage {
            sequence_number,
            publish_time: DateTime::null(),
            notification_data: Some(vec![ExtensionObject::from_message(changes)]),
        },
        ..PublishResponse::default()
    }
}

#[tokio::test]
async fn notices_that_nobody_asked_for() {
    let publishing = |make: fn(u32) -> PublishResponse| {
        let number = AtomicU32::new(1);
        move |reply: &mut Reply| {
            if matches!(reply.request, Some(RequestMessage::Publish(_))) {
                // Responds to every request immediately, without end.
                std::thread::sleep(Duration::from_millis(5));
                reply.say(make(number.fetch_add(1, Ordering::Relaxed)));
            }
        }
    };
    let said =
        subscribed("Int(8)", publishing(|it| published(1, it, 1, Variant::from(8_i32)))).await;
    assert_eq!(said, "Int(7) Int32, Int(8) Int32, Int(7) Int32");

    let said =
        subscribed("mismatch", publishing(|it| published(1, it, 1, Variant::from("8")))).await;
    assert!(said.contains("Int(7) Int32, type mismatch"), "{said}");

    // A message of another subscription does not count: our subscription is silent.
    let said =
        subscribed("no answer", publishing(|it| published(99, it, 1, Variant::from(8_i32)))).await;
    assert!(said.contains("no answer to receive the subscription's data"), "{said}");

    let said = subscribed("request 5 is", |reply| {
        if matches!(reply.request, Some(RequestMessage::Publish(_))) {
            reply.id = 5;
            reply.say(published(1, 1, 1, Variant::from(8_i32)));
        }
    })
    .await;
    assert!(said.contains("request 5 is answered, which was never made"), "{said}");
}

/// An error in a subscription ends it; the values are then read.
#[tokio::test]
async fn subscriptions_that_are_of_no_use() {
    let silent = subscribed("no answer", |reply| match reply.request {
        Some(RequestMessage::CreateSubscription(_)) => reply.say(CreateSubscriptionResponse {
            subscription_id: 1,
            revised_publishing_interval: f64::NAN,
            revised_max_keep_alive_count: 0,
            ..CreateSubscriptionResponse::default()
        }),
        Some(RequestMessage::Publish(_)) => reply.raw = Some(Vec::new()),
        _ => {}
    })
    .await;
    assert!(silent.contains("no answer to receive the subscription's data"), "{silent}");

    let asked = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&asked);
    let mode = ReadMode::Subscribe { interval: Duration::from_millis(50) };
    let server = Server::start(Arc::new(move |reply: &mut Reply| {
        if reply.is_of_values() {
            count.fetch_add(1, Ordering::Relaxed);
        }
        if matches!(reply.request, Some(RequestMessage::Publish(_))) {
            // It cannot be decoded: the last of its lengths is wrong.
            reply.say(PublishResponse::default());
            let end = reply.body.len();
            reply.body[end - 4..].copy_from_slice(&i32::MAX.to_le_bytes());
        }
    }));
    let driver = driver(&server, LinkOptions { mode, ..OPTIONS });
    let mut connection = driver.connect().await.expect("it lets us in");
    let tags = TagSet::new(super::TAGS);
    while asked.load(Ordering::Relaxed) < 3 {
        let scan = connection.read(&tags).await.expect("the link holds");
        assert!(scan.answers.iter().all(|it| matches!(it.reading, Reading::Good(_))), "{scan:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    connection.close().await;
}

/// The server's requests: subscriptions with their keep-alive counts, deletions, and reads of
/// values.
#[derive(Default)]
struct Asked {
    counts: Mutex<Vec<u32>>,
    deleted: AtomicU32,
    reads: AtomicU32,
}

impl Asked {
    /// A server that reports each `interval_ms`, accepts the requested count, and sends no values.
    fn server(self: &Arc<Self>, interval_ms: f64) -> Server {
        let asked = Arc::clone(self);
        Server::start(Arc::new(move |reply: &mut Reply| {
            if reply.is_of_values() {
                asked.reads.fetch_add(1, Ordering::Relaxed);
            }
            match &reply.request {
                Some(RequestMessage::CreateSubscription(it)) => {
                    let count = it.requested_max_keep_alive_count;
                    asked.counts.lock().expect("no panic").push(count);
                    reply.say(CreateSubscriptionResponse {
                        subscription_id: 1,
                        revised_publishing_interval: interval_ms,
                        revised_max_keep_alive_count: count,
                        ..CreateSubscriptionResponse::default()
                    });
                }
                Some(RequestMessage::DeleteSubscriptions(_)) => {
                    asked.deleted.fetch_add(1, Ordering::Relaxed);
                }
                Some(RequestMessage::Publish(_)) => reply.raw = Some(Vec::new()),
                _ => {}
            }
        }))
    }

    fn now(&self) -> (Vec<u32>, u32, u32) {
        let counts = self.counts.lock().expect("no panic").clone();
        (counts, self.deleted.load(Ordering::Relaxed), self.reads.load(Ordering::Relaxed))
    }
}

#[tokio::test]
async fn one_that_reports_seldom_is_asked_to_say_sooner_that_it_lives() {
    let mode = ReadMode::Subscribe { interval: Duration::from_millis(100) };
    let asked = Arc::new(Asked::default());
    let server = asked.server(1000.0);
    let driver = driver(&server, LinkOptions { mode, ..OPTIONS });
    let mut connection = driver.connect().await.expect("it lets us in");
    let tags = TagSet::new(super::TAGS);
    connection.read(&tags).await.expect("it reads");
    assert_eq!(asked.now(), (vec![10, 1], 1, 1));
    // Without messages it is read again soon, and each value has the age of the last message.
    let began = Instant::now();
    while asked.now().2 < 2 {
        let scan = connection.read(&tags).await.expect("the link holds");
        let youngest = scan.answers.iter().map(|it| it.arrived).max().expect("there are some");
        assert!(scan.round_trips > 0 || youngest <= began, "nothing was heard since");
        assert!(began.elapsed() < Duration::from_secs(10), "nobody has confirmed these values");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    connection.close().await;
}

#[tokio::test]
async fn one_that_would_be_silent_for_long_is_polled() {
    let mode = ReadMode::Subscribe { interval: Duration::from_millis(100) };
    let asked = Arc::new(Asked::default());
    let server = asked.server(5000.0);
    let driver = driver(&server, LinkOptions { mode, ..OPTIONS });
    let mut connection = driver.connect().await.expect("it lets us in");
    let tags = TagSet::new(super::TAGS);
    for _ in 0..4 {
        let scan = connection.read(&tags).await.expect("it reads");
        assert_eq!(scan.round_trips, 1, "it is asked each time");
    }
    assert_eq!(asked.now(), (vec![10], 1, 4));
    connection.close().await;
}
