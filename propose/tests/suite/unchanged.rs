//! Networks of files that are read and written again without a change: they keep their bytes.

use std::path::{Path, PathBuf};

use roxmltree::{Document, Node};
use tagbridge_code::DiagramEnd;
use tagbridge_forms::{
    Aim, ExportNetworks, Networks, ShownNetwork,
    boxes::{field, rewritten},
    plcopen::PlcopenBody,
    simatic::FlgNet,
};
use tagbridge_project::{Body, Project, Routine, Rung, Source, read};
use tagbridge_structured_text::Statement;

/// The files with this extension: real ones, our projects, and the plants of the tests.
fn files(extension: &str) -> Vec<PathBuf> {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { below(&path, found) } else { found.push(path) }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let own = ["../tests/projects", "tests/plants"].map(|it| root.join(it));
    for folder in own.into_iter().chain(tagbridge_needs::samples()) {
        below(&folder, &mut found);
    }
    found.retain(|it| it.extension().is_some_and(|it| it == extension));
    found.sort();
    found
}

fn text_of(path: &Path) -> String {
    let bytes = std::fs::read(path).expect("a file");
    String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').to_owned()
}

fn rungs(routine: &Routine) -> &[Rung] {
    match &routine.body {
        Body::Rungs(rungs) => rungs,
        _ => &[],
    }
}

/// What the statements of a network are to do, as the network does it already.
fn aims(project: &Project, routine: &Routine, rung: &Rung) -> Option<Vec<Aim>> {
    let owner = routine.owner.split('.').next().unwrap_or_default();
    let blocks = project.blocks.iter().map(|it| (&it.name, &it.members));
    let all = blocks.chain(project.programs.iter().map(|it| (&it.name, &it.members)));
    let members: Vec<_> = all.filter(|it| it.0.eq_ignore_ascii_case(owner)).collect();
    let kind_of = |name: &str| {
        let mut own = members.iter().flat_map(|it| it.1);
        let tag = || {
            let is_it =
                |it: &str| it.rsplit('.').next().is_some_and(|it| it.eq_ignore_ascii_case(name));
            project.tags.iter().find(|it| is_it(&it.name)).map(|it| it.type_use.name.clone())
        };
        let own = own.find(|it| it.name.eq_ignore_ascii_case(name));
        own.map(|it| it.type_use.name.clone()).or_else(tag)
    };
    let statements: &[Statement] = rung.statements.as_deref()?;
    statements.iter().map(|it| Aim::of(&rung.text, it, &kind_of)).collect()
}

fn shown(rung: &Rung) -> ShownNetwork<'_> {
    ShownNetwork {
        text: &rung.text,
        statements: rung.statements.as_deref().unwrap_or_default(),
        parts: rung.parts.as_deref().unwrap_or_default(),
    }
}

/// How many networks keep their bytes.
#[derive(Debug, Default)]
struct Counts {
    /// Written as they are.
    same: usize,
    /// The same, from their elements alone: it is not known that nothing changes.
    rewired: usize,
    /// Networks that the file cannot show in another way.
    other: usize,
}

/// Writes each network as it is.
fn write(
    (text, project): (&str, &Project),
    networks: &dyn Networks,
    routine: &Routine,
    counts: &mut Counts,
) {
    for (at, rung) in rungs(routine).iter().enumerate() {
        let aims = aims(project, routine, rung).filter(|it| !it.is_empty());
        let written = |shown: ShownNetwork<'_>| {
            let edits = networks.replaced(at, shown, aims.clone()?)?;
            Some(rewritten(text, 0..text.len(), edits) == text)
        };
        let Some(is_same) = written(shown(rung)) else {
            counts.other += 1;
            continue;
        };
        assert!(is_same, "{}/{}: {}", routine.owner, routine.name, rung.text);
        counts.same += 1;
        let unknown = ShownNetwork { text: "", statements: &[], parts: &[] };
        counts.rewired += usize::from(written(unknown) == Some(true));
    }
}

#[test]
fn networks_of_simaticml_keep_their_bytes() {
    let mut count = 0;
    for path in files("xml") {
        let text = text_of(&path);
        let Ok(document) = Document::parse(&text) else { continue };
        for net in document.descendants().filter(|it| it.tag_name().name() == "FlgNet") {
            let Some(flow) = FlgNet::read(&text, net) else { continue };
            assert_eq!(flow.text(), text[flow.at.clone()], "{}", path.display());
            count += 1;
        }
    }
    assert!(count >= 40, "only {count}");
}

#[test]
fn drawings_of_plcopen_keep_their_bytes() {
    let mut counts = Counts::default();
    for path in files("xml") {
        let text = text_of(&path);
        if !text.contains("plcopen.org/") {
            continue;
        }
        let Ok(project) = read(&Source::open(&path).expect("a source")) else { continue };
        let document = Document::parse(&text).expect("a document");
        for routine in &project.routines {
            let ends: Vec<&DiagramEnd> =
                rungs(routine).iter().filter_map(|it| it.diagram.as_deref()).collect();
            let bodies = document.descendants().filter(|it| it.has_tag_name("body"));
            let bodies: Vec<Node<'_, '_>> = bodies.collect();
            let mut bodies = bodies.iter().rev();
            let found = bodies.find_map(|it| PlcopenBody::of(&text, *it, &ends));
            let Some(networks) = found else {
                assert!(ends.is_empty(), "{}: {}", path.display(), routine.name);
                continue;
            };
            assert_eq!(networks.count(), rungs(routine).len());
            write((&text, &project), &networks, routine, &mut counts);
        }
    }
    let Counts { same, rewired, other } = counts;
    assert!(same >= 20 && rewired * 10 >= same * 8 && other <= 20, "{counts:?}");
}

#[test]
fn networks_of_native_exports_keep_their_bytes() {
    let mut counts = Counts::default();
    for path in files("export") {
        let text = text_of(&path);
        let Ok(project) = read(&Source::open(&path).expect("a source")) else { continue };
        let document = Document::parse(&text).expect("a document");
        for object in document.descendants().filter(|it| it.attribute("Name") == Some("Object")) {
            let Some(networks) = ExportNetworks::of(&text, object) else { continue };
            let name = object.parent().and_then(|it| field(it, "MetaObject"));
            let name = name.and_then(|it| field(it, "Name")).and_then(|it| it.text());
            let is_it = |it: &&Routine| Some(it.name.as_str()) == name && !rungs(it).is_empty();
            let Some(routine) = project.routines.iter().find(is_it) else { continue };
            write((&text, &project), &networks, routine, &mut counts);
        }
    }
    assert!(counts.same >= 4 && counts.other <= 4, "{counts:?}");
}
