//! The tools for agents, compared with their endpoints.

use axum::{body::Body, http::Request};
use serde_json::{Value, json};
use tagbridge_api::Permission;

use crate::harness::{Answer, House, complete};

pub(crate) const L5X: &str = r#"<RSLogix5000Content TargetName="Line4" TargetType="Controller"><Controller Use="Target"
 Name="Line4"><Tags><Tag Name="Run" TagType="Base" DataType="BOOL"/><Tag Name="Start" TagType="Base"
 DataType="BOOL"/></Tags><Programs><Program Name="Main" MainRoutineName="Ladder"><Tags/><Routines>
 <Routine Name="Ladder" Type="RLL"><RLLContent><Rung Number="0" Type="N">
 <Text><![CDATA[XIC(Start)OTE(Run);]]></Text></Rung></RLLContent></Routine></Routines></Program>
 </Programs></Controller></RSLogix5000Content>"#;

/// The revisions without a session and with one.
pub(crate) const ERAS: [&str; 2] = ["2026-07-28", "2025-06-18"];

/// Calls `/mcp` like a client of a revision.
pub(crate) async fn ask(
    house: &House,
    era: &str,
    key: &str,
    method: &str,
    params: Value,
) -> Answer {
    ask_with(house, era, key, method, params, None).await
}

/// The same, with a project in the header for gateways.
async fn ask_with(
    house: &House,
    era: &str,
    key: &str,
    method: &str,
    params: Value,
    project: Option<&str>,
) -> Answer {
    let mut params = params;
    let mut request = Request::post("/mcp")
        .header("host", "127.0.0.1:8750")
        .header("authorization", format!("Bearer {key}"))
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", era);
    if let Some(project) = project {
        request = request.header("mcp-param-project", project);
    }
    if era == ERAS[0] {
        request = request.header("mcp-method", method);
        if let Some(name) = params["name"].as_str() {
            request = request.header("mcp-name", name);
        }
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": era,
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        });
    }
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    house.send(request.body(Body::from(body.to_string())).unwrap()).await
}

pub(crate) async fn call(
    house: &House,
    era: &str,
    key: &str,
    name: &str,
    arguments: Value,
) -> Value {
    let params = json!({ "name": name, "arguments": arguments });
    let answer = ask(house, era, key, "tools/call", params).await;
    assert_eq!(answer.status, 200, "{:#}", answer.body);
    answer.body["result"].clone()
}

/// The id of a project with a file.
async fn project(house: &House) -> String {
    use base64::{Engine, prelude::BASE64_STANDARD};
    let file =
        json!({ "originalFilename": "Line4.L5X", "file_inline": BASE64_STANDARD.encode(L5X) });
    let made = call(house, ERAS[0], &house.key, "svc_ingest_project", file).await;
    assert_eq!(made["structuredContent"]["resolution"], "created", "{made:#}");
    assert!(made["_meta"]["idempotency_key"].is_string());
    let id = made["structuredContent"]["project_id"].as_str().unwrap().to_owned();
    // It is analysed, which its responses show.
    while house.read(&format!("/api/v1/projects/{id}")).await.ok()["analysis_status"] != "complete"
    {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    id
}

#[tokio::test]
async fn a_tool_answers_what_its_endpoint_answers_in_both_eras() {
    let house = House::new();
    house.push(&[complete(1, &[("Run", 1)])]).await;
    let id = project(&house).await;
    let whole = house.read(&format!("/api/v1/projects/{id}")).await.ok();
    let version = whole["current_version_id"].as_str().unwrap();
    for era in ERAS {
        for (tool, arguments, path) in [
            ("svc_health", json!({}), "/api/v1/health".to_owned()),
            ("svc_list_projects", json!({ "limit": 1 }), "/api/v1/projects?limit=1".to_owned()),
            ("svc_get_project", json!({ "id": id }), format!("/api/v1/projects/{id}")),
            (
                "svc_get_project_source",
                json!({ "id": id, "format": "ladder" }),
                format!("/api/v1/projects/{id}/source?format=ladder"),
            ),
            (
                "svc_get_project_source",
                json!({ "id": id, "format": "scl", "version_id": version }),
                format!("/api/v1/projects/{id}/source?format=scl&version_id={version}"),
            ),
            (
                "svc_list_projects",
                json!({ "archived": true }),
                "/api/v1/projects?archived=true".to_owned(),
            ),
            ("svc_get_live_values", json!({ "id": house.project }), house.path("hmi/values")),
            (
                "svc_get_live_values",
                json!({ "id": house.project, "tags": ["No&Such", "Run"] }),
                house.path("hmi/values?tags=No%26Such&tags=Run"),
            ),
            (
                "svc_get_tag_history",
                json!({ "id": house.project, "tag": "Run" }),
                house.path("hmi/history?tag=Run"),
            ),
            (
                "svc_get_tag_history",
                json!({ "id": house.project, "tag": "Run", "before": "2026-01-01T00:00:00Z" }),
                house.path("hmi/history?tag=Run&before=2026-01-01T00:00:00Z"),
            ),
            (
                "svc_search_context",
                json!({ "id": id, "query": "Run" }),
                format!("/api/v1/projects/{id}/search-context?query=Run"),
            ),
        ] {
            let result = call(&house, era, &house.key, tool, arguments).await;
            let twin = house.read(&path).await.ok();
            assert_eq!(result["structuredContent"], twin, "{era} {tool}");
            let text = result["content"][0]["text"].as_str().unwrap();
            assert_eq!(serde_json::from_str::<Value>(text).unwrap(), twin, "{era} {tool}");
            assert_ne!(result["isError"], true);
        }
        let asked = json!({ "id": id, "prompt": "What writes Run?" });
        let turn = call(&house, era, &house.key, "svc_interpret", asked).await;
        assert_eq!(turn["structuredContent"]["status"], "answer", "{turn:#}");
    }
}

#[tokio::test]
async fn a_key_is_shown_the_tools_that_it_may_use_and_each_has_its_schemas() {
    let house = House::new();
    let viewer = house.make_key(&[Permission::HmiView], None);
    for era in ERAS {
        let all = ask(&house, era, &house.key, "tools/list", json!({})).await;
        assert_eq!(all.status, 200, "{:#}", all.body);
        let tools = all.body["result"]["tools"].as_array().unwrap().clone();
        assert_eq!(tools.len(), 19);
        for tool in &tools {
            for schema in [&tool["inputSchema"], &tool["outputSchema"]] {
                assert_eq!(schema["type"], "object", "{tool:#}");
                assert!(!schema.to_string().contains("#/components/"), "{tool:#}");
            }
            assert_eq!(tool["inputSchema"]["additionalProperties"], false);
            assert!(!tool["description"].as_str().unwrap().starts_with('.'), "{tool:#}");
        }
        let answer = ask(&house, era, &viewer, "tools/list", json!({})).await;
        let names: Vec<_> = answer.body["result"]["tools"]
            .as_array()
            .unwrap()
            .iter()
            .map(|tool| tool["name"].as_str().unwrap().to_owned())
            .collect();
        let expected = [
            "svc_health",
            "svc_list_projects",
            "svc_get_project",
            "svc_get_live_values",
            "svc_get_tag_history",
            "svc_stage_upload",
        ];
        assert_eq!(names, expected);
    }
}

#[tokio::test]
async fn a_refusal_is_a_result_with_its_remedy_and_a_malformed_call_is_an_error() {
    let house = House::new();
    let viewer = house.make_key(&[Permission::HmiView], None);
    for era in ERAS {
        let unknown =
            call(&house, era, &house.key, "svc_get_project", json!({ "id": "nope" })).await;
        assert_eq!(
            (&unknown["isError"], &unknown["structuredContent"]["error"]),
            (&json!(true), &json!("not_found"))
        );
        let text = unknown["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("GET /projects lists"), "{text}");
        let denied = json!({ "id": house.project, "prompt": "?" });
        let denied = call(&house, era, &viewer, "svc_interpret", denied).await;
        assert_eq!(denied["structuredContent"]["error"], "permission_denied");
        for (name, arguments) in [
            ("svc_nope", json!({})),
            ("svc_get_project", json!({})),
            ("svc_get_project", json!({ "id": "x", "more": 1 })),
            ("svc_start_analysis", json!({ "id": house.project, "idempotency_key": 7 })),
        ] {
            let params = json!({ "name": name, "arguments": arguments });
            let answer = ask(&house, era, &house.key, "tools/call", params).await;
            assert_eq!(answer.body["error"]["code"], -32602, "{:#}", answer.body);
        }
    }
}

#[tokio::test]
async fn a_gateway_can_be_told_the_project_by_a_header() {
    let house = House::with(|options| {
        options.requests_per_minute = |_| 1_000_000;
        options.mcp_project_header = true;
    });
    let list = ask(&house, ERAS[0], &house.key, "tools/list", json!({})).await;
    let tools = list.body["result"]["tools"].as_array().unwrap();
    for tool in tools {
        let id = &tool["inputSchema"]["properties"]["id"];
        assert_eq!(id["x-mcp-header"] == "Project", id.is_object(), "{tool:#}");
    }
    let params = json!({ "name": "svc_get_project", "arguments": { "id": house.project } });
    for (era, header, expected) in [
        (ERAS[0], None, Some(-32020)),
        (ERAS[0], Some("prj_other"), Some(-32020)),
        (ERAS[0], Some(&*house.project), None),
        (ERAS[1], None, None),
    ] {
        let answer = ask_with(&house, era, &house.key, "tools/call", params.clone(), header).await;
        assert_eq!(answer.body["error"]["code"].as_i64(), expected, "{era} {header:?}");
        assert_eq!(answer.status.as_u16(), if expected.is_some() { 400 } else { 200 });
    }
}

#[tokio::test]
async fn who_shows_no_key_does_not_come_in() {
    let house = House::new();
    let minted = json!({ "project_id": house.project });
    let minted = call(&house, ERAS[0], &house.key, "svc_mint_embed_token", minted).await;
    let token = minted["structuredContent"]["token"].as_str().unwrap();
    for era in ERAS {
        let nobody = ask(&house, era, "tb_0_0", "tools/list", json!({})).await;
        assert_eq!(nobody.headers["www-authenticate"], "Bearer");
        nobody.refused(401, "unauthorized");
        ask(&house, era, token, "tools/list", json!({})).await.refused(403, "permission_denied");
    }
}

#[tokio::test]
async fn every_answer_to_an_agent_has_a_request_id_of_its_own() {
    use tower::ServiceExt;
    let house = House::new();
    let listed = ask(&house, ERAS[0], &house.key, "tools/list", json!({})).await;
    assert_eq!(listed.status, 200, "{:#}", listed.body);
    let id = |headers: &axum::http::HeaderMap| headers["request-id"].to_str().unwrap().to_owned();
    let mut ids = std::collections::BTreeSet::from([id(&listed.headers)]);
    for (method, key, status) in
        [("GET", &*house.key, 405), ("HEAD", &*house.key, 405), ("POST", "tb_0_0", 401)]
    {
        let request = Request::builder()
            .method(method)
            .uri("/mcp")
            .header("host", "127.0.0.1:8750")
            .header("authorization", format!("Bearer {key}"));
        let request = request.body(Body::empty()).unwrap();
        let response = house.router.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status().as_u16(), status, "{method}");
        ids.insert(id(response.headers()));
    }
    assert_eq!(ids.len(), 4);
}

#[tokio::test]
async fn a_file_comes_by_a_link_that_is_good_for_a_while() {
    let house = House::new();
    let id = project(&house).await;
    let raw = json!({ "id": id, "format": "raw" });
    let file = call(&house, ERAS[0], &house.key, "svc_get_project_source", raw).await;
    let link = &file["structuredContent"];
    assert_eq!((&link["filename"], &link["size"]), (&json!("Line4.L5X"), &json!(L5X.len())));
    assert_eq!(file["content"][1]["type"], "resource_link");
    let url =
        link["url"].as_str().unwrap().strip_prefix("http://127.0.0.1:8750").unwrap().to_owned();
    let fetch = async |path: &str| {
        use tower::ServiceExt;
        let request = Request::get(path).body(Body::empty()).unwrap();
        let response = house.router.clone().oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        (status, axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap())
    };
    assert_eq!(fetch(&url).await, (200, L5X.as_bytes().into()));
    assert_eq!(fetch(&url.replace("raw", "scl")).await.0, 403);
    assert_eq!(fetch(url.split("&key").next().unwrap()).await.0, 401);
    house.advance_ms(5 * 60_000);
    assert_eq!(fetch(&url).await.0, 403);
}

#[tokio::test]
async fn chosen_values_come_in_their_order_and_a_name_that_is_not_streamed_is_told() {
    let house = House::new();
    let names = async |query: &str| {
        let live = house.read(&house.path(&format!("hmi/values?{query}"))).await.ok();
        let tags = live["tags"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        (tags, live["missing"].clone())
    };
    assert_eq!(names("tags=Run").await, (vec![], Value::Null), "nobody streams");
    house.push(&[complete(1, &[("Run", 1), ("Start", 0), ("Stop", 1)])]).await;
    let chosen = |names: &[&str]| names.iter().map(|&it| it.to_owned()).collect::<Vec<_>>();
    assert_eq!(names("tags=Stop&tags=Run").await, (chosen(&["Stop", "Run"]), Value::Null));
    let twice = names("tags=Run&tags=Nope&tags=Run&tags=Nope").await;
    assert_eq!(twice, (chosen(&["Run"]), json!(["Nope"])));
    assert_eq!(names("").await.0.len(), 3);
    house.read(&house.path("hmi/values?tags=")).await.refused(400, "bad_request");
    let many = "tags=Run&".repeat(501);
    house.read(&house.path(&format!("hmi/values?{many}"))).await.refused(400, "bad_request");
}

#[tokio::test]
async fn a_change_is_a_plan_first_and_code_when_it_is_approved() {
    let house = crate::turns::line().await;
    for era in ERAS {
        let asked = json!({ "id": house.project, "prompt": "add a tag Count of type DINT to Main",
            "target": { "program": "Main" } });
        let plan = call(&house, era, &house.key, "svc_generate_code", asked).await;
        let turn = &plan["structuredContent"];
        assert_eq!(turn["status"], "plan", "{plan:#}");
        for field in ["changes", "generated_code", "code_blocks"] {
            assert!(turn.get(field).is_none(), "{field} before it is approved");
        }
        let approved = json!({ "id": house.project, "approve": true,
            "conversation_id": turn["conversation_id"] });
        let code = call(&house, era, &house.key, "svc_generate_code", approved.clone()).await;
        let turn = &code["structuredContent"];
        let change = &turn["changes"][0];
        assert_eq!(turn["status"], "code", "{code:#}");
        assert_eq!(
            turn["code_blocks"],
            json!([{ "language": change["code_type"], "target": change["target"],
                "content": change["content"] }])
        );
        assert_eq!(turn["generated_code"], change["content"]);
        let text = code["content"][0]["text"].as_str().unwrap();
        assert_eq!(&serde_json::from_str::<Value>(text).unwrap(), turn);
        let again = call(&house, era, &house.key, "svc_generate_code", approved).await;
        assert_eq!(again["structuredContent"]["error"], "no_pending_plan", "{again:#}");
    }
    let reader = house.make_key(&[Permission::AiExplain], None);
    let asked = json!({ "id": house.project, "prompt": "add a tag Count of type DINT to Main" });
    let denied = call(&house, ERAS[0], &reader, "svc_generate_code", asked).await;
    assert_eq!(denied["structuredContent"]["error"], "permission_denied");
}

#[tokio::test]
async fn a_large_result_is_a_file_that_stays_as_it_was() {
    let house = House::new();
    let names: Vec<String> = (0..4000).map(|it| format!("Line4_Conveyor_{it}")).collect();
    let tags: Vec<(&str, i64)> = names.iter().map(|it| (it.as_str(), 1)).collect();
    house.push(&[complete(1, &tags)]).await;
    let twin = house.read(&house.path("hmi/values")).await.ok();
    let asked = json!({ "id": house.project });
    let large = call(&house, ERAS[0], &house.key, "svc_get_live_values", asked.clone()).await;
    let file = &large["structuredContent"];
    assert_eq!(
        (&file["filename"], &file["media_type"], &file["counts"]["tags"]),
        (&json!("live_values.json"), &json!("application/json"), &json!(4000))
    );
    assert_eq!(large["content"][1]["type"], "resource_link");
    assert!(large.to_string().len() < 4096, "a model's context is no place for it");
    house.push(&[complete(2, &[("Other", 1)])]).await;
    let url = file["url"].as_str().unwrap().strip_prefix("http://127.0.0.1:8750").unwrap();
    let fetch = async |url: &str| house.send(Request::get(url).body(Body::empty()).unwrap()).await;
    let fetched = fetch(url).await;
    assert!(fetched.headers.contains_key("request-id"));
    assert_eq!((fetched.status.as_u16(), fetched.body), (200, twin));
    let few = json!({ "id": house.project, "tags": ["Other"] });
    let few = call(&house, ERAS[0], &house.key, "svc_get_live_values", few).await;
    assert_eq!(few["structuredContent"]["tags"]["Other"]["value"], 1, "{few:#}");
    let other = url.replace("files/", "files/0");
    fetch(&other).await.refused(403, "permission_denied");
    fetch(url.split('?').next().unwrap()).await.refused(403, "permission_denied");
    house.advance_ms(5 * 60_000);
    fetch(url).await.refused(403, "permission_denied");
}

/// Calls `/mcp` with a body and a few custom headers.
async fn ask_raw(house: &House, method: &str, headers: &[(&str, &str)], body: &str) -> Answer {
    let mut request = Request::builder().method(method).uri("/mcp");
    let usual = [
        ("host", "127.0.0.1:8750"),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ];
    for (name, value) in usual {
        let own = headers.iter().find(|(own, _)| *own == name);
        request = request.header(name, own.map_or(value, |(_, value)| value));
    }
    for (name, value) in headers.iter().filter(|(name, _)| *name == "origin") {
        request = request.header(*name, *value);
    }
    let request = request.header("authorization", format!("Bearer {}", house.key));
    house.send(request.body(Body::from(body.to_owned())).unwrap()).await
}

#[tokio::test]
async fn what_the_transport_refuses_has_the_envelope_or_is_json_rpc() {
    let house = House::new();
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    for (body, code) in [("{\"jsonrpc\":", -32700), ("", -32700), ("{}", -32600), ("[1]", -32600)] {
        let answer = ask_raw(&house, "POST", &[], body).await;
        assert_eq!(answer.status, 400, "{body}: {:#}", answer.body);
        assert_eq!(answer.body["jsonrpc"], "2.0", "{body}: {:#}", answer.body);
        assert_eq!(answer.body["error"]["code"], code, "{body}: {:#}", answer.body);
        assert_eq!(answer.body["id"], Value::Null);
        assert_eq!(answer.headers["content-type"], "application/json");
        assert!(answer.headers.contains_key("request-id"));
    }
    for method in ["DELETE", "GET", "PUT"] {
        let answer = ask_raw(&house, method, &[], "").await;
        assert_eq!(answer.headers["allow"], "POST", "{method}");
        assert!(answer.refused(405, "method_not_allowed").contains(method));
    }
    let foreign = ask_raw(&house, "POST", &[("host", "evil.example")], call).await;
    assert!(foreign.refused(403, "permission_denied").contains("Host"));
    let page = ask_raw(&house, "POST", &[("origin", "http://evil.example")], call).await;
    assert!(page.refused(403, "permission_denied").contains("Origin"));
    for (header, value, status) in
        [("accept", "text/html", 406_u16), ("content-type", "text/plain", 415)]
    {
        let answer = ask_raw(&house, "POST", &[(header, value)], call).await;
        assert_eq!(answer.status.as_u16(), status, "{header}");
        assert_eq!(answer.body["error"], "bad_request", "{header}: {:#}", answer.body);
        assert_eq!(answer.body["request_id"], answer.headers["request-id"].to_str().unwrap());
    }
    let large = format!("{{\"jsonrpc\":\"2.0\",\"x\":\"{}\"}}", "x".repeat(9 << 20));
    ask_raw(&house, "POST", &[], &large).await.refused(413, "payload_too_large");
}
