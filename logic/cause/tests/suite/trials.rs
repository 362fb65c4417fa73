//! Which input changed first, with the truth from a script: it changes one input amid noise on the
//! others, and what the plant does without that change, and without the noise, says what it caused.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    path::{Path, PathBuf},
};

use tagbridge_cause::{FirstOut, FirstOutOutcome, PastSamples, first_out, last_edge};
use tagbridge_logic::{Index, Logic, expr::Scalar};
use tagbridge_project::{Body, Project, Source, read};

use crate::{
    generated,
    plant::{Input, Layout, Plant, time},
    random::Random,
};

/// Scans before the script's change, and behind it.
const BEFORE: i64 = 1_000;
/// Larger projects take too long; the long form has time for [`LARGEST_OF_LONG`].
const LARGEST: usize = 400;
const LARGEST_OF_LONG: usize = 1_500;
/// Changes that are tried until one has an effect within [`PROBED_SCANS`].
const PROBES: usize = 40;
const PROBED_SCANS: i64 = 4;
/// Scans by which the change is put off.
const LATER: i64 = 37;
/// So many changes without any effect are enough.
const ATTEMPTS: usize = 12;
/// Effects of one change that are looked at.
const EFFECTS: usize = 4;
const BEHIND: i64 = 500;

/// What the script changes, and when.
#[derive(Debug, Clone)]
struct ScriptChange {
    scan: i64,
    input: usize,
    value: Scalar,
}

/// What the plant does under a script: the values of bits after each scan, and what was recorded.
struct Course {
    bits: Vec<Vec<Option<bool>>>,
    past: PastSamples,
}

/// What came of the trials.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    trials: usize,
    /// The injected input alone, and certain.
    right: usize,
    /// It is one of several.
    among: usize,
    /// No first cause is named.
    open: usize,
    /// One of two that were both needed is said to be certain: the recording does not have the other.
    part: usize,
    /// Another one is said to be certain.
    wrong: usize,
    /// Trials in which the script changed nothing else around the change and around its effect: there
    /// the recording can show the cause.
    clear: usize,
    /// The injected input alone, and certain, of these.
    clear_right: usize,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.trials += other.trials;
        self.right += other.right;
        self.among += other.among;
        self.open += other.open;
        self.part += other.part;
        self.wrong += other.wrong;
        self.clear += other.clear;
        self.clear_right += other.clear_right;
    }
}

fn project(path: &str) -> Project {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/projects");
    let mut project = read(&Source::open(&root.join(path)).expect("a source")).expect("a project");
    // A real plant does not simulate itself: there the script is the plant.
    for routine in &mut project.routines {
        if format!("{}.{}", routine.owner, routine.name).contains("Simulation") {
            routine.body = Body::Rungs(Vec::new());
        }
    }
    project
}

/// Runs a plant under a script.
fn course(
    plant: &Plant<'_>,
    past: &PastSamples,
    layout: &Layout,
    script: &[ScriptChange],
    (scans, every): (i64, i64),
) -> Course {
    let (mut plant, mut past) = (plant.clone(), past.clone());
    let mut bits = Vec::new();
    for _ in 0..scans {
        for change in script.iter().filter(|it| it.scan == plant.scans) {
            let name = layout.inputs[change.input].name.clone();
            plant.values.insert(name, change.value.clone());
        }
        // The bridge reads between two scans, and so sees a new input before its effect.
        if plant.scans % every == 0 {
            plant.read(&mut past);
        }
        plant.scan();
        let values = &plant.values;
        bits.push(layout.outputs.iter().map(|(_, name)| values.get(name)?.bit()).collect());
    }
    Course { bits, past }
}

/// Another value of an input.
fn another(input: &Input, now: Option<&Scalar>, random: &mut Random) -> Option<Scalar> {
    let others: Vec<&Scalar> = input.values.iter().filter(|it| Some(*it) != now).collect();
    if others.is_empty() { None } else { Some(others[random.below(others.len())].clone()) }
}

/// Noise on all inputs but some: about so many changes in a thousand scans.
fn noise(
    plant: &Plant<'_>,
    layout: &Layout,
    without: &[usize],
    (scans, rate): (i64, usize),
    random: &mut Random,
) -> Vec<ScriptChange> {
    let mut values = plant.values.clone();
    let mut script = Vec::new();
    for scan in plant.scans..plant.scans + scans {
        let input = random.below(layout.inputs.len());
        if random.below(1_000) >= rate || without.contains(&input) {
            continue;
        }
        let of = &layout.inputs[input];
        let Some(value) = another(of, values.get(&of.name), random) else { continue };
        values.insert(of.name.clone(), value.clone());
        script.push(ScriptChange { scan, input, value });
    }
    script
}

/// The first edge of a bit from a scan on.
fn edge(course: &Course, bit: usize, from: usize, start: Option<bool>) -> Option<(usize, bool)> {
    let mut was = if from == 0 { start } else { course.bits[from - 1][bit] };
    for (at, bits) in course.bits.iter().enumerate().skip(from) {
        if let (Some(was), Some(is)) = (was, bits[bit])
            && was != is
        {
            return Some((at, is));
        }
        was = bits[bit];
    }
    None
}

struct Bench<'a> {
    logic: Logic<'a>,
    layout: Layout,
    plant: Plant<'a>,
    past: PastSamples,
    every: i64,
}

impl<'a> Bench<'a> {
    fn new(logic: Logic<'a>, every: i64, random: &mut Random) -> Option<Self> {
        let (plant, layout) = Plant::new(logic, random);
        let statements: usize = logic.index.units().map(|(_, it)| it.statements.len()).sum();
        let largest = if long_form().is_some() { LARGEST_OF_LONG } else { LARGEST };
        let is_large = plant.values.len() > largest || statements > largest;
        if is_large || layout.inputs.is_empty() || layout.outputs.is_empty() {
            return None;
        }
        Some(Self { logic, layout, plant, past: PastSamples::default(), every })
    }

    /// Lets some time pass with noise.
    fn pass(&mut self, scans: i64, rate: usize, random: &mut Random) {
        let script = noise(&self.plant, &self.layout, &[], (scans, rate), random);
        for _ in 0..scans {
            for change in script.iter().filter(|it| it.scan == self.plant.scans) {
                let name = self.layout.inputs[change.input].name.clone();
                self.plant.values.insert(name, change.value.clone());
            }
            if self.plant.scans % self.every == 0 {
                self.plant.read(&mut self.past);
            }
            self.plant.scan();
        }
    }

    /// One change amid noise, or several in one scan; nothing where they have no effect of their own
    /// that the recording shows.
    fn trial(&mut self, count: usize, random: &mut Random) -> Option<(Tally, String)> {
        if self.plant.scans > 60_000 {
            self.past = PastSamples::default();
            self.pass(BEFORE, 10, random);
        }
        self.pass(150, 120, random);
        self.pass(300, 10, random);
        let scan = self.plant.scans + i64::try_from(random.below(100)).expect("small");
        let mut own: Vec<ScriptChange> = Vec::new();
        for _ in 0..count {
            let (input, value) = self.any_change(random)?;
            if own.iter().all(|it| it.input != input) {
                own.push(ScriptChange { scan, input, value });
            }
        }
        let scans = BEHIND + 100;
        // About one change in three scans of the bridge.
        let rate = usize::try_from(400 / self.every).expect("small");
        let inputs: Vec<usize> = own.iter().map(|it| it.input).collect();
        let noise = noise(&self.plant, &self.layout, &inputs, (scans, rate), random);
        let earlier: Vec<ScriptChange> =
            noise.iter().filter(|it| it.scan < scan).cloned().collect();
        let run = |noise: &[ScriptChange], own: &[ScriptChange]| {
            let script: Vec<ScriptChange> = noise.iter().chain(own).cloned().collect();
            course(&self.plant, &self.past, &self.layout, &script, (scans, self.every))
        };
        // What they cause comes later by as much as they do.
        let late = own.iter().map(|it| ScriptChange { scan: it.scan + LATER, ..it.clone() });
        let late: Vec<ScriptChange> = late.collect();
        let (with, without) = (run(&noise, &own), run(&noise, &[]));
        if with.bits == without.bits {
            return None;
        }
        let courses = Courses {
            with,
            without,
            alone: run(&earlier, &own),
            late: run(&earlier, &late),
            each: match &own[..] {
                [_] => Vec::new(),
                several => several.iter().map(|it| run(&noise, std::slice::from_ref(it))).collect(),
            },
        };
        let from = usize::try_from(scan - self.plant.scans).expect("later");
        let mut effects = self.effects(&courses, from);
        if effects.is_empty() {
            return None;
        }
        let (mut sum, mut text) = (Tally::default(), String::new());
        for _ in 0..effects.len().min(EFFECTS) {
            let Effect { name, at, is, alone } = effects.swap_remove(random.below(effects.len()));
            let at = self.plant.scans + i64::try_from(at).expect("small") + 1;
            // One that is enough by itself where the other is not is the cause; else both are.
            let causes = match alone.iter().filter(|it| **it).count() {
                1 => alone.iter().position(|it| *it).map(|at| vec![&own[at]]),
                _ => None,
            };
            let causes = causes.unwrap_or_else(|| own.iter().collect());
            let truth: Vec<&str> =
                causes.iter().map(|it| self.layout.inputs[it.input].name.as_str()).collect();
            let judged = self.judge(&courses.with.past, &name, is, at, &truth);
            let Some((mut tally, told)) = judged else { continue };
            let near = |change: &ScriptChange, of: i64| {
                let between = |scan: i64| scan.div_euclid(self.every);
                (between(change.scan) - between(of)).abs() <= 1
            };
            if !noise.iter().any(|it| near(it, scan) || near(it, at)) {
                (tally.clear, tally.clear_right) = (1, tally.right);
            }
            sum.add(tally);
            if tally.right == 0 {
                let (began, at) = (time(scan), time(at));
                let _infallible = write!(
                    text,
                    "{told}\n  truth: {truth:?} at {began} ; effect {name} -> {is} at {at}\n"
                );
            }
        }
        Some((sum, text))
    }

    /// Another value of an input: in each second case, one that changes a bit soon, if there is one.
    fn any_change(&self, random: &mut Random) -> Option<(usize, Scalar)> {
        let is_any = random.below(2) == 0;
        let mut change = || {
            let input = random.below(self.layout.inputs.len());
            let of = &self.layout.inputs[input];
            Some((input, another(of, self.plant.values.get(&of.name), random)?))
        };
        let first = change()?;
        if is_any {
            return Some(first);
        }
        let quiet = self.soon(None);
        let others = std::iter::repeat_with(change).take(PROBES).flatten();
        let found = others.into_iter().find(|it| self.soon(Some(it)) != quiet);
        Some(found.unwrap_or(first))
    }

    /// The bits after some scans, with a change or without.
    fn soon(&self, change: Option<&(usize, Scalar)>) -> Vec<Option<bool>> {
        let mut plant = self.plant.clone();
        if let Some((input, value)) = change {
            plant.values.insert(self.layout.inputs[*input].name.clone(), value.clone());
        }
        (0..PROBED_SCANS).for_each(|_| plant.scan());
        let outputs = self.layout.outputs.iter();
        outputs.map(|(_, name)| plant.values.get(name)?.bit()).collect()
    }

    /// The bits whose first edge comes from the script's own changes, and is in the recording.
    fn effects(&self, courses: &Courses, from: usize) -> Vec<Effect> {
        let Courses { with, without, alone, late, each } = courses;
        let every = usize::try_from(self.every).expect("small");
        let later = usize::try_from(LATER).expect("small");
        let mut effects = Vec::new();
        for (bit, (_, name)) in self.layout.outputs.iter().enumerate() {
            let start = self.plant.values.get(name).and_then(Scalar::bit);
            let of = |course: &Course| edge(course, bit, from, start);
            let Some((at, is)) = of(with) else { continue };
            let comes = |course: &Course, when: usize| {
                of(course).is_some_and(|(at, it)| it == is && at.abs_diff(when) <= 1)
            };
            let is_own = of(without).is_none_or(|(quiet, _)| quiet > at + 2 * every)
                && comes(alone, at)
                && comes(late, at + later);
            // The bridge sees the old value, and then the new one.
            let lasts = with.bits.iter().skip(at).take(2 * every).all(|it| it[bit] == Some(is));
            let lasted = (from.max(at.saturating_sub(2 * every))..at)
                .all(|it| with.bits[it][bit] == Some(!is));
            if is_own && lasts && lasted && at + 2 * every < with.bits.len() {
                let alone = each.iter().map(|course| comes(course, at)).collect();
                effects.push(Effect { name: name.clone(), at, is, alone });
            }
        }
        effects
    }

    fn judge(
        &self,
        past: &PastSamples,
        effect: &str,
        is: bool,
        at: i64,
        truth: &[&str],
    ) -> Option<(Tally, String)> {
        let recorded = tagbridge_cause::names(self.logic, effect);
        let edge = last_edge(past, &recorded, Some(is), time(at + self.every))?;
        if edge.after < time(at) {
            // The recording does not have the edge.
            return None;
        }
        let found = first_out(self.logic, past, effect, &edge)?;
        let mut tally = Tally { trials: 1, ..Tally::default() };
        let all: Vec<&str> = found
            .explanations
            .iter()
            .flat_map(|it| &it.causes)
            .map(|cause| cause.name.as_str())
            .collect();
        let is_true = |name: &&str| truth.iter().any(|it| it.eq_ignore_ascii_case(name));
        let is_named = |name: &&str| all.iter().any(|it| it.eq_ignore_ascii_case(name));
        let named = truth.iter().all(is_named);
        let exact = all.iter().all(is_true);
        match found.outcome {
            // Two that are both named, as one of two or together.
            FirstOutOutcome::OneOf if named && exact && truth.len() > 1 => tally.right = 1,
            FirstOutOutcome::OneOf if named => tally.among = 1,
            FirstOutOutcome::OneOf | FirstOutOutcome::NotRecorded => tally.open = 1,
            FirstOutOutcome::Certain if named && exact => tally.right = 1,
            FirstOutOutcome::Certain if named => tally.among = 1,
            FirstOutOutcome::Certain if exact && !all.is_empty() => tally.part = 1,
            FirstOutOutcome::Certain => tally.wrong = 1,
        }
        Some((tally, told(&found)))
    }
}

/// What a plant does under variants of a script.
struct Courses {
    with: Course,
    /// Without the script's own changes.
    without: Course,
    /// With noise before them alone.
    alone: Course,
    /// The same with the changes later.
    late: Course,
    /// With one of several changes each.
    each: Vec<Course>,
}

/// An edge that the script's own changes have caused.
struct Effect {
    name: String,
    /// Scans after the beginning.
    at: usize,
    is: bool,
    /// Which of several changes have it alone.
    alone: Vec<bool>,
}

/// What was found, for a person who looks into it.
fn told(found: &FirstOut) -> String {
    let mut text = format!("{:?}", found.outcome);
    for explanation in &found.explanations {
        for chain in &explanation.chains {
            text.push_str("\n  ");
            for link in chain {
                let place = link.citation.as_ref().map(|it| format!("{}:{:?}", it.path, it.rung));
                let _infallible = write!(
                    text,
                    " -> {} {:?}→{:?} at {} {:?} [{}]",
                    link.name,
                    link.from,
                    link.to,
                    link.after,
                    link.end,
                    place.unwrap_or_default(),
                );
            }
        }
    }
    text
}

fn run(
    label: &str,
    project: &Project,
    (wanted, every, inputs): (usize, i64, usize),
    random: &mut Random,
) -> Tally {
    let index = Index::build(project);
    let logic = Logic::new(project, &index);
    let Some(mut bench) = Bench::new(logic, every, random) else { return Tally::default() };
    let mut tally = Tally::default();
    let begun = std::time::Instant::now();
    let show = std::env::var_os("TAGBRIDGE_SHOW").is_some();
    for attempt in 0..wanted * 8 {
        if tally.trials >= wanted || attempt >= ATTEMPTS && tally.trials == 0 {
            break;
        }
        if let Some((one, text)) = bench.trial(inputs, random) {
            tally.add(one);
            if show && !text.is_empty() || one.wrong > 0 {
                eprintln!("{label}: {text}");
            }
        }
    }
    if show {
        eprintln!("{label}: {tally:?} in {:?}", begun.elapsed());
    }
    tally
}

/// The number of trials of the long form: `TAGBRIDGE_TRIALS`.
fn long_form() -> Option<usize> {
    std::env::var("TAGBRIDGE_TRIALS").ok()?.parse().ok()
}

fn trials() -> usize {
    long_form().unwrap_or(18)
}

const RECORDED: [(i64, &str); 2] = [(10, "100 ms"), (100, "1 s")];

/// Holds a table against what is promised; `least` is the share of clear trials in percent.
fn check(table: &BTreeMap<String, Tally>, least: usize) {
    let mut all = Tally::default();
    for (label, tally) in table {
        println!(
            "{label} | {} | {} | {} | {} | {} | {} | {} | {}",
            tally.trials,
            tally.right,
            tally.among,
            tally.open,
            tally.part,
            tally.wrong,
            tally.clear,
            tally.clear_right
        );
        all.add(*tally);
    }
    println!("{all:?}");
    assert_eq!(all.wrong, 0, "another one was said to be certain");
    assert!(all.trials > 0, "no change had an effect");
    assert!(all.clear_right * 100 >= all.clear * least, "{} of {}", all.clear_right, all.clear);
}

#[test]
fn the_injected_input_is_named_in_our_projects() {
    let mut random = Random(41);
    let mut table: BTreeMap<String, Tally> = BTreeMap::new();
    for path in ["allen-bradley/Bottling.L5X", "siemens/Mixing", "codesys/Packing.xml"] {
        let project = project(path);
        for (every, label) in RECORDED {
            let tally = run(path, &project, (trials().div_ceil(18), every, 1), &mut random);
            table.entry(format!("{path} | {label}")).or_default().add(tally);
        }
    }
    check(&table, 90);
}

#[test]
fn the_injected_input_is_named_in_generated_programs() {
    let mut random = Random(43);
    let mut table: BTreeMap<String, Tally> = BTreeMap::new();
    for program in 1_000..1_010 {
        for (vendor, project) in [
            ("Logix ladder", generated::logix(program)),
            ("S7 SCL", generated::s7(program)),
            ("CODESYS ST", generated::codesys(program)),
        ] {
            for (every, label) in RECORDED {
                let name = format!("{vendor} {program}");
                let tally = run(&name, &project, (trials().div_ceil(60), every, 1), &mut random);
                table.entry(format!("{vendor} | {label}")).or_default().add(tally);
            }
        }
    }
    check(&table, 90);
}

#[test]
fn two_inputs_in_one_scan_are_both_named() {
    let mut random = Random(53);
    let mut table: BTreeMap<String, Tally> = BTreeMap::new();
    for program in 0..6 {
        for project in
            [generated::logix(program), generated::s7(program), generated::codesys(program)]
        {
            for (every, label) in RECORDED {
                let vendor = format!("{:?}", project.vendor);
                let tally = run(&vendor, &project, (trials().div_ceil(36), every, 2), &mut random);
                table.entry(format!("{vendor} | {label}")).or_default().add(tally);
            }
        }
    }
    check(&table, 90);
}

/// Projects of the samples and of `TAGBRIDGE_CORPUS` whose code reacts to inputs; a folder of Siemens
/// sources is one project.
#[test]
fn the_injected_input_is_named_in_real_projects() {
    let Some(root) = tagbridge_needs::samples() else { return };
    let mut random = Random(47);
    let mut table: BTreeMap<String, Tally> = BTreeMap::new();
    // A test bench of SCL passes through states that are shorter than a scan of the bridge.
    let corpus = std::env::var_os("TAGBRIDGE_CORPUS").map(PathBuf::from);
    let others = corpus.iter().flat_map(|it| below(it));
    for path in samples(&root).into_iter().chain(others) {
        let Ok(source) = Source::open(&path) else { continue };
        let Ok(project) = read(&source) else { continue };
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        for (every, label) in RECORDED {
            let tally = run(&name, &project, (trials().div_ceil(60), every, 1), &mut random);
            if tally.trials > 0 {
                table.entry(format!("{name} | {label}")).or_default().add(tally);
            }
        }
    }
    check(&table, 80);
}

fn samples(root: &Path) -> Vec<PathBuf> {
    let mut paths = below(&root.join("allen-bradley"));
    paths.retain(|path| path.extension().is_some_and(|it| it == "L5X"));
    paths.extend(below(&root.join("codesys")));
    let folders = std::fs::read_dir(root.join("siemens")).expect("a folder");
    let mut folders: Vec<_> = folders.map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    paths.extend(folders);
    paths
}

/// Every file below a folder, in order.
fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut entries: Vec<PathBuf> = entries.map(|it| it.expect("an entry").path()).collect();
    entries.sort();
    let below = |entry: PathBuf| if entry.is_dir() { below(&entry) } else { vec![entry] };
    entries.into_iter().flat_map(below).collect()
}
