//! Streams of answers, read by clients of other projects while connections are cut and the service
//! is killed: each event arrives exactly once.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    io::{Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    path::Path,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use rusqlite::Connection;
use serde_json::{Value, json};
use tagbridge_tests::{Process, Site, Tagbridge, installed, python};

/// A key may ask 60 times a minute: each asks for few.
const TURNS_OF_A_KEY: usize = 8;

/// A relay to the service that ends connections at random, most of them amid an answer.
struct Cutter {
    port: u16,
    cuts: Arc<AtomicUsize>,
}

impl Cutter {
    fn before(service: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a loopback port is free");
        let port = listener.local_addr().expect("it is bound").port();
        let cuts = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&cuts);
        thread::spawn(move || {
            let mut random = StdRng::seed_from_u64(16);
            for client in listener.incoming().flatten() {
                let room = random.random_bool(0.7).then(|| random.random_range(0..3_000));
                let Ok(server) = TcpStream::connect(("127.0.0.1", service)) else { continue };
                relay(&client, &server, None, &counted);
                relay(&server, &client, room, &counted);
            }
        });
        Self { port, cuts }
    }
}

/// Forwards the bytes; ends the connection in both directions after a number of bytes.
pub(crate) fn relay(
    from: &TcpStream,
    to: &TcpStream,
    room: Option<usize>,
    cuts: &Arc<AtomicUsize>,
) {
    let (Ok(mut from), Ok(mut to)) = (from.try_clone(), to.try_clone()) else { return };
    let cuts = Arc::clone(cuts);
    thread::spawn(move || {
        let mut left = room.unwrap_or(usize::MAX);
        let mut buffer = [0; 512];
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            let passed = read.min(left);
            left -= passed;
            if to.write_all(&buffer[..passed]).is_err() {
                break;
            }
            if left == 0 {
                cuts.fetch_add(1, Ordering::SeqCst);
                break;
            }
        }
        // Either may be gone already.
        let _ = from.shutdown(Shutdown::Both);
        let _ = to.shutdown(Shutdown::Both);
    });
}

/// Creates a project with a number of motors, each with its own rung.
pub(crate) fn plant(motors: usize) -> String {
    let (mut tags, mut rungs) = (String::new(), String::new());
    for at in 0..motors {
        for name in ["Auto", "Stop", "Run"] {
            let _ = write!(
                tags,
                "<Tag Name=\"{name}_{at}\" TagType=\"Base\" DataType=\"BOOL\" \
                 ExternalAccess=\"Read/Write\"/>"
            );
        }
        let _ = write!(
            rungs,
            "<Rung Number=\"{at}\" Type=\"N\"><Text><![CDATA[XIC(Auto_{at})XIO(Stop_{at})\
             OTE(Run_{at});]]></Text></Rung>"
        );
    }
    format!(
        "<RSLogix5000Content SchemaRevision=\"1.0\" TargetName=\"Plant\" TargetType=\"Controller\">\
         <Controller Use=\"Target\" Name=\"Plant\" ProcessorType=\"1756-L83E\" MajorRev=\"33\">\
         <Tags>{tags}</Tags><Programs><Program Name=\"Main\" MainRoutineName=\"Ladder\"><Routines>\
         <Routine Name=\"Ladder\" Type=\"RLL\"><RLLContent>{rungs}</RLLContent></Routine></Routines>\
         </Program></Programs></Controller></RSLogix5000Content>"
    )
}

/// The question of a turn: every other one waits for values that no session has read before.
fn question(at: usize) -> String {
    match at % 4 {
        0 | 2 => format!("Why is Run_{at} off?"),
        1 => format!("What turns Run_{at} on?"),
        _ => format!("Set Auto_{at} to 1."),
    }
}

/// Returns the events of each turn at a client, by its key, after all turns were requested through
/// a relay that cuts and of a service that is killed again and again.
struct Asked {
    site: Site,
    turns: BTreeMap<String, Value>,
    cuts: usize,
    kills: usize,
}

fn ask(count: usize, client: &mut Command) -> Asked {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plant.L5X");
    fs::write(&file, plant(count)).expect("it is written");
    let file = file.to_str().expect("a plain path");
    let (_controller, endpoint) = Tagbridge::simulate(&[file]);
    let site = Site::of(file, "");
    let mut service = site.service();
    let runs: Vec<String> = (0..count).map(|at| format!("Run_{at}")).collect();
    let runs: Vec<&str> = runs.iter().map(String::as_str).collect();
    let _bridge = site.bridge(&endpoint, &runs);
    site.consumer().wait_for("values", |values| values["live"] == true);

    let secrets: Vec<String> = (0..count.div_ceil(TURNS_OF_A_KEY))
        .map(|_| site.key("ai_explain,hmi_view,hmi_edit"))
        .collect();
    let orders: Vec<Value> = (0..count)
        .map(|at| {
            json!({ "key": format!("turn-{at}"), "secret": secrets[at / TURNS_OF_A_KEY],
                "prompt": question(at) })
        })
        .collect();
    let cutter = Cutter::before(site.port());
    let url =
        format!("http://127.0.0.1:{}/api/v1/projects/{}/interpret", cutter.port, site.project());
    let mut client = Process::start(client.arg(url));
    client.stdin().write_all(json!(orders).to_string().as_bytes()).expect("it reads");
    client.close_stdin();

    let mut random = StdRng::seed_from_u64(7);
    let (mut turns, mut kills) = (BTreeMap::new(), 0);
    while turns.len() < count {
        thread::sleep(Duration::from_millis(random.random_range(500..3_000)));
        for line in client.lines() {
            let turn: Value = serde_json::from_str(&line).expect("JSON lines");
            turns.insert(turn["key"].as_str().expect("a key").to_owned(), turn);
        }
        assert!(!client.has_ended() || turns.len() >= count, "{} of {count}", turns.len());
        service.kill_dead();
        service = site.service();
        kills += 1;
    }
    drop(service);
    Asked { site, turns, cuts: cutter.cuts.load(Ordering::SeqCst), kills }
}

/// Holds what a client has against what the service stored.
#[expect(clippy::print_stderr, reason = "the count is what a long run is for")]
fn check(client: &mut Command) {
    let count: usize =
        std::env::var("TAGBRIDGE_CUTS").map_or(24, |it| it.parse().expect("a number"));
    let Asked { site, turns, cuts, kills } = ask(count, client);
    assert_eq!(turns.len(), count);
    let database = Path::new(&site.service_data()).join("service.sqlite");
    let database = Connection::open(database).expect("the service's data");
    let stored = |turn: &str| -> Vec<(u32, String, String)> {
        let sql = "SELECT number, event, data FROM turn_events WHERE turn = ?1 ORDER BY number";
        let mut rows = database.prepare(sql).expect("events");
        let rows = rows.query_map([turn], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        rows.expect("events").map(|it| it.expect("an event")).collect()
    };
    let (mut ids, mut resumed, mut again) = (BTreeSet::new(), 0, 0);
    for (key, turn) in &turns {
        let events = turn["events"].as_array().expect("events");
        let id = events[0][0].as_str().expect("an id").split(':').next().expect("a turn");
        let seen: Vec<(u32, String, String)> = events
            .iter()
            .map(|it| {
                let text = |at: usize| it[at].as_str().expect("text").to_owned();
                let (turn, number) =
                    it[0].as_str().and_then(|it| it.split_once(':')).expect("an id");
                assert_eq!(turn, id, "{key}: of one turn");
                (number.parse().expect("a number"), text(1), text(2))
            })
            .collect();
        assert_eq!(seen, stored(id), "{key}: nothing is lost, nothing comes twice");
        assert_eq!(seen.last().map(|it| it.1.as_str()), Some("done"), "{key}");
        let of = |name: &str| seen.iter().filter(|it| it.1 == name).collect::<Vec<_>>();
        let outcome: Value = serde_json::from_str(&of("outcome")[0].2).expect("JSON");
        let told: String = of("token")
            .iter()
            .map(|it| {
                serde_json::from_str::<Value>(&it.2).expect("JSON")["text"]
                    .as_str()
                    .expect("text")
                    .to_owned()
            })
            .collect();
        assert_eq!(outcome["answer"].as_str().unwrap_or_default(), told, "{key}");
        ids.insert(id.to_owned());
        resumed += turn["resumed"].as_u64().expect("a number");
        again += turn["again"].as_u64().expect("a number");
    }
    assert_eq!(ids.len(), count, "each key has a turn of its own");
    let number =
        |sql: &str| -> u32 { database.query_row(sql, [], |row| row.get(0)).expect("a number") };
    assert_eq!(number("SELECT count(*) FROM turns WHERE state = 'answered'") as usize, count);
    assert_eq!(number("SELECT count(*) FROM uses") as usize, count, "each is metered once");
    eprintln!(
        "{count} turns, {cuts} cuts, {kills} kills: {resumed} went on, {again} were begun again"
    );
    // The number of streams that a disconnect hits is random; the figures need at least some.
    assert!(cuts > 0 && kills > 0 && resumed + again > 0, "{cuts} {kills} {resumed} {again}");
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn python_s_httpx_loses_nothing() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/httpx_ask.py");
    check(Command::new(python()).arg(script));
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn an_event_source_loses_nothing() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("node/eventsource_ask.js");
    let modules = installed("TAGBRIDGE_NODE_MODULES", "tests/node/node_modules");
    check(Command::new("node").arg(script).env("NODE_PATH", modules));
}
