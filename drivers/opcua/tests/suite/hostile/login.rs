//! Reactions of a server to a password, other than accepting or refusing it.

use std::sync::Arc;

use opcua::{
    core::RequestMessage,
    crypto::{SecurityPolicy, X509, X509Data},
    types::{
        ByteString, CreateSessionResponse, EndpointDescription, GetEndpointsResponse, NodeId,
        StatusCode, UserTokenPolicy, UserTokenType,
    },
};
use tagbridge_driver::{Driver, Keyring, LinkError, LinkOptions, Password};
use tagbridge_opcua::{OpcUa, server_certificate, trust};

use super::{
    HANGS, OPTIONS, SHORT,
    server::{Reply, Server, endpoint, fault},
};

/// A channel without security, with a password that is encrypted for this certificate.
fn for_users(shown: &ByteString) -> EndpointDescription {
    let policy = UserTokenPolicy {
        policy_id: "user".into(),
        token_type: UserTokenType::UserName,
        security_policy_uri: SecurityPolicy::Basic256Sha256.to_uri().into(),
        ..UserTokenPolicy::default()
    };
    EndpointDescription {
        server_certificate: shown.clone(),
        user_identity_tokens: Some(vec![policy]),
        ..endpoint("opc.tcp://127.0.0.1")
    }
}

/// Logs in with a password at a server with this reaction.
async fn log_in(answer: impl Fn(&mut Reply) + Send + Sync + 'static) -> LinkError {
    log_in_by(OPTIONS, answer).await
}

async fn log_in_by(
    options: LinkOptions,
    answer: impl Fn(&mut Reply) + Send + Sync + 'static,
) -> LinkError {
    let (certificate, _) =
        X509::cert_and_pkey(&X509Data::sample_cert()).expect("a certificate is made");
    let shown = certificate.as_byte_string();
    let server = Server::start(Arc::new(move |reply: &mut Reply| match &reply.request {
        Some(RequestMessage::GetEndpoints(_)) => {
            let endpoints = Some(vec![for_users(&shown)]);
            reply.say(GetEndpointsResponse { endpoints, ..GetEndpointsResponse::default() });
        }
        Some(RequestMessage::CreateSession(_)) => reply.say(CreateSessionResponse {
            session_id: NodeId::new(1, 1_u32),
            authentication_token: NodeId::new(1, 2_u32),
            revised_session_timeout: 60_000.0,
            server_nonce: vec![7_u8; 32].into(),
            server_certificate: shown.clone(),
            server_endpoints: Some(vec![for_users(&shown)]),
            ..CreateSessionResponse::default()
        }),
        Some(RequestMessage::ActivateSession(_)) => answer(reply),
        _ => {}
    }));
    let pki = tempfile::tempdir().expect("a folder");
    let keyring = Keyring {
        password: Some(Password::new("wrong")),
        pki: Some(pki.path().to_owned()),
        learnt: None,
    };
    let endpoint = format!("{}?security=None&user=joe", server.url()).parse().expect("a URL");
    let seen = server_certificate(&endpoint, OPTIONS, &keyring).await.expect("it shows one");
    trust(&endpoint, &seen, &keyring).expect("it is kept");
    let driver = OpcUa::new(&endpoint, options, keyring).expect("an endpoint");
    let connected = tokio::time::timeout(HANGS, driver.connect()).await.expect("it does not hang");
    connected.err().expect("nobody gets in")
}

#[tokio::test]
async fn a_certificate_that_secures_no_channel_is_needed_by_those_who_log_in() {
    let (certificate, _) =
        X509::cert_and_pkey(&X509Data::sample_cert()).expect("a certificate is made");
    let shown = certificate.as_byte_string();
    let server = Server::start(Arc::new(move |reply: &mut Reply| {
        if let Some(RequestMessage::GetEndpoints(_)) = &reply.request {
            let endpoints = Some(vec![for_users(&shown)]);
            reply.say(GetEndpointsResponse { endpoints, ..GetEndpointsResponse::default() });
        }
    }));
    for (who, is_needed) in [("", false), ("?user=joe", true)] {
        let endpoint = format!("{}{who}", server.url()).parse().expect("a URL");
        let seen = server_certificate(&endpoint, OPTIONS, &Keyring::default()).await;
        let seen = seen.expect("it shows one");
        assert_eq!((seen.is_secured, seen.is_needed), (false, is_needed), "{who}");
    }
}

#[tokio::test]
async fn a_password_that_is_met_without_an_answer_is_named_as_what_it_was() {
    let closed = log_in(|reply| {
        reply.raw = Some(Vec::new());
        reply.hang_up = true;
    });
    let late = log_in_by(SHORT, |reply| reply.raw = Some(Vec::new()));
    let noise = log_in(|reply| reply.body = vec![0xA5; 500]);
    for error in [closed.await, late.await, noise.await] {
        assert!(error.is_unanswered_login() && !error.is_about_login(), "{error}");
        assert!(
            error.remedy().to_string().contains("the user and the password"),
            "{}",
            error.remedy()
        );
    }
    let halted = log_in(|reply| reply.say(fault(StatusCode::BadServerHalted))).await;
    assert!(!halted.is_unanswered_login() && !halted.is_about_login(), "{halted}");
    let refused = log_in(|reply| reply.say(fault(StatusCode::BadUserAccessDenied))).await;
    assert!(refused.is_about_login(), "{refused}");
}
