//! The event log that a bridge without a screen keeps, and what of it a supporter is given.

use std::{
    fs::{self, File, OpenOptions},
    os::unix::fs::symlink,
    process::Stdio,
};

use serde_json::Value;
use tagbridge_tests::{Process, Site, Tagbridge, free_port, patiently};

/// Texts that must not be in any file for the support team.
const CANARY: &str = "canary-of-the-password";

/// The whole lines of the log of a site's bridge.
fn lines(site: &Site) -> Vec<Value> {
    let text = fs::read_to_string(site.data().join("logs/tagbridge.log")).unwrap_or_default();
    let whole = text.rsplit_once('\n').map_or("", |it| it.0);
    whole.lines().map(|it| serde_json::from_str(it).expect("a line of JSON")).collect()
}

/// Those of them that say this.
fn told(site: &Site, text: &str) -> Vec<Value> {
    lines(site).into_iter().filter(|it| it["text"] == text).collect()
}

/// A bridge's configuration for a controller that answers.
fn reading_site() -> (Site, Process) {
    let (controller, endpoint) = Tagbridge::simulate(&["--vendor", "siemens", "--still"]);
    let site = Site::new();
    site.configure(&endpoint, &["DB1.DBD0"]);
    (site, controller)
}

/// Waits until snapshots arrive, and then others.
fn goes_on(site: &Site) {
    let reached = |at_least: u64| {
        let values = site.consumer().wait_for("a snapshot", |it| {
            it["live"] == true && it["sequence"].as_u64() >= Some(at_least)
        });
        values["sequence"].as_u64().expect("a sequence")
    };
    let first = reached(1);
    reached(first + 3);
}

#[test]
fn what_happened_is_in_the_data_folder_and_in_the_bundle_after_a_kill() {
    let site = Site::new();
    let port = free_port();
    let endpoint = format!("opc.tcp://127.0.0.1:{port}?security=None&user=joe");
    for run in 1..=2 {
        site.configure(&endpoint, &["PLC_PRG.Tag0"]);
        let bridge = Tagbridge::new(["run", "--config", &site.config_file()])
            .env("TAGBRIDGE_KEY", site.secret())
            .env("TAGBRIDGE_PASSWORD", CANARY)
            .start();
        bridge.wait_for_line(|it| it.contains("waiting until"));
        // It is written by a thread of its own, so that a slow disk stops no session.
        let is_written = || told(&site, "The controller cannot be read.").len() >= run;
        patiently("the trouble in the log", || is_written().then_some(()));
        bridge.kill_dead();
    }
    let lines = lines(&site);
    assert_eq!(told(&site, "Tagbridge has started.").len(), 2, "of both runs: {lines:?}");
    let trouble = told(&site, "The controller cannot be read.");
    assert_eq!(trouble[0]["session"], "line-4", "{trouble:?}");
    let cause = trouble[0]["fields"]["cause"].as_str().expect("a cause");
    assert!(cause.contains("cannot reach"), "{cause}");

    let bundle = Tagbridge::new(["bundle", "--preview", "--config", &site.config_file()]).output();
    assert_eq!(bundle.code(), 0, "{}", bundle.stderr());
    let seen = bundle.stdout();
    assert!(seen.contains("logs/tagbridge.log") && seen.contains(cause), "{seen}");
    for secret in [site.secret(), CANARY] {
        assert!(!seen.contains(secret), "{seen}");
        assert!(!format!("{lines:?}").contains(secret), "{lines:?}");
    }
}

/// `/dev/full` accepts no output, like a full disk: neither the log nor the output can be written.
/// Values are delivered nevertheless.
#[test]
fn a_full_disk_under_log_and_output_stops_no_bridge() {
    let (site, _controller) = reading_site();
    let _service = site.service();
    let logs = site.data().join("logs");
    fs::create_dir_all(&logs).expect("a folder");
    symlink("/dev/full", logs.join("tagbridge.log")).expect("it is linked");
    let full =
        || Stdio::from(OpenOptions::new().write(true).open("/dev/full").expect("it is there"));
    let bridge = Tagbridge::new(["run", "--config", &site.config_file()])
        .env("TAGBRIDGE_KEY", site.secret())
        .env("TAGBRIDGE_LOG", "info")
        .start_into(full(), full());
    goes_on(&site);
    assert!(bridge.terminate().success(), "it ends in order");
}

/// The reader of a log may disconnect: a closed pipe is no reason to stop.
#[test]
fn a_bridge_that_nobody_listens_to_goes_on() {
    let (site, _controller) = reading_site();
    let _service = site.service();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let bridge = Tagbridge::new(["run", "--json", "--config", &site.config_file()])
        .env("TAGBRIDGE_KEY", site.secret())
        .start_into(writer.into(), File::open("/dev/null").expect("it is there").into());
    drop(reader);
    goes_on(&site);
    assert!(bridge.terminate().success(), "it ends in order");
}
