//! The bridge's configuration file: written, checked, and what it names.

use std::{fs, os::unix::fs::PermissionsExt};

use tagbridge_tests::{Site, Tagbridge, free_port};

#[test]
fn the_default_configuration_is_written_once_and_checks() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tagbridge.toml");
    let file = file.to_str().expect("a plain path");
    let written = Tagbridge::new(["config", "init", file]).output();
    assert_eq!(written.code(), 0, "{}", written.stderr());
    let as_written = Tagbridge::new(["config", "check", file]).output();
    assert_eq!(as_written.code(), 2);
    for says in ["session[0].project", "project add", &format!("{file}:")] {
        assert!(as_written.stderr().contains(says), "{says} is not in: {}", as_written.stderr());
    }
    let text = fs::read_to_string(file).expect("it was written");
    let filled_in = text.replace("REPLACE-WITH-THE-PROJECT-ID", "prj_1");
    fs::write(file, &filled_in).expect("it can be changed");
    let checked = Tagbridge::new(["config", "check", file, "--json"]).output().json(0);
    assert_eq!(checked["sessions"][0]["name"], "line-3");
    let told = Tagbridge::new(["config", "check", file]).output().stdout();
    assert!(told.contains("only requested names are read"), "{told}");

    let again = Tagbridge::new(["config", "init", file]).output();
    assert_eq!(again.code(), 2);
    assert!(again.stderr().contains("exists"), "{}", again.stderr());

    fs::write(file, filled_in.replace("# interval", "intervall")).expect("it can be changed");
    let typo = Tagbridge::new(["config", "check", file]).output();
    assert_eq!(typo.code(), 2);
    for says in ["intervall", "interval", &format!("{file}:")] {
        assert!(typo.stderr().contains(says), "{says} is not in: {}", typo.stderr());
    }
}

#[test]
fn all_that_a_configuration_names_is_checked() {
    let site = Site::new();
    site.configure("s7://127.0.0.1:1", &["DB1.DBD0"]);
    let file = site.config_file();
    let text = fs::read_to_string(&file).expect("it was written");
    let name = |lines: &str| fs::write(&file, format!("{text}\n{lines}")).expect("it is changed");
    name("source = \"nope.scl\"");
    let checked = Tagbridge::new(["config", "check", &file]).output();
    assert_eq!(checked.code(), 2);
    for says in ["session[0].source", "nope.scl", "check the path"] {
        assert!(checked.stderr().contains(says), "{says} is not in: {}", checked.stderr());
    }
    let block = "DATA_BLOCK \"Tank\"\nSTRUCT a : Real; END_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n";
    let source = std::path::Path::new(&file).with_file_name("line.scl");
    fs::write(source, block).expect("it is written");
    name("source = \"line.scl\"\nblock_numbers = {\"Tnak\"=1, \"Lank\"=2}");
    let checked = Tagbridge::new(["config", "check", &file]).output();
    assert_eq!(checked.code(), 2);
    let said = checked.stderr().matches("did you mean `Tank`?").count();
    assert_eq!(said, 2, "all at once: {}", checked.stderr());
    name("source = \"line.scl\"\nblock_numbers = {\"Tank\"=1}");
    assert_eq!(Tagbridge::new(["config", "check", &file]).output().code(), 0);
}

#[test]
fn a_key_that_run_would_refuse_is_no_fine_configuration() {
    let site = Site::new();
    site.configure("s7://127.0.0.1:1", &["DB1.DBD0"]);
    let file = site.config_file();
    let text = fs::read_to_string(&file).expect("it was written");
    let text = text.replace("{ env = \"TAGBRIDGE_KEY\" }", "{ file = \"bridge.key\" }");
    fs::write(&file, text).expect("it is changed");
    let check = |code: i32, says: &str| {
        let checked = Tagbridge::new(["config", "check", &file]).output();
        assert_eq!(checked.code(), code, "{}", checked.stderr());
        assert!(checked.stderr().contains(says), "{says} is not in: {}", checked.stderr());
    };
    check(2, "service.key");
    let key = std::path::Path::new(&file).with_file_name("bridge.key");
    fs::write(&key, "tb_1\n").expect("it is written");
    for (mode, code, says) in [(0o644, 2, "can be read by all users"), (0o600, 0, "")] {
        fs::set_permissions(&key, fs::Permissions::from_mode(mode)).expect("it is ours");
        check(code, says);
    }
}

#[test]
fn a_configuration_that_cannot_be_used_still_tells_where_the_data_is() {
    let site = Site::new();
    let running = site.bridge(&format!("logix://127.0.0.1:{}/", free_port()), &["A"]);
    running.wait_for_line(|it| it.contains("line-4"));
    assert!(running.terminate().success());
    let file = site.config_file();
    let text = fs::read_to_string(&file).expect("it was written");
    let about = |line: &[&str]| Tagbridge::new([line, &["--config", &file]].concat()).output();
    let key = "key = \"canary-of-the-key\"";
    for (spoilt, code, says) in [
        (text.replace("[[session]]", "[[sesion]]"), 0, "did you mean `session`?"),
        (text.replace("tags = [", "tags = [["), 0, "]"),
        (text.replace("key = { env = \"TAGBRIDGE_KEY\" }", key), 0, "must not be in this file"),
        (text.replace("data = \"bridge\"", "data = 3"), 2, "--data"),
    ] {
        fs::write(&file, spoilt).expect("it can be changed");
        let outbox = about(&["outbox"]);
        assert_eq!(outbox.code(), code, "{}", outbox.stderr());
        assert!(outbox.stderr().contains(says), "{says} is not in: {}", outbox.stderr());
        assert_eq!(outbox.stdout().contains("line-4"), code == 0, "{}", outbox.stdout());
        let sessions = about(&["sessions"]);
        assert_eq!(sessions.code(), if code == 0 { 3 } else { code }, "{}", sessions.stderr());
        let bundle = about(&["bundle", "--preview"]);
        assert_eq!(bundle.code(), code, "{}", bundle.stderr());
        assert!(!bundle.stdout().contains("canary"), "{}", bundle.stdout());
    }
}
