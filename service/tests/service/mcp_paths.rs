//! Local files that agents name: only shared ones are read.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use axum::{body::Body, http::Request};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tagbridge_service::AgentFolders;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::{
    harness::House,
    mcp::{ERAS, L5X, ask},
};

/// A service on a socket, a shared folder, and one that is not shared.
struct Shared {
    house: House,
    port: u16,
    stop: CancellationToken,
    _folder: tempfile::TempDir,
    root: PathBuf,
    outside: PathBuf,
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Shared {
    async fn new(downloads: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().canonicalize().unwrap();
        let (root, outside) = (at.join("shared"), at.join("outside"));
        for folder in [&root, &outside] {
            fs::create_dir(folder).unwrap();
        }
        fs::write(root.join("line.L5X"), L5X).unwrap();
        fs::write(outside.join("secret.L5X"), secret()).unwrap();
        let house = House::with(|options| {
            options.requests_per_minute = |_| 1_000_000;
            options.mcp_hosts = vec!["tags.example".to_owned()];
            options.embed_origins = vec!["https://portal.example.com".to_owned()];
            options.mcp_folders = AgentFolders {
                roots: vec![root.clone()],
                downloads: downloads.then(|| at.join("downloads")),
            };
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (stop, service) = (CancellationToken::new(), house.service.clone());
        let stopped = stop.clone();
        tokio::spawn(async move { service.serve(listener, stopped).await });
        Self { house, port, stop, _folder: folder, root, outside }
    }

    /// The result of a tool call over the socket; `head` has additional headers.
    async fn call(&self, protocol: &str, head: &str, name: &str, arguments: &Value) -> Value {
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": name, "arguments": arguments } })
        .to_string();
        let request = format!(
            "POST /mcp {protocol}\r\n{head}authorization: Bearer {}\r\ncontent-type: application/json\r\n\
             accept: application/json, text/event-stream\r\nmcp-protocol-version: {}\r\n\
             connection: close\r\ncontent-length: {}\r\n\r\n{body}",
            self.house.key,
            ERAS[1],
            body.len()
        );
        let mut connection = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        connection.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        connection.read_to_end(&mut answer).await.unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let Ok(body) = serde_json::from_str::<Value>(body) else { return json!({ "head": head }) };
        body["result"].clone()
    }

    async fn ingest(&self, arguments: Value) -> Value {
        let mut all = json!({ "originalFilename": "line.L5X" });
        all.as_object_mut().unwrap().extend(arguments.as_object().unwrap().clone());
        self.call("HTTP/1.1", "host: 127.0.0.1\r\n", "svc_ingest_project", &all).await
    }

    /// Whether the service has ever stored these bytes.
    fn has_kept(&self, bytes: &str) -> bool {
        let digest = Sha256::digest(bytes);
        let hash = digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
        self.house.folder.path().join("files").join(&hash[..2]).join(hash).exists()
    }

    async fn projects(&self) -> usize {
        let list = self.house.read("/api/v1/projects").await.ok();
        list["projects"].as_array().unwrap().len()
    }
}

/// A file that must not be read.
fn secret() -> String {
    L5X.replace("Line4", "Secret")
}

fn refused(result: &Value, attack: &str) {
    assert_eq!(result["isError"], true, "{attack}: {result:#}");
    assert_eq!(result["structuredContent"]["error"], "bad_request", "{attack}: {result:#}");
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "it is a table")]
async fn of_forty_attacks_by_paths_none_reads_a_byte() {
    let shared = Shared::new(false).await;
    let before = shared.projects().await;
    let (root, outside) = (shared.root.clone(), shared.outside.clone());
    let secret_file = outside.join("secret.L5X");
    let link = |name: &str, to: &Path| {
        symlink(to, root.join(name)).unwrap();
        root.join(name)
    };
    link("folder", &outside);
    link("loop-a.L5X", &root.join("loop-b.L5X"));
    link("one.L5X", &root.join("two.L5X"));
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    fs::hard_link(&secret_file, root.join("hard.L5X")).unwrap();
    assert!(Command::new("mkfifo").arg(root.join("pipe.L5X")).status().unwrap().success());
    let _socket = std::os::unix::net::UnixListener::bind(root.join("socket.L5X")).unwrap();
    fs::create_dir(root.join("folder.L5X")).unwrap();
    fs::write(root.join("notes.txt"), secret()).unwrap();
    fs::write(root.join("line.L5X.txt"), secret()).unwrap();
    fs::write(root.join("empty.L5X"), "").unwrap();
    fs::File::create(root.join("large.L5X")).unwrap().set_len((256 << 20) + 1).unwrap();
    fs::create_dir(format!("{}-other", text(&root))).unwrap();
    fs::write(format!("{}-other/secret.L5X", text(&root)), secret()).unwrap();
    fs::write(root.join("gone.L5X"), secret()).unwrap();
    let held = fs::File::open(root.join("gone.L5X")).unwrap();
    fs::remove_file(root.join("gone.L5X")).unwrap();
    let open = fs::File::open(&secret_file).unwrap();
    let number = |file: &fs::File| {
        use std::os::fd::AsRawFd;
        file.as_raw_fd()
    };
    let good = text(&root.join("line.L5X"));
    let attacks = [
        ("outside", json!(text(&secret_file))),
        ("dots", json!(format!("{}/../outside/secret.L5X", text(&root)))),
        ("dots in the middle", json!(format!("{}/./../shared/../outside/secret.L5X", text(&root)))),
        ("relative", json!("line.L5X")),
        ("relative by a dot", json!("./line.L5X")),
        ("relative dots", json!("../outside/secret.L5X")),
        ("nothing", json!("")),
        ("a blank", json!(" ")),
        ("a blank before", json!(format!(" {good}"))),
        ("a blank behind", json!(format!("{good} "))),
        ("a line end behind", json!(format!("{good}\n"))),
        ("a NUL in it", json!(format!("{}\0.L5X", text(&secret_file)))),
        ("a NUL behind", json!(format!("{good}\0"))),
        ("a link", json!(text(&link("link.L5X", &secret_file)))),
        ("a linked folder", json!(text(&root.join("folder/secret.L5X")))),
        ("two links", json!(text(&link("two.L5X", &secret_file).with_file_name("one.L5X")))),
        ("a loop", json!(text(&link("loop-b.L5X", &root.join("loop-a.L5X"))))),
        ("a relative link", json!(text(&link("rel.L5X", Path::new("../outside/secret.L5X"))))),
        ("a further name", json!(text(&root.join("hard.L5X")))),
        ("a pipe", json!(text(&root.join("pipe.L5X")))),
        ("a socket", json!(text(&root.join("socket.L5X")))),
        ("a folder", json!(text(&root.join("folder.L5X")))),
        ("the root", json!(text(&root))),
        ("a device", json!("/dev/zero")),
        ("a linked device", json!(text(&link("zero.L5X", Path::new("/dev/zero"))))),
        ("standard input", json!("/dev/stdin")),
        ("a linked environment", json!(text(&link("env.L5X", Path::new("/proc/self/environ"))))),
        ("an open file", json!(format!("/proc/self/fd/{}", number(&open)))),
        (
            "a link to an open file",
            json!(text(&link("fd.L5X", Path::new(&format!("/proc/self/fd/{}", number(&open)))))),
        ),
        (
            "a link to a deleted file",
            json!(text(&link("del.L5X", Path::new(&format!("/proc/self/fd/{}", number(&held)))))),
        ),
        ("a deleted file", json!(text(&root.join("gone.L5X")))),
        ("the root of the process", json!(format!("/proc/self/root{}", text(&secret_file)))),
        (
            "a link to the root of the process",
            json!(text(
                &link("root", Path::new("/proc/self/root"))
                    .join(secret_file.strip_prefix("/").unwrap())
            )),
        ),
        ("another case", json!(text(&root.join("LINE.l5x")))),
        ("another ending", json!(text(&root.join("notes.txt")))),
        ("an ending behind", json!(text(&root.join("line.L5X.txt")))),
        ("the ending of a link", json!(text(&link("notes.L5X", &root.join("notes.txt"))))),
        ("too large", json!(text(&root.join("large.L5X")))),
        ("empty", json!(text(&root.join("empty.L5X")))),
        ("a folder that begins alike", json!(format!("{}-other/secret.L5X", text(&root)))),
        ("a share", json!(r"\\server\share\secret.L5X")),
        ("a share by slashes", json!("//server/share/secret.L5X")),
        ("two slashes", json!(format!("/{good}"))),
        ("a share by its long form", json!(r"\\?\UNC\server\share\secret.L5X")),
        ("a device by its long form", json!(r"\\.\PhysicalDrive0")),
        ("an address", json!(format!("file://{good}"))),
        ("a home", json!("~/secret.L5X")),
        ("escapes", json!(format!("{}/%2e%2e/outside/secret.L5X", text(&root)))),
        ("a number", json!(7)),
        ("nothing at all", Value::Null),
        ("a list", json!([good])),
    ];
    assert!(attacks.len() >= 40);
    for (attack, path) in &attacks {
        let result = shared.ingest(json!({ "file_path": path })).await;
        assert_eq!(result["isError"], true, "{attack}: {result:#}");
        let envelope = &result["structuredContent"];
        assert!(
            ["bad_request", "payload_too_large"].contains(&envelope["error"].as_str().unwrap()),
            "{attack}: {result:#}"
        );
    }
    assert!(!shared.has_kept(&secret()));
    assert_eq!(shared.projects().await, before);

    // Two inputs at once are refused.
    let url = "http://127.0.0.1/api/v1/uploads/upl_0?key=0&expires=0&signature=0";
    let two = json!({ "file_path": good, "file_blob_url": url });
    refused(&shared.ingest(two).await, "two inputs");
    // The internal reference to a file is valid only for its owner.
    let digest = Sha256::digest(L5X);
    let hash = digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    let named = json!({ "file_blob_url": format!("sha256:{hash}") });
    refused(&shared.ingest(named).await, "the name of a kept file");

    // Proves that the attacks could have read a file.
    let made = shared.ingest(json!({ "file_path": good })).await;
    assert_eq!(made["structuredContent"]["resolution"], "created", "{made:#}");
    assert!(shared.has_kept(L5X));
    let again = shared.ingest(json!({ "file_path": good, "idempotency_key": "one" })).await;
    let same = shared.ingest(json!({ "file_path": good, "idempotency_key": "one" })).await;
    assert_eq!(again["structuredContent"], same["structuredContent"], "the same call, done once");
    let refusal = shared.ingest(json!({ "file_path": text(&secret_file) })).await;
    let said = refusal["content"][0]["text"].as_str().unwrap();
    assert!(said.contains("svc_stage_upload"), "{said}");
}

#[tokio::test]
async fn only_who_is_here_may_name_a_file() {
    let shared = Shared::new(false).await;
    let good = json!({ "originalFilename": "line.L5X",
        "file_path": shared.root.join("line.L5X").to_str().unwrap() });
    let own = "host: localhost\r\n";
    for (way, protocol, head) in [
        ("another name", "HTTP/1.1", "host: tags.example\r\n".to_owned()),
        ("a proxy that says for whom", "HTTP/1.1", format!("{own}x-forwarded-for: 192.0.2.1\r\n")),
        ("for itself", "HTTP/1.1", format!("{own}x-forwarded-for: 127.0.0.1\r\n")),
        ("and to which host", "HTTP/1.1", format!("{own}x-forwarded-host: localhost\r\n")),
        ("and how", "HTTP/1.1", format!("{own}X-Forwarded-Proto: https\r\n")),
        ("by the standard", "HTTP/1.1", format!("{own}forwarded: for=127.0.0.1\r\n")),
        ("a proxy that says so", "HTTP/1.1", format!("{own}via: 1.1 proxy\r\n")),
        ("and in its own way", "HTTP/1.1", format!("{own}x-real-ip: 127.0.0.1\r\n")),
        ("an old proxy", "HTTP/1.0", own.to_owned()),
        ("a page", "HTTP/1.1", format!("{own}origin: https://portal.example.com\r\n")),
        ("two hosts", "HTTP/1.1", format!("{own}host: localhost\r\n")),
        ("a host of another", "HTTP/1.1", "host: 127.0.0.1.example.com\r\n".to_owned()),
    ] {
        let result = shared.call(protocol, &head, "svc_ingest_project", &good).await;
        let resolved = result["structuredContent"]["resolution"].clone();
        assert_eq!(resolved, Value::Null, "{way}: {result:#}");
        assert!(!shared.has_kept(L5X), "{way}");
    }
    // The origin of this request is unknown.
    let params = json!({ "name": "svc_ingest_project", "arguments": good });
    let unknown = ask(&shared.house, ERAS[0], &shared.house.key, "tools/call", params).await;
    refused(&unknown.body["result"], "no peer");
    // A key without the permission to upload is also refused.
    let reader = shared.house.make_key(&[], None);
    let params = json!({ "name": "svc_ingest_project", "arguments": good });
    let denied = ask(&shared.house, ERAS[0], &reader, "tools/call", params).await;
    assert_eq!(denied.body["result"]["structuredContent"]["error"], "permission_denied");
    assert!(!shared.has_kept(L5X));
    let made = shared.call("HTTP/1.1", own, "svc_ingest_project", &good).await;
    assert_eq!(made["structuredContent"]["resolution"], "created", "{made:#}");
}

/// `TAGBRIDGE_LONG=1` calls 2,000 times.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_swaps_the_file_for_a_link_meanwhile_has_nothing_of_it() {
    let shared = Shared::new(false).await;
    let (path, other) = (shared.root.join("raced.L5X"), shared.root.join("link.L5X"));
    let secret_file = shared.outside.join("secret.L5X");
    let is_over = AtomicBool::new(false);
    let arguments = json!({ "file_path": path.to_str().unwrap() });
    let calls = if std::env::var_os("TAGBRIDGE_LONG").is_some() { 2000 } else { 40 };
    let mut read = 0;
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                fs::write(&other, L5X).unwrap();
                fs::rename(&other, &path).unwrap();
                symlink(&secret_file, &other).unwrap();
                fs::rename(&other, &path).unwrap();
            }
        });
        let calls = async {
            for _ in 0..calls {
                let result = shared.ingest(arguments.clone()).await;
                read += usize::from(result["isError"] != true);
            }
        };
        tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(calls));
        is_over.store(true, Ordering::Relaxed);
    });
    println!("{read} of {calls} calls met the file itself");
    assert!(!shared.has_kept(&secret()), "the file behind the link was read");
}

#[tokio::test]
async fn no_call_makes_the_service_connect_to_anybody() {
    let shared = Shared::new(false).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let below = "api/v1/uploads/upl_0?key=0&expires=0&signature=0";
    let urls = [
        format!("http://127.0.0.1:{port}/line.L5X"),
        format!("http://127.0.0.1:{port}/{below}"),
        format!("http://localhost:{port}/{below}"),
        format!("http://[::ffff:127.0.0.1]:{port}/{below}"),
        format!("http://127.0.0.1@127.0.0.1:{port}/{below}"),
        format!("http://127.0.0.1:{}@127.0.0.1:{port}/{below}", shared.port),
        format!("http://2130706433:{port}/{below}"),
        format!("http://0x7f.1:{port}/{below}"),
        format!("//127.0.0.1:{port}/{below}"),
        format!("https://127.0.0.1:{port}/{below}"),
        format!("ftp://127.0.0.1:{port}/line.L5X"),
        format!("gopher://127.0.0.1:{port}/_x"),
        format!(r"\\127.0.0.1@{port}\share\line.L5X"),
        format!("http://127.0.0.1:{}/../../127.0.0.1:{port}/{below}", shared.port),
        format!("http://127.0.0.1:{}\r\nhost: 127.0.0.1:{port}\r\n/{below}", shared.port),
        "http://169.254.169.254/latest/meta-data/".to_owned(),
        "file:///etc/passwd".to_owned(),
        "data:application/xml,<RSLogix5000Content/>".to_owned(),
    ];
    for url in &urls {
        let result = shared.ingest(json!({ "file_blob_url": url })).await;
        assert_eq!(result["isError"], true, "{url}: {result:#}");
        let saved = json!({ "id": shared.house.project, "originalFilename": "line.L5X",
            "file_blob_url": url });
        let result =
            shared.call("HTTP/1.1", "host: localhost\r\n", "svc_save_version", &saved).await;
        assert_eq!(result["isError"], true, "{url}: {result:#}");
    }
    // A connection from the test shows that connections are detected.
    let own = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let (_, first) = listener.accept().await.unwrap();
    assert_eq!(first, own.local_addr().unwrap(), "somebody connected before");
}

#[tokio::test]
async fn who_is_here_gets_files_in_a_folder_and_none_is_written_over() {
    let shared = Shared::new(true).await;
    let path = shared.root.join("line.L5X");
    let made = shared.ingest(json!({ "file_path": path.to_str().unwrap() })).await;
    let raw = json!({ "id": made["structuredContent"]["project_id"], "format": "raw" });
    let mut places = Vec::new();
    for _ in 0..2 {
        let near = shared.call("HTTP/1.1", "host: localhost\r\n", "svc_get_project_source", &raw);
        let near = near.await;
        let file = &near["structuredContent"];
        assert_eq!(file["url"], Value::Null, "{near:#}");
        let place = PathBuf::from(file["path"].as_str().unwrap());
        assert_eq!(fs::read_to_string(&place).unwrap(), L5X);
        assert_eq!(
            near["content"][1]["uri"],
            format!("file://{}", place.display()).replace(' ', "%20")
        );
        places.push(place.file_name().unwrap().to_str().unwrap().to_owned());
    }
    assert_eq!(places, ["line.L5X", "line (2).L5X"]);
    // A remote caller gets a link.
    let far =
        shared.call("HTTP/1.1", "host: tags.example\r\n", "svc_get_project_source", &raw).await;
    assert_eq!(far["structuredContent"]["path"], Value::Null, "{far:#}");
    let url = far["structuredContent"]["url"].as_str().unwrap().replace("http://tags.example", "");
    let request = Request::get(url).body(Body::empty()).unwrap();
    let fetched = shared.house.router.clone().oneshot(request).await.unwrap();
    assert_eq!(axum::body::to_bytes(fetched.into_body(), 1 << 20).await.unwrap(), L5X);
}
