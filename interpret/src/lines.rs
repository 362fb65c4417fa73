//! The lines of a text, with separate comments and code.

use tagbridge_logic::text::{Dialect, TokenKind, tokens};

/// A line of a text.
#[derive(Debug, Default)]
pub(crate) struct CodeLine {
    pub(crate) code: String,
    pub(crate) comment: String,
    /// Whether a statement or a region ends with it.
    pub(crate) ends: bool,
    /// Number of statements and regions around its end.
    pub(crate) depth: usize,
}

impl CodeLine {
    /// Processes a word that may begin or end a statement or a region.
    fn step(&mut self, word: &str) {
        let word = word.to_ascii_uppercase();
        match word.as_str() {
            "IF" | "CASE" | "FOR" | "WHILE" | "REPEAT" | "REGION" | "#REGION" => self.depth += 1,
            "#ENDREGION" | "ENDREGION" => self.depth = self.depth.saturating_sub(1),
            word if word.starts_with("END_") => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}

/// Splits a text into lines, with separate comments and code.
pub(crate) fn apart(text: &str, dialect: Dialect) -> Vec<CodeLine> {
    let mut lines = vec![CodeLine::default()];
    // The text before a name, which may look like a keyword.
    let mut before = "";
    for token in tokens(text, dialect) {
        let piece = &text[token.span.range()];
        let is_comment = token.kind == TokenKind::Comment;
        let shown = if is_comment { comment(piece) } else { piece };
        for (at, part) in shown.split('\n').enumerate() {
            if at > 0 {
                let depth = lines.last().map_or(0, |line| line.depth);
                lines.push(CodeLine { depth, ..CodeLine::default() });
            }
            let Some(line) = lines.last_mut() else { continue };
            let into = if is_comment { &mut line.comment } else { &mut line.code };
            into.push_str(part.trim_end_matches('\r'));
            if is_comment && !piece.starts_with("//") {
                into.push(' ');
            }
        }
        let Some(line) = lines.last_mut() else { continue };
        match token.kind {
            TokenKind::Comment => {
                // The lexer treats the lines around a region as comments.
                let word = piece.split(char::is_whitespace).next().unwrap_or_default();
                line.step(word);
                line.ends |= word.to_ascii_uppercase().trim_start_matches('#').starts_with("END");
            }
            TokenKind::Word if !matches!(before, "." | "#") => line.step(piece),
            _ => {}
        }
        if !token.kind.is_trivia() {
            line.ends = piece == ";";
            before = piece;
        }
    }
    lines
}

/// The text of a comment.
fn comment(token: &str) -> &str {
    let frames = [("(/*", "*/)"), ("(*", "*)"), ("/*", "*/"), ("//", "")];
    let mut inner = frames.iter().filter_map(|(begin, end)| {
        let inner = token.strip_prefix(begin)?;
        Some(inner.strip_suffix(end).unwrap_or(inner))
    });
    inner.next().unwrap_or(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_names_in_quotes_hold_no_comment() {
        let check = |text: &str, dialect: Dialect, codes: &[&str], comments: &[&str]| {
            let lines = apart(text, dialect);
            let of = |of: fn(&CodeLine) -> &str| lines.iter().map(of).collect::<Vec<_>>();
            assert_eq!(of(|it| it.code.trim()), codes, "{text}");
            assert_eq!(of(|it| it.comment.trim()), comments, "{text}");
        };
        let text = "pat := 'a(*b';\nx := 1; // c";
        for dialect in [Dialect::Logix, Dialect::Siemens, Dialect::Codesys] {
            check(text, dialect, &["pat := 'a(*b';", "x := 1;"], &["", "c"]);
        }
        check(
            "\"a//b\" := \"c(*d\"; (* e *)",
            Dialect::Siemens,
            &["\"a//b\" := \"c(*d\";"],
            &["e"],
        );
        check("s := \"a /* b\";", Dialect::Codesys, &["s := \"a /* b\";"], &[""]);
        check("s := 'a$'//b';", Dialect::Logix, &["s := 'a$'//b';"], &[""]);
        // A comment ends in the way that it began, and nests only in CODESYS.
        check("(* a */ b *) c;", Dialect::Logix, &["c;"], &["a */ b"]);
        check("(* a (* b *) c *) d;", Dialect::Codesys, &["d;"], &["a (* b *) c"]);
        check("(* a\nb; *) c;", Dialect::Siemens, &["", "c;"], &["a", "b;"]);
        check("(/* a */) b;", Dialect::Siemens, &["b;"], &["a"]);
    }
}
