//! As systemd runs it: its environment, its sandbox, and its files' permissions.

use std::{fs, os::unix::net::UnixDatagram, path::Path, process::Command, time::Duration};

use tagbridge_tests::{Tagbridge, binary, free_port, patiently};

/// More than this is open to a program, by systemd's own measure from 0 to 100.
const EXPOSURE_MAX: u32 = 19;

#[test]
fn the_units_are_sound_and_leave_little_open() {
    if Command::new("systemd-analyze").arg("--version").output().is_err() {
        return tagbridge_needs::skip("systemd-analyze");
    }
    let installer = Path::new(env!("CARGO_MANIFEST_DIR")).join("../installer/linux");
    let folder = tempfile::tempdir().expect("a folder");
    for unit in ["bridge/tagbridge.service", "service/tagbridge-service.service"] {
        let text = fs::read_to_string(installer.join(unit)).expect("a unit");
        // It is not installed here.
        let program = binary().display().to_string();
        let here = folder.path().join(Path::new(unit).file_name().expect("a name"));
        fs::write(&here, text.replace("/usr/bin/tagbridge", &program)).expect("it is written");
        for check in [
            vec!["verify".to_owned(), "--man=no".to_owned()],
            vec!["security".into(), "--offline=yes".into(), format!("--threshold={EXPOSURE_MAX}")],
        ] {
            let done = Command::new("systemd-analyze").args(&check).arg(&here).output();
            let done = done.expect("it starts");
            let (said, errors) =
                (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
            assert!(done.status.success(), "{unit}: {check:?}\n{said}\n{errors}");
            assert!(check[0] != "verify" || errors.trim().is_empty(), "{unit}: {errors}");
        }
    }
}

#[test]
fn systemd_is_told_that_it_is_ready_that_it_lives_and_that_it_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let socket = folder.path().join("notify");
    let systemd = UnixDatagram::bind(&socket).expect("a socket");
    systemd.set_read_timeout(Some(Duration::from_mins(1))).expect("it may wait");
    let told = || {
        let mut bytes = [0; 512];
        let length = systemd.recv(&mut bytes).expect("it is told within a minute");
        String::from_utf8_lossy(&bytes[..length]).trim().to_owned()
    };
    let data = folder.path().join("data").display().to_string();
    let metrics = format!("127.0.0.1:{}", free_port());
    let line = ["serve", "--listen", "127.0.0.1:0", "--data", &data, "--metrics", &metrics];
    let service = Tagbridge::new(line)
        .env("NOTIFY_SOCKET", &socket.display().to_string())
        .env("WATCHDOG_USEC", "200000")
        .start();
    assert_eq!(told(), "READY=1");
    assert_eq!([told(), told()], ["WATCHDOG=1", "WATCHDOG=1"]);
    let page = patiently("a page with figures", || {
        ureq::get(format!("http://{metrics}/metrics")).call().ok()?.body_mut().read_to_string().ok()
    });
    assert!(page.contains("\ntagbridge_service_projects 0\n"), "{page}");
    assert!(page.contains("\ntagbridge_service_disk_free_bytes "), "{page}");
    assert!(service.terminate().success());
    patiently("that it ends", || (told() == "STOPPING=1").then_some(()));
}

#[test]
fn the_manual_and_the_completions_know_every_verb() {
    let folder = tempfile::tempdir().expect("a folder");
    let man = folder.path().join("man");
    let written = Tagbridge::new(["man".as_ref(), man.as_os_str()]).output();
    assert_eq!(written.code(), 0, "{}", written.stderr());
    let bash = Tagbridge::new(["completions", "bash"]).output();
    assert_eq!(bash.code(), 0, "{}", bash.stderr());
    for verb in ["run", "serve", "preflight", "man"] {
        let page = fs::read_to_string(man.join(format!("tagbridge-{verb}.1"))).expect("a page");
        assert!(page.contains("Example"), "{page}");
        assert!(bash.stdout().contains(&format!("__{verb}")), "{verb}\n{}", bash.stdout());
    }
}

#[test]
fn a_log_for_machines_is_one_document_a_line() {
    let data = tempfile::tempdir().expect("a folder");
    let log = data.path().join("log");
    let stderr = fs::File::create(&log).expect("a file");
    let folder = data.path().join("data").display().to_string();
    let address = format!("127.0.0.1:{}", free_port());
    let line = ["serve", "--log-format", "json", "--listen", &address, "--data", &folder];
    let service = Tagbridge::new(line).start_into(std::process::Stdio::null(), stderr.into());
    let lines = patiently("a line", || {
        // The log contains the caller of each request.
        let _refused_or_not_there_yet =
            ureq::get(format!("http://{address}/api/v1/projects")).call();
        let text = fs::read_to_string(&log).ok()?;
        text.ends_with('\n').then_some(text)
    });
    for line in lines.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("a document");
        for field in ["timestamp", "level", "target", "message"] {
            assert!(line[field].is_string(), "{line}");
        }
    }
    assert!(service.terminate().success());
}

/// A `systemctl` with one unit in the state of `STATES`, which records its calls.
const SYSTEMCTL: &str = r#"#!/bin/sh
case "$1" in
  show) printf 'LoadState=%s\nActiveState=%s\n' $STATES; exit 0 ;;
esac
[ -z "$REFUSES" ] || { echo "$REFUSES" >&2; exit 1; }
echo "$@" >> "${0%/*}/asked"
"#;

#[test]
fn units_are_managed_by_systemctl() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().display().to_string();
    make_program(&folder.path().join("systemctl"), SYSTEMCTL);
    let service = |words: &str, states: &str, refuses: &str| {
        Tagbridge::new(["service"].into_iter().chain(words.split(' ')))
            .env("PATH", &place)
            .env("STATES", states)
            .env("REFUSES", refuses)
            .output()
    };
    for (words, states, said) in [
        ("status", "loaded inactive", "tagbridge: stopped\n"),
        ("status service", "not-found inactive", "tagbridge-service: not installed\n"),
        ("install", "loaded inactive", "tagbridge: stopped\n"),
        ("start", "loaded active", "tagbridge: running\n"),
        ("stop service", "loaded failed", "tagbridge-service: stopped by a failure\n"),
        ("uninstall", "loaded inactive", "tagbridge: stopped\n"),
    ] {
        let done = service(words, states, "");
        assert_eq!((done.code(), done.stdout().as_str()), (0, said), "{words}: {}", done.stderr());
    }
    let asked = fs::read_to_string(folder.path().join("asked")).expect("it was asked");
    let expected = [
        "enable tagbridge",
        "start tagbridge",
        "stop tagbridge-service",
        "stop tagbridge",
        "disable tagbridge",
    ];
    assert_eq!(asked.lines().collect::<Vec<_>>(), expected);
    let status = service("status --json", "loaded activating", "").json(0);
    assert_eq!((&status["name"], &status["status"]), (&"tagbridge".into(), &"starting".into()));

    let denied = "Failed to enable unit: Access denied";
    let booted = "System has not been booted with systemd as init system (PID 1). Can't operate.";
    for (words, states, refuses, code, why, remedy) in [
        ("start", "not-found inactive", "", 4, "it is not installed", "install the package"),
        ("install", "loaded inactive", denied, 4, "only an administrator", "with sudo"),
        ("install", "loaded inactive", booted, 4, "neither systemd nor Windows", "tagbridge run"),
        ("start", "loaded failed", "", 5, "it ended immediately", "journalctl -u tagbridge"),
        (
            "install -- --console 127.0.0.1:1",
            "loaded active",
            "",
            2,
            "the systemd unit contains",
            "systemctl edit",
        ),
    ] {
        let done = service(words, states, refuses);
        let said = done.stderr();
        assert_eq!(done.code(), code, "{words}: {said}");
        for part in ["cannot manage tagbridge as a service", why, remedy] {
            assert!(said.contains(part), "{words}: {said}");
        }
    }
    let german = service("install --language de", "loaded inactive", denied).stderr();
    assert!(german.contains("das darf nur ein Administrator"), "{german}");
}

#[test]
fn where_nobody_runs_programs_in_the_background_that_is_said() {
    let nothing = tempfile::tempdir().expect("a folder");
    let place = nothing.path().display().to_string();
    for words in ["status", "install", "host bridge --folder ."] {
        let words = ["service"].into_iter().chain(words.split(' '));
        let done = Tagbridge::new(words).env("PATH", &place).output();
        assert_eq!(done.code(), 4, "{}", done.stderr());
        assert!(done.stderr().contains("with your own service manager"), "{}", done.stderr());
    }
}

fn make_program(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, text).expect("it is written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
}
