//! The tools for a local assistant, one message per line.

use std::fs;

use serde_json::{Value, json};
use tagbridge_service::{AgentFolders, Options, Service};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf, split,
};

use crate::{harness::House, mcp::L5X, turns::line};

/// An assistant that initializes a session, or sends its revision in each message.
struct Assistant {
    lines: tokio::io::Lines<BufReader<ReadHalf<DuplexStream>>>,
    to: WriteHalf<DuplexStream>,
    is_modern: bool,
    number: u64,
}

impl Assistant {
    async fn of(service: &Service, may_write: bool, is_modern: bool) -> Self {
        let (near, far) = tokio::io::duplex(1 << 20);
        let (reads, writes) = split(far);
        let service = service.clone();
        tokio::spawn(async move { service.serve_assistant(may_write, reads, writes).await });
        let (from, to) = split(near);
        let lines = BufReader::new(from).lines();
        let mut assistant = Self { lines, to, is_modern, number: 0 };
        if !is_modern {
            let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {},
                "clientInfo": { "name": "test", "version": "1" } });
            let answer = assistant.ask("initialize", hello).await;
            assert_eq!(answer["result"]["serverInfo"]["name"], "tagbridge", "{answer:#}");
            let greeted = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
            assistant.to.write_all(format!("{greeted}\n").as_bytes()).await.unwrap();
        }
        assistant
    }

    async fn ask(&mut self, method: &str, mut params: Value) -> Value {
        self.number += 1;
        if self.is_modern {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        let asked =
            json!({ "jsonrpc": "2.0", "id": self.number, "method": method, "params": params });
        self.to.write_all(format!("{asked}\n").as_bytes()).await.unwrap();
        let line = self.lines.next_line().await.unwrap().expect("an answer");
        serde_json::from_str(&line).unwrap()
    }

    async fn call(&mut self, name: &str, arguments: Value) -> Value {
        let params = json!({ "name": name, "arguments": arguments });
        let answer = self.ask("tools/call", params).await;
        assert!(answer["result"].is_object(), "{answer:#}");
        answer["result"]["structuredContent"].clone()
    }

    async fn tools(&mut self) -> Vec<String> {
        let answer = self.ask("tools/list", json!({})).await;
        let tools = answer["result"]["tools"].as_array().unwrap();
        tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    }
}

#[tokio::test]
async fn an_assistant_reads_and_asks_and_changes_nothing_unless_it_may() {
    let house = line().await;
    let reading = [
        "svc_health",
        "svc_list_projects",
        "svc_get_project",
        "svc_get_project_source",
        "svc_get_live_values",
        "svc_get_tag_history",
        "svc_search_context",
        "svc_interpret",
        "svc_get_analysis",
        "svc_get_export",
        "svc_download_export",
    ];
    for is_modern in [true, false] {
        let mut assistant = Assistant::of(&house.service, false, is_modern).await;
        assert_eq!(assistant.tools().await, reading);
        let project = assistant.call("svc_get_project", json!({ "id": house.project })).await;
        let twin = house.read(&format!("/api/v1/projects/{}", house.project)).await.ok();
        assert_eq!(project, twin);
        let asked = json!({ "id": house.project, "prompt": "What turns Conveyor_Run on?" });
        assert_eq!(assistant.call("svc_interpret", asked).await["status"], "answer");
        for changing in ["svc_generate_code", "svc_ingest_project", "svc_mint_embed_token", "nope"]
        {
            let params = json!({ "name": changing, "arguments": {} });
            let answer = assistant.ask("tools/call", params).await;
            assert_eq!(answer["error"]["code"], -32602, "{changing}: {answer:#}");
        }
    }
    let after = house.read(&format!("/api/v1/projects/{}/versions", house.project)).await.ok();
    assert_eq!(after["versions"].as_array().map(Vec::len), Some(1));
    let keys = house.service.list_keys().unwrap();
    assert_eq!(keys.len(), 1, "no key was made for it");
}

#[tokio::test]
async fn one_that_may_write_puts_files_of_its_folders_in_beside_a_service_of_the_same_data() {
    let house = House::new();
    let folder = tempfile::tempdir().unwrap();
    let (shared, downloads) = (folder.path().join("shared"), folder.path().join("downloads"));
    fs::create_dir(&shared).unwrap();
    fs::write(shared.join("line.L5X"), L5X).unwrap();
    fs::write(folder.path().join("secret.L5X"), L5X).unwrap();
    // For the data, this is another process.
    let mcp_folders =
        AgentFolders { roots: vec![shared.clone()], downloads: Some(downloads.clone()) };
    let beside =
        Service::open(house.folder.path(), Options { mcp_folders, ..Options::default() }).unwrap();
    let mut assistant = Assistant::of(&beside, true, true).await;
    assert_eq!(assistant.tools().await.len(), 17);
    let outside = folder.path().join("secret.L5X");
    let outside = json!({ "originalFilename": "line.L5X", "file_path": outside.to_str().unwrap() });
    assert_eq!(assistant.call("svc_ingest_project", outside).await["error"], "bad_request");
    let path = shared.join("line.L5X");
    let named = json!({ "originalFilename": "line.L5X", "file_path": path.to_str().unwrap() });
    let made = assistant.call("svc_ingest_project", named).await;
    assert_eq!(made["resolution"], "created", "{made:#}");
    // A service with the same data sees the change at once.
    let id = made["project_id"].as_str().unwrap();
    let seen = house.read(&format!("/api/v1/projects/{id}")).await.ok();
    let told = assistant.call("svc_get_project", json!({ "id": id })).await;
    assert_eq!(seen["current_version_id"], told["current_version_id"], "{told:#}");
    let raw = json!({ "id": id, "format": "raw" });
    let file = assistant.call("svc_get_project_source", raw).await;
    let place = file["path"].as_str().unwrap();
    assert_eq!(fs::read_to_string(place).unwrap(), L5X);
    assert!(place.starts_with(downloads.canonicalize().unwrap().to_str().unwrap()), "{place}");
    assert_eq!(file["url"], Value::Null);
    let plan = json!({ "id": id, "prompt": "add a tag Count of type DINT to Main" });
    assert_eq!(assistant.call("svc_generate_code", plan).await["status"], "plan");
}
