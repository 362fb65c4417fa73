//! The body of a block, from `BEGIN` to its end, as text.

use tagbridge_code::ListStatement;

use crate::says::Unclear;
use crate::{
    declaration::Cursor,
    line_index::LineIndex,
    model::{Body, Code, Language, Origins, Position, Rung},
    text::first_word,
};

/// Reads assignments, `a.b[1] := 5;`, up to the end of a data block.
pub(super) fn assignments(cursor: &mut Cursor<'_>, starts: &mut Vec<(String, String)>) {
    loop {
        cursor.attributes();
        if cursor.peek().is_none() || cursor.sees("END_DATA_BLOCK") {
            return;
        }
        let path = cursor.raw_until(&[":="], &["END_DATA_BLOCK"]);
        if !cursor.eat(":=") {
            let seen = cursor.seen();
            cursor.problem(&Unclear::Value { seen });
            if !cursor.eat(";") && !cursor.sees("END_DATA_BLOCK") {
                cursor.take();
            }
            continue;
        }
        let path = bare(path);
        let value = cursor.raw_until(&[";"], &["END_DATA_BLOCK"]).to_owned();
        cursor.eat(";");
        // SIMATIC SD attaches comments to `x[1] := ();`, which assigns nothing.
        if value != "()" {
            starts.push((path, value));
        }
    }
}

/// A path without blanks between its names. Only the first name keeps its quotes: it may contain a
/// dot.
fn bare(path: &str) -> String {
    let (mut bare, mut quotes) = (String::new(), 0_usize);
    for char in path.chars() {
        quotes += usize::from(char == '"');
        let is_first = quotes <= 2 && path.starts_with('"');
        let is_kept = if char == '"' { is_first } else { quotes % 2 == 1 || !char.is_whitespace() };
        bare.extend(is_kept.then_some(char));
    }
    bare
}

/// Returns the text after the last token, up to the line that begins with `end`. The cursor is then
/// before that word, or at the end of the text, with a problem reported.
pub(super) fn raw_up_to<'a>(cursor: &mut Cursor<'a>, end: &str) -> &'a str {
    let rest = cursor.rest();
    let at = end_of_body(rest, end);
    if at.is_none() {
        cursor.problem(&Unclear::TextEnds { end });
    }
    let body = &rest[..at.unwrap_or(rest.len())];
    cursor.skip(body.len());
    body
}

/// Where the line or the word `end` begins that ends a body.
pub(super) fn end_of_body(text: &str, end: &str) -> Option<usize> {
    let begins = |line: &str| {
        let head = line.get(..end.len())?;
        let next = line[end.len()..].chars().next();
        let whole = !next.is_some_and(|c| c.is_alphanumeric() || c == '_');
        (whole && head.eq_ignore_ascii_case(end)).then_some(())
    };
    let mut at = 0;
    let mut inline = None;
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        if begins(&line[indent..]).is_some() {
            return Some(at + indent);
        }
        // A block on one line.
        if inline.is_none()
            && let Some(found) = line.find(end)
            && begins(&line[found..]).is_some()
            && !line[..found].contains("//")
        {
            inline = Some(at + found);
        }
        at += line.len();
    }
    inline
}

/// Code with its language: AWL in networks, SCL as one text.
pub(super) fn code(lines: &LineIndex<'_>, text: &str, awl: bool) -> Code {
    let networks = awl || first_word(text).eq_ignore_ascii_case("NETWORK");
    if networks {
        let body = Body::Rungs(awl_networks(lines, text));
        return Code { language: Language::Il, body, ..Code::default() };
    }
    let (text, origins) = shown(lines, text);
    Code { language: Language::St, body: Body::Text(text), origins, ..Code::default() }
}

/// Networks of SIMATIC SD and SimaticML, each with its language. A single network of SCL becomes one text.
pub(in crate::siemens) fn networks(whole: Language, networks: Vec<(Language, Rung)>) -> Code {
    let own = |(language, rung)| Rung {
        language: Some(language).filter(|language| *language != whole),
        ..rung
    };
    let mut rungs: Vec<Rung> = networks.into_iter().map(own).collect();
    let mut origins = Origins::default();
    let body = match &mut rungs[..] {
        [one] if whole == Language::St => {
            origins = std::mem::take(&mut one.origins);
            Body::Text(std::mem::take(&mut one.text))
        }
        _ => Body::Rungs(rungs),
    };
    Code { language: whole, body, origins, ..Code::default() }
}

/// The displayed text of a piece of a source, and the places of its lines.
pub(super) fn shown(lines: &LineIndex<'_>, text: &str) -> (String, Origins) {
    let Tidy { text: tidy, first, first_line, indent } = Tidy::of(text);
    let at = lines.position_of(first);
    let mut origins = Origins::block(at);
    // The first line may begin after other text.
    let column = u32::try_from(indent + 1).unwrap_or(u32::MAX);
    if first_line == 0 && at.column != column {
        origins.line(1, Position { line: at.line.saturating_add(1), column }, 0);
    }
    (tidy, origins)
}

/// The language with this name of Siemens.
pub(in crate::siemens) fn language(name: &str) -> Language {
    let name = name.to_ascii_uppercase();
    match name.strip_prefix("F_").unwrap_or(&name) {
        "LAD" | "LAD_CLASSIC" | "LAD_IEC" => Language::Ld,
        "FBD" | "FBD_CLASSIC" | "FBD_IEC" => Language::Fbd,
        "SCL" => Language::St,
        "STL" => Language::Il,
        "GRAPH" => Language::Sfc,
        "CFC" => Language::Cfc,
        _ => Language::Other,
    }
}

fn awl_networks(index: &LineIndex<'_>, text: &str) -> Vec<Rung> {
    let mut rungs: Vec<Rung> = Vec::new();
    // The range of the current network's code in bytes: everything after its title and comments.
    let mut says = 0..0;
    let finish = |rungs: &mut Vec<Rung>, says: std::ops::Range<usize>| {
        if let Some(rung) = rungs.last_mut() {
            (rung.text, rung.origins) = shown(index, &text[says]);
            rung.list = Some(ListStatement::all(&rung.text).into());
        }
    };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let begin = at;
        at += line.len();
        let line = line.trim_end_matches(['\n', '\r']);
        let word = first_word(line);
        if word.eq_ignore_ascii_case("NETWORK") {
            finish(&mut rungs, says);
            says = at..at;
            let number = u32::try_from(rungs.len() + 1).unwrap_or(u32::MAX);
            rungs.push(Rung { number, ..Rung::default() });
            continue;
        }
        if rungs.is_empty() {
            if line.trim().is_empty() {
                continue;
            }
            rungs.push(Rung { number: 1, ..Rung::default() });
        }
        let Some(rung) = rungs.last_mut() else { continue };
        if says.is_empty() && rung.title.is_none() && word.eq_ignore_ascii_case("TITLE") {
            let title = line.split_once('=').map_or("", |(_, title)| title.trim());
            rung.title = (!title.is_empty()).then(|| title.to_owned());
        } else if says.is_empty() && line.trim_start().starts_with("//") {
            let comment = line.trim().trim_start_matches('/').trim();
            match &mut rung.comment {
                Some(all) => *all = format!("{all}\n{comment}"),
                None => rung.comment = Some(comment.to_owned()),
            }
        } else {
            let from = if says.is_empty() { begin } else { says.start };
            says = from..at;
        }
    }
    finish(&mut rungs, says);
    rungs
}

/// A text without the common indentation of its lines, trailing blanks, and empty lines around it.
pub(in crate::siemens) struct Tidy<'t> {
    pub(in crate::siemens) text: String,
    /// Its first line, as a slice of the original text.
    first: &'t str,
    /// Number of lines before that one.
    pub(in crate::siemens) first_line: usize,
    /// The common indentation, in blanks and tabs.
    pub(in crate::siemens) indent: usize,
}

impl<'t> Tidy<'t> {
    pub(in crate::siemens) fn of(text: &'t str) -> Self {
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        let is_filled = |line: &&str| !line.is_empty();
        let first_line = lines.iter().position(is_filled).unwrap_or(0);
        let end = lines.iter().rposition(is_filled).map_or(first_line, |last| last + 1);
        let lines = &lines[first_line..end];
        let indent = |line: &&str| line.len() - line.trim_start_matches([' ', '\t']).len();
        let indent = lines.iter().filter(|line| is_filled(line)).map(indent).min().unwrap_or(0);
        let lines: Vec<&str> =
            lines.iter().map(|line| line.get(indent..).unwrap_or_default()).collect();
        let first = lines.first().copied().unwrap_or(&text[..0]);
        Self { text: lines.join("\n"), first, first_line, indent }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_of_awl() {
        let text = "\nNETWORK\nTITLE = One\n// first\n// second\n      A #in1;\n      = #out1;\n\
                    NETWORK\nTITLE =\nM1:   JU M1; // loop\n";
        let Code { language, body, .. } = code(&LineIndex::new(text), text, false);
        assert_eq!(language, Language::Il);
        let rung = |number, title: Option<&str>, comment: Option<&str>, text: &str, at| Rung {
            number,
            title: title.map(str::to_owned),
            comment: comment.map(str::to_owned),
            text: text.to_owned(),
            list: Some(ListStatement::all(text).into()),
            origins: Origins::block(at),
            ..Rung::default()
        };
        let (first, second) = (Position { line: 6, column: 7 }, Position { line: 10, column: 1 });
        let expected = [
            rung(1, Some("One"), Some("first\nsecond"), "A #in1;\n= #out1;", first),
            rung(2, None, None, "M1:   JU M1; // loop", second),
        ];
        assert_eq!(body, Body::Rungs(expected.to_vec()));
    }

    #[test]
    fn the_end_of_a_body_is_a_word_at_the_beginning_of_a_line() {
        let check = |text: &str, expected: Option<&str>| {
            let body = end_of_body(text, "END_FUNCTION").map(|at| &text[..at]);
            assert_eq!(body, expected, "{text}");
        };
        check("a;\n  END_FUNCTION\n", Some("a;\n  "));
        check("a;\nEND_FUNCTION_BLOCK\nend_function;", Some("a;\nEND_FUNCTION_BLOCK\n"));
        check("// not END_FUNCTION\nEND_FUNCTION", Some("// not END_FUNCTION\n"));
        check("a; END_FUNCTION", Some("a; "));
        check("a;", None);
    }
}
