//! A bridge with a service, one without a service, and one without a recording.

use std::{fs, path::Path, process::Stdio, time::Instant};

use serde_json::Value;
use tagbridge_simulator::s7::{Counting, VirtualS7};
use tagbridge_system::write_private;
use tokio::runtime::Runtime;

use super::{
    Counts,
    callgrind::{CountedProgram, PATIENCE},
    ingest::project_and_key,
};
use crate::{NetworkRelay, Process, Tagbridge, free_port};

/// Tags of the session; all of them change from scan to scan.
pub(super) const TAGS: u32 = 500;
/// Number of scans until the end.
pub(super) const SCANS: u64 = 60;
/// Number of scans after which the service ends.
const BEFORE: u64 = 10;

/// With the service.
pub(super) fn stream(program: &Path) -> Counts {
    bridge(program, TAGS, None, true)
}

/// The same without a recording.
pub(super) fn unrecorded(program: &Path) -> Counts {
    bridge(program, TAGS, None, false)
}

/// The same with half of the tags: the difference is the cost of values.
pub(super) fn few(program: &Path) -> Counts {
    bridge(program, TAGS / 2, None, true)
}

/// The service ends after some scans, and the snapshots wait.
pub(super) fn outage(program: &Path) -> Counts {
    bridge(program, TAGS, Some(BEFORE), true)
}

fn bridge(program: &Path, tags: u32, served_for: Option<u64>, is_recorded: bool) -> Counts {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let data = path("service");
    let (project, key) = project_and_key(&data);
    write_private(path("bridge.key").as_ref(), key.as_bytes()).expect("the key is written");
    let runtime = Runtime::new().expect("a runtime");
    let controller = VirtualS7::counting(tags / 2, 1);
    let controller = runtime.block_on(controller.listen(([127, 0, 0, 1], 0).into()));
    let controller = controller.expect("a free port");
    let port = free_port();
    let listen = format!("127.0.0.1:{port}");
    let serve = ["serve", "--listen", &listen, "--data", &data, "--json"];
    let service = Tagbridge::new(serve).start_into(Stdio::piped(), Stdio::null());
    service.next_line();
    let wire = NetworkRelay::before(port);
    let tags: Vec<String> = Counting::tag_names(tags / 2).collect();
    let config = format!(
        r#"
        data = "bridge"
        device_id = "guard"
        [service]
        url = "http://127.0.0.1:{wire}/api/v1"
        key = {{ file = "bridge.key" }}
        [recording]
        enabled = {is_recorded}
        [[session]]
        name = "line"
        project = "{project}"
        endpoint = "{endpoint}"
        interval = "500ms"
        request_timeout = "20s"
        tags = {tags:?}
        "#,
        wire = wire.port(),
        endpoint = controller.endpoint(),
    );
    fs::write(path("bridge.toml"), config).expect("the configuration is written");
    let run = CountedProgram::new(program, &["run", "--json", "--config", &path("bridge.toml")]);
    let mut service = Some(service);
    let counts = run.run_while(|process| {
        if let Some(scans) = served_for {
            until(process, scans);
            if let Some(service) = service.take() {
                service.kill_dead();
            }
        }
        until(process, SCANS);
    });
    Counts { requests: controller.counters().replies, bytes: wire.bytes(), ..counts }
}

/// Waits until the bridge has made this number of scans.
fn until(process: &Process, scans: u64) {
    let began = Instant::now();
    loop {
        let line = process.next_line_within(PATIENCE);
        let state: Value = serde_json::from_str(&line).unwrap_or_default();
        if state["sessions"][0]["scan"]["count"].as_u64().is_some_and(|count| count >= scans) {
            return;
        }
        assert!(began.elapsed() < PATIENCE, "too few scans: {line}");
    }
}
