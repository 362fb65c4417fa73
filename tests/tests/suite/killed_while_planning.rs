//! Plans, and plans carried out, of a service that is killed in their midst: the same request sent
//! again is answered, a plan is carried out once, and each is used up once.

use std::{
    io::Read as _,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tagbridge_tests::{Process, Site};
use ureq::Agent;

use crate::streams::plant;

/// The size of the project: planning takes long enough to be interrupted by a kill.
const MOTORS: usize = 1_500;
/// A turn begins, and ends, within this time.
const PATIENCE: Duration = Duration::from_mins(3);

/// The response to a request.
struct Answer {
    status: u16,
    replayed: bool,
    text: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.text)
            .unwrap_or_else(|_| panic!("{}: {}", self.status, self.text))
    }

    fn ended_well(&self) -> bool {
        self.text.contains("event: done\n")
    }

    /// The data of the event `outcome` of a stream.
    fn outcome(&self) -> Value {
        let (_, rest) = self.text.split_once("event: outcome\n").expect("an outcome");
        let data = rest.lines().find_map(|it| it.strip_prefix("data: ")).expect("data");
        serde_json::from_str(data).expect("JSON")
    }

    fn ids(&self) -> Vec<&str> {
        self.text.lines().filter_map(|it| it.strip_prefix("id: ")).collect()
    }
}

/// A client that requests changes, over plain HTTP.
#[derive(Clone)]
struct Client {
    agent: Agent,
    url: String,
    secret: String,
}

impl Client {
    fn new(site: &Site) -> Self {
        let agent = Agent::config_builder().http_status_as_error(false).build().new_agent();
        let url =
            format!("http://127.0.0.1:{}/api/v1/projects/{}/generate", site.port(), site.project());
        Self { agent, url, secret: site.key("ai_generate") }
    }

    /// Sends a request and returns its response; of a stream that is cut, the received part.
    /// Repeats the request while the service still reads the version.
    fn post(&self, body: &Value, key: &str, last: Option<&str>) -> Answer {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let mut request = self
                .agent
                .post(&self.url)
                .header("authorization", format!("Bearer {}", self.secret))
                .header("idempotency-key", key);
            if let Some(last) = last {
                request = request.header("last-event-id", last);
            }
            let Ok(mut answer) = request.send_json(body) else {
                return Answer { status: 0, replayed: false, text: String::new() };
            };
            let (status, replayed) =
                (answer.status().as_u16(), answer.headers().contains_key("idempotent-replayed"));
            let mut bytes = Vec::new();
            // A cut stream has what came before.
            let _ = answer.body_mut().as_reader().read_to_end(&mut bytes);
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if status == 409 && text.contains("project_not_ready") {
                assert!(Instant::now() < deadline, "it is never ready");
                thread::sleep(Duration::from_millis(100));
                continue;
            }
            return Answer { status, replayed, text };
        }
    }
}

/// Counts rows in the service's database, with a separate connection.
fn count(site: &Site, sql: &str) -> i64 {
    let db = rusqlite::Connection::open(Path::new(&site.service_data()).join("service.sqlite"));
    db.and_then(|db| db.query_row(sql, [], |row| row.get(0))).expect("a number")
}

/// Interrupted work is found at start-up, at the same time as the first requests.
fn wait_until(site: &Site, sql: &str, wanted: i64) {
    let deadline = Instant::now() + PATIENCE;
    while count(site, sql) != wanted {
        assert!(Instant::now() < deadline, "{sql} is never {wanted}");
        thread::sleep(Duration::from_millis(5));
    }
}

const RUNNING: &str = "SELECT count(*) FROM turns WHERE state = 'running'";
const USED: &str = "SELECT count(*) FROM uses WHERE kind = 'generate'";

/// Sends a request, and kills the service after its turn has begun. Returns the received part, and
/// whether the turn was still running.
fn killed(
    site: &Site,
    service: Process,
    client: &Client,
    body: &Value,
    key: &str,
) -> (Answer, bool) {
    let turns = count(site, "SELECT count(*) FROM turns");
    let asking = {
        let (client, body, key) = (client.clone(), body.clone(), key.to_owned());
        thread::spawn(move || client.post(&body, &key, None))
    };
    let deadline = Instant::now() + PATIENCE;
    while count(site, "SELECT count(*) FROM turns") == turns {
        assert!(Instant::now() < deadline, "the turn never begins");
        thread::sleep(Duration::from_millis(2));
    }
    service.kill_dead();
    let in_midst = count(site, RUNNING) == 1;
    (asking.join().expect("it was asked"), in_midst)
}

/// The same request, sent again to a service that was started again: what it is answered with.
fn again(client: &Client, body: &Value, key: &str, (cut, in_midst): &(Answer, bool)) -> Answer {
    if let (true, Some(last)) = (*in_midst, cut.ids().last()) {
        assert!(!cut.ended_well(), "{}", cut.text);
        // The turn has failed and its key is free: no stream is left to go on with.
        let resumed = client.post(body, key, Some(last));
        assert_eq!(resumed.status, 400, "{}", resumed.text);
    }
    let answer = client.post(body, key, None);
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.replayed, !in_midst, "what had ended is replayed, what had not is done");
    answer
}

#[test]
fn a_plan_and_what_comes_of_it_survive_a_service_that_is_killed_in_their_midst() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plant.L5X");
    std::fs::write(&file, plant(MOTORS)).expect("it is written");
    let site = Site::of(file.to_str().expect("a plain path"), "");
    let client = Client::new(&site);
    let (mut in_midst, mut used) = (0, 0);
    for (round, mode) in ["sync", "stream", "stream"].into_iter().enumerate() {
        let is_stream = mode == "stream";
        let outcome = |it: &Answer| if is_stream { it.outcome() } else { it.json() };
        // The plan.
        let prompt = format!("rename Run_{round} to Pump_{round}");
        let body = json!({ "prompt": prompt, "mode": mode });
        let key = format!("plan-{round}");
        let service = site.service();
        // The version is read before its first turn, which the first request waits for.
        let cut = killed(&site, service, &client, &body, &key);
        in_midst += i32::from(cut.1);
        let service = site.service();
        wait_until(&site, RUNNING, 0);
        let answer = again(&client, &body, &key, &cut);
        let plan = outcome(&answer);
        assert_eq!(plan["status"], "plan", "{plan}");
        used += 1;
        assert_eq!(count(&site, USED), used, "a plan is used up once");
        let replayed = client.post(&body, &key, None);
        assert!(replayed.replayed && replayed.text == answer.text, "{}", replayed.text);

        // What comes of it, otherwise than planned, so that it takes as long.
        let approve = json!({ "conversation_id": plan["conversation_id"], "approve": true,
            "amendment": format!("call it Motor_{round}"), "mode": mode });
        let key = format!("code-{round}");
        let cut = killed(&site, service, &client, &approve, &key);
        in_midst += i32::from(cut.1);
        let _service = site.service();
        wait_until(&site, RUNNING, 0);
        let answer = again(&client, &approve, &key, &cut);
        let code = outcome(&answer);
        assert_eq!(code["status"], "code", "{code}");
        assert_eq!(code["changes"][0]["new_name"], format!("Motor_{round}"), "{code}");
        used += 1;
        let replayed = client.post(&approve, &key, None);
        assert!(replayed.replayed && replayed.text == answer.text, "{}", replayed.text);
        let twice = client.post(&approve, &format!("twice-{round}"), None);
        assert_eq!((twice.status, &twice.json()["error"]), (404, &"no_pending_plan".into()));
        assert_eq!(count(&site, USED), used, "it is used up once, and a refusal not at all");
    }
    assert!(in_midst > 0, "no kill came in the midst of a turn");
    println!("6 kills, {in_midst} in the midst of a turn");
}
