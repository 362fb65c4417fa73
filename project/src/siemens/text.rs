//! Sources as text: SCL, AWL, DB, UDT and SIMATIC SD.

mod body;
mod header;
mod resources;

pub(super) use self::{
    body::{Tidy, language, networks},
    header::RETURN,
    resources::Resources,
};
use super::found::{Found, FoundBlock, Kind};
use crate::says::{Noted, Unclear, Where};
use crate::{
    declaration::{Attribute, Cursor, Dialect, SectionDeclaration, Token, TypeExpr, Variable},
    line_index::LineIndex,
    model::NoteKind,
};

/// Maximum number of notes on one file; further ones would add no information.
const MAX_NOTES: usize = 20;

/// Reads all blocks and types of a source. `resources` are the texts that SIMATIC SD refers to.
pub(super) fn read(file: &str, text: &str, resources: &Resources, found: &mut Found) {
    let mut cursor = Cursor::new(text, Dialect::Siemens);
    let lines = LineIndex::new(text);
    let before = found.blocks.len();
    let mut strays = 0_usize;
    while cursor.peek().is_some() {
        let above = cursor.leading_comment();
        let attributes = cursor.attributes();
        let kind = match cursor.keyword().as_deref() {
            Some("ORGANIZATION_BLOCK") => Kind::OrganizationBlock,
            Some("FUNCTION_BLOCK") => Kind::FunctionBlock,
            Some("FUNCTION") => Kind::Function,
            Some("DATA_BLOCK") => Kind::DataBlock,
            Some("TYPE") => Kind::Type,
            Some("NAMESPACE" | "USING") => {
                cursor.take();
                cursor.rest_of_line();
                continue;
            }
            Some("END_NAMESPACE") => {
                cursor.take();
                continue;
            }
            Some(_) | None => {
                if strays == 0 && cursor.peek().is_some() {
                    let seen = cursor.seen();
                    cursor.problem(&Unclear::BlockBegin { seen });
                }
                strays += 1;
                cursor.take();
                continue;
            }
        };
        if kind == Kind::Type && names_before_colon(after_word(&mut cursor)) {
            types(file, &mut cursor, attributes, above, resources, found);
        } else {
            let place = (file, &lines);
            let block = header::read(place, &mut cursor, kind, attributes, above, resources);
            found.blocks.extend(block);
        }
    }
    let problems = std::mem::take(&mut cursor.problems);
    let rest = problems.len().saturating_sub(MAX_NOTES);
    for problem in problems.into_iter().take(MAX_NOTES) {
        let subject = Where::LineOf { file, line: problem.line };
        found.note(NoteKind::Unreadable, &subject, problem.what);
    }
    if rest > 0 {
        found.note(NoteKind::Unreadable, file, &Noted::More { count: rest });
    }
    if found.blocks.len() == before && strays > 0 {
        found.note(NoteKind::Unreadable, file, &Noted::NoBlock);
    }
}

/// Reads `TYPE Name : STRUCT … END_STRUCT; END_TYPE`, as in IEC 61131-3 and SIMATIC SD.
fn types(
    file: &str,
    cursor: &mut Cursor<'_>,
    attributes: Vec<Attribute>,
    above: Option<String>,
    resources: &Resources,
    found: &mut Found,
) {
    for declaration in cursor.type_declarations(attributes, above) {
        let mut block = FoundBlock::new(file, Kind::Type, &declaration.name);
        block.comment = resources
            .of(file, &declaration.attributes, "S7_BlockComment")
            .or_else(|| resources.of(file, &declaration.attributes, "S7_MLC"))
            .or(declaration.comment);
        let mut section = match declaration.expr {
            TypeExpr::Structure(variables) => section(variables),
            // A type that is not a structure has one anonymous member of its base type.
            expr => section(vec![unnamed(expr)]),
        };
        resources.comment(file, &mut section.variables);
        block.sections.push(section);
        found.blocks.push(block);
    }
}

/// The members of a structure or a data block as a section.
fn section(variables: Vec<Variable>) -> SectionDeclaration {
    SectionDeclaration {
        keyword: "VAR".to_owned(),
        modifiers: Vec::new(),
        attributes: Vec::new(),
        variables,
    }
}

fn unnamed(expr: TypeExpr) -> Variable {
    Variable {
        name: String::new(),
        type_expr: Some(expr),
        attributes: Vec::new(),
        at: None,
        initial: None,
        comment: None,
        line: 1,
    }
}

/// The text after the next token, which is a word.
fn after_word<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    let length = match cursor.peek() {
        Some(Token::Word(word)) => word.len(),
        _ => 0,
    };
    cursor.ahead_text().get(length..).unwrap_or_default()
}

/// Whether a name and a colon come next: the IEC 61131-3 declaration of a type.
fn names_before_colon(text: &str) -> bool {
    let text = text.trim_start();
    let behind = match text.strip_prefix('"') {
        Some(rest) => rest.split_once('"').map(|(_, behind)| behind),
        None => text.find(|c: char| !(c.is_alphanumeric() || c == '_')).map(|at| &text[at..]),
    };
    behind.is_some_and(|behind| behind.trim_start().starts_with(':'))
}
