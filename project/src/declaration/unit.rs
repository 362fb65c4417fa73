//! The declaration part of a program, a function block, a method, or of a list of variables or types.

use super::{Attribute, Cursor, Dialect, Problem, SectionDeclaration, Token, TypeExpr};

use crate::says::Unclear;

/// The declaration part of one object.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Unit {
    /// The attributes in braces before it.
    pub(crate) attributes: Vec<Attribute>,
    /// The comment directly above its head or its first section.
    pub(crate) comment: Option<String>,
    /// `FUNCTION_BLOCK FB_Motor EXTENDS …`; `None` for a global variable list.
    pub(crate) head: Option<Head>,
    /// The sections, in order.
    pub(crate) sections: Vec<SectionDeclaration>,
    /// `TYPE … END_TYPE`.
    pub(crate) types: Vec<TypeDeclaration>,
    /// The parts that could not be parsed.
    pub(crate) problems: Vec<Problem>,
}

/// `FUNCTION_BLOCK ABSTRACT FB_Motor EXTENDS FB_Drive IMPLEMENTS I_Start, I_Stop`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Head {
    /// The keyword in upper case: `PROGRAM`, `FUNCTION_BLOCK`, `FUNCTION`, `METHOD`, `PROPERTY`,
    /// `INTERFACE`, `ACTION`.
    pub(crate) keyword: String,
    /// The modifiers in upper case: `PUBLIC`, `PRIVATE`, `PROTECTED`, `INTERNAL`, `ABSTRACT`, `FINAL`.
    pub(crate) modifiers: Vec<String>,
    /// Its name.
    pub(crate) name: String,
    /// The type of its result.
    pub(crate) returns: Option<TypeExpr>,
    /// The extended objects.
    pub(crate) extends: Vec<String>,
    /// The implemented interfaces.
    pub(crate) implements: Vec<String>,
}

/// `TYPE ST_Motor EXTENDS ST_Drive : STRUCT … END_STRUCT END_TYPE`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TypeDeclaration {
    /// The name without quotes.
    pub(crate) name: String,
    /// The attributes in braces before it.
    pub(crate) attributes: Vec<Attribute>,
    /// The extended type.
    pub(crate) extends: Option<String>,
    /// The type.
    pub(crate) expr: TypeExpr,
    /// The default value, as text.
    pub(crate) initial: Option<String>,
    /// The comment directly above it, otherwise after it.
    pub(crate) comment: Option<String>,
}

/// Parses a declaration part. The text after the declarations (a body) is not parsed.
pub(crate) fn unit(text: &str, dialect: Dialect) -> Unit {
    declared(text, dialect, false).0
}

/// As `unit`, and returns the byte where the declarations end. A list of variables or types has no
/// head: a head begins another object.
pub(crate) fn declared(text: &str, dialect: Dialect, is_list: bool) -> (Unit, usize) {
    let mut cursor = Cursor::new(text, dialect);
    let mut unit = Unit::default();
    let end = loop {
        let end = cursor.end();
        let above = cursor.leading_comment();
        let attributes = cursor.attributes();
        let above = above.or_else(|| cursor.leading_comment());
        let Some(keyword) = cursor.keyword() else { break end };
        if unit.comment.is_none() {
            unit.comment.clone_from(&above);
        }
        // Types are one object, and a list of variables is another.
        let is_other = is_list
            && if keyword == "TYPE" { !unit.sections.is_empty() } else { !unit.types.is_empty() };
        if is_other {
            break end;
        } else if keyword == "TYPE" {
            unit.types.extend(cursor.type_declarations(attributes, above));
        } else if let Some(section) = cursor.section(&attributes) {
            unit.sections.push(section);
        } else if unit.head.is_none() && !is_list && is_head(&keyword) {
            unit.attributes.extend(attributes);
            unit.head = cursor.head(keyword);
        } else {
            break end;
        }
    };
    if unit.head.is_none() && unit.sections.is_empty() && unit.types.is_empty() {
        let seen = cursor.seen();
        cursor.problem(&Unclear::Begin { seen });
    }
    unit.problems = cursor.problems;
    (unit, end)
}

impl Cursor<'_> {
    /// Parses `TYPE A : …; B : …; END_TYPE`, from its first word on.
    pub(crate) fn type_declarations(
        &mut self,
        attributes: Vec<Attribute>,
        above: Option<String>,
    ) -> Vec<TypeDeclaration> {
        self.take();
        let mut types = Vec::new();
        let mut outer = Some((attributes, above));
        loop {
            let (mut attributes, mut above) = outer.take().unwrap_or_default();
            above = self.leading_comment().or(above);
            attributes.extend(self.attributes());
            let Some(Token::Word(name) | Token::Quoted(name)) = self.peek() else {
                let seen = self.seen();
                self.problem(&Unclear::TypeName { seen });
                break;
            };
            if name.eq_ignore_ascii_case("END_TYPE") {
                break;
            }
            self.take();
            attributes.extend(self.attributes());
            let extends = if self.eat("EXTENDS") { self.type_name() } else { None };
            if !self.eat(":") {
                let seen = self.seen();
                self.problem(&Unclear::TypeMeaning { name, seen });
                break;
            }
            let Some(is) = self.typed() else { break };
            let initial = self.eat(":=").then(|| self.raw_until(&[";"], &["END_TYPE"]).to_owned());
            self.eat(";");
            let behind = self.trailing_comment();
            types.push(TypeDeclaration {
                name: name.to_owned(),
                attributes,
                extends: extends.map(|(name, _)| name),
                expr: is.expr,
                initial,
                comment: above.or(is.comment).or(behind),
            });
        }
        while self.peek().is_some() && !self.sees("END_TYPE") {
            self.take();
        }
        self.eat("END_TYPE");
        self.eat(";");
        types
    }

    fn head(&mut self, keyword: String) -> Option<Head> {
        self.take();
        let mut modifiers = Vec::new();
        let name = loop {
            let Some(Token::Word(word) | Token::Quoted(word)) = self.peek() else {
                let seen = self.seen();
                self.problem(&Unclear::Name { keyword: &keyword, seen });
                return None;
            };
            self.take();
            let upper = word.to_ascii_uppercase();
            if MODIFIERS.contains(&upper.as_str()) {
                modifiers.push(upper);
            } else {
                break word.to_owned();
            }
        };
        let mut head = Head {
            keyword,
            modifiers,
            name,
            returns: None,
            extends: Vec::new(),
            implements: Vec::new(),
        };
        loop {
            if self.eat("EXTENDS") {
                head.extends = self.name_list();
            } else if self.eat("IMPLEMENTS") {
                head.implements = self.name_list();
            } else if self.eat(":") {
                // `ACTION Reset:` has no result: its code follows.
                if head.keyword == "ACTION" {
                    return Some(head);
                }
                head.returns = self.typed().map(|typed| typed.expr);
            } else {
                self.eat(";");
                return Some(head);
            }
        }
    }

    fn name_list(&mut self) -> Vec<String> {
        let mut names = Vec::new();
        while let Some((name, _)) = self.type_name() {
            names.push(name);
            if !self.eat(",") {
                break;
            }
        }
        names
    }
}

const MODIFIERS: [&str; 7] =
    ["PUBLIC", "PRIVATE", "PROTECTED", "INTERNAL", "ABSTRACT", "FINAL", "OVERRIDE"];

fn is_head(keyword: &str) -> bool {
    const HEADS: [&str; 7] =
        ["PROGRAM", "FUNCTION_BLOCK", "FUNCTION", "METHOD", "PROPERTY", "INTERFACE", "ACTION"];
    HEADS.contains(&keyword)
}
