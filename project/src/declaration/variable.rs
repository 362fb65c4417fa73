//! Variables: what sections and structures consist of.

use super::{
    Attribute, Cursor, Dialect, Token, TypeExpr,
    type_expr::{Typed, is_end, is_section},
};
use crate::model::{Retention, Section};
use crate::says::Unclear;

/// A variable, or a member of a structure.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Variable {
    /// Without quotes.
    pub(crate) name: String,
    /// `None` in classic `CONST` sections, which tell values alone, and where it was not understood.
    pub(crate) type_expr: Option<TypeExpr>,
    /// What stands in braces at it.
    pub(crate) attributes: Vec<Attribute>,
    /// Behind `AT`: an address (`%IX0.0`), or the variable that it lies over (Siemens).
    pub(crate) at: Option<String>,
    /// As it is written: `5`, `(a := 1)`, `[3(0)]`; a function block's arguments with parentheses.
    pub(crate) initial: Option<String>,
    /// Behind it on its line, else right above it.
    pub(crate) comment: Option<String>,
    /// From 1.
    pub(crate) line: u32,
}

impl Variable {
    /// What it says itself of what its value outlives: SimaticML's `Remanence`, and SIMATIC SD's
    /// `S7_Remanence`.
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
    /// In capital letters: `VAR_INPUT`; `CONST` of classic SCL.
    pub(crate) keyword: String,
    /// In capital letters: `CONSTANT`, `RETAIN`, `PERSISTENT`, `DB_SPECIFIC`.
    pub(crate) modifiers: Vec<String>,
    /// What stands in braces before it.
    pub(crate) attributes: Vec<Attribute>,
    /// In order.
    pub(crate) variables: Vec<Variable>,
}

impl SectionDeclaration {
    /// Whether its values are fixed.
    pub(crate) fn is_constant(&self) -> bool {
        self.keyword == "CONST" || self.modifiers.iter().any(|word| word == "CONSTANT")
    }

    /// What the values of its variables outlive.
    pub(crate) fn retention(&self) -> Option<Retention> {
        let says = |word: &str| self.modifiers.iter().any(|modifier| modifier == word);
        match (says("PERSISTENT"), says("RETAIN")) {
            (true, _) => Some(Retention::Persistent),
            (false, true) => Some(Retention::Retain),
            (false, false) => None,
        }
    }

    /// Which part of an interface it is; `None` for global variables.
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

impl Cursor<'_> {
    /// What stands in braces here.
    pub(crate) fn attributes(&mut self) -> Vec<Attribute> {
        let mut attributes = Vec::new();
        while let Some(Token::Pragma(content)) = self.peek() {
            self.take();
            attributes.extend(Attribute::all(content));
        }
        attributes
    }

    /// The section that begins here, if one does; `attributes` stood before it.
    pub(crate) fn section(&mut self, attributes: &[Attribute]) -> Option<SectionDeclaration> {
        let keyword = self.keyword().filter(|keyword| is_section(keyword))?;
        let attributes = attributes.to_vec();
        self.take();
        let mut modifiers = Vec::new();
        while let Some(word) = self.keyword()
            && ["CONSTANT", "RETAIN", "NON_RETAIN", "PERSISTENT", "DB_SPECIFIC"]
                .contains(&word.as_str())
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

    /// Variables up to the keyword that ends their list, without it.
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

    /// `a, b { … } AT x : T := 5;   // comment`. What is none is noted and skipped; where places count
    /// (Siemens), a variable of no known type stands for it, behind which nothing has a place.
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

    /// The names before `:`, and the attributes between them.
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

    /// Skips what was not understood; variables of no known type stand for it.
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

    /// Behind the next `;`, or before what ends the list.
    fn skip_variable(&mut self) {
        let begin = self.end();
        self.raw_until(&[";"], &ENDS);
        if !self.eat(";") && self.end() == begin {
            // Something must go, or nothing moves; an end is left to whom it belongs.
            if let Some(token) = self.peek()
                && !matches!(token, Token::Word(word) if is_end(word))
            {
                self.take();
            }
        }
    }
}

/// More names than anybody declares at once; each has a copy of what is said of all. Nobody
/// declares two of a structure without a name, and copies of copies would grow without bound.
const MAX_NAMES: usize = 64;

/// Where a broken declaration ends at the latest.
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
