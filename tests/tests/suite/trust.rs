//! The certificate question, tested with a virtual controller: the certificates that `trust` and
//! `read` accept, and those that they refuse.

use std::path::Path;

use serde_json::Value;
use tagbridge_tests::{Process, Tagbridge, free_port};
use tempfile::TempDir;

const PASSWORD: &str = "s3cret €";
const TAG: &str = "PLC_PRG.Tag0";
const SECURITY: &str = "Basic256Sha256:SignAndEncrypt";

/// A port with a controller behind it, and what its users know.
struct Plant {
    port: u16,
    /// The user's data folder.
    ours: TempDir,
    /// The folder of the controller.
    its: TempDir,
}

impl Plant {
    fn new() -> Self {
        let folder = || tempfile::tempdir().expect("a folder");
        Self { port: free_port(), ours: folder(), its: folder() }
    }

    /// Starts the controller; returns also the fingerprint of its certificate.
    fn controller(&self, arguments: &[&str]) -> (Process, String) {
        let listen = format!("127.0.0.1:{}", self.port);
        let line =
            ["simulate", "--vendor", "codesys", "--tags", "4", "--listen", &listen, "--json"];
        let process =
            Tagbridge::new([&line, arguments].concat()).env("TAGBRIDGE_PASSWORD", PASSWORD).start();
        let shown = fingerprint(&process);
        (process, shown)
    }

    fn endpoint(&self, parameters: &str) -> String {
        format!("opc.tcp://127.0.0.1:{}{parameters}", self.port)
    }

    fn trust(&self, fingerprint: &str, code: i32) -> Value {
        // Its address alone: of controllers no others show a certificate.
        let (address, pki) = (format!("127.0.0.1:{}", self.port), text(self.ours.path()));
        let line = ["trust", &address, "--yes", fingerprint, "--pki", &pki, "--json"];
        let outcome = Tagbridge::new(line).output();
        if code == 0 {
            return outcome.json(0);
        }
        assert_eq!(outcome.code(), code, "{}", outcome.stderr());
        serde_json::from_str(&outcome.stderr()).expect("one JSON document")
    }

    /// Reads a tag; a refusal has this exit code and says this.
    fn read(&self, parameters: &str, password: &str, refusal: Option<(i32, &str)>) {
        let (endpoint, pki) = (self.endpoint(parameters), text(self.ours.path()));
        let line = ["read", &endpoint, TAG, "--pki", &pki, "--timeout", "1m"];
        let line = [&line[..], &["--connect-timeout", "1m"]].concat();
        let outcome = Tagbridge::new(line).env("TAGBRIDGE_PASSWORD", password).output();
        let told = outcome.stderr();
        match refusal {
            None => assert_eq!(outcome.code(), 0, "{parameters}: {told}"),
            Some((code, says)) => {
                assert_eq!(outcome.code(), code, "{parameters}: {told}");
                assert!(told.contains(says), "{parameters}: {told}");
                assert!(!told.contains(password), "{told}");
            }
        }
    }
}

fn fingerprint(controller: &Process) -> String {
    let told: Value = serde_json::from_str(&controller.next_line()).expect("one JSON document");
    told["fingerprint"].as_str().unwrap_or_else(|| panic!("{told}")).to_owned()
}

fn text(path: &Path) -> String {
    path.to_str().expect("a plain path").to_owned()
}

#[test]
fn only_who_is_known_gets_in_and_only_to_whom_is_trusted() {
    let plant = Plant::new();
    let its = text(plant.its.path());
    let secured = ["--security", SECURITY, "--user", "joe", "--pki", &its];
    let (controller, shown) = plant.controller(&secured);
    let joe = format!("?security={SECURITY}&user=joe");

    plant.read(&joe, PASSWORD, Some((4, "tagbridge trust")));
    let other = "00".repeat(32);
    let refused = plant.trust(&other, 4);
    assert!(refused["message"].as_str().is_some_and(|it| it.contains(&shown)), "{refused}");
    plant.read(&joe, PASSWORD, Some((4, "tagbridge trust")));
    let trusted = plant.trust(&shown, 0);
    assert_eq!(trusted["offers"], serde_json::json!([SECURITY]), "{trusted}");
    assert_eq!(trusted["fingerprint"], shown.as_str(), "{trusted}");

    plant.read(&joe, PASSWORD, None);
    plant.read(&joe, "wrong password", Some((3, "check the user")));
    plant.read("?user=jim", PASSWORD, Some((3, "check the user")));
    plant.read("", PASSWORD, Some((3, "requires a login")));
    plant.read("?security=None", PASSWORD, Some((4, "does not offer")));

    // The same certificate after a restart, then another one.
    assert!(controller.terminate().success());
    let (controller, again) = plant.controller(&secured);
    assert_eq!(again, shown);
    plant.read(&joe, PASSWORD, None);
    assert!(controller.terminate().success());
    let (_controller, another) = plant.controller(&secured[..4]);
    assert_ne!(another, shown);
    plant.read(&joe, PASSWORD, Some((4, "not the trusted one")));
}

#[test]
fn a_certificate_changes_while_it_runs() {
    let plant = Plant::new();
    let its = text(plant.its.path());
    let secured = ["--security", "all", "--pki", &its];
    let (controller, shown) = plant.controller(&secured);
    let trusted = plant.trust(&shown, 0);
    assert_eq!(trusted["offers"].as_array().map(Vec::len), Some(7), "{trusted}");
    assert!(controller.terminate().success());
    // It begins again with the certificate that it had.
    let renewing = [&secured[..], &["--renew-certificate", "100ms"]].concat();
    let (controller, again) = plant.controller(&renewing);
    assert_eq!(again, shown);
    let renewed = fingerprint(&controller);
    assert_ne!(renewed, shown);
    plant.read("", PASSWORD, Some((4, "not the trusted one")));
    plant.trust(&renewed, 0);
    plant.read("", PASSWORD, None);
}

#[test]
fn what_cannot_be_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().join("empty");
    std::fs::write(&empty, "\n").expect("it is written");
    let empty = text(&empty);
    let check = |line: &[&str], says: &str| {
        let outcome = Tagbridge::new([&["simulate", "--listen", "127.0.0.1:0"], line].concat());
        let outcome = outcome.output();
        assert_eq!(outcome.code(), 2, "{line:?}: {}", outcome.stderr());
        assert!(outcome.stderr().contains(says), "{line:?}: {}", outcome.stderr());
    };
    let codesys = ["--vendor", "codesys", "--security", "Basic256Sha256"];
    check(&["--vendor", "siemens", "--security", "all"], "no OPC UA server");
    check(&["--vendor", "siemens", "--user", "joe"], "omit --user");
    check(&["--vendor", "codesys", "--security", "Basic128"], "Aes256Sha256RsaPss");
    check(&["--vendor", "codesys", "--user", "joe"], "--security");
    check(&[&codesys[..], &["--user", "joe"]].concat(), "TAGBRIDGE_PASSWORD");
    check(
        &[&codesys[..], &["--user", "joe", "--password-file", &empty]].concat(),
        "--password-file",
    );
    check(&[&codesys[..], &["--user", "joe", "--password-file", "/no/such"]].concat(), "/no/such");
    check(&[&codesys[..], &["--pki", &format!("{empty}/pki")]].concat(), "--pki");
}
