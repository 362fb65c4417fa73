//! Real project files: what the checker says of code that verifies.

use std::path::{Path, PathBuf};

use tagbridge_check::{Diagnostic, DiagnosticLevel, DiagnosticPlace, check};
use tagbridge_logic::{Index, Logic};
use tagbridge_project::{Body, Project, Source};

/// Every project of the samples: a file, or a folder of Siemens sources.
pub(crate) fn projects() -> Vec<(String, Project)> {
    let Some(root) = tagbridge_needs::samples() else { return Vec::new() };
    let paths = paths();
    let name = |path: &Path| path.strip_prefix(&root).expect("below").display().to_string();
    let opened = paths.iter().filter_map(|path| {
        let project = tagbridge_project::read(&Source::open(path).ok()?).ok()?;
        Some((name(path), project))
    });
    opened.collect()
}

/// The paths of the samples' projects.
pub(crate) fn paths() -> Vec<PathBuf> {
    let Some(root) = tagbridge_needs::samples() else { return Vec::new() };
    let mut paths = Vec::new();
    for vendor in ["allen-bradley", "codesys"] {
        let folders = inside(&root.join(vendor));
        paths.extend(folders.iter().flat_map(|folder| inside(folder)));
    }
    paths.extend(inside(&root.join("siemens")));
    paths
}

fn inside(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut entries: Vec<PathBuf> = entries.map(|it| it.expect("an entry").path()).collect();
    entries.sort();
    entries
}

/// Lines of code: of a text its lines, of ladder its rungs.
pub(crate) fn lines(project: &Project) -> usize {
    let of = |body: &Body| match body {
        Body::Text(text) => text.lines().count(),
        Body::Rungs(rungs) => rungs.iter().map(|it| it.text.lines().count().max(1)).sum(),
        Body::Protected | Body::Absent => 0,
    };
    project.routines.iter().map(|it| of(&it.body)).sum()
}

pub(crate) fn checked(project: &Project) -> Vec<Diagnostic> {
    let index = Index::build(project);
    check(Logic::new(project, &index))
}

pub(crate) fn shown(of: &Diagnostic) -> String {
    let place = match &of.place {
        DiagnosticPlace::Code { citation, line, column } => {
            let rung = citation.rung.map(|it| format!("#{it}")).unwrap_or_default();
            format!(
                "{}{rung} {line}:{column} `{}`",
                citation.path,
                citation.quote.replace('\n', " ")
            )
        }
        DiagnosticPlace::Declared(name) => format!("declared {name}"),
        DiagnosticPlace::Unit(path) => path.clone(),
    };
    format!("{place} {:?}", of.problem)
}

/// `TAGBRIDGE_CHECK=error` prints each error of the samples, to be compared with the files; `all`
/// prints the rest, too.
#[test]
fn real_files_verify() {
    let wanted = std::env::var("TAGBRIDGE_CHECK").unwrap_or_default();
    let (mut all, mut errors) = (0, 0);
    for (name, project) in projects() {
        let found = checked(&project);
        let count = found.iter().filter(|it| it.level == DiagnosticLevel::Error).count();
        all += lines(&project);
        errors += count;
        for diagnostic in &found {
            let is_error = diagnostic.level == DiagnosticLevel::Error;
            if wanted == "all" || wanted == "error" && is_error {
                eprintln!("{:?} {name} {}", diagnostic.level, shown(diagnostic));
            }
        }
        if !wanted.is_empty() {
            eprintln!(
                "= {name}: {} lines, {count} errors, {} others",
                lines(&project),
                found.len() - count
            );
        }
    }
    eprintln!("{all} lines, {errors} errors");
}
