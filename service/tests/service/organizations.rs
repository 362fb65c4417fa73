//! Organizations that share a service: none can read data of another one, with any id or tool.

use std::{collections::BTreeSet, time::Duration};

use axum::body::Body;
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use tagbridge_api::Permission;
use tagbridge_service::{Billing, NewEnrolment, NewKey, OrgError, Price, openapi};

use crate::{
    exports::{self, EXPORTS},
    harness::{Answer, House, OTHER_STREAM, STREAM, complete, delta},
    mcp::{ERAS, call},
    turns,
};

/// The data of each organization, by the names in paths and tools.
struct Owned {
    house: House,
    ids: Vec<(&'static str, String)>,
    /// A link of an uploaded file.
    staged: String,
    team: String,
    /// A text that no other organization may read.
    secret: &'static str,
}

impl Owned {
    async fn of(house: House, secret: &'static str, stream: &str) -> Self {
        turns::upload(&house, &turns::LINE.replace("Conveyor_Run", secret)).await;
        let snapshots = json!([complete(1, &[(secret, 1)])]);
        house.push_with(json!({ "snapshots": snapshots, "stream_id": stream })).await.ok();
        // Enough that some of them are packed.
        for sequence in 2..40 {
            let snapshots = json!([delta(sequence, &[(secret, 1)])]);
            house.push_with(json!({ "snapshots": snapshots, "stream_id": stream })).await.ok();
        }
        // A snapshot whose second part is missing.
        let mut part = complete(40, &[(secret, 2)]);
        (part["part"], part["parts"]) = (json!(1), json!(2));
        house.push_with(json!({ "snapshots": [part], "stream_id": stream })).await.ok();
        house.write(&house.path("hmi/request-tags"), &json!({ "tags": [secret] })).await.ok();
        let asked = turns::ask(&house, &format!("why is {secret} off?")).await;
        let export = exports::start(&house, "plc").await;
        exports::ended(&house, &export).await;
        let analysis = exports::begin(&house, &house.path("analyses"), ("accept", "*/*")).await;
        assert_eq!(analysis.status, 202, "{:#}", analysis.body);
        let analysis = analysis.body["analysis_id"].as_str().unwrap().to_owned();
        while ["queued", "running"].contains(
            &house.read(&format!("/api/v1/analyses/{analysis}")).await.ok()["status"]
                .as_str()
                .unwrap(),
        ) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let request = house
            .request("POST", "/api/v1/uploads")
            .header("host", "tags.example")
            .header("content-type", "application/json")
            .header("idempotency-key", uuid::Uuid::new_v4().to_string());
        let file = turns::LINE.replace("Conveyor_Run", secret);
        let request =
            request.body(Body::from(json!({ "filename": "Line.L5X" }).to_string())).unwrap();
        let staged = house.send(request).await;
        let staged = staged.body["upload_url"].as_str().expect("a link").to_owned();
        let path = staged.strip_prefix("http://tags.example").unwrap();
        let put = axum::http::Request::put(path).header("content-length", file.len());
        assert!(house.send(put.body(Body::from(file)).unwrap()).await.status.is_success());
        let version = house.read(&house.path("versions")).await.ok()["versions"][0]["version_id"]
            .as_str()
            .unwrap()
            .to_owned();
        let team = house.service.create_team(secret).unwrap().id;
        assert!(house.service.assign(&house.project, Some(&team)).unwrap());
        let code = NewEnrolment {
            name: secret.to_owned(),
            permissions: vec![Permission::HmiPush],
            projects: Some(vec![house.project.clone()]),
            uses: 1,
            lifetime: Duration::from_hours(1),
        };
        house.service.create_enrolment(code).unwrap();
        house.service.set_billing(&Billing::PerProject(None)).unwrap();
        let conversation = asked["conversation_id"].as_str().unwrap().to_owned();
        let project = house.project.clone();
        let ids = vec![
            ("id", project.clone()),
            ("project_id", project),
            ("analysisId", analysis.clone()),
            ("analysis_id", analysis),
            ("cid", conversation.clone()),
            ("conversation_id", conversation),
            ("exportId", export.clone()),
            ("export_id", export),
            ("version_id", version),
            ("number", "1".to_owned()),
        ];
        Self { house, ids, staged, team, secret }
    }

    fn id(&self, name: &str) -> Option<&str> {
        self.ids.iter().find(|(known, _)| *known == name).map(|(_, id)| id.as_str())
    }

    /// A body that would be accepted for its own organization.
    fn body(&self, path: &str) -> Value {
        let file = json!({ "originalFilename": "line4.L5X",
            "file": { "inline": BASE64_STANDARD.encode(turns::LINE) } });
        match path.rsplit('/').next().unwrap() {
            "messages" | "interpret" | "generate" => json!({ "prompt": "why is Auto on?" }),
            "values" => json!({ "device_id": "d", "stream_id": STREAM, "snapshots": [] }),
            "request-tags" => json!({ "tags": ["Auto"] }),
            "versions" => file,
            "embed-tokens" => json!({ "project_id": self.id("id") }),
            "projects" => {
                json!({ "originalFilename": "l.L5X", "file": { "blob_url": self.staged } })
            }
            _ => json!({ "name": "taken" }),
        }
    }
}

/// Two organizations of one service, each with data of every kind.
async fn two() -> [Owned; 2] {
    let house = House::with(|options| {
        options.requests_per_minute = |_| 1_000_000;
        options.embed_origins = vec!["https://portal.example".to_owned()];
    });
    let other = house.of_org("beta");
    let ours = Owned::of(house, "Alpha_secret", STREAM).await;
    [ours, Owned::of(other, "Beta_secret", OTHER_STREAM).await]
}

#[tokio::test]
async fn no_endpoint_and_no_tool_knows_what_another_organization_has() {
    let both = two().await;
    let mut tried = 0;
    for (own, other) in [(&both[0], &both[1]), (&both[1], &both[0])] {
        let is_told = |body: &Value| {
            let text = body.to_string();
            text.contains(other.secret) || text.contains(&other.team)
        };
        let document = openapi();
        for (path, operations) in document["paths"].as_object().unwrap() {
            for method in operations.as_object().unwrap().keys() {
                // Any client with such a link may use it.
                if path == "/uploads/{id}"
                    || !["get", "post", "patch", "delete"].contains(&&**method)
                {
                    continue;
                }
                let takes_an_id = path.contains('{') || ["/embed-tokens"].contains(&&**path);
                let mut filled = path.clone();
                for (name, id) in &other.ids {
                    filled = filled.replace(&format!("{{{name}}}"), id);
                }
                let query = match &**path {
                    "/projects/{id}/hmi/history" => "?tag=Auto",
                    "/projects/{id}/search-context" => "?query=Auto",
                    _ => "",
                };
                let request = own
                    .house
                    .request(&method.to_uppercase(), &format!("/api/v1{filled}{query}"))
                    .header("content-type", "application/json")
                    .header("host", "tags.example")
                    .header("idempotency-key", uuid::Uuid::new_v4().to_string());
                let body = match method.as_str() {
                    "get" => Body::empty(),
                    _ => Body::from(other.body(path).to_string()),
                };
                let answer = own.house.send(request.body(body).unwrap()).await;
                println!("{method} {filled}: {}", answer.status);
                assert!(!is_told(&answer.body), "{method} {path}: {:#}", answer.body);
                // A file that another organization uploaded is not found.
                if takes_an_id || (path == "/projects" && method == "post") {
                    let status = answer.status.as_u16();
                    assert!([400, 403, 404].contains(&status), "{method} {path}: {status}");
                    assert!(status != 400 || path == "/projects", "{method} {path}");
                }
                tried += 1;
            }
        }
        // For a project of the organization, too: files of other projects are not found.
        let version = other.id("version_id").unwrap();
        for path in ["source", "analysis"] {
            let path = own.house.path(&format!("{path}?version_id={version}"));
            own.house.read(&path).await.refused(404, "not_found");
        }
        let foreign = json!({ "prompt": "and why?", "conversation_id": other.id("cid") });
        let refused = own.house.write(&own.house.path("interpret"), &foreign).await;
        assert!(refused.status.is_client_error() && !is_told(&refused.body), "{:#}", refused.body);
        let list = own.house.read("/api/v1/projects").await.ok();
        let listed = list["projects"].as_array().unwrap();
        assert!(!listed.is_empty());
        assert!(
            listed.iter().all(|it| it["project_id"] != other.house.project.as_str()),
            "{list:#}"
        );
        for (team, count) in [(&own.team, 1), (&other.team, 0), (&"team_none".to_owned(), 0)] {
            let list = own.house.read(&format!("/api/v1/projects?team_id={team}")).await.ok();
            assert_eq!(list["projects"].as_array().unwrap().len(), count, "{list:#}");
        }
        tried += tools(own, other).await;
    }
    println!("{tried} ways to ask for what another organization has, 0 answered");
    // None of the attempts had an effect.
    for owned in &both {
        let path = format!("/api/v1/projects/{}", owned.house.project);
        assert_eq!(owned.house.read(&path).await.ok()["name"], "Conveyor");
        let export = format!("{EXPORTS}/{}", owned.id("exportId").unwrap());
        assert_eq!(owned.house.read(&export).await.ok()["status"], "complete");
    }
}

/// Each tool with the other one's ids; returns their number.
async fn tools(own: &Owned, other: &Owned) -> usize {
    let (house, key) = (&own.house, &own.house.key);
    let listed = crate::mcp::ask(house, ERAS[0], key, "tools/list", json!({})).await;
    let listed = listed.body["result"]["tools"].as_array().unwrap().clone();
    for tool in &listed {
        let name = tool["name"].as_str().unwrap();
        let (mut arguments, mut is_by_id) = (json!({}), false);
        let required: Vec<&str> = tool["inputSchema"]["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        for (property, schema) in tool["inputSchema"]["properties"].as_object().unwrap() {
            if let Some(id) = other.id(property) {
                is_by_id = true;
                arguments[property] = json!(id);
            } else if required.contains(&&**property) {
                arguments[property] = match schema["type"].as_str() {
                    Some("array") => json!(["Auto"]),
                    Some("integer") => json!(1),
                    _ => json!("Auto"),
                };
            }
        }
        let is_version_alone = arguments["version_id"].is_string()
            && ["id", "project_id"].iter().all(|name| arguments[name].is_null());
        assert!(!is_version_alone, "{name} takes a version alone");
        let result = call(house, ERAS[0], key, name, arguments).await;
        assert!(!result.to_string().contains(other.secret), "{name}: {result:#}");
        assert!(!is_by_id || result["isError"] == true, "{name}: {result:#}");
    }
    listed.len()
}

#[tokio::test]
async fn an_organization_manages_its_own_alone() {
    let house = House::new();
    let other = house.of_org("beta");
    let key = house.service.create_key(NewKey::default()).unwrap().0;
    assert!(other.service.list_keys().unwrap().iter().all(|it| it.id != key.id));
    assert!(!other.service.revoke_key(&key.id).unwrap());
    assert!(other.service.rotate_key(&key.id, Duration::ZERO).unwrap().is_none());
    assert!(other.service.versions(&house.project).is_err());
    assert!(other.service.projects(false).unwrap().iter().all(|it| it.project_id != house.project));
    let scoped = NewKey { projects: Some(vec![house.project.clone()]), ..NewKey::default() };
    other.service.create_key(scoped).expect_err("a key for what it does not have");
    let team = house.service.create_team("Packaging").unwrap();
    assert!(!other.service.assign(&other.project, Some(&team.id)).unwrap(), "another one's team");
    assert!(other.service.teams().unwrap().is_empty());
    let seen: BTreeSet<_> =
        other.service.audit(100).unwrap().into_iter().map(|it| it.subject).collect();
    assert!(!seen.contains(&key.id) && !seen.contains(&team.id), "{seen:?}");

    let ids: Vec<_> = house.service.orgs().unwrap().iter().map(|it| it.org.to_string()).collect();
    assert_eq!(ids, ["local", "beta"]);
    for (id, is_taken) in [
        ("beta", true),
        ("local", true),
        ("Beta", false),
        ("", false),
        ("a'b", false),
        ("*", false),
    ] {
        let error = house.service.create_org(id, "x").expect_err(id);
        assert_eq!(matches!(error, OrgError::Taken { .. }), is_taken, "{id}: {error}");
    }
    assert!(matches!(house.service.for_org("gamma"), Err(OrgError::Unknown { .. })));
    // Expired data is searched in all of them.
    house.service.tidy();
}

/// The second check: with any statement, a transaction of one organization sees no row of another.
#[tokio::test]
async fn the_database_itself_shows_no_row_of_another_organization() {
    let both = two().await;
    let Some(schema) = both[0].house.schema() else {
        return tagbridge_needs::runs_on_postgres();
    };
    let as_org =
        |org: &str, sql: &str| schema.query(&format!("SET tagbridge.org = '{org}'; {sql}"));
    let count = |org: &str, table: &str| -> u64 {
        as_org(org, &format!("SELECT count(*) FROM {table}"))[0].parse().unwrap()
    };
    let unguarded: Vec<_> = schema.query(
        "SELECT tablename FROM pg_tables JOIN pg_class ON relname = tablename
             AND relnamespace = current_schema()::regnamespace
         WHERE schemaname = current_schema() AND NOT (relrowsecurity AND relforcerowsecurity)
         ORDER BY tablename",
    );
    // These tables contain no data of organizations.
    assert_eq!(unguarded, ["deleted_projects", "instances", "secrets", "tagbridge_schema"]);
    let guarded = schema.query(
        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename",
    );
    let mut rows = 0;
    for table in guarded.iter().filter(|table| !unguarded.contains(table)) {
        let (all, nobody) = (count("*", table), count("", table));
        let (ours, theirs) = (count("local", table), count("beta", table));
        println!("{table}: {all} rows, {ours} and {theirs}");
        assert_eq!((ours + theirs, nobody, count("gamma", table)), (all, 0, 0), "{table}");
        // Each organization has rows here, except its own row and completed jobs.
        if !["organizations", "jobs"].contains(&&**table) {
            assert!(ours > 0 && theirs > 0, "{table} was not tried");
        }
        rows += all;
    }
    assert!(rows > 60, "{rows}");
    // Rows are not written, moved or deleted either.
    let project = both[1]
        .house
        .number(&format!("SELECT no FROM projects WHERE id = '{}'", both[1].house.project));
    for sql in [
        "UPDATE projects SET org = 'local' RETURNING id",
        "DELETE FROM recent RETURNING no",
        "UPDATE keys SET revoked_at = 1 RETURNING id",
    ] {
        let changed = as_org("gamma", sql);
        assert!(changed.is_empty(), "{sql}: {changed:?}");
    }
    for sql in [
        format!("INSERT INTO tags (project, name, type) VALUES ({project}, 'x', 'BOOL')"),
        "INSERT INTO audit (org, at, actor, action, subject, detail) VALUES ('beta', 0, '', '', '', '')"
            .to_owned(),
        "UPDATE projects SET org = 'beta'".to_owned(),
    ] {
        let refused = schema.refusal(&format!("SET tagbridge.org = 'local'; {sql}"));
        assert!(refused.contains("row-level security"), "{sql}: {refused}");
    }
}

/// Only a new project is billed, and only with consent.
#[tokio::test]
async fn an_organization_that_pays_by_project_agrees_to_each_new_one() {
    const PROJECTS: &str = "/api/v1/projects";
    let made = |answer: Answer| {
        assert_eq!(answer.status, 201, "{:#}", answer.body);
        answer.body
    };
    let first = House::new();
    let house = first.of_org("acme");
    let line = |name: &str| turns::LINE.replace("Line4", name);
    let upload = |text: &str| json!({ "originalFilename": "a.L5X", "file": { "inline": BASE64_STANDARD.encode(text) } });
    let agreed = |mut upload: Value| {
        upload["acknowledge_billing"] = json!(true);
        upload
    };
    let one = upload(&line("One"));
    made(house.write(PROJECTS, &one).await);

    house.service.set_billing(&Billing::PerProject(None)).unwrap();
    let two = upload(&line("Two"));
    for two in [&two, &agreed(two.clone())] {
        let refused = house.write(PROJECTS, two).await;
        let message = refused.refused(402, "billing_setup_required");
        assert!(message.contains("billed by project"), "{message}");
    }
    let price = Price { cents: 4900, currency: "EUR".to_owned() };
    house.service.set_billing(&Billing::PerProject(Some(price))).unwrap();
    let refused = house.write(PROJECTS, &two).await;
    assert_eq!(
        refused.body["billing"],
        json!({ "price_per_project_cents": 4900, "currency": "EUR", "billed_count_after": 3 })
    );
    assert_eq!(refused.body["isRetryable"], false);
    refused.refused(402, "billing_acknowledgement_required");
    // Refused requests created no project, and existing projects cost nothing more.
    assert_eq!(house.read(PROJECTS).await.ok()["projects"].as_array().map(Vec::len), Some(2));
    let same = made(house.write(PROJECTS, &one).await);
    assert_eq!(same["resolution"], "identical_file");
    let next =
        upload(&line("One").replace("</Tags>", "<Tag Name=\"Further\" DataType=\"DINT\"/></Tags>"));
    let versions = format!("{PROJECTS}/{}/versions", same["project_id"].as_str().unwrap());
    assert_eq!(made(house.write(&versions, &next).await)["resolution"], "add_version");
    assert_eq!(made(house.write(PROJECTS, &agreed(two)).await)["resolution"], "created");
    // The price of another organization is unchanged.
    made(first.write(PROJECTS, &upload(&line("Three"))).await);
    house.service.set_billing(&Billing::None).unwrap();
    made(house.write(PROJECTS, &upload(&line("Four"))).await);
    for currency in ["", "EURO", "eur", "E1R"] {
        let price = Price { cents: 1, currency: currency.to_owned() };
        let error =
            house.service.set_billing(&Billing::PerProject(Some(price))).expect_err(currency);
        assert!(matches!(error, OrgError::BadCurrency { .. }), "{error}");
    }
}

/// A key without the permission to create projects gets this error, not the one about costs.
#[tokio::test]
async fn a_key_with_a_scope_is_not_asked_to_pay() {
    let mut house = House::new();
    house.service.set_billing(&Billing::PerProject(None)).unwrap();
    house.key = house.make_key(Permission::ALL, Some(&[&house.project]));
    let file = BASE64_STANDARD.encode(turns::LINE);
    let upload = json!({ "originalFilename": "a.L5X", "file": { "inline": file } });
    house.write("/api/v1/projects", &upload).await.refused(403, "project_scope_forbidden");
}
