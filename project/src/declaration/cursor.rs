//! A place in a text, and the next token.

use tagbridge_texts::{Coded, Message};

use super::{
    Problem, Token,
    token::{Comment, Piece, first},
};

use crate::says::{Seen, Unclear};

/// The dialect of declarations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// SCL, DB, UDT, AWL, SIMATIC SD: names in double quotes; comments are not nested.
    Siemens,
    /// CODESYS: wide strings in double quotes; comments are nested.
    Codesys,
}

/// A place in a text. Tokens are read one at a time, so that other text between them (a title, a
/// body) can be read unchanged.
#[derive(Debug)]
pub(crate) struct Cursor<'a> {
    pub(super) dialect: Dialect,
    pub(super) depth: usize,
    /// The problems until now.
    pub(crate) problems: Vec<Problem>,
    text: &'a str,
    nests: bool,
    /// The place after the last token, and its line.
    at: usize,
    line: u32,
    ahead: Option<Ahead<'a>>,
}

/// The next token, and the comments before it.
#[derive(Debug)]
struct Ahead<'a> {
    token: Option<Token<'a>>,
    begin: usize,
    end: usize,
    line: u32,
    end_line: u32,
    comments: Vec<Comment<'a>>,
}

impl<'a> Cursor<'a> {
    /// A cursor at the beginning of a text.
    pub(crate) fn new(text: &'a str, dialect: Dialect) -> Self {
        let nests = dialect == Dialect::Codesys;
        let problems = Vec::new();
        Self { dialect, depth: 0, problems, text, nests, at: 0, line: 1, ahead: None }
    }

    /// Returns the next token; `None` at the end.
    pub(crate) fn peek(&mut self) -> Option<Token<'a>> {
        self.ahead().token
    }

    /// Consumes the next token.
    pub(crate) fn take(&mut self) -> Option<Token<'a>> {
        self.ahead();
        let ahead = self.ahead.take()?;
        self.at = ahead.end;
        self.line = ahead.end_line;
        ahead.token
    }

    /// Consumes the next token if it is this word (not case-sensitive) or this sign.
    pub(crate) fn eat(&mut self, what: &str) -> bool {
        let found = self.sees(what);
        if found {
            self.take();
        }
        found
    }

    /// Whether the next token is this word (not case-sensitive) or this sign.
    pub(crate) fn sees(&mut self, what: &str) -> bool {
        match self.peek() {
            Some(Token::Word(word)) => word.eq_ignore_ascii_case(what),
            Some(Token::Sign(sign)) => sign == what,
            _ => false,
        }
    }

    /// The next token in upper case, if it is a word.
    pub(crate) fn keyword(&mut self) -> Option<String> {
        match self.peek() {
            Some(Token::Word(word)) => Some(word.to_ascii_uppercase()),
            _ => None,
        }
    }

    /// The line of the next token, from 1.
    pub(crate) fn line(&mut self) -> u32 {
        self.ahead().line
    }

    /// The place of the next token, in bytes.
    pub(crate) fn begin(&mut self) -> usize {
        self.ahead().begin
    }

    /// The place after the last token, in bytes.
    pub(crate) fn end(&self) -> usize {
        self.at
    }

    /// The text between two places, without blanks around it.
    pub(crate) fn between(&self, begin: usize, end: usize) -> &'a str {
        self.text.get(begin..end).unwrap_or_default().trim()
    }

    /// The text after the last token, unchanged.
    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The text from the next token on.
    pub(crate) fn ahead_text(&mut self) -> &'a str {
        let begin = self.begin();
        self.text.get(begin..).unwrap_or_default()
    }

    /// Skips this number of bytes after the last token.
    pub(crate) fn skip(&mut self, bytes: usize) {
        let skipped = self.text.get(self.at..self.at + bytes).unwrap_or(self.rest());
        self.line = self.line.saturating_add(line_ends(skipped));
        self.at += skipped.len();
        self.ahead = None;
    }

    /// Consumes the rest of the last token's line.
    pub(crate) fn rest_of_line(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find('\n').unwrap_or(rest.len());
        self.skip(end);
        rest[..end].trim()
    }

    /// Consumes the comments after the last token on the same line.
    pub(crate) fn trailing_comment(&mut self) -> Option<String> {
        let line = self.line;
        let comments = &mut self.ahead().comments;
        let count = comments.iter().take_while(|comment| comment.line == line).count();
        joined(comments.drain(..count))
    }

    /// Consumes the comments directly above the next token, without an empty line in between.
    pub(crate) fn leading_comment(&mut self) -> Option<String> {
        let ahead = self.ahead();
        let mut line = ahead.line;
        let mut from = ahead.comments.len();
        while from > 0 && ahead.comments[from - 1].end_line + 1 >= line {
            from -= 1;
            line = ahead.comments[from].line;
        }
        let comment = joined(ahead.comments.drain(from..));
        ahead.comments.clear();
        comment
    }

    /// Reports a problem at the next token.
    pub(crate) fn problem(&mut self, what: &Unclear<'_>) {
        let line = self.line();
        self.problems.push(Problem { line, what: what.message() });
    }

    /// Consumes tokens up to one of the signs outside of brackets, one of `keywords`, a `;` or the
    /// end of the text, which is not consumed. Returns the consumed text.
    pub(crate) fn raw_until(&mut self, signs: &[&str], keywords: &[&str]) -> &'a str {
        let begin = self.begin();
        let mut brackets = 0_usize;
        while let Some(token) = self.peek() {
            match token {
                Token::Sign(sign) if brackets == 0 && signs.contains(&sign) => break,
                // The end of a statement always ends the text, as a bracket may be missing.
                Token::Sign(";") => break,
                Token::Sign("(" | "[") => brackets += 1,
                Token::Sign(")" | "]") => brackets = brackets.saturating_sub(1),
                Token::Word(word) if keywords.iter().any(|k| k.eq_ignore_ascii_case(word)) => break,
                _ => {}
            }
            self.take();
        }
        self.between(begin, self.at.max(begin))
    }

    /// The name of the next token for a message.
    pub(crate) fn seen(&mut self) -> Message {
        match self.peek() {
            None => Seen::End,
            Some(Token::Word(it) | Token::Quoted(it) | Token::Text(it) | Token::Sign(it)) => {
                Seen::Token { text: it.chars().take(40).collect() }
            }
            Some(Token::Pragma(_)) => Seen::Attribute,
        }
        .message()
    }

    fn ahead(&mut self) -> &mut Ahead<'a> {
        let ahead = match self.ahead.take() {
            Some(ahead) => ahead,
            None => self.look_ahead(),
        };
        self.ahead.insert(ahead)
    }

    fn look_ahead(&mut self) -> Ahead<'a> {
        let (mut at, mut line) = (self.at, self.line);
        let mut comments = Vec::new();
        loop {
            let Some((piece, length)) = first(&self.text[at..], self.dialect, &mut self.nests)
            else {
                return Ahead { token: None, begin: at, end: at, line, end_line: line, comments };
            };
            let end_line = line.saturating_add(line_ends(&self.text[at..at + length]));
            match piece {
                Piece::Blank => {}
                Piece::Comment(text) => comments.push(Comment { text, line, end_line }),
                Piece::Token(token) => {
                    let (begin, end) = (at, at + length);
                    return Ahead { token: Some(token), begin, end, line, end_line, comments };
                }
            }
            at += length;
            line = end_line;
        }
    }
}

fn line_ends(text: &str) -> u32 {
    u32::try_from(text.bytes().filter(|byte| *byte == b'\n').count()).unwrap_or(u32::MAX)
}

/// Joins comments to one text, without the decoration of dashes and stars around their lines.
fn joined<'a>(comments: impl Iterator<Item = Comment<'a>>) -> Option<String> {
    let lines: Vec<&str> = comments
        .flat_map(|comment| comment.text.lines())
        .map(|line| line.trim().trim_start_matches('/').trim())
        .filter(|line| line.contains(char::is_alphanumeric))
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}
