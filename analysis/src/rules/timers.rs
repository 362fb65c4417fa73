//! Timers and counters.

use tagbridge_logic::{
    Direction, Effect, PlaceId, Relation, Scope, StatementId, Step, UseMode,
    expr::{Constant, Expr, ExprId},
};
use tagbridge_project::{Initial, Vendor};
use tagbridge_texts::Coded;

use crate::{
    chapter_writer::ChapterWriter,
    facts::Facts,
    instances::{Execution, inputs, is_always, may_meet_for_sure},
    rule::Confidence,
};

/// A finding.
#[derive(Debug, Coded)]
#[coded(prefix = "analysis-timers")]
pub(crate) enum TimerFinding<'a> {
    Reused { name: &'a str, count: usize },
    NoPreset { name: &'a str },
    NotReset { name: &'a str },
    NotUsed { name: &'a str },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Timer,
    /// A timer that retains its time.
    Retentive,
    Up,
    Down,
    UpDown,
}

pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let instances = facts.instances(pen.budget());
    for (place, executions) in &instances.by_place {
        pen.check();
        let executions: Vec<(Kind, &Execution)> =
            executions.iter().filter_map(|it| Some((kind(&it.name)?, it))).collect();
        let Some((first, _)) = executions.first() else { continue };
        let name = facts.logic.place(*place);
        reused(facts, pen, &name, &executions);
        for (_, execution) in &executions {
            no_preset(facts, pen, *place, &name, execution);
        }
        let others = others(facts, *place, &executions);
        let is_kept = !matches!(first, Kind::Timer) && !counts_both_ways(&executions);
        if is_kept && !others.written && !executions.iter().any(|it| is_reset(facts, it.1)) {
            let at = executions.iter().map(|it| facts.statement(it.1.statement)).collect();
            let sure = if is_partly_seen(facts) { Confidence::Review } else { Confidence::Certain };
            pen.find_as("T03", sure, &name, &TimerFinding::NotReset { name: &name }, at);
        }
        let is_wired = executions
            .iter()
            .any(|it| instances.has_output(*place, it.1.statement) || gives(facts, it.1.statement));
        // A partial export does not show other uses of shared places.
        let is_whole = !facts.is_partial() || is_own(facts, *place);
        if is_whole && !others.read && !is_wired {
            let at = executions.iter().map(|it| facts.statement(it.1.statement)).collect();
            pen.find("T04", &name, &TimerFinding::NotUsed { name: &name }, at);
        }
    }
}

/// Whether a counter counts up and down: a number of objects inside needs no reset.
fn counts_both_ways(executions: &[(Kind, &Execution)]) -> bool {
    let has = |kind: Kind| executions.iter().any(|it| it.0 == kind);
    has(Kind::UpDown) || (has(Kind::Up) && has(Kind::Down))
}

/// Whether a call reads an output of the instance.
fn gives(facts: &Facts<'_>, statement: StatementId) -> bool {
    let Effect::Call { bindings, .. } = &facts.index.statement(statement).effect else {
        return false;
    };
    facts.index.bindings(bindings).iter().any(|it| it.direction != Direction::In)
}

/// Whether a place belongs to a block or a program.
fn is_own(facts: &Facts<'_>, place: PlaceId) -> bool {
    let root = facts.index.places.root_of(place);
    let step = facts.index.places.step(root);
    !matches!(step, Step::Root(Scope::Controller | Scope::Global | Scope::Address, _))
}

/// Whether hidden code may contain the missing part.
fn is_partly_seen(facts: &Facts<'_>) -> bool {
    facts.is_partial() || !facts.unread.is_empty()
}

/// Timers and counters of Logix, of IEC 61131-3 and of TIA Portal (`TON_TIME`, `CTU_INT`).
fn kind(name: &str) -> Option<Kind> {
    let bare = name.split('_').next().unwrap_or(name);
    Some(match bare {
        "TON" | "TOF" | "TP" if name == bare || name.ends_with("TIME") => Kind::Timer,
        "TONR" if name.ends_with("TIME") => Kind::Retentive,
        "TONR" | "TOFR" if name == bare => Kind::Timer,
        "RTO" | "RTOR" if name == bare => Kind::Retentive,
        "CTU" => Kind::Up,
        "CTD" => Kind::Down,
        "CTUD" => Kind::UpDown,
        _ => return None,
    })
}

/// A timer that two instructions drive works for neither. A counter can have one up and one down
/// instruction.
fn reused(
    facts: &Facts<'_>,
    pen: &mut ChapterWriter<'_>,
    name: &str,
    executions: &[(Kind, &Execution)],
) {
    for group in [&[Kind::Timer, Kind::Retentive][..], &[Kind::Up], &[Kind::Down], &[Kind::UpDown]]
    {
        let those: Vec<&Execution> =
            executions.iter().filter(|it| group.contains(&it.0)).map(|it| it.1).collect();
        // A call that never starts it resets it: a reset and a restart in one scan are intentional.
        let is_reset = |it: &&&Execution| {
            let inputs = inputs(facts.index, it.statement);
            inputs.iter().any(|(pin, value)| {
                ["IN", "CU", "CD"].iter().any(|it| it.eq_ignore_ascii_case(pin))
                    && is_never(facts, *value)
            })
        };
        if those.len() < 2 || those.iter().any(|it| is_reset(&it)) {
            continue;
        }
        let guards: Vec<ExprId> =
            those.iter().map(|it| facts.index.statement(it.statement).guard).collect();
        let meet = may_meet_for_sure(facts.index, &guards);
        let sure = if meet { Confidence::Certain } else { Confidence::Review };
        let at = those.iter().map(|it| facts.statement(it.statement)).collect();
        let message = TimerFinding::Reused { name, count: those.len() };
        pen.find_as("T01", sure, name, &message, at);
    }
}

fn no_preset(
    facts: &Facts<'_>,
    pen: &mut ChapterWriter<'_>,
    place: PlaceId,
    name: &str,
    execution: &Execution,
) {
    let inputs = inputs(facts.index, execution.statement);
    let preset = inputs.iter().find(|(pin, _)| {
        ["PT", "PV", "PRE", "PRESET"].iter().any(|it| it.eq_ignore_ascii_case(pin))
    });
    let sure = match preset.map(|(_, value)| facts.index.exprs.get(*value)) {
        Some(Expr::Const(Constant::Int(..=0))) => Confidence::Certain,
        Some(Expr::Const(Constant::Real(bits))) if f64::from_bits(bits) <= 0.0 => {
            Confidence::Certain
        }
        None if facts.project.vendor == Vendor::AllenBradley
            && is_zero_in_tag(facts, name)
            && !is_member_written(facts, place, "PRE") =>
        {
            Confidence::Likely
        }
        _ => return,
    };
    // A counter needs no preset if its done bit is not read.
    let is_counter = !matches!(kind(&execution.name), Some(Kind::Timer | Kind::Retentive));
    let asked = |member: &str| is_member_read(facts, place, member);
    if is_counter && !["DN", "Q", "QU", "QD"].into_iter().any(asked) {
        return;
    }
    let at = vec![facts.statement(execution.statement)];
    pen.find_as("T02", sure, name, &TimerFinding::NoPreset { name }, at);
}

/// Whether the project file contains the instance's values, with a preset of 0.
fn is_zero_in_tag(facts: &Facts<'_>, name: &str) -> bool {
    let (base, rest) = match name.find('[') {
        Some(at) => name.split_at(at),
        None => (name, ""),
    };
    let tags = facts.project.tags.iter();
    let tag = tags.into_iter().find(|tag| tag.name.eq_ignore_ascii_case(base));
    match tag.and_then(|tag| tag.initial.as_ref()) {
        Some(Initial::Parts(parts)) => {
            let preset = parts.get(&format!("{rest}.PRE"));
            preset.is_none_or(|it| it.parse::<f64>().is_ok_and(|it| it <= 0.0))
        }
        _ => false,
    }
}

struct OtherUses {
    read: bool,
    written: bool,
}

/// The uses of an instance in addition to its own instructions.
fn others(facts: &Facts<'_>, place: PlaceId, executions: &[(Kind, &Execution)]) -> OtherUses {
    let index = facts.index;
    let mut found = OtherUses { read: false, written: false };
    for (other, relation) in index.related(place) {
        for at in index.refs_to(other) {
            if executions.iter().any(|it| it.1.at == *at) {
                continue;
            }
            let reference = index.reference(*at);
            let unsure = reference.mode == UseMode::Address || relation == Relation::May;
            found.read |= reference.mode.reads() || unsure;
            found.written |= reference.mode.writes() || unsure;
        }
    }
    // The members of a block with instances elsewhere are identified by name.
    let last = facts.logic.place(place);
    let last = last.rsplit(['.', '#']).next().unwrap_or_default().trim_matches('"');
    if facts.is_hidden(last) {
        found = OtherUses { read: true, written: true };
    }
    found
}

/// Whether a reset pin of a counter has an input.
fn is_reset(facts: &Facts<'_>, execution: &Execution) -> bool {
    let inputs = inputs(facts.index, execution.statement);
    inputs.iter().any(|(pin, value)| {
        let is_pin =
            ["R", "RESET", "LD", "LOAD", "RES"].iter().any(|it| it.eq_ignore_ascii_case(pin));
        is_pin && !is_never(facts, *value)
    })
}

fn is_never(facts: &Facts<'_>, value: ExprId) -> bool {
    match facts.index.exprs.get(value) {
        Expr::Const(Constant::Int(0) | Constant::Bool(false)) => true,
        Expr::Not(of) => is_always(facts.index, of),
        _ => false,
    }
}

fn is_member_written(facts: &Facts<'_>, place: PlaceId, member: &str) -> bool {
    member_uses(facts, place, member).any(UseMode::writes)
}

fn is_member_read(facts: &Facts<'_>, place: PlaceId, member: &str) -> bool {
    member_uses(facts, place, member).any(UseMode::reads)
}

fn member_uses<'f>(
    facts: &'f Facts<'_>,
    place: PlaceId,
    member: &str,
) -> impl Iterator<Item = UseMode> + 'f {
    let index = facts.index;
    let name = index.names.find(member);
    let step = name.map(Step::Member);
    let found = step.and_then(|step| index.places.find(Some(place), step));
    let related = found.map(|found| index.related(found)).unwrap_or_default();
    let parts =
        related.into_iter().filter(move |it| it.1 != Relation::Within || Some(it.0) == found);
    parts
        .filter(move |(other, _)| *other != place)
        .flat_map(move |(other, _)| index.refs_to(other))
        .map(move |at| index.reference(*at).mode)
}
