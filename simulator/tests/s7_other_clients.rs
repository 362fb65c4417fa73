//! python-snap7's client reads the virtual S7 controller, and agrees with what it holds.

use std::{
    env,
    io::Write,
    net::Ipv4Addr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::{Value as Json, json};
use tagbridge_driver::Value;
use tagbridge_simulator::s7::{RunningS7, VirtualS7};

/// The Python that has python-snap7.
fn python() -> PathBuf {
    if let Some(python) = env::var_os("TAGBRIDGE_PYTHON") {
        return python.into();
    }
    let python = workspace().join(".venv/bin/python");
    assert!(
        python.exists(),
        "{} is missing; run `cargo xtask test` once, or name a Python in TAGBRIDGE_PYTHON",
        python.display()
    );
    python
}

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace")
}

/// Runs the script against the controller and returns what it prints.
async fn run(controller: &RunningS7, input: Json) -> Json {
    let mut command = Command::new(python());
    command
        .arg(workspace().join("tests/python/snap7_read.py"))
        .args(["127.0.0.1", &controller.addr().port().to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let finished = tokio::task::spawn_blocking(move || {
        let mut child = command.spawn().expect("python starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(input.to_string().as_bytes()).expect("the script listens");
        drop(stdin);
        child.wait_with_output().expect("the script ends")
    });
    let output = finished.await.expect("no panic");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaints}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {complaints}"))
}

/// The bytes of an area as the controller holds them, in hex.
fn held(controller: &RunningS7, item: &Json) -> String {
    let of = |at: usize| item[at].as_u64().expect("a number");
    let (block, start, size) = (of(1), of(2), of(3));
    let name = match item[0].as_str().expect("an area") {
        "DB" => format!("DB{block}.DBB{start}[{size}]"),
        "MK" => format!("MB{start}[{size}]"),
        "PE" => format!("IB{start}[{size}]"),
        "PA" => format!("QB{start}[{size}]"),
        other => panic!("{other}"),
    };
    let Value::Array(bytes) = controller.value_of(&name).expect(&name) else {
        panic!("{name} is a range")
    };
    let byte = |it: &Value| match it {
        Value::Uint(byte) => format!("{byte:02x}"),
        other => panic!("{other:?}"),
    };
    bytes.iter().map(byte).collect()
}

fn bytes(count: u64, seed: u64) -> Value {
    Value::Array((0..count).map(|it| Value::Uint((it * 31 + seed) % 251)).collect())
}

#[tokio::test]
async fn python_snap7_reads_what_the_controller_holds() {
    for pdu_size in [240, 480, 960] {
        let controller = VirtualS7::new()
            .block(1, 64)
            .block(5, 3000)
            .pdu_size(pdu_size)
            .set("DB1.DBB0[64]", &bytes(64, 1))
            .and_then(|it| it.set("DB5.DBB0[3000]", &bytes(3000, 2)))
            .and_then(|it| it.set("MB0[128]", &bytes(128, 3)))
            .and_then(|it| it.set("IB0[128]", &bytes(128, 4)))
            .and_then(|it| it.set("QB0[128]", &bytes(128, 5)))
            .and_then(|it| it.set("C3", &Value::Uint(127)))
            .expect("it has these tags")
            .listen((Ipv4Addr::LOCALHOST, 0).into())
            .await
            .expect("it listens");
        let before = controller.memory_hash();
        let single = json!([
            ["DB", 1, 0, 64],
            ["DB", 5, 0, 3000],
            ["DB", 5, 7, 1],
            ["MK", 0, 3, 100],
            ["PE", 0, 0, 9],
            ["PA", 0, 1, 2],
        ]);
        let multiple = json!([
            ["DB", 1, 0, 3],
            ["DB", 1, 60, 4],
            ["DB", 5, 1000, 17],
            ["DB", 5, 1001, 4],
            ["MK", 0, 10, 1],
            ["PE", 0, 2, 5],
            ["PA", 0, 100, 28],
            ["DB", 5, 2990, 10],
        ]);
        let wrong = json!([["DB", 1, 60, 5], ["DB", 9, 0, 1], ["CT", 0, 3, 1]]);
        let all = [single.as_array().unwrap().clone(), wrong.as_array().unwrap().clone()].concat();
        let found = run(&controller, json!({"single": all, "multiple": multiple})).await;
        for (item, answer) in
            single.as_array().unwrap().iter().zip(found["single"].as_array().unwrap())
        {
            assert_eq!(answer.as_str(), Some(&*held(&controller, item)), "{item}");
        }
        let expected: Vec<String> =
            multiple.as_array().unwrap().iter().map(|it| held(&controller, it)).collect();
        assert_eq!(found["multiple"], json!(expected), "at {pdu_size}");
        let failed = |at: usize| found["single"][6 + at].as_str().expect("text").to_owned();
        assert!(failed(0).contains("0x05"), "{}", failed(0));
        assert!(failed(1).contains("0x0a"), "{}", failed(1));
        assert_eq!(failed(2), "0127", "a counter in BCD");
        // What python-snap7 asks for is the most it takes.
        assert_eq!(found["pdu"], json!(pdu_size.min(480)));
        assert_eq!(found["order_number"], "6ES7 516-3AN02-0AB0");
        assert_eq!(found["module_type"], "CPU 1516-3 PN/DP");
        assert_eq!(found["name"], "Bottling");
        assert_eq!(found["serial"], "S C-V1S2R3T4");
        assert!(found["clock"].as_str().expect("a time").starts_with("20"), "{found}");
        for attempt in ["write", "stop", "start", "set_clock"] {
            let answer = found[attempt].as_str().unwrap_or_default();
            assert!(answer.starts_with("failed"), "{attempt}: {found}");
        }
        assert_eq!(controller.counters().writes, 4);
        assert_eq!(controller.memory_hash(), before);
    }
}
