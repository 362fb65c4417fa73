use std::net::SocketAddr;

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tagbridge_desk::{Desk, Journal, Options, view::Face};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{Error, Message, client::IntoClientRequest, http::HeaderValue},
};

use super::{BoundAddress, Console};

const LOOPBACK: &str = "127.0.0.1:0";

struct Fixture {
    console: Console,
    _folder: TempDir,
}

async fn start() -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let options = Options {
        settings: folder.path().join("settings.toml"),
        data: folder.path().join("data"),
        face: Face::Console,
        has_screens: true,
        keychain: false,
        pki: None,
        demo: Vec::new(),
        built_in: LOOPBACK.parse().unwrap(),
    };
    let desk = Desk::open(options, Journal::default()).await;
    let Ok(place) = BoundAddress::take(LOOPBACK.parse().unwrap()).await else {
        panic!("it listens");
    };
    Fixture { console: place.serve(desk), _folder: folder }
}

/// The status line, the headers and the body of a response.
async fn get(address: SocketAddr, host: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

async fn socket(
    fixture: &Fixture,
    host: &str,
    origin: Option<&str>,
    protocols: &str,
) -> Result<WebSocketStream<TcpStream>, Error> {
    let mut request = format!("ws://{host}/socket").into_client_request().unwrap();
    let headers = request.headers_mut();
    headers.insert("sec-websocket-protocol", HeaderValue::from_str(protocols).unwrap());
    if let Some(origin) = origin {
        headers.insert("origin", HeaderValue::from_str(origin).unwrap());
    }
    let stream = TcpStream::connect(fixture.console.address).await.unwrap();
    tokio_tungstenite::client_async(request, stream).await.map(|(socket, _)| socket)
}

async fn own_page(fixture: &Fixture, protocols: &str) -> WebSocketStream<TcpStream> {
    let host = fixture.console.address.to_string();
    let origin = format!("http://{host}");
    socket(fixture, &host, Some(&origin), protocols).await.expect("the page may connect")
}

#[tokio::test]
async fn the_page_is_served_with_its_policy() {
    let it = start().await;
    let address = it.console.address;
    let answer = get(address, &address.to_string(), "/").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    for header in ["script-src 'self';", "frame-ancestors 'none'", "nosniff", "no-referrer"] {
        assert!(answer.contains(header), "{header} in {answer}");
    }
    assert!(!answer.contains(it.console.token.reveal()), "the token is not in the page");
    let missing = get(address, &address.to_string(), "/../Cargo.toml").await;
    assert!(missing.starts_with("HTTP/1.1 404"), "{missing}");
}

#[tokio::test]
async fn a_foreign_name_is_refused_everywhere() {
    let it = start().await;
    for path in ["/", "/socket"] {
        let answer = get(it.console.address, "plant.example:8751", path).await;
        assert!(answer.starts_with("HTTP/1.1 421"), "{answer}");
    }
}

#[tokio::test]
async fn a_foreign_page_is_refused_with_the_token_too() {
    let it = start().await;
    let host = it.console.address.to_string();
    let protocols = format!("tagbridge, token.{}", it.console.token.reveal());
    for origin in [Some("https://plant.example"), Some("http://localhost:1"), Some("null"), None] {
        match socket(&it, &host, origin, &protocols).await {
            Err(Error::Http(answer)) => assert_eq!(answer.status(), 403, "{origin:?}"),
            other => panic!("{origin:?} came in: {:?}", other.err()),
        }
    }
}

#[tokio::test]
async fn a_page_without_the_token_is_told_so_and_nothing_else() {
    let it = start().await;
    for protocols in ["tagbridge", "tagbridge, token.", "tagbridge, token.0123"] {
        let mut socket = own_page(&it, protocols).await;
        let _sent = socket.send(Message::text(r#"{"id":1,"command":"overview"}"#)).await;
        match socket.next().await {
            Some(Ok(Message::Close(Some(frame)))) => assert_eq!(u16::from(frame.code), 4401),
            other => panic!("{protocols} got {other:?}"),
        }
    }
}

#[tokio::test]
async fn only_this_computer_is_listened_to() {
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:8751"] {
        let refused = BoundAddress::take(address.parse().unwrap()).await;
        assert!(refused.is_err(), "{address}");
    }
}

#[tokio::test]
async fn commands_are_answered_and_what_happens_is_pushed() {
    let it = start().await;
    let protocols = format!("tagbridge, token.{}", it.console.token.reveal());
    let mut socket = own_page(&it, &protocols).await;
    let commands = [
        json!({"id": 1, "command": "overview", "args": {}}),
        json!({"id": 2, "command": "no_such", "args": {}}),
        json!({"id": 3, "command": "pause", "args": {"sesion": "x"}}),
        json!({"id": 4, "command": "open_project",
            "args": {"name": "passwd", "source": {"path": "/etc/passwd"}, "add": false}}),
    ];
    for command in &commands {
        socket.send(Message::text(command.to_string())).await.unwrap();
    }
    socket.send(Message::text("{")).await.unwrap();
    let mut replies = vec![Value::Null; 5];
    let mut pushed = false;
    while !pushed || replies.contains(&Value::Null) {
        let Some(Ok(Message::Text(text))) = socket.next().await else { panic!("it goes on") };
        let reply: Value = serde_json::from_str(&text).unwrap();
        match reply["id"].as_u64() {
            Some(id) => replies[usize::try_from(id).unwrap()] = reply,
            None => pushed |= reply["topic"] == "service",
        }
    }
    assert_eq!(replies[1]["answer"]["isFirstRun"], true);
    assert_eq!(replies[2]["failure"]["error"], "not_found");
    let message = replies[3]["failure"]["message"].to_string();
    assert!(message.contains("session"), "{message}");
    assert_eq!(replies[4]["failure"]["error"], "refused", "a browser names no paths");
    assert_eq!(replies[0]["failure"]["error"], "invalid");
}

#[tokio::test]
async fn a_file_of_many_megabytes_in_one_frame_is_answered() {
    let it = start().await;
    let protocols = format!("tagbridge, token.{}", it.console.token.reveal());
    let mut socket = own_page(&it, &protocols).await;
    let file = "A".repeat(20 << 20);
    let command = json!({"id": 1, "command": "no_such", "args": {"file": file}});
    socket.send(Message::text(command.to_string())).await.unwrap();
    let reply = loop {
        let Some(Ok(Message::Text(text))) = socket.next().await else {
            panic!("the console closed the connection")
        };
        let reply: Value = serde_json::from_str(&text).unwrap();
        if reply["id"] == 1 {
            break reply;
        }
    };
    assert_eq!(reply["failure"]["error"], "not_found");
}
