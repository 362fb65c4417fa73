//! Runs `examples/` with a service.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    path::Path,
    sync::mpsc,
    thread,
};

use serde_json::{Value, json};
use tagbridge_tests::Site;

use crate::clients::script;

/// A chat's webhook; returns the posted messages.
fn chat() -> (String, mpsc::Receiver<Value>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a loopback port is free");
    let url = format!("http://{}/hook", listener.local_addr().expect("it is bound"));
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut stream = BufReader::new(stream);
            let mut length = 0;
            loop {
                let mut line = String::new();
                stream.read_line(&mut line).expect("a head comes");
                if line.trim().is_empty() {
                    break;
                }
                if let Some(it) = line.to_lowercase().strip_prefix("content-length:") {
                    length = it.trim().parse().expect("a length");
                }
            }
            let mut body = vec![0; length];
            stream.read_exact(&mut body).expect("a body comes");
            let ok = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
            stream.get_mut().write_all(ok).expect("it is told");
            tell.send(serde_json::from_slice(&body).expect("it is JSON")).expect("it is heard");
        }
    });
    (url, told)
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn a_notebook_a_panel_and_a_message_to_a_chat() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/filler.L5X");
    let site = Site::of(file.to_str().expect("a plain path"), "");
    let _service = site.service();
    // Four values, of which one is missing.
    let snapshots: Vec<Value> = (1..=4)
        .map(|it| {
            let at = format!("2026-09-02T08:00:0{it}Z");
            let speed = if it == 3 {
                json!({"value": null, "type": "DINT", "quality": "bad", "reason": "not_connected",
                       "timestamp": at})
            } else {
                json!({"value": it * 10, "type": "DINT", "quality": "good", "timestamp": at})
            };
            json!({"sequence": it, "timestamp": at, "duration_ms": 1.0, "complete": true,
                   "controller": {}, "tags": {"Speed": speed}})
        })
        .collect();
    site.consumer().push(&json!({
        "device_id": "test", "stream_id": "0d6f9f4c-27c5-4d3e-9a52-6b6a3d2f9c11",
        "sent_at": tagbridge_api::Timestamp::now(), "interval_ms": 1000, "snapshots": snapshots,
    }));
    let (hook, told) = chat();
    let url = format!("http://127.0.0.1:{}", site.port());
    let key = site.key("ai_explain,analysis_tab,code_read,hmi_view");
    let seen = script("examples.py", &[&url, &key, site.project(), "Speed", &hook]);
    assert_eq!(seen["values"], json!([10.0, 20.0, null, 40.0]));
    assert_eq!((&seen["drawn"], &seen["times"]), (&json!(4), &json!(true)));
    assert_eq!(seen["panel"], json!([40, 20, 10]));
    let said = seen["said"].as_str().expect("it says something");
    let message = told.recv().expect("something is found")["text"].clone();
    let message = message.as_str().expect("it is text").to_owned();
    let found = said.split(' ').next().expect("a number");
    assert!(message.starts_with(&format!("Tagbridge found {found} in ")), "{said}: {message}");
    let datasource =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/grafana/datasource.yaml");
    let datasource = fs::read_to_string(datasource).expect("it is there");
    assert!(datasource.contains("/api/v1\n"), "it asks where the API is");
}
