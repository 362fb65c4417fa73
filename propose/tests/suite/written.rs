//! Requests about declarations and structured text, generated from the text line by line, without
//! our parser.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};
use tagbridge_project::Source;

use crate::{judge::Verdict, logix::own, table::Request};

const NEW: &str = "Zq_By_Test";

/// A block, a type or a list of variables in the text.
#[derive(Debug, Default, Clone)]
struct Written {
    keyword: String,
    name: String,
    variables: Vec<Variable>,
    code: Vec<String>,
    all: String,
}

#[derive(Debug, Clone)]
struct Variable {
    name: String,
    kind: String,
    initial: Option<String>,
    section: String,
    said: bool,
    /// Alone on its line, at the top of its section.
    plain: bool,
}

/// The requests of the table for which the sources have a subject.
pub(crate) fn siemens(source: &Source) -> Vec<Request> {
    let texts: Vec<String> = source
        .files
        .iter()
        .filter(|it| {
            let path = it.path.to_lowercase();
            [".scl", ".db", ".udt"].iter().any(|end| path.ends_with(end))
        })
        .map(|it| String::from_utf8_lossy(&it.bytes).replace(['\r', '\u{feff}'], ""))
        .collect();
    let blocks: Vec<Written> = texts.iter().flat_map(|it| blocks(it)).collect();
    let others: String = source
        .files
        .iter()
        .filter(|it| it.path.to_lowercase().ends_with(".s7dcl"))
        .map(|it| String::from_utf8_lossy(&it.bytes).into_owned())
        .collect();
    requests(&blocks, &(texts.join("\n") + &others), true)
}

/// The same for an export.
pub(crate) fn codesys(source: &Source) -> Vec<Request> {
    let text = String::from_utf8_lossy(&source.files[0].bytes);
    let Ok(document) = Document::parse(text.trim_start_matches('\u{feff}')) else {
        return Vec::new();
    };
    let field = |of: Node<'_, '_>, name: &str| {
        of.children().find(|it| it.attribute("Name") == Some(name)).map(|it| it.id())
    };
    let get = |id| document.get_node(id);
    let said = |aspect: Node<'_, '_>| -> Option<String> {
        let of = field(aspect, "TextDocument").and_then(get)?;
        if let Some(blob) = field(of, "TextBlobForSerialisation").and_then(get) {
            return Some(blob.text().unwrap_or_default().replace('\r', ""));
        }
        let lines = field(of, "TextLines").and_then(get)?.children().filter(Node::is_element);
        let lines = lines.filter_map(|it| field(it, "Text").and_then(get));
        Some(
            lines.map(|it| it.text().unwrap_or_default().to_owned()).collect::<Vec<_>>().join("\n"),
        )
    };
    let mut blocks = Vec::new();
    let (mut whole, mut tasks, mut programs) = (String::new(), Vec::new(), Vec::new());
    for meta in document.descendants().filter(|it| it.attribute("Name") == Some("MetaObject")) {
        let name = field(meta, "Name").and_then(get).and_then(|it| it.text()).unwrap_or_default();
        let Some(object) = meta.parent().and_then(|it| field(it, "Object")).and_then(get) else {
            continue;
        };
        if field(object, "PouList").is_some() {
            tasks.push(name.to_owned());
        }
        let Some(declared) = field(object, "Interface").and_then(get).and_then(said) else {
            continue;
        };
        let code = field(object, "Implementation").and_then(get).and_then(said);
        whole.push_str(&declared);
        whole.push_str(code.as_deref().unwrap_or_default());
        let mut block = declaration(&declared);
        if block.keyword == "METHOD" || block.keyword == "PROPERTY" || block.keyword.is_empty() {
            continue;
        }
        if block.keyword == "PROGRAM" {
            programs.push(name.to_owned());
        }
        name.clone_into(&mut block.name);
        block.code = code.iter().flat_map(|it| it.lines().map(ToOwned::to_owned)).collect();
        block.all = declared + "\n" + code.as_deref().unwrap_or_default();
        blocks.push(block);
    }
    let mut all = requests(&blocks, &text, false);
    for task in &tasks {
        for program in &programs {
            let is_there = text.matches(&format!(">{program}<")).count() > 1;
            let verdict = Verdict::Insertions(own(&[program]));
            if !is_there {
                let prompt = format!("Schedule program {program} in task {task}");
                all.push(Request { row: "schedule", prompt, verdict });
            }
        }
    }
    all
}

fn blocks(text: &str) -> Vec<Written> {
    const HEADS: [&str; 5] =
        ["ORGANIZATION_BLOCK", "FUNCTION_BLOCK", "FUNCTION", "DATA_BLOCK", "TYPE"];
    let mut found: Vec<Written> = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    let mut head: Option<(String, String)> = None;
    for line in text.lines() {
        let word =
            line.trim_start().split([' ', '\t', ':']).next().unwrap_or_default().to_uppercase();
        if head.is_none() && HEADS.contains(&word.as_str()) {
            let rest = line.trim_start()[word.len()..].trim();
            let name = match rest.strip_prefix('"') {
                Some(rest) => rest.split('"').next().unwrap_or_default(),
                None => rest.split([' ', ':']).next().unwrap_or_default(),
            };
            head = Some((word, name.to_owned()));
            lines.clear();
            continue;
        }
        let Some((keyword, name)) = &head else { continue };
        if word == format!("END_{keyword}") {
            let (declared, code) = match lines.iter().position(|it| it.trim() == "BEGIN") {
                Some(at) => (&lines[..at], &lines[at + 1..]),
                None => (&lines[..], &lines[..0]),
            };
            let mut block = declaration(&declared.join("\n"));
            (block.keyword, block.name) = (keyword.clone(), name.clone());
            block.code = code.iter().map(|it| (*it).to_owned()).collect();
            block.all = lines.join("\n");
            found.push(block);
            head = None;
            continue;
        }
        lines.push(line);
    }
    found
}

/// Variables, one per line.
fn declaration(text: &str) -> Written {
    let mut block = Written::default();
    let (mut section, mut depth) = (String::new(), 0_usize);
    for line in text.lines() {
        let bare = line.split("//").next().unwrap_or_default().trim();
        let word = bare.split([' ', '\t', '(', ';', ':']).next().unwrap_or_default().to_uppercase();
        let heads =
            ["PROGRAM", "FUNCTION_BLOCK", "FUNCTION", "METHOD", "PROPERTY", "TYPE", "INTERFACE"];
        if block.keyword.is_empty() && heads.contains(&word.as_str()) {
            block.keyword.clone_from(&word);
        }
        if word.starts_with("VAR") || word == "STRUCT" {
            if block.keyword.is_empty() {
                block.keyword.clone_from(&word);
            }
            depth = usize::from(word == "STRUCT");
            section = bare.to_uppercase();
        } else if word.starts_with("END_VAR") || (word == "END_STRUCT" && depth <= 1) {
            section = String::new();
        } else if word == "END_STRUCT" {
            depth -= 1;
        } else if !section.is_empty()
            && let Some((name, rest)) = bare.split_once(':')
        {
            // `name { … := … } : Type`
            let (name, rest) = match name.split_once('{') {
                Some((name, _)) => match bare.split_once('}') {
                    Some((_, rest)) => (name, rest.trim_start().trim_start_matches(':')),
                    None => continue,
                },
                None => (name, rest),
            };
            let name = name.trim().trim_matches('"');
            let is_name =
                !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || it == '_');
            let (kind, initial) = match rest.split_once(":=") {
                Some((kind, initial)) => {
                    (kind.trim(), Some(initial.trim().trim_end_matches(';').trim().to_owned()))
                }
                None => (rest.trim().trim_end_matches(';').trim(), None),
            };
            let kind =
                kind.split("(*").next().unwrap_or_default().trim().trim_end_matches(';').trim();
            if kind.to_uppercase().ends_with("STRUCT") {
                depth += 1;
                continue;
            }
            let plain = is_name
                && bare.ends_with(';')
                && depth <= 1
                && !bare.contains("(*")
                && !kind.contains("AT ");
            let (name, kind) = (name.to_owned(), kind.to_owned());
            let said = line.contains("//") || line.contains("(*");
            block.variables.push(Variable {
                name,
                kind,
                initial,
                section: section.clone(),
                said,
                plain,
            });
        }
    }
    block
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// The number of occurrences of a word in a text.
fn times(text: &str, word: &str) -> usize {
    let (folded, word) = (text.to_lowercase(), word.to_lowercase());
    let places = folded.match_indices(&word);
    places
        .filter(|(at, _)| {
            !folded[..*at].ends_with(is_word) && !folded[at + word.len()..].starts_with(is_word)
        })
        .count()
}

/// Whether a word occurs in a comment or in single quotes.
fn is_said(text: &str, word: &str) -> bool {
    text.lines().any(|line| {
        let comment = line.split_once("//").map_or("", |it| it.1);
        let quoted = line.split('\'').skip(1).step_by(2).any(|it| times(it, word) > 0);
        times(comment, word) > 0 || quoted
    }) || text
        .split("(*")
        .skip(1)
        .any(|it| times(it.split("*)").next().unwrap_or_default(), word) > 0)
}

#[expect(clippy::too_many_lines, reason = "one block for each row of the table")]
fn requests(blocks: &[Written], whole: &str, is_siemens: bool) -> Vec<Request> {
    let mut all = Vec::new();
    let mut add = |row, prompt: String, verdict| all.push(Request { row, prompt, verdict });
    let count = |name: &str| blocks.iter().filter(|it| it.name.eq_ignore_ascii_case(name)).count();
    for (at, block) in blocks.iter().enumerate() {
        let Written { keyword, name, variables, code, .. } = block;
        if count(name) > 1 {
            continue;
        }
        let (is_type, is_data) = (keyword == "TYPE", keyword == "DATA_BLOCK");
        let kinds = if is_siemens {
            ["Int", "Bool", "Real", "Time"]
        } else {
            ["INT", "BOOL", "REAL", "TIME"]
        };
        let kind = kinds[at % 4];
        if is_type && !variables.is_empty() {
            let prompt = format!("Add a member {NEW} of type {kind} to {name}");
            add("UDT member", prompt, Verdict::Insertion(own(&[NEW, kind])));
        } else if !is_type && (!is_data || !variables.is_empty()) && keyword != "INTERFACE" {
            let prompt = format!("Add a variable {NEW} of type {kind} to {name}");
            add("add tag", prompt, Verdict::Insertion(own(&[NEW, kind])));
            let prompt = format!("Füge in {name} eine Variable {NEW} vom Typ {kind} hinzu");
            add("add tag", prompt, Verdict::Insertion(own(&[NEW, kind])));
        }
        for variable in variables.iter().filter(|it| it.plain) {
            let v = &variable.name;
            let own_times = times(&block.all, v);
            let is_static = variable.section.starts_with("VAR")
                && !["VAR_INPUT", "VAR_OUTPUT", "VAR_IN_OUT", "VAR_EXTERNAL"]
                    .iter()
                    .any(|it| variable.section.starts_with(it));
            let alone = own_times == times(whole, v);
            if is_static
                && alone
                && !is_said(&block.all, v)
                && !is_type
                && variables.iter().filter(|it| it.name.eq_ignore_ascii_case(v)).count() == 1
            {
                let (from, to) = (v.clone(), NEW.to_owned());
                let prompt = format!("Rename `{v}` in {name} to {NEW} everywhere");
                add("rename", prompt, Verdict::Renamed { from, to });
            }
            if own_times == 1 && alone && is_static {
                let prompt = format!("Delete the unused variable `{v}` from {name}");
                add("delete unused", prompt, Verdict::Deletion(own(&[v])));
            }
            if !variable.said && !is_type {
                let prompt = format!("Comment variable {name}.{v} with 'Said {NEW}'");
                add("comment", prompt, Verdict::Insertion(own(&[NEW])));
            }
            let value = match variable.kind.to_uppercase().as_str() {
                "INT" | "DINT" | "UINT" | "WORD" => "77",
                "REAL" | "LREAL" => "12.5",
                "TIME" => "T#7s",
                _ => "",
            };
            let kept = !["VAR_TEMP", "VAR_IN_OUT", "VAR_EXTERNAL"]
                .iter()
                .any(|it| variable.section.starts_with(it));
            let has_values = !is_data && (!is_siemens || keyword != "FUNCTION");
            if !value.is_empty() && kept && has_values {
                let prompt = format!("Change the value of `{v}` in {name} to {value}");
                let verdict = match &variable.initial {
                    Some(from) => {
                        let (from, to) = (from.clone(), value.to_owned());
                        Verdict::Replaced { from, to, places: 1 }
                    }
                    None => Verdict::Insertion(own(&[value])),
                };
                add("preset", prompt, verdict);
            }
        }
        if is_data && !variables.is_empty() {
            for set in code.iter().filter_map(|it| it.trim().strip_suffix(';')?.split_once(":=")) {
                let (v, from) = (set.0.trim(), set.1.trim());
                if v.chars().all(is_word) && from.parse::<f64>().is_ok() {
                    let kind = variables.iter().find(|it| it.name == v).map_or("", |it| &it.kind);
                    let to = if kind.eq_ignore_ascii_case("real") { "12.5" } else { "77" };
                    if !["int", "dint", "real"].contains(&kind.to_lowercase().as_str()) {
                        continue;
                    }
                    let prompt = format!("Change the value of `{v}` in {name} to {to}");
                    let (from, to) = (from.to_owned(), to.to_owned());
                    add("preset", prompt, Verdict::Replaced { from, to, places: 1 });
                }
            }
        }
        let simple = !name.contains('.') && name.chars().all(is_word);
        if keyword != "ORGANIZATION_BLOCK" && (is_siemens || simple) {
            let prompt = format!("Duplicate {name} as {NEW}");
            let (from, to) = (name.clone(), NEW.to_owned());
            let verdict = if is_siemens {
                Verdict::Copy { from, to }
            } else {
                Verdict::Insertions(own(&[NEW]))
            };
            add("duplicate", prompt, verdict);
        }
        if !name.is_empty() && !keyword.starts_with("VAR") {
            let prompt = format!("Comment {name} with 'Said {NEW}'");
            add("comment", prompt, Verdict::Insertion(own(&[NEW])));
        }
        statements(block, is_siemens, &mut add);
    }
    all
}

/// Changes of constants in code.
fn constants(
    name: &str,
    code: &[String],
    text: &str,
    add: &mut impl FnMut(&'static str, String, Verdict),
) {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut comment = false;
    for line in code {
        let bare = line.split("//").next().unwrap_or_default();
        comment |= bare.contains("(*");
        if !comment {
            for word in bare.split(|it: char| !(it.is_alphanumeric() || "_.#'\"%$".contains(it))) {
                if word.starts_with(|it: char| it.is_ascii_digit()) && word.parse::<f64>().is_ok() {
                    *numbers.entry(word.to_owned()).or_default() += 1;
                }
            }
        }
        comment &= !bare.contains("*)");
    }
    for (number, count) in &numbers {
        if *count == 1
            && times(text, number) == 1
            && !text.contains(&format!("[{number}"))
            && !text.contains(&format!(".{number}"))
        {
            let to = if number.contains('.') { "47.5" } else { "4711" };
            if is_said(text, number) {
                continue;
            }
            let prompt = format!("Change the constant {number} in {name} to {to}");
            let (from, to) = (number.clone(), to.to_owned());
            add("constant", prompt, Verdict::Replaced { from, to, places: 1 });
        }
    }
}

/// Changes of lines of code.
fn statements(
    block: &Written,
    is_siemens: bool,
    add: &mut impl FnMut(&'static str, String, Verdict),
) {
    let Written { name, variables, code, .. } = block;
    if block.keyword == "DATA_BLOCK" {
        return;
    }
    let first = code.iter().position(|it| !it.trim().is_empty()).unwrap_or(0);
    let sign = if is_siemens { "#" } else { "" };
    let of_kind = |kind: &str| -> Vec<&Variable> {
        variables.iter().filter(|it| it.plain && it.kind.eq_ignore_ascii_case(kind)).collect()
    };
    let bits = of_kind("BOOL");
    let text = code.join("\n");
    constants(name, code, &text, add);
    let mut comment = false;
    for (at, line) in code.iter().enumerate() {
        let was = comment;
        comment = (comment || line.contains("(*")) && !line.contains("*)");
        if was || comment || line.contains("(*") {
            continue;
        }
        let bare = line.split("//").next().unwrap_or_default().trim();
        let number = at - first.min(at) + 1;
        let Some((target, value)) = bare.split_once(":=") else { continue };
        let target = target.trim();
        let is_line =
            bare.ends_with(';') && bare.matches(';').count() == 1 && !target.contains('(');
        // The previous line ends a statement.
        let before = code[..at]
            .iter()
            .rev()
            .map(|it| it.split("//").next().unwrap_or_default().trim())
            .find(|it| !it.is_empty());
        let starts = before.is_none_or(|it| {
            it.ends_with(';')
                || ["THEN", "ELSE", "DO"].iter().any(|end| it.to_uppercase().ends_with(end))
        });
        if !is_line || !starts {
            continue;
        }
        let prompt = format!("Comment rung {number} of {name} with 'Said {NEW}'");
        add("comment", prompt, Verdict::Insertion(own(&[NEW])));
        let bare_target = target.trim_start_matches('#');
        if !bits.iter().any(|it| it.name.eq_ignore_ascii_case(bare_target)) {
            continue;
        }
        if let Some(other) = bits.iter().find(|it| times(bare, &it.name) == 0) {
            let bit = &other.name;
            let condition = format!("AND {sign}{bit}");
            let prompt = format!("Add an open contact `{bit}` to rung {number} of {name}");
            let verdict = Verdict::Insertions(own(&[&condition]));
            add("contact", prompt, verdict);
            let prompt = format!("Füge Öffner `{bit}` in Netzwerk {number} von {name} ein");
            add("contact", prompt, Verdict::Insertions(own(&[&format!("AND NOT {sign}{bit}")])));
        }
        if value.to_uppercase().contains(" AND ")
            && !value.contains('(')
            && !value.to_uppercase().contains(" OR ")
        {
            let last = value.trim_end_matches(';').trim();
            let last = last.rsplit([' ']).next().unwrap_or_default().trim_start_matches('#');
            if bits.iter().any(|it| it.name.eq_ignore_ascii_case(last)) && times(value, last) == 1 {
                let prompt = format!("Remove the contact `{last}` from rung {number} of {name}");
                add("contact", prompt, Verdict::Deletion(own(&[last])));
            }
        }
    }
    let measured = of_kind("REAL")
        .into_iter()
        .chain(of_kind("INT"))
        .find(|it| !it.section.contains("CONSTANT"));
    let ends = ["RETURN", "GOTO", "JMP"].iter().any(|it| times(&text, it) > 0);
    if let (Some(value), false, false) = (measured, ends, code.is_empty()) {
        let v = &value.name;
        let prompt = format!("Add an alarm {NEW} when `{v}` > 90 in {name}");
        add(
            "alarm rung",
            prompt,
            Verdict::Insertions(own(&[&format!("{NEW} := {sign}{v} > 90;")
                .replace('>', if is_siemens { ">" } else { "&gt;" })])),
        );
    }
}
