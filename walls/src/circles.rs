//! Modules of a room that need each other in a circle: none can be read, moved or tried without the rest.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Breach, Exceptions, Room};

/// What each top-level module of a room imports of the others, by name.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// Rooms with more modules in circles than are known, or fewer.
pub(crate) fn breaches(rooms: &[Room], exceptions: &mut Exceptions) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for room in rooms {
        let circle = circle(&imports(room));
        if circle.is_empty() {
            continue;
        }
        let known = exceptions.circle(&room.folder).unwrap_or(0);
        if circle.len() != known {
            let names = circle.into_iter().collect::<Vec<_>>();
            let what = format!(
                "{} of its modules need each other in a circle, and {known} may: {}",
                names.len(),
                names.join(", ")
            );
            breaches.push(Breach { place: room.folder.clone(), what });
        }
    }
    breaches
}

fn imports(room: &Room) -> Imports {
    let below = format!("{}/src/", room.folder);
    let mut imports = Imports::new();
    for file in &room.files {
        let inside = file.path.strip_prefix(&below).and_then(|it| it.strip_suffix(".rs"));
        let Some(module) = inside.and_then(|it| it.split('/').next()) else { continue };
        if ["lib", "main"].contains(&module) {
            continue;
        }
        let product = file.lines.iter().filter(|it| !it.is_test);
        let code = product.map(|it| it.code.as_str()).collect::<Vec<_>>().join("\n");
        imports.entry(module.to_owned()).or_default().extend(of_crate(&code));
    }
    let modules: BTreeSet<String> = imports.keys().cloned().collect();
    for (module, of) in &mut imports {
        of.retain(|it| it != module && modules.contains(it));
    }
    imports
}

/// The names behind `crate::`, alone or in braces.
fn of_crate(code: &str) -> impl Iterator<Item = String> {
    let paths = code.match_indices("crate::").filter(|(at, _)| {
        !code[..*at].ends_with(|before: char| before.is_alphanumeric() || before == '_')
    });
    paths.flat_map(|(at, path)| {
        let rest = &code[at + path.len()..];
        match rest.strip_prefix('{') {
            Some(group) => in_braces(group),
            None => vec![name(rest)],
        }
    })
}

/// The first name of each path of a group, whose opening brace is read already.
fn in_braces(group: &str) -> Vec<String> {
    let (mut depth, mut begins, mut names) = (1, true, Vec::new());
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => begins = true,
            _ if depth == 1 && begins && !letter.is_whitespace() => {
                names.push(name(&group[at..]));
                begins = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names
}

fn name(path: &str) -> String {
    path.chars().take_while(|it| it.is_alphanumeric() || *it == '_').collect()
}

/// The modules that reach themselves.
fn circle(imports: &Imports) -> BTreeSet<String> {
    let reaches = |from: &String| {
        let mut reached = BTreeSet::new();
        let mut next: Vec<&String> = imports[from].iter().collect();
        while let Some(module) = next.pop() {
            if reached.insert(module) {
                next.extend(&imports[module]);
            }
        }
        reached.contains(from)
    };
    imports.keys().filter(|it| reaches(it)).cloned().collect()
}
