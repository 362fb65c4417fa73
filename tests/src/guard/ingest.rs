//! Pushes to a service.

use std::{fmt::Write as _, fs, io::Write as _, path::Path};

use flate2::{Compression, write::GzEncoder};
use tagbridge_api::Timestamp;
use ureq::Agent;

use super::{
    Counts,
    callgrind::{CountedProgram, PATIENCE},
};
use crate::{Tagbridge, free_port};

/// Values of a push; all of them change.
const VALUES: u64 = 500;
/// Number of pushes: enough to move some into the history.
const PUSHES: u64 = 100;

pub(super) fn ingest(program: &Path) -> Counts {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let data = data.to_str().expect("a plain path");
    let (project, key) = project_and_key(data);
    let port = free_port();
    let listen = format!("127.0.0.1:{port}");
    let serve =
        CountedProgram::new(program, &["serve", "--listen", &listen, "--data", data, "--json"]);
    let counts = serve.run_while(|process| {
        process.next_line_within(PATIENCE);
        let url = format!("http://{listen}/api/v1/projects/{project}/hmi/values");
        let agent = Agent::config_builder().timeout_global(Some(PATIENCE)).build().new_agent();
        for sequence in 1..=PUSHES {
            let request = agent.post(&url).header("authorization", format!("Bearer {key}"));
            let request = request.header("content-type", "application/json");
            let request = request.header("content-encoding", "gzip");
            let request = request.header("idempotency-key", format!("guard-{sequence}"));
            request.send(&body(sequence)).expect("the push is stored");
        }
    });
    let files = fs::read_dir(data).expect("the service's folder").flatten();
    let bytes = files.filter_map(|it| it.metadata().ok()).filter(fs::Metadata::is_file);
    Counts { requests: PUSHES, bytes: bytes.map(|it| it.len()).sum(), ..counts }
}

/// A project in the data of a service, and a key that pushes to it.
pub(super) fn project_and_key(data: &str) -> (String, String) {
    let add = ["project", "add", "--data", data, "--json", "--vendor", "siemens", "--name", "Line"];
    let project = Tagbridge::new(add).output().json(0)["project_id"].clone();
    let create = ["key", "create", "--data", data, "--json", "--permissions", "hmi_push"];
    let key = Tagbridge::new([&create[..], &["--name", "guard"]].concat()).output().json(0);
    let text = |it: &serde_json::Value| it.as_str().expect("a text").to_owned();
    (text(&project), text(&key["secret"]))
}

/// A push of one complete snapshot, as a bridge compresses it.
fn body(sequence: u64) -> Vec<u8> {
    let now = Timestamp::now();
    let mut json = format!(
        "{{\"device_id\":\"guard\",\"stream_id\":\"00000000-0000-4000-8000-000000000001\",\
         \"sent_at\":\"{now}\",\"interval_ms\":1000,\"skew_least_ms\":0,\"newest\":{{\"sequence\":\
         {sequence},\"age_ms\":5}},\"snapshots\":[{{\"sequence\":{sequence},\"timestamp\":\"{now}\",\
         \"duration_ms\":5,\"controller\":{{\"name\":\"PLC_1\",\"type\":\"\",\"status\":\"run\",\
         \"ipAddress\":\"10.0.0.5\"}},\"complete\":true,\"tags\":{{"
    );
    for tag in 0..VALUES {
        let comma = if tag == 0 { "" } else { "," };
        // A REAL in the format of a bridge.
        let value = f64::from(u32::try_from(sequence * 31 + tag * 17).unwrap_or(0)) / 8.0;
        write!(
            json,
            "{comma}\"Line4.Station{tag:03}.Speed\":{{\"value\":{value:?},\"type\":\"REAL\",\
             \"quality\":\"good\",\"timestamp\":\"{now}\"}}"
        )
        .expect("a string takes it");
    }
    json.push_str("}}]}");
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(json.as_bytes()).expect("memory takes it");
    gzip.finish().expect("memory takes it")
}
