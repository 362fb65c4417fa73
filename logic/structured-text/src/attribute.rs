//! Attributes in declarations: the contents of braces.

/// An attribute: `S7_Optimized_Access := 'TRUE'`, or in CODESYS `attribute 'symbol' := 'read'`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    /// The name without quotes.
    pub name: String,
    /// The value without quotes; empty for a name without a value.
    pub value: String,
}

impl Attribute {
    /// Parses all attributes in a pair of braces.
    pub fn all(content: &str) -> Vec<Self> {
        split_outside_quotes(content).into_iter().filter_map(Self::one).collect()
    }

    /// Whether it has this name; not case-sensitive.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// `Some(true)` for `TRUE`, `Some(false)` for `FALSE`; not case-sensitive.
    pub fn flag(&self) -> Option<bool> {
        self.value.to_ascii_lowercase().parse().ok()
    }

    fn one(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = match text.get(..9) {
            Some(word) if word.eq_ignore_ascii_case("attribute") => text[9..].trim_start(),
            _ => text,
        };
        let (name, value) = match text.split_once(":=") {
            Some((name, value)) => (name, value),
            // The other pragmas of CODESYS: a word and its value.
            None => text.split_once(char::is_whitespace).unwrap_or((text, "")),
        };
        let name = unquoted(name);
        (!name.is_empty())
            .then(|| Self { name: name.to_owned(), value: unquoted(value).to_owned() })
    }
}

fn unquoted(text: &str) -> &str {
    let text = text.trim();
    ['\'', '"']
        .into_iter()
        .find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote))
        .unwrap_or(text)
}

/// Splits at `;` outside of quotes.
fn split_outside_quotes(content: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut begin = 0;
    let mut open = None;
    for (at, char) in content.char_indices() {
        match (open, char) {
            (None, '\'' | '"') => open = Some(char),
            (Some(quote), _) if quote == char => open = None,
            (None, ';') => {
                parts.push(&content[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&content[begin..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_of_both_dialects() {
        let check = |content: &str, expected: &[(&str, &str)]| {
            let all = Attribute::all(content);
            let all: Vec<_> = all.iter().map(|a| (a.name.as_str(), a.value.as_str())).collect();
            assert_eq!(all, expected, "{content}");
        };
        check(" S7_Optimized_Access := 'TRUE' ", &[("S7_Optimized_Access", "TRUE")]);
        check("A := 'x; y' ;\n B:='z';", &[("A", "x; y"), ("B", "z")]);
        check("S7_Access := \"ReadOnly := External\"", &[("S7_Access", "ReadOnly := External")]);
        check("attribute 'symbol' := 'read'", &[("symbol", "read")]);
        check("attribute 'qualified_only'", &[("qualified_only", "")]);
        check("warning 'not yet'", &[("warning", "not yet")]);
        check("", &[]);
    }
}
