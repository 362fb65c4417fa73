//! The requests of the table, row by row, on real files.

use std::{
    collections::BTreeMap,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
};

use tagbridge_project::{Source, SourceFile};
use tagbridge_propose::{Planned, Proposed};

use crate::{
    drawn,
    judge::{Verdict, wrong},
    logix,
    ready::Ready,
    samples::{below, root},
    written,
};

/// A request and its expected result.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) row: &'static str,
    pub(crate) prompt: String,
    pub(crate) verdict: Verdict,
}

#[derive(Debug, Default, Clone)]
struct Count {
    asked: usize,
    proposed: usize,
    right: usize,
    wrong: usize,
}

/// The sample files of a project, and their platform.
fn sources() -> Vec<(&'static str, PathBuf, Source)> {
    let Some(root) = root() else { return Vec::new() };
    let mut found = Vec::new();
    for path in below(&root.join("allen-bradley")) {
        found.push(("allen-bradley", path));
    }
    for vendor in ["siemens", "codesys"] {
        let folder = root.join(vendor);
        let mut entries: Vec<PathBuf> = fs::read_dir(folder)
            .expect("a folder")
            .map(|it| it.expect("an entry").path())
            .collect();
        entries.sort();
        for entry in entries {
            if vendor == "siemens" {
                found.push((vendor, entry));
            } else {
                let exports = below(&entry).into_iter();
                let exports = exports.filter(|it| it.extension().is_some_and(|it| it == "export"));
                found.extend(exports.map(|it| (vendor, it)));
            }
        }
    }
    found
        .into_iter()
        .filter_map(|(vendor, path)| Some((vendor, path.clone(), Source::open(&path).ok()?)))
        .collect()
}

/// Executes a limited number of requests of each row for each file up to a size.
fn run(
    of_each: usize,
    largest: usize,
    out: Option<&Path>,
    wanted: &dyn Fn(&Path) -> bool,
) -> BTreeMap<(String, String), Count> {
    let mut counts: BTreeMap<(String, String), Count> = BTreeMap::new();
    let mut number = 0;
    for (vendor, path, source) in sources() {
        if !wanted(&path) || source.files.iter().any(|it| it.bytes.len() > largest) {
            continue;
        }
        let requests = match vendor {
            "allen-bradley" => logix::requests(&source),
            "siemens" => {
                let mut all = written::siemens(&source);
                all.extend(drawn::requests(&source));
                all
            }
            _ => written::codesys(&source),
        };
        let Some(ready) = Ready::of(source) else { continue };
        let mut of_row: BTreeMap<&str, usize> = BTreeMap::new();
        for request in requests {
            let taken = of_row.entry(request.row).or_default();
            *taken += 1;
            if *taken > of_each {
                continue;
            }
            number += 1;
            let count = counts.entry((request.row.to_owned(), vendor.to_owned())).or_default();
            judge(&ready, &path, &request, count, (number, out));
        }
    }
    counts
}

#[expect(clippy::print_stderr, reason = "says what is not served, and why")]
fn judge(
    ready: &Ready,
    path: &Path,
    request: &Request,
    count: &mut Count,
    (number, out): (usize, Option<&Path>),
) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    count.asked += 1;
    match ready.asked(&request.prompt) {
        Proposed::Ready(proposal) => {
            count.proposed += 1;
            let mut said = None;
            let changed = proposal.files.iter().any(|new| {
                ready.source.files.iter().all(|it| it.path != new.path || it.bytes != new.bytes)
            });
            if !changed && proposal.files.len() == ready.source.files.len() {
                said = Some("nothing is different".to_owned());
            }
            said =
                said.or_else(|| of_files(&ready.source.files, &proposal.files, &request.verdict));
            for new in &proposal.files {
                let old = ready.source.files.iter().find(|it| it.path == new.path);
                if let Some(old) = old.filter(|it| it.bytes != new.bytes) {
                    let [old, new] = [old, new].map(|it| String::from_utf8_lossy(&it.bytes));
                    said = said.or_else(|| wrong(&old, &new, &request.verdict));
                    if let Some(out) = out {
                        let file = format!("{number:04}_{}_{name}", request.row.replace(' ', "_"));
                        fs::write(out.join(&file), new.as_bytes()).expect("a file");
                        plan(out, &file, path, &proposal);
                    }
                }
            }
            match said {
                None => count.right += 1,
                Some(why) => {
                    count.wrong += 1;
                    eprintln!("WRONG {name}: {}: {why}", request.prompt);
                }
            }
        }
        Proposed::Asks(questions) => eprintln!(
            "asked back {name}: {}: {:?}",
            request.prompt,
            questions.iter().map(|it| &it.question).collect::<Vec<_>>()
        ),
        Proposed::Refused { code, reason } => {
            // Code that is not fully parsed must be refused: that does not count.
            if code == "propose-no-not-parsed" {
                count.asked -= 1;
            }
            eprintln!("refused {name}: {}: {reason}", request.prompt);
        }
    }
}

/// Appends the steps of a plan to the list with the kept results.
fn plan(out: &Path, file: &str, original: &Path, proposal: &Planned) {
    let is_l5x = |path: &Path| path.extension().is_some_and(|it| it.eq_ignore_ascii_case("l5x"));
    if !is_l5x(original) {
        return;
    }
    let list = fs::OpenOptions::new().create(true).append(true).open(out.join("plans.tsv"));
    let mut list = list.expect("a file");
    for change in &proposal.changes {
        let action = format!("{:?}", change.action).to_uppercase();
        let (original, name) = (original.display(), change.new_name.as_deref().unwrap_or_default());
        let (target, kind) = (&change.target, &change.code_type);
        writeln!(list, "{file}\t{original}\t{action}\t{target}\t{kind}\t{name}").expect("a line");
    }
}

/// Compares added and removed files.
fn of_files(old: &[SourceFile], new: &[SourceFile], verdict: &Verdict) -> Option<String> {
    let has = |all: &[SourceFile], path: &str| all.iter().any(|it| it.path == path);
    let text = |it: &SourceFile| String::from_utf8_lossy(&it.bytes).into_owned();
    for file in new.iter().filter(|it| !has(old, &it.path)) {
        let Verdict::Copy { from, to } = verdict else { return Some(file.path.clone()) };
        // Except for its name and number, it equals the original file.
        let plain = |text: &str| {
            let number = text.split_once("<Number>").and_then(|(head, rest)| {
                Some(format!("{head}{}", rest.split_once("</Number>")?.1))
            });
            number.unwrap_or_else(|| text.to_owned())
        };
        let made = plain(&text(file).replace(to.as_str(), from));
        if !old.iter().any(|it| plain(&text(it)) == made) {
            return Some(file.path.clone());
        }
    }
    let gone = old.iter().find(|it| !has(new, &it.path))?;
    match verdict {
        Verdict::Gone(name) if text(gone).contains(name.as_str()) => None,
        _ => Some(gone.path.clone()),
    }
}

/// The short form: one request per row and small file.
#[test]
fn requests_of_the_table_are_proposed_and_are_what_was_asked_for() {
    check(&run(1, 25_000, None, &|_| true));
}

/// All programs of the samples have a task, so that a copy without one is scheduled.
#[test]
fn a_copy_of_a_program_is_put_into_a_task_of_a_real_file() {
    let Some(root) = root() else { return };
    let file = "codesys/boschrexroth__ctrlx-automation-sdk/hello_plc_application.export";
    let mut ready =
        Ready::of(Source::open(&root.join(file)).expect("a sample")).expect("a project");
    for (prompt, inserted) in [
        ("duplicate program PLC_PRG as Second", "PROGRAM Second"),
        ("rufe das Programm Second in der Task MainTask auf", ">Second</Single>"),
        ("schedule program PLC_PRG in task MainTask", ""),
    ] {
        match ready.asked(prompt) {
            Proposed::Ready(proposal) => {
                let [old, new] = [&ready.source.files, &proposal.files]
                    .map(|it| String::from_utf8_lossy(&it[0].bytes).into_owned());
                let verdict = Verdict::Insertion(vec![inserted.to_owned()]);
                assert_eq!(wrong(&old, &new, &verdict), None, "{prompt}");
                let source = Source::of_bytes("two.export", new.into_bytes());
                ready = Ready::of(source.expect("a source")).expect("a project");
            }
            Proposed::Refused { code, .. } => {
                assert_eq!((code.as_str(), inserted), ("propose-no-same", ""), "{prompt}");
            }
            other @ Proposed::Asks(_) => panic!("{prompt}: {other:?}"),
        }
    }
}

/// A program of another vendor reads the proposed Logix files.
#[test]
fn other_programs_read_the_planned_change_and_nothing_else() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let python = std::env::var_os("TAGBRIDGE_PYTHON")
        .map_or_else(|| root.join(".venv/bin/python"), PathBuf::from);
    let known = Command::new(&python).args(["-c", "import l5x"]).output();
    if crate::samples::root().is_none() {
        return;
    }
    if !known.is_ok_and(|it| it.status.success()) {
        return tagbridge_needs::skip("Python packages of the tests");
    }
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("proposed");
    let _ = fs::remove_dir_all(&out);
    fs::create_dir_all(&out).expect("a folder");
    let is_logix = |path: &Path| path.extension().is_some_and(|it| it == "L5X");
    check(&run(1, 60_000, Some(&out), &is_logix));
    let script = root.join("tests/python/open_l5x.py");
    let said = Command::new(&python).arg(script).arg(&out).output().expect("it runs");
    let text = String::from_utf8_lossy(&said.stdout);
    assert!(said.status.success(), "{text}{}", String::from_utf8_lossy(&said.stderr));
    println!("{text}");
}

/// The long form: `TAGBRIDGE_PROPOSALS=6 cargo nextest run -p tagbridge-propose long_form
/// --no-capture` prints the table; `TAGBRIDGE_PROPOSALS_OUT` names a folder for the proposed files.
#[test]
fn the_long_form_of_the_table() {
    let Some(of_each) = std::env::var("TAGBRIDGE_PROPOSALS").ok().and_then(|it| it.parse().ok())
    else {
        return;
    };
    let out = std::env::var_os("TAGBRIDGE_PROPOSALS_OUT").map(PathBuf::from);
    let only = std::env::var("TAGBRIDGE_PROPOSALS_OF").unwrap_or_default();
    let wanted = |path: &Path| path.to_string_lossy().contains(&only);
    let counts = run(of_each, usize::MAX, out.as_deref(), &wanted);
    println!(
        "| Request | Platform | Asked | Proposed | Right | Wrong |\n|---|---|---|---|---|---|"
    );
    let mut all = Count::default();
    for ((row, vendor), it) in &counts {
        println!(
            "| {row} | {vendor} | {} | {} | {} | {} |",
            it.asked, it.proposed, it.right, it.wrong
        );
        all.asked += it.asked;
        all.proposed += it.proposed;
        all.right += it.right;
        all.wrong += it.wrong;
    }
    println!("| all | | {} | {} | {} | {} |", all.asked, all.proposed, all.right, all.wrong);
    check(&counts);
}

fn check(counts: &BTreeMap<(String, String), Count>) {
    let sum = |of: fn(&Count) -> usize| counts.values().map(of).sum::<usize>();
    let (asked, proposed) = (sum(|it| it.asked), sum(|it| it.proposed));
    assert_eq!(sum(|it| it.wrong), 0);
    assert_eq!(sum(|it| it.right), proposed);
    assert!(proposed * 10 >= asked * 9, "{proposed} of {asked}");
}
