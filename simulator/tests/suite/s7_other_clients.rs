//! Clients of other vendors read the virtual S7 controller; their values equal those in its memory.

use std::{net::Ipv4Addr, path::PathBuf, process::Command};

use serde_json::{Value as Json, json};
use tagbridge_driver::Value;
use tagbridge_simulator::s7::{RunningS7, VirtualS7};

use crate::support::{ask, installed, python, workspace};

/// Runs the script against the controller and returns what it prints.
async fn run(python: PathBuf, controller: &RunningS7, input: Json) -> Json {
    let mut command = Command::new(python);
    command
        .arg(workspace().join("tests/python/snap7_read.py"))
        .args(["127.0.0.1", &controller.addr().port().to_string()]);
    ask(command, input).await
}

/// The bytes of an area in the controller, in hex.
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
#[ignore = "programs that `cargo xtask setup` installs"]
async fn snap7_in_python_reads_what_the_controller_holds() {
    check_snap7(python(), ["0x05", "0x0a"]).await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn snap7_in_c_reads_what_the_controller_holds() {
    let python = installed("TAGBRIDGE_PYTHON_SNAP7_C", ".venv-snap7c/bin/python");
    check_snap7(python, ["Address out of range", "Item not available"]).await;
}

/// Single reads, a multiple read, two reads that fail with these messages, and attempts to write.
async fn check_snap7(python: PathBuf, failures: [&str; 2]) {
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
        let all =
            [single.as_array().expect("a list").clone(), wrong.as_array().expect("a list").clone()]
                .concat();
        let found =
            run(python.clone(), &controller, json!({"single": all, "multiple": multiple})).await;
        for (item, answer) in single
            .as_array()
            .expect("a list")
            .iter()
            .zip(found["single"].as_array().expect("a list"))
        {
            assert_eq!(answer.as_str(), Some(&*held(&controller, item)), "{item}");
        }
        let expected: Vec<String> =
            multiple.as_array().expect("a list").iter().map(|it| held(&controller, it)).collect();
        assert_eq!(found["multiple"], json!(expected), "at {pdu_size}");
        let failed = |at: usize| found["single"][6 + at].as_str().expect("text").to_owned();
        assert!(failed(0).contains(failures[0]), "{}", failed(0));
        assert!(failed(1).contains(failures[1]), "{}", failed(1));
        assert_eq!(failed(2), "0127", "a counter in BCD");
        // python-snap7 requests a PDU size and cannot use a larger one.
        assert_eq!(found["pdu"], json!(pdu_size.min(480)));
        assert_eq!(found["order_number"], "6ES7 516-3AN02-0AB0");
        assert_eq!(found["module_type"], "CPU 1516-3 PN/DP");
        assert_eq!(found["name"], "Bottling");
        assert_eq!(found["serial"], "S C-V1S2R3T4");
        // The Python version requests a part of the list that no controller has.
        let is_c = found["protection"].is_array();
        assert_eq!(is_c, failures[0].starts_with('A'), "{found}");
        assert!(!is_c || found["protection"] == json!([1, 0, 1, 1, 0]), "{found}");
        let checksums = found["checksums"].as_str().expect("text");
        assert!(checksums.len() == 20 && checksums.starts_with("5656"), "{found}");
        assert!(found["clock"].as_str().expect("a time").starts_with("20"), "{found}");
        for attempt in ["write", "stop", "start", "set_clock"] {
            // An exception, or the error number of the C library.
            let answer = &found[attempt];
            let is_refused = answer.as_str().is_some_and(|it| it.starts_with("failed"))
                || answer.as_i64().is_some_and(|it| it != 0);
            assert!(is_refused, "{attempt}: {answer}");
        }
        assert_eq!(controller.counters().writes, 4);
        assert_eq!(controller.memory_hash(), before);
    }
}

/// nodes7 joins adjacent items in its own way, and packs more than 20 items if their bytes fit.
#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn nodes7_reads_what_the_controller_holds() {
    let modules = installed("TAGBRIDGE_NODE_MODULES", "tests/node/node_modules");
    for pdu_size in [240, 480, 960] {
        let controller = VirtualS7::counting(400, 1).still_after(7).block(5, 1000);
        let controller = controller
            .pdu_size(pdu_size)
            .item_limit(usize::from(u8::MAX))
            .set("DB5.DBB0[1000]", &bytes(1000, 2))
            .and_then(|it| it.set("DB5.DBB10:STRING[20]", &Value::Text("Level 7".to_owned())))
            .expect("it has these tags")
            .listen((Ipv4Addr::LOCALHOST, 0).into())
            .await
            .expect("it listens");
        let reals =
            (0..400).flat_map(|it| [format!("DB1,REAL{}", it * 4), format!("DB2,REAL{}", it * 12)]);
        let others = ["DB5,INT500", "DB5,DINT504", "DB5,BYTE600", "DB5,WORD702", "DB5,DWORD706"];
        let tags: Vec<String> = reals.chain(others.map(str::to_owned)).collect();
        let mut command = Command::new("node");
        command
            .env("NODE_PATH", &modules)
            .arg(workspace().join("tests/node/nodes7_read.js"))
            .args(["127.0.0.1", &controller.addr().port().to_string()])
            .args(&tags)
            .args(["DB5,S10.20", "DB5,X3.1", "DB9,INT0"]);
        let output = tokio::task::spawn_blocking(move || command.output().expect("node starts"));
        let output = output.await.expect("no panic");
        let complaints = String::from_utf8_lossy(&output.stderr);
        let found: Json = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {complaints}"));
        for tag in &tags {
            let held = match controller.value_of(tag).expect(tag) {
                Value::Real(it) => f64::from(it),
                #[expect(clippy::cast_precision_loss, reason = "32 bits at most")]
                Value::Int(it) => it as f64,
                #[expect(clippy::cast_precision_loss, reason = "32 bits at most")]
                Value::Uint(it) => it as f64,
                other => panic!("{tag}: {other:?}"),
            };
            assert_eq!(found[tag].as_f64().map(f64::to_bits), Some(held.to_bits()), "{tag}");
        }
        assert_eq!(found["DB5,S10.20"], "Level 7");
        assert_eq!(controller.value_of("DB5,X3.1"), Ok(Value::Bool(found["DB5,X3.1"] == true)));
        assert!(found["DB9,INT0"].as_str().is_some_and(|it| it.starts_with("BAD")), "{found}");
        assert_eq!(controller.counters().writes, 0);
    }
}
