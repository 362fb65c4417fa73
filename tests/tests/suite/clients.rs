//! Clients that are generated from the service's own document.

use std::{fs, path::Path, process::Command};

use serde_json::{Value, json};
use tagbridge_tests::{Site, python};

use crate::streams::plant;

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

#[test]
fn an_agent_does_its_story_in_both_eras_of_the_protocol() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plant.L5X");
    fs::write(&file, plant(3)).expect("it is written");
    let site = Site::new();
    let _service = site.service();
    let origin = format!("http://127.0.0.1:{}", site.port());
    let key = site.key("ai_explain,analysis_tab,code_read,export_plc,project_upload");
    for (mode, version, resolution) in
        [("auto", "2026-07-28", "created"), ("legacy", "2025-11-25", "identical_file")]
    {
        let file = file.to_str().expect("a plain path");
        let seen = script("agent_story.py", &[&origin, &key, file, mode]);
        assert_eq!(seen["version"], version);
        assert_eq!(seen["tools"].as_array().map(Vec::len), Some(14), "{seen}");
        assert_eq!(seen["resolution"], resolution);
        assert_eq!(seen["same"], true, "what was fetched is what was put in");
        assert_eq!(seen["refused"], json!([true, "not_found"]));
        assert_eq!((&seen["turn"], &seen["analysis"]), (&json!("answer"), &json!("complete")));
    }
}

#[test]
fn the_python_client_does_its_story() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plant.L5X");
    fs::write(&file, plant(3)).expect("it is written");
    let site = Site::new();
    let _service = site.service();
    let url = format!("http://127.0.0.1:{}", site.port());
    let may = "ai_explain,analysis_tab,code_read,code_write,export_plc,hmi_view,project_upload";
    let file = file.to_str().expect("a plain path");
    let seen = script("client_story.py", &[&url, &site.key(may), file]);
    let expected = json!({
        "health": "api_key", "projects": 1, "resolutions": ["created", "add_version"],
        "answer": "AnswerTurn", "last": "done", "same_answer": true, "analysis": "complete",
        "same_file": true, "found": true, "live": false,
        "token": { "ai_explain": true, "hmi_view": true },
        "refused": [404, "not_found", false, true],
    });
    assert_eq!(seen, expected);
}
