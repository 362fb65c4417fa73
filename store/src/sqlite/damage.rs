//! Dozens or thousands of damaged files: `TAGBRIDGE_DAMAGED_FILES` is their number, and
//! `TAGBRIDGE_SEED` is the first.
//!
//! The expectation is computed by the test itself: the stored data, and the bytes of the files
//! before. A piece of the history is readable if each page with its bytes is unchanged, in the file
//! or, if it is newer there, in the log.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    env,
    ops::Range,
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::json;
use tagbridge_api::{
    Permission, Timestamp,
    hmi::{Controller, Quality, TagValue, push::Snapshot},
    project::{Project, Vendor},
};
use tempfile::TempDir;
use uuid::Uuid;

use super::*;
use crate::{
    FileHash, HistoryRange, KeyInfo, Org, ProjectRef, Ranges, Store, Version,
    sql::{packed::EntryGrouping, piece},
};

const FILES: [&str; 2] = [FILE, "service.sqlite-wal"];
const PAGE: usize = 4096;
/// Sizes of the header of the log, and of a page in it.
const LOG_HEAD: usize = 32;
const FRAME_HEAD: usize = 24;
const WINDOW: usize = 16;
const PUSHES: u64 = 150;
const TAGS: usize = 24;
/// The whole history.
const ENTRIES: HistoryRange = HistoryRange { limit: 600, before: None };

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis).unwrap()
}

fn tag(no: usize) -> String {
    format!("Line4.Station{no:02}.Conveyor.Speed")
}

fn value_at(sequence: u64, no: usize) -> i64 {
    (sequence * 1_000_003 + no as u64 * 7919).cast_signed()
}

fn snapshot(sequence: u64) -> Snapshot {
    let timestamp = at(sequence.cast_signed() * 1000);
    let value = |no| TagValue {
        value: json!(value_at(sequence, no)),
        type_name: "LINT".into(),
        quality: Quality::Good,
        reason: None,
        timestamp,
    };
    Snapshot {
        part: None,
        parts: None,
        sequence,
        timestamp,
        duration_ms: 1.0,
        controller: Controller::default(),
        complete: true,
        tags: (0..TAGS).map(|no| (tag(no), value(no))).collect(),
    }
}

fn project(no: usize) -> Project {
    Project {
        project_id: format!("prj_{no}"),
        identity_id: format!("idn_{no}"),
        name: format!("Line {no}"),
        display_name: None,
        vendor: Some(Vendor::Siemens),
        file_type: None,
        file_size_bytes: None,
        original_filename: None,
        current_version_id: format!("ver_{no}"),
        version_number: Some(1),
        analysis_status: None,
        created_at: at(0),
        updated_at: at(1),
        archived_at: None,
    }
}

fn key(no: u8) -> KeyInfo {
    KeyInfo {
        id: format!("key_{no}"),
        org: Org::local(),
        name: format!("laptop {no}"),
        permissions: vec![Permission::HmiPush, Permission::HmiView],
        projects: None,
        device: None,
        created_at: at(1),
        expires_at: None,
        last_used_at: None,
        revoked_at: None,
    }
}

fn stream_id() -> Uuid {
    Uuid::from_u128(7)
}

fn push(store: &Store, project: &ProjectRef, sequence: u64) -> Result<(), StoreError> {
    store.write(|tx| {
        let stream = match tx.find_stream(project, stream_id())? {
            Some(stream) => stream,
            None => tx.add_stream(project, stream_id(), at(1))?,
        };
        let before = tx.stored(stream.no)?;
        let mut after = before.clone();
        if after.insert(sequence) {
            tx.save_stored(stream.no, &before, &after)?;
            tx.add_snapshots(project, &stream, &[&snapshot(sequence)], at(1 << 40))?;
        }
        tx.save_stream(&stream)?;
        tx.save_session(project, ("laptop", None), stream.no, false)
    })
}

/// A store on disk, and the pages of each tag's entries.
struct Template {
    images: Vec<Vec<u8>>,
    project: ProjectRef,
    places: Vec<Place>,
    pieces: Vec<Piece>,
}

/// The position of a page's newest version: the file, and the offset. In the log it is after its
/// header.
type Place = (usize, Range<usize>);

struct Piece {
    tag: usize,
    sequences: BTreeSet<u64>,
    pages: BTreeSet<usize>,
}

impl Template {
    fn new(is_closed: bool) -> Self {
        let folder = TempDir::new().unwrap();
        let store = Store::on(Sqlite::open(folder.path()).unwrap());
        let org = Org::local();
        let projects: Vec<ProjectRef> = (0..3)
            .map(|no| store.write(|tx| tx.add_project(&org, &project(no))).unwrap())
            .collect();
        for no in 0..4 {
            store.write(|tx| tx.add_key(&key(no), &[no; 32])).unwrap();
        }
        // So that older versions of the rows remain in the file.
        store.write(|tx| tx.revoke_key(&org, "key_2", at(9))).unwrap();
        store.write(|tx| tx.revoke_key(&org, "key_3", at(9))).unwrap();
        for project in &projects {
            let version = Version {
                id: format!("ver_{}", project.no),
                number: 1,
                own_name: "PLC_1".to_owned(),
                file_name: "a.L5X".to_owned(),
                hash: FileHash::of(b"x"),
                created_at: at(0),
            };
            store.write(|tx| tx.add_version(project, &version)).unwrap();
        }
        for sequence in 1..=PUSHES {
            push(&store, &projects[0], sequence).unwrap();
        }
        let read = || FILES.map(|it| fs::read(folder.path().join(it)).unwrap_or_default()).to_vec();
        let open = read();
        drop(store);
        let images = if is_closed { read() } else { open };
        let db = connect(&folder.path().join(FILE)).unwrap();
        let places = places(&images);
        let newest =
            places.iter().flat_map(|(file, range)| &images[*file][range.end - PAGE..range.end]);
        let pieces = pieces(&db, &newest.copied().collect::<Vec<u8>>());
        Self { images, project: projects[0].clone(), places, pieces }
    }

    /// Whether the newest version of a page is unchanged.
    fn is_whole(&self, page: usize, images: &[Vec<u8>]) -> bool {
        let same = |file: usize, range: Range<usize>| {
            images[file].get(range.clone()) == self.images[file].get(range)
        };
        let (file, range) = &self.places[page];
        // Without the header of the log it is not known which pages are current.
        same(*file, range.clone()) && (*file == 0 || same(1, 0..LOG_HEAD))
    }
}

fn places(images: &[Vec<u8>]) -> Vec<Place> {
    let mut places: Vec<Place> =
        (0..images[0].len() / PAGE).map(|no| (0, no * PAGE..(no + 1) * PAGE)).collect();
    let frames = images[1].get(LOG_HEAD..).unwrap_or_default();
    for (no, frame) in frames.chunks_exact(FRAME_HEAD + PAGE).enumerate() {
        let page = u32::from_be_bytes(frame[..4].try_into().unwrap()) as usize;
        let start = LOG_HEAD + no * frame.len();
        places.resize_with(places.len().max(page), Default::default);
        places[page - 1] = (1, start..start + frame.len());
    }
    places
}

/// The pieces of the history in a file.
fn pieces(db: &Connection, image: &[u8]) -> Vec<Piece> {
    let mut at: HashMap<&[u8], BTreeSet<usize>> = HashMap::new();
    for (offset, bytes) in image.windows(WINDOW).enumerate() {
        at.entry(bytes).or_default().insert(offset / PAGE);
    }
    let pages = |bytes: &[u8]| -> BTreeSet<usize> {
        bytes.windows(WINDOW).filter_map(|it| at.get(it)).flatten().copied().collect()
    };
    let names: BTreeMap<i64, usize> = {
        let mut rows = db.prepare("SELECT no, name FROM tags").unwrap();
        let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)));
        let number = |name: &str| (0..TAGS).find(|no| tag(*no) == name).unwrap();
        rows.unwrap().map(|it| it.unwrap()).map(|(no, name)| (no, number(&name))).collect()
    };
    // The row with its tag's number, and all rows with its name.
    let naming: Vec<_> = (0..TAGS).map(|no| pages_with(image, tag(no).as_bytes())).collect();
    let mut pieces = Vec::new();
    for (of, sql) in [
        (EntryGrouping::Tag, "SELECT sealed FROM history"),
        (EntryGrouping::Push, "SELECT sealed FROM recent"),
    ] {
        let mut rows = db.prepare(sql).unwrap();
        let mut rows = rows.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let sealed: Vec<u8> = row.get(0).unwrap();
            let mut found: BTreeMap<i64, BTreeSet<u64>> = BTreeMap::new();
            for entry in piece::read(of, &sealed).unwrap().entries() {
                let entry = entry.unwrap();
                found.entry(entry.tag).or_default().insert(entry.sequence);
            }
            let pages = pages(&sealed);
            for (no, sequences) in found {
                let tag = names[&no];
                pieces.push(Piece { tag, sequences, pages: &pages | &naming[tag] });
            }
        }
    }
    pieces
}

fn pages_with(image: &[u8], name: &[u8]) -> BTreeSet<usize> {
    let pages = image.chunks(PAGE).enumerate();
    pages.filter(|(_, page)| page.windows(name.len()).any(|it| it == name)).map(|it| it.0).collect()
}

fn damage(images: &[Vec<u8>], random: &mut StdRng) -> (u64, Vec<Vec<u8>>) {
    let mut images = images.to_vec();
    let kind = random.random_range(0..9);
    let file = usize::from(!images[1].is_empty() && random.random_bool(0.6));
    let bytes = &mut images[file];
    let page = |random: &mut StdRng, bytes: &[u8]| {
        let at = random.random_range(0..bytes.len() / PAGE) * PAGE;
        at..at + PAGE
    };
    match kind {
        0 => {
            for _ in 0..random.random_range(1..40) {
                let at = random.random_range(0..bytes.len());
                bytes[at] ^= 1 << random.random_range(0..8);
            }
        }
        1 => {
            let range = page(random, bytes);
            bytes[range].fill(0);
        }
        2 => {
            let range = page(random, bytes);
            random.fill(&mut bytes[range]);
        }
        3 => {
            let end = random.random_range(0..bytes.len());
            bytes.truncate(end);
        }
        4 => {
            let (one, other) = (page(random, bytes), page(random, bytes));
            let copy = bytes[one].to_vec();
            bytes[other].copy_from_slice(&copy);
        }
        5 => {
            let end = random.random_range(1..200.min(bytes.len()));
            random.fill(&mut bytes[..end]);
        }
        6 => {
            for _ in 0..random.random_range(2..12) {
                let range = page(random, bytes);
                bytes[range].fill(0xFF);
            }
        }
        7 => {
            // The header of a page: its kind, its count, its children.
            let range = page(random, bytes);
            let head = range.start..range.start + random.random_range(1..24);
            random.fill(&mut bytes[head]);
        }
        _ => {
            let from = random.random_range(0..bytes.len());
            let to = (from + random.random_range(1..3 * PAGE)).min(bytes.len());
            bytes[from..to].fill(0);
        }
    }
    (kind, images)
}

fn check(template: &Template, seed: u64) -> bool {
    let random = &mut StdRng::seed_from_u64(seed);
    let (kind, images) = damage(&template.images, random);
    check_images(template, &images, &format!("seed {seed}, kind {kind}"), kind)
}

/// Opens damaged files, and compares the result with the original data; returns whether the files
/// were set aside.
fn check_images(template: &Template, images: &[Vec<u8>], case: &str, kind: u64) -> bool {
    let folder = TempDir::new().unwrap();
    for (name, image) in FILES.iter().zip(images) {
        if !image.is_empty() {
            fs::write(folder.path().join(name), image).unwrap();
        }
    }
    let store = Store::on(Sqlite::open(folder.path()).expect(case));
    let mut set_aside = store.set_aside();
    // With any damage, all data can be queried and stored.
    let keys = store.read(|tx| tx.keys(&Org::local())).expect(case);
    store.read(|tx| tx.projects(&Org::local(), None, None, false, None, 9)).expect(case);
    for no in 0..TAGS {
        let entries = store.read(|tx| tx.history(&template.project, &tag(no), &ENTRIES));
        let shown: BTreeMap<u64, _> =
            entries.expect(case).entries.into_iter().map(|it| (it.sequence, it.value)).collect();
        for (sequence, value) in &shown {
            assert_eq!(*value, json!(value_at(*sequence, no)), "{case}: altered");
        }
        set_aside.extend(store.set_aside());
    }
    push(&store, &template.project, PUSHES + 1).expect(case);
    set_aside.extend(store.set_aside());
    let session = store.read(|tx| tx.session(&template.project)).expect(case).expect(case);
    let live = store.read(|tx| tx.live(session.stream.no)).expect(case);
    let fresh = live.iter().filter(|it| it.sequence == PUSHES + 1).count();
    assert_eq!(fresh, TAGS, "{case}: {set_aside:?}, {session:?}, {:?}", live.first());
    let stored: Ranges = store.read(|tx| tx.stored(session.stream.no)).expect(case);
    assert!(stored.newest().is_some_and(|(_, last)| last > PUSHES), "{case}");
    store.write(|tx| tx.add_key(&key(9), &[9; 32])).expect(case);
    set_aside.extend(store.set_aside());

    for key in keys.iter().filter(|key| key.revoked_at.is_none()) {
        assert!(!["key_2", "key_3"].contains(&&*key.id), "{case}: {key:?} was revoked");
    }
    let lost_keys = ["key_0", "key_1"].iter().any(|id| !keys.iter().any(|key| key.id == *id));
    // A changed bit in a row without a checksum may result in another valid row.
    let is_noticed = kind != 0 || !set_aside.is_empty();
    if lost_keys && is_noticed && template.images[1].is_empty() {
        assert!(set_aside.iter().any(|it| it.keys_lost), "{case}: keys lost without a word");
    }
    let shown: Vec<BTreeSet<u64>> = (0..TAGS)
        .map(|no| {
            let entries = store.read(|tx| tx.history(&template.project, &tag(no), &ENTRIES));
            entries.expect(case).entries.into_iter().map(|it| it.sequence).collect()
        })
        .collect();
    let is_whole = |page: &usize| template.is_whole(*page, images);
    for piece in template.pieces.iter().filter(|piece| piece.pages.iter().all(is_whole)) {
        let missing: Vec<_> = piece.sequences.difference(&shown[piece.tag]).collect();
        assert!(missing.is_empty(), "{case}: tag {} lost {missing:?}: {set_aside:?}", piece.tag);
    }
    for it in &set_aside {
        assert!(it.file.is_file(), "{case}: {it:?}");
    }
    drop(store);
    Sqlite::open(folder.path()).expect(case);
    !set_aside.is_empty()
}

#[test]
fn a_damaged_database_is_set_aside_and_all_that_can_be_read_of_it_goes_on() {
    let number = |name: &str, otherwise| {
        env::var(name).ok().map_or(otherwise, |it| it.parse().expect("a number"))
    };
    let (count, first) = (number("TAGBRIDGE_DAMAGED_FILES", 30), number("TAGBRIDGE_SEED", 1));
    let templates = [Template::new(true), Template::new(false)];
    for template in &templates {
        assert!(template.pieces.len() > TAGS);
    }
    let seeds = first..first + count;
    let set_aside =
        seeds.filter(|seed| check(&templates[usize::from(seed % 3 == 2)], *seed)).count();
    println!("{count} damaged databases, {set_aside} of them set aside");
    assert!(count < 10 || set_aside as u64 > count / 4, "{set_aside}");
}

/// `TAGBRIDGE_HEADER_BITS` is the number of bits of each byte; by default one bit of each byte that
/// SQLite interprets when it opens a file.
#[test]
fn a_bit_in_the_header_costs_nothing_that_is_stored() {
    let bits = env::var("TAGBRIDGE_HEADER_BITS").map(|it| it.parse().expect("a number"));
    let interpreted = [16, 17, 18, 19, 20, 22, 28, 31, 32, 36, 44, 47, 52, 55, 56, 59, 60, 63];
    let (bytes, bits) = match bits {
        Ok(bits) => ((0..100).collect(), bits),
        Err(_) => (interpreted.to_vec(), 1),
    };
    let template = Template::new(true);
    let mut set_aside = 0;
    for &at in &bytes {
        for bit in 0..bits {
            let mut images = template.images.clone();
            images[0][at] ^= 1 << ((at + bit) % 8);
            let case = format!("byte {at}, bit {}", (at + bit) % 8);
            set_aside += usize::from(check_images(&template, &images, &case, 5));
        }
    }
    println!("{} headers, {set_aside} of them set aside", bytes.len() * bits);
    assert!(set_aside >= bytes.len() * bits / 4, "{set_aside}");
}

/// A bit in a text, which no check of the library finds: only one project's row is lost.
#[test]
fn a_row_whose_json_is_broken_is_lost_and_the_others_are_listed() {
    let folder = TempDir::new().unwrap();
    let store = Store::on(Sqlite::open(folder.path()).unwrap());
    for no in 0..3 {
        store.write(|tx| tx.add_project(&Org::local(), &project(no))).unwrap();
    }
    let db = connect(&folder.path().join(FILE)).unwrap();
    let broken = "UPDATE projects SET resource = replace(resource, '{', 'z') WHERE id = 'prj_1'";
    assert_eq!(db.execute(broken, []).unwrap(), 1);
    drop(db);
    let (listed, _) =
        store.read(|tx| tx.projects(&Org::local(), None, None, false, None, 9)).unwrap();
    let listed: BTreeSet<String> = listed.into_iter().map(|it| it.project_id).collect();
    assert_eq!(listed, ["prj_0", "prj_2"].map(str::to_owned).into());
    assert_eq!(store.set_aside().len(), 1);
}
