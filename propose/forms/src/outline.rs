//! The declarations of a text and their positions: blocks, types and lists of variables, with their
//! sections, variables and code.

use std::ops::Range;

use tagbridge_structured_text::{Dialect, Token, TokenKind, tokens};

pub use crate::unit::{SourceKind, SourceSection, SourceUnit, SourceVariable};

/// All units of a text.
pub fn units(piece: usize, text: &str, dialect: Dialect) -> Vec<SourceUnit> {
    let all: Vec<Token> =
        tokens(text, dialect).into_iter().filter(|it| !it.kind.is_trivia()).collect();
    let mut reader = Reader { text, all: &all, at: 0 };
    let mut found = Vec::new();
    while let Some(word) = reader.upper() {
        let start = reader.start();
        let (kind, end) = match word.as_str() {
            "ORGANIZATION_BLOCK" => (SourceKind::Program, "END_ORGANIZATION_BLOCK"),
            "PROGRAM" => (SourceKind::Program, "END_PROGRAM"),
            "FUNCTION_BLOCK" => (SourceKind::Block, "END_FUNCTION_BLOCK"),
            "FUNCTION" => (SourceKind::Block, "END_FUNCTION"),
            "METHOD" => (SourceKind::Block, "END_METHOD"),
            "PROPERTY" => (SourceKind::Block, "END_PROPERTY"),
            "INTERFACE" => (SourceKind::Block, "END_INTERFACE"),
            "ACTION" => (SourceKind::Block, "END_ACTION"),
            "DATA_BLOCK" => (SourceKind::DataBlock, "END_DATA_BLOCK"),
            "TYPE" => (SourceKind::Type, "END_TYPE"),
            word if is_section(word) && dialect == Dialect::Codesys => (SourceKind::Globals, ""),
            _ => {
                reader.at += 1;
                continue;
            }
        };
        let mut unit = SourceUnit {
            piece,
            kind,
            keyword: word,
            name: String::new(),
            name_at: None,
            whole: start..start,
            sections: Vec::new(),
            made_of: None,
            extends: None,
            code: None,
            protected: false,
        };
        if kind != SourceKind::Globals {
            reader.at += 1;
            if !reader.head(&mut unit) {
                continue;
            }
        }
        reader.parts(&mut unit, end);
        unit.whole.end = reader.before();
        found.push(unit);
    }
    found
}

/// Whether a word begins a section.
pub fn is_section(word: &str) -> bool {
    word == "VAR" || word.starts_with("VAR_") || word == "CONST"
}

struct Reader<'a> {
    text: &'a str,
    all: &'a [Token],
    at: usize,
}

const MODIFIERS: [&str; 7] =
    ["PUBLIC", "PRIVATE", "PROTECTED", "INTERNAL", "ABSTRACT", "FINAL", "OVERRIDE"];

impl<'a> Reader<'a> {
    fn token(&self) -> Option<Token> {
        self.all.get(self.at).copied()
    }

    fn said(&self) -> &'a str {
        self.token().map_or("", |it| &self.text[it.span.range()])
    }

    /// The next token in upper case; `None` at the end.
    fn upper(&self) -> Option<String> {
        self.token().map(|_| self.said().to_ascii_uppercase())
    }

    fn is(&self, what: &str) -> bool {
        self.said().eq_ignore_ascii_case(what)
    }

    fn eat(&mut self, what: &str) -> bool {
        let found = self.is(what);
        self.at += usize::from(found);
        found
    }

    fn start(&self) -> usize {
        self.token().map_or(self.text.len(), |it| it.span.range().start)
    }

    /// The position after the last consumed token.
    fn before(&self) -> usize {
        self.at.checked_sub(1).and_then(|at| self.all.get(at)).map_or(0, |it| it.span.range().end)
    }

    /// A name with the position of its letters.
    fn name(&mut self) -> Option<(String, Range<usize>)> {
        let token = self.token()?;
        let at = token.span.range();
        let inside = match token.kind {
            TokenKind::Word => at,
            TokenKind::Quoted => at.start + 1..at.end - 1,
            _ => return None,
        };
        self.at += 1;
        Some((self.text[inside.clone()].to_owned(), inside))
    }

    fn head(&mut self, unit: &mut SourceUnit) -> bool {
        while self.upper().is_some_and(|it| MODIFIERS.contains(&it.as_str())) {
            self.at += 1;
        }
        let Some((name, at)) = self.name() else { return false };
        (unit.name, unit.name_at) = (name, Some(at));
        // `DB 20` is a name of two words.
        if self.token().is_some_and(|it| it.kind == TokenKind::Literal)
            && ["DB", "FB", "FC", "OB", "UDT"].iter().any(|it| unit.name.eq_ignore_ascii_case(it))
        {
            unit.name.push_str(self.said());
            unit.name_at = None;
            self.at += 1;
        }
        true
    }

    /// Reads up to the keyword that ends the unit, or to the end of the text.
    fn parts(&mut self, unit: &mut SourceUnit, end: &str) {
        while let Some(word) = self.upper() {
            match word.as_str() {
                _ if word == end => {
                    self.at += 1;
                    self.eat(";");
                    return;
                }
                word if is_section(word) => self.section(unit, word.to_owned()),
                "STRUCT" | "UNION"
                    if matches!(unit.kind, SourceKind::Type | SourceKind::DataBlock) =>
                {
                    let keyword = word.clone();
                    self.at += 1;
                    unit.sections.push(self.list(keyword, false, false));
                }
                "KNOW_HOW_PROTECT" => {
                    unit.protected = true;
                    self.at += 1;
                }
                "TITLE" | "AUTHOR" | "FAMILY" | "NAME" | "VERSION" if unit.sections.is_empty() => {
                    self.line();
                }
                "EXTENDS" => {
                    self.at += 1;
                    unit.extends = self.name().map(|it| it.0);
                }
                "BEGIN" => {
                    let from = self.before_end();
                    let to = self.body(end);
                    unit.code = Some((unit.piece, from..to));
                }
                _ if unit.kind == SourceKind::DataBlock
                    && unit.made_of.is_none()
                    && unit.sections.is_empty()
                    && self.token().is_some_and(|it| {
                        it.kind == TokenKind::Quoted
                            || (it.kind == TokenKind::Word
                                && !["RETAIN", "NON_RETAIN", "UNLINKED", "READ_ONLY"]
                                    .contains(&word.as_str()))
                    }) =>
                {
                    unit.made_of = self.name().map(|it| it.0);
                }
                _ => self.at += 1,
            }
        }
    }

    /// Consumes the next keyword; returns the position after it.
    fn before_end(&mut self) -> usize {
        self.at += 1;
        self.before()
    }

    /// Reads the text up to the unit's end; returns the end position.
    fn body(&mut self, end: &str) -> usize {
        while self.token().is_some() && !self.is(end) {
            self.at += 1;
        }
        self.start()
    }

    /// Skips the rest of a line.
    fn line(&mut self) {
        let end =
            self.text[self.start()..].find('\n').map_or(self.text.len(), |it| self.start() + it);
        while self.token().is_some() && self.start() < end {
            self.at += 1;
        }
    }

    fn section(&mut self, unit: &mut SourceUnit, keyword: String) {
        self.at += 1;
        let (mut constant, mut retain) = (keyword == "CONST", false);
        while let Some(word) = self.upper() {
            match word.as_str() {
                "CONSTANT" => constant = true,
                "RETAIN" | "PERSISTENT" => retain = true,
                "NON_RETAIN" | "DB_SPECIFIC" => {}
                _ => break,
            }
            self.at += 1;
        }
        unit.sections.push(self.list(keyword, constant, retain));
    }

    /// The variables of a section after its header, and the keyword at its end.
    fn list(&mut self, keyword: String, constant: bool, retain: bool) -> SourceSection {
        let begin = self.before();
        let variables = self.variables();
        let end = self.start();
        self.at += 1;
        self.eat(";");
        SourceSection { keyword, constant, retain, variables, begin, end }
    }

    /// Reads up to the keyword that ends the list, without it.
    fn variables(&mut self) -> Vec<SourceVariable> {
        let mut found = Vec::new();
        while let Some(word) = self.upper() {
            if word.starts_with("END_") || word == "BEGIN" {
                break;
            }
            let before = self.at;
            self.variable(&mut found);
            self.at = self.at.max(before + 1);
        }
        found
    }

    fn variable(&mut self, found: &mut Vec<SourceVariable>) {
        let start = self.start();
        let mut names = Vec::new();
        while let Some(name) = self.name() {
            names.push(name);
            if !self.eat(",") {
                break;
            }
        }
        let at = self.is("AT").then(|| {
            let from = self.start();
            self.until(&[":"]);
            from..self.before()
        });
        if names.is_empty() || !self.eat(":") {
            self.until(&[";"]);
            self.eat(";");
            return;
        }
        let from = self.start();
        let mut members = Vec::new();
        while let Some(word) = self.upper() {
            match word.as_str() {
                "STRUCT" | "UNION" => {
                    self.at += 1;
                    members = self.variables();
                    self.at += 1;
                    break;
                }
                ";" | ":=" => break,
                "(" | "[" => self.brackets(),
                word if word.starts_with("END_") => break,
                _ => self.at += 1,
            }
        }
        let kind = from..self.before().max(from);
        let initial = self.eat(":=").then(|| {
            let from = self.start();
            self.until(&[";"]);
            from..self.before().max(from)
        });
        self.eat(";");
        let (whole, shares) = (start..self.before(), names.len() > 1);
        found.extend(names.into_iter().map(|(name, name_at)| SourceVariable {
            name,
            name_at,
            whole: whole.clone(),
            kind: kind.clone(),
            initial: initial.clone(),
            members: members.clone(),
            shares,
            at: at.clone(),
        }));
    }

    /// Skips to one of these signs, or to the end of a list.
    fn until(&mut self, signs: &[&str]) {
        while let Some(word) = self.upper() {
            if signs.contains(&word.as_str()) || word.starts_with("END_") {
                return;
            }
            if matches!(word.as_str(), "(" | "[") { self.brackets() } else { self.at += 1 }
        }
    }

    fn brackets(&mut self) {
        let mut depth = 0_usize;
        while let Some(word) = self.upper() {
            match word.as_str() {
                "(" | "[" => depth += 1,
                ")" | "]" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }
}
