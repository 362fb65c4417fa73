//! Variables of sections and structures.

use super::{
    Attribute, Cursor, Dialect, Token, TypeExpr,
    type_expr::{Typed, is_end, is_section},
};
use crate::model::{Retention, Section};
use crate::says::Unclear;

/// A variable, or a member of a structure.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Variable {
    /// The name without quotes.
    pub(crate) name: String,
    /// `None` in classic `CONST` sections, which only have values, and if it could not be parsed.
    pub(crate) type_expr: Option<TypeExpr>,
    /// The attributes in braces of the variable.
    pub(crate) attributes: Vec<Attribute>,
    /// The text after `AT`: an address (`%IX0.0`), or the overlaid variable (Siemens).
    pub(crate) at: Option<String>,
    /// The start value as text: `5`, `(a := 1)`, `[3(0)]`; the arguments of a function block with
    /// parentheses.
    pub(crate) initial: Option<String>,
    /// The comment after it on its line, otherwise directly above it.
    pub(crate) comment: Option<String>,
    /// The line, from 1.
    pub(crate) line: u32,
}

impl Variable {
    /// The retention according to the variable's own attributes: `Remanence` in SimaticML,
    /// `S7_Remanence` in SIMATIC SD.
    pub(crate) fn retention(&self) -> Option<Retention> {
        let remanence = |it: &&Attribute| it.is("Remanence") || it.is("S7_Remanence");
        match self.attributes.iter().find(remanence)?.value.as_str() {
            "Retain" => Some(Retention::Retain),
            "SetInIDB" => Some(Retention::SetInInstance),
            _ => None,
        }
    }
}

/// `VAR_INPUT … END_VAR`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SectionDeclaration {
    /// The keyword in upper case: `VAR_INPUT`; `CONST` in classic SCL.
    pub(crate) keyword: String,
    /// The modifiers in upper case: `CONSTANT`, `RETAIN`, `PERSISTENT`, `DB_SPECIFIC`.
    pub(crate) modifiers: Vec<String>,
    /// The attributes in braces before it.
    pub(crate) attributes: Vec<Attribute>,
    /// The variables, in order.
    pub(crate) variables: Vec<Variable>,
}

impl SectionDeclaration {
    /// Whether its values are constant.
    pub(crate) fn is_constant(&self) -> bool {
        self.keyword == "CONST" || self.modifiers.iter().any(|word| word == "CONSTANT")
    }

    /// The retention of its variables.
    pub(crate) fn retention(&self) -> Option<Retention> {
        let says = |word: &str| self.modifiers.iter().any(|modifier| modifier == word);
        match (says("PERSISTENT"), says("RETAIN")) {
            (true, _) => Some(Retention::Persistent),
            (false, true) => Some(Retention::Retain),
            (false, false) => None,
        }
    }

    /// The section of the interface; `None` for global variables.
    pub(crate) fn section(&self) -> Option<Section> {
        if self.is_constant() && self.keyword != "VAR_GLOBAL" {
            return Some(Section::Constant);
        }
        match self.keyword.as_str() {
            "VAR" | "VAR_STAT" | "VAR_INST" => Some(Section::Static),
            "VAR_INPUT" => Some(Section::Input),
            "VAR_OUTPUT" => Some(Section::Output),
            "VAR_IN_OUT" => Some(Section::InOut),
            "VAR_TEMP" => Some(Section::Temp),
            "VAR_EXTERNAL" => Some(Section::External),
            _ => None,
        }
    }
}

const MODIFIERS: [&str; 9] = [
    "CONSTANT",
    "RETAIN",
    "NON_RETAIN",
    "PERSISTENT",
    "DB_SPECIFIC",
    "PUBLIC",
    "PRIVATE",
    "PROTECTED",
    "INTERNAL",
];

impl Cursor<'_> {
    /// Consumes the attributes in braces at the cursor.
    pub(crate) fn attributes(&mut self) -> Vec<Attribute> {
        let mut attributes = Vec::new();
        while let Some(Token::Pragma(content)) = self.peek() {
            self.take();
            attributes.extend(Attribute::all(content));
        }
        attributes
    }

    /// Parses the section at the cursor, if there is one; `attributes` were before it.
    pub(crate) fn section(&mut self, attributes: &[Attribute]) -> Option<SectionDeclaration> {
        let keyword = self.keyword().filter(|keyword| is_section(keyword))?;
        let attributes = attributes.to_vec();
        self.take();
        let mut modifiers = Vec::new();
        while let Some(word) = self.keyword()
            && MODIFIERS.contains(&word.as_str())
        {
            self.take();
            modifiers.push(word);
        }
        self.trailing_comment();
        let variables = self.variables();
        if !(self.eat("END_VAR") || self.eat("END_CONST")) {
            let seen = self.seen();
            self.problem(&Unclear::Missing { keyword: "END_VAR", seen });
        }
        self.eat(";");
        Some(SectionDeclaration { keyword, modifiers, attributes, variables })
    }

    /// Parses variables up to the keyword that ends their list, which is not consumed.
    pub(crate) fn variables(&mut self) -> Vec<Variable> {
        let mut variables = Vec::new();
        loop {
            let above = self.leading_comment();
            let attributes = self.attributes();
            let above = above.or_else(|| self.leading_comment());
            match self.peek() {
                None => return variables,
                Some(Token::Word(word)) if is_end(word) => return variables,
                Some(Token::Sign(";")) => {
                    self.take();
                }
                Some(_) => self.variable(attributes, above, &mut variables),
            }
        }
    }

    /// Parses `a, b { … } AT x : T := 5;   // comment`. Other text is reported and skipped. If
    /// places matter (Siemens), a variable of unknown type replaces it, so that no later variable
    /// has a place.
    fn variable(
        &mut self,
        mut attributes: Vec<Attribute>,
        above: Option<String>,
        variables: &mut Vec<Variable>,
    ) {
        let line = self.line();
        let Some(names) = self.names(&mut attributes) else {
            return self.skip_unknown(vec!["?".to_owned()], line, variables);
        };
        let at = self.eat("AT").then(|| self.raw_until(&[":", ":="], &[]).to_owned());
        attributes.extend(self.attributes());
        let typed = if self.eat(":") {
            let Some(typed) = self.typed() else {
                return self.skip_unknown(names, line, variables);
            };
            Some(typed)
        } else if self.sees(":=") {
            None
        } else {
            let seen = self.seen();
            self.problem(&Unclear::Untyped { name: &names[0], seen });
            return self.skip_unknown(names, line, variables);
        };
        let (type_expr, arguments, comment) = match typed {
            Some(Typed { expr, arguments, comment }) => (Some(expr), arguments, comment),
            None => (None, None, None),
        };
        let initial =
            self.eat(":=").then(|| self.raw_until(&[";"], &ENDS).to_owned()).or(arguments);
        let initial = initial.filter(|text| !text.is_empty());
        let before_end = self.trailing_comment();
        if !self.eat(";") && type_expr.as_ref().is_some_and(|expr| !is_structure(expr)) {
            let seen = self.seen();
            self.problem(&Unclear::Semicolon { name: &names[0], seen });
            if !self.peek().is_some_and(|token| matches!(token, Token::Word(_) | Token::Quoted(_)))
            {
                self.skip_variable();
            }
        }
        let behind = self.trailing_comment();
        let comment = behind.or(before_end).or(comment).or(above);
        let copies = if type_expr.as_ref().is_some_and(is_structure) { 1 } else { MAX_NAMES };
        if names.len() > copies {
            self.problem(&Unclear::NamesAtOnce { copies, names: names.len() });
        }
        variables.extend(names.into_iter().take(copies).map(|name| Variable {
            name,
            type_expr: type_expr.clone(),
            attributes: attributes.clone(),
            at: at.clone(),
            initial: initial.clone(),
            comment: comment.clone(),
            line,
        }));
    }

    /// Parses the names before `:`, and the attributes between them.
    fn names(&mut self, attributes: &mut Vec<Attribute>) -> Option<Vec<String>> {
        let mut names = Vec::new();
        loop {
            let name = match self.peek() {
                Some(Token::Word(word)) if !is_end(word) => word,
                Some(Token::Quoted(name)) => name,
                _ => {
                    let seen = self.seen();
                    self.problem(&Unclear::VariableName { seen });
                    return None;
                }
            };
            self.take();
            names.push(name.to_owned());
            attributes.extend(self.attributes());
            if !self.eat(",") {
                return Some(names);
            }
        }
    }

    /// Skips text that could not be parsed, and adds variables of unknown type in place of it.
    fn skip_unknown(&mut self, names: Vec<String>, line: u32, variables: &mut Vec<Variable>) {
        self.skip_variable();
        if self.dialect != Dialect::Siemens {
            return;
        }
        let is_new = |it: &String| variables.last().is_none_or(|last| last.name != *it);
        let names: Vec<String> = names.into_iter().filter(is_new).take(MAX_NAMES).collect();
        variables.extend(names.into_iter().map(|name| Variable {
            name,
            type_expr: None,
            attributes: Vec::new(),
            at: None,
            initial: None,
            comment: None,
            line,
        }));
    }

    /// Skips to the place after the next `;`, or before the end of the list.
    fn skip_variable(&mut self) {
        let begin = self.end();
        self.raw_until(&[";"], &ENDS);
        if !self.eat(";") && self.end() == begin {
            // A token must be consumed, so that the loop ends; an end keyword is left for the caller.
            if let Some(token) = self.peek()
                && !matches!(token, Token::Word(word) if is_end(word))
            {
                self.take();
            }
        }
    }
}

/// Maximum number of names in one declaration; each variable has a copy of the common parts. A
/// declaration of an anonymous structure may only have one name, because nested copies would grow
/// without limit.
const MAX_NAMES: usize = 64;

/// Keywords that end an invalid declaration.
const ENDS: [&str; 9] = [
    "END_VAR",
    "END_STRUCT",
    "END_UNION",
    "END_TYPE",
    "END_CONST",
    "END_DATA_BLOCK",
    "VAR_INPUT",
    "VAR_OUTPUT",
    "BEGIN",
];

fn is_structure(expr: &TypeExpr) -> bool {
    match expr {
        TypeExpr::Structure(_) | TypeExpr::Union(_) | TypeExpr::Enumeration { .. } => true,
        TypeExpr::Array { of, .. } => is_structure(of),
        _ => false,
    }
}
