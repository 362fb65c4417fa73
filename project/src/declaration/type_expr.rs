//! Types in declarations.

use super::{Cursor, Token, Variable, cursor::Dialect};
use crate::{model::EnumValue, says::Unclear, spelling::one_line};

/// A type in a declaration.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TypeExpr {
    /// A named type: `Int`, `"Motor_UDT"`, `STRING(80)`, `Standard.TON`.
    Named {
        /// The name without quotes.
        name: String,
        /// Whether it is in quotes, so that it cannot be a built-in type.
        quoted: bool,
        /// The length of a string: `String[20]`.
        length: Option<String>,
    },
    /// `Array[0..9, 1..N] of T`.
    Array {
        /// One for each dimension, the outermost first.
        bounds: Vec<Bounds>,
        /// The type of an element.
        of: Box<TypeExpr>,
    },
    /// `STRUCT … END_STRUCT`.
    Structure(Vec<Variable>),
    /// `UNION … END_UNION`.
    Union(Vec<Variable>),
    /// `(Idle, Running := 5) INT`, with the base type if declared.
    Enumeration {
        /// The values, in order.
        values: Vec<EnumItem>,
        /// The base type, such as `INT`.
        base: Option<String>,
    },
    /// `POINTER TO …`, `REFERENCE TO …`, `REF_TO …`, as text.
    Reference(String),
}

/// The bounds of one dimension, as text; both are empty for `*`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// The lowest index.
    pub(crate) low: String,
    /// The highest index.
    pub(crate) high: String,
}

/// A value of an enumeration, with its number as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EnumItem {
    pub(crate) name: String,
    pub(crate) number: Option<String>,
    pub(crate) comment: Option<String>,
}

impl EnumItem {
    /// Returns the values with their numbers; a value without a number follows the one before.
    pub(crate) fn numbered(
        items: &[Self],
        constants: &dyn Fn(&str) -> Option<i64>,
    ) -> Vec<EnumValue> {
        let mut next = Some(0_i64);
        let number = |item: &Self| {
            let number = match &item.number {
                Some(text) => super::evaluate(text, constants),
                None => next,
            };
            next = number.and_then(|number| number.checked_add(1));
            EnumValue { name: item.name.clone(), number, comment: item.comment.clone() }
        };
        items.iter().map(number).collect()
    }
}

/// A type, and the arguments of a function block instance in parentheses after it.
pub(super) struct Typed {
    pub(super) expr: TypeExpr,
    pub(super) arguments: Option<String>,
    /// The comment after `STRUCT` on its line.
    pub(super) comment: Option<String>,
}

impl Cursor<'_> {
    /// Parses a type without arguments; otherwise reports a problem and returns `None`.
    pub(crate) fn type_expr(&mut self) -> Option<TypeExpr> {
        self.typed().map(|typed| typed.expr)
    }

    /// Parses a type; otherwise reports a problem and returns `None`.
    pub(super) fn typed(&mut self) -> Option<Typed> {
        if self.depth >= super::MAX_DEPTH {
            self.problem(&Unclear::Nesting { most: super::MAX_DEPTH });
            return None;
        }
        self.depth += 1;
        let typed = self.typed_below_limit();
        self.depth -= 1;
        typed
    }

    fn typed_below_limit(&mut self) -> Option<Typed> {
        while let Some(Token::Pragma(_)) = self.peek() {
            self.take();
        }
        let begin = self.begin();
        match self.keyword().as_deref() {
            Some("ARRAY") => self.array(),
            Some("STRUCT") => {
                self.take();
                let comment = self.trailing_comment();
                let members = self.variables();
                self.expect_end("END_STRUCT");
                Some(Typed { comment, ..plain(TypeExpr::Structure(members)) })
            }
            Some("UNION") => {
                self.take();
                let comment = self.trailing_comment();
                let members = self.variables();
                self.expect_end("END_UNION");
                Some(Typed { comment, ..plain(TypeExpr::Union(members)) })
            }
            // `POINTER` without `TO` is a type of Siemens: a pointer of six bytes.
            Some("POINTER" | "REFERENCE") if self.dialect == Dialect::Codesys => {
                self.take();
                self.eat("TO");
                self.typed()?;
                Some(plain(TypeExpr::Reference(one_line(self.between(begin, self.end())))))
            }
            Some("REF_TO") => {
                self.take();
                self.typed()?;
                Some(plain(TypeExpr::Reference(one_line(self.between(begin, self.end())))))
            }
            None if self.sees("(") => Some(plain(self.enumeration())),
            _ => self.named(),
        }
    }

    fn array(&mut self) -> Option<Typed> {
        self.take();
        if !self.eat("[") {
            let seen = self.seen();
            self.problem(&Unclear::ArrayBounds { seen });
            return None;
        }
        let mut bounds = Vec::new();
        loop {
            let text = self.raw_until(&[",", "]"], &[]);
            let (low, high) = text.split_once("..").unwrap_or(("", ""));
            bounds.push(Bounds { low: low.trim().to_owned(), high: high.trim().to_owned() });
            if !self.eat(",") {
                break;
            }
        }
        if !(self.eat("]") && self.eat("OF")) {
            let seen = self.seen();
            self.problem(&Unclear::ArrayEnd { seen });
            return None;
        }
        let inner = self.typed()?;
        let expr = TypeExpr::Array { bounds, of: Box::new(inner.expr) };
        Some(Typed { expr, ..inner })
    }

    /// Parses `(A, B := 5, C) INT`.
    fn enumeration(&mut self) -> TypeExpr {
        self.take();
        let mut values: Vec<EnumItem> = Vec::new();
        loop {
            while let Some(Token::Pragma(_)) = self.peek() {
                self.take();
            }
            let above = self.leading_comment();
            let Some(Token::Word(name) | Token::Quoted(name)) = self.peek() else { break };
            self.take();
            let number = self.eat(":=").then(|| self.raw_until(&[",", ")"], &[]).to_owned());
            let before_comma = self.trailing_comment();
            let more = self.eat(",");
            let comment = before_comma.or_else(|| self.trailing_comment()).or(above);
            values.push(EnumItem { name: name.to_owned(), number, comment });
            if !more {
                break;
            }
        }
        if !self.eat(")") {
            let seen = self.seen();
            self.problem(&Unclear::EnumerationEnd { seen });
            self.raw_until(&[")"], &["END_TYPE", "END_VAR"]);
            self.eat(")");
        }
        let base = match self.peek() {
            Some(Token::Word(word)) if !is_end(word) => {
                self.take();
                Some(word.to_owned())
            }
            _ => None,
        };
        TypeExpr::Enumeration { values, base }
    }

    fn named(&mut self) -> Option<Typed> {
        let (name, quoted) = self.type_name()?;
        let mut length = None;
        let mut arguments = None;
        if self.eat("[") {
            length = Some(self.raw_until(&["]"], &[]).to_owned());
            self.eat("]");
        } else if self.dialect == Dialect::Codesys && self.sees("(") {
            let begin = self.begin();
            self.take();
            let content = self.raw_until(&[")"], &[]);
            self.eat(")");
            let is_text = ["STRING", "WSTRING"].iter().any(|it| name.eq_ignore_ascii_case(it));
            if is_text {
                length = Some(content.to_owned());
            } else if !content.contains("..") {
                arguments = Some(self.between(begin, self.end()).to_owned());
            }
        }
        Some(Typed { expr: TypeExpr::Named { name, quoted, length }, arguments, comment: None })
    }

    /// Parses `Int`, `"Motor"`, `Lib.Motor`, `_.Motor` (SIMATIC SD: a type of the project itself), `FB 5`.
    pub(crate) fn type_name(&mut self) -> Option<(String, bool)> {
        let mut parts = Vec::new();
        let mut quoted = false;
        loop {
            match self.peek() {
                Some(Token::Word(word)) if !is_end(word) => parts.push(word),
                Some(Token::Quoted(name)) => {
                    quoted = true;
                    parts.push(name);
                }
                _ => {
                    let seen = self.seen();
                    self.problem(&Unclear::TypeName { seen });
                    return None;
                }
            }
            self.take();
            if !self.eat(".") {
                break;
            }
        }
        if parts.len() > 1 && parts[0] == "_" {
            parts.remove(0);
            quoted = true;
        }
        let mut name = parts.join(".");
        // `FB 5`, `UDT 12`: classic names with a blank.
        if let Some(Token::Word(number)) = self.peek()
            && !quoted
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            self.take();
            name.push_str(number);
        }
        Some((name, quoted))
    }

    fn expect_end(&mut self, keyword: &str) {
        if !self.eat(keyword) {
            let seen = self.seen();
            self.problem(&Unclear::Missing { keyword, seen });
        }
    }
}

fn plain(expr: TypeExpr) -> Typed {
    Typed { expr, arguments: None, comment: None }
}

/// Whether a word ends a list of variables: no name of a variable or a type.
pub(crate) fn is_end(word: &str) -> bool {
    // A variable may have a name such as `End_Position`.
    const ENDED: [&str; 15] = [
        "VAR",
        "STRUCT",
        "UNION",
        "TYPE",
        "CONST",
        "DATA_BLOCK",
        "FUNCTION_BLOCK",
        "FUNCTION",
        "ORGANIZATION_BLOCK",
        "PROGRAM",
        "METHOD",
        "PROPERTY",
        "INTERFACE",
        "CLASS",
        "NAMESPACE",
    ];
    let word = word.to_ascii_uppercase();
    let is_ended = word.strip_prefix("END_").is_some_and(|what| ENDED.contains(&what));
    is_ended || is_section(&word) || word == "BEGIN"
}

/// Whether a word in upper case begins a section.
pub(super) fn is_section(word: &str) -> bool {
    const SECTIONS: [&str; 13] = [
        "VAR",
        "VAR_INPUT",
        "VAR_OUTPUT",
        "VAR_IN_OUT",
        "VAR_TEMP",
        "VAR_STAT",
        "VAR_INST",
        "VAR_EXTERNAL",
        "VAR_GLOBAL",
        "VAR_CONFIG",
        "VAR_ACCESS",
        "VAR_GENERIC",
        "CONST",
    ];
    SECTIONS.contains(&word)
}
