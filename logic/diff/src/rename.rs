//! Names that were replaced everywhere.

use std::collections::{BTreeMap, HashMap, HashSet};

use similar::{Algorithm, DiffOp, capture_diff_slices};
use tagbridge_logic::RoutineId;
use tagbridge_project::Project;

use crate::piece::{Cell, Part, Piece, cells};

/// A declared name: its owner (empty for the whole project), and the name.
pub(crate) type Name = (String, String);

/// The new spelling of each renamed name, by its old one in lower case.
#[derive(Debug, Default)]
pub(crate) struct Renames {
    pub(crate) all: BTreeMap<Name, String>,
}

/// Minimum number of changed locations of an undeclared name.
const PLACES: usize = 3;

impl Renames {
    /// Finds the renamed names of paired routines; `before` are the declarations of the old
    /// version.
    pub(crate) fn find(
        old: &Project,
        new: &Project,
        pairs: &[(RoutineId, RoutineId)],
        before: &HashMap<Name, String>,
    ) -> Self {
        let after = declared(new);
        let mut evidence: HashMap<(Name, String), usize> = HashMap::new();
        let mut spelling: HashMap<String, String> = HashMap::new();
        let (mut used_before, mut used_after) = (HashSet::new(), HashSet::new());
        for (from, to) in pairs {
            let (olds, news) = (cells(old, *from), cells(new, *to));
            let owner = |project: &Project, id: &RoutineId| {
                project.routines[id.index()].owner.to_lowercase()
            };
            let (owner, other) = (owner(old, from), owner(new, to));
            uses(&olds, &owner, before, &mut used_before);
            uses(&news, &other, &after, &mut used_after);
            for (from, to) in substituted(&olds, &news) {
                let name = (scope(&owner, &from.to_lowercase(), before), from.to_lowercase());
                spelling.insert(to.to_lowercase(), to.clone());
                *evidence.entry((name, to.to_lowercase())).or_default() += 1;
            }
        }
        let mut all = BTreeMap::new();
        let mut taken = HashSet::new();
        let mut found: Vec<_> = evidence.into_iter().collect();
        found.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        for ((name, to), places) in found {
            let target = (name.0.clone(), to.clone());
            let known = match (before.get(&name), after.get(&target)) {
                (Some(was), Some(is)) => was == is,
                (None, None) => places >= PLACES,
                _ => false,
            };
            let unused = !used_after.contains(&name) && !used_before.contains(&target);
            let replaced = !after.contains_key(&name) && !before.contains_key(&target);
            if known && unused && replaced && !all.contains_key(&name) && taken.insert(target) {
                all.insert(name, spelling.get(&to).cloned().unwrap_or(to));
            }
        }
        Self { all }
    }

    /// The name in the new version for a name of the old one.
    pub(crate) fn of<'a>(&'a self, scope: &str, name: &'a str) -> &'a str {
        self.all.get(&(scope.to_lowercase(), name.to_lowercase())).map_or(name, String::as_str)
    }

    /// Replaces the names in the old version's cells.
    pub(crate) fn apply(&self, owner: &str, cells: &mut [Cell], declared: &HashMap<Name, String>) {
        if self.all.is_empty() {
            return;
        }
        let owner = owner.to_lowercase();
        for cell in cells {
            let mut touched = false;
            for piece in &mut cell.pieces {
                piece.parts_mut(&mut |part| {
                    let text = self.rewritten(&part.text, &owner, declared);
                    if text != part.text {
                        *part = Part::new(&text);
                        touched = true;
                    }
                });
            }
            if touched {
                cell.hash = crate::piece::hash(&cell.pieces);
                if cell.spot.rung.is_none() {
                    cell.hash = cell.pieces.first().map_or(cell.hash, Piece::hash);
                }
            }
        }
    }

    /// A text of the old version with the new names.
    pub(crate) fn rewritten(
        &self,
        text: &str,
        owner: &str,
        declared: &HashMap<Name, String>,
    ) -> String {
        let mut out = String::with_capacity(text.len());
        let mut end = 0;
        for word in words(text) {
            let bare = &text[word.start..word.end];
            let folded = bare.to_lowercase();
            out.push_str(&text[end..word.start]);
            let name = (scope(owner, &folded, declared), folded);
            match self.all.get(&name) {
                Some(to) if word.root => out.push_str(to),
                _ => out.push_str(bare),
            }
            end = word.end;
        }
        out.push_str(&text[end..]);
        out
    }
}

/// All declared names with their types, which distinguish them.
pub(crate) fn declared(project: &Project) -> HashMap<Name, String> {
    let mut names = HashMap::new();
    for tag in &project.tags {
        let scope = tag.scope.to_lowercase();
        let name = tag.name.to_lowercase();
        let bare = name.rsplit_once('.').map_or(name.as_str(), |(_, bare)| bare);
        let bare = if scope.is_empty() { &name } else { bare };
        // S7 and variable lists declare their contents globally.
        let scope = if project.programs.iter().any(|it| it.name.to_lowercase() == scope) {
            scope
        } else {
            String::new()
        };
        names.insert((scope, bare.trim_matches('"').to_owned()), format!("{:?}", tag.type_use));
    }
    let programs = project.programs.iter().map(|it| (&it.name, &it.members));
    for (owner, members) in programs.chain(project.blocks.iter().map(|it| (&it.name, &it.members)))
    {
        for member in members {
            let name = (owner.to_lowercase(), member.name.to_lowercase());
            names.insert(name, format!("{:?}", member.type_use));
        }
    }
    for routine in &project.routines {
        let name = (routine.owner.to_lowercase(), routine.name.to_lowercase());
        names.entry(name).or_insert_with(|| format!("{:?}", routine.language));
    }
    names
}

fn scope(owner: &str, name: &str, declared: &HashMap<Name, String>) -> String {
    let local = declared.contains_key(&(owner.to_owned(), name.to_owned()));
    if local { owner.to_owned() } else { String::new() }
}

fn uses(cells: &[Cell], owner: &str, declared: &HashMap<Name, String>, used: &mut HashSet<Name>) {
    let mut items = Vec::new();
    cells.iter().flat_map(|cell| &cell.pieces).for_each(|piece| piece.items(&mut items));
    for part in items.into_iter().flat_map(|item| &item.parts) {
        for word in words(&part.folded).filter(|word| word.root) {
            let name = &part.folded[word.start..word.end];
            used.insert((scope(owner, name, declared), name.to_owned()));
        }
    }
}

/// Names that replace others in otherwise equal cells.
fn substituted(old: &[Cell], new: &[Cell]) -> Vec<(String, String)> {
    let hashes = |cells: &[Cell]| cells.iter().map(|cell| cell.hash).collect::<Vec<_>>();
    let mut found = Vec::new();
    for op in capture_diff_slices(Algorithm::Patience, &hashes(old), &hashes(new)) {
        let (olds, news) = (&old[op.old_range()], &new[op.new_range()]);
        if matches!(op, DiffOp::Equal { .. }) || olds.len() != news.len() {
            continue;
        }
        for (old, new) in olds.iter().zip(news) {
            found.extend(within(old, new).unwrap_or_default());
        }
    }
    found
}

fn within(old: &Cell, new: &Cell) -> Option<Vec<(String, String)>> {
    let (mut olds, mut news) = (Vec::new(), Vec::new());
    old.pieces.iter().for_each(|piece| piece.items(&mut olds));
    new.pieces.iter().for_each(|piece| piece.items(&mut news));
    if olds.len() != news.len() {
        return None;
    }
    let mut found = Vec::new();
    for (old, new) in olds.into_iter().zip(news) {
        if !old.head.eq_ignore_ascii_case(&new.head) || old.parts.len() != new.parts.len() {
            return None;
        }
        for (old, new) in old.parts.iter().zip(&new.parts) {
            let (before, after): (Vec<_>, Vec<_>) =
                (words(&old.text).collect(), words(&new.text).collect());
            if before.len() != after.len() {
                return None;
            }
            for (before, after) in before.into_iter().zip(after) {
                let (from, to) =
                    (&old.text[before.start..before.end], &new.text[after.start..after.end]);
                if !from.eq_ignore_ascii_case(to) {
                    if !before.root || !after.root {
                        return None;
                    }
                    found.push((from.to_owned(), to.to_owned()));
                }
            }
        }
    }
    Some(found)
}

/// A name in a text; a root if no dot precedes it.
struct Word {
    start: usize,
    end: usize,
    root: bool,
}

fn words(text: &str) -> impl Iterator<Item = Word> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let first = rest.chars().next()?;
            if first == '\'' {
                at += rest[1..].find('\'').map_or(rest.len(), |end| end + 2);
                continue;
            }
            let start = at + usize::from(first == '"');
            let length = if first == '"' {
                text[start..].find('"').unwrap_or(text.len() - start)
            } else {
                rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
            };
            let end = start + length;
            let before = text[..at].trim_end().ends_with('.');
            at = end + usize::from(first == '"' && end < text.len());
            if length == 0 {
                at = at.max(start + if first == '"' { 0 } else { first.len_utf8() });
                continue;
            }
            if text[start..].starts_with(|c: char| c.is_ascii_digit()) && first != '"' {
                continue;
            }
            return Some(Word { start, end, root: !before });
        }
    })
}
