//! The checks of every proposal: the copy is parsed again, differs exactly as planned, and is
//! otherwise unchanged.

use std::collections::{BTreeMap, BTreeSet};

use tagbridge_diff::{
    ChangeKind, Diff, LogicChange, diff,
    units::{key, units},
};
use tagbridge_forms::names::{folded, with_word};
use tagbridge_logic::{Index, Logic, OpaqueReason};
use tagbridge_project::{Initial, Project, Routine, Source, SourceFile, read};
use tagbridge_texts::Language;

use crate::{
    context::is_unread,
    copy::apply,
    draft::{Draft, Expect},
    meaning,
    says::Why,
    verify::diagnosed,
};

/// A copy that passed the checks.
#[derive(Debug)]
pub(crate) struct Passed {
    pub(crate) files: Vec<SourceFile>,
    pub(crate) project: Project,
    pub(crate) index: Index,
    pub(crate) changes: Vec<LogicChange>,
}

impl Passed {
    pub(crate) fn logic(&self) -> Logic<'_> {
        Logic::new(&self.project, &self.index)
    }

    /// The copy as a source.
    pub(crate) fn source(&self, of: &Source) -> Source {
        Source { name: of.name.clone(), files: self.files.clone(), hash: of.hash.clone() }
    }

    /// The same, with what the copy differs in from the first version of several changes.
    pub(crate) fn since(mut self, first: Logic<'_>) -> Self {
        self.changes = changes(first, self.logic());
        self
    }
}

/// What two versions differ in, comments too.
fn changes(old: Logic<'_>, new: Logic<'_>) -> Vec<LogicChange> {
    let Diff { mut changes, comments } = diff((old.project, old.index), (new.project, new.index));
    changes.extend(comments);
    changes
}

/// Makes the copy, and reads it again.
pub(crate) fn applied(source: &Source, draft: &Draft) -> Result<Passed, Why> {
    let mut files = apply(source, &draft.splices)?;
    untouched_files(source, &files, draft)?;
    let mut at = 0;
    files.retain(|_| {
        at += 1;
        !draft.without.contains(&(at - 1))
    });
    files.extend(draft.new_files.iter().cloned());
    files.sort_by(|a, b| a.path.cmp(&b.path));
    if files.windows(2).any(|it| it[0].path == it[1].path) {
        return Err(Why::Taken { name: draft.new_files[0].path.clone() });
    }
    let copy =
        Source { name: source.name.clone(), files: files.clone(), hash: source.hash.clone() };
    let project = read(&copy).map_err(|error| Why::Reread { why: error.to_string() })?;
    let index = Index::build(&project);
    Ok(Passed { files, project, index, changes: Vec::new() })
}

/// Creates the copy, and compares it with the plan.
pub(crate) fn check(source: &Source, logic: Logic<'_>, draft: &Draft) -> Result<Passed, Why> {
    let passed = applied(source, draft)?.since(logic);
    let (new, project) = (passed.logic(), &passed.project);
    as_much_understood(logic, new)?;
    // Values of tags are compared below, each as it is stored.
    let mut changes = passed.changes.clone();
    changes.retain(|it| it.kind != ChangeKind::TagValue);
    let is_meant = |change: &&LogicChange| !is_in_meant(draft, (logic.project, project), change);
    let others: Vec<LogicChange> = changes.iter().filter(is_meant).cloned().collect();
    match &draft.renaming {
        Some((from, to)) => as_renamed((from, to), &changes)?,
        None => as_planned(&draft.expects, &others).or_else(|no| {
            if draft.otherwise.is_empty() { Err(no) } else { as_planned(&draft.otherwise, &others) }
        })?,
    }
    for ((owner, name), meaning) in &draft.meanings {
        if let Some(what) = meaning::differs(logic, new, (owner, name), meaning) {
            return Err(Why::Differs { what });
        }
    }
    others_stay(logic.project, project, draft)?;
    if let Some(what) = diagnosed(logic, new, Language::English).first() {
        return Err(Why::NotVerified { what: what.clone() });
    }
    for value in &draft.values {
        has_value(logic.project, project, &value.tag, (&value.operand, &value.to))?;
    }
    Ok(passed)
}

/// Whether a difference is in a routine whose meaning is checked.
fn is_in_meant(draft: &Draft, (old, new): (&Project, &Project), change: &LogicChange) -> bool {
    let routine = match (change.before, change.after) {
        (_, Some(after)) => new.routines.get(after.routine.index()),
        (Some(before), None) => old.routines.get(before.routine.index()),
        (None, None) => None,
    };
    routine.is_some_and(|routine| {
        draft.meanings.iter().any(|((owner, name), _)| {
            routine.owner.eq_ignore_ascii_case(owner) && routine.name.eq_ignore_ascii_case(name)
        })
    })
}

/// Checks that no routine is understood less than before; a copy must be understood like its
/// original.
fn as_much_understood(old: Logic<'_>, new: Logic<'_>) -> Result<(), Why> {
    let path = |routine: &Routine| format!("{}/{}", routine.owner, routine.name).to_lowercase();
    let count = |of: Logic<'_>| {
        let mut by_routine: BTreeMap<String, Vec<OpaqueReason>> = BTreeMap::new();
        for opaque in of.index.opaque() {
            let routine = &of.project.routines[of.index.unit(opaque.unit).routine.index()];
            by_routine.entry(path(routine)).or_default().push(opaque.reason);
        }
        by_routine
    };
    let (before, known) = (count(old), &old.project.routines);
    for (routine, reasons) in count(new) {
        let is_less = if known.iter().any(|it| path(it) == routine) {
            reasons.len() > before.get(&routine).map_or(0, Vec::len)
        } else {
            reasons.iter().any(|it| is_unread(*it))
        };
        if is_less {
            return Err(Why::Reread { why: routine });
        }
    }
    Ok(())
}

/// Checks that files without a splice have the same bytes.
fn untouched_files(source: &Source, files: &[SourceFile], draft: &Draft) -> Result<(), Why> {
    let spliced: BTreeSet<usize> = draft.splices.iter().map(|it| it.file).collect();
    for (at, (old, new)) in source.files.iter().zip(files).enumerate() {
        if !spliced.contains(&at) && old.bytes != new.bytes {
            return Err(Why::Differs { what: old.path.clone() });
        }
    }
    Ok(())
}

/// Checks that the differences are exactly the expected ones.
fn as_planned(expects: &[Expect], changes: &[LogicChange]) -> Result<(), Why> {
    let mut left: Vec<&Expect> = expects.iter().collect();
    for change in changes {
        let said = [Some(&change.subject), change.from.as_ref(), change.to.as_ref()];
        let said: Vec<String> = said.into_iter().flatten().map(|it| folded(it)).collect();
        let fits = |expect: &Expect| {
            expect.kind == change.kind
                && expect.says.iter().all(|it| said.iter().any(|text| text.contains(&folded(it))))
        };
        let Some(at) = left.iter().position(|it| fits(it)) else {
            let what = format!("{} {}", change.kind.name(), said.join(" → "));
            return Err(Why::Differs { what });
        };
        left.remove(at);
    }
    match left.first() {
        Some(missing) => {
            Err(Why::Differs { what: format!("{} {:?}", missing.kind.name(), missing.says) })
        }
        None => Ok(()),
    }
}

/// Checks that each difference is the replaced name: reported as such, as the same text with the
/// other name, or as an object that was removed and added with the other name.
fn as_renamed((from, to): (&str, &str), changes: &[LogicChange]) -> Result<(), Why> {
    let other = |text: &str| folded(&with_word(text, from, to));
    let mut moved: BTreeMap<String, i64> = BTreeMap::new();
    for change in changes {
        let what = || format!("{} {}", change.kind.name(), change.subject);
        let is_gone = change.kind.name().ends_with("_removed");
        match (&change.from, &change.to) {
            (Some(was), Some(is)) if change.kind == ChangeKind::Renamed => {
                if !was.eq_ignore_ascii_case(from) || !is.eq_ignore_ascii_case(to) {
                    return Err(Why::Differs { what: what() });
                }
            }
            (Some(was), Some(is)) => {
                if other(was) != folded(is) {
                    return Err(Why::Differs { what: what() });
                }
            }
            (None, None) if is_gone => *moved.entry(other(&change.subject)).or_default() -= 1,
            (None, None) if change.kind.name().ends_with("_added") => {
                *moved.entry(folded(&change.subject)).or_default() += 1;
            }
            _ => return Err(Why::Differs { what: what() }),
        }
    }
    match moved.iter().find(|it| *it.1 != 0) {
        Some((what, _)) => Err(Why::Differs { what: what.clone() }),
        None if changes.is_empty() => Err(Why::Differs { what: from.to_owned() }),
        None => Ok(()),
    }
}

/// Checks that only the units in the plan, and those derived from them, differ.
fn others_stay(old: &Project, new: &Project, draft: &Draft) -> Result<(), Why> {
    let (old, new) = (units(old), units(new));
    let differ = different(&old, &new);
    if let Some(missing) = draft.touched.iter().find(|it| !differ.contains(it.as_str())) {
        return Err(Why::Differs { what: missing.clone() });
    }
    for unit in differ {
        let text = old.get(unit).or_else(|| new.get(unit)).map_or("", String::as_str);
        let is_derived = draft.derived_of.as_deref().is_some_and(|of| {
            (unit.starts_with("tag ") || unit.starts_with("block "))
                && (text.to_lowercase().contains(&format!("\"{}\"", of.to_lowercase()))
                    || unit.contains(&of.to_lowercase()))
        });
        // A missing object may exist now.
        let is_solved = unit.starts_with("note ") && !new.contains_key(unit);
        // A note about a renamed tag names it by its new name.
        let is_renamed = unit.starts_with("note ")
            && draft.steps.iter().any(|it| {
                let from = it.target.rsplit(['.', '/']).next().unwrap_or_default().to_lowercase();
                let to = it.new_name.as_deref();
                to.is_some_and(|to| old.contains_key(&with_word(unit, to, &from)))
            });
        if !draft.touched.contains(unit) && !is_derived && !is_solved && !is_renamed {
            return Err(Why::Differs { what: unit.to_owned() });
        }
    }
    Ok(())
}

pub(crate) fn different<'a>(
    old: &'a BTreeMap<String, String>,
    new: &'a BTreeMap<String, String>,
) -> BTreeSet<&'a str> {
    let changed = old.iter().filter(|(unit, text)| new.get(*unit) != Some(text));
    let added = new.keys().filter(|unit| !old.contains_key(*unit));
    changed.map(|it| it.0).chain(added).map(String::as_str).collect()
}

/// Checks that only this value of the tag changed.
fn has_value(
    old: &Project,
    new: &Project,
    tag: &str,
    (operand, to): (&str, &str),
) -> Result<(), Why> {
    let wrong = || Why::Differs { what: key("tag", tag) };
    let find = |project: &Project| project.tags.iter().find(|it| it.name == tag).cloned();
    let (mut old, new) = (find(old).ok_or_else(wrong)?, find(new).ok_or_else(wrong)?);
    match (&mut old.initial, operand) {
        (initial, "") => *initial = Some(Initial::Scalar(to.to_owned())),
        // Parts are only listed if they are not zero.
        (Some(Initial::Parts(parts)), operand) if to == "0" => {
            parts.remove(operand);
            if parts.is_empty() {
                old.initial = None;
            }
        }
        (Some(Initial::Parts(parts)), operand) => {
            parts.insert(operand.to_owned(), to.to_owned());
        }
        (initial, operand) => {
            *initial =
                Some(Initial::Parts([(operand.to_owned(), to.to_owned())].into_iter().collect()));
        }
    }
    if old == new { Ok(()) } else { Err(wrong()) }
}
