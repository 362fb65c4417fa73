//! The messages if there is no controller at an address.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    thread,
};

use serde_json::Value;
use tagbridge_tests::{Site, Tagbridge, free_port};

/// Something that accepts connections, and is no controller.
fn impostor(behave: fn(TcpStream)) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a loopback port is free");
    let port = listener.local_addr().expect("it is bound").port();
    thread::spawn(move || {
        for peer in listener.incoming().flatten() {
            thread::spawn(move || behave(peer));
        }
    });
    format!("logix://127.0.0.1:{port}/")
}

fn web_server(mut peer: TcpStream) {
    let mut request = [0; 512];
    // What the peer sent is of no interest, nor whether it listens to the answer.
    let _ = peer.read(&mut request);
    let _ = peer.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
}

fn silent(mut peer: TcpStream) {
    let mut request = [0; 512];
    while peer.read(&mut request).is_ok_and(|read| read > 0) {}
}

fn closing(peer: TcpStream) {
    drop(peer);
}

fn nobody() -> String {
    format!("logix://127.0.0.1:{}/", free_port())
}

/// Reads from there, in words and as JSON: the exit code, and what the message must say.
fn check(endpoint: &str, code: i32, says: &[&str]) {
    check_within("30s", endpoint, code, says);
}

fn check_within(timeout: &str, endpoint: &str, code: i32, says: &[&str]) {
    let words = Tagbridge::new(["read", endpoint, "Speed", "--timeout", timeout]).output();
    assert_eq!(words.code(), code, "{}", words.stderr());
    assert_eq!(words.stdout(), "");
    let lines = words.stderr();
    for text in says.iter().chain(&["error: ", "why: ", "do: "]) {
        assert!(lines.contains(text), "`{text}` is not in:\n{lines}");
    }

    let json = Tagbridge::new(["read", endpoint, "Speed", "--timeout", timeout, "--json"]).output();
    assert_eq!(json.code(), code);
    let report: Value = serde_json::from_str(&json.stderr()).expect("one JSON document");
    for field in ["error", "message", "remedy"] {
        assert!(report[field].as_str().is_some_and(|it| !it.is_empty()), "{field} in {report}");
    }
}

#[test]
fn nobody_listens() {
    check(&nobody(), 3, &["cannot connect to", "refused"]);
}

#[test]
fn something_else_listens() {
    check(&impostor(web_server), 3, &["unexpected answer", "protocol"]);
}

#[test]
fn it_stays_silent() {
    check_within("300ms", &impostor(silent), 3, &["no answer", "within 300 ms"]);
}

#[test]
fn it_closes() {
    check(&impostor(closing), 3, &["closed by the other side"]);
}

#[test]
fn the_endpoint_is_wrong() {
    check("logix://127.0.0.1/1,0?slto=3", 2, &["slto"]);
    check("modbus://127.0.0.1/", 2, &["modbus", "logix"]);
    check("logix://10.0.0.5:x", 2, &["is not a URL"]);
    check("logix://joe:hunter2@127.0.0.1/", 2, &["contains a password"]);
    let told = Tagbridge::new(["read", "logix://joe:hunter2@127.0.0.1/", "Speed"]).output();
    assert!(!told.stderr().contains("hunter2"), "{}", told.stderr());
}

#[test]
fn a_session_keeps_trying_says_until_when_and_streams_once_it_can() {
    let port = free_port();
    let endpoint = format!("logix://127.0.0.1:{port}/1,0");
    let site = Site::new();
    let _service = site.service();
    let bridge = site.run(&endpoint, &["Line_StateText"], &[]);
    let first = bridge.wait_for_line(|it| it.contains("waiting until"));
    assert!(first.contains("cannot reach"), "{first}");
    let again = bridge.wait_for_line(|it| it.contains("still waiting, until"));
    assert!(!again.contains("cannot reach"), "why was told: {again}");

    let listen = format!("127.0.0.1:{port}");
    let _controller =
        Tagbridge::new(["simulate", "--vendor", "allen-bradley", "--listen", &listen]).start();
    bridge.wait_for_line(|it| it.contains("live, 1 good"));
    let good = |it: &Value| it["tags"]["Line_StateText"]["quality"] == "good";
    site.consumer().wait_for("a good value", good);
    assert!(bridge.terminate().success());
}

#[test]
fn a_second_bridge_on_the_same_outbox_says_so_and_ends() {
    let site = Site::new();
    let first = site.run("logix://127.0.0.1:9/1,0", &["Speed"], &[]);
    first.next_line();
    let second = Tagbridge::new(["run", "--config", &site.config_file()])
        .env("TAGBRIDGE_KEY", "tb_any")
        .output();
    assert_eq!(second.code(), 4, "{}", second.stderr());
    assert!(second.stderr().contains("another"), "{}", second.stderr());
    assert!(first.terminate().success());
}
