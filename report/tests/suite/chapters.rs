//! The contents of a report by platform, and its texts about an analysis.

use std::{fs, panic, path::Path};

use tagbridge_analysis::{Analysis, Failure, Options, PhaseId, Progress, analyse};
use tagbridge_logic::{Index, Logic};
use tagbridge_project::{Project, Source};
use tagbridge_report::{
    Fonts,
    pdf::{Analysed, ReportDetails, report},
};
use tagbridge_texts::Language;

use crate::judges::{run, script};

const LOGIX: (&str, &str) = (
    "a.L5X",
    "<RSLogix5000Content><Controller Name=\"C\"><Tags><Tag Name=\"b\" TagType=\"Base\" \
     DataType=\"BOOL\"/></Tags><Programs><Program Name=\"P\" MainRoutineName=\"L\"><Routines>\
     <Routine Name=\"L\" Type=\"RLL\"><RLLContent><Rung Number=\"0\"><Text><![CDATA[XIC(b)OTE(c);]]>\
     </Text></Rung></RLLContent></Routine></Routines></Program></Programs></Controller>\
     </RSLogix5000Content>",
);
const SIEMENS: (&str, &str) = (
    "a.scl",
    "FUNCTION_BLOCK \"Motor\"\nVAR_INPUT\n  Start : Bool;\nEND_VAR\nBEGIN\n  #Start := FALSE;\n\
     END_FUNCTION_BLOCK\n",
);
const CODESYS: (&str, &str) = (
    "a.xml",
    "<project xmlns=\"http://www.plcopen.org/xml/tc6_0200\"><types><pous><pou name=\"Main\" \
     pouType=\"program\"><interface><localVars><variable name=\"b\"><type><BOOL/></type></variable>\
     </localVars></interface><body><ST><xhtml xmlns=\"http://www.w3.org/1999/xhtml\">b := TRUE;</xhtml>\
     </ST></body></pou></pous></types></project>",
);

fn read((name, text): (&str, &str)) -> Project {
    let source = Source::of_bytes(name, text.as_bytes().to_vec()).expect("a source");
    tagbridge_project::read(&source).expect("a project")
}

/// A report in a file, and its folder.
fn made(
    project: &Project,
    analysis: Option<&Analysis>,
    fonts: &Fonts,
) -> (tempfile::TempDir, String) {
    let index = Index::build(project);
    let about = ReportDetails {
        name: None,
        version: None,
        made_at: "2026-11-23T10:30:00Z".parse().expect("a time"),
        language: Language::English,
        analysis: analysis.map(|analysis| Analysed { analysis, id: Some("run_7") }),
    };
    let bytes = report(Logic { project, index: &index }, &about, fonts, &|| false);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.pdf");
    fs::write(&path, bytes.expect("a report")).expect("a file");
    let path = path.display().to_string();
    (folder, path)
}

/// The text of a report, with single blanks.
fn text(path: &str) -> Option<String> {
    let text = run(Path::new("pdftotext"), &["-raw", path, "-"])?;
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn analysed(project: &Project, before: &dyn Fn(&Progress<'_>)) -> Analysis {
    let options = Options { before, ..Options::default() };
    analyse(project, &Index::build(project), &options)
}

#[test]
fn a_report_has_the_chapters_of_its_platform_and_no_more() {
    let all = [
        "Findings",
        "Tasks and calls",
        "Programs",
        "Tags",
        "Types",
        "Blocks and their interfaces",
        "Modules",
        "Index",
    ];
    let siemens = ["Findings", "Structured text", "Index"];
    for (file, expected) in [(LOGIX, &all[..]), (SIEMENS, &siemens), (CODESYS, &all)] {
        let project = read(file);
        let analysis = analysed(&project, &|_| ());
        for analysis in [None, Some(&analysis)] {
            let (_folder, path) = made(&project, analysis, &Fonts::default());
            let Some(said) = script("report_outline.py", &[&path]) else { return };
            let found: serde_json::Value = serde_json::from_str(&said).expect("JSON");
            assert_eq!(found["chapters"], serde_json::json!(expected), "{}", file.0);
        }
    }
}

#[test]
fn a_report_says_that_no_analysis_was_run_or_which_phase_failed() {
    const NONE: &str = "No analysis was run on this version, so this report lists no findings.";
    let project = read(LOGIX);
    let (_folder, path) = made(&project, None, &Fonts::default());
    let Some(said) = text(&path) else { return };
    assert!(said.contains(NONE) && said.contains("Analysis none was run"), "{said}");

    let whole = analysed(&project, &|_| ());
    assert_eq!(whole.failed_phases.len(), 0);
    let (_folder, path) = made(&project, Some(&whole), &Fonts::default());
    let said = text(&path).expect("as before");
    assert!(!said.contains(NONE) && !said.contains("Not analysed:"), "{said}");
    assert!(said.contains("Analysis run_7"), "{said}");

    let partly = analysed(&project, &|progress| {
        if progress.phase == PhaseId::Writes {
            panic::resume_unwind(Box::new(Failure::TooLong));
        }
    });
    let (_folder, path) = made(&project, Some(&partly), &Fonts::default());
    let said = text(&path).expect("as before");
    let [failed] = &partly.failed_phases[..] else { panic!("{:?}", partly.failed_phases) };
    let english = |what: tagbridge_texts::Message| what.in_language(Language::English);
    let sentence = format!(
        "Not analysed: {}: {}",
        english((&failed.phase).into()),
        english((&failed.why).into())
    );
    assert!(said.contains(&sentence), "{sentence}: {said}");
    assert!(!said.contains(NONE), "{said}");
}
