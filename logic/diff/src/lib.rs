//! The differences between two versions of a project: by meaning, not by notation.
//!
//! Routines are matched by their path, then by their content; rungs and statements by their content
//! (without blanks, case, comments and numbers), moved ones at any position, the rest by
//! similarity. A name that is replaced everywhere is one change. A rung with the same effect under
//! the same condition is reported as rewritten.
//!
//! An export contains the current values of Logix tags. They are changes of the program if nothing
//! writes them: presets, limits, constants.

mod align;
mod change;
mod compare;
mod declared;
mod piece;
mod rename;
mod same;
pub mod units;
mod values;

use std::collections::{HashMap, HashSet};

use tagbridge_logic::{Index, Logic, RoutineId, query::Gap};
use tagbridge_project::{Project, Routine, TypeUse};

pub use self::change::{ChangeKind, LogicChange, Spot};
use self::{align::CellMatch, piece::Cell, rename::Renames, same::Same, values::Values};

/// The changes in the new version: of code, declarations and comments.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Diff {
    /// In the order of the declarations and routines of the new version.
    pub changes: Vec<LogicChange>,
    /// Changes of comments, without effect on the execution.
    pub comments: Vec<LogicChange>,
}

/// Compares a new version of a project with an old one.
pub fn diff(old: (&Project, &Index), new: (&Project, &Index)) -> Diff {
    let (before, after) = (old.0, new.0);
    let mut routines = Routines::new(before, after);
    let declared = rename::declared(before);
    let renames = Renames::find(before, after, &routines.pairs, &declared);
    routines.rename(before, after, &renames);

    let mut changes: Vec<LogicChange> = Vec::new();
    for ((scope, from), to) in &renames.all {
        changes.push(LogicChange::new(ChangeKind::Renamed, scope.clone()).from(from).to(to));
    }
    changes.extend(declared::compare(
        before,
        after,
        &renames,
        &declared,
        &Values::new(after, new.1),
    ));
    changes.extend(routines.changes);
    let mut same = Same::new(old.1, new.1);
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    // One pair at a time: the cells of all routines need more memory than everything else.
    for (from, to) in routines.pairs {
        let (mut olds, news) = (piece::cells(before, from), piece::cells(after, to));
        renames.apply(&before.routines[from.index()].owner, &mut olds, &declared);
        let (mut removed, mut added) = (HashSet::new(), HashSet::new());
        for fate in align::align(&olds, &news) {
            match fate {
                CellMatch::Same(from, to) => remark(&olds[from], &news[to], &mut changes),
                CellMatch::Moved(from, to) => {
                    changes.push(unit(ChangeKind::UnitMoved, Some(&olds[from]), Some(&news[to])));
                    remark(&olds[from], &news[to], &mut changes);
                }
                CellMatch::Changed(from, to) => {
                    changes.extend(changed(&olds[from], &news[to], &mut same));
                    remark(&olds[from], &news[to], &mut changes);
                }
                CellMatch::Removed(at) => drop(removed.insert(at)),
                CellMatch::Added(at) => drop(added.insert(at)),
            }
        }
        gone.extend(only(olds, &removed));
        come.extend(only(news, &added));
    }
    changes.extend(elsewhere(&gone, &come));
    let (comments, changes) =
        changes.into_iter().partition(|change| change.kind == ChangeKind::Comment);
    Diff { changes, comments }
}

/// Why there may be more differences: hidden code cannot be compared.
pub fn gaps(old: &Logic<'_>, new: &Logic<'_>) -> Vec<Gap> {
    let mut gaps = Vec::new();
    gaps.extend((old.is_partial() || new.is_partial()).then_some(Gap::Partial));
    let mut hidden = old.protected();
    hidden.extend(new.protected());
    hidden.sort();
    hidden.dedup();
    gaps.extend((!hidden.is_empty()).then_some(Gap::Protected(hidden)));
    gaps
}

/// The declared form of a type: `INT[0..9]`.
fn type_text(of: &TypeUse) -> String {
    let bounds: Vec<String> =
        of.dimensions.iter().map(|it| format!("{}..{}", it.low, it.high)).collect();
    let bounds = if bounds.is_empty() { String::new() } else { format!("[{}]", bounds.join(",")) };
    let length = of.length.map(|it| format!("({it})")).unwrap_or_default();
    let members: Vec<String> =
        of.members.iter().map(|it| format!("{}: {}", it.name, type_text(&it.type_use))).collect();
    let members =
        if members.is_empty() { String::new() } else { format!(" {{{}}}", members.join("; ")) };
    format!("{}{length}{bounds}{members}", of.name)
}

fn changed(old: &Cell, new: &Cell, same: &mut Same<'_>) -> Vec<LogicChange> {
    let spots = (Some(old.spot), Some(new.spot));
    if old.spot.rung.is_some() && acts_alike(old, new) && same.same(old.spot, new.spot) {
        let rewritten = unit(ChangeKind::Rewritten, Some(old), Some(new));
        return vec![rewritten];
    }
    let changes = compare::series(&old.pieces, &new.pieces);
    changes.into_iter().map(|change| change.at(spots.0, spots.1)).collect()
}

/// Whether the actions of both are equal, so that only their conditions differ.
fn acts_alike(old: &Cell, new: &Cell) -> bool {
    let acts = |cell: &Cell| {
        let mut items = Vec::new();
        cell.pieces.iter().for_each(|piece| piece.items(&mut items));
        let acting = items.into_iter().filter(|item| !item.asks());
        acting.map(|item| item.text().to_lowercase()).collect::<Vec<_>>()
    };
    acts(old) == acts(new)
}

/// The cells at these positions.
fn only(cells: Vec<Cell>, at: &HashSet<usize>) -> impl Iterator<Item = Cell> {
    cells.into_iter().enumerate().filter(|(own, _)| at.contains(own)).map(|(_, cell)| cell)
}

/// Rungs that moved to another routine; the others were removed or added.
fn elsewhere(gone: &[Cell], come: &[Cell]) -> Vec<LogicChange> {
    let mut by_hash: HashMap<u64, Vec<&Cell>> = HashMap::new();
    for cell in come.iter().rev() {
        by_hash.entry(cell.hash).or_default().push(cell);
    }
    let mut arrived = HashSet::new();
    let mut changes = Vec::new();
    for cell in gone {
        match by_hash.get_mut(&cell.hash).and_then(Vec::pop) {
            Some(there) => {
                arrived.insert(std::ptr::from_ref(there));
                changes.push(unit(ChangeKind::UnitMoved, Some(cell), Some(there)));
            }
            None => changes.push(unit(ChangeKind::UnitRemoved, Some(cell), None)),
        }
    }
    let new = come.iter().filter(|cell| !arrived.contains(&std::ptr::from_ref(*cell)));
    changes.extend(new.map(|cell| unit(ChangeKind::UnitAdded, None, Some(cell))));
    changes
}

fn unit(kind: ChangeKind, old: Option<&Cell>, new: Option<&Cell>) -> LogicChange {
    let subject = new.or(old).map(|cell| cell.text.clone()).unwrap_or_default();
    let mut change =
        LogicChange::new(kind, subject).at(old.map(|it| it.spot), new.map(|it| it.spot));
    if kind == ChangeKind::Rewritten {
        change.from = old.map(|cell| cell.text.clone());
        change.to = new.map(|cell| cell.text.clone());
    }
    change
}

fn remark(old: &Cell, new: &Cell, changes: &mut Vec<LogicChange>) {
    let words = |cell: &Cell| {
        let text = cell.comment.as_deref().unwrap_or_default();
        text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    if words(old) != words(new) {
        let mut change = LogicChange::new(ChangeKind::Comment, new.text.clone());
        (change.from, change.to) = (old.comment.clone(), new.comment.clone());
        changes.push(change.at(Some(old.spot), Some(new.spot)));
    }
}

/// The routines of both versions, in matching pairs.
struct Routines {
    pairs: Vec<(RoutineId, RoutineId)>,
    /// Old and new routines without a partner.
    single: (Vec<RoutineId>, Vec<RoutineId>),
    changes: Vec<LogicChange>,
}

impl Routines {
    fn new(old: &Project, new: &Project) -> Self {
        let mut there: HashMap<(String, String), Vec<RoutineId>> = HashMap::new();
        for (id, routine) in ids(new).rev() {
            there.entry(key(routine)).or_default().push(id);
        }
        let mut routines =
            Self { pairs: Vec::new(), single: (Vec::new(), Vec::new()), changes: Vec::new() };
        for (id, routine) in ids(old) {
            match there.get_mut(&key(routine)).and_then(Vec::pop) {
                Some(other) => routines.pair(old, id, new, other),
                None => routines.single.0.push(id),
            }
        }
        routines.single.1 = there.into_values().flatten().collect();
        routines.single.1.sort_unstable();
        routines
    }

    /// Reports the fate of routines without a partner.
    fn rename(&mut self, old: &Project, new: &Project, renames: &Renames) {
        let body = |project: &Project, id: RoutineId| -> Vec<u64> {
            piece::cells(project, id).iter().map(|cell| cell.hash).collect()
        };
        let mut come = std::mem::take(&mut self.single.1);
        for id in std::mem::take(&mut self.single.0) {
            let routine = &old.routines[id.index()];
            let name = renames.of(&routine.owner, &routine.name).to_lowercase();
            let by_name = come.iter().position(|other| {
                key(&new.routines[other.index()]) == (routine.owner.to_lowercase(), name.clone())
            });
            let own = body(old, id);
            let by_body =
                || come.iter().position(|other| !own.is_empty() && body(new, *other) == own);
            let spot = |id| Some(Spot { routine: id, rung: None, line: None });
            let other_name = by_name.is_none();
            if let Some(at) = by_name.or_else(by_body) {
                let other = come.remove(at);
                if other_name {
                    let to = &new.routines[other.index()];
                    let change = LogicChange::new(ChangeKind::RoutineRenamed, to.name.clone())
                        .from(format!("{}/{}", routine.owner, routine.name))
                        .to(format!("{}/{}", to.owner, to.name));
                    self.changes.push(change.at(spot(id), spot(other)));
                }
                self.pair(old, id, new, other);
            } else {
                let change = LogicChange::new(ChangeKind::RoutineRemoved, routine.name.clone());
                self.changes.push(change.at(spot(id), None));
            }
        }
        for id in come {
            let change =
                LogicChange::new(ChangeKind::RoutineAdded, new.routines[id.index()].name.clone());
            let spot = Spot { routine: id, rung: None, line: None };
            self.changes.push(change.at(None, Some(spot)));
        }
    }

    fn pair(&mut self, old: &Project, id: RoutineId, new: &Project, other: RoutineId) {
        let (was, is) = (&old.routines[id.index()], &new.routines[other.index()]);
        let shown = |routine: &Routine| std::mem::discriminant(&routine.body);
        if was.language != is.language || shown(was) != shown(is) {
            let spot = |id| Some(Spot { routine: id, rung: None, line: None });
            let change = LogicChange::new(ChangeKind::RoutineBody, is.name.clone());
            self.changes.push(change.at(spot(id), spot(other)));
            return;
        }
        self.pairs.push((id, other));
    }
}

fn ids(project: &Project) -> impl DoubleEndedIterator<Item = (RoutineId, &Routine)> {
    project.routines.iter().enumerate().map(|(at, routine)| (RoutineId::at(at), routine))
}

fn key(routine: &Routine) -> (String, String) {
    (routine.owner.to_lowercase(), routine.name.to_lowercase())
}
