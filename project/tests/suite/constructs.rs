//! Tests that constructs which are easily lost are parsed: `docs/evidence/parsed.md` shows each, in
//! the terms of the model. If `TAGBRIDGE_BLESS` is set, the table of that page is written.

use std::{env, fmt::Write as _, fs, path::Path};

use serde_json::Value;
use tagbridge_project::Source;

/// A construct, its file, and its place in the model: names of fields, and names of items in lists.
type Row = (&'static str, &'static str, &'static str);

const ROWS: &[Row] = &[
    ("Safety class of a tag", "guard.L5X", "tags Gate safety"),
    ("Safety class of a program", "guard.L5X", "programs Interlocks safety"),
    ("Safety class of an add-on instruction", "guard.L5X", "blocks Valve safety"),
    ("Watchdog of a task, in ms", "guard.L5X", "tasks OnStart watchdogMs"),
    ("Inhibited task", "guard.L5X", "tasks OnStart inhibited"),
    ("What an event task waits for", "guard.L5X", "tasks OnStart trigger"),
    ("Inhibited program", "guard.L5X", "programs Interlocks disabled"),
    ("Fault routine", "guard.L5X", "programs Interlocks faultRoutine"),
    ("Prescan routine and the like", "guard.L5X", "blocks Valve executes"),
    ("Signature of an add-on instruction", "guard.L5X", "blocks Valve signature"),
    ("Connections of parameters", "guard.L5X", "connections"),
    ("`Required` of a parameter", "guard.L5X", "blocks Valve members Position required"),
    ("`Constant` of a parameter", "guard.L5X", "blocks Valve members Position constant"),
    ("Alias of a parameter", "guard.L5X", "blocks Valve members Done aliasFor"),
    ("Alias of a tag", "guard.L5X", "tags Gate_HMI aliasFor"),
    (
        "A comment that is not Latin, of two lines that end with CR LF",
        "guard.L5X",
        "tags Gate comment",
    ),
    ("`EXTENDS`", "press.xml", "blocks FB_Press extends"),
    ("`IMPLEMENTS`", "press.xml", "blocks FB_Press implements"),
    ("Modifiers of access", "press.xml", "blocks FB_Press modifiers"),
    ("`RETAIN` of a member", "press.xml", "blocks FB_Press members Count retention"),
    ("`RETAIN` of a list", "press.xml", "tags GVL_Power.Recipe retention"),
    ("`PERSISTENT`", "press.xml", "tags GVL_Kept.Strokes retention"),
    ("A comment of two lines with an umlaut", "press.xml", "tags GVL_Kept.Strokes comment"),
    ("`EXTENDS` of an export", "plant.export", "blocks FB_Press extends"),
    ("`IMPLEMENTS` of an export", "plant.export", "blocks FB_Press implements"),
    ("`RETAIN` of an export", "plant.export", "tags PLC_PRG.r retention"),
    ("`PERSISTENT` of an export", "plant.export", "tags GVL.p retention"),
    ("A comment that is not Latin, of an export", "plant.export", "tags PLC_PRG.r comment"),
    ("Call interface, given", "mill.scl", "blocks Feed members Speed section"),
    ("Call interface, answered", "mill.scl", "blocks Feed members Busy section"),
    ("Call interface, of the caller's", "mill.scl", "blocks Feed members Axis section"),
    ("Remanence in a source", "mill.scl", "blocks Feed members Metres retention"),
    ("A comment that is not Latin", "mill.scl", "blocks Feed members Speed comment"),
    ("Organization block as a task, of a source", "mill.scl", "tasks"),
    ("Organization block as a task, with its class", "loop.xml", "tasks"),
    ("Remanence in SimaticML", "loop.xml", "tags \"Counters\".\"Total\" retention"),
];

#[test]
fn the_page_shows_what_is_parsed_of_each_construct() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut table = String::from("| Construct | File | In the model | Is |\n|---|---|---|---|\n");
    for (construct, file, place) in ROWS {
        let path = here.join("../tests/projects/constructs").join(file);
        let source = Source::open(&path).expect("it is there");
        let project = tagbridge_project::read(&source).expect(file);
        let model = serde_json::to_value(&project).expect("it is JSON");
        let found = at(&model, place).unwrap_or_else(|| panic!("{file}: no {place} in {model:#}"));
        writeln!(table, "| {construct} | `{file}` | {place} | `{found}` |").expect("memory");
    }
    let page = here.join("../docs/evidence/parsed.md");
    let text = fs::read_to_string(&page).unwrap_or_default();
    if text.ends_with(&table) {
        return;
    }
    assert!(env::var_os("TAGBRIDGE_BLESS").is_some(), "docs/evidence/parsed.md has not\n{table}");
    let head = text.split_once("| Construct").map_or(text.as_str(), |it| it.0);
    fs::write(page, format!("{head}{table}")).expect("the page can be written");
}

/// Follows a path of fields and names of list items.
fn at<'m>(model: &'m Value, place: &str) -> Option<&'m Value> {
    place.split(' ').try_fold(model, |it, step| match it {
        Value::Array(all) => all.iter().find(|it| it["name"] == step),
        it => it.get(step),
    })
}
