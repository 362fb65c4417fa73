//! Serving a real listener.

use std::{net::SocketAddr, time::Duration};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;

use crate::harness::House;

/// Serves a listener: returns its address, its stop token, and its task.
async fn served(house: &House) -> (SocketAddr, CancellationToken, JoinHandle<std::io::Result<()>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = CancellationToken::new();
    let (service, until) = (house.service.clone(), stop.clone());
    (address, stop, tokio::spawn(async move { service.serve(listener, until).await }))
}

/// The response to a request with these lines and this body, until the service closes the
/// connection.
async fn answered(address: SocketAddr, lines: &[&str], body: &str) -> (u16, String, Value) {
    let mut connection = TcpStream::connect(address).await.unwrap();
    let length = format!("content-length: {}", body.len());
    let close = ["connection: close", &length, "", body];
    let request = [lines, &close].concat().join("\r\n");
    connection.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).expect("a status");
    (status, head.to_ascii_lowercase(), serde_json::from_str(body).unwrap_or_default())
}

#[tokio::test]
async fn an_open_request_ends_before_the_service_does() {
    let house = House::new();
    let (address, stop, serving) = served(&house).await;
    let body = r#"{"tags": ["Speed"]}"#;
    let mut connection = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST {} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\nidempotency-key: k\r\n\
         content-type: application/json\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
        house.path("hmi/request-tags"),
        house.key,
        body.len(),
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    // The service requests the body: the request is open. Now the service ends.
    let mut asked = [0; 25];
    connection.read_exact(&mut asked).await.unwrap();
    assert_eq!(&asked, b"HTTP/1.1 100 Continue\r\n\r\n");
    stop.cancel();
    connection.write_all(body.as_bytes()).await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.contains("request-id: req_"), "{answer}");

    let ended = tokio::time::timeout(Duration::from_secs(5), serving).await;
    ended.expect("it ends at once").unwrap().unwrap();
    assert!(TcpStream::connect(address).await.is_err(), "nobody listens any more");
}

#[tokio::test]
async fn http_1_1_has_one_valid_host() {
    let house = House::new();
    let (address, ..) = served(&house).await;
    let key = format!("authorization: Bearer {}", house.key);
    for (version, hosts, status) in [
        ("1.1", &["host: x"][..], 200),
        ("1.1", &["host: [::1]:8750"], 200),
        ("1.1", &["host:"], 200),
        ("1.0", &[], 200),
        ("1.1", &[], 400),
        ("1.1", &["host: x", "host: x"], 400),
        ("1.0", &["host: x", "host: y"], 400),
        ("1.1", &["host: a b"], 400),
        ("1.1", &["host: user@x"], 400),
    ] {
        let line = format!("GET /api/v1/health HTTP/{version}");
        let lines = [&[&*line, &*key][..], hosts].concat();
        let (found, head, body) = answered(address, &lines, "").await;
        assert_eq!(found, status, "{lines:?}: {head}");
        assert!(head.contains("request-id: req_"), "{head}");
        if status == 400 {
            assert_eq!(
                (&body["error"], &body["isRetryable"]),
                (&"bad_request".into(), &false.into())
            );
            assert!(body["message"].as_str().is_some_and(|it| it.contains("Host")), "{body}");
        }
    }
}

/// Refusals of the transport for the agents' tools have a form that a client can read.
#[tokio::test]
async fn an_agent_that_is_refused_reads_json() {
    let house = House::new();
    let (address, ..) = served(&house).await;
    let key = format!("authorization: Bearer {}", house.key);
    let json = "content-type: application/json";
    let accept = "accept: application/json, text/event-stream";
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#;
    for (method, host, kind, body, status, error) in [
        ("POST", "127.0.0.1", json, "{\"jsonrpc\":", 400, Err(-32_700)),
        ("POST", "127.0.0.1", json, "[1]", 400, Err(-32_600)),
        ("POST", "127.0.0.1", json, "\"text\"", 400, Err(-32_600)),
        ("POST", "foreign.example", json, call, 403, Ok("permission_denied")),
        ("POST", "127.0.0.1", "content-type: text/plain", call, 415, Ok("bad_request")),
        ("DELETE", "127.0.0.1", json, "", 405, Ok("method_not_allowed")),
        ("PUT", "127.0.0.1", json, call, 405, Ok("method_not_allowed")),
    ] {
        let (line, host) = (format!("{method} /mcp HTTP/1.1"), format!("host: {host}"));
        let (found, head, answer) =
            answered(address, &[&line, &host, &key, kind, accept], body).await;
        let case = format!("{method} {host}: {head} {answer}");
        assert_eq!(found, status, "{case}");
        assert!(head.contains("content-type: application/json"), "{case}");
        match error {
            Ok(code) => assert_eq!(answer["error"], code, "{case}"),
            Err(code) => assert_eq!(answer["error"]["code"], code, "{case}"),
        }
    }
}
