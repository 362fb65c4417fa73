//! Structured text in separate files (`.st`), as in CODESYS projects under version control: heads,
//! declarations, and code without `BEGIN`, in one or several files.

use super::{
    assemble::assemble,
    object::{Found, Object, ObjectKind},
};
use crate::{
    Project, SourceFile,
    declaration::{Dialect, Head, Unit, declared},
    line_index::LineIndex,
    model::{Body, Code, Format, Language, Origin, Origins},
    text::{decode, first_word, stem},
};
use tagbridge_structured_text::{Dialect as TextDialect, Token, TokenKind, tokens};

/// The first keyword of a declaration with code, and the kind of the object.
const HEADS: [(&str, ObjectKind); 8] = [
    ("PROGRAM", ObjectKind::Program),
    ("FUNCTION_BLOCK", ObjectKind::FunctionBlock),
    ("FUNCTION", ObjectKind::Function),
    ("INTERFACE", ObjectKind::Interface),
    ("METHOD", ObjectKind::Method),
    ("PROPERTY", ObjectKind::Property),
    ("ACTION", ObjectKind::Action),
    ("TRANSITION", ObjectKind::Transition),
];

/// Whether a file is such a source. SCL has `BEGIN`, or quotes around the names of blocks, and no
/// programs, methods or lists of global variables.
pub(crate) fn is_source(path: &str, bytes: &[u8]) -> bool {
    const OF_SIEMENS: [&str; 6] = [".scl", ".awl", ".stl", ".db", ".udt", ".s7dcl"];
    let path = path.to_ascii_lowercase();
    if OF_SIEMENS.iter().any(|end| path.ends_with(end)) {
        return false;
    }
    let text = decode(bytes);
    if text.trim_start().starts_with('<') || text.contains('\0') || text.contains("S7_") {
        return false;
    }
    let (mut begins, mut ends) = (false, false);
    for line in text.lines().map(str::trim_start) {
        let word = first_word(line);
        let rest = line[word.len()..].trim_start();
        let is = |known: &str| word.eq_ignore_ascii_case(known);
        if is("BEGIN") || is("NETWORK") || is("ORGANIZATION_BLOCK") || is("DATA_BLOCK") {
            return false;
        }
        let is_named = rest.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let is_head = HEADS.iter().any(|(head, _)| is(head)) && is_named;
        begins |= is_head || is("VAR_GLOBAL") || (is("TYPE") && (is_named || rest.is_empty()));
        ends |= word.get(..4).is_some_and(|it| it.eq_ignore_ascii_case("END_"));
    }
    begins && (ends || is_named(&path))
}

/// Whether the file name has the extension of such a source.
pub(crate) fn is_named(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("st"))
}

/// Reads all sources of a project. `name` is the name of the whole.
pub(crate) fn read_sources(name: &str, files: &[&SourceFile]) -> Project {
    let mut found = Found::default();
    for file in files {
        let text = decode(&file.bytes);
        let lines = LineIndex::new(&text);
        let all: Vec<Token> = tokens(&text, TextDialect::Codesys);
        let code = all.into_iter().filter(|token| !token.kind.is_trivia()).collect();
        let reader = Reader {
            file: &file.path,
            text: &text,
            lines: &lines,
            tokens: code,
            at: 0,
            open: Vec::new(),
            last: None,
            found: &mut found,
        };
        reader.read();
    }
    found.objects.sort_by_key(|object| object.owners.len());
    assemble(name, Format::CodesysSources, found)
}

/// An object whose end has not been read yet.
struct Open {
    object: Object,
    keyword: &'static str,
    /// Where its code begins, after its declaration.
    body: usize,
    /// Where the first nested object begins, and where the last one ends.
    inner: Option<(usize, usize)>,
}

struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    lines: &'a LineIndex<'a>,
    tokens: Vec<Token>,
    at: usize,
    open: Vec<Open>,
    /// The last function block or program: its methods may follow it.
    last: Option<String>,
    found: &'a mut Found,
}

impl<'a> Reader<'a> {
    fn word(&self) -> Option<(&'a str, usize)> {
        let token = self.tokens.get(self.at)?;
        let word = &self.text[token.span.range()];
        Some((if token.kind == TokenKind::Word { word } else { "" }, token.span.start as usize))
    }

    fn read(mut self) {
        while let Some((word, start)) = self.word() {
            let upper = word.to_ascii_uppercase();
            let is_first = self.at == 0 || {
                let before = &self.text[self.tokens[self.at - 1].span.range()];
                before == ";" || before.to_ascii_uppercase().starts_with("END_")
            };
            let is_within = self.open.last().is_some_and(|open| open.body > start);
            if let Some(end) = upper.strip_prefix("END_") {
                self.ended(end, start);
            } else if is_within {
                // The keyword is part of the declaration.
            } else if upper == "CONFIGURATION" && self.open.is_empty() {
                while self.word().is_some_and(|it| !it.0.eq_ignore_ascii_case("END_CONFIGURATION"))
                {
                    self.at += 1;
                }
            } else if let Some((keyword, kind)) = HEADS.iter().find(|(head, _)| *head == upper)
                && (is_first || self.is_behind_declaration())
            {
                self.begun(keyword, *kind, start);
            } else if ["GET", "SET"].contains(&upper.as_str())
                && self.open.last().is_some_and(|open| open.keyword == "PROPERTY")
            {
                let keyword = if upper == "GET" { "GET" } else { "SET" };
                let mut unit = declared(&self.text[start + 3..], Dialect::Codesys, false);
                // It may begin with its code.
                unit.0.problems.retain(|_| !unit.0.sections.is_empty());
                self.push(
                    keyword,
                    ObjectKind::Accessor,
                    word.to_owned(),
                    start,
                    (unit.0, start + 3 + unit.1),
                );
            } else if self.open.is_empty()
                && ["VAR_GLOBAL", "VAR_CONFIG", "TYPE"].contains(&upper.as_str())
            {
                self.declared(if upper == "TYPE" {
                    ObjectKind::DataType
                } else {
                    ObjectKind::Globals
                });
            }
            self.at += 1;
        }
        while let Some(open) = self.open.pop() {
            self.close(open, self.text.len(), self.text.len());
        }
    }

    /// Whether the current token directly follows a declaration.
    fn is_behind_declaration(&self) -> bool {
        let before = self.at.checked_sub(1).map(|at| self.tokens[at].span.end as usize);
        self.open.last().is_some_and(|open| before.is_some_and(|it| it <= open.body))
    }

    /// Where an object begins, including the comments and pragmas above it.
    fn above(&self, start: usize) -> usize {
        let before = self.tokens[..self.at].last().map_or(0, |token| token.span.end as usize);
        before.min(start)
    }

    /// The place of the text behind the blanks at a byte.
    fn origin_behind(&self, at: usize) -> Origin {
        let rest = &self.text[at..];
        self.lines.origin(self.file, at + rest.len() - rest.trim_start().len())
    }

    /// Moves to the last token before a place.
    fn go_to(&mut self, place: usize) {
        self.at =
            self.tokens.partition_point(|token| (token.span.start as usize) < place).max(1) - 1;
    }

    /// Reads a list of variables, or types.
    fn declared(&mut self, kind: ObjectKind) {
        let begin = self.above(self.tokens[self.at].span.start as usize);
        let (unit, length) = declared(&self.text[begin..], Dialect::Codesys, true);
        let first = unit.types.first().map(|it| it.name.clone());
        let name = first.filter(|_| kind == ObjectKind::DataType);
        let name = name.unwrap_or_else(|| stem(self.file).to_owned());
        self.add(kind, name, begin, unit);
        self.go_to(begin + length);
    }

    fn begun(&mut self, keyword: &'static str, kind: ObjectKind, start: usize) {
        let is_inner = ["METHOD", "PROPERTY", "ACTION", "TRANSITION"].contains(&keyword);
        // In a file with a single object the end may be missing.
        while !is_inner && let Some(open) = self.open.pop() {
            self.close(open, start, start);
        }
        let begin = self.above(start);
        let (unit, length) = if keyword == "TRANSITION" {
            (Unit::default(), self.head_of_a_transition(begin))
        } else {
            declared(&self.text[begin..], Dialect::Codesys, false)
        };
        let name = unit.head.as_ref().map(|head: &Head| head.name.clone());
        let name = name.or_else(|| {
            let token = self.tokens.get(self.at + 1)?;
            Some(self.text[token.span.range()].to_owned())
        });
        let name = name.unwrap_or_else(|| stem(self.file).to_owned());
        let end = begin + length;
        self.push(keyword, kind, name, begin, (unit, end));
        self.go_to(end);
    }

    /// The length of `TRANSITION Ready :=`, or up to the colon after the name.
    fn head_of_a_transition(&self, begin: usize) -> usize {
        let behind = self.tokens.get(self.at + 2);
        let sign = behind.filter(|it| [":=", ":"].contains(&&self.text[it.span.range()]));
        let end = sign.or(self.tokens.get(self.at + 1)).map_or(begin, |it| it.span.end as usize);
        end - begin
    }

    fn push(
        &mut self,
        keyword: &'static str,
        kind: ObjectKind,
        name: String,
        begin: usize,
        (unit, body): (Unit, usize),
    ) {
        let outer = self.open.first().map(|open| open.object.owners.clone()).unwrap_or_default();
        let inner = self.open.iter().map(|open| open.object.name.clone());
        let mut owners: Vec<String> = outer.into_iter().chain(inner).collect();
        let is_inner = matches!(
            kind,
            ObjectKind::Method | ObjectKind::Property | ObjectKind::Action | ObjectKind::Transition
        );
        if owners.is_empty() && is_inner {
            // In a separate file, the file name contains the owner: `FB_Motor.Start.st`.
            let of_file = stem(self.file).rsplit_once('.').map(|(owner, _)| owner.to_owned());
            owners.extend(self.last.clone().or(of_file).or_else(|| folder(self.file)));
        }
        if let Some(outer) = self.open.last_mut() {
            outer.inner = Some((outer.inner.map_or(begin, |it| it.0), body));
        }
        let declared = Some(self.origin_behind(begin));
        let object = Object { declared, ..object(kind, name, owners, unit) };
        self.open.push(Open { object, keyword, body, inner: None });
    }

    /// Handles `END_…` at this place.
    fn ended(&mut self, keyword: &str, start: usize) {
        let Some(at) = self.open.iter().rposition(|open| open.keyword == keyword) else { return };
        let end = self.tokens[self.at].span.end as usize;
        while self.open.len() > at {
            if let Some(open) = self.open.pop() {
                self.close(open, start, end);
            }
        }
    }

    /// Closes an object. `code` is the end of its code, `end` its own end.
    fn close(&mut self, open: Open, code: usize, end: usize) {
        if let Some(outer) = self.open.last_mut()
            && let Some(inner) = &mut outer.inner
        {
            inner.1 = end;
        }
        let Open { mut object, body, inner, .. } = open;
        // The code is after the methods, or before them.
        let of = |from: usize, to: usize| (from, self.text.get(from..to).unwrap_or_default());
        let (from, code) = match inner {
            Some((first, last)) => {
                let behind = of(last, code);
                if behind.1.trim_matches(|c: char| c.is_whitespace() || c == ';').is_empty() {
                    of(body, first)
                } else {
                    behind
                }
            }
            None => of(body, code),
        };
        if object.kind != ObjectKind::Interface && object.kind != ObjectKind::Property {
            object.code = Some(self.code(from, code));
        }
        if matches!(object.kind, ObjectKind::FunctionBlock | ObjectKind::Program) {
            self.last = Some(object.name.clone());
        }
        self.found.note_problems(&object.full_name(), &object.unit);
        self.found.objects.push(object);
    }

    /// Structured text without the blank lines around it.
    fn code(&self, from: usize, text: &str) -> Code {
        let is_blank = |line: &&str| line.trim().is_empty();
        let skipped: usize = text.split_inclusive('\n').take_while(is_blank).map(str::len).sum();
        let shown = text[skipped.min(text.len())..].trim_end();
        let at = self.lines.position(from + skipped.min(text.len()));
        let shown = shown.replace("\r\n", "\n");
        let origins = Origins::verbatim(at, &shown);
        let origin = Some(self.lines.origin(self.file, from + skipped.min(text.len())));
        Code { language: Language::St, body: Body::Text(shown), origin, origins }
    }

    fn add(&mut self, kind: ObjectKind, name: String, begin: usize, unit: Unit) {
        let declared = Some(self.origin_behind(begin));
        let object = Object { declared, ..object(kind, name, Vec::new(), unit) };
        self.found.note_problems(&object.full_name(), &object.unit);
        self.found.objects.push(object);
    }
}

fn object(kind: ObjectKind, name: String, owners: Vec<String>, unit: Unit) -> Object {
    let application = Some(super::DEFAULT_APPLICATION.to_owned());
    Object { name, kind, owners, folder: Vec::new(), application, unit, declared: None, code: None }
}

/// The folder of a file.
fn folder(path: &str) -> Option<String> {
    path.rsplit('/').nth(1).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(files: &[(&str, &str)]) -> Project {
        let files = files.iter().map(|(path, text)| SourceFile {
            path: (*path).to_owned(),
            bytes: text.as_bytes().to_vec(),
        });
        let files: Vec<SourceFile> = files.collect();
        assert!(files.iter().all(|file| is_source(&file.path, &file.bytes)), "{files:?}");
        read_sources("plant", &files.iter().collect::<Vec<_>>())
    }

    fn routines(project: &Project) -> Vec<(&str, &str, u32)> {
        let of = |it: &crate::Routine| match &it.body {
            Body::Text(text) => (text.clone(), it.origin.as_ref().map_or(0, |at| at.line)),
            other => panic!("{other:?}"),
        };
        let all: Vec<(String, u32)> = project.routines.iter().map(of).collect();
        let texts: Vec<&'static str> = all.iter().map(|it| &*it.0.clone().leak()).collect();
        let names = project.routines.iter().map(|it| it.name.as_str());
        names.zip(texts).zip(all).map(|((name, text), (_, line))| (name, text, line)).collect()
    }

    #[test]
    fn one_file_may_have_all_that_a_project_has() {
        let text = "(* Plant 3 *)\n\
            TYPE E_Mode : (Idle, Run); END_TYPE\n\
            VAR_GLOBAL\n  Limit : INT := 5;\nEND_VAR\n\
            {attribute 'qualified_only'}\n\
            FUNCTION_BLOCK FB_Motor EXTENDS FB_Base\nVAR_INPUT\n  Go : BOOL;\nEND_VAR\n\
            METHOD Start : BOOL\nVAR_INPUT\n  Fast : BOOL;\nEND_VAR\nStart := Fast;\nEND_METHOD\n\
            Q := Go;\nEND_FUNCTION_BLOCK\n\
            FUNCTION Half : INT\nVAR_INPUT x : INT; END_VAR\nHalf := x / 2;\nEND_FUNCTION\n\
            PROGRAM PLC_PRG\nVAR\n  m : FB_Motor;\nEND_VAR\n// first\nm(Go := TRUE);\nEND_PROGRAM\n";
        let project = project(&[("src/plant.st", text)]);
        assert!(
            project.notes.iter().all(|it| it.kind != crate::NoteKind::Unreadable),
            "{project:?}"
        );
        assert_eq!(project.programs.len(), 1);
        let expected = [
            ("FB_Motor", "Q := Go;", 17),
            ("Half", "Half := x / 2;", 21),
            ("PLC_PRG", "// first\nm(Go := TRUE);", 27),
            ("FB_Motor.Start", "Start := Fast;", 15),
        ];
        assert_eq!(routines(&project), expected);
        assert!(project.data_types.iter().any(|it| it.name == "E_Mode"));
        assert!(project.tags.iter().any(|it| it.name == "plant.Limit"), "{:?}", project.tags);
    }

    #[test]
    fn files_of_one_object_need_no_end() {
        let project = project(&[
            ("FB_Valve.st", "FUNCTION_BLOCK FB_Valve\nVAR\n  n : INT;\nEND_VAR\nn := n + 1;\n"),
            ("FB_Valve.Open.st", "METHOD Open : BOOL\n\nOpen := TRUE;\n"),
            ("PLC_PRG.st", "PROGRAM PLC_PRG\r\nVAR\r\n  v : FB_Valve;\r\nEND_VAR\r\n\r\nv();\r\n"),
        ]);
        let expected = [
            ("FB_Valve", "n := n + 1;", 5),
            ("PLC_PRG", "v();", 6),
            ("FB_Valve.Open", "Open := TRUE;", 3),
        ];
        assert_eq!(routines(&project), expected);
    }

    #[test]
    fn sources_of_siemens_are_none() {
        for text in [
            "FUNCTION_BLOCK \"F\"\nVAR_INPUT\n a : Bool;\nEND_VAR\nBEGIN\nEND_FUNCTION_BLOCK",
            "FUNCTION F : Void\nBEGIN\nEND_FUNCTION",
            "Function: fills bottles\n",
            "TYPE \"a\"\nSTRUCT\nEND_STRUCT\nEND_TYPE",
        ] {
            assert!(!is_source("a.txt", text.as_bytes()), "{text}");
        }
        assert!(!is_source("a.scl", b"FUNCTION F : INT\nF := 1;\nEND_FUNCTION"));
        assert!(is_source("a.txt", b"FUNCTION F : INT\nF := 1;\nEND_FUNCTION"));
    }
}
