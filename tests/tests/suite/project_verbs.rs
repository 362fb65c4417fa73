//! The service's projects by the verbs of the command line, while the service serves them: what they
//! print, how they exit, and what a consumer sees of it.

use std::fs;

use serde_json::Value;
use tagbridge_tests::{Site, Tagbridge};

const FILLER: &str = include_str!("../../projects/filler.L5X");

#[test]
fn a_project_is_renamed_archived_restored_deleted_and_an_older_version_used() {
    let site = Site::new();
    let data = site.service_data();
    let _service = site.service();
    let run = |verb: &str, arguments: &[&str]| {
        let line = [&["project", verb, "--data", &data, "--json"], arguments].concat();
        Tagbridge::new(line).output()
    };
    let listed = |arguments: &[&str]| {
        let list = run("list", arguments);
        assert_eq!(list.code(), 0, "{}", list.stderr());
        list.stdout().matches("\"project_id\"").count()
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("it is written");
        folder.path().join(name).to_str().expect("a plain path").to_owned()
    };
    let newer = FILLER.replace("</Tags>", "<!-- later --></Tags>");
    let added = run("add", &[&file("filler.L5X", FILLER)]).json(0);
    let id = added["project_id"].as_str().expect("its id").to_owned();
    let into = run("add", &["--into", &id, &file("newer.L5X", &newer)]).json(0);
    assert_eq!(into["version_number"], 2, "{into}");
    assert!(into["decision"].is_string() || into["decision"].is_object(), "why it joined: {into}");

    let versions = || -> Vec<(u64, bool)> {
        let list = run("versions", &[&id]).json(0);
        let versions = list["versions"].as_array().expect("versions").iter();
        let row = |it: &Value| (it["version_number"].as_u64().unwrap_or(0), it["current"] == true);
        versions.map(row).collect()
    };
    assert_eq!(versions(), [(2, true), (1, false)]);
    let saved = folder.path().join("saved.L5X");
    let saved = saved.to_str().expect("a plain path");
    let written = run("file", &[&id, "1", "-o", saved]).json(0);
    assert_eq!(written["file_name"], "filler.L5X", "{written}");
    assert_eq!(fs::read_to_string(saved).expect("it is there"), FILLER);
    assert_eq!(run("file", &[&id, "-o", saved]).code(), 2, "no file is written over");
    assert_eq!(run("file", &[&id, "9", "-o", "nowhere"]).code(), 2, "there is no such version");
    let inspected = Tagbridge::new(["project", "inspect", saved, "--tags"]).output();
    assert!(inspected.stdout().contains("Level"), "{}", inspected.stdout());
    assert_eq!(run("use", &[&id, "1"]).json(0)["version_number"], 3);
    assert_eq!(versions()[0], (3, true));
    assert_eq!(run("use", &[&id, "9"]).code(), 2, "there is no such version");

    assert_eq!(run("rename", &[&id, "Filler 2"]).json(0)["name"], "Filler 2");
    assert_eq!((listed(&[]), listed(&["--archived"])), (2, 0));
    let refused = run("delete", &[&id]);
    assert_eq!(refused.code(), 4, "{}", refused.stderr());
    assert!(refused.stderr().contains("archive"), "{}", refused.stderr());
    assert!(run("archive", &[&id]).json(0)["archived_at"].is_string());
    assert_eq!((listed(&[]), listed(&["--archived"])), (1, 1));
    assert!(run("restore", &[&id]).json(0)["archived_at"].is_null());
    run("archive", &[&id]).json(0);
    assert_eq!(run("delete", &[&id]).json(0)["name"], "Filler 2");
    assert_eq!((listed(&[]), listed(&["--archived"])), (1, 0));
    assert_eq!(run("delete", &[&id]).code(), 2, "it is gone");
    let audit = Tagbridge::new(["audit", "--data", &data, "--json"]).output().stdout();
    for action in ["rename", "archive", "restore", "delete", "version"] {
        assert!(audit.contains(&format!("\"action\":\"{action}\"")), "{action}: {audit}");
    }
}
