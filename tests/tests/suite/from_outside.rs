//! A bridge seen from outside: what it does, what it has stored, and what a supporter is given.
//! While it runs, after it was killed, and after it ended.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    time::{Duration, Instant},
};

use serde_json::Value;
use tagbridge_tests::{Site, Tagbridge};

const PATIENCE: Duration = Duration::from_secs(30);

/// A call of a verb about the bridge of a site.
fn about(site: &Site, verb: &[&str]) -> tagbridge_tests::Outcome {
    Tagbridge::new([verb, &["--config", &site.config_file()]].concat()).output()
}

fn depth(site: &Site) -> u64 {
    let stored = about(site, &["outbox", "--json"]).json(0);
    let it = &stored["outboxes"][0];
    assert_eq!(it["session"], "line-4", "{stored}");
    it["depth"].as_u64().expect("a number")
}

fn wait(what: &str, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < deadline, "{what} in {PATIENCE:?}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn lines(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).expect("it was exported");
    text.lines().map(|it| serde_json::from_str(it).expect("JSON lines")).collect()
}

#[test]
fn what_waits_is_seen_and_saved_and_still_delivered() {
    let site = Site::new();
    let (_controller, endpoint) = Tagbridge::simulate(&["--vendor", "allen-bradley"]);
    // No service: all is stored.
    let bridge = site.bridge(&endpoint, &["Line_Speed"]);
    wait("nothing is stored", || site.data().join("line-4.outbox").exists() && depth(&site) >= 3);
    wait("it tells nothing", || site.data().join("status.json").exists());
    let running = about(&site, &["sessions", "--json"]).json(0);
    assert_eq!((&running["running"], &running["ended"]), (&true.into(), &false.into()));
    assert_eq!(running["sessions"][0]["name"], "line-4");
    let told = about(&site, &["sessions"]).stdout();
    assert!(told.starts_with("running since ") && told.contains("line-4"), "{told}");

    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("waiting.jsonl");
    let path = file.to_str().expect("a plain path");
    let saved = about(&site, &["outbox", "export", path, "--json"]).json(0);
    let exported = lines(&file);
    assert!(exported.len() >= 3);
    assert_eq!(saved["snapshots"].as_u64(), Some(exported.len() as u64));
    for (at, line) in exported.iter().enumerate() {
        assert_eq!(line["snapshot"]["sequence"].as_u64(), Some(at as u64 + 1), "{line}");
        assert_eq!(line["session"], "line-4");
    }
    assert_eq!(fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o600);
    assert_eq!(about(&site, &["outbox", "export", path]).code(), 2, "nothing is overwritten");
    let unknown = about(&site, &["outbox", "export", "-", "--session", "line-5"]);
    assert_eq!(unknown.code(), 2);
    assert!(unknown.stderr().contains("line-4"), "{}", unknown.stderr());

    bridge.kill_dead();
    let gone = about(&site, &["sessions", "--json"]).json(3);
    assert_eq!((&gone["running"], &gone["ended"]), (&false.into(), &false.into()));
    let told = about(&site, &["sessions"]).stdout();
    assert!(told.starts_with("not running: it ended unexpectedly"), "{told}");
    assert!(told.contains("STATE UNTIL THEN"), "what it did is not what it does: {told}");
    let stored = depth(&site);
    assert!(stored >= exported.len() as u64);

    let _service = site.service();
    let again = site.bridge(&endpoint, &["Line_Speed"]);
    wait("it is not delivered", || depth(&site) == 0);
    assert!(again.terminate().success());
    let ended = about(&site, &["sessions", "--json"]).json(3);
    assert_eq!(ended["ended"], true);
    assert!(about(&site, &["sessions"]).stdout().starts_with("not running: it ended at "));
    let left = about(&site, &["outbox", "--json"]).json(0);
    assert_eq!(left["outboxes"][0]["lost"], 0, "whoever looks takes nothing: {left}");
    assert!(left["outboxes"][0]["next_sequence"].as_u64() > Some(stored), "{left}");
}

#[test]
fn a_supporter_is_given_no_secret() {
    let site = Site::new();
    let (_controller, endpoint) = Tagbridge::simulate(&["--vendor", "allen-bradley"]);
    let _service = site.service();
    let bridge = site.bridge(&endpoint, &["Line_Speed"]);
    wait("it tells nothing", || site.data().join("status.json").exists());
    wait("it is not live", || {
        let told = about(&site, &["sessions", "--json"]).stdout();
        told.contains("\"live\"")
    });
    let bundle = |more: &[&str]| {
        let file = site.config_file();
        let line = [&["bundle", "--config", &file], more].concat();
        Tagbridge::new(line).env("TAGBRIDGE_KEY", site.secret()).output()
    };
    for is_running in [true, false] {
        let seen = bundle(&["--preview", "--json"]).json(0);
        let text = seen.to_string();
        assert!(text.contains("line-4") && text.contains("status"), "{is_running}: {text}");
        assert!(!text.contains(site.secret()), "the key is in it");
        if is_running {
            fs::write(site.data().join("console.toml"), format!("note = {:?}\n", site.secret()))
                .expect("it is written");
        }
    }
    assert!(bridge.terminate().success());
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("support.zip");
    let path = file.to_str().expect("a plain path");
    let made = bundle(&["--output", path, "--pseudonyms", "--json"]).json(0);
    let archive = fs::read(&file).expect("it was saved");
    assert_eq!(made["bytes"].as_u64(), Some(archive.len() as u64));
    assert!(archive.starts_with(b"PK"));
    assert_eq!(bundle(&["--output", path]).code(), 2, "nothing is overwritten");
}

#[test]
fn a_session_without_its_project_does_not_stop_the_others() {
    let site = Site::new();
    let (_controller, endpoint) = Tagbridge::simulate(&["--vendor", "allen-bradley"]);
    site.configure(&endpoint, &["Line_Speed"]);
    let file = site.config_file();
    let text = fs::read_to_string(&file).expect("it was written");
    let second = format!(
        "[[session]]\nname = \"line-5\"\nproject = \"other\"\nendpoint = \"{endpoint}\"\n\
         source = \"nope.L5X\"\ntags = [\"Line_Speed\"]\n"
    );
    fs::write(&file, format!("{text}\n{second}")).expect("it is changed");
    let bridge = Tagbridge::new(["run", "--config", &file, "--json"])
        .env("TAGBRIDGE_KEY", site.secret())
        .start();
    let line = bridge.wait_for_line(|it| it.matches("\"state\":\"live\"").count() == 2);
    let state: Value = serde_json::from_str(&line).expect("JSON lines");
    let problem = state["sessions"][1]["source"]["problem"].as_str().expect("it is said");
    assert!(problem.contains("nope.L5X") && problem.contains("check the path"), "{problem}");
    assert!(state["sessions"][0]["source"]["problem"].as_str() != Some(problem));
}
