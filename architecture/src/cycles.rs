//! Cycles between the modules of a crate. A module in a cycle cannot be read, moved or tested
//! without the others.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Crate, Exceptions, Violation};

/// The names of the other modules that each top-level module of a crate imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// Returns the crates whose number of modules in cycles differs from the known number.
pub(crate) fn violations(crates: &[Crate], exceptions: &mut Exceptions) -> Vec<Violation> {
    let mut violations = Vec::new();
    for package in crates {
        let cycle = cycle(&imports(package));
        if cycle.is_empty() {
            continue;
        }
        let known = exceptions.cycle(&package.folder).unwrap_or(0);
        if cycle.len() != known {
            let names = cycle.into_iter().collect::<Vec<_>>();
            let what = format!(
                "{} modules import each other in a cycle, {known} are allowed: {}",
                names.len(),
                names.join(", ")
            );
            violations.push(Violation { place: package.folder.clone(), what });
        }
    }
    violations
}

fn imports(package: &Crate) -> Imports {
    let below = format!("{}/src/", package.folder);
    let mut imports = Imports::new();
    for file in &package.files {
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

/// The names after `crate::`, single or in braces.
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

/// The modules that import themselves, directly or through other modules.
fn cycle(imports: &Imports) -> BTreeSet<String> {
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
