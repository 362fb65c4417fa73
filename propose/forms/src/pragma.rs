//! The variables that pragmas of CODESYS name (CODESYS help, "Pragmas").

use std::ops::Range;

/// Attributes whose value is the name of a variable, or a list of names.
const NAMING: [&str; 4] = [
    "is_connected",
    "parameterstringof",
    "pin_presentation_order_inputs",
    "pin_presentation_order_outputs",
];

/// The places in a pragma where it names a variable: the values of some attributes, and conditions
/// such as `{IF defined (variable: x)}`.
pub fn places(pragma: &str, name: &str) -> Vec<Range<usize>> {
    let lower = pragma.to_ascii_lowercase();
    let is_attribute = lower.trim_start_matches(['{', ' ', '\t']).starts_with("attribute");
    let quotes: Vec<usize> = lower.match_indices('\'').map(|it| it.0).collect();
    let names = |of: Range<usize>| words(pragma, of).filter(|it| is(&pragma[it.clone()], name));
    match (is_attribute, quotes.as_slice()) {
        (true, [start, end, from, to, ..]) if NAMING.contains(&&lower[start + 1..*end]) => {
            names(from + 1..*to).collect()
        }
        (true, _) => Vec::new(),
        (false, _) => {
            let marks = lower.match_indices("variable").map(|(at, mark)| at + mark.len());
            let first = marks.filter_map(|at| {
                let rest = lower[at..].trim_start().strip_prefix(':')?;
                let from = lower.len() - rest.len();
                words(pragma, from..pragma.len()).next()
            });
            first.filter(|it| is(&pragma[it.clone()], name)).collect()
        }
    }
}

fn is(word: &str, name: &str) -> bool {
    word.eq_ignore_ascii_case(name)
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
            ("{attribute 'is_connected' := 'xGo'}", Some((30, 33))),
            ("{attribute 'pin_presentation_order_inputs' := 'iA, XGO, *'}", Some((51, 54))),
            ("{attribute 'symbol' := 'xGo'}", None),
            ("{attribute 'is_connected' := 'xGone'}", None),
            ("{IF defined (variable: xGo)}", Some((23, 26))),
            ("{IF hastype (variable:xGo, BOOL) AND defined (pou: xGo)}", Some((22, 25))),
        ] {
            let found: Vec<_> = places(pragma, "xGo").iter().map(|it| (it.start, it.end)).collect();
            assert_eq!(found, Vec::from_iter(expected), "{pragma}");
        }
    }
}
