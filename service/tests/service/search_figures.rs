//! The quality of the search in real projects: whether a comment finds its rung although it was
//! removed from the searched text.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use rusqlite::Connection;
use tagbridge_api::{project::Vendor, search::ChunkKind};
use tagbridge_interpret::{
    Facts,
    search::{Piece, pieces, sought},
};
use tagbridge_project::Source;
use tagbridge_store::{SearchEntry, SearchFiles, SearchIndex, SearchTerms};

/// One of this number of commented rungs has no comment at a time: the others keep theirs.
const EVERY: usize = 5;
/// Maximum number of names to search in each project.
const NAMES: usize = 40;

#[derive(Debug, Default, Clone, Copy)]
struct Figures {
    queries: u32,
    first: u32,
    eight: u32,
    reciprocal: f64,
}

impl Figures {
    fn add(&mut self, place: Option<usize>) {
        self.queries += 1;
        self.first += u32::from(place == Some(0));
        self.eight += u32::from(place.is_some_and(|it| it < 8));
        self.reciprocal += place.map_or(0.0, |it| 1.0 / f64::from(u32::try_from(it).unwrap() + 1));
    }

    fn first(self) -> f64 {
        f64::from(self.first) / f64::from(self.queries)
    }

    fn eight(self) -> f64 {
        f64::from(self.eight) / f64::from(self.queries)
    }
}

/// The samples of all vendors.
pub(crate) fn projects(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = |path: &Path| {
        let mut all: Vec<PathBuf> =
            std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        all.sort();
        all
    };
    for folder in ["allen-bradley", "codesys"] {
        found.extend(entries(&root.join(folder)).iter().flat_map(|it| entries(it)));
    }
    found.extend(entries(&root.join("siemens")));
    found
}

pub(crate) fn entry(piece: &Piece) -> SearchEntry {
    SearchEntry {
        shown: String::new(),
        order: (piece.chunk.citation.path.clone(), piece.chunk.lines.map_or(0, |it| it.first)),
        comment: piece.comment.clone(),
        names: piece.names.clone(),
        descriptions: piece.descriptions.clone(),
        code: piece.code.clone(),
        called: piece.called.clone(),
        addresses: piece.addresses.clone(),
    }
}

/// The results, as indexes of pieces.
pub(crate) fn found(index: &SearchIndex, query: &str) -> Vec<usize> {
    let sought = sought(query);
    let wanted = SearchTerms {
        called: sought.called,
        address: sought.address,
        fragment: sought.fragment,
        words: sought.words,
    };
    let (_, found) = index.look(&wanted, 25).unwrap();
    found.iter().map(|hit| hit.number as usize).collect()
}

/// The rank of a piece in the results.
fn place(index: &SearchIndex, query: &str, number: usize) -> Option<usize> {
    found(index, query).into_iter().position(|it| it == number)
}

/// The comment of a rung, before its text.
fn comment(piece: &Piece) -> Option<String> {
    let (comment, _) = piece.chunk.text.rsplit_once('\n')?;
    let words = tagbridge_interpret::search::words(comment).len();
    (piece.chunk.kind == ChunkKind::Rung && !piece.comment.is_empty() && (3..60).contains(&words))
        .then(|| comment.to_owned())
}

/// The pieces with a unique comment: a shared comment would find either.
fn commented(pieces: &[Piece]) -> Vec<(usize, String)> {
    let is_own =
        |it: &Piece| pieces.iter().filter(|other| other.comment == it.comment).count() == 1;
    let commented = pieces.iter().enumerate().filter_map(|(at, it)| Some((at, comment(it)?)));
    commented.filter(|(at, _)| is_own(&pieces[*at])).collect()
}

/// Every n-th of them, and the entries without their comments.
fn without(
    commented: &[(usize, String)],
    entries: &[SearchEntry],
    fold: usize,
) -> (BTreeMap<usize, String>, Vec<SearchEntry>) {
    let taken: BTreeMap<usize, String> =
        commented.iter().skip(fold).step_by(EVERY).cloned().collect();
    let mut entries = entries.to_vec();
    for number in taken.keys() {
        entries[*number].comment.clear();
    }
    (taken, entries)
}

/// The same queries on the text of the file alone, unchanged.
fn plain(pieces: &[Piece], taken: &BTreeMap<usize, String>) -> Connection {
    let database = Connection::open_in_memory().unwrap();
    database.execute_batch("BEGIN; CREATE VIRTUAL TABLE plain USING fts5 (text);").unwrap();
    for (number, piece) in pieces.iter().enumerate() {
        let text = &piece.chunk.text;
        let own = text.rsplit_once('\n').map_or(text.as_str(), |(_, code)| code);
        let text = if taken.contains_key(&number) { own } else { text };
        database
            .execute(
                "INSERT INTO plain (rowid, text) VALUES (?1, ?2)",
                (i64::try_from(number).unwrap() + 1, text),
            )
            .unwrap();
    }
    database.execute_batch("COMMIT;").unwrap();
    database
}

fn plain_place(database: &Connection, query: &str, number: usize) -> Option<usize> {
    let words: Vec<String> = query
        .split(|char: char| !char.is_alphanumeric() && char != '_')
        .filter(|word| !word.is_empty())
        .map(|word| format!("\"{word}\""))
        .collect();
    let sql = "SELECT rowid FROM plain WHERE plain MATCH ?1 ORDER BY bm25(plain), rowid LIMIT 25";
    let mut statement = database.prepare_cached(sql).unwrap();
    let found = statement.query_map([words.join(" OR ")], |row| row.get::<_, i64>(0)).unwrap();
    found.map(Result::unwrap).position(|id| id == i64::try_from(number).unwrap() + 1)
}

/// The names of tags as people write them, parts of them, and with two letters exchanged.
fn names(pieces: &[Piece], index: &SearchIndex, add: &mut impl FnMut(&'static str, Option<usize>)) {
    let tags = pieces.iter().enumerate().filter(|(_, it)| it.chunk.kind == ChunkKind::Tag);
    let named: Vec<(usize, String)> = tags
        .map(|(at, it)| (at, it.chunk.citation.path.rsplit('.').next().unwrap().replace('"', "")))
        .filter(|(_, name)| name.len() >= 8 && name.is_ascii() && !name.contains('['))
        .collect();
    let is_alone = |name: &str| {
        let words = tagbridge_interpret::search::words(name);
        let same = |it: &&(usize, String)| tagbridge_interpret::search::words(&it.1) == words;
        named.iter().filter(same).count() == 1
    };
    let step = (named.len() / NAMES).max(1);
    for (number, name) in named.iter().step_by(step) {
        if !is_alone(name) {
            continue;
        }
        let spoken = name.replace('_', " ");
        if spoken.contains(' ') {
            add("name, words", place(index, &spoken, *number));
        }
        let middle = &name[1..name.len() - 1];
        if named.iter().filter(|it| it.1.to_lowercase().contains(&middle.to_lowercase())).count()
            == 1
        {
            add("name, part", place(index, middle, *number));
        }
        let mut letters: Vec<char> = name.chars().collect();
        let half = letters.len() / 2;
        if letters[half] != letters[half - 1] {
            letters.swap(half, half - 1);
            let typed: String = letters.into_iter().collect();
            add("name, two letters exchanged", place(index, &typed, *number));
        }
    }
}

#[test]
fn what_is_found_in_real_projects() {
    let Some(root) = tagbridge_needs::samples() else { return };
    let folder = tempfile::tempdir().unwrap();
    let files = SearchFiles::in_folder(folder.path());
    let mut figures: BTreeMap<(&str, &str), Figures> = BTreeMap::new();
    let mut count = 0;
    for (at, path) in projects(&root).iter().enumerate() {
        let Ok(project) = Source::open(path).and_then(|it| tagbridge_project::read(&it)) else {
            continue;
        };
        let vendor = match project.vendor {
            Vendor::AllenBradley => "allen-bradley",
            Vendor::Siemens => "siemens",
            Vendor::Codesys => "codesys",
        };
        let facts = Facts::new(Arc::new(project));
        let pieces = pieces(&facts);
        count += pieces.len();
        let commented = commented(&pieces);
        let mut add = |kind, place| {
            for whose in ["all", vendor] {
                figures.entry((kind, whose)).or_default().add(place);
            }
        };
        let entries: Vec<SearchEntry> = pieces.iter().map(entry).collect();
        let index = files.build(&format!("ver_{at}"), &entries).unwrap();
        for fold in 0..EVERY.min(commented.len()) {
            let (taken, entries) = without(&commented, &entries, fold);
            let database = plain(&pieces, &taken);
            let index = files.build("ver_without", &entries).unwrap();
            for (number, query) in &taken {
                add("comment", place(&index, query, *number));
                add("comment, plain", plain_place(&database, query, *number));
            }
        }
        names(&pieces, &index, &mut add);
    }
    let mut table = format!("{count} pieces\n");
    for ((kind, whose), it) in &figures {
        let mean = it.reciprocal / f64::from(it.queries);
        let _infallible = writeln!(
            table,
            "{kind:28} {whose:14} {:5} queries  {:.3} / {:.3} / {mean:.3}",
            it.queries,
            it.first(),
            it.eight()
        );
    }
    eprintln!("{table}");
    let of = |kind: &'static str| figures[&(kind, "all")];
    let (ours, plain) = (of("comment"), of("comment, plain"));
    assert!(ours.first() >= 0.28 && ours.eight() >= 0.56, "{table}");
    let [ab, siemens] = ["allen-bradley", "siemens"].map(|it| figures[&("comment", it)]);
    assert!(siemens.first() >= 0.8 * ab.first() && siemens.eight() >= 0.8 * ab.eight(), "{table}");
    assert!(ours.eight() >= 1.3 * plain.eight() && ours.first() >= 1.3 * plain.first(), "{table}");
    assert!(of("name, words").first() >= 0.97, "{table}");
    assert!(of("name, part").first() >= 0.92, "{table}");
    assert!(of("name, two letters exchanged").first() >= 0.87, "{table}");
}

/// Weights of comment, names, descriptions, code.
type Weights = [f64; 4];
const OURS: Weights = [0.5, 1.0, 2.0, 2.0];

/// The rank of a piece with other weights, in the index's own file.
fn weighted(database: &Connection, query: &str, weights: Weights, number: usize) -> Option<usize> {
    let words: Vec<String> =
        sought(query).words.iter().map(|it| format!("\"{}\"", it.replace('"', ""))).collect();
    let [comment, names, descriptions, code] = weights;
    let sql = format!(
        "SELECT number FROM (SELECT rowid AS piece, bm25(words, {comment}, {names}, {descriptions}, \
         {code}) AS fit FROM words WHERE words MATCH ?1 ORDER BY fit, rowid LIMIT 25) \
         JOIN pieces ON pieces.id = piece ORDER BY fit, piece"
    );
    let mut statement = database.prepare_cached(&sql).unwrap();
    let found = statement.query_map([words.join(" OR ")], |row| row.get::<_, u32>(0)).unwrap();
    found.map(Result::unwrap).position(|it| it as usize == number)
}

/// Whether the weights fit other queries as well as the ones that they were chosen with: half of
/// the queries choose weights, which are tested on the other half.
#[test]
fn weights_suit_queries_that_did_not_choose_them() {
    let Some(root) = tagbridge_needs::samples() else { return };
    let folder = tempfile::tempdir().unwrap();
    let files = SearchFiles::in_folder(folder.path());
    let mut grid: Vec<Weights> = vec![OURS];
    for comment in [0.5, 1.0, 2.0, 4.0] {
        for names in [1.0, 3.0] {
            grid.extend(
                [[1.0, 1.0], [1.0, 2.0], [2.0, 1.0], [2.0, 2.0]]
                    .map(|[said, code]| [comment, names, said, code]),
            );
        }
    }
    let mut figures = vec![[Figures::default(); 2]; grid.len()];
    let mut queries = 0;
    for path in projects(&root) {
        let Ok(project) = Source::open(&path).and_then(|it| tagbridge_project::read(&it)) else {
            continue;
        };
        let pieces = pieces(&Facts::new(Arc::new(project)));
        let commented = commented(&pieces);
        let entries: Vec<SearchEntry> = pieces.iter().map(entry).collect();
        for fold in 0..EVERY.min(commented.len()) {
            let (taken, entries) = without(&commented, &entries, fold);
            let index = files.build("ver_without", &entries).unwrap();
            let file = std::fs::read_dir(folder.path().join("index")).unwrap().next().unwrap();
            let database = Connection::open(file.unwrap().path()).unwrap();
            for (number, query) in &taken {
                queries += 1;
                for (at, weights) in grid.iter().enumerate() {
                    figures[at][queries % 2].add(weighted(&database, query, *weights, *number));
                }
                if grid[0] == OURS && sought(query).fragment.is_none() {
                    assert_eq!(
                        weighted(&database, query, OURS, *number),
                        place(&index, query, *number)
                    );
                }
            }
        }
    }
    let mean = |it: Figures| it.reciprocal / f64::from(it.queries);
    let best = (0..grid.len())
        .max_by(|one, other| mean(figures[*one][0]).total_cmp(&mean(figures[*other][0])))
        .unwrap();
    let row = |at: usize| {
        let of = |half: Figures| {
            format!("{:.3} / {:.3} / {:.3}", half.first(), half.eight(), mean(half))
        };
        format!("{:?}: choosing {}, held out {}", grid[at], of(figures[at][0]), of(figures[at][1]))
    };
    let table = format!("{queries} queries\nours {}\nbest {}", row(0), row(best));
    eprintln!("{table}");
    assert!(mean(figures[0][1]) + 0.05 >= mean(figures[best][1]), "{table}");
    assert!(figures[0][1].eight() >= 0.56 && figures[0][1].first() >= 0.25, "{table}");
}
