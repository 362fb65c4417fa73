//! The variables that pragmas of CODESYS name (CODESYS help, "Pragmas").

use std::ops::Range;

use crate::Attribute;

/// Attributes whose value is the name of a variable, or a list of names.
const NAMING: [&str; 4] = [
    "is_connected",
    "parameterstringof",
    "pin_presentation_order_inputs",
    "pin_presentation_order_outputs",
];
/// The pragmas with a condition.
const CONDITIONAL: [&str; 2] = ["IF", "ELSIF"];

/// The places in a pragma where it names a variable: the values of some attributes, and conditions
/// such as `{IF defined (variable: x)}`.
pub fn variables_in_pragma(pragma: &str) -> Vec<Range<usize>> {
    let lower = pragma.to_ascii_lowercase();
    let is_attribute = lower.trim_start_matches(['{', ' ', '\t']).starts_with("attribute");
    let quotes: Vec<usize> = lower.match_indices('\'').map(|it| it.0).collect();
    match (is_attribute, quotes.as_slice()) {
        (true, [start, end, from, to, ..]) if NAMING.contains(&&lower[start + 1..*end]) => {
            words(pragma, from + 1..*to).collect()
        }
        (true, _) => Vec::new(),
        (false, _) => in_condition(pragma),
    }
}

impl Attribute {
    /// The variables that it names, if it is of CODESYS.
    pub fn variables(&self) -> Vec<&str> {
        let value = self.value.as_str();
        let places = if NAMING.iter().any(|name| self.is(name)) {
            words(value, 0..value.len()).collect()
        } else if CONDITIONAL.iter().any(|name| self.is(name)) {
            in_condition(value)
        } else {
            Vec::new()
        };
        places.into_iter().map(|at| &value[at]).collect()
    }
}

/// `x` of `defined (variable: x)`.
fn in_condition(text: &str) -> Vec<Range<usize>> {
    let lower = text.to_ascii_lowercase();
    let marks = lower.match_indices("variable").map(|(at, mark)| at + mark.len());
    let named = marks.filter_map(|at| {
        let rest = lower[at..].trim_start().strip_prefix(':')?;
        words(text, lower.len() - rest.len()..text.len()).next()
    });
    named.collect()
}

/// The names in a part of a text.
fn words(text: &str, of: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let is_name = |it: char| it.is_alphanumeric() || it == '_';
    let part = &text[of.clone()];
    part.split(move |it| !is_name(it)).filter(|it| !it.is_empty()).map(move |word| {
        let at = of.start + (word.as_ptr() as usize - part.as_ptr() as usize);
        at..at + word.len()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_and_conditions_name_variables() {
        for (pragma, expected) in [
            ("{attribute 'is_connected' := 'xGo'}", vec!["xGo"]),
            ("{attribute 'pin_presentation_order_inputs' := 'iA, XGO, *'}", vec!["iA", "XGO"]),
            ("{attribute 'symbol' := 'xGo'}", vec![]),
            ("{IF defined (variable: xGo)}", vec!["xGo"]),
            ("{IF hastype (variable:xGo, BOOL) AND defined (pou: xStop)}", vec!["xGo"]),
            ("{ELSIF defined (variable: xStop)}", vec!["xStop"]),
        ] {
            let found = variables_in_pragma(pragma);
            let found: Vec<_> = found.into_iter().map(|at| &pragma[at]).collect();
            assert_eq!(found, expected, "{pragma}");
            let parsed = Attribute::all(pragma.trim_matches(['{', '}']));
            let parsed: Vec<_> = parsed.iter().flat_map(Attribute::variables).collect();
            assert_eq!(parsed, expected, "{pragma}");
        }
    }
}
