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

/// Half of a unit.
const HALVES: [(&str, &str); 4] =
    [("s", "500 ms"), ("min", "30 s"), ("h", "30 min"), ("d", "12 h")];

/// Joins `5 seconds` into one word: `5 s`.
fn with_units(words: Vec<RequestWord>) -> Vec<RequestWord> {
    let mut joined: Vec<RequestWord> = Vec::with_capacity(words.len());
    for word in words {
        let unit = UNITS.iter().find(|(_, all)| all.split(' ').any(|it| word.is(it)));
        // "Half an hour", "eine halbe Sekunde"
        let is_article = |it: &RequestWord| it.is("a") || it.is("an");
        let half = joined
            .iter()
            .rposition(|it| !is_article(it))
            .filter(|at| ["half", "halbe", "halben", "halber"].iter().any(|it| joined[*at].is(it)));
        let value = unit.and_then(|(unit, _)| HALVES.iter().find(|it| it.0 == *unit));
        if let (Some(half), Some((_, value))) = (half, value) {
            joined.truncate(half + 1);
            (*value).clone_into(&mut joined[half].text);
            joined[half].at.end = word.at.end;
            continue;
        }
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
    // Words that both languages have are in neither list.
    const GERMAN: &str = "bitte ein eine einen einem einer eines der die das den dem des und oder nicht kein keine \
        keinen ist sind soll sollen sollte muss müssen darf dürfen kann wird werden wurde hat haben habe ich wir \
        mir uns es sie er ihn ihm ihr sein mach machen füge lege leg ergänze erstelle erzeuge benenne setze setz \
        stell stelle ändere änder lösche lösch entferne nimm dupliziere kopiere kommentiere verschiebe vom von mit \
        auf für zu zum zur bei beim aus durch ohne gegen über unter zwischen nach vor seit um hinzu rein raus weg \
        rückgängig wenn falls sobald solange bis dass damit weil aber auch noch mehr nur erst dann schon immer nie \
        mal doch gerade jetzt neue neuer neues neuen statt anstatt typ netzwerk sprosse zeile schließer öffner \
        wert vorgabe grenzwert ausgang eingang programm baustein meldung störung verriegelung zeit sekunde \
        sekunden minute minuten deaktiviere überbrücke schalte erzwinge einschalten ausschalten umbenennen \
        heißt heißen läuft laufen pumpe ventil motor lampe hupe taster schritt zähler freigabe schmeiß schmeiss";
    const ENGLISH: &str = "please the a and or not no is are should must may can could would will has have i we \
        me us it they he add create insert rename set change delete remove duplicate copy comment schedule move \
        put make let give take of with to for from at by when if while until unless so that because but also \
        only then always never just new instead rung network line value preset limit output input program block \
        type open closed turn off disable bypass force seconds second minutes contact tag variable timer counter \
        alarm pump valve lamp switch button step undo after before which this these those need needs want be";
    let count = |known: &str| {
        words
            .iter()
            .filter(|it| !it.quoted && known.split_whitespace().any(|own| it.is(own)))
            .count()
    };
    // Only German has these letters; in a name they say nothing about the sentence.
    let is_plain = |it: &&RequestWord| !it.quoted && !it.text.contains(['_', '.', '"']);
    let letters = words
        .iter()
        .filter(is_plain)
        .filter(|it| it.text.to_lowercase().contains(['ä', 'ö', 'ü', 'ß']))
        .count();
    let (german, english) = (count(GERMAN) + letters, count(ENGLISH));
    (german != english).then_some(german > english)
}

/// Orders to operate a machine, where a sentence begins with one of them.
const ORDERS: &str = "start starte stop stoppe schalte turn";
/// A longer sentence is no order to a machine.
const ORDER_WORDS_MAX: usize = 8;
/// Words of a change that begins like an order.
const CHANGES: &str = "when if while until after only instead delay wenn falls sobald solange bis nach nur statt \
    erst verzögert later später seconds sekunden soll sollen should";
/// Words that remove something.
const REMOVALS: &str = "remove delete drop take nimm entferne lösche raus weg without ohne";
/// What protects, in general.
const INTERLOCKS: &str = "interlock interlocks verriegelung verriegelungen sicherheit safety guard guards e-stop \
    estop notaus not-aus nothalt schutztür emergency";

/// Whether a sentence that is no change of a program asks to operate the machine, or to bypass or
/// remove a protection.
pub fn is_dangerous(prompt: &str) -> bool {
    let words = words(prompt);
    let says = |all: &str| all.split_whitespace().any(|own| words.iter().any(|word| word.is(own)));
    let first = words.iter().find(|it| !is_filler(it));
    is_refused(prompt)
        || (says(REMOVALS) && says(INTERLOCKS))
        || (first.is_some_and(|word| ORDERS.split_whitespace().any(|own| word.is(own)))
            && words.len() <= ORDER_WORDS_MAX
            && !says(CHANGES))
}

/// Beginnings of words that bypass something.
const BYPASSES: &str = "bypass jumper überbrück ueberbrück unforce disabl deaktivier defeat \
    overrid overrul umgeh erzwing forcier";
/// The same as states, which conditions are about.
const BYPASSED: &str = "bypassed überbrückt ueberbrückt disabled deaktiviert forciert";
/// Beginnings of words for what protects people.
const PROTECTIONS: &str = "notaus nothalt estop emergency schutz lichtgitter lichtvorhang lightcurtain curtain guard \
    safety sicherheit zweihand reißlein reissleine seilzug ropepull pullcord türüberwach türschalter doorswitch";
/// Words that make a protection weaker.
const WEAKENINGS: &str = "automatic automatically automatisch selbst selber alleine itself ignore ignored \
    ignores ignoriere ignorieren mute muting trotz trotzdem despite anyway raus rausnehmen heraus weg longer mehr \
    ausblenden montag wochenende weekend vorübergehend temporarily regardless whatever egal";
/// Words of a machine that also runs with an open guard.
const DOORS: [&str; 2] =
    ["tür türen tor door doors gate hatch klappe", "auch even also still trotz trotzdem"];

/// Words of a state that never changes, and the state.
const CONSTANTS: [&str; 3] = [
    "fest always permanently permanent dauerhaft immer constantly",
    "true 1 ein an on",
    "set setz setze force hold halte make mach",
];
/// An output that must not care for its conditions.
const CARELESS: [&str; 2] = [
    "whatever regardless egal trotz despite ignoring unabhängig",
    "interlock interlocks verriegelung verriegelungen permissive permissives freigabe freigaben",
];

/// Whether a sentence asks to bypass or weaken a protection, or to hold a bit in a state, which is always
/// refused.
pub(super) fn is_refused(prompt: &str) -> bool {
    // A name of the project with such a word is a name.
    let words: Vec<String> = words(prompt)
        .into_iter()
        .filter(|it| !it.quoted)
        .map(|it| it.text.to_lowercase().replace('-', ""))
        .collect();
    let says = |all: &str| all.split_whitespace().any(|own| words.iter().any(|it| it == own));
    let begins = |all: &str| {
        let mut all = all.split_whitespace();
        let is_state = |it: &str| BYPASSED.split_whitespace().any(|own| it == own);
        all.any(|own| {
            words.iter().any(|it| it.starts_with(own) && !it.contains('_') && !is_state(it))
        })
    };
    let says_all = |all: &[&str]| all.iter().all(|it| says(it));
    // "The bypass time from 20 to 35 s" names a state of a device.
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let number = |at: usize| word(at).split(' ').next().unwrap_or_default().replace(',', ".");
    let is_number = |at: usize| number(at).parse::<f64>().is_ok();
    let is_value = (0..words.len()).any(|at| {
        let is_pair = is_number(at + 1) && is_number(at + 3);
        is_pair && ["from", "von"].contains(&word(at)) && ["to", "auf"].contains(&word(at + 2))
    });
    let is_bridged = words.windows(2).any(|it| {
        let is_verb = ["bridge", "short", "shunt"].contains(&it[0].as_str());
        is_verb && ["it", "them", "that", "out", "over"].contains(&it[1].as_str())
    });
    is_bridged
        || (begins(BYPASSES) && !(is_value && !begins(PROTECTIONS) && !says(INTERLOCKS)))
        || says("force forces forcing")
        || (begins(PROTECTIONS) && says(WEAKENINGS))
        || (says_all(&DOORS) && (says("offener offenem") || (says("with") && says("open"))))
        || says_all(&CARELESS)
        || (says_all(&CONSTANTS) && !says("when if while wenn falls solange sobald"))
}

/// Whether a sentence asks to take back an earlier change.
pub(super) fn is_undo(prompt: &str) -> bool {
    const UNDO: &str = "undo rückgängig revert rollback";
    let words = words(prompt);
    let is = |all: &str| words.iter().any(|it| all.split_whitespace().any(|own| it.is(own)));
    is(UNDO) || (is("take nimm put") && is("back zurück") && is("that last das letzte it wieder"))
}

/// Whether a sentence asks for a new step of a sequence.
pub(super) fn is_new_step(prompt: &str) -> bool {
    let words = words(prompt);
    let is = |all: &str| words.iter().any(|it| all.split_whitespace().any(|own| it.is(own)));
    is("step schritt schrittkette zwischenschritt")
        && !is("comment kommentar kommentiere")
        && is(
            "new neu neuer neuen neue add insert need einbauen einfügen ergänze brauche zwischen between",
        )
}
