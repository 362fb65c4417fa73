//! All structured texts of `../shared/samples`: tokens reproduce them, and they are fully parsed.

use std::{
    fs,
    path::{Path, PathBuf},
};

use tagbridge_project::{Body, Language, Routine, Rung, Source, read};
use tagbridge_structured_text::{Statement, StatementKind, parse, tokens};

fn sources(root: &Path) -> Vec<PathBuf> {
    let entries = |path: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(path).expect("a folder").map(|it| it.expect("an entry").path());
        let mut entries: Vec<PathBuf> = entries.collect();
        entries.sort();
        entries
    };
    let mut sources = entries(&root.join("siemens"));
    for vendor in ["allen-bradley", "codesys"] {
        sources.extend(entries(&root.join(vendor)).iter().flat_map(|folder| entries(folder)));
    }
    sources
}

fn opaque(text: &str, statements: &[Statement], into: &mut Vec<String>) {
    for statement in statements {
        let shown = format!("{:?}", statement.kind);
        match &statement.kind {
            StatementKind::Opaque(_) => into.push(text[statement.span.range()].to_owned()),
            _ if shown.contains("Opaque") => {
                into.push(format!("in {}", &text[statement.span.range()]));
            }
            _ => {}
        }
    }
}

/// The structured texts of a routine: the whole text, or its networks.
fn written(routine: &Routine) -> Vec<&str> {
    match &routine.body {
        Body::Text(text) if routine.language == Language::St => vec![text],
        Body::Rungs(rungs) => {
            let of = |rung: &Rung| rung.language.unwrap_or(routine.language) == Language::St;
            rungs.iter().filter(|rung| of(rung)).map(|rung| rung.text.as_str()).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn every_text_is_written_again_and_understood() {
    let Some(root) = crate::samples::root() else { return };
    let mut texts = 0;
    for path in sources(&root) {
        let Ok(source) = Source::open(&path) else { continue };
        let Ok(project) = read(&source) else { continue };
        let dialect = project.dialect();
        for routine in &project.routines {
            let name = format!("{} {}/{}", path.display(), routine.owner, routine.name);
            for text in written(routine) {
                texts += 1;
                let again: String =
                    tokens(text, dialect).iter().map(|token| &text[token.span.range()]).collect();
                assert_eq!(again, text, "{name}");
                let mut found = Vec::new();
                opaque(text, &parse(text, dialect), &mut found);
                assert_eq!(found, Vec::<String>::new(), "{name}");
            }
        }
    }
    assert!(texts > 250, "{texts} texts");
}
