//! Public types of two crates with the same name, which readers can confuse.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Crate, Exceptions, Violation, code::Line};

/// Types of the wire and the screens have the name of what they describe. Other folders here are
/// not part of the product.
const FREE: [&str; 7] =
    ["api/", "desk/src/view", "tests/", "bench/", "fuzz/", "architecture/", "xtask/"];
/// Maximum number of names that two crates may use, each with a reason.
const NAMES: usize = 40;

/// Returns names that two crates use without a reason.
pub(crate) fn violations(crates: &[Crate], exceptions: &mut Exceptions) -> Vec<Violation> {
    let mut by_name: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in crates {
        for file in package.files.iter().filter(|it| !FREE.iter().any(|at| it.path.starts_with(at)))
        {
            for name in file.lines.iter().filter(|it| !it.is_test).filter_map(public_type) {
                by_name.entry(name).or_default().insert(&package.folder);
            }
        }
    }
    by_name.retain(|_, crates| crates.len() > 1);
    let mut violations = Vec::new();
    if by_name.len() > NAMES {
        let what = format!("{} names are used by two crates, {NAMES} are allowed", by_name.len());
        violations.push(Violation { place: "architecture/exceptions.toml".to_owned(), what });
    }
    let unexplained = by_name.into_iter().filter(|(name, _)| !exceptions.allows_name(name));
    violations.extend(unexplained.map(|(name, crates)| Violation {
        place: crates.iter().copied().collect::<Vec<_>>().join(", "),
        what: format!("each has a public type {name}: give them different names"),
    }));
    violations
}

/// The name of the public type that a line declares.
fn public_type(line: &Line) -> Option<&str> {
    let declared = line.code.trim_start().strip_prefix("pub ")?;
    let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
    let rest = kinds.iter().find_map(|kind| declared.strip_prefix(kind))?;
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    Some(&rest[..end.unwrap_or(rest.len())])
}
