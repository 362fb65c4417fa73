//! The access of outsiders, and whether the code checks it (Top 20 Secure PLC Coding Practices
//! 1.0).

use std::collections::BTreeMap;

use tagbridge_logic::kinds::Sort;
use tagbridge_logic::{Index, PlaceId, Scope, Step, expr::Expr};
use tagbridge_project::{Access, BlockKind, Exchange, Section, Vendor};
use tagbridge_texts::Coded;

use crate::{
    analysis::Site,
    chapter_writer::ChapterWriter,
    conditions::Checked,
    facts::Facts,
    rule::Confidence,
    words::{any, words},
};

/// A finding.
#[derive(Coded)]
#[coded(prefix = "analysis-security")]
pub(super) enum SecurityFinding<'a> {
    /// A value that an operator enters.
    Unchecked { name: &'a str },
    /// The code does not read the state of the controller.
    Unwatched,
    /// Unused tags of a program that outsiders may write.
    Open { scope: &'a str, count: usize },
    /// Unused controller tags that outsiders may write.
    OpenTags { count: usize },
    /// Blocks that can be read and changed without protection.
    Unprotected { count: usize },
}

/// A count of the chapter.
#[derive(Coded)]
#[coded(prefix = "analysis-security-figure")]
pub(super) enum SecurityCount {
    ReadWrite,
    ReadOnly,
    Hidden,
    Untold,
    Protected,
}

/// Words in names of values that an operator enters.
const ENTERED: [&str; 12] = [
    "hmi", "scada", "setpoint", "setpt", "sp", "sollwert", "operator", "recipe", "rezept", "panel",
    "entry", "wincc",
];

/// G01–G04.
pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    unchecked_inputs(facts, pen);
    if !facts.is_partial() {
        unwatched(facts, pen);
        open(facts, pen);
        unprotected(facts, pen);
    }
    let count = |access| facts.project.tags.iter().filter(|tag| tag.access == access).count();
    pen.figure(&SecurityCount::ReadWrite, count(Access::ReadWrite));
    pen.figure(&SecurityCount::ReadOnly, count(Access::ReadOnly));
    pen.figure(&SecurityCount::Hidden, count(Access::None));
    pen.figure(&SecurityCount::Untold, count(Access::Unknown));
    pen.figure(
        &SecurityCount::Protected,
        facts.project.blocks.iter().filter(|it| it.protected).count(),
    );
}

/// G01.
fn unchecked_inputs(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let index = facts.index;
    let mut checked = None;
    for place in index.places.ids() {
        if place.index() % 100 == 0 {
            pen.check();
        }
        let reads = || {
            let refs = index.refs_to(place).iter().copied();
            refs.filter(|at| index.reference(*at).mode.reads())
        };
        if reads().next().is_none() || !is_entered(facts, place) {
            continue;
        }
        let is_number = matches!(facts.kinds.sort(index, place), Sort::Whole | Sort::Real);
        if !is_number || facts.writers().any(index, place) {
            continue;
        }
        let checked = checked.get_or_insert_with(|| Checked::new(index, || pen.check()));
        if checked.is_checked_anywhere(index, place) || is_given_on(index, checked, place) {
            continue;
        }
        let name = facts.logic.place(place);
        let at = reads().filter(|at| facts.is_read(index.unit_of(*at)));
        let at: Vec<Site> = at.map(|at| facts.reference(at)).collect();
        if !at.is_empty() {
            let message = SecurityFinding::Unchecked { name: &name };
            pen.find_as("G01", Confidence::Likely, &name, &message, at);
        }
    }
}

/// Whether a place is a tag that outsiders may write, with the name of an operator value.
fn is_entered(facts: &Facts<'_>, place: PlaceId) -> bool {
    let index = facts.index;
    let root = index.places.step(index.places.root_of(place));
    if matches!(root, Step::Root(Scope::AddOn(_) | Scope::Address | Scope::Undeclared, _)) {
        return false;
    }
    let Some((tag, _)) = facts.kinds.tag(index, place) else { return false };
    let is_open = matches!(tag.access, Access::ReadWrite | Access::Unknown);
    let is_own = tag.constant || tag.alias_for.is_some() || tag.exchange.is_some();
    is_open && !is_own && any(&words(&facts.logic.place(place)), &ENTERED)
}

/// Whether it is passed to a block that checks it.
fn is_given_on(index: &Index, checked: &Checked, place: PlaceId) -> bool {
    let mut given = index.units().flat_map(|(id, _)| index.statements_of(id));
    given.any(|(_, statement)| match &statement.effect {
        tagbridge_logic::Effect::Call { bindings, .. } => {
            index.bindings(bindings).iter().any(|binding| {
                matches!(index.exprs.get(binding.actual), Expr::Ref(it) if it == place)
                    && checked.is_checked_anywhere(index, binding.formal)
            })
        }
        _ => false,
    })
}

/// G02.
fn unwatched(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let project = facts.project;
    // The states of modules, tasks and the controller, by their names on each platform.
    let signs: &[&str] = match project.vendor {
        Vendor::AllenBradley => &[
            "FAULTLOG",
            "MAJORFAULTRECORD",
            "MINORFAULTRECORD",
            "CONTROLLERDEVICE",
            "GSV(MODULE",
            "GSV(CONTROLLER",
            "S:MINOR",
            "S:FS",
            "CONNECTIONFAULTED",
            ":I.FAULT",
            ":I.MODULEFAULT",
            "GSV(REDUNDANCY",
            "GSV(TASK",
        ],
        Vendor::Siemens => &[
            "DEVICESTATES",
            "MODULESTATES",
            "GET_DIAG",
            "RD_SINFO",
            "LED(",
            "GET_ERR",
            "RDSYSST",
            "DP_DIAG",
            "DPNRM_DG",
            "RALRM",
            "GEN_DIAG",
            "READ_ERR",
        ],
        Vendor::Codesys => &[
            "CMPAPP",
            "APPGET",
            "CMPIECTASK",
            "IECTASK",
            "SCHEDGET",
            "GETDEVICESTATE",
            "GETSTATE",
            "DIAGNOSTIC",
            "SYSEXCEPT",
            "COMMERROR",
            "ISACTIVE",
            "XERROR",
            "EDEVICESTATE",
        ],
    };
    let has_handler = match project.vendor {
        Vendor::AllenBradley => {
            let controller = project.controller.as_ref();
            controller.is_some_and(|it| it.fault_program.is_some())
                || project.programs.iter().any(|it| it.fault_routine.is_some())
        }
        // Diagnostic, station failure, programming and access errors.
        Vendor::Siemens => project
            .programs
            .iter()
            .any(|it| matches!(it.number, Some(80 | 82 | 83 | 84 | 85 | 86 | 121 | 122))),
        Vendor::Codesys => false,
    };
    let mut has_code = false;
    for (id, _) in facts.index.units() {
        pen.check();
        has_code = true;
        let text = facts.logic.text(id).to_ascii_uppercase();
        let text: String = text.chars().filter(|it| !it.is_whitespace()).collect();
        if has_handler || !facts.is_read(id) || signs.iter().any(|sign| text.contains(sign)) {
            return;
        }
    }
    let first = facts.index.units().next();
    if let (true, Some((_, unit))) = (has_code, first) {
        let at = vec![facts.routine(unit.routine)];
        pen.find_as("G02", Confidence::Review, "project", &SecurityFinding::Unwatched, at);
    }
}

/// G03.
fn open(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let budget = pen.budget();
    let mut scopes: BTreeMap<&str, Vec<Site>> = BTreeMap::new();
    for tag in &facts.project.tags {
        pen.check();
        let is_open = tag.access == Access::ReadWrite && !tag.constant;
        let is_elsewhere = tag.alias_for.is_some()
            || matches!(tag.exchange, Some(Exchange::Consumed { .. } | Exchange::Produced))
            || tag.name.matches(':').count() > usize::from(tag.name.starts_with("Program:"));
        let own = tag.name.rsplit('.').next().unwrap_or(&tag.name).trim_matches('"');
        if !is_open || is_elsewhere || facts.is_hidden(own) {
            continue;
        }
        if !facts.tags(budget).of(facts, tag).any() {
            scopes.entry(tag.scope.as_str()).or_default().push(facts.tag(&tag.name));
        }
    }
    for (scope, at) in scopes {
        let count = at.len();
        match scope {
            "" => pen.find("G03", "tags", &SecurityFinding::OpenTags { count }, at),
            _ => pen.find("G03", scope, &SecurityFinding::Open { scope, count }, at),
        }
    }
}

/// G04.
fn unprotected(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let blocks = facts.project.blocks.iter().filter(|block| {
        matches!(
            block.kind,
            BlockKind::AddOnInstruction | BlockKind::FunctionBlock | BlockKind::Function
        ) && block.instance_of.is_none()
    });
    // In CODESYS, an interface without any code belongs to a library.
    let has_code = |block: &tagbridge_project::Block| {
        facts.project.vendor != Vendor::Codesys
            || facts.project.routines.iter().any(|it| it.owner.eq_ignore_ascii_case(&block.name))
    };
    let is_safe = |block: &tagbridge_project::Block| {
        block.protected && has_code(block) || block.signature.is_some()
    };
    let open: Vec<&str> = blocks
        .clone()
        .filter(|block| facts.shows_code_of(&block.name))
        .map(|block| block.name.as_str())
        .collect();
    if open.is_empty() || blocks.clone().any(is_safe) {
        return;
    }
    let count = open.len();
    let at = open.into_iter().map(|name| facts.definition(name)).collect();
    let message = SecurityFinding::Unprotected { count };
    pen.find_as("G04", Confidence::Review, "project", &message, at);
}

/// Whether a place is a parameter that the caller passes.
pub(crate) fn is_parameter(facts: &Facts<'_>, place: PlaceId) -> bool {
    let variable = facts.kinds.variable(facts.index, place);
    variable.is_some_and(|it| matches!(it.section, Some(Section::Input | Section::InOut)))
}
