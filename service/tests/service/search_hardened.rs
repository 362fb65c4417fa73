//! `search-context` with hostile queries, and the existence of its citations.

use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
    time::{Duration, Instant},
};

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use tagbridge_api::{
    search::SearchContext,
    turn::{Citation, LocationKind},
};
use tagbridge_interpret::{Facts, search::pieces};
use tagbridge_project::Source;
use tagbridge_service::Service;

use crate::{
    harness::{Answer, House},
    search_figures::projects,
    turns::{LINE, line, upload},
};

/// Characters with a meaning for SQLite, for HTTP, or without one.
const PIECES: [&str; 40] = [
    "\"",
    "'",
    "*",
    "^",
    "NEAR(",
    "NEAR/2",
    "AND",
    "OR",
    "NOT",
    "(",
    ")",
    ":",
    "-",
    "+",
    "{",
    "}",
    "\0",
    "\n",
    "\t",
    "\u{202e}",
    "\u{feff}",
    "🙂",
    "ä",
    "ß",
    "泵",
    "电机",
    "モーター",
    "motor",
    "Conveyor_Run",
    "DB1.DBD4",
    "%IX0.3",
    "I:1/0",
    "names:",
    "rank",
    "--",
    ";",
    "DROP TABLE words",
    "\\",
    "%",
    "x",
];
const QUERIES: usize = 1_000;

async fn look(house: &House, query: &str) -> Answer {
    let query = utf8_percent_encode(query, NON_ALPHANUMERIC);
    house.read(&house.path(&format!("search-context?query={query}&limit=25"))).await
}

#[tokio::test]
async fn no_query_is_a_fault_of_ours() {
    let house = line().await;
    let mut random = StdRng::seed_from_u64(16);
    let (mut found, mut refused) = (0, 0);
    for _ in 0..QUERIES {
        let mut query = String::new();
        for _ in 0..=random.random_range(1..60_u32).pow(2) / 30 {
            query.push_str(PIECES[random.random_range(0..PIECES.len())]);
            if random.random_bool(0.3) {
                query.push(' ');
            }
        }
        let query: String = query.chars().take(random.random_range(1..=1_000)).collect();
        let answer = look(&house, &query).await;
        if query.trim().is_empty() {
            answer.refused(400, "bad_request");
            refused += 1;
            continue;
        }
        let first: SearchContext = answer.ok_as();
        let again: SearchContext = look(&house, &query).await.ok_as();
        assert_eq!(first, again, "{query:?}");
        assert!(first.chunks.iter().all(|it| (0.0..=1.0).contains(&it.score)), "{query:?}");
        found += usize::from(!first.chunks.is_empty());
    }
    assert!(found > QUERIES / 3, "{found} found something, {refused} were refused");
}

/// The contents of `GET source?format=parsed`.
pub(crate) struct Parsed {
    /// The paths of routines, and those of rungs with their numbers.
    routines: HashSet<String>,
    rungs: HashSet<(String, u64)>,
    tags: HashSet<String>,
    blocks: HashSet<String>,
    types: HashSet<String>,
}

impl Parsed {
    pub(crate) fn of(model: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let all = |key: &str| model[key].as_array().cloned().unwrap_or_default();
        let names = |key: &str| all(key).iter().map(|it| text(&it["name"])).collect::<HashSet<_>>();
        let (mut routines, mut rungs) = (HashSet::new(), HashSet::new());
        for routine in all("routines") {
            let (owner, name) = (text(&routine["owner"]), text(&routine["name"]));
            for path in [format!("{owner}/{name}"), owner, name] {
                let numbers = routine["body"]["rungs"].as_array().into_iter().flatten();
                let numbers = numbers.filter_map(|it| it["number"].as_u64());
                rungs.extend(numbers.map(|number| (path.clone(), number)));
                routines.insert(path);
            }
        }
        let types = ["dataTypes", "tasks", "programs"].into_iter().flat_map(names).collect();
        Self { routines, rungs, tags: names("tags"), blocks: names("blocks"), types }
    }

    pub(crate) fn has(&self, citation: &Citation) -> bool {
        let path = &citation.path;
        match citation.location_kind {
            LocationKind::Rung => {
                citation.rung.is_some_and(|rung| self.rungs.contains(&(path.clone(), rung.into())))
            }
            LocationKind::Routine => self.routines.contains(path),
            LocationKind::Tag => self.tags.contains(path),
            LocationKind::DataBlock => self.blocks.contains(path),
            LocationKind::Definition => self.types.contains(path) || self.blocks.contains(path),
        }
    }
}

#[test]
fn each_citation_is_found_in_the_parsed_source() {
    let Some(root) = tagbridge_needs::samples() else { return };
    let (mut count, mut lost) = (0, BTreeSet::new());
    for path in projects(&root) {
        let Ok(project) = Source::open(&path).and_then(|it| tagbridge_project::read(&it)) else {
            continue;
        };
        let parsed = Parsed::of(&serde_json::to_value(&project).unwrap());
        for piece in pieces(&Facts::new(Arc::new(project))) {
            count += 1;
            if !parsed.has(&piece.chunk.citation) {
                let Citation { location_kind, path: place, rung } = &piece.chunk.citation;
                lost.insert(format!("{} {location_kind:?} {place} {rung:?}", path.display()));
            }
        }
    }
    assert!(count > 4_000, "{count} pieces");
    let shown: Vec<&String> = lost.iter().take(20).collect();
    assert!(lost.is_empty(), "{} of {count}: {shown:#?}", lost.len());
}

/// One service at a time serves a folder, so a second instance is a second client of it, or a copy.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_client_finds_what_was_uploaded_within_two_seconds_and_nothing_older() {
    let house = line().await;
    for name in ["Elevator", "Gripper", "Saw"] {
        upload(&house, &LINE.replace("Conveyor", name)).await;
        let uploaded = Instant::now();
        let project = house.read(&format!("/api/v1/projects/{}", house.project)).await.ok();
        let version = project["current_version_id"].as_str().unwrap();
        let parsed = house.read(&house.path("source?format=parsed")).await.ok();
        let parsed = Parsed::of(&parsed["parsed"]);
        let clients = (0..8).map(async |_| {
            loop {
                let found: SearchContext = look(&house, &format!("{name}_Run")).await.ok_as();
                assert_eq!(found.version_id.as_deref(), Some(version));
                if let Some(first) = found.chunks.first() {
                    assert_eq!(first.chunk.title, format!("{name}_Run"));
                    assert!(found.chunks.iter().all(|it| parsed.has(&it.chunk.citation)));
                    break uploaded.elapsed();
                }
                assert!(found.message.is_some());
            }
        });
        let longest = futures::future::join_all(clients).await.into_iter().max().unwrap();
        assert!(longest < Duration::from_secs(2), "{longest:?}");
    }
}

#[tokio::test]
async fn two_instances_with_indexes_of_their_own_answer_alike() {
    let first = House::embedded();
    upload(&first, LINE).await;
    upload(&first, &LINE.replace("Conveyor", "Elevator")).await;
    let copy = tempfile::tempdir().unwrap();
    Service::copy(first.folder.path(), copy.path()).unwrap();
    assert!(!copy.path().join("index").exists(), "what is derived is no part of a copy");
    let mut second = House::embedded();
    second.service = Service::open(copy.path(), tagbridge_service::Options::default()).unwrap();
    second.router = second.service.router();
    second.project.clone_from(&first.project);
    second.key.clone_from(&first.key);
    for query in ["elevator", "Elevator_Run", "what starts it", "peed"] {
        let one = look(&first, query).await.ok();
        let other = look(&second, query).await.ok();
        assert_eq!(one, other);
        assert_ne!(one["chunks"], json!([]), "{query}");
    }
}
