//! The searchable pieces of a project, and parsed search queries.

mod address;
mod code;
mod declared;

use tagbridge_api::{
    limits::CHUNK_CHARS_MAX,
    search::{Chunk, ChunkKind, Lines},
    turn::Citation,
};

pub use crate::words::words;
use crate::{Facts, words};

/// A piece of a project, and the texts by which it is found.
#[derive(Debug, Clone)]
pub struct Piece {
    /// The displayed part.
    pub chunk: Chunk,
    /// Its comments.
    pub comment: String,
    /// Its names and its location.
    pub names: String,
    /// The descriptions of the objects in it.
    pub descriptions: String,
    /// Its text, with explanations of its instructions.
    pub code: String,
    /// Its exact names, in lower case; empty for code.
    pub called: Vec<String>,
    /// Its absolute addresses, in normal form.
    pub addresses: Vec<String>,
}

/// A parsed search query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sought {
    /// The text as an exact name.
    pub called: String,
    /// An absolute address, in normal form.
    pub address: Option<String>,
    /// A part of a name, in lower case.
    pub fragment: Option<String>,
    /// Words.
    pub words: Vec<String>,
}

/// Parses a query.
pub fn sought(query: &str) -> Sought {
    let text = query.trim().trim_end_matches(['?', '!', '.', ',', ';']);
    let is_token = !text.is_empty() && !text.contains(char::is_whitespace);
    Sought {
        called: plain(text),
        address: address::read(text),
        fragment: is_token.then(|| plain(text)),
        words: words::of_query(query),
    }
}

/// All pieces of a project, code first, in the order of its file.
pub fn pieces(facts: &Facts) -> Vec<Piece> {
    let uses = code::Uses::of(facts);
    let mut pieces = code::pieces(facts);
    pieces.extend(declared::pieces(facts, &uses));
    pieces
}

/// Without case, quotes and blanks.
fn plain(name: &str) -> String {
    name.chars().filter(|it| !it.is_whitespace() && *it != '"').collect::<String>().to_lowercase()
}

/// The words in stored form.
fn kept<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    texts.into_iter().flat_map(words).collect::<Vec<_>>().join(" ")
}

/// The displayed part of a piece.
struct Shown<'a> {
    kind: ChunkKind,
    citation: Citation,
    /// The last step of its location: a rung, lines.
    at: Option<String>,
    text: &'a str,
    language: Option<&'static str>,
    lines: Option<Lines>,
}

impl Shown<'_> {
    fn chunk(self) -> Chunk {
        let steps: Vec<&str> = match self.kind {
            ChunkKind::Rung | ChunkKind::Statement | ChunkKind::Routine => {
                self.citation.path.split('/').collect()
            }
            _ => vec![self.citation.path.as_str()],
        };
        let mut title = steps.join(" / ");
        let mut label = steps.join(" › ");
        if let Some(at) = self.at {
            title = format!("{title}, {at}");
            label = format!("{label} › {at}");
        }
        let (text, truncated) = cut(self.text.trim_end());
        Chunk {
            kind: self.kind,
            title,
            text,
            truncated,
            language: self.language.map(str::to_owned),
            lines: self.lines,
            citation: self.citation,
            label,
        }
    }
}

/// The displayed part of a text, up to the end of a line if there is one.
fn cut(text: &str) -> (String, bool) {
    let Some((end, _)) = text.char_indices().nth(CHUNK_CHARS_MAX) else {
        return (text.to_owned(), false);
    };
    let whole = &text[..end];
    let line = whole.rfind('\n').filter(|at| *at > 0).unwrap_or(end);
    (whole[..line].to_owned(), true)
}
