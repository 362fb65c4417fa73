//! The tools for agents before other people's clients of the protocol, and before its conformance suite.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::{Value, json};
use tagbridge_tests::{Process, Site, Tagbridge, patiently, python};

use crate::streams::plant;

/// The permissions of a key with all tools.
const ALL: &str = "ai_explain,ai_generate,analysis_tab,code_read,code_write,export_pdf,export_plc,\
                   hmi_view,project_upload";

fn place(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(below)
}

/// Where the packages of `tests/node/agents` are.
fn module(name: &str) -> PathBuf {
    let module = place("node/agents/node_modules").join(name);
    assert!(module.exists(), "{} is missing: run `cargo xtask setup`", module.display());
    module
}

fn printed(ran: &Output, what: &str) -> String {
    let (out, complaint) =
        (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{what}: {out}\n{complaint}");
    out.into_owned()
}

/// Two services, one for the tools and one for their endpoints.
struct Pair {
    sites: [Site; 2],
    _services: [Process; 2],
    folder: tempfile::TempDir,
}

impl Pair {
    fn new() -> Self {
        let sites = [Site::new(), Site::new()];
        let services = [sites[0].service(), sites[1].service()];
        Self { sites, _services: services, folder: tempfile::tempdir().expect("a folder") }
    }

    /// Has a client run the scenario with its own project, and checks the results.
    fn check(&self, command: &mut Command, name: &str, further: &[&str], version: &str) {
        let file = self.folder.path().join(format!("{name}.L5X"));
        fs::write(&file, plant(3).replace("Plant", name)).expect("it is written");
        for site in &self.sites {
            command.arg(format!("http://127.0.0.1:{}", site.port())).arg(site.key(ALL));
        }
        let ran = command.arg(&file).args(further).output().expect("it starts");
        let seen: Value =
            serde_json::from_str(&printed(&ran, &format!("{further:?}"))).expect("it prints JSON");
        assert_eq!(seen["version"], version, "{further:?}");
        assert_eq!(seen["tools"].as_array().map(Vec::len), Some(19), "{seen}");
        let mut tools: Vec<_> = seen["tools"].as_array().expect("a list").clone();
        tools.sort_by_key(ToString::to_string);
        assert_eq!(seen["called"], json!(tools), "each tool is in the story");
        assert_eq!(seen["equal"], 20, "what a tool answers is what its endpoint answers");
        assert_eq!(seen["refused"], json!([true, "not_found"]));
    }
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn python_s_client_tells_the_whole_story_in_both_eras() {
    let pair = Pair::new();
    for (mode, version) in [("auto", "2026-07-28"), ("legacy", "2025-11-25")] {
        let mut command = Command::new(python());
        command.arg(place("python/agent_story.py"));
        pair.check(&mut command, &format!("Plant_{mode}"), &[mode], version);
    }
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn the_typescript_clients_tell_the_whole_story_in_both_eras() {
    let pair = Pair::new();
    for package in ["sdk", "client"] {
        module(&format!("@modelcontextprotocol/{package}"));
    }
    for (client, mode, version) in [
        ("sdk", "legacy", "2025-11-25"),
        ("client", "auto", "2026-07-28"),
        ("client", "legacy", "2025-11-25"),
    ] {
        let mut command = Command::new("node");
        command.arg(place("node/agents/story.mjs"));
        pair.check(&mut command, &format!("Plant_{client}_{mode}"), &[client, mode], version);
    }
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn the_protocol_s_own_suite_finds_nothing_that_was_not_expected() {
    let site = Site::new();
    let _service = site.service();
    // The suite sends no key.
    let mut proxy = Command::new("node");
    proxy.arg(place("node/agents/proxy.mjs")).arg(site.port().to_string()).arg(site.key(ALL));
    let proxy = Process::start(&mut proxy);
    let port: u16 = patiently("the proxy's port", || proxy.next_line().parse().ok());
    let url = format!("http://127.0.0.1:{port}/mcp");
    let node =
        ["x64", "arm64"].map(|it| place(&format!("node/agents/node_modules/node-linux-{it}")));
    let node = node.iter().find(|it| it.exists()).expect("`cargo xtask setup` brings it");
    let folder = tempfile::tempdir().expect("a folder");
    for (package, baseline, further) in [
        ("@modelcontextprotocol/conformance", "2026-07-28", &["--requirements", "2026-07-28"][..]),
        ("@modelcontextprotocol/conformance", "2025-11-25", &["--requirements", "2025-11-25"]),
        ("conformance-stable", "0.1.16", &[]),
    ] {
        let expected = place(&format!("node/agents/conformance-{baseline}.yml"));
        let ran = Command::new(node.join("bin/node"))
            .arg(module(package).join("dist/index.js"))
            .args(["server", "--url", &url, "--expected-failures"])
            .arg(expected)
            .args(further)
            .current_dir(folder.path())
            .output()
            .expect("it starts");
        let said = printed(&ran, baseline);
        let total = said.lines().find(|line| line.starts_with("Total:"));
        println!("{baseline}: {}", total.unwrap_or("no total"));
    }
}

#[test]
fn the_program_answers_an_assistant_until_it_closes_its_end() {
    let site = Site::new();
    let data = site.service_data();
    let mut assistant = Tagbridge::new(["mcp", "--data", &data]).start();
    for asked in [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" } } }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call",
            "params": { "name": "svc_get_project", "arguments": { "id": site.project() } } }),
    ] {
        writeln!(assistant.stdin(), "{asked}").expect("it reads");
    }
    let next = || serde_json::from_str::<Value>(&assistant.next_line()).expect("one a line");
    assert_eq!(next()["result"]["serverInfo"]["name"], "tagbridge");
    let project = next();
    assert_eq!(project["result"]["structuredContent"]["name"], "Line 4", "{project:#}");
    // A service may use the same data at the same time.
    let service = site.service();
    assistant.close_stdin();
    assert!(assistant.end().success());
    drop(service);
}
