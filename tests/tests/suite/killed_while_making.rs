//! Exports and analyses of a service that is killed while they run, and exports on a full disk:
//! each is completed, each download is complete, and a run is counted once.

use std::{
    env, fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng, rngs::SmallRng};
use serde_json::Value;
use tagbridge_tests::Site;
use ureq::Agent;

use crate::streams::plant;

/// How often the service is killed, unless `TAGBRIDGE_KILLS` sets it.
const KILLS: usize = 3;
/// The service is killed at most this time after the request of an export.
const LATEST: Duration = Duration::from_millis(1_500);
/// A job of a service that was killed ends within this time.
const PATIENCE: Duration = Duration::from_mins(3);

/// Requests exports over plain HTTP.
struct Client {
    agent: Agent,
    base: String,
    secret: String,
}

impl Client {
    fn new(site: &Site) -> Self {
        let agent = Agent::config_builder().http_status_as_error(false).build().new_agent();
        let base = format!("http://127.0.0.1:{}/api/v1", site.port());
        Self { agent, base, secret: site.key("export_plc,export_pdf,analysis_tab") }
    }

    /// Sends a write without a body, which is accepted.
    fn post(&self, site: &Site, below: &str) -> Value {
        let path = format!("{}/projects/{}/{below}", self.base, site.project());
        let request =
            self.agent.post(path).header("authorization", format!("Bearer {}", self.secret));
        let key = format!("test-{:?}", Instant::now());
        let mut answer = request.header("idempotency-key", key).send_empty().expect("an answer");
        assert_eq!(answer.status(), 202);
        answer.body_mut().read_json().expect("JSON")
    }

    /// Starts an export; its id.
    fn start(&self, site: &Site, kind: &str) -> String {
        let answer = self.post(site, &format!("exports/{kind}"));
        answer["exportId"].as_str().expect("text").to_owned()
    }

    fn get(&self, path: &str) -> (u16, Option<String>, Vec<u8>) {
        let request = self.agent.get(format!("{}{path}", self.base));
        let answer = request.header("authorization", format!("Bearer {}", self.secret)).call();
        let mut answer = answer.expect("an answer");
        let tag = answer.headers().get("etag").map(|it| it.to_str().expect("text").to_owned());
        (answer.status().as_u16(), tag, answer.body_mut().read_to_vec().expect("a body"))
    }

    /// An export when it is over.
    fn ended(&self, id: &str) -> Value {
        self.over(&format!("/exports/{id}"))
    }

    /// An export or a run when it is over. The service is asked as often as it allows.
    fn over(&self, path: &str) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let (status, _, body) = self.get(path);
            let it: Value = serde_json::from_slice(&body).expect("JSON");
            if status == 200 && it["message"].is_null() {
                return it;
            }
            assert!(status == 200 || status == 429, "{it}");
            assert!(Instant::now() < deadline, "it never ends: {it}");
            thread::sleep(Duration::from_secs(if status == 429 { 5 } else { 1 }));
        }
    }
}

fn site(folder: &Path, motors: usize) -> Site {
    let file = folder.join("plant.L5X");
    fs::write(&file, plant(motors)).expect("it is written");
    Site::of(file.to_str().expect("a plain path"), "")
}

/// The hash of a file's bytes, by an independent program.
fn sha256(path: &Path) -> String {
    let sum = std::process::Command::new("sha256sum").arg(path).output().expect("it runs");
    String::from_utf8(sum.stdout).expect("text")[..64].to_owned()
}

/// Files that are served from, in the folder of what was made.
fn made(data: &str) -> Vec<PathBuf> {
    let Ok(folders) = fs::read_dir(Path::new(data).join("exports")) else { return Vec::new() };
    let folders = folders.map(|it| it.expect("an entry").path());
    let files = folders.flat_map(|it| fs::read_dir(it).expect("a folder"));
    let files = files.map(|it| it.expect("an entry").path());
    let is_named = |it: &PathBuf| it.file_name().is_some_and(|name| name.len() == 64);
    files.filter(is_named).collect()
}

fn kills() -> usize {
    env::var("TAGBRIDGE_KILLS").ok().and_then(|it| it.parse().ok()).unwrap_or(KILLS)
}

/// Counts rows in the service's database, with a separate connection.
fn count(data: &str, sql: &str) -> i64 {
    let db = rusqlite::Connection::open(Path::new(data).join("service.sqlite"));
    db.and_then(|db| db.query_row(sql, [], |row| row.get(0))).expect("a number")
}

/// Waits until a worker of the service has started its only job for this attempt.
fn wait_until_taken(data: &str, attempt: u32) {
    let taken = format!("SELECT count(*) FROM jobs WHERE attempt = {attempt}");
    let deadline = Instant::now() + PATIENCE;
    while count(data, &taken) == 0 {
        assert!(Instant::now() < deadline, "nobody takes it");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_run_that_is_killed_in_its_midst_completes_and_is_used_up_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(folder.path(), 3_000);
    let data = site.service_data();
    let kills = kills();
    let client = Client::new(&site);
    let mut random = SmallRng::seed_from_u64(18);
    let mut unfinished = 0;
    for _ in 0..kills {
        let service = site.service();
        let begun = client.post(&site, "analyses");
        assert_eq!(begun["started"], true, "the one before is over: {begun}");
        wait_until_taken(&data, 1);
        thread::sleep(random.random_range(Duration::ZERO..LATEST / 10));
        service.kill_dead();
        unfinished += count(&data, "SELECT count(*) FROM analyses WHERE ended_at IS NULL");
        let _service = site.service();
        let run =
            client.over(&format!("/analyses/{}", begun["analysis_id"].as_str().expect("text")));
        assert_eq!((&run["status"], &run["results"]["schema"]), (&"complete".into(), &1.into()));
    }
    assert!(unfinished > 0, "no kill came in the midst of a run");
    let used = count(&data, "SELECT count(*) FROM uses WHERE kind = 'analysis'");
    assert_eq!(usize::try_from(used), Ok(kills), "each is used up once");
    println!("{kills} kills, {unfinished} in the midst of a run, all complete");
}

#[test]
fn a_run_that_takes_the_service_with_it_three_times_is_given_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(folder.path(), 3_000);
    let client = Client::new(&site);
    let mut service = site.service();
    let begun = client.post(&site, "analyses");
    let path = format!("/analyses/{}", begun["analysis_id"].as_str().expect("text"));
    for attempt in 1..=3 {
        wait_until_taken(&site.service_data(), attempt);
        service.kill_dead();
        service = site.service();
    }
    let run = client.over(&path);
    assert_eq!(
        (&run["status"], &run["failed_phases"]),
        (&"error".into(), &serde_json::json!(["run"]))
    );
}

#[test]
fn an_export_that_is_killed_in_its_midst_ends_and_is_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(folder.path(), 600);
    let kills = kills();
    let client = Client::new(&site);
    let mut random = SmallRng::seed_from_u64(17);
    let (mut exports, mut unfinished) = (Vec::new(), 0);
    for kill in 0..kills {
        let service = site.service();
        // Reports with another language would be shared: the vendor's file is not.
        exports.push(client.start(&site, if kill % 5 == 4 { "plc" } else { "pdf" }));
        thread::sleep(random.random_range(Duration::ZERO..LATEST));
        service.kill_dead();
        for file in made(&site.service_data()) {
            assert_eq!(file.file_name().expect("a name").to_str(), Some(&*sha256(&file)));
            // The next one has to be made again.
            fs::remove_file(file).expect("it can be");
        }
        unfinished +=
            count(&site.service_data(), "SELECT count(*) FROM exports WHERE ended_at IS NULL");
    }
    assert!(unfinished > 0, "no kill came in the midst of an export");
    let _service = site.service();
    let mut complete = 0;
    for id in &exports {
        let (status, _, body) = client.get(&format!("/exports/{id}"));
        if status == 404 {
            // What this test took away of a complete one is gone, and said to be.
            continue;
        }
        assert!(status == 200 || status == 429, "{}", String::from_utf8_lossy(&body));
        let export = client.ended(id);
        if export["status"] == "error" {
            assert_eq!(export["error"], "the export failed three times");
            continue;
        }
        let (status, tag, bytes) = client.get(&format!("/exports/{id}/download"));
        assert_eq!(status, 200);
        let file = folder.path().join("download");
        fs::write(&file, &bytes).expect("it is written");
        assert_eq!(tag, Some(format!("\"{}\"", sha256(&file))));
        assert!(!bytes.starts_with(b"%PDF") || bytes.trim_ascii_end().ends_with(b"%%EOF"));
        complete += 1;
    }
    assert!(complete > 0, "of {} none was completed", exports.len());
    println!(
        "{kills} kills, {unfinished} in the midst of an export, {complete} complete afterwards"
    );
}

#[test]
fn a_report_that_the_disk_has_no_room_for_says_so_and_the_service_lives() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(folder.path(), 2_000);
    let client = Client::new(&site);
    // No file may become longer than 512 KiB, as on a disk that is full then.
    let service = site.service_after("trap '' XFSZ; ulimit -f 1024");
    let report = client.ended(&client.start(&site, "pdf"));
    assert_eq!(report["status"], "error", "{report}");
    assert_eq!(report["error"], "the disk of the service is full");
    let file = client.start(&site, "plc");
    assert_eq!(client.ended(&file)["status"], "complete", "it has room already");
    assert_eq!(client.get(&format!("/exports/{file}/download")).0, 200);
    assert_eq!(made(&site.service_data()), Vec::<PathBuf>::new());
    service.kill_dead();
    let _service = site.service_after(":");
    assert_eq!(client.ended(&client.start(&site, "pdf"))["status"], "complete");
}
