//! What stands between `BEGIN` and the end of a block, as text.

use crate::{
    declaration::Cursor,
    model::{Body, Language, Origin, Rung},
};

/// `a.b[1] := 5;` up to the end of a data block, without it.
pub(super) fn assignments(cursor: &mut Cursor<'_>, starts: &mut Vec<(String, String)>) {
    loop {
        cursor.attributes();
        if cursor.peek().is_none() || cursor.sees("END_DATA_BLOCK") {
            return;
        }
        let path = cursor.raw_until(&[":="], &["END_DATA_BLOCK"]);
        if !cursor.eat(":=") {
            let seen = cursor.seen();
            cursor.problem(format!("a value is set by `:=`, not by {seen}"));
            if !cursor.eat(";") && !cursor.sees("END_DATA_BLOCK") {
                cursor.take();
            }
            continue;
        }
        let path: String = path.chars().filter(|c| *c != '"' && !c.is_whitespace()).collect();
        let value = cursor.raw_until(&[";"], &["END_DATA_BLOCK"]).to_owned();
        cursor.eat(";");
        // SIMATIC SD hangs comments on `x[1] := ();`, which sets nothing.
        if value != "()" {
            starts.push((path, value));
        }
    }
}

/// The text behind the last token taken, up to the line that begins with `end`. The cursor is
/// then before that word, or at the end of the text with a problem noted.
pub(super) fn raw_up_to<'a>(cursor: &mut Cursor<'a>, end: &str) -> &'a str {
    let rest = cursor.rest();
    let at = end_of_body(rest, end);
    if at.is_none() {
        cursor.problem(format!("{end} is missing: the text ends before"));
    }
    let body = &rest[..at.unwrap_or(rest.len())];
    cursor.skip(body.len());
    body
}

/// Where a text that begins on this line says something first.
pub(super) fn origin(file: &str, line: u32, text: &str) -> Origin {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let blank = &text[..text.len() - text.trim_start().len()];
    let column = blank.rsplit('\n').next().map_or(1, |indent| indent.chars().count() + 1);
    let line = line.saturating_add(number(blank.matches('\n').count()));
    Origin { file: file.to_owned(), line, column: number(column) }
}

fn end_of_body(text: &str, end: &str) -> Option<usize> {
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

/// Code with its language: AWL by network, SCL as one text.
pub(super) fn code(text: &str, awl: bool) -> (Language, Body) {
    let networks = awl || first_word(text).eq_ignore_ascii_case("NETWORK");
    if networks {
        (Language::Il, Body::Rungs(awl_networks(text)))
    } else {
        (Language::St, Body::Text(tidy(text)))
    }
}

/// Networks of SIMATIC SD: one text where all is one piece of SCL.
pub(super) fn networks(networks: Vec<(Language, Rung)>) -> (Language, Body) {
    let language = networks.first().map_or(Language::Other, |(language, _)| *language);
    let rungs: Vec<Rung> =
        networks.into_iter().map(|(own, rung)| network(language, own, rung)).collect();
    match &rungs[..] {
        [one] if language == Language::St && one.title.is_none() => {
            (language, Body::Text(one.text.clone()))
        }
        _ => (language, Body::Rungs(rungs)),
    }
}

/// A network that says what it is written in, where its block is written in something else.
pub(in crate::siemens) fn network(whole: Language, language: Language, rung: Rung) -> Rung {
    Rung { language: Some(language).filter(|language| *language != whole), ..rung }
}

/// A language by Siemens' name for it.
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

fn awl_networks(text: &str) -> Vec<Rung> {
    let mut rungs: Vec<Rung> = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    let finish = |rungs: &mut Vec<Rung>, lines: &mut Vec<&str>| {
        if let Some(rung) = rungs.last_mut() {
            rung.text = tidy(&lines.join("\n"));
        }
        lines.clear();
    };
    for line in text.lines() {
        let word = first_word(line);
        if word.eq_ignore_ascii_case("NETWORK") {
            finish(&mut rungs, &mut lines);
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
        if lines.is_empty() && rung.title.is_none() && word.eq_ignore_ascii_case("TITLE") {
            let title = line.split_once('=').map_or("", |(_, title)| title.trim());
            rung.title = (!title.is_empty()).then(|| title.to_owned());
        } else if lines.is_empty() && line.trim_start().starts_with("//") {
            let comment = line.trim().trim_start_matches('/').trim();
            match &mut rung.comment {
                Some(all) => *all = format!("{all}\n{comment}"),
                None => rung.comment = Some(comment.to_owned()),
            }
        } else {
            lines.push(line);
        }
    }
    finish(&mut rungs, &mut lines);
    rungs
}

fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default()
}

/// Without what all lines are indented by, blanks at line ends, and empty lines around.
pub(in crate::siemens) fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let is_filled = |line: &&str| !line.is_empty();
    let first = lines.iter().position(is_filled);
    let last = lines.iter().rposition(is_filled);
    let (Some(first), Some(last)) = (first, last) else { return String::new() };
    let lines = &lines[first..=last];
    let indent = |line: &&str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let common = lines.iter().filter(|line| is_filled(line)).map(indent).min().unwrap_or(0);
    let lines: Vec<&str> =
        lines.iter().map(|line| line.get(common..).unwrap_or_default()).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_of_awl() {
        let text = "\nNETWORK\nTITLE = One\n// first\n// second\n      A #in1;\n      = #out1;\n\
                    NETWORK\nTITLE =\nM1:   JU M1; // loop\n";
        let (language, body) = code(text, false);
        assert_eq!(language, Language::Il);
        let rung = |number, title: Option<&str>, comment: Option<&str>, text: &str| Rung {
            number,
            title: title.map(str::to_owned),
            comment: comment.map(str::to_owned),
            text: text.to_owned(),
            ..Rung::default()
        };
        let expected = [
            rung(1, Some("One"), Some("first\nsecond"), "A #in1;\n= #out1;"),
            rung(2, None, None, "M1:   JU M1; // loop"),
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
