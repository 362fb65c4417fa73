//! Public types of two rooms with one name: who reads it must ask which is meant.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Breach, Exceptions, Room, code::Line};

/// What the wire and the screens are told of a thing bears the thing's name, and what is no product
/// may use any.
const FREE: [&str; 7] = ["api/", "desk/src/view", "tests/", "bench/", "fuzz/", "walls/", "xtask/"];
/// The most names that may stand in two rooms, each for a reason.
const NAMES: usize = 40;

/// Names that stand in two rooms without a reason.
pub(crate) fn breaches(rooms: &[Room], exceptions: &mut Exceptions) -> Vec<Breach> {
    let mut by_name: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for room in rooms {
        for file in room.files.iter().filter(|it| !FREE.iter().any(|at| it.path.starts_with(at))) {
            for name in file.lines.iter().filter(|it| !it.is_test).filter_map(public_type) {
                by_name.entry(name).or_default().insert(&room.folder);
            }
        }
    }
    by_name.retain(|_, rooms| rooms.len() > 1);
    let mut breaches = Vec::new();
    if by_name.len() > NAMES {
        let what = format!("{} names stand in two rooms, and {NAMES} may", by_name.len());
        breaches.push(Breach { place: "walls/exceptions.toml".to_owned(), what });
    }
    let unexplained = by_name.into_iter().filter(|(name, _)| !exceptions.allow_name(name));
    breaches.extend(unexplained.map(|(name, rooms)| Breach {
        place: rooms.iter().copied().collect::<Vec<_>>().join(", "),
        what: format!("each has a public type {name}: name it for what it is there"),
    }));
    breaches
}

/// The name of a type that a line declares for other rooms.
fn public_type(line: &Line) -> Option<&str> {
    let declared = line.code.trim_start().strip_prefix("pub ")?;
    let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
    let rest = kinds.iter().find_map(|kind| declared.strip_prefix(kind))?;
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    Some(&rest[..end.unwrap_or(rest.len())])
}
