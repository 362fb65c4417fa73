//! The headless binary as scripts use it: its help, its shapes and its exit codes.

use std::{
    fs,
    net::TcpListener,
    os::unix::{ffi::OsStrExt, fs::PermissionsExt},
    process::Stdio,
};

use serde_json::Value;
use tagbridge_tests::{Site, Tagbridge, free_port};

#[test]
fn every_verb_has_help_with_an_example() {
    let verbs = commands(&help(&[]));
    assert!(verbs.len() >= 10, "{verbs:?}");
    for verb in verbs {
        let page = help(&[&verb]);
        // A verb with actions has its examples there.
        let actions = commands(&page);
        let pages = if actions.is_empty() {
            vec![page]
        } else {
            actions.iter().map(|action| help(&[&verb, action])).collect()
        };
        for page in pages {
            assert!(page.contains("Example"), "{page}");
        }
    }
}

fn help(verb: &[&str]) -> String {
    Tagbridge::new([verb, &["--help"]].concat()).output().stdout()
}

/// The names under `Commands:`.
fn commands(page: &str) -> Vec<String> {
    let lines = page.lines().skip_while(|line| *line != "Commands:").skip(1);
    lines
        .map_while(|line| line.strip_prefix("  "))
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_wrong_command_line_is_two_and_says_so_as_asked() {
    for line in [
        &["nope"][..],
        &["read"],
        &["read", "logix://127.0.0.1/", "A", "--timeout", "soon"],
        &["read", "logix://127.0.0.1/", "A", "--timeout", "0s"],
        &["watch", "logix://127.0.0.1/", "A", "--interval", "0s"],
        &["demo", "--for", "900000000000y"],
        &["read", "s7://127.0.0.1?rack=x", "DB1.DBD0"],
        &["read", "s7://127.0.0.1", "DB1.DBD0", "--mode", "subscribe"],
        &["read", "logix://127.0.0.1/1,x", "A"],
        &["watch", "logix://127.0.0.1/", "A", "--count", "0"],
        &["discover", "--host", ""],
        &["discover", "--host", "127.0.0.1:99999"],
        &["project", "add", "--data", "/no/such/folder"],
        &["project", "add", "--data", "/no/such/folder", "--name", "y"],
        &["sessions", "--data", "/no/such/folder"],
        &["outbox", "--data", "/no/such/folder"],
        &["bundle", "--data", "/no/such/folder"],
        &["propose", "/no/such/file", "rename a to b"],
        &["report", "/no/such/file", "-o", "/no/such/report.pdf"],
        &["project", "list", "--data", "/no/such/folder"],
        &["key", "list", "--data", "/no/such/folder"],
        &["project", "add", "--data", "/no/such/folder", "--name", "", "--vendor", "codesys"],
        &["key", "create", "--data", "x", "--name", "y", "--permissions", "hmi_wiev"],
        &["project", "add", "--data", "x", "--name", "y", "--vendor", "acme"],
        &["run", "--config", "/no/such.toml"],
        &["simulate", "--vendor", "allen-bradley", "--fault", "boredom"],
        &["simulate", "--vendor", "siemens", "--tags", "100001"],
        &["serve", "--data", "x", "--listen", "8750"],
        &["run", "--console", "8751"],
        &["config", "check", "/dev/zero"],
        &["read", "s7://127.0.0.1", "A", "--project", "x", "--number", "a=1", "--number", "A=2"],
        &["read", "logix://127.0.0.1", "A", "--project", "x", "--number", "a=1"],
        &["sessions", "--data", "/dev/null"],
        &["outbox", "--data", "/dev/null"],
    ] {
        let words = Tagbridge::new(line).output();
        assert_eq!(words.code(), 2, "{line:?}: {}", words.stderr());
        assert!(words.stderr().starts_with("error: "), "{line:?}: {}", words.stderr());
        let json = Tagbridge::new(line.iter().chain(&["--json"])).output();
        assert_eq!(json.code(), 2);
        let report: Value = serde_json::from_str(&json.stderr()).expect("one JSON document");
        assert_eq!(report["error"], "usage", "{report}");
        assert!(report["remedy"].is_string());
        let message = report["message"].as_str().expect("a message");
        assert!(!message.ends_with(':'), "what is wrong is missing: {message}");
    }
}

#[test]
fn a_complaint_for_machines_names_a_file_as_it_is_called() {
    let file = "no\x7f\u{9b}2Jfile.scl";
    let outcome = Tagbridge::new(["--json", "project", "inspect", file]).output();
    assert_eq!(outcome.code(), 2, "{}", outcome.stderr());
    let report: Value = serde_json::from_str(&outcome.stderr()).expect("one JSON document");
    assert!(report["message"].as_str().is_some_and(|it| it.contains(file)), "{report}");
}

#[test]
fn an_argument_that_is_no_text_is_wrong_like_any_other() {
    let no_text = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    let line = ["read".as_ref(), "logix://127.0.0.1/".as_ref(), no_text];
    let outcome = Tagbridge::new(line).output();
    assert_eq!(outcome.code(), 2, "{}", outcome.stderr());
    assert!(outcome.stderr().contains("UTF-8"), "{}", outcome.stderr());
}

#[test]
fn what_is_cut_off_a_project_is_told_by_all_who_use_the_rest() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("line.scl");
    let block = "DATA_BLOCK \"Tank\"\nSTRUCT a : Real; END_STRUCT;\nBEGIN\n";
    fs::write(&file, block).expect("it is written");
    let file = file.to_str().expect("a plain path");
    let data = folder.path().join("service");
    for (line, code) in [
        (&["project", "inspect", file, "--tags"][..], 0),
        (&["project", "add", "--data", data.to_str().expect("a plain path"), file], 0),
        (&["read", "s7://127.0.0.1:1", "Tank.a", "--project", file], 3),
        (&["simulate", file, "--listen", "192.0.2.1:1"], 2),
    ] {
        let outcome = Tagbridge::new(line).output();
        assert_eq!(outcome.code(), code, "{line:?}: {}", outcome.stderr());
        let said = "note: line.scl line 4: END_DATA_BLOCK is missing";
        assert!(outcome.stderr().contains(said), "{line:?}: {}", outcome.stderr());
    }
}

#[test]
fn a_report_is_a_pdf_of_a_project_and_replaces_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (file, pdf) = (path("line.scl"), path("line.pdf"));
    fs::write(&file, "FUNCTION \"Start\" : Void\nBEGIN\n;\nEND_FUNCTION\n").expect("written");
    let line = ["report", &file, "-o", &pdf, "--json"];
    let said = Tagbridge::new(line).output().json(0);
    let bytes = fs::read(&pdf).expect("a report");
    assert_eq!(said["bytes"], bytes.len(), "{said:#}");
    assert!(bytes.starts_with(b"%PDF-1.7"));
    assert_eq!(Tagbridge::new(line).output().code(), 2, "it is there already");
    assert_eq!(fs::read(&pdf).expect("a report"), bytes);
}

#[test]
fn a_question_is_answered_with_its_places_asked_back_or_not_resolved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("line.scl");
    let blocks = "FUNCTION \"Start\" : Void\nVAR_INPUT a : Bool; END_VAR\nVAR_TEMP x : Bool; END_VAR\n\
                  BEGIN\n#x := #a;\nEND_FUNCTION\n\
                  FUNCTION \"Stop\" : Void\nVAR_TEMP x : Bool; END_VAR\nBEGIN\n#x := FALSE;\n\
                  END_FUNCTION\n";
    fs::write(&file, blocks).expect("it is written");
    let file = file.to_str().expect("a plain path");
    let ask = |more: &[&str], code| {
        Tagbridge::new([&["--json", "ask", file], more].concat()).output().json(code)
    };
    let answer = ask(&["Where is #x in block Start written?"], 0);
    assert_eq!(answer["status"], "answer", "{answer:#}");
    let place = serde_json::json!([{ "location_kind": "routine", "path": "Start" }]);
    assert_eq!(answer["citations"], place);
    let asked = ask(&["Where is x written?"], 1);
    assert_eq!(asked["status"], "needs_input", "{asked:#}");
    let chosen = asked["questions"][0]["options"][1].as_str().expect("an option");
    let answer = ask(&["Where is x written?", "--choose", chosen], 0);
    assert_eq!(answer["citations"][0]["path"], "Stop", "{answer:#}");
    let refused = ask(&["Setze #x auf 1."], 1);
    assert_eq!(refused["status"], "unresolved", "{refused:#}");
    let shown = Tagbridge::new(["ask", file, "Wo wird Start#x geschrieben?"]).output().stdout();
    assert!(shown.ends_with("\n\n[1] Routine Start\n"), "{shown}");
}

#[test]
fn before_its_first_run_a_bridge_does_not_run_and_stores_nothing() {
    let site = Site::new();
    site.configure("s7://127.0.0.1:1", &[]);
    let about =
        |verb: &str, more: &[&str]| Tagbridge::new([&[verb], more, &["--json"]].concat()).output();
    let config = ["--config", &site.config_file()];
    for is_there in [false, true] {
        assert_eq!(about("sessions", &config).json(3)["running"], false);
        assert_eq!(about("outbox", &config).json(0)["outboxes"].as_array().map(Vec::len), Some(0));
        let data = site.data();
        let data = data.to_str().expect("a plain path");
        let expected = if is_there { (3, 0) } else { (2, 2) };
        let seen = ["sessions", "outbox"].map(|verb| about(verb, &["--data", data]).code());
        assert_eq!((seen[0], seen[1]), expected);
        fs::create_dir_all(data).expect("the folder is made");
    }
}

#[test]
fn a_session_that_stored_nothing_is_told_from_one_that_is_unknown() {
    let site = Site::new();
    site.configure("s7://127.0.0.1:1", &[]);
    let export = |session: &str| {
        let line = ["outbox", "export", "-", "--session", session, "--config", &site.config_file()];
        let outcome = Tagbridge::new(line).output();
        assert_eq!(outcome.code(), 2, "{}", outcome.stderr());
        outcome.stderr()
    };
    for (session, says) in [
        ("line-4", "no session has stored anything yet"),
        ("line-5", "the configuration has line-4"),
    ] {
        let told = export(session);
        assert!(told.contains(says) && told.contains("tagbridge run"), "{told}");
    }
}

/// `/dev/full` accepts no output, like a full disk.
#[test]
fn a_full_disk_under_the_output_is_told_and_one_under_the_complaints_changes_nothing() {
    let full = || fs::File::create("/dev/full").expect("it is there").into();
    let quiet = || Stdio::from(fs::File::create("/dev/null").expect("it is there"));
    let refused = ["read", "logix://127.0.0.1:1/", "A"];
    let told = Tagbridge::new(refused).start_into(quiet(), full());
    assert_eq!(told.end().code(), Some(3));
    let shown = Tagbridge::new(["config", "init", "-"]).start_into(full(), quiet());
    assert_eq!(shown.end().code(), Some(5));
}

#[test]
fn the_doctor_calls_a_folder_that_cannot_be_made_this_machines_fault() {
    let site = Site::new();
    site.configure("s7://127.0.0.1:1", &[]);
    fs::write(site.data(), "no folder").expect("something stands in its way");
    let line = ["doctor", "--config", &site.config_file(), "--json"];
    let told = Tagbridge::new(line).env("TAGBRIDGE_KEY", site.secret()).output().json(5);
    assert_eq!(told["findings"][0]["verdict"], "machine", "{told}");
}

#[test]
fn a_folder_is_served_by_one_service() {
    let site = Site::new();
    let service = site.service();
    let again =
        Tagbridge::new(["serve", "--listen", "127.0.0.1:0", "--data", &site.service_data()]);
    let again = again.output();
    assert_eq!(again.code(), 4, "{}", again.stderr());
    assert!(again.stderr().contains("http://127.0.0.1:"), "who has it: {}", again.stderr());
    drop(service);
    drop(site.service());
}

#[test]
fn long_values_are_cut_for_people_alone() {
    let controller =
        Tagbridge::new(["simulate", "--vendor", "siemens", "--tags", "200", "--json"]).start();
    let told: Value = serde_json::from_str(&controller.next_line()).expect("it is JSON");
    let endpoint = told["endpoint"].as_str().expect("it is where it is");
    let read = |more: &[&str]| {
        let line = [&["read", endpoint, "DB1.DBD0:REAL[100]"], more].concat();
        Tagbridge::new(line).output()
    };
    let (brief, full) = (read(&[]).stdout(), read(&["--full"]).stdout());
    assert!(brief.contains(" more]"), "{brief}");
    assert!(!full.contains(" more]") && full.len() > brief.len(), "{full}");
    let whole = read(&["--json"]).json(0);
    let values = whole["tags"]["DB1.DBD0:REAL[100]"]["value"].as_array().map(Vec::len);
    assert_eq!(values, Some(100));
}

#[test]
fn a_taken_port_is_a_refusal() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a loopback port is free");
    let address = taken.local_addr().expect("it is bound").to_string();
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("a plain path");
    for (line, option) in [
        (&["serve", "--data", data, "--listen", &address][..], "--listen"),
        (&["simulate", "--vendor", "siemens", "--listen", &address], "--listen"),
        (&["run", "--console", &address], "--console"),
    ] {
        let outcome = Tagbridge::new(line).output();
        assert_eq!(outcome.code(), 4, "{}", outcome.stderr());
        let remedy = format!("choose another address with {option}");
        assert!(outcome.stderr().contains(&remedy), "{}", outcome.stderr());
    }
}

#[test]
fn a_data_folder_in_use_is_refused_and_one_that_cannot_be_used_is_this_machines_fault() {
    let site = Site::new();
    let endpoint = format!("logix://127.0.0.1:{}/", free_port());
    let running = site.bridge(&endpoint, &["A"]);
    running.next_line();
    let again = || {
        Tagbridge::new(["run", "--config", &site.config_file()])
            .env("TAGBRIDGE_KEY", site.secret())
            .output()
    };
    assert_eq!(again().code(), 4, "{}", again().stderr());
    assert!(running.terminate().success());
    let outbox = site.data().join("line-4.outbox");
    fs::remove_file(&outbox).expect("it was made");
    fs::create_dir(&outbox).expect("something stands in its way");
    assert_eq!(again().code(), 5, "{}", again().stderr());
}

#[test]
fn a_key_is_shown_once_and_kept_from_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let data = data.to_str().expect("a plain path");
    let file = folder.path().join("bridge.key");
    let path = file.to_str().expect("a plain path");
    let create = ["key", "create", "--data", data, "--name", "k", "--permissions", "hmi_view"];
    // A mistyped folder does not become a new service.
    assert_eq!(Tagbridge::new(create).output().code(), 2);
    assert!(!folder.path().join("data").exists());
    let project = ["project", "add", "--data", data, "--name", "L", "--vendor", "siemens"];
    assert_eq!(Tagbridge::new(project).output().code(), 0);
    let made = Tagbridge::new(create.iter().chain(&["--output", path, "--json"])).output().json(0);
    let secret = fs::read_to_string(&file).expect("the secret is there");
    assert!(secret.starts_with("tb_"), "{made}");
    assert_eq!(fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o600);

    let listed = Tagbridge::new(["key", "list", "--data", data, "--json"]).output();
    assert!(!listed.stdout().contains(secret.trim()));
    let id = made["id"].as_str().expect("an id");
    assert_eq!(listed.json(0)[0]["id"], id);
    assert_eq!(Tagbridge::new(["key", "revoke", "--data", data, id]).output().code(), 0);
    assert_eq!(Tagbridge::new(["key", "revoke", "--data", data, "nope"]).output().code(), 2);
}

#[test]
fn the_demo_proves_itself() {
    let demo = Tagbridge::new(["demo", "--for", "10m", "--json"]).start();
    let line = |line: &str| serde_json::from_str::<Value>(line).expect("JSON lines");
    demo.wait_for_line(|it| line(it)["live"] == true && line(it)["sequence"].is_u64());
    demo.ask_to_end();
    let last = line(&demo.wait_for_line(|it| line(it)["stored"].is_u64()));
    assert!(last["stored"].as_u64() > Some(0) && last["read_back"].as_u64() > Some(0), "{last}");
    assert_eq!(demo.end().code(), Some(0));
}

#[test]
fn the_doctor_names_what_is_wrong_and_what_is_fine() {
    let site = Site::new();
    let findings = |code: i32| {
        let report = Tagbridge::new(["doctor", "--config", &site.config_file(), "--json"])
            .env("TAGBRIDGE_KEY", site.secret())
            .output()
            .json(code);
        let findings = report["findings"].as_array().expect("findings").clone();
        move |subject: &str| {
            let found = findings.iter().find(|it| it["subject"] == subject);
            found.unwrap_or_else(|| panic!("no {subject} in {findings:?}")).clone()
        }
    };
    let port = free_port();
    site.configure(&format!("logix://127.0.0.1:{port}/1,0"), &["Line_Speed", "Nope"]);
    let nothing = findings(3);
    assert_eq!(nothing("data folder")["verdict"], "fine");
    assert_eq!(nothing("service: key")["verdict"], "unreachable");
    let remedy = nothing("service: key")["remedy"].to_string();
    assert!(remedy.contains("is the service running?"), "{remedy}");
    assert_eq!(nothing("line-4: controller")["verdict"], "unreachable");

    let _service = site.service();
    let listen = format!("127.0.0.1:{port}");
    let controller =
        Tagbridge::new(["simulate", "--vendor", "allen-bradley", "--listen", &listen]).start();
    controller.next_line();
    let both = findings(1);
    for fine in ["service: key", "service: clock", "line-4: controller"] {
        assert_eq!(both(fine)["verdict"], "fine", "{fine}");
    }
    assert_eq!(both("service: project of line-4")["verdict"], "fine");
    assert_eq!(both("line-4: tags")["verdict"], "doubtful");
    site.configure(&format!("logix://127.0.0.1:{port}/1,0"), &[]);
    assert_eq!(findings(0)("line-4: tags")["verdict"], "untried");
}
