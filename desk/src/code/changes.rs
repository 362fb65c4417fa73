//! The differences between two projects, or two versions of one, for screens.

use tagbridge_diff::{Diff, LogicChange, Spot, diff, gaps};
use tagbridge_logic::Logic;
use tagbridge_project::Body;
use tagbridge_texts::Coded;

use crate::{
    parsed_project::ParsedProject,
    time::small,
    view::{CodeChange, CodeChanges, CodeSpot},
};

/// Maximum number of changes that are listed.
const CHANGES_MAX: usize = 1000;

/// The changes from the first to the second.
pub(crate) fn changes(from: &ParsedProject, to: &ParsedProject) -> CodeChanges {
    let (old, new) = (from.logic(), to.logic());
    let Diff { changes, comments } = diff((old.project, old.index), (new.project, new.index));
    let of = small(changes.len() + comments.len());
    let all = changes.into_iter().chain(comments).take(CHANGES_MAX);
    CodeChanges {
        changes: all.map(|it| told(it, &old, &new)).collect(),
        of,
        gaps: gaps(&old, &new).iter().map(Coded::message).collect(),
    }
}

fn told(change: LogicChange, old: &Logic<'_>, new: &Logic<'_>) -> CodeChange {
    let LogicChange { kind, subject, from, to, before, after } = change;
    CodeChange {
        kind: kind.message(),
        does_the_same: kind.does_the_same(),
        subject,
        from,
        to,
        before: before.map(|it| spot(it, old)),
        after: after.map(|it| spot(it, new)),
    }
}

fn spot(spot: Spot, logic: &Logic<'_>) -> CodeSpot {
    let routine = &logic.project.routines[spot.routine.index()];
    let rung = match &routine.body {
        Body::Rungs(rungs) => spot.rung.and_then(|at| rungs.get(at as usize)),
        _ => None,
    };
    CodeSpot {
        routine: small(spot.routine.index()),
        path: logic.path(spot.routine),
        at: spot.rung,
        rung: rung.map(|it| it.number),
        line: spot.line,
    }
}
