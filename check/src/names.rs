//! Names that the code uses and the project does not declare.

use std::{cell::OnceCell, collections::HashMap};

use tagbridge_logic::{OpaqueReason, Scope, Span, Step, UnitId, logix::table::Instruction};
use tagbridge_project::{BlockKind, Section, Vendor};

use crate::{
    checker::Checker,
    diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticPlace, Problem},
    organization,
};

/// How a name is used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Usage {
    Variable,
    Call,
    Instruction,
}

/// The global names of a project, to find one that is nearly another.
struct Dictionary<'c, 'a> {
    checker: &'c Checker<'a>,
    /// Names by their first and by their last letter. A similar name has one of the two in common.
    by_end: OnceCell<HashMap<(bool, char), Vec<&'c String>>>,
}

impl<'c> Dictionary<'c, '_> {
    /// The names that may be near another one.
    fn candidates(&self, name: &str) -> impl Iterator<Item = &'c String> {
        let by_end = self.by_end.get_or_init(|| {
            let mut by_end: HashMap<_, Vec<&'c String>> = HashMap::new();
            for known in self.checker.global_names() {
                for end in ends(known) {
                    by_end.entry(end).or_default().push(known);
                }
            }
            by_end
        });
        ends(name).into_iter().filter_map(|end| by_end.get(&end)).flatten().copied()
    }
}

/// The first and the last letter of a name.
fn ends(name: &str) -> Vec<(bool, char)> {
    let first = name.chars().next().map(|it| (false, it));
    first.into_iter().chain(name.chars().next_back().map(|it| (true, it))).collect()
}

/// Checks the names in all code.
pub(crate) fn check(checker: &Checker<'_>) -> Vec<Diagnostic> {
    let index = checker.logic.index;
    let dictionary = Dictionary { checker, by_end: OnceCell::new() };
    let mut found = Vec::new();
    for id in index.places.ids() {
        let Step::Root(scope, name) = index.places.step(id) else { continue };
        let text = index.names.text(name);
        let is_local = match scope {
            Scope::Undeclared => false,
            // The stack of a block, by its address: `L 20.0`.
            Scope::Block(_) if is_stack(text) => continue,
            Scope::Block(owner) if is_missing_local(checker, index.names.text(owner), text) => true,
            Scope::Global if is_missing_global(checker, text) => false,
            _ => continue,
        };
        for at in checker.logic.index.refs_below(id) {
            let reference = index.reference(at);
            let unit = index.unit_of(at);
            let span = first_name(checker.logic.text(unit), reference.span());
            found.push(one(&dictionary, unit, span, text, (Usage::Variable, is_local)));
        }
    }
    for opaque in index.opaque() {
        let text = |id| index.names.text(id);
        let (name, usage) = match opaque.reason {
            OpaqueReason::Undeclared(name) => (text(name), Usage::Variable),
            OpaqueReason::UnknownCallee(name) => (text(name), Usage::Call),
            // One of the table with other operands is reported at its rung.
            OpaqueReason::UnknownInstruction(name) if Instruction::find(text(name)).is_none() => {
                (text(name), Usage::Instruction)
            }
            _ => continue,
        };
        let shown = checker.logic.text(opaque.unit);
        let written = shown.get(opaque.span.range()).and_then(|it| it.strip_prefix('#'));
        let is_local = usage == Usage::Variable
            && written.is_some_and(|it| it.trim_matches('"').eq_ignore_ascii_case(name));
        let routine = &checker.project.routines[index.unit(opaque.unit).routine.index()];
        if is_local && organization::has_input(checker, &routine.owner, name) {
            continue;
        }
        let span = first_name(shown, opaque.span);
        found.push(one(&dictionary, opaque.unit, span, name, (usage, is_local)));
    }
    found
}

/// The first name in a span.
fn first_name(text: &str, span: Span) -> Span {
    let whole = text.get(span.range()).unwrap_or_default();
    let end = whole.find(['.', '[', '(']).unwrap_or(whole.len());
    Span::new(span.start as usize, span.start as usize + end)
}

/// A variable of a block of S7 that its interface does not have.
fn is_missing_local(checker: &Checker<'_>, owner: &str, name: &str) -> bool {
    let Some(block) = checker.block(owner) else {
        let program =
            checker.project.programs.iter().find(|it| it.name.eq_ignore_ascii_case(owner));
        return program.is_some_and(|it| {
            !it.members.is_empty()
                && !it.members.iter().any(|it| it.name.eq_ignore_ascii_case(name))
                && !organization::has_input(checker, owner, name)
        });
    };
    let is_own = block.members.iter().any(|it| it.name.eq_ignore_ascii_case(name));
    let is_named = block.name.eq_ignore_ascii_case(name) || name.eq_ignore_ascii_case("Ret_Val");
    !is_own && !is_named && block.kind != BlockKind::DataBlock
}

/// An address in the stack of a block.
fn is_stack(name: &str) -> bool {
    let number = name.strip_prefix('L').map(|it| it.trim_start_matches(['B', 'W', 'D']));
    number.is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()))
}

/// A global name of S7 that no table and no block has.
fn is_missing_global(checker: &Checker<'_>, name: &str) -> bool {
    checker.vendor() == Vendor::Siemens
        && checker.global(name).is_none()
        && checker.block(name).is_none()
        && checker.data_type(name).is_none()
        && !checker.project.programs.iter().any(|it| it.name.eq_ignore_ascii_case(name))
        && !checker.project.tags.iter().any(|it| it.scope.eq_ignore_ascii_case(name))
}

fn one(
    dictionary: &Dictionary<'_, '_>,
    unit: UnitId,
    span: Span,
    name: &str,
    (usage, is_local): (Usage, bool),
) -> Diagnostic {
    let checker = dictionary.checker;
    let place = DiagnosticPlace::code(checker.logic, unit, span);
    let near = nearest(dictionary, unit, name, usage);
    let is_logix = checker.vendor() == Vendor::AllenBradley;
    let is_whole = is_logix && !checker.logic.is_partial();
    let (level, problem) = match (near, usage) {
        (Some(near), _) => {
            (DiagnosticLevel::Error, Problem::UndeclaredNear { name: name.to_owned(), near })
        }
        (None, Usage::Instruction) if is_logix => {
            (DiagnosticLevel::Error, Problem::UnknownInstruction { name: name.to_owned() })
        }
        (None, Usage::Call) if is_whole => {
            (DiagnosticLevel::Error, Problem::UnknownRoutine { name: name.to_owned() })
        }
        (None, _) if is_local || is_whole => {
            (DiagnosticLevel::Error, Problem::Undeclared { name: name.to_owned() })
        }
        (None, _) => (DiagnosticLevel::Unchecked, Problem::External { name: name.to_owned() }),
    };
    Diagnostic { problem, level, place }
}

/// Returns the declared name that was probably meant: it differs by one letter, or by two exchanged
/// letters. Names that differ only by digits belong to a series and do not count.
fn nearest(
    dictionary: &Dictionary<'_, '_>,
    unit: UnitId,
    name: &str,
    usage: Usage,
) -> Option<String> {
    let checker = dictionary.checker;
    let name = name.to_lowercase();
    // A name with a dot is a library's, and libraries have blocks of nearly the same name.
    if name.chars().count() < 4 || name.contains('.') || usage == Usage::Call {
        return None;
    }
    let logic = checker.logic;
    let routine = &checker.project.routines[logic.index.unit(unit).routine.index()];
    let mut own: Vec<String> = Vec::new();
    for owner in [&routine.name, &routine.owner] {
        let mut owner = Some(owner.as_str());
        while let Some(it) = owner {
            if let Some(block) = checker.block(it) {
                own.extend(
                    block
                        .members
                        .iter()
                        .filter(|it| it.section != Some(Section::Return))
                        .map(|it| it.name.to_lowercase()),
                );
            }
            owner = it.rsplit_once('.').map(|(outer, _)| outer);
        }
    }
    let own = own.into_iter().filter(|it| is_near(&name, it)).min();
    let global = dictionary.candidates(&name).filter(|it| is_near(&name, it)).min().cloned();
    own.into_iter().chain(global).min()
}

fn is_near(name: &str, other: &str) -> bool {
    if name == other || name.len().abs_diff(other.len()) > 1 {
        return false;
    }
    let (name, other): (Vec<char>, Vec<char>) = (name.chars().collect(), other.chars().collect());
    let same = name.iter().zip(&other).take_while(|(one, two)| one == two).count();
    let (name, other) = (&name[same..], &other[same..]);
    let back =
        name.iter().rev().zip(other.iter().rev()).take_while(|(one, two)| one == two).count();
    let (name, other) = (&name[..name.len() - back], &other[..other.len() - back]);
    if name.iter().chain(other).any(|it| it.is_numeric()) {
        return false;
    }
    match (name, other) {
        ([_], [_] | []) | ([], [_]) => true,
        ([first, second], [third, fourth]) => first == fourth && second == third,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_near;

    #[test]
    fn near_names_differ_by_one_letter() {
        assert!(
            is_near("motor_run", "motor_rnu")
                && is_near("motor", "moto")
                && is_near("motr", "motor")
        );
        assert!(!is_near("motor_1", "motor_2") && !is_near("motor", "valve") && !is_near("a", "a"));
    }
}
