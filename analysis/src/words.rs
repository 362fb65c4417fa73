//! The words in a name: those of `MtrRun_Fwd2` are `mtr`, `run`, `fwd`, `2`.

/// The words in a name, in lower case.
pub(crate) fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map(|it| letters[it]);
        let next = letters.get(at + 1);
        let begins = before.is_some_and(|before| {
            let rises = before.is_lowercase() && letter.is_uppercase();
            let ends_a_row = before.is_uppercase()
                && letter.is_uppercase()
                && next.is_some_and(|next| next.is_lowercase());
            rises || ends_a_row || before.is_numeric() != letter.is_numeric()
        });
        if (begins || !letter.is_alphanumeric()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if letter.is_alphanumeric() {
            word.extend(letter.to_lowercase());
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// Whether a list contains one of the words.
pub(crate) fn any(words: &[String], of: &[&str]) -> bool {
    words.iter().any(|word| of.contains(&word.as_str()))
}

/// Whether a list, as one text, contains one of the words.
pub(crate) fn among(words: &[String], of: &str) -> bool {
    words.iter().any(|word| of.split(' ').any(|known| known == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fall_into_words() {
        for (name, expected) in [
            ("MtrRun_Fwd2", "mtr run fwd 2"),
            ("HMIStart", "hmi start"),
            ("Local:2:O.Data", "local 2 o data"),
            ("xValveOPEN", "x valve open"),
            ("ПФМ_Брака", "пфм брака"),
            ("", ""),
        ] {
            assert_eq!(words(name).join(" "), expected, "{name}");
        }
    }
}
