//! Selects the sessions of an installation from a configuration. Each session is a block of text
//! that is kept or removed, so the rest stays as its author wrote it.

use serde::Deserialize;

#[derive(Deserialize)]
struct Named {
    session: Vec<Name>,
}

#[derive(Deserialize)]
struct Name {
    name: String,
}

/// Returns the text with these sessions only; `None` if the sessions are not written as blocks.
pub(crate) fn keep(text: &str, kept: &[String]) -> Option<String> {
    let mut blocks = vec![String::new()];
    let mut is_session = vec![false];
    for line in text.split_inclusive('\n') {
        let header = line.trim_start();
        if header.starts_with("[[session]]") {
            blocks.push(String::new());
            is_session.push(true);
        } else if header.starts_with('[')
            && !header.starts_with("[session.")
            && !header.starts_with("[[session.")
            && is_header(header)
        {
            blocks.push(String::new());
            is_session.push(false);
        }
        blocks.last_mut()?.push_str(line);
    }
    let mut found = 0;
    let mut result = String::new();
    for (block, is_session) in blocks.iter().zip(is_session) {
        if is_session {
            let Named { session } = toml::from_str(block).ok()?;
            if !session.iter().any(|it| kept.contains(&it.name)) {
                continue;
            }
            found += 1;
        }
        result.push_str(block);
    }
    (found == kept.len()).then_some(result)
}

/// Whether a line that begins with a bracket is the header of a table, not part of a list over
/// several lines.
fn is_header(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or_default().trim_end();
    line.ends_with(']') && toml::from_str::<toml::Table>(line).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Ours.\n[service]\nurl = \"u\"\n\n[[session]] # the first\nname = \"a\"\n\
        tags = [\n  \"x\",\n  # [[session]] is none here\n]\n\n[session.groups]\nfast = {}\n\
        [[session]]\nname = \"b\"\n\n[outbox]\nmax_age = \"1h\"\n";

    fn kept(names: &[&str]) -> Option<String> {
        keep(TEXT, &names.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn a_session_is_taken_out_with_all_that_is_its() {
        assert_eq!(kept(&["a", "b"]).as_deref(), Some(TEXT));
        let first = kept(&["a"]).expect("it is there");
        assert!(first.contains("fast = {}") && !first.contains("\"b\""), "{first}");
        let second = kept(&["b"]).expect("it is there");
        assert!(!second.contains("fast") && second.contains("# Ours."), "{second}");
        for text in [first, second] {
            assert!(text.ends_with("[outbox]\nmax_age = \"1h\"\n"), "{text}");
        }
        assert_eq!(kept(&["c"]), None);
        assert_eq!(keep("session = [{ name = \"a\" }]\n", &["a".to_owned()]), None);
    }
}
