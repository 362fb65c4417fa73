//! The words of a sentence, and their properties.

use std::ops::Range;

/// A word or a name, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestWord {
    /// The text, without quotes that no platform uses.
    pub text: String,
    /// The position, with its quotes.
    pub at: Range<usize>,
    /// Whether it is in quotes: then it is always a name.
    pub quoted: bool,
}

impl RequestWord {
    pub fn is(&self, word: &str) -> bool {
        !self.quoted && self.text.to_lowercase() == word
    }
}

/// Quotes around a name that are not part of it.
const PAIRS: [(char, char); 6] =
    [('`', '`'), ('„', '“'), ('“', '”'), ('«', '»'), ('‘', '’'), ('\'', '\'')];

/// Splits at blanks. `"DB 1".x` is one word, and so is a text between backquotes.
pub(crate) fn words(sentence: &str) -> Vec<RequestWord> {
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(start) = sentence[rest..].find(|it: char| !it.is_whitespace()) {
        let start = rest + start;
        let first = sentence[start..].chars().next().unwrap_or(' ');
        let pair = PAIRS.iter().find(|(open, _)| *open == first).and_then(|(open, close)| {
            let from = start + open.len_utf8();
            let end = sentence[from..].find(*close)?;
            Some((from..from + end, from + end + close.len_utf8()))
        });
        if let Some((inside, end)) = pair {
            let text = sentence[inside].trim().to_owned();
            found.push(RequestWord { text, at: start..end, quoted: true });
            rest = end;
            continue;
        }
        let end = word_end(sentence, start);
        let whole = &sentence[start..end];
        let trimmed = whole.trim_end_matches([',', ';', '?', '!']);
        let is_number = trimmed.ends_with(|it: char| it.is_ascii_digit() || it == '.')
            && trimmed.trim_end_matches('.').parse::<f64>().is_ok();
        let trimmed = match trimmed.strip_suffix('.') {
            Some(before) if is_number || !before.is_empty() => before,
            _ => trimmed,
        };
        let trimmed = trimmed.strip_suffix(':').unwrap_or(trimmed);
        if !trimmed.is_empty() {
            let at = start..start + trimmed.len();
            found.push(RequestWord { text: trimmed.to_owned(), at, quoted: trimmed.contains('"') });
        } else if whole.starts_with(':') {
            found.push(RequestWord { text: ":".to_owned(), at: start..start + 1, quoted: false });
        }
        rest = end;
    }
    with_units(found)
}

/// Units of time in the notations of people and of the platforms.
const UNITS: [(&str, &str); 6] = [
    ("ms", "ms millisecond milliseconds millisekunde millisekunden"),
    ("s", "s sec secs second seconds sek sekunde sekunden"),
    ("min", "min mins minute minutes minuten"),
    ("h", "h hour hours stunde stunden"),
    ("d", "d day days tag tage tagen"),
    ("m", "m"),
];

/// Joins `5 seconds` into one word: `5 s`.
fn with_units(words: Vec<RequestWord>) -> Vec<RequestWord> {
    let mut joined: Vec<RequestWord> = Vec::with_capacity(words.len());
    for word in words {
        let unit = UNITS.iter().find(|(_, all)| all.split(' ').any(|it| word.is(it)));
        let number = joined.last_mut().filter(|it| {
            !it.quoted && it.text.replace(',', ".").parse::<f64>().is_ok_and(f64::is_finite)
        });
        match (unit, number) {
            (Some((unit, _)), Some(number)) => {
                number.text = format!("{} {unit}", number.text.replace(',', "."));
                number.at.end = word.at.end;
            }
            _ => joined.push(word),
        }
    }
    joined
}

/// The end of the word that begins here: it can contain blanks in double quotes.
fn word_end(sentence: &str, start: usize) -> usize {
    let mut open = false;
    for (at, char) in sentence[start..].char_indices() {
        match char {
            '"' => open = !open,
            _ if char.is_whitespace() && !open => return start + at,
            _ => {}
        }
    }
    if open {
        // A quote without its counterpart is an ordinary character.
        let length = sentence[start..].find(char::is_whitespace);
        return length.map_or(sentence.len(), |it| start + it);
    }
    sentence.len()
}

/// Words without meaning, in both languages.
pub(crate) fn is_filler(word: &RequestWord) -> bool {
    const FILLERS: &str = "please bitte now jetzt a an the new neue neuen neues neuer ein eine einen \
        einem einer der die das den dem des can could you would kannst könntest du mir me us uns \
        also auch noch just mal einfach i we want need to-be möchte";
    !word.quoted && FILLERS.split_whitespace().any(|it| word.is(it))
}

/// Whether the words are German; `None` if they do not show it.
pub fn german(words: &[RequestWord]) -> Option<bool> {
    const GERMAN: &str = "bitte ein eine einen einem einer der die das den dem des füge lege ergänze \
        erstelle benenne setze ändere lösche entferne dupliziere kopiere kommentiere vom von mit \
        auf für zu hinzu um wenn typ netzwerk sprosse schließer öffner wert vorgabe programm \
        deaktiviere überbrücke schalte aus ein erzwinge mach ist soll nicht und";
    const ENGLISH: &str = "please the a an add create insert rename set change delete remove duplicate \
        copy comment schedule of type with to for from in when if rung network value preset open \
        closed turn off disable bypass force make is should not and";
    let count = |known: &str| {
        words.iter().filter(|word| known.split_whitespace().any(|it| word.is(it))).count()
    };
    let (german, english) = (count(GERMAN), count(ENGLISH));
    (german != english).then_some(german > english)
}

/// Words of requests to operate a machine, or to bypass a protection.
const DANGEROUS: &str = "interlock interlocks verriegelung verriegelungen safety sicherheit bypass \
    bypasses überbrücke überbrücken jumper force forces forciere forcieren erzwinge unforce disable \
    deaktiviere deaktivieren abschalten ausschalten e-stop estop not-aus notaus emergency nothalt \
    guard schutztür lightcurtain lichtgitter lichtvorhang defeat override overrule umgehe umgehen";
/// The same, where a sentence begins with one of them.
const ORDERS: &str = "start starte stop stoppe schalte turn";

/// Whether a sentence contains such a request.
pub fn is_dangerous(prompt: &str) -> bool {
    let words = words(prompt);
    let is = |word: &RequestWord, all: &str| all.split_whitespace().any(|it| word.is(it));
    let first = words.iter().find(|it| !is_filler(it));
    is_refused(prompt)
        || words.iter().any(|word| is(word, DANGEROUS))
        || first.is_some_and(|word| is(word, ORDERS))
}

/// Beginnings of words that bypass something.
const BYPASSES: &str = "bypass jumper überbrück ueberbrück unforce disabl deaktivier defeat \
    overrid overrul umgeh erzwing forcier";
/// Things that protect people.
const PROTECTIONS: &str = "notaus nothalt estop emergency schutztür schutztüren schutzhaube schutzgitter \
    lichtgitter lichtvorhang lightcurtain curtain guard guards safety zweihand";
/// Words that make a protection weaker.
const WEAKENINGS: &str = "automatic automatically automatisch selbst selber alleine itself ignore ignored \
    ignores ignoriere ignorieren mute muting trotz trotzdem despite anyway raus weg longer mehr ausblenden";
/// Words of a state that never changes, and the state.
const CONSTANTS: [&str; 2] =
    ["fest always permanently permanent dauerhaft immer constantly", "true 1 ein an on"];

/// Whether a sentence asks to bypass or weaken a protection, or to hold a bit in a state, which is always
/// refused.
pub(super) fn is_refused(prompt: &str) -> bool {
    let words: Vec<String> = words(prompt)
        .into_iter()
        .filter(|it| !it.quoted)
        .map(|it| it.text.to_lowercase().replace('-', ""))
        .collect();
    let says = |all: &str| all.split_whitespace().any(|own| words.iter().any(|it| it == own));
    let begins =
        |all: &str| all.split_whitespace().any(|own| words.iter().any(|it| it.starts_with(own)));
    begins(BYPASSES)
        || says("force forces forcing")
        || (says(PROTECTIONS) && says(WEAKENINGS))
        || (CONSTANTS.iter().all(|it| says(it)) && says("set setz setze force hold halte"))
}
