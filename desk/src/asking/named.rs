//! Finds the tags that an answer names. Many tags have the names of common words, such as `In` or
//! `Start`. A word of a sentence is a tag's name only if it is cited, quoted as code, not spelled
//! like a word of a language, or a name in the code that the answer cites.

use std::collections::HashSet;

use tagbridge_project::{Project, Symbols};
use tagbridge_texts::Language;

use super::{TAGS_MAX, place};
use crate::view::AskAnswer;

/// The tags of the project that an answer cites or names, each once.
pub(super) fn named(answer: &AskAnswer, symbols: &Symbols) -> Vec<String> {
    let cited = answer.cited.iter().filter(|it| it.kind == "tag").map(|it| it.path.as_str());
    let code = code_words(answer, symbols.project());
    let is_name = |word: &str| is_no_word(word) || code.contains(word);
    let mut found: Vec<String> = Vec::new();
    let mut add = |name: String| {
        if found.len() < TAGS_MAX && !found.contains(&name) {
            found.push(name);
        }
    };
    let find = |word: &str| symbols.find_without_hint(word).ok().map(|it| it.name());
    cited.filter_map(find).for_each(&mut add);
    for (word, is_quoted) in words(&answer.text) {
        // The number of a citation may be after a name.
        let numbered = word.rsplit_once('[').map(|(name, _)| name);
        let names = [Some(word), numbered].into_iter().flatten();
        let mut names = names.filter(|it| is_quoted || is_name(it)).filter_map(find);
        names.next().into_iter().for_each(&mut add);
    }
    found
}

/// The words of a text, and whether they are in backticks; quoted text also as a whole.
fn words(text: &str) -> impl Iterator<Item = (&str, bool)> {
    // Every second part is quoted, if its closing quote exists.
    let last = text.matches('`').count();
    text.split('`').enumerate().flat_map(move |(at, piece)| {
        let is_quoted = at % 2 == 1 && at != last;
        let whole = is_quoted.then_some(piece.trim());
        let words = piece.split(|it: char| it.is_whitespace() || "(){}*,;„“”".contains(it));
        let words = words.map(|it| it.trim_end_matches(['.', ':', '?', '!']));
        let words = words.filter(move |it| Some(*it) != whole);
        whole.into_iter().chain(words).filter(|it| !it.is_empty()).map(move |it| (it, is_quoted))
    })
}

/// Whether its spelling is not that of a word in a sentence: it has a digit, a sign, or an inner
/// capital.
fn is_no_word(word: &str) -> bool {
    let signs = |it: char| it.is_ascii_digit() || "._[]\"%#:|@$".contains(it);
    let mut pairs = word.chars().zip(word.chars().skip(1));
    word.contains(signs) || pairs.any(|(a, b)| a.is_lowercase() && b.is_uppercase())
}

/// The words of the code that an answer cites.
fn code_words(answer: &AskAnswer, project: &Project) -> HashSet<String> {
    let code = answer.cited.iter().filter(|it| matches!(it.kind.as_str(), "rung" | "routine"));
    let lines = code.filter_map(|it| place(project, it, Language::default())).flat_map(|it| {
        // Next to a cited rung, others are displayed too.
        let is_all = !it.lines.iter().any(|line| line.is_cited);
        it.lines.into_iter().filter(move |line| is_all || line.is_cited)
    });
    let words = lines.flat_map(|it| {
        let words = it.text.split(|it: char| !(it.is_alphanumeric() || it == '_'));
        words.map(str::to_owned).collect::<Vec<_>>()
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tagbridge_project::Source;

    use super::*;
    use crate::view::Cited;

    const FILE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<RSLogix5000Content SchemaRevision="1.0" TargetName="Line" TargetType="Controller">
<Controller Use="Target" Name="Line" ProcessorType="1756-L83E" MajorRev="35" MinorRev="11"><Tags>
<Tag Name="In" TagType="Base" DataType="BOOL"/><Tag Name="Start" TagType="Base" DataType="BOOL"/>
<Tag Name="Stop" TagType="Base" DataType="BOOL"/><Tag Name="Line_Speed" TagType="Base" DataType="REAL"/>
<Tag Name="LineRuns" TagType="Base" DataType="BOOL"/><Tag Name="M1" TagType="Base" DataType="BOOL"/>
<Tag Name="Lanes" TagType="Base" DataType="DINT" Dimensions="3"/></Tags>
<Programs><Program Name="Main" MainRoutineName="Ladder"><Routines><Routine Name="Ladder" Type="RLL"><RLLContent>
<Rung Number="0" Type="N"><Text><![CDATA[XIC(Start)OTE(LineRuns);]]></Text></Rung>
</RLLContent></Routine></Routines></Program></Programs></Controller></RSLogix5000Content>"#;

    #[test]
    fn a_word_is_a_tag_only_where_it_is_plainly_meant_as_one() {
        let source = Source::of_bytes("line.L5X", FILE.as_bytes().to_vec()).expect("a source");
        let symbols = Symbols::new(Arc::new(tagbridge_project::read(&source).expect("a project")));
        let rung = Cited { kind: "rung".into(), path: "Main/Ladder".into(), rung: Some(0) };
        let tag = Cited { kind: "tag".into(), path: "Stop".into(), rung: None };
        let check = |text: &str, cited: &[&Cited], expected: &[&str]| {
            let answer = AskAnswer {
                status: "answer".into(),
                text: text.into(),
                cited: cited.iter().map(|it| (*it).clone()).collect(),
                cited_of: None,
                tags: Vec::new(),
                asked_back: Vec::new(),
                conversation: None,
                version: None,
                tokens: [0.0; 2],
            };
            assert_eq!(named(&answer, &symbols), expected, "{text}");
        };
        check("In the first rung the line can start. Stop it before.", &[], &[]);
        check("In is on, Start is not: press `Start`.", &[], &["Start"]);
        check("A quote without an end: `In the first rung Start", &[], &[]);
        check("`XIC(In)` opens it.", &[], &["In"]);
        let plain = ["Line_Speed", "LineRuns", "M1", "Lanes[2]"];
        check("Line_Speed, LineRuns and M1[1] are known; Lanes[2] too.", &[], &plain);
        check("Start[1] turns it on.", &[], &[]);
        check("Start[1] turns it on. In the rung, stop.", &[&rung], &["Start"]);
        check("It is on while start is on.", &[&rung], &[]);
        check("Line_Speed is 3.", &[&tag], &["Stop", "Line_Speed"]);
    }
}
