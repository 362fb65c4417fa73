//! Times of answers and searches: for the largest sample of each vendor, for fifty clients at once
//! together with pushing bridges, and in indexes of up to 200,000 pieces.
//!
//! `cargo xtask bench ask`. Everything goes over HTTP to a service in this process.
#![expect(clippy::print_stdout, reason = "a bench says what it found")]
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "figures for people"
)]
#![expect(clippy::unwrap_used, reason = "in a bench that is how it fails")]

mod bridge;

use std::{
    fs,
    io::{Cursor, Write as _},
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::json;
use tagbridge_api::{Permission, Timestamp, project::Vendor};
use tagbridge_interpret::{
    Facts,
    search::{Piece, pieces, sought},
};
use tagbridge_project::Source;
use tagbridge_service::{NewKey, NewProject, Options, Service};
use tagbridge_store::{SearchEntry, SearchFiles, SearchTerms};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use self::bridge::{Bridge, at, met};

/// Number of tags in the questions about each project, each in all of these forms.
const TAGS: usize = 40;
const WAYS: [&str; 5] = [
    "Where is {} used?",
    "What turns {} on?",
    "Why is {} off?",
    "What is {}?",
    "Wovon hängt {} ab?",
];
const STREAMS: usize = 50;
const BRIDGES: usize = 30;
const PIECES: [usize; 2] = [20_000, 200_000];
const SEARCHES: usize = 1_000;

#[tokio::main]
async fn main() {
    // The service uses it, too.
    rustls::crypto::ring::default_provider().install_default().unwrap();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/samples");
    let largest = largest(&samples);
    let folder = tempfile::tempdir().unwrap();
    let options = Options { requests_per_minute: |_| 1_000_000, ..Options::default() };
    let service = Service::open(folder.path(), options).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let key = NewKey { permissions: Permission::ALL.to_vec(), ..NewKey::default() };
    let key = service.create_key(key).unwrap().1.reveal().to_owned();
    tokio::spawn({
        let service = service.clone();
        async move { service.serve(listener, CancellationToken::new()).await }
    });
    let asker = Asker { http: reqwest::Client::new(), address, key };

    let build = if cfg!(debug_assertions) { "unoptimised" } else { "release" };
    println!("## Answers and searches\n");
    println!(
        "{}, {build} build, over HTTP, without a model. {TAGS} tags of the largest sample of each \
         vendor, each asked about in {} ways, one question after the other.\n",
        Timestamp::now(),
        WAYS.len()
    );
    println!(
        "| Project | Pieces | Answers | p50, ms | p95, ms | Goal | |\n|---|--:|--:|--:|--:|--:|---|"
    );
    let mut last = None;
    for sample in &largest {
        let project = service.add_project(None, &sample.name, sample.bytes.clone()).unwrap();
        let mut took = Vec::new();
        for question in questions(&sample.facts) {
            // The first question parses the file, as an upload also does.
            if took.is_empty() {
                asker.stream(&project.project_id, &question).await;
            }
            took.push(asker.stream(&project.project_id, &question).await.1);
        }
        took.sort_unstable();
        let (count, p50, p95) = (took.len(), at(&took, 0.5), at(&took, 0.95));
        let (name, size) = (&sample.name, sample.pieces.len());
        println!(
            "| `{name}` | {size} | {count} | {p50:.1} | {p95:.1} | < 100 | {} |",
            met(p95 < 100.0)
        );
        last.get_or_insert(project.project_id);
    }
    at_once(&service, &asker, &last.unwrap(), &largest[0]).await;
    searches(&largest);
}

/// The largest sample of a vendor.
struct Sample {
    name: String,
    bytes: Vec<u8>,
    facts: Facts,
    pieces: Vec<Piece>,
}

fn largest(samples: &Path) -> Vec<Sample> {
    let folders = |path: &Path| -> Vec<PathBuf> {
        let mut all: Vec<PathBuf> =
            fs::read_dir(path).unwrap().map(|it| it.unwrap().path()).collect();
        all.sort();
        all
    };
    let of = |vendor: &str| folders(&samples.join(vendor));
    let files = |vendor| of(vendor).iter().flat_map(|it| folders(it)).collect::<Vec<_>>();
    [files("allen-bradley"), of("siemens"), files("codesys")]
        .into_iter()
        .map(|paths| {
            let read = paths.into_iter().filter_map(|path| {
                let project = tagbridge_project::read(&Source::open(&path).ok()?).ok()?;
                let facts = Facts::new(Arc::new(project));
                let pieces = pieces(&facts);
                Some((pieces.len(), path, facts, pieces))
            });
            let (_, path, facts, pieces) = read.max_by_key(|it| it.0).unwrap();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let is_folder = path.is_dir();
            let bytes = if is_folder { zipped(&path) } else { fs::read(&path).unwrap() };
            let name = if is_folder { format!("{name}.zip") } else { name };
            Sample { name, bytes, facts, pieces }
        })
        .collect()
}

fn zipped(folder: &Path) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let mut left = vec![folder.to_owned()];
    while let Some(path) = left.pop() {
        for entry in fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                left.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap().to_string_lossy();
            archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            archive.write_all(&fs::read(&path).unwrap()).unwrap();
        }
    }
    archive.finish().unwrap().into_inner()
}

fn questions(facts: &Facts) -> Vec<String> {
    let tags = &facts.project().tags;
    let step = (tags.len() / TAGS).max(1);
    let named = tags.iter().step_by(step).take(TAGS);
    named.flat_map(|tag| WAYS.map(|way| way.replace("{}", &tag.name))).collect()
}

/// A client that asks questions.
#[derive(Clone)]
struct Asker {
    http: reqwest::Client,
    address: SocketAddr,
    key: String,
}

impl Asker {
    /// The time until the first event of an answer, and until its end.
    async fn stream(&self, project: &str, question: &str) -> (Duration, Duration) {
        let begun = Instant::now();
        let mut answer = self
            .http
            .post(format!("http://{}/api/v1/projects/{project}/interpret", self.address))
            .bearer_auth(&self.key)
            .header("idempotency-key", Uuid::new_v4().to_string())
            .json(&json!({ "prompt": question, "mode": "stream" }))
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 200);
        let (mut text, mut first) = (String::new(), None);
        while let Some(piece) = answer.chunk().await.unwrap() {
            text += std::str::from_utf8(&piece).unwrap();
            if text.contains("event: ") {
                first.get_or_insert_with(|| begun.elapsed());
            }
        }
        assert!(text.contains("event: done"), "{text}");
        (first.unwrap(), begun.elapsed())
    }
}

/// Concurrent streams, together with bridges that push to their own projects.
async fn at_once(service: &Service, asker: &Asker, project: &str, sample: &Sample) {
    let end = Instant::now() + Duration::from_secs(12);
    let bridges: Vec<_> = (0..BRIDGES)
        .map(|no| {
            let new = NewProject { name: format!("Line {no}"), vendor: Vendor::Siemens };
            let project = service.create_project(new).unwrap().project_id;
            let (address, key) = (asker.address.to_string(), asker.key.clone());
            let every = Duration::from_secs(1);
            let bridge = Bridge { address, key, project, tags: 500, every, at_a_time: 1 };
            let begin = Instant::now() + Duration::from_secs_f64(no as f64 / BRIDGES as f64);
            tokio::spawn(bridge.run(begin, end))
        })
        .collect();
    tokio::time::sleep(Duration::from_secs(2)).await;
    let questions = questions(&sample.facts);
    let (mut first, mut whole) = (Vec::new(), Vec::new());
    let mut round = 0;
    while Instant::now() + Duration::from_secs(1) < end {
        let streams = (0..STREAMS).map(|no| {
            let question = &questions[(round * STREAMS + no) % questions.len()];
            async move { asker.stream(project, question).await }
        });
        for (event, end) in futures::future::join_all(streams).await {
            first.push(event);
            whole.push(end);
        }
        round += 1;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    let mut pushes = Vec::new();
    for bridge in bridges {
        pushes.extend(bridge.await.unwrap());
    }
    println!(
        "\n{STREAMS} streams begin at the same moment, {round} times, beside {BRIDGES} bridges that \
         push 500 values a second each. The clients and the bridges compute on the same processors.\n"
    );
    println!("| | Count | p50, ms | p95, ms | Goal | |\n|---|--:|--:|--:|--:|---|");
    for (what, took, goal) in [
        ("First event", &mut first, Some(50.0)),
        ("Whole answer", &mut whole, None),
        ("Push", &mut pushes, None),
    ] {
        took.sort_unstable();
        let (count, p50, p95) = (took.len(), at(took, 0.5), at(took, 0.95));
        let (goal, verdict) =
            goal.map_or_else(Default::default, |goal| (format!("< {goal}"), met(p95 < goal)));
        println!("| {what} | {count} | {p50:.1} | {p95:.1} | {goal} | {verdict} |");
    }
}

/// In indexes of all samples' pieces, repeated with other numbers.
fn searches(samples: &[Sample]) {
    let all: Vec<&Piece> = samples.iter().flat_map(|it| &it.pieces).collect();
    println!(
        "\n{SEARCHES} queries, a third of them words of comments, a third names, a third parts of \
         names, in indexes of the same pieces again and again, with other names.\n"
    );
    println!(
        "| Pieces | Made in, s | MB | p50, ms | p99, ms | Goal | |\n|--:|--:|--:|--:|--:|--:|---|"
    );
    for (count, goal) in PIECES.into_iter().zip([20.0, 60.0]) {
        let entries: Vec<SearchEntry> =
            (0..count).map(|at| entry(all[at % all.len()], at)).collect();
        let folder = tempfile::tempdir().unwrap();
        let files = SearchFiles::in_folder(folder.path());
        let begun = Instant::now();
        let index = files.build("ver_1", &entries).unwrap();
        let made = begun.elapsed().as_secs_f64();
        let file = fs::read_dir(folder.path().join("index")).unwrap().next().unwrap().unwrap();
        let megabytes = file.metadata().unwrap().len() as f64 / 1e6;
        let mut took = Vec::new();
        for no in 0..SEARCHES {
            let query = query(&entries, no);
            let sought = sought(&query);
            let (called, address) = (sought.called, sought.address);
            let (fragment, words) = (sought.fragment, sought.words);
            let begun = Instant::now();
            index.look(&SearchTerms { called, address, fragment, words }, 9).unwrap();
            took.push(begun.elapsed());
        }
        took.sort_unstable();
        let (p50, p99) = (at(&took, 0.5), at(&took, 0.99));
        println!(
            "| {count} | {made:.1} | {megabytes:.0} | {p50:.1} | {p99:.1} | < {goal} | {} |",
            met(p99 < goal)
        );
    }
}

fn entry(piece: &Piece, at: usize) -> SearchEntry {
    let number = at % 997;
    SearchEntry {
        shown: serde_json::to_string(&piece.chunk).unwrap(),
        order: (piece.chunk.citation.path.clone(), at as u32),
        comment: piece.comment.clone(),
        names: format!("{} {number}", piece.names),
        descriptions: piece.descriptions.clone(),
        code: piece.code.clone(),
        called: piece.called.iter().map(|it| format!("{it}_{at}")).collect(),
        addresses: piece.addresses.clone(),
    }
}

fn query(entries: &[SearchEntry], no: usize) -> String {
    let from = no * 7_919 % entries.len();
    let mut rest = entries[from..].iter().chain(&entries[..from]);
    if no.is_multiple_of(3) {
        let said = rest.find(|it| it.comment.split(' ').count() >= 3).unwrap();
        return said.comment.split(' ').take(8).collect::<Vec<_>>().join(" ");
    }
    let name = &rest.find(|it| it.called.first().is_some_and(|it| it.len() > 8)).unwrap().called[0];
    if no % 3 == 1 {
        return name.clone();
    }
    let letters: Vec<char> = name.chars().collect();
    letters[2..letters.len() - 2].iter().collect()
}
