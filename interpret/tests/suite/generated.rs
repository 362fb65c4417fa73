//! A thousand questions about all samples, generated from the cross-references of an independent
//! program, with the locations that an answer must cite.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use serde_json::Value;
use tagbridge_api::turn::{LocationKind, Outcome};
use tagbridge_interpret::{Before, Facts, Given, answer, understand};

use tagbridge_project::DataTypeKind;

use super::samples;

/// Maximum number of questions, equally distributed over the files.
const QUESTIONS: usize = 1_000;
const WAYS: &[(&str, &[&str])] = &[
    ("rw", &["Where is {} used?", "Wo wird {} verwendet?", "Show me every use of {}."]),
    ("r", &["Where is {} read?", "Wer liest {}?", "Which rungs read {}?"]),
    ("w", &["Where is {} written?", "Wer schreibt {}?", "What writes {}?"]),
];

type Cited = BTreeSet<(String, String, Option<u64>)>;

/// The independent cross-reference of one file: path, location and mode.
struct Walked {
    value: Value,
}

impl Walked {
    fn unit(&self, at: &Value) -> (String, String, Option<u64>) {
        let unit =
            &self.value["units"][usize::try_from(at.as_u64().expect("a unit")).expect("small")];
        let text = |at: usize| unit[at].as_str().unwrap_or_default();
        (text(0).to_owned(), text(1).to_lowercase(), unit[2].as_u64())
    }

    /// The locations of a path, of its parts and of its containers with one of these modes.
    fn places(&self, path: &str, modes: &str) -> Cited {
        let xref = self.value["xref"].as_object().expect("xref");
        xref.iter()
            .filter(|(other, _)| is_part(other, path) || is_part(path, other))
            .flat_map(|(_, entries)| entries.as_array().expect("entries"))
            .filter(|entry| {
                let mode = entry[2].as_str().expect("a mode");
                mode.chars().any(|it| modes.contains(it))
            })
            .map(|entry| self.unit(&entry[0]))
            .collect()
    }

    /// Unambiguous paths that share no memory: without an alias, a computed index or an uncertain
    /// use.
    fn sure(&self, facts: &Facts) -> Vec<String> {
        let unions = facts.project().data_types.iter().filter(|it| it.kind == DataTypeKind::Union);
        // The independent program treats the members of a union as different memory.
        let shared: BTreeSet<&str> =
            unions.flat_map(|it| &it.members).map(|it| it.name.as_str()).collect();
        let others = self.value["aliases"].to_string() + &self.value["uncertain"].to_string();
        let others = others.to_lowercase();
        let params = self.value["params"].to_string().to_lowercase();
        let xref = self.value["xref"].as_object().expect("xref");
        let root = |path: &str| path.split(['.', '[']).next().unwrap_or_default().to_lowercase();
        let computed: BTreeSet<String> = xref
            .keys()
            .filter(|path| {
                let indexes = path.split('[').skip(1).filter_map(|it| it.split(']').next());
                let mut indexes = indexes.flat_map(|it| it.split(','));
                path.contains('^') || indexes.any(|it| it.trim().parse::<i64>().is_err())
            })
            .map(|path| root(path))
            .collect();
        let named = |path: &str| {
            path.rsplit(['.', '#', '"'])
                .find(|it| !it.is_empty())
                .unwrap_or_default()
                .to_lowercase()
        };
        xref.keys()
            .filter(|path| !path.starts_with('?') && !path.contains('%'))
            .filter(|path| !path.split('.').any(|part| shared.contains(part)))
            .filter(|path| !computed.contains(&root(path)))
            .filter(|path| !others.contains(&named(path)) && !params.contains(&path.to_lowercase()))
            .cloned()
            .collect()
    }
}

/// Whether one path equals the other or continues it.
fn is_part(path: &str, of: &str) -> bool {
    let (path, of) = (path.to_lowercase(), of.to_lowercase());
    path.strip_prefix(&of).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// The project of a file: Siemens files in one folder are one project.
fn project(file: &str) -> String {
    let parts = if file.starts_with("siemens/") { 2 } else { usize::MAX };
    file.split('/').take(parts).collect::<Vec<_>>().join("/")
}

fn cited(outcome: &Outcome) -> Cited {
    let Outcome::Answer { citations, .. } = outcome else { return Cited::new() };
    citations
        .iter()
        .filter_map(|it| {
            let kind = match it.location_kind {
                LocationKind::Rung => "rung",
                LocationKind::Routine => "routine",
                _ => return None,
            };
            Some((kind.to_owned(), it.path.to_lowercase(), it.rung.map(u64::from)))
        })
        .collect()
}

#[test]
fn answers_cite_what_an_independent_walker_found() {
    let Some(samples) = samples::root() else { return };
    let mut sources: Vec<_> = fs::read_dir(samples.join("golden/xref"))
        .expect("golden files")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|it| it == "json"))
        .collect();
    sources.sort();
    // The uses in other files of a project are in the data of those files.
    let mut known: BTreeMap<String, Facts> = BTreeMap::new();
    let mut walked: Vec<(String, Walked, Vec<String>)> = Vec::new();
    for source in sources {
        let text = fs::read_to_string(source).expect("a golden file");
        let value: Value = serde_json::from_str(&text).expect("JSON");
        let file = value["file"].as_str().expect("a file").to_owned();
        let walked_file = Walked { value };
        let facts =
            known.entry(project(&file)).or_insert_with_key(|it| samples::facts(&samples, it));
        let paths = walked_file.sure(facts);
        let is_own = |path: &String| !file.starts_with("siemens") || path.contains('#');
        let paths: Vec<String> = paths.into_iter().filter(is_own).collect();
        walked.push((file, walked_file, paths));
    }
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut wrong = Vec::new();
    let (mut asked_all, mut round) = (0, 0);
    while asked_all < QUESTIONS {
        let before = asked_all;
        for (file, walk, paths) in &walked {
            // Each path in each form, evenly distributed: a structure does not count a hundred
            // times.
            let all = paths.len() * WAYS.len();
            if round >= all {
                continue;
            }
            let at = (round * 7) % all;
            let (path, (modes, sentences)) = (&paths[at / WAYS.len()], WAYS[at % WAYS.len()]);
            let question = sentences[asked_all % sentences.len()].replace("{}", path);
            let expected = walk.places(path, modes);
            // More than the maximum number of citations.
            if expected.len() > 20 {
                continue;
            }
            asked_all += 1;
            let Some(facts) = known.get(&project(file)) else { continue };
            let outcome =
                answer(facts, &understand(facts, &question, &Before::default()), &Given::default());
            let vendor = file.split('/').next().unwrap_or_default().to_owned();
            let count = counts.entry(vendor).or_default();
            count.0 += 1;
            if cited(&outcome) == expected {
                count.1 += 1;
            } else {
                let found = cited(&outcome);
                let missing: Vec<_> = expected.difference(&found).collect();
                let extra: Vec<_> = found.difference(&expected).collect();
                wrong.push(format!("{file}: {question}: missing {missing:?}, extra {extra:?}"));
            }
        }
        round += 1;
        if asked_all == before {
            break;
        }
    }
    let right: usize = counts.values().map(|it| it.1).sum();
    eprintln!("{right} of {asked_all}: {counts:?}\n{}", wrong.join("\n"));
    assert!(asked_all >= QUESTIONS, "only {asked_all} were asked");
    assert!(right * 100 >= asked_all * 98, "{right} of {asked_all}\n{}", wrong.join("\n"));
}
