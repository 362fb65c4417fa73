//! The guarantees for data that is generated from a version: exports and runs of analyses.

use tagbridge_api::{export::ExportKind, project::Vendor};
use tagbridge_store::{
    Artifact, ExportResult, FileHash, NewJob, Org, RunResult, Store, StoreError, StoredExport,
    StoredRun,
};
use uuid::Uuid;

use crate::suite::{add_project, at, job, project, read, snapshot, write};

fn export(id: &str, file: &str) -> StoredExport {
    StoredExport {
        id: id.to_owned(),
        kind: ExportKind::Pdf,
        version: "ver_1".to_owned(),
        version_number: 3,
        file: FileHash::of(file.as_bytes()),
        file_name: "Mühle.L5X".to_owned(),
        language: "de".to_owned(),
        created_at: at(1),
        ended: None,
    }
}

fn made(content: &str, millis: i64) -> ExportResult {
    let hash = FileHash::of(content.as_bytes());
    let artifact =
        Artifact { hash, name: "Mühle v3.pdf".to_owned(), made_of: format!("of {content}") };
    ExportResult { at: at(millis), result: Ok(artifact) }
}

pub(crate) fn an_export_ends_once_and_is_kept_for_a_time(store: &Store) {
    let (a, local) = (add_project(store, "a"), Org::local());
    let waits = export("exp_1", "x");
    write(store, |tx| tx.add_export(&local, &a, &waits));
    let found = |id: &str| read(store, |tx| tx.export(&local, id));
    assert_eq!(found("exp_1"), Some((a.clone(), waits.clone())));
    assert_eq!(found("exp_2"), None);
    assert_eq!(read(store, |tx| tx.export(&Org::of_id("other"), "exp_1")), None, "another's");
    assert!(read(store, |tx| tx.is_file_used(&waits.file)), "by who exports it");

    let ended = made("y", 10);
    assert!(write(store, |tx| tx.end_export("exp_1", &ended)));
    assert!(!write(store, |tx| tx.end_export("exp_1", &made("z", 11))), "it was over");
    assert!(!write(store, |tx| tx.end_export("exp_2", &ended)), "there is none");
    let over = StoredExport { ended: Some(ended), ..waits };
    assert_eq!(found("exp_1"), Some((a.clone(), over)));
    let (y, z) = (FileHash::of(b"y"), FileHash::of(b"z"));
    assert_eq!(read(store, |tx| tx.artifact_of("of y")), Some(y.clone()));
    assert_eq!(read(store, |tx| tx.artifact_of("of z")), None);
    assert!(read(store, |tx| tx.is_artifact_used(&y)));
    assert!(!read(store, |tx| tx.is_artifact_used(&z)));

    let failed = ExportResult { at: at(12), result: Err("{}".to_owned()) };
    write(store, |tx| {
        tx.add_export(&local, &a, &export("exp_2", "x"))?;
        tx.add_export(&local, &a, &export("exp_3", "x"))?;
        tx.end_export("exp_3", &failed)
    });
    assert_eq!(found("exp_3").unwrap().1.ended, Some(failed));
    assert_eq!(write(store, |tx| tx.forget_exports(at(10))), 0);
    assert_eq!(write(store, |tx| tx.forget_exports(at(13))), 2, "one still waits");
    assert!(!read(store, |tx| tx.is_artifact_used(&y)));
    assert!(found("exp_2").is_some());
}

fn run(id: &str, version: &str) -> StoredRun {
    StoredRun {
        id: id.to_owned(),
        version: version.to_owned(),
        language: "en".to_owned(),
        created_at: at(1),
        ended: None,
    }
}

fn ended(millis: i64, is_complete: bool) -> RunResult {
    RunResult { at: at(millis), is_complete, failed: "[]".to_owned() }
}

pub(crate) fn a_version_has_one_run_at_a_time(store: &Store) {
    let (a, b, local) = (add_project(store, "a"), add_project(store, "b"), Org::local());
    let add = |id: &str, version: &str| {
        let run = run(id, version);
        store.write(|tx| tx.add_run(&local, &a, &run))
    };
    add("ana_1", "ver_1").unwrap();
    add("ana_2", "ver_2").unwrap();
    assert!(matches!(add("ana_3", "ver_1"), Err(StoreError::Conflict(_))));
    let newest = |version: &str| read(store, |tx| tx.newest_run(version)).map(|it| it.id);
    assert_eq!(newest("ver_1").as_deref(), Some("ana_1"));
    assert_eq!(read(store, |tx| tx.run(&local, "ana_1")), Some((a.clone(), run("ana_1", "ver_1"))));
    assert_eq!(read(store, |tx| tx.run(&Org::of_id("other"), "ana_1")), None, "another's");

    let results = "{\"schema\":1}".repeat(100);
    assert!(write(store, |tx| tx.end_run("ana_1", &ended(10, true), Some(&results))));
    assert!(!write(store, |tx| tx.end_run("ana_1", &ended(11, false), None)), "it was over");
    assert_eq!(read(store, |tx| tx.results("ana_1")), Some(results));
    assert_eq!(read(store, |tx| tx.results("ana_2")), None);
    add("ana_3", "ver_1").unwrap();
    assert!(write(store, |tx| tx.end_run("ana_3", &ended(12, false), None)));
    let (_, failed) = read(store, |tx| tx.run(&local, "ana_3")).unwrap();
    assert_eq!(failed.ended, Some(ended(12, false)));
    assert_eq!(newest("ver_1").as_deref(), Some("ana_3"));
    let complete = |project, version| {
        let found = read(store, |tx| tx.newest_complete_run(project, version));
        found.map(|it| it.id)
    };
    assert_eq!(complete(&a, Some("ver_1")).as_deref(), Some("ana_1"));
    assert_eq!(complete(&a, Some("ver_2")), None);
    assert_eq!(complete(&a, None).as_deref(), Some("ana_1"));
    assert_eq!(complete(&b, None), None);
}

pub(crate) fn results_are_kept_of_the_last_versions_and_runs(store: &Store) {
    let (a, b, local) = (add_project(store, "a"), add_project(store, "b"), Org::local());
    let analyze = |project, id: &str, version: &str, is_complete: bool| {
        let results = is_complete.then_some("{}");
        write(store, |tx| {
            tx.add_run(&local, project, &run(id, version))?;
            tx.end_run(id, &ended(10, is_complete), results)
        });
    };
    analyze(&b, "other", "ver_9", true);
    for (id, version, is_complete) in [
        ("1", "ver_1", true),
        ("2", "ver_2", true),
        ("3", "ver_1", true),
        ("4", "ver_1", true),
        ("5", "ver_3", false),
        ("6", "ver_3", true),
    ] {
        analyze(&a, id, version, is_complete);
    }
    let kept = || -> String {
        let all = ["1", "2", "3", "4", "5", "6", "other"].into_iter();
        all.filter(|id| read(store, |tx| tx.results(id)).is_some()).collect()
    };
    write(store, |tx| tx.keep_results(&a, 3, 3));
    assert_eq!(kept(), "12346other");
    write(store, |tx| tx.keep_results(&a, 2, 2));
    assert_eq!(kept(), "346other", "ver_2 was analyzed before both, and 1 is the third of ver_1");
    write(store, |tx| tx.keep_results(&a, 1, 1));
    assert_eq!(kept(), "6other");
}

pub(crate) fn what_is_made_of_a_deleted_project_goes_with_it(store: &Store) {
    let (a, local) = (add_project(store, "a"), Org::local());
    write(store, |tx| {
        tx.add_export(&local, &a, &export("exp_1", "x"))?;
        tx.add_run(&local, &a, &run("ana_1", "ver_1"))?;
        tx.add_job(&NewJob { id: "exp_1".to_owned(), ..job("j") }, at(0))?;
        tx.add_job(&NewJob { id: "ana_1".to_owned(), ..job("j") }, at(0))?;
        tx.delete_project(&a)
    });
    assert_eq!(read(store, |tx| tx.export(&local, "exp_1")), None);
    assert_eq!(read(store, |tx| tx.run(&local, "ana_1")), None);
    assert_eq!(read(store, |tx| tx.newest_run("ver_1")), None);
    assert_eq!(read(store, |tx| tx.count_jobs()), 0);
    // Its number is not used again.
    write(store, |tx| tx.add_project(&local, &project("b", Vendor::Codesys, 1)));
}

pub(crate) fn a_new_project_has_no_name_of_one_that_is_deleted(store: &Store) {
    for name in ["first", "second"] {
        let project = add_project(store, name);
        let stream = write(store, |tx| tx.add_stream(&project, Uuid::new_v4(), at(0)));
        write(store, |tx| {
            tx.add_snapshots(&project, &stream, &[&snapshot(1, true, &["level"])], at(0))
        });
        let live = read(store, |tx| tx.live(stream.no));
        assert_eq!(live.iter().map(|tag| &*tag.name).collect::<Vec<_>>(), ["level"], "{name}");
        write(store, |tx| tx.delete_project(&project));
        while write(store, |tx| tx.sweep_deleted(9)) {}
    }
}
