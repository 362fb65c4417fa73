//! A block from its first keyword to its last: name, attributes, sections, body.

use tagbridge_code::{Ladder, ListStatement};

use super::{Resources, body, section, unnamed};
use crate::says::Unclear;
use crate::{
    declaration::{Attribute, Cursor, SectionDeclaration, Token, TypeExpr, Variable, is_end},
    line_index::LineIndex,
    model::{Code, Language, Origin, Rung},
    siemens::found::{FoundBlock, Kind, number_of},
};

/// Reads the block that begins with the next token, a keyword. Returns `None` if it has no name.
/// `place` is the file, and the index of the lines of its text.
pub(super) fn read<'text>(
    place: (&str, &LineIndex<'text>),
    cursor: &mut Cursor<'text>,
    kind: Kind,
    attributes: Vec<Attribute>,
    above: Option<String>,
    resources: &Resources,
) -> Option<FoundBlock> {
    cursor.take();
    let mut attributes = attributes;
    attributes.extend(cursor.attributes());
    let Some((name, by_number)) = block_name(cursor) else {
        let seen = cursor.seen();
        cursor.problem(&Unclear::BlockName { kind, seen });
        return None;
    };
    let (file, lines) = place;
    let mut block = FoundBlock::new(file, kind, &name);
    // STEP 7 classic writes numbers, and only has standard access. If a user compiled such a source
    // as an optimized block, reading it gives errors, not wrong values: such blocks have no
    // absolute addresses.
    block.standard_layout = by_number.then_some(true);
    let mut reader = Reader {
        file,
        lines,
        cursor,
        resources,
        block,
        comments: above.into_iter().collect(),
        networks: Vec::new(),
        has_strays: false,
        begin: None,
        result: None,
    };
    reader.result_or_type();
    reader.parts(&attributes);
    Some(reader.finished())
}

/// Reads `"quoted"`, `bare`, `DB20` or `DB 20`; returns the name, and whether it is an unquoted number.
fn block_name(cursor: &mut Cursor<'_>) -> Option<(String, bool)> {
    match cursor.peek()? {
        Token::Quoted(name) => {
            cursor.take();
            Some((name.to_owned(), false))
        }
        Token::Word(word) => {
            const PREFIXES: [&str; 5] = ["DB", "FB", "FC", "OB", "UDT"];
            cursor.take();
            let upper = word.to_ascii_uppercase();
            let is_prefix = PREFIXES.contains(&upper.as_str());
            match cursor.peek() {
                Some(Token::Word(number))
                    if is_prefix && number.bytes().all(|byte| byte.is_ascii_digit()) =>
                {
                    cursor.take();
                    Some((format!("{word}{number}"), true))
                }
                _ => {
                    let number = PREFIXES.iter().find_map(|it| upper.strip_prefix(it));
                    let by_number = number.is_some_and(|it| {
                        !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit())
                    });
                    Some((word.to_owned(), by_number))
                }
            }
        }
        _ => None,
    }
}

struct Reader<'a, 'text> {
    file: &'a str,
    lines: &'a LineIndex<'text>,
    cursor: &'a mut Cursor<'text>,
    resources: &'a Resources,
    block: FoundBlock,
    comments: Vec<String>,
    networks: Vec<(Language, Rung)>,
    /// Whether a part of it is unknown.
    has_strays: bool,
    /// The code of the first network.
    begin: Option<&'text str>,
    result: Option<SectionDeclaration>,
}

impl Reader<'_, '_> {
    /// Reads the part after the name: the result of a function, or the type of a SIMATIC SD data block.
    fn result_or_type(&mut self) {
        if !self.cursor.eat(":") {
            return;
        }
        let Some((name, quoted)) = self.cursor.type_name() else { return };
        if self.block.kind == Kind::DataBlock {
            self.block.made_of = Some(name);
            return;
        }
        let expr = TypeExpr::Named { name, quoted, length: None };
        let variable = Variable { name: "Ret_Val".to_owned(), ..unnamed(expr) };
        let keyword = RETURN.to_owned();
        self.result = Some(SectionDeclaration { keyword, ..section(vec![variable]) });
    }

    /// Reads all parts up to the end of the block.
    fn parts(&mut self, attributes: &[Attribute]) {
        self.apply(attributes);
        loop {
            let before = self.cursor.end();
            if !self.part() {
                return;
            }
            // A token that no part has consumed must be skipped, so that the loop ends.
            if self.cursor.end() == before {
                self.stray();
            }
        }
    }

    /// Reads one part; returns whether another may follow.
    fn part(&mut self) -> bool {
        // Comments of the header are separate; those of a section or a network are before it.
        self.comments.extend(self.cursor.leading_comment());
        let attributes = self.cursor.attributes();
        self.apply(&attributes);
        if let Some(mut section) = self.cursor.section(&attributes) {
            self.resources.comment(self.file, &mut section.variables);
            self.block.sections.push(section);
            return true;
        }
        let Some(keyword) = self.cursor.keyword() else {
            return self.nameless();
        };
        match keyword.as_str() {
            "TITLE" => {
                self.cursor.take();
                self.cursor.eat("=");
                let title = self.cursor.rest_of_line().trim_matches(['"', '\'']);
                if !title.is_empty() && title != self.block.name {
                    self.comments.insert(0, title.to_owned());
                }
            }
            "AUTHOR" | "FAMILY" | "NAME" | "VERSION" => {
                self.cursor.take();
                self.cursor.eat(":");
                let value = self.cursor.rest_of_line().trim_matches(['\'', '"', ' ']);
                if keyword == "VERSION" {
                    self.block.version = Some(value.to_owned());
                }
            }
            "KNOW_HOW_PROTECT" => {
                self.cursor.take();
                self.block.protected = true;
            }
            "RETAIN" | "NON_RETAIN" | "UNLINKED" | "READ_ONLY" | "CODE_VERSION1"
            | "CODE_VERSION2" => {
                self.cursor.take();
            }
            "NETWORK" => {
                self.cursor.take();
                let texts = |name| self.resources.of(self.file, &attributes, name);
                let (title, comment) = (texts("S7_NetworkTitle"), texts("S7_NetworkComment"));
                let language = attributes.iter().find(|attribute| attribute.is("S7_Language"));
                let language = body::language(language.map_or("", |it| &it.value));
                let text = body::raw_up_to(self.cursor, "END_NETWORK");
                self.cursor.eat("END_NETWORK");
                self.begin.get_or_insert(text);
                let (text, origins) = body::shown(self.lines, text);
                let number = u32::try_from(self.networks.len() + 1).unwrap_or(u32::MAX);
                let is_drawn = matches!(language, Language::Ld | Language::Fbd);
                let ladder = is_drawn.then(|| Box::new(Ladder::declared(&text)));
                let is_list = language == Language::Il;
                let list = is_list.then(|| ListStatement::all(&text).into());
                let rung =
                    Rung { number, title, comment, text, ladder, list, origins, ..Rung::default() };
                self.networks.push((language, rung));
            }
            // The labels of jumps in classic SCL.
            "LABEL" => {
                body::raw_up_to(self.cursor, "END_LABEL");
                self.cursor.eat("END_LABEL");
                self.cursor.eat(";");
            }
            "BEGIN" => {
                self.cursor.take();
                self.body();
            }
            "STRUCT" => self.structure(),
            "ARRAY" if self.block.kind == Kind::DataBlock => self.array(),
            _ if keyword == self.end_keyword() => {
                self.cursor.take();
                return false;
            }
            _ if is_head(&keyword) => {
                let end = self.end_keyword();
                self.cursor.problem(&Unclear::BlockEnds { end });
                return false;
            }
            _ if self.block.kind == Kind::DataBlock
                && self.block.made_of.is_none()
                && !is_end(&keyword) =>
            {
                self.made_of();
            }
            _ => self.stray(),
        }
        true
    }

    /// Handles a token that is not a word, such as the name of a type; returns whether to continue.
    fn nameless(&mut self) -> bool {
        match self.cursor.peek() {
            None => {
                let end = self.end_keyword();
                let seen = self.cursor.seen();
                self.cursor.problem(&Unclear::Missing { keyword: end, seen });
                false
            }
            Some(Token::Quoted(_)) if self.block.kind == Kind::DataBlock => {
                // SIMATIC SD assigns elements without BEGIN.
                if self.block.made_of.is_some() || !self.block.sections.is_empty() {
                    body::assignments(self.cursor, &mut self.block.starts);
                } else {
                    self.made_of();
                }
                true
            }
            Some(_) => {
                self.stray();
                true
            }
        }
    }

    /// Reads code without `BEGIN`, as STEP 7 classic allows it; otherwise reports a problem.
    fn stray(&mut self) {
        let is_code = !matches!(self.block.kind, Kind::DataBlock | Kind::Type);
        if is_code && !std::mem::replace(&mut self.has_strays, true) {
            let rest = self.cursor.rest();
            let end = body::end_of_body(rest, self.end_keyword()).unwrap_or(0);
            let begins = |line: &str| {
                let line = line.trim_start().as_bytes();
                let is = |word: &&str| {
                    line.get(..word.len())
                        .is_some_and(|it| it.eq_ignore_ascii_case(word.as_bytes()))
                };
                ["BEGIN", "VAR", "NETWORK", "RUNG"].iter().any(is)
            };
            if end > 0 && !rest[..end].lines().any(begins) {
                return self.body();
            }
        }
        let seen = self.cursor.seen();
        let (kind, name) = (self.block.kind, self.block.name.as_str());
        self.cursor.problem(&Unclear::Unknown { seen, kind, name });
        let before = self.cursor.end();
        self.cursor.raw_until(&[";"], &[self.end_keyword(), "BEGIN", "VAR"]);
        if !self.cursor.eat(";") && self.cursor.end() == before {
            self.cursor.take();
        }
    }

    fn made_of(&mut self) {
        self.block.made_of = self.cursor.type_name().map(|(name, _)| name);
        self.cursor.eat(";");
    }

    fn structure(&mut self) {
        self.cursor.take();
        self.cursor.trailing_comment();
        let mut variables = self.cursor.variables();
        self.resources.comment(self.file, &mut variables);
        self.block.sections.push(section(variables));
        if self.cursor.eat("END_STRUCT") {
            self.cursor.eat(";");
        }
    }

    /// Reads an array data block: a single anonymous array.
    fn array(&mut self) {
        if let Some(expr) = self.cursor.type_expr() {
            let variable = Variable { name: "THIS".to_owned(), ..unnamed(expr) };
            self.block.sections.push(section(vec![variable]));
        }
        self.cursor.eat(";");
    }

    fn body(&mut self) {
        match self.block.kind {
            Kind::DataBlock => body::assignments(self.cursor, &mut self.block.starts),
            Kind::Type => {}
            _ => {
                let awl = self.file.to_ascii_lowercase().ends_with(".awl");
                let text = body::raw_up_to(self.cursor, self.end_keyword());
                let code = body::code(self.lines, text, awl);
                self.block.code = Some(self.beginning(text, code));
            }
        }
    }

    fn apply(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            if attribute.is("S7_Optimized_Access") || attribute.is("S7_Optimized") {
                self.block.standard_layout = attribute.flag().map(|optimised| !optimised);
            } else if attribute.is("S7_BlockNumber") {
                self.block.number =
                    number_of(self.block.kind, &attribute.value).or(self.block.number);
            } else if attribute.is("S7_Version") {
                self.block.version = Some(attribute.value.clone());
            }
        }
        for name in ["S7_BlockComment", "S7_BlockTitle"] {
            if let Some(text) = self.resources.of(self.file, attributes, name) {
                self.comments.insert(0, text);
            }
        }
    }

    /// Sets the origin of code that begins with this text.
    fn beginning(&self, text: &str, code: Code) -> Code {
        let begin = self.lines.position_of(text.trim_start());
        let origin = Origin { file: self.file.to_owned(), line: begin.line, column: begin.column };
        Code { origin: Some(origin), ..code }
    }

    fn finished(mut self) -> FoundBlock {
        let networks = std::mem::take(&mut self.networks);
        if let (Some(begin), Some((language, _))) = (self.begin, networks.first()) {
            let code = body::networks(*language, networks);
            self.block.code = Some(self.beginning(begin, code));
        }
        let mut block = self.block;
        block.sections.extend(self.result);
        block.comment = (!self.comments.is_empty()).then(|| self.comments.join("\n"));
        block
    }

    fn end_keyword(&self) -> &'static str {
        match self.block.kind {
            Kind::OrganizationBlock => "END_ORGANIZATION_BLOCK",
            Kind::FunctionBlock => "END_FUNCTION_BLOCK",
            Kind::Function => "END_FUNCTION",
            Kind::DataBlock => "END_DATA_BLOCK",
            Kind::Type => "END_TYPE",
        }
    }
}

/// The section of a function's result; not a keyword of any source.
pub(in crate::siemens) const RETURN: &str = "RETURN";

fn is_head(keyword: &str) -> bool {
    ["ORGANIZATION_BLOCK", "FUNCTION_BLOCK", "FUNCTION", "DATA_BLOCK", "TYPE"].contains(&keyword)
}
