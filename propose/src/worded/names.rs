//! The words of names.

use tagbridge_project::spelling;

/// The number of words in the last part of a name.
pub(super) fn parts(name: &str) -> usize {
    let own = spelling::last_name(name).trim_matches('"');
    let mut before = ' ';
    own.chars()
        .filter(|char| {
            let begins = char.is_alphanumeric()
                && (!before.is_alphanumeric() || char.is_uppercase() && before.is_lowercase());
            before = *char;
            begins
        })
        .count()
}

/// `low air pressure` as a name: `Low_Air_Pressure`.
pub(super) fn new_name(words: &[String]) -> String {
    let word = |word: &String| {
        let plain: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
        let mut chars = plain.chars();
        let first = chars.next().map(|it| it.to_ascii_uppercase());
        first.into_iter().chain(chars).collect::<String>()
    };
    let parts: Vec<String> = words.iter().map(word).filter(|it| !it.is_empty()).collect();
    spelling::last_name(&parts.join("_")).to_owned()
}
