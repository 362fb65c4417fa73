//! Clients that are generated from the service's own document.

use std::{path::Path, process::Command};

use serde_json::{Value, json};
use tagbridge_tests::{Site, python};

/// Runs a script of `tests/python` with a service and a key; the JSON that it prints.
fn script(name: &str, arguments: &[&str]) -> Value {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python").join(name);
    let ran = Command::new(python()).arg(script).args(arguments).output().expect("Python starts");
    let complaint = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{name}: {complaint}");
    serde_json::from_slice(&ran.stdout).expect("it prints JSON")
}

#[test]
fn a_generated_client_lists_projects_and_survives_values_of_tomorrow() {
    let site = Site::new();
    let _service = site.service();
    let url = format!("http://127.0.0.1:{}/api/v1", site.port());
    let seen = script("generated_client.py", &[&url, &site.key("hmi_view")]);
    assert_eq!(seen["left_out"], "", "all of it is generated");
    assert_eq!(seen["projects"]["projects"][0]["project_id"], site.project());
    assert_eq!(seen["projects"]["next_cursor"], Value::Null);
    assert_eq!(seen["unknown"], "unheard_of");
    assert_eq!(seen["turns"], json!(["AnswerTurn", "NeedsInputTurn", "UnresolvedTurn"]));
    assert_eq!(seen["refused"], json!(["ApiError", "unauthorized"]));
}
