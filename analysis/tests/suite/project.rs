//! Small projects from text.

use tagbridge_analysis::{Analysis, Options, analyse};
use tagbridge_logic::Index;
use tagbridge_project::{Project, Source};

/// The project of a file.
pub(crate) fn of_text(path: &str, text: &str) -> Project {
    let source = Source::of_bytes(path.to_owned(), text.as_bytes().to_vec()).expect("a source");
    tagbridge_project::read(&source).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A controller with these tags, as `Name:TYPE`, and a task that executes a program with these
/// routines; the first one is the main routine.
pub(crate) fn controller(tags: &[&str], routines: &[(&str, &[&str])]) -> Project {
    of_text("line.L5X", &l5x(tags, routines))
}

pub(crate) fn l5x(tags: &[&str], routines: &[(&str, &[&str])]) -> String {
    let tags: Vec<String> = tags
        .iter()
        .map(|tag| {
            let (name, kind) = tag.split_once(':').expect("a name and a type");
            format!("<Tag Name=\"{name}\" TagType=\"Base\" DataType=\"{kind}\" ExternalAccess=\"None\"/>")
        })
        .collect();
    let routines_text: Vec<String> = routines
        .iter()
        .map(|(name, rungs)| {
            let rungs: Vec<String> = rungs
                .iter()
                .enumerate()
                .map(|(at, it)| {
                    format!("<Rung Number=\"{at}\" Type=\"N\"><Text><![CDATA[{it}]]></Text></Rung>")
                })
                .collect();
            format!(
                "<Routine Name=\"{name}\" Type=\"RLL\"><RLLContent>{}</RLLContent></Routine>",
                rungs.concat()
            )
        })
        .collect();
    format!(
        "<RSLogix5000Content><Controller Name=\"C\"><Tags>{}</Tags><Programs><Program Name=\"P\" \
         MainRoutineName=\"{}\"><Routines>{}</Routines></Program></Programs><Tasks><Task \
         Name=\"Main\" Type=\"CONTINUOUS\"><ScheduledPrograms><ScheduledProgram Name=\"P\"/>\
         </ScheduledPrograms></Task></Tasks></Controller></RSLogix5000Content>",
        tags.concat(),
        routines[0].0,
        routines_text.concat()
    )
}

/// The analysis of a project.
pub(crate) fn analysed(project: &Project) -> Analysis {
    analyse(project, &Index::build(project), &Options::default())
}

/// `W02 P/R:1 Motor…`: rule, location, message of each finding of a rule.
pub(crate) fn found(project: &Project, rule: &str) -> Vec<String> {
    let analysis = analysed(project);
    assert!(analysis.failed_phases.is_empty(), "{:?}", analysis.failed_phases);
    let findings = analysis.findings().filter(|it| it.rule.id == format!("TB-{rule}"));
    findings
        .map(|it| {
            let places: Vec<String> = it
                .citations
                .iter()
                .map(|site| match (site.citation.rung, site.line) {
                    (Some(rung), _) => format!("{}:{rung}", site.citation.path),
                    (None, Some(line)) => format!("{} line {line}", site.citation.path),
                    (None, None) => site.citation.path.clone(),
                })
                .collect();
            format!("{}: {}", places.join(" + "), it.message)
        })
        .collect()
}
