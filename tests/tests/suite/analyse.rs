//! `tagbridge analyse`: what it prints, and when it ends a pipeline.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;
use tagbridge_tests::{Tagbridge, python};
use tempfile::TempDir;

/// Creates a controller whose main routine has these rungs, each with a comment.
fn controller(rungs: &[(&str, &str)]) -> String {
    let tag = |name: &str| {
        format!(
            "<Tag Name=\"{name}\" TagType=\"Base\" DataType=\"BOOL\" ExternalAccess=\"Read Only\">\
             <Description><![CDATA[{name}]]></Description></Tag>"
        )
    };
    let tags: String = ["Go", "Stop", "Run", "Lamp"].into_iter().map(tag).collect();
    let rung = |(number, (text, comment)): (usize, &(&str, &str))| {
        format!(
            "<Rung Number=\"{number}\" Type=\"N\"><Comment><![CDATA[{comment}]]></Comment>\
             <Text><![CDATA[{text}]]></Text></Rung>"
        )
    };
    let rungs: String = rungs.iter().enumerate().map(rung).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
         <RSLogix5000Content SchemaRevision=\"1.0\" SoftwareRevision=\"33.01\" TargetName=\"Press\" \
         TargetType=\"Controller\" ContainsContext=\"false\"><Controller Use=\"Target\" Name=\"Press\" \
         ProcessorType=\"1756-L83E\" MajorRev=\"33\"><Tags>{tags}</Tags><Programs>\
         <Program Name=\"Main\" MainRoutineName=\"Start\" Disabled=\"false\"><Routines>\
         <Routine Name=\"Start\" Type=\"RLL\"><RLLContent>{rungs}</RLLContent></Routine></Routines>\
         </Program></Programs><Tasks><Task Name=\"Cycle\" Type=\"CONTINUOUS\" Priority=\"10\">\
         <ScheduledPrograms><ScheduledProgram Name=\"Main\"/></ScheduledPrograms></Task></Tasks>\
         </Controller></RSLogix5000Content>"
    )
}

const TWICE: [(&str, &str); 2] = [("XIC(Go)OTE(Run);", "Starts"), ("XIC(Stop)OTE(Run);", "Again")];

struct Place {
    folder: TempDir,
    file: PathBuf,
}

impl Place {
    fn with(rungs: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("press.L5X");
        let place = Self { folder, file };
        place.is_now(rungs);
        place
    }

    fn is_now(&self, rungs: &[(&str, &str)]) {
        fs::write(&self.file, controller(rungs)).expect("it is written");
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn analyse(&self, options: &[&str]) -> tagbridge_tests::Outcome {
        let file = self.file.to_str().expect("a plain path");
        Tagbridge::new([&["analyse", file], options].concat()).output()
    }
}

fn findings(results: &Value) -> Vec<&Value> {
    let chapters = results["chapters"].as_array().expect("chapters");
    chapters.iter().flat_map(|it| it["findings"].as_array().expect("findings")).collect()
}

fn twice(results: &Value) -> &Value {
    let found = findings(results);
    found.into_iter().find(|it| it["rule"] == "TB-W02").unwrap_or_else(|| panic!("{results:#}"))
}

#[test]
fn a_finding_at_or_above_a_severity_ends_a_pipeline() {
    let place = Place::with(&TWICE);
    for (severity, code) in [("error", 1), ("warning", 1), ("note", 1)] {
        assert_eq!(place.analyse(&["--fail-on", severity]).code(), code, "{severity}");
    }
    assert_eq!(place.analyse(&[]).code(), 0, "nobody asked");
    place.is_now(&TWICE[..1]);
    assert_eq!(place.analyse(&["--fail-on", "error"]).code(), 0);
    assert_eq!(place.analyse(&["--fail-on", "all"]).code(), 2);
    assert_eq!(place.analyse(&["--write-baseline"]).code(), 2, "into which file?");
    for two in [["--sarif", "--markdown"], ["--sarif", "--json"], ["--markdown", "--json"]] {
        assert_eq!(place.analyse(&two).code(), 2, "{two:?}");
    }
}

#[test]
fn results_are_what_the_page_shows_and_sarif_says_the_same() {
    let place = Place::with(&TWICE);
    let results = place.analyse(&["--json"]).json(0);
    let keys = |value: &Value| {
        let mut keys: Vec<String> = value.as_object().expect("an object").keys().cloned().collect();
        keys.sort();
        keys
    };
    let whole =
        ["chapters", "engine", "failed_phases", "industry", "rules", "schema", "summary", "vendor"];
    assert_eq!(keys(&results), whole);
    let finding = twice(&results);
    assert_eq!(
        keys(finding),
        [
            "citations",
            "citations_total",
            "confidence",
            "count",
            "id",
            "message",
            "references",
            "remedy",
            "rule",
            "severity",
            "title"
        ]
    );
    let cited: Vec<&Value> = finding["citations"].as_array().expect("some").iter().collect();
    let rungs: Vec<&Value> = cited.iter().map(|it| &it["rung"]).collect();
    assert_eq!(rungs, [0, 1], "{finding:#}");
    assert!(cited.iter().all(|it| it["path"] == "Main/Start" && it["location_kind"] == "rung"));

    let sarif = place.analyse(&["--sarif"]).json(0);
    let run = &sarif["runs"][0];
    let told = run["results"].as_array().expect("results");
    assert_eq!(told.len(), findings(&results).len());
    for (one, other) in findings(&results).into_iter().zip(told) {
        assert_eq!(one["id"], other["partialFingerprints"]["tagbridge/v1"]);
        assert_eq!(one["rule"], other["ruleId"]);
        assert_eq!(one["severity"], other["level"]);
        assert_eq!(one["message"], other["message"]["text"]);
        let places = other["locations"].as_array().expect("one").len()
            + other["relatedLocations"].as_array().map_or(0, Vec::len);
        assert_eq!(one["citations"].as_array().expect("some").len(), places);
    }
    let german = place.analyse(&["--json", "--language", "de"]).json(0);
    assert_eq!(twice(&german)["id"], finding["id"]);
    assert_ne!(twice(&german)["message"], finding["message"]);
    let text = place.analyse(&[]).stdout();
    let markdown = place.analyse(&["--markdown"]).stdout();
    for said in [finding["message"].as_str(), finding["remedy"].as_str(), finding["id"].as_str()] {
        let said = said.expect("a text");
        let words = said.split_whitespace().next().expect("a word");
        assert!(text.contains(words) && markdown.contains(words), "{said}: {text}");
    }
}

#[test]
fn a_known_finding_stays_known_when_the_program_changes_elsewhere() {
    let place = Place::with(&TWICE);
    let known = place.path("known.json");
    let id = twice(&place.analyse(&["--json"]).json(0))["id"].clone();
    let written = ["--baseline", &known, "--write-baseline", "--fail-on", "note"];
    assert_eq!(place.analyse(&["--baseline", &known, "--fail-on", "note"]).code(), 2, "not there");
    place.analyse(&written);
    let checked = ["--baseline", &known, "--fail-on", "warning"];
    assert_eq!(place.analyse(&checked).code(), 0);

    // A rung before both.
    place.is_now(&[("XIC(Stop)OTE(Lamp);", "New"), TWICE[0], TWICE[1]]);
    let later = place.analyse(&["--json"]).json(0);
    assert_eq!(twice(&later)["id"], id);
    assert_eq!(twice(&later)["citations"][1]["rung"], 2);
    assert_eq!(place.analyse(&checked).code(), 0);

    place.is_now(&[TWICE[0], TWICE[1], ("XIC(Go)OTL(Lamp);", "New")]);
    let outcome = place.analyse(&checked);
    assert_eq!(outcome.code(), 1, "{}", outcome.stdout());
    let sarif = place.analyse(&["--baseline", &known, "--sarif"]).json(0);
    let results = sarif["runs"][0]["results"].as_array().expect("results").clone();
    let state = |rule: &str| {
        let of = results.iter().find(|it| it["ruleId"] == rule);
        of.map(|it| it["baselineState"].clone()).unwrap_or_default()
    };
    assert_eq!((state("TB-W02"), state("TB-W03")), ("unchanged".into(), "new".into()));
}

#[test]
fn an_accepted_finding_is_shown_with_its_reason_and_ends_nothing() {
    let accepting = "Again\ntagbridge:accept TB-W02 the second one is the lamp test";
    let place = Place::with(&[TWICE[0], (TWICE[1].0, accepting)]);
    let fails = ["--fail-on", "error"];
    assert_eq!(place.analyse(&fails).code(), 0);
    let results = place.analyse(&["--json"]).json(0);
    let accepted = &results["accepted"][0];
    assert_eq!(accepted["id"], twice(&results)["id"], "it is there as before");
    assert_eq!(
        (&accepted["in"], &accepted["reason"]),
        (&"code".into(), &"the second one is the lamp test".into())
    );
    let suppressed = |sarif: &Value| {
        let results = sarif["runs"][0]["results"].as_array().expect("results").clone();
        let of = results.into_iter().find(|it| it["ruleId"] == "TB-W02").expect("it is there");
        of["suppressions"][0].clone()
    };
    let sarif = place.analyse(&["--sarif"]).json(0);
    assert_eq!(suppressed(&sarif)["kind"], "inSource");
    let text = place.analyse(&[]).stdout();
    assert!(text.contains("1 finding is accepted") && text.contains("lamp test"), "{text}");

    // Without a reason, and in a file next to the project's.
    place.is_now(&[TWICE[0], (TWICE[1].0, "tagbridge:accept TB-W02")]);
    assert_eq!(place.analyse(&fails).code(), 1);
    let id = twice(&place.analyse(&["--json"]).json(0))["id"].as_str().expect("a name").to_owned();
    let beside = place.path("press.L5X.accept");
    fs::write(&beside, format!("# Reviewed\n{id} as the drawing has it\nf_00 gone\n"))
        .expect("written");
    let outcome = place.analyse(&fails);
    assert_eq!(outcome.code(), 0);
    assert!(outcome.stderr().contains("f_00"), "{}", outcome.stderr());
    assert_eq!(suppressed(&place.analyse(&["--sarif"]).json(0))["kind"], "external");
    fs::write(&beside, "press\n").expect("written");
    assert_eq!(place.analyse(&fails).code(), 2);
}

#[test]
fn names_are_as_the_settings_beside_the_project_want_them() {
    let place = Place::with(&TWICE);
    let named = |results: &Value| -> Vec<String> {
        let rule = |it: &&Value| it["rule"].as_str().is_some_and(|id| id.starts_with("TB-N"));
        let said = |it: &Value| format!("{} {}", it["rule"], it["message"]).replace('"', "");
        findings(results).into_iter().filter(rule).map(said).collect()
    };
    assert_eq!(named(&place.analyse(&["--json"]).json(0)), Vec::<String>::new());
    let settings = place.path("tagbridge-analyse.toml");
    fs::write(&settings, "[naming]\nlongest = 3\n\n[naming.prefixes]\nbool = \"G\"\n")
        .expect("written");
    let found = named(&place.analyse(&["--json"]).json(0));
    assert_eq!(found.len(), 5, "{found:?}");
    assert!(found.iter().any(|it| it.starts_with("TB-N01 Start has 5 characters (limit 3).")
        || it.starts_with("TB-N01 Lamp has 4 characters (limit 3).")));
    assert!(found.iter().any(|it| it == "TB-N04 Run is of type bool and does not begin with G."));

    // Another file, in place of that one.
    let other = place.path("other.toml");
    fs::write(&other, "[naming]\ncase = \"upper\"\n").expect("written");
    let found = named(&place.analyse(&["--json", "--settings", &other]).json(0));
    assert!(!found.is_empty() && found.iter().all(|it| it.starts_with("TB-N03")), "{found:?}");

    for (text, line, why) in [
        ("[naming]\n\ncase = \"kebab\"\n", 3, "unknown variant `kebab`"),
        ("[naming]\nlongest = 0\n", 2, "nonzero"),
        ("[nameing]\n", 1, "unknown field `nameing`"),
        ("[naming\n", 1, ""),
    ] {
        fs::write(&other, text).expect("written");
        let refused = place.analyse(&["--settings", &other]);
        let said = refused.stderr();
        assert_eq!(refused.code(), 2, "{said}");
        assert!(said.contains(&format!("other.toml:{line}")) && said.contains(why), "{said}");
    }
    assert_eq!(place.analyse(&["--settings", &place.path("none.toml")]).code(), 2);
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn sarif_of_samples_follows_the_published_schema() {
    let place = Place::with(&TWICE);
    let mut projects = vec![place.file.clone()];
    if let Some(samples) = tagbridge_needs::samples() {
        projects.extend(
            [
                "allen-bradley/tnunnink__L5Sharp/Test.L5X",
                "siemens/czarnak_simaticml_v21",
                "codesys/MichielVanwelsenaere__HomeAutomation.CoDeSys3/HomeAutomation.export",
            ]
            .map(|name| samples.join(name)),
        );
    }
    let mut files = Vec::new();
    for (at, project) in projects.iter().enumerate() {
        let project = project.to_str().expect("a plain path");
        let outcome = Tagbridge::new(["analyse", project, "--sarif"]).output();
        assert_eq!(outcome.code(), 0, "{project}: {}", outcome.stderr());
        let file = place.path(&format!("{at}.sarif"));
        fs::write(&file, outcome.stdout()).expect("it is written");
        files.push(file);
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/sarif_valid.py");
    let said = Command::new(python()).arg(script).args(&files).output().expect("python runs");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let mistakes = String::from_utf8_lossy(&said.stdout);
    assert!(mistakes.is_empty(), "{}", mistakes.lines().take(20).collect::<Vec<_>>().join("\n"));
}
