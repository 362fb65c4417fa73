//! Names in texts, and names that the platforms accept.

/// A text with one word replaced, in any case.
pub fn with_word(text: &str, from: &str, to: &str) -> String {
    let is_name = |it: char| it.is_alphanumeric() || it == '_';
    let (mut out, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(is_name) {
        let length = rest[start..].find(|it| !is_name(it)).unwrap_or(rest.len() - start);
        let word = &rest[start..start + length];
        out.push_str(&rest[..start]);
        out.push_str(if word.to_lowercase() == from.to_lowercase() { to } else { word });
        rest = &rest[start + length..];
    }
    out + rest
}

/// In lower case, without blanks.
pub fn folded(text: &str) -> String {
    text.chars().filter(|it| !it.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// Whether a text contains a word, with any meaning.
pub fn has_word(text: &str, word: &str) -> bool {
    let is_name = |it: char| it.is_alphanumeric() || it == '_';
    let (folded, wanted) = (text.to_lowercase(), word.to_lowercase());
    folded.match_indices(&wanted).any(|(at, _)| {
        !folded[..at].ends_with(is_name) && !folded[at + wanted.len()..].starts_with(is_name)
    })
}

/// Whether a name is valid on all platforms: letters, digits and single underscores.
pub fn is_valid_name(name: &str) -> bool {
    let first = name.chars().next().unwrap_or('1');
    !first.is_ascii_digit()
        && name.len() <= 40
        && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
        && !name.contains("__")
        && !name.ends_with('_')
        && !is_keyword(name)
}

fn is_keyword(name: &str) -> bool {
    const KEYWORDS: &str = "and array at begin bool by byte case const constant dint do else elsif end \
        end_if end_var exit false for function goto if int lint lreal mod not of or program real \
        repeat return sint string struct then time to true type udint uint until usint var while \
        word xor";
    KEYWORDS.split_whitespace().any(|it| it.eq_ignore_ascii_case(name))
}

/// Whether values of a type are numbers or times, or a timer or counter has one to set.
pub fn is_type_of_number(name: &str) -> bool {
    const TYPES: [&str; 26] = [
        "SINT",
        "INT",
        "DINT",
        "LINT",
        "USINT",
        "UINT",
        "UDINT",
        "ULINT",
        "REAL",
        "LREAL",
        "BYTE",
        "WORD",
        "DWORD",
        "LWORD",
        "TIME",
        "LTIME",
        "S5TIME",
        "TIMER",
        "COUNTER",
        "TON",
        "TOF",
        "TP",
        "TONR",
        "CTU",
        "CTD",
        "IEC_TIMER",
    ];
    TYPES.contains(&name.split('_').next().unwrap_or(name)) || TYPES.contains(&name)
}

/// The number of words in a name without its place.
pub fn parts(own: &str) -> usize {
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
pub fn new_name(words: &[String]) -> String {
    let word = |word: &String| {
        let plain: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
        let mut chars = plain.chars();
        let first = chars.next().map(|it| it.to_ascii_uppercase());
        first.into_iter().chain(chars).collect::<String>()
    };
    let parts: Vec<String> = words.iter().map(word).filter(|it| !it.is_empty()).collect();
    parts.join("_")
}
