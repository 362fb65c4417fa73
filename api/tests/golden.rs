//! Each resource is read from its golden file, and written again as the same JSON.

use serde::{Serialize, de::DeserializeOwned};
use tagbridge_api::{Error, export, health::Health, hmi, project, runs, source, upload};

fn check<T: Serialize + DeserializeOwned>(golden: &str) {
    let resource: T = serde_json::from_str(golden).expect("the golden file reads");
    let written = serde_json::to_string_pretty(&resource).expect("it writes");
    assert_eq!(written, golden.trim_end());
}

macro_rules! golden {
    ($($name:ident: $type:ty,)+) => {
        $(#[test] fn $name() {
            check::<$type>(include_str!(concat!("../golden/", stringify!($name), ".json")));
        })+

        #[test]
        fn every_file_is_checked() {
            let here = concat!(env!("CARGO_MANIFEST_DIR"), "/golden");
            let mut files: Vec<String> = std::fs::read_dir(here)
                .expect("the folder is there")
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            files.sort();
            let mut checked = vec![$(concat!(stringify!($name), ".json")),+];
            checked.sort_unstable();
            assert_eq!(files, checked);
        }
    };
}

golden! {
    analysis_not_analyzed: runs::VersionAnalysis,
    analysis_of_version: runs::VersionAnalysis,
    analysis_run_failed: runs::AnalysisRun,
    analysis_started: runs::AnalysisStarted,
    error: Error,
    export_complete: export::Export,
    export_failed: export::Export,
    export_running: export::Export,
    export_started: export::ExportStarted,
    health: Health,
    heartbeat: hmi::push::Push,
    history: hmi::history::History,
    live_values: hmi::live::LiveValues,
    live_values_not_live: hmi::live::LiveValues,
    project: project::Project,
    project_list: project::ProjectList,
    published: hmi::published::Published,
    push: hmi::push::Push,
    receipt: hmi::push::Receipt,
    request_tags: hmi::request::RequestTags,
    requested_tags: hmi::push::RequestedTags,
    source_ladder: source::Source,
    source_parsed: source::Source,
    source_scl: source::Source,
    tags_requested: hmi::request::TagsRequested,
    upload: upload::Upload,
    uploaded: upload::Uploaded,
    uploaded_identical: upload::Uploaded,
}

#[test]
fn a_push_of_a_newer_bridge_is_read_and_a_missing_field_is_named() {
    let body = include_str!("../golden/heartbeat.json");
    let newer = body.replacen('{', r#"{"compression": {"kind": 1},"#, 1);
    let read = |body: &str| serde_json::from_str::<hmi::push::Push>(body);
    assert_eq!(read(&newer).unwrap(), read(body).unwrap());
    let error = read(&body.replace("snapshots", "snapshotz")).expect_err("a typo").to_string();
    assert!(error.contains("snapshots"), "{error}");
}

#[test]
fn values_that_contradict_themselves_are_found() {
    use hmi::{InvalidValue, Quality, Reason, TagValue};
    let check = |value: serde_json::Value, quality, reason| {
        let timestamp = tagbridge_api::Timestamp::now();
        TagValue { value, type_name: "".into(), quality, reason, timestamp }.check()
    };
    let stale = Some(Reason::Stale);
    assert_eq!(check(1.into(), Quality::Good, None), Ok(()));
    assert_eq!(check(1.into(), Quality::Uncertain, stale), Ok(()));
    assert_eq!(check(().into(), Quality::Bad, stale), Ok(()));
    for (value, quality, reason, field) in [
        (1.into(), Quality::Bad, stale, "value"),
        (().into(), Quality::Good, None, "value"),
        (1.into(), Quality::Good, stale, "reason"),
        (().into(), Quality::Bad, None, "reason"),
    ] {
        assert_eq!(check(value, quality, reason).map_err(InvalidValue::field), Err(field));
    }
}
