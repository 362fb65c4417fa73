//! Mistakes in rungs of Logix.

use tagbridge_logic::{Logic, UnitId};
use tagbridge_project::{BlockKind, Body, Section, TypeUse, Vendor};

use super::{
    Edit, Mistake, declared, misspelt,
    text::{Sort, sort},
};

pub(super) fn edits(logic: Logic<'_>, id: UnitId) -> Vec<Edit> {
    let project = logic.project;
    let unit = logic.index.unit(id);
    let routine = &project.routines[unit.routine.index()];
    let text = logic.text(id);
    let (Body::Rungs(rungs), Some(at)) = (&routine.body, unit.rung) else { return Vec::new() };
    let Some(ladder) = rungs[at as usize].ladder(Vendor::AllenBradley) else { return Vec::new() };
    let names = declared(project);
    let add_on = project.blocks.iter().find(|it| it.name.eq_ignore_ascii_case(&routine.owner));
    // What the code sees, with its type.
    let seen: Vec<(&str, &TypeUse)> = match add_on {
        Some(block) => block.members.iter().map(|it| (it.name.as_str(), &it.type_use)).collect(),
        None => project
            .tags
            .iter()
            .filter(|it| it.scope.is_empty() || it.scope.eq_ignore_ascii_case(&routine.owner))
            .filter(|it| !it.name.contains(':') && !it.constant)
            .map(|it| (it.name.rsplit('.').next().unwrap_or_default(), &it.type_use))
            .collect(),
    };
    let of_sort = |wanted: Sort| seen.iter().find(|it| sort(it.1) == Some(wanted)).map(|it| it.0);
    let kind = |name: &str| {
        seen.iter().find(|it| it.0.eq_ignore_ascii_case(name)).and_then(|it| sort(it.1))
    };
    let mut edits = Vec::new();
    let mut add = |mistake, start: usize, end: usize, with: &str| {
        edits.push(Edit { mistake, start, end, with: with.to_owned() });
    };
    for part in ladder.parts() {
        let name = &text[part.name.range()];
        let called = project.blocks.iter().find(|it| {
            it.kind == BlockKind::AddOnInstruction && it.name.eq_ignore_ascii_case(name)
        });
        if name.len() >= 3 {
            let other = format!("{name}Q");
            add(Mistake::Misspelt, part.name.start as usize, part.name.end as usize, &other);
        }
        for (position, span) in part.operands().enumerate() {
            let operand = &text[span.range()];
            let root =
                operand.split(['.', '[', '(', '+', '-', '*', '/']).next().unwrap_or_default();
            let is_name = !["JSR", "LBL", "JMP", "GSV", "SSV", "MSG"].contains(&name);
            if is_name
                && names.contains(&root.to_lowercase())
                && let Some(other) = misspelt(root, &names)
            {
                let start = span.start as usize;
                add(Mistake::Misspelt, start, start + root.len(), &other);
            }
            let wrong = match (name, position, called) {
                (
                    "XIC" | "XIO" | "OTE" | "OTL" | "OTU" | "ONS" | "TON" | "TOF" | "RTO" | "CTU"
                    | "CTD",
                    0,
                    _,
                ) => of_sort(Sort::Number),
                (
                    "ADD" | "SUB" | "MUL" | "DIV" | "GRT" | "LES" | "GEQ" | "LEQ" | "EQU" | "NEQ"
                    | "MOV",
                    _,
                    _,
                ) if kind(operand) == Some(Sort::Number) => of_sort(Sort::Bit),
                _ => None,
            };
            if let Some(other) = wrong {
                add(Mistake::WrongType, span.start as usize, span.end as usize, other);
            }
            if let (Some(block), 1..) = (called, position) {
                let parameter = block.members.iter().filter(|it| it.required).nth(position - 1);
                let wrong = parameter.and_then(|it| match sort(&it.type_use)? {
                    Sort::Bit => of_sort(Sort::Number),
                    _ => of_sort(Sort::Bit),
                });
                if let Some(other) = wrong
                    .filter(|_| parameter.is_some_and(|it| it.section != Some(Section::Return)))
                {
                    add(Mistake::WrongCall, span.start as usize, span.end as usize, other);
                }
            }
        }
        let operands: Vec<_> = part.operands().collect();
        if let (Some(last), true) = (operands.last(), called.is_some() && operands.len() > 1) {
            let start = operands[operands.len() - 2].end as usize;
            add(Mistake::WrongCall, start, last.end as usize, "");
        }
        let fixed = [
            "XIC", "XIO", "OTE", "OTL", "OTU", "ADD", "SUB", "MUL", "DIV", "MOV", "EQU", "GRT",
            "LES", "GEQ", "LEQ", "NEQ", "LIM", "COP", "TON", "RES", "CPT", "CLR",
        ];
        if fixed.contains(&name)
            && let Some(first) = operands.first()
        {
            add(Mistake::MissingOperand, first.start as usize, first.end as usize, "");
        }
    }
    for (at, char) in text.char_indices() {
        if matches!(char, '[' | ']' | ')') {
            add(Mistake::Unbalanced, at, at + 1, "");
        }
    }
    edits
}
