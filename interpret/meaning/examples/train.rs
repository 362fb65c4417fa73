//! Trains the weights of the ranking from lists of questions, and prints how many targets are among the
//! first names: with the given weights, and for each project with weights of the others.
//!
//! `cargo run -p tagbridge-meaning --example train LIST…` writes `weights.txt`; with `--measure` first it only
//! measures. A list is a table with tabs and the columns `id`, `project` (the path of its file or folder),
//! `lang`, `question`, `phrase` (the words of the question that mean the thing) and `targets` (names,
//! separated by `|`).
#![expect(clippy::print_stdout, reason = "the figures are the output")]

use std::{collections::BTreeMap, env, error::Error, fs, path::Path};

use tagbridge_logic::{Index, Logic};
use tagbridge_meaning::{FEATURES, Lexicon, PLAIN, weighed, weights};
use tagbridge_project::Source;

/// Number of steps of the training, their size, and how much large weights cost.
const STEPS: i32 = 80;
const RATE: f64 = 0.1;
const COST: f64 = 1e-3;
/// The same for the kinds of things, and for those with a kind of question.
const COST_OF_KINDS: f64 = 2e-2;
/// Maximum number of names of an example that it is trained with: the targets and the nearest.
const NAMES_MAX: usize = 150;

/// The names that a question may mean.
struct Example {
    project: String,
    language: String,
    /// Whether it is only the words for the thing.
    is_phrase: bool,
    names: Vec<([f32; FEATURES], bool)>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut lists: Vec<String> = env::args().skip(1).collect();
    let only_measures = lists.first().is_some_and(|it| it == "--measure");
    if only_measures {
        lists.remove(0);
    }
    let mut examples = Vec::new();
    let mut known = BTreeMap::new();
    for list in &lists {
        read(list, &mut known, &mut examples)?;
    }
    let all: Vec<&Example> = examples.iter().collect();
    if only_measures {
        print(&all, |_| weights().iter().map(|it| f64::from(*it)).collect());
        return Ok(());
    }
    let mut projects: Vec<&str> = examples.iter().map(|it| it.project.as_str()).collect();
    projects.sort_unstable();
    projects.dedup();
    let of_others = |project: &str| -> Vec<f64> {
        train(&all.iter().copied().filter(|it| it.project != project).collect::<Vec<_>>())
    };
    let folds: BTreeMap<&str, Vec<f64>> = projects.iter().map(|it| (*it, of_others(it))).collect();
    print(&all, |project| folds[project].clone());
    let trained: Vec<String> = train(&all).iter().map(|it| format!("{it:.3}")).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("weights.txt");
    Ok(fs::write(path, trained.join("\n") + "\n")?)
}

fn read(
    list: &str,
    known: &mut BTreeMap<String, Lexicon>,
    examples: &mut Vec<Example>,
) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(list)?;
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [_, project, language, question, phrase, targets, ..] = cells[..] else {
            return Err(format!("too few columns: {line}").into());
        };
        if !known.contains_key(project) {
            let read = tagbridge_project::read(&Source::open(Path::new(project))?)?;
            let index = Index::build(&read);
            known.insert(project.to_owned(), Lexicon::of(Logic::new(&read, &index)));
        }
        let lexicon = &known[project];
        for (text, is_phrase) in [(phrase, true), (question, false)] {
            let ranked = lexicon.ranked(&weighed(text));
            let is_target =
                |name: &str, is_code| targets.split('|').any(|it| is_meant(it, name, is_code));
            let names =
                ranked.iter().map(|it| (it.features, is_target(&it.entry.name, it.entry.is_code)));
            examples.push(Example {
                project: project.to_owned(),
                language: language.to_owned(),
                is_phrase,
                names: names.collect(),
            });
        }
    }
    Ok(())
}

/// Whether a name is a target, as a person writes it.
fn is_meant(target: &str, name: &str, is_code: bool) -> bool {
    let plain = |it: &str| it.replace('"', "").replace("AOI:", "").trim().to_lowercase();
    let (target, name) = (plain(target), plain(name));
    let last = |it: &str| it.rsplit(['.', '/']).next().unwrap_or_default().to_owned();
    target == name
        || (is_code && last(&name) == target)
        || (is_code && target.starts_with("program:") && last(&name) == last(&target))
}

/// Listwise logistic regression with Adam, on all examples in each step: the same each time.
fn train(examples: &[&Example]) -> Vec<f64> {
    let mut weights = vec![0.0_f64; FEATURES];
    let (mut first, mut second) = (weights.clone(), weights.clone());
    let usable: Vec<&&Example> =
        examples.iter().filter(|it| it.names.iter().any(|name| name.1)).collect();
    // The names that have most of the words, and the targets.
    let near: Vec<Vec<&([f32; FEATURES], bool)>> =
        usable.iter().map(|it| nearest(&it.names)).collect();
    for step in 1..=STEPS {
        let mut slope: Vec<f64> = cost(&weights);
        for names in &near {
            let scores: Vec<f64> = names.iter().map(|it| score(&it.0, &weights)).collect();
            let most = scores.iter().copied().fold(f64::MIN, f64::max);
            let chances: Vec<f64> = scores.iter().map(|it| (it - most).exp()).collect();
            let all: f64 = chances.iter().sum();
            let right: f64 = chances.iter().zip(names).filter(|it| it.1.1).map(|it| it.0).sum();
            for ((features, is_target), chance) in names.iter().copied().zip(&chances) {
                let wanted = if *is_target { chance / right.max(1e-12) } else { 0.0 };
                let by =
                    (chance / all - wanted) / f64::from(u32::try_from(usable.len()).unwrap_or(1));
                if by.abs() < 1e-9 {
                    continue;
                }
                for (slope, feature) in slope.iter_mut().zip(features) {
                    *slope += by * f64::from(*feature);
                }
            }
        }
        let rate = RATE * (1.0 - 0.9 * f64::from(step) / f64::from(STEPS));
        let (one, two) = (1.0 - 0.9_f64.powi(step), 1.0 - 0.99_f64.powi(step));
        for at in 0..FEATURES {
            first[at] = 0.9 * first[at] + 0.1 * slope[at];
            second[at] = 0.99 * second[at] + 0.01 * slope[at] * slope[at];
            weights[at] -= rate * (first[at] / one) / ((second[at] / two).sqrt() + 1e-8);
        }
    }
    weights
}

fn nearest(names: &[([f32; FEATURES], bool)]) -> Vec<&([f32; FEATURES], bool)> {
    let mut found: Vec<&([f32; FEATURES], bool)> = names.iter().collect();
    let share = |it: &[f32; FEATURES]| it[17] + 0.7 * it[19] + 0.5 * it[17] * it[21] + it[30];
    found.sort_by(|one, other| {
        other.1.cmp(&one.1).then_with(|| share(&other.0).total_cmp(&share(&one.0)))
    });
    found.truncate(NAMES_MAX);
    found
}

/// The slope of the cost of large weights.
fn cost(weights: &[f64]) -> Vec<f64> {
    let cost = |at: usize| if at < PLAIN { COST } else { COST_OF_KINDS };
    weights.iter().enumerate().map(|(at, it)| it * cost(at)).collect()
}

fn score(features: &[f32; FEATURES], weights: &[f64]) -> f64 {
    features.iter().zip(weights).filter(|it| *it.0 != 0.0).map(|(it, by)| f64::from(*it) * by).sum()
}

/// Minimum chance of a name that is taken; the next one has at most this share of it.
const TAKEN: f64 = 0.5;
const NEXT: f64 = 0.5;

/// Prints the share of questions with a target among the first 1, 3 and 10 names, and of those that are
/// taken how many are right.
fn print(examples: &[&Example], weights: impl Fn(&str) -> Vec<f64>) {
    let mut counts: BTreeMap<String, [f64; 6]> = BTreeMap::new();
    for example in examples {
        let weights = weights(&example.project);
        let scores: Vec<f64> = example.names.iter().map(|it| score(&it.0, &weights)).collect();
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]));
        let place = order.iter().position(|it| example.names[*it].1).unwrap_or(usize::MAX);
        let most = order.first().map_or(0.0, |it| scores[*it]);
        let all: f64 = scores.iter().map(|it| (it - most).exp()).sum();
        let next = order.get(1).map_or(0.0, |it| (scores[*it] - most).exp());
        let is_taken = 1.0 / all >= TAKEN && next <= NEXT;
        let text = if example.is_phrase { "words for it" } else { "whole question" };
        let project = example.project.rsplit('/').next().unwrap_or_default();
        for row in ["all", example.language.as_str(), project] {
            let count = counts.entry(format!("{text}, {row}")).or_default();
            let is = [true, place < 1, place < 3, place < 10, is_taken, is_taken && place < 1];
            for (sum, is) in count.iter_mut().zip(is) {
                *sum += f64::from(u8::from(is));
            }
        }
    }
    for (row, [all, one, three, ten, taken, right]) in counts {
        let share = |count: f64| 100.0 * count / all;
        let [one, three, ten] = [one, three, ten].map(share);
        println!("{row}: {all}: {one:.0} / {three:.0} / {ten:.0} %; taken {taken}, right {right}");
    }
}
