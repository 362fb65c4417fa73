//! `GET /projects/{id}/analysis`, `POST /projects/{id}/analyses` and `GET /analyses/{analysisId}`.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::{body::Body, http::Request};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use tagbridge_analysis::{NamingRules, PhaseId, Progress, analyse};
use tagbridge_api::{Permission, limits::Tier, project::Vendor};
use tagbridge_interpret::Facts;
use tagbridge_project::Source;
use tagbridge_service::{AnalysisLimits, NewProject};
use uuid::Uuid;

use crate::{
    exports::{begin, l5x, version},
    harness::{Answer, House},
    search_figures::projects,
    search_hardened::Parsed,
};

const ANY: (&str, &str) = ("accept", "*/*");

/// Starts a run.
async fn start(house: &House) -> Value {
    let begun = begin(house, &house.path("analyses"), ANY).await;
    assert_eq!(begun.status, 202, "{:#}", begun.body);
    begun.body
}

/// The completed run.
async fn ended(house: &House, id: &Value) -> Value {
    let path = format!("/api/v1/analyses/{}", id.as_str().unwrap());
    loop {
        let run = house.read(&path).await.ok();
        assert_eq!((&run["analysis_id"], &run["analysisId"]), (id, id));
        if !["queued", "running"].contains(&run["status"].as_str().unwrap()) {
            return run;
        }
        assert!(run["message"].as_str().unwrap().contains("ask again in 5 s"), "{run}");
        assert!(run["results"].is_null() && run["analyzed_at"].is_null(), "{run}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn analysis(house: &House) -> Value {
    house.read(&house.path("analysis")).await.ok()
}

async fn summary(house: &House) -> Value {
    house.read(&format!("/api/v1/projects/{}", house.project)).await.ok()["analysis_status"].clone()
}

/// Number of counted runs.
fn metered(house: &House) -> i64 {
    house.number("SELECT count(*) FROM uses WHERE kind = 'analysis'")
}

#[tokio::test]
async fn a_version_is_analyzed_when_that_is_asked_for() {
    let house = House::new();
    version(&house, "a.L5X", &l5x("Start"));
    let none = analysis(&house).await;
    let first = none["version_id"].clone();
    assert_eq!(
        none,
        json!({ "project_id": house.project, "version_id": first, "is_current_version": true,
            "status": "not_analyzed" })
    );
    assert_eq!(summary(&house).await, json!(null));

    let begun = start(&house).await;
    assert_eq!((&begun["started"], &begun["project_id"]), (&json!(true), &json!(house.project)));
    assert_eq!(begun["version_id"], first);
    let run = ended(&house, &begun["analysis_id"]).await;
    assert_eq!(run["status"], "complete", "{run}");
    assert_eq!(run["results"]["schema"], 1);
    assert_eq!(run["analyzed_at"], json!(house.now()));
    assert!(run["failed_phases"].is_null() && run["errors"].is_null(), "{run}");
    let shown = analysis(&house).await;
    assert_eq!((&shown["status"], &shown["results"]), (&json!("complete"), &run["results"]));
    assert_eq!(summary(&house).await, "complete");
    let ids: Vec<&str> = run["results"]["chapters"]
        .as_array()
        .unwrap()
        .iter()
        .map(|chapter| chapter["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids[..4], ["inventory", "cross_reference", "verification", "writes"]);
    assert!(ids.len() >= 14, "{ids:?}");

    house.advance_ms(1000);
    version(&house, "b.L5X", &l5x("Stop"));
    let next = analysis(&house).await;
    assert_eq!(
        (&next["status"], &next["is_current_version"]),
        (&json!("not_analyzed"), &json!(true))
    );
    assert_eq!(next["last_analyzed_version_id"], first);
    assert_eq!(next["last_analyzed_at"], run["analyzed_at"]);
    assert_eq!(summary(&house).await, json!(null), "a summary of the current version");
    let path = house.path(&format!("analysis?version_id={}", first.as_str().unwrap()));
    let pinned = house.read(&path).await.ok();
    assert_eq!(pinned["is_current_version"], false);
    assert_eq!(pinned["results"], run["results"]);
    let again = ended(&house, &begun["analysis_id"]).await;
    assert_eq!((&again["is_current_version"], &again["version_id"]), (&json!(false), &first));
    assert_eq!(metered(&house), 1);
}

#[tokio::test]
async fn results_are_in_the_language_of_who_asked_for_them() {
    let house = House::new();
    version(&house, "a.L5X", &l5x("Start"));
    let mut titles = Vec::new();
    for language in ["en", "de"] {
        let begun = begin(&house, &house.path("analyses"), ("accept-language", language)).await;
        assert_eq!(begun.body["started"], true, "the one before is over");
        let run = ended(&house, &begun.body["analysis_id"]).await;
        titles.push(run["results"]["chapters"][0]["title"].clone());
    }
    assert_ne!(titles[0], titles[1]);
    assert_eq!(metered(&house), 2);
}

#[tokio::test]
async fn names_are_held_against_what_the_service_was_told() {
    let naming = NamingRules { longest: Some(2), ..NamingRules::default() };
    let house = House::with(|options| options.naming = Some(naming));
    version(&house, "a.L5X", &l5x("Start"));
    let begun = start(&house).await;
    let run = ended(&house, &begun["analysis_id"]).await;
    let rules = run["results"]["rules"].as_array().unwrap();
    assert!(rules.iter().any(|rule| rule["id"] == "TB-N01"), "{rules:?}");
}

#[test]
fn each_citation_of_each_sample_is_found_in_the_parsed_source() {
    let Some(root) = tagbridge_needs::samples() else { return };
    let (mut count, mut lost) = (0, BTreeSet::new());
    for path in projects(&root) {
        let Ok(project) = Source::open(&path).and_then(|it| tagbridge_project::read(&it)) else {
            continue;
        };
        let parsed = Parsed::of(&serde_json::to_value(&project).unwrap());
        let facts = Facts::new(Arc::new(project));
        let found =
            analyse(facts.project(), facts.logic().index, &tagbridge_analysis::Options::default());
        for citation in found.findings().flat_map(|it| &it.citations).map(|it| &it.citation) {
            count += 1;
            if !parsed.has(citation) {
                lost.insert(format!("{} {citation:?}", path.display()));
            }
        }
    }
    println!("{count} citations");
    let shown: Vec<&String> = lost.iter().take(20).collect();
    assert!(count > 1_000 && lost.is_empty(), "{} of {count}: {shown:#?}", lost.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn twenty_who_ask_at_once_get_one_run() {
    let house = Arc::new(House::new());
    version(&house, "a.L5X", &l5x("Start"));
    let asked: Vec<_> = (0..20)
        .map(|_| {
            let house = house.clone();
            tokio::spawn(async move { start(&house).await })
        })
        .collect();
    let (mut ids, mut started) = (Vec::new(), 0);
    for asked in asked {
        let begun = asked.await.unwrap();
        started += i64::from(begun["started"].as_bool().unwrap());
        ids.push(begun["analysis_id"].clone());
    }
    ids.sort_by_key(ToString::to_string);
    ids.dedup();
    // A fast run may end before the last request.
    assert_eq!((ids.len(), metered(&house)), (usize::try_from(started).unwrap(), started));
    for id in &ids {
        assert_eq!(ended(&house, id).await["status"], "complete");
    }
}

static HELD: AtomicBool = AtomicBool::new(true);

/// The phase `Writes` lasts until the test has checked it.
fn hold(progress: &Progress<'_>) {
    while progress.phase == PhaseId::Writes && HELD.load(Ordering::SeqCst) {
        std::thread::yield_now();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_a_run_lasts_it_says_how_far_it_is_and_others_join_it() {
    let house = House::with(|options| {
        options.requests_per_minute = |_| 1_000_000;
        options.analysis.before = hold;
    });
    HELD.store(false, Ordering::SeqCst);
    version(&house, "a.L5X", &l5x("Start"));
    let before = start(&house).await["analysis_id"].clone();
    let complete = ended(&house, &before).await;
    HELD.store(true, Ordering::SeqCst);
    let begun = start(&house).await;
    let id = begun["analysis_id"].clone();
    let shown = loop {
        let shown = analysis(&house).await;
        if shown["message"].as_str().unwrap().contains("phase 4 of") {
            break shown;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    assert_eq!((&shown["status"], &shown["results"]), (&json!("running"), &json!(null)));
    let message = shown["message"].as_str().unwrap();
    assert!(message.contains(&format!("GET /analyses/{}", before.as_str().unwrap())), "{message}");
    assert_eq!(summary(&house).await, "running");
    for _ in 0..20 {
        let joined = start(&house).await;
        assert_eq!((&joined["started"], &joined["analysis_id"]), (&json!(false), &id));
        assert_eq!(joined["status"], "running");
    }
    assert_eq!(metered(&house), 2);
    assert_eq!(ended(&house, &before).await, complete, "what an older run found is still there");
    // It does not use a version that is added in the meantime.
    version(&house, "b.L5X", &l5x("Stop"));
    assert_eq!(analysis(&house).await["status"], "not_analyzed");
    HELD.store(false, Ordering::SeqCst);
    let run = ended(&house, &id).await;
    assert_eq!((&run["status"], &run["is_current_version"]), (&json!("complete"), &json!(false)));
}

async fn with(before: fn(&Progress<'_>)) -> Value {
    let house = House::with(|options| {
        options.requests_per_minute = |_| 1_000_000;
        options.analysis = AnalysisLimits { phase: Duration::from_millis(200), before };
    });
    version(&house, "a.L5X", &l5x("Start"));
    let id = start(&house).await["analysis_id"].clone();
    let run = ended(&house, &id).await;
    let shown = analysis(&house).await;
    assert_eq!(shown["failed_phases"], run["failed_phases"]);
    assert_eq!(shown["status"], run["status"]);
    run
}

#[tokio::test]
async fn a_phase_that_panics_or_hangs_fails_alone() {
    let run = with(|progress| match progress.phase {
        PhaseId::Writes => panic!("on purpose"),
        PhaseId::Naming => loop {
            progress.budget.check();
        },
        _ => {}
    })
    .await;
    assert_eq!(run["status"], "complete", "{run}");
    assert_eq!(run["failed_phases"], json!(["writes", "naming"]));
    assert_eq!(run["results"]["failed_phases"], run["failed_phases"]);
    assert!(run["errors"].is_null(), "{run}");
    let chapters = run["results"]["chapters"].as_array().unwrap();
    let has = |id: &str| chapters.iter().any(|chapter| chapter["id"] == id);
    assert!(has("inventory") && has("security") && !has("writes") && !has("naming"));
}

#[tokio::test]
async fn where_all_phases_fail_the_run_does() {
    let run = with(|_| panic!("on purpose")).await;
    assert_eq!((&run["status"], &run["results"]), (&json!("error"), &json!(null)), "{run}");
    let failed = run["failed_phases"].as_array().unwrap();
    assert_eq!(failed[0], "inventory");
    assert!(failed.len() >= 14, "{failed:?}");
    let errors = run["errors"].as_array().unwrap();
    let phases: Vec<&Value> = errors.iter().map(|it| &it["phase"]).collect();
    assert_eq!(phases, failed.iter().collect::<Vec<_>>());
    assert!(errors.iter().all(|it| !it["message"].as_str().unwrap().is_empty()), "{errors:?}");
}

#[tokio::test]
async fn a_file_that_is_damaged_fails_the_run() {
    let house = House::new();
    version(&house, "a.L5X", &l5x("Start"));
    // Its model is cached in memory, but not in another service.
    let mut house = house;
    house.restart();
    std::fs::remove_dir_all(house.folder.path().join("files")).unwrap();
    let run = ended(&house, &start(&house).await["analysis_id"]).await;
    assert_eq!(run["status"], "error", "{run}");
    assert!(run["failed_phases"].as_array().unwrap().len() >= 14, "{run}");
    assert!(!run["errors"][0]["message"].as_str().unwrap().is_empty(), "{run}");
}

#[tokio::test]
async fn a_new_project_is_analyzed_and_a_new_version_is_not() {
    let mut house = House::new();
    let upload = |name: &str, tag: &str| {
        let inline = BASE64_STANDARD.encode(l5x(tag));
        json!({ "originalFilename": name, "name": "New", "file": { "inline": inline } })
    };
    let made = house.write("/api/v1/projects", &upload("a.L5X", "Start")).await;
    assert_eq!(made.body["resolution"], "created", "{:#}", made.body);
    house.project = made.body["project_id"].as_str().unwrap().to_owned();
    let first = loop {
        let shown = analysis(&house).await;
        if shown["status"] == "complete" {
            break shown;
        }
        assert!(["queued", "running"].contains(&shown["status"].as_str().unwrap()), "{shown}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    assert_eq!(first["version_id"], made.body["version_id"]);
    assert_eq!(metered(&house), 1);
    let next = house.write("/api/v1/projects", &upload("a.L5X", "Stop")).await;
    assert_eq!(next.body["resolution"], "existing", "{:#}", next.body);
    assert_eq!(analysis(&house).await["status"], "not_analyzed");
    assert_eq!(metered(&house), 1);
}

#[tokio::test]
async fn what_is_not_there_is_refused() {
    let house = House::new();
    let path = house.path("analyses");
    begin(&house, &path, ANY).await.refused(409, "project_not_ready");
    let request = house.request("POST", &path).body(Body::empty()).unwrap();
    house.send(request).await.refused(400, "bad_request");
    assert_eq!(analysis(&house).await["status"], "not_analyzed");
    house.read("/api/v1/analyses/ana_1").await.refused(404, "not_found");
    house.read(&house.path("analysis?version=1")).await.refused(400, "bad_request");

    let other = NewProject { name: "Other".into(), vendor: Vendor::AllenBradley };
    let other = house.service.create_project(other).unwrap();
    house.service.add_version(&other.project_id, "a.L5X", l5x("Start")).unwrap();
    let mut told = Vec::new();
    for id in ["ver_1", &other.current_version_id] {
        let path = house.path(&format!("analysis?version_id={id}"));
        told.push(house.read(&path).await.refused(404, "not_found").replace(id, "ID"));
    }
    assert_eq!(told[0], told[1], "another project's is as unknown as none");
    assert_eq!(metered(&house), 0, "what is refused is not used up");
}

#[tokio::test]
async fn analyses_ask_for_permission_scope_and_rate() {
    let house = House::with(|options| {
        options.requests_per_minute = |tier| if tier == Tier::JobPoll { 9 } else { 1_000 };
    });
    version(&house, "a.L5X", &l5x("Start"));
    let id = start(&house).await["analysis_id"].as_str().unwrap().to_owned();
    let other = NewProject { name: "Other".into(), vendor: Vendor::Siemens };
    let other = house.service.create_project(other).unwrap().project_id;
    let others: Vec<_> =
        Permission::ALL.iter().copied().filter(|it| *it != Permission::AnalysisTab).collect();
    let lacking = house.make_key(&others, None);
    let elsewhere = house.make_key(Permission::ALL, Some(&[&other]));
    let call = async |method: &str, path: &str, key: &str| -> Answer {
        let request = Request::builder().method(method).uri(path);
        let request = request.header("authorization", format!("Bearer {key}"));
        let request = request.header("idempotency-key", Uuid::new_v4().to_string());
        house.send(request.body(Body::empty()).unwrap()).await
    };
    for (method, path) in [
        ("POST", house.path("analyses")),
        ("GET", house.path("analysis")),
        ("GET", format!("/api/v1/analyses/{id}")),
    ] {
        let message = call(method, &path, &lacking).await.refused(403, "permission_denied");
        assert!(message.contains("analysis_tab"), "{message}");
        call(method, &path, &elsewhere).await.refused(403, "project_scope_forbidden");
        call(method, &path, "nobody").await.refused(401, "unauthorized");
    }
    let mut polled = 0;
    while house.read(&house.path("analysis")).await.status == 200 {
        polled += 1;
    }
    assert_eq!(polled, 9);
    house.read(&format!("/api/v1/analyses/{id}")).await.refused(429, "rate_limited");
}

#[tokio::test]
async fn the_same_request_is_the_same_run() {
    let house = House::new();
    version(&house, "a.L5X", &l5x("Start"));
    let send = async || {
        let path = house.path("analyses");
        let request = house.request("POST", &path).header("idempotency-key", "k");
        house.send(request.body(Body::empty()).unwrap()).await
    };
    let first = send().await;
    ended(&house, &first.body["analysis_id"]).await;
    let again = send().await;
    assert_eq!((again.status, &again.body), (first.status, &first.body));
    assert_eq!(again.headers["idempotent-replayed"], "true");
    assert_eq!(metered(&house), 1);
}

/// The text of a report, extracted with a program of another vendor.
async fn text_of_report(house: &House) -> String {
    let id = crate::exports::start(house, "pdf").await;
    assert_eq!(crate::exports::ended(house, &id).await["status"], "complete");
    let (_, _, bytes) = crate::exports::download(house, &id, &[]).await;
    let file = house.folder.path().join("report.pdf");
    std::fs::write(&file, bytes).unwrap();
    let text = std::process::Command::new("pdftotext").arg(file).arg("-").output().unwrap();
    assert!(text.status.success(), "{}", String::from_utf8_lossy(&text.stderr));
    String::from_utf8(text.stdout).unwrap()
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn a_report_names_its_analysis_and_the_phases_that_failed() {
    let house = House::with(|options| {
        options.requests_per_minute = |_| 1_000_000;
        let before: fn(&Progress<'_>) = |progress| {
            assert!(progress.phase != PhaseId::Writes, "on purpose");
        };
        options.analysis = AnalysisLimits { phase: Duration::from_secs(30), before };
    });
    version(&house, "a.L5X", &l5x("Start"));
    assert!(text_of_report(&house).await.contains("No analysis was run"));
    let id = start(&house).await["analysis_id"].clone();
    assert_eq!(ended(&house, &id).await["failed_phases"], json!(["writes"]));
    let text = text_of_report(&house).await;
    assert!(!text.contains("No analysis was run"), "{text}");
    assert!(text.contains(id.as_str().unwrap()), "{text}");
    assert_eq!(text.matches("Not analysed:").count(), 1, "{text}");
}
