//! Tests the service against its document with schemathesis: all of its checks and phases, with
//! sequences of calls.

use std::{env, path::Path, process::Command};

use tagbridge_api::Permission;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::harness::House;

/// `TAGBRIDGE_LONG=1` tests 200 examples of each operation; otherwise there are a few examples of
/// read operations.
#[tokio::test(flavor = "multi_thread")]
async fn the_service_does_what_its_document_says() {
    let Some(python) = env::var_os("TAGBRIDGE_PYTHON") else {
        return tagbridge_needs::skip("Python packages of the tests");
    };
    let is_long = env::var_os("TAGBRIDGE_LONG").is_some();
    let house = House::with(|options| {
        options.requests_per_minute = |_| u32::MAX;
        options.clock = None;
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = CancellationToken::new();
    let serving = tokio::spawn({
        let (service, stop) = (house.service.clone(), stop.clone());
        async move { service.serve(listener, stop).await }
    });
    let key = house.make_key(Permission::ALL, None);
    let mut command = Command::new(python);
    command.current_dir(Path::new(env!("CARGO_TARGET_TMPDIR"))).env("NO_COLOR", "1");
    let settings = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/schemathesis.toml");
    command.args([
        "-m",
        "schemathesis.cli",
        "--config-file",
        settings,
        "run",
        "--checks",
        "all",
        "--continue-on-failure",
    ]);
    command.arg(format!("http://{address}/api/v1/openapi.json"));
    command.args(["--url", &format!("http://{address}/api/v1")]);
    command.args(["--header", &format!("Authorization: Bearer {key}")]);
    if is_long {
        command.args(["--max-examples", "200", "--phases", "examples,coverage,fuzzing,stateful"]);
    } else {
        command.args([
            "--max-examples",
            "2",
            "--phases",
            "examples,fuzzing",
            "--include-method",
            "GET",
        ]);
    }
    let ran = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let (said, complaint) =
        (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{said}{complaint}");
    println!("{}", said.lines().rev().take(30).collect::<Vec<_>>().join("\n"));
    stop.cancel();
    serving.await.unwrap().unwrap();
}
