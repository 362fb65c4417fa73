//! Splits a source file into lines, and marks code and test code.

/// A line of a source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    /// The line as written.
    pub(crate) text: String,
    /// The line without comments.
    pub(crate) code: String,
    /// Whether the line belongs to test code.
    pub(crate) is_test: bool,
}

impl Line {
    /// Whether the line counts as product code.
    pub(crate) fn is_product(&self) -> bool {
        !self.is_test && !self.code.trim().is_empty()
    }
}

/// The lines of a source file.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) lines: Vec<Line>,
    /// Names of modules in their own files that contain only test code.
    pub(crate) test_modules: Vec<String>,
}

/// Features that only tests enable.
const TEST_FEATURES: [&str; 3] = ["conformance", "fake", "fixture"];

impl Source {
    /// Parses a Rust file.
    pub(crate) fn of_rust(text: &str) -> Self {
        let (code, skeleton) = stripped(text);
        let mut is_test = vec![false; text.lines().count() + 1];
        let mut test_modules = Vec::new();
        let mut from = 0;
        while let Some(at) = skeleton[from..].find("#[cfg(").map(|it| from + it) {
            let Some(end) = closing(&skeleton, at + 1) else { break };
            from = end;
            if !is_for_tests(&code[at..end]) {
                continue;
            }
            let item = item(&skeleton, end);
            if let Some(name) = module(&skeleton[item.clone()]) {
                test_modules.push(name);
            }
            let line = |at: usize| skeleton[..at].matches('\n').count();
            is_test[line(at)..=line(item.end.saturating_sub(1))].fill(true);
            from = item.end;
        }
        let lines = text.lines().zip(code.lines()).zip(is_test);
        let lines = lines.map(|((text, code), is_test)| Line {
            text: text.to_owned(),
            code: code.to_owned(),
            is_test,
        });
        Self { lines: lines.collect(), test_modules }
    }

    /// Parses a TypeScript or Svelte file.
    pub(crate) fn of_screens(text: &str) -> Self {
        let mut until: Option<&str> = None;
        let lines = text.lines().map(|text| {
            let begun = text.trim_start();
            if until.is_none() {
                until = [("/*", "*/"), ("<!--", "-->")]
                    .iter()
                    .find(|(open, _)| begun.starts_with(open))
                    .map(|(_, close)| *close);
            }
            let is_comment = until.is_some() || begun.starts_with("//");
            if until.is_some_and(|close| text.contains(close)) {
                until = None;
            }
            let code = if is_comment { String::new() } else { text.to_owned() };
            Line { text: text.to_owned(), code, is_test: false }
        });
        Self { lines: lines.collect(), test_modules: Vec::new() }
    }
}

fn is_for_tests(attribute: &str) -> bool {
    let inside = attribute.trim_start_matches("#[cfg(");
    let is_test = ["test)", "any(test", "all(test"].iter().any(|it| inside.starts_with(it));
    is_test || TEST_FEATURES.iter().any(|it| inside.starts_with(&format!("feature = \"{it}\"")))
}

/// The name of `mod name;`.
fn module(item: &str) -> Option<String> {
    let name = item.trim().strip_suffix(';')?.rsplit_once("mod ")?.1.trim();
    let is_name = name.chars().all(|it| it.is_alphanumeric() || it == '_');
    is_name.then(|| name.to_owned())
}

/// The item behind an attribute, more attributes included.
fn item(skeleton: &str, from: usize) -> std::ops::Range<usize> {
    let mut start = from;
    while skeleton[start..].trim_start().starts_with("#[") {
        let at = start + skeleton[start..].find('[').unwrap_or_default();
        start = closing(skeleton, at).unwrap_or(skeleton.len());
    }
    let is_statement = ["use ", "pub use ", "const ", "static ", "type ", "pub(crate) use "]
        .iter()
        .any(|it| skeleton[start..].trim_start().starts_with(it));
    let mut at = start;
    while let Some(found) = skeleton[at..].find([';', '{', '(', '[', ',', '}']).map(|it| at + it) {
        match skeleton.as_bytes()[found] {
            b';' | b',' => return start..found + 1,
            b'}' => return start..found,
            b'{' if !is_statement => {
                return start..closing(skeleton, found).unwrap_or(skeleton.len());
            }
            _ => at = closing(skeleton, found).unwrap_or(skeleton.len()),
        }
    }
    start..skeleton.len()
}

/// Returns the position after the bracket that closes the bracket at `open`.
fn closing(skeleton: &str, open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in skeleton.bytes().enumerate().skip(open) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the text without comments, and the text without comments and literals. Blanks replace
/// the removed parts, so both are as long as the text.
fn stripped(text: &str) -> (String, String) {
    let bytes = text.as_bytes();
    let (mut code, mut skeleton) = (bytes.to_vec(), bytes.to_vec());
    let blank = |of: &mut Vec<u8>, range: std::ops::Range<usize>| {
        for byte in &mut of[range] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    };
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let end = if rest.starts_with(b"//") {
            let end = at + rest.iter().position(|it| *it == b'\n').unwrap_or(rest.len());
            blank(&mut code, at..end);
            end
        } else if rest.starts_with(b"/*") {
            let end = at + block(rest);
            blank(&mut code, at..end);
            end
        } else if let Some(length) = literal(rest, at > 0 && is_word(bytes[at - 1])) {
            at + length
        } else {
            at += 1;
            continue;
        };
        blank(&mut skeleton, at..end);
        at = end;
    }
    let text = |it: Vec<u8>| String::from_utf8_lossy(&it).into_owned();
    (text(code), text(skeleton))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Bytes of a block comment, which may hold others.
fn block(text: &[u8]) -> usize {
    let (mut at, mut depth) = (0, 0_usize);
    while at < text.len() {
        match &text[at..] {
            [b'/', b'*', ..] => {
                depth += 1;
                at += 2;
            }
            [b'*', b'/', ..] => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    break;
                }
            }
            _ => at += 1,
        }
    }
    at
}

/// Returns the length of the string or character literal that begins here, in bytes.
fn literal(text: &[u8], is_in_word: bool) -> Option<usize> {
    let quoted = |from: usize, quote: u8| {
        let mut at = from + 1;
        while at < text.len() && text[at] != quote {
            at += if text[at] == b'\\' { 2 } else { 1 };
        }
        (at + 1).min(text.len())
    };
    match text {
        [b'"', ..] => Some(quoted(0, b'"')),
        [b'r', b'"' | b'#', ..] if !is_in_word => {
            let hashes = text[1..].iter().take_while(|it| **it == b'#').count();
            (text.get(1 + hashes) == Some(&b'"')).then(|| {
                let close = [&b"\""[..], &vec![b'#'; hashes]].concat();
                let from = hashes + 2;
                let end = text[from..].windows(close.len()).position(|it| it == close);
                end.map_or(text.len(), |it| from + it + close.len())
            })
        }
        [b'\'', b'\\', ..] => Some(quoted(0, b'\'')),
        // A character and not a lifetime: its quote closes at once.
        [b'\'', rest @ ..] => {
            let length = match rest.first()? {
                0..=0x7F => 1,
                0x80..=0xDF => 2,
                0xE0..=0xEF => 3,
                _ => 4,
            };
            (rest.get(length) == Some(&b'\'')).then_some(length + 2)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the product lines of a text, trimmed, and the names of its test modules.
    fn check(text: &str, product: &[&str], modules: &[&str]) {
        let source = Source::of_rust(text);
        let lines = source.lines.iter().filter(|it| it.is_product());
        let lines: Vec<&str> = lines.map(|it| it.code.trim()).collect();
        assert_eq!(lines, product, "{text}");
        assert_eq!(source.test_modules, modules, "{text}");
    }

    #[test]
    fn comments_and_blank_lines_are_no_code() {
        check(
            "//! a\n\nfn a() {} // b\n/* c\n/* d */\n*/ fn e() {}\n",
            &["fn a() {}", "fn e() {}"],
            &[],
        );
        check("let a = \"// no\"; let b = 'a';\n", &["let a = \"// no\"; let b = 'a';"], &[]);
        check("let a = r#\"\" /* \"#;\nb(); /* \n*/\n", &["let a = r#\"\" /* \"#;", "b();"], &[]);
        check(
            "fn a<'a>(b: &'a str) {} // \"\nlet c = '\"'; // d\n",
            &["fn a<'a>(b: &'a str) {}", "let c = '\"';"],
            &[],
        );
    }

    #[test]
    fn what_is_for_tests_alone_is_no_product() {
        check(
            "a();\n#[cfg(test)]\nmod tests {\n    const A: char = '}';\n}\nb();\n",
            &["a();", "b();"],
            &[],
        );
        check(
            "#[cfg(test)]\nmod suite;\n#[cfg(any(test, feature = \"fixture\"))]\npub mod fixture;\nc();\n",
            &["c();"],
            &["suite", "fixture"],
        );
        check("#[cfg(test)]\n#[expect(unused)]\nuse a::{b, c};\nd();\n", &["d();"], &[]);
        check("#[cfg(feature = \"fake\")]\npub mod fake;\n", &[], &["fake"]);
        check("#[cfg(unix)]\nfn a() {}\n", &["#[cfg(unix)]", "fn a() {}"], &[]);
        check(
            "struct A {\n    #[cfg(test)]\n    b: u8,\n    c: u8,\n}\n",
            &["struct A {", "c: u8,", "}"],
            &[],
        );
    }

    #[test]
    fn screens_have_comments_of_their_own() {
        let text = "// a\nlet b = 1;\n/* c\n d */\n<!-- e -->\n<p>f</p>\n";
        let source = Source::of_screens(text);
        assert_eq!(source.lines.iter().filter(|it| it.is_product()).count(), 2);
    }
}
