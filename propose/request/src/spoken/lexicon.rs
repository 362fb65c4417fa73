//! The words that people use for changes, in English and German.

use super::{
    described::{described, description, words_of},
    phrases::{COMPARISONS, PHRASES},
    values::value,
};
use crate::{
    KnownNames,
    words::{RequestWord, is_filler},
};
use tagbridge_forms::condition::Comparator as Relation;

/// A meaningful part of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A name of the project, or a text that looks like a name.
    Name(String),
    /// A number, with its optional unit: `3 s`.
    Value(String),
    /// A text in quotes.
    Text(String),
    /// A data type.
    Type(String),
    /// A comparison.
    Compare(Relation),
    /// A word with a meaning: the first word of its row in [`WORDS`].
    RequestWord(&'static str),
}

/// A meaning and its words.
const WORDS: &[(&str, &str)] = &[
    (
        "invert",
        "invert inverts inverted negate negated negates flip negiere negieren invertiere invertieren umkehren dreh drehe umdrehen umgedreht umzudrehen verdreht verkehrt falschrum backwards backward",
    ),
    ("closed", "xio nc öffner normally-closed n.c."),
    ("open", "xic schließer normally-open n.o."),
    ("contact", "contact contacts kontakt kontakte condition bedingung"),
    ("edge", "edge flanke puls pulse impuls oneshot one-shot"),
    ("falling", "falling fallende"),
    ("blink", "blink blinks blinking flash flashes flashing blinken blinkt blinkend"),
    ("toggle", "toggle toggles toggled togglen toggelt umschalten wechselt wechseln stromstoß"),
    (
        "count",
        "count counts counting counted zähle zählen zählt mitzählen hochzählen zähl mitzählt hochzählt gezählt startzähler einschaltzähler schaltspielzähler schaltspiele start-counter",
    ),
    ("clamp", "saturate saturated begrenze begrenzen begrenzt begrenz"),
    ("locked", "no-release"),
    (
        "first-scan",
        "startup start-up restart neustart spannungsausfall erstlauf kaltstart first-scan",
    ),
    ("both", "gleichzeitig simultaneously both gegeneinander"),
    (
        "ack",
        "acknowledge acknowledged acknowledges quittiert quittierbar quittierung quittierpflichtig ack",
    ),
    ("opposite", "opposite swapped vertauscht umgekehrt getauscht"),
    (
        "scale",
        "scale scaled scaling skalieren skaliere skalierung messbereich range transmitter messumformer",
    ),
    ("task", "task tasks"),
    ("coil", "coil output ausgang spule"),
    ("only", "only nur"),
    (
        "when",
        "when if while whenever wenn falls solange sofern during provided as-long-as sobald once during",
    ),
    ("unless", "unless außer"),
    ("await", "await awaits"),
    ("needs", "needs need requires require braucht benötigt erfordert"),
    ("until", "until till bis"),
    (
        "not",
        "not nicht no cannot can't never nie kein keine keinen niemals ohne without un isn't isnt shouldn't shouldnt mustn't mustnt doesn't doesnt don't dont won't wont aren't arent",
    ),
    ("off", "off aus false inactive low abgeschaltet ausgeschaltet steht stillsteht stehen"),
    (
        "on",
        "on an true active high running runs run pressed läuft laufen ansteht anstehen gedrückt aktiv eingeschaltet leuchten leuchtet",
    ),
    ("also", "also too auch zusätzlich additionally"),
    ("series", "series reihe serie seriell"),
    ("parallel", "parallel branch zweig"),
    (
        "interlock",
        "interlock interlocks interlocked verriegele verriegeln verriegelung verriegelt verriegle lock sperre sperren block blocks inhibit inhibits prevent prevents blockiere blockieren verhindere verhindern",
    ),
    (
        "remove",
        "remove delete drop erase entferne entfernen lösche löschen lösch streiche streichen take nimm rausnehmen raus heraus throw weg \
         ausbauen rausschmeißen schmeiß schmeiss entfällt entfallen rausfliegen rauswerfen wirf",
    ),
    ("replace", "replace swap exchange substitute ersetze ersetzen tausche austauschen"),
    ("instead", "instead statt anstatt anstelle"),
    (
        "rung",
        "rung rungs network networks line strompfad strompfads netzwerk netzwerks sprosse zeile",
    ),
    (
        "delay",
        "delay delayed on-delay verzögere verzögern verzögert einschaltverzögerung timer ton zeitglied einschaltverzögert later später",
    ),
    (
        "off-delay",
        "off-delay ausschaltverzögerung nachlaufen nachlauf nachlaufzeit tof ausschaltverzögert",
    ),
    ("keep", "keep keeps"),
    ("after", "after nach before vor"),
    (
        "debounce",
        "debounce debounced debouncing entprelle entprellen entprellung bounces bouncing prellt flattert filter filtere",
    ),
    (
        "set",
        "set put stell stelle stellen setze setz setzen ändere ändern änder change adjust raise lower shorten reduce increase lengthen extend verkürze verkürzen erhöhe erhöhen erhöh verlängere verlängern verlänger verringere verringern senke senken make mach machen künftig heraufsetzen herabsetzen hochsetzen runtersetzen",
    ),
    ("trigger", "trigger triggers raise raises cause causes auslösen auslöst"),
    ("member", "member members field element elements feld"),
    ("controller", "controller controller-tag steuerung"),
    ("limit", "limit grenze grenzwert threshold schwelle"),
    ("initial", "initial startwert anfangswert start-value"),
    ("preset", "preset time zeit vorgabe dauer duration"),
    ("rename", "rename benenne umbenennen umbennen"),
    ("call", "call called heißt heiße heißen nenne genannt"),
    ("arrow", "-> => →"),
    (
        "add",
        "add create insert write new füge einfügen erstelle erzeuge lege leg neu neue neuer neues ergänze declare hinzufügen anlegen anzulegen",
    ),
    ("tag", "tag tags variable variablen"),
    ("alias", "alias"),
    ("comment", "comment kommentiere kommentar"),
    (
        "latch",
        "latch latches latching latched selbsthaltend speichern speichere gespeichert gespeicherte gespeicherter",
    ),
    ("reset", "reset zurücksetzen quittieren"),
    ("seal", "seal seal-in selbsthaltung self-hold hold-in"),
    ("around", "around um"),
    ("alarm", "alarm alarms störmeldung meldung"),
    ("hours", "hours hour-meter betriebsstunden betriebsstundenzähler stundenzähler"),
    ("starter", "starter motorstarter"),
    ("chain", "chain kette verriegelungskette freigabekette"),
    ("valve", "valve ventil"),
    ("hysteresis", "hysteresis hysterese"),
    ("closed-end", "closed-switch zu-meldung geschlossen"),
    ("open-end", "open-switch auf-meldung geöffnet"),
    ("feedback", "feedback rückmeldung"),
    ("start", "start startet starte"),
    ("stop", "stop stopp"),
    ("duplicate", "duplicate copy kopiere kopie dupliziere"),
    (
        "unused",
        "unused unbenutzt unbenutzte unbenutzten unbenutztes ungenutzt ungenutzte used benutzt nowhere anywhere nirgends nirgendwo überflüssig leiche leichen obsolete",
    ),
    ("move", "move verschiebe verschieben"),
    ("first", "first top anfang oben beginning"),
    ("last", "last end bottom ende unten"),
    ("turn-on", "turn turns switch switches einschalten einschaltet schalte light lights"),
    ("and", "and und sowie &"),
    ("or", "or oder"),
    ("of", "of for at bei von für to zu from in im into"),
    ("with", "with by mit durch gegen against"),
    ("is", "="),
    ("assign", ":="),
    ("declare", ":"),
];

/// The word before the name of a place that the sentence calls a routine, a program or a block.
pub(super) const UNIT: &str = "unit";
/// What code is called.
const UNITS_OF_CODE: [&str; 12] = [
    "routine",
    "program",
    "programm",
    "block",
    "baustein",
    "bausteins",
    "pou",
    "fb",
    "fc",
    "ob",
    "aoi",
    "function-block",
];

const TYPES: &str = "bool byte word dword sint int dint lint usint uint udint ulint real lreal time \
    string timer counter";

/// The meaningful parts of a sentence, in order.
pub(super) fn tokens(words: &[RequestWord], names: &dyn KnownNames) -> Vec<Token> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let lower: Vec<String> =
            words[at..].iter().take(3).map(|it| it.text.to_lowercase()).collect();
        let phrase = PHRASES.iter().find(|(phrase, _)| {
            phrase.len() <= lower.len()
                && !word.quoted
                && phrase.iter().zip(&lower).all(|(a, b)| a == b)
        });
        if let Some((phrase, means)) = phrase {
            found.extend(meaning(means).map(Token::RequestWord));
            at += phrase.len();
            continue;
        }
        let is_first = found.is_empty() && words[..at].iter().all(is_filler);
        // "the Valve type", "UDT Motor"
        let is_kind = |it: Option<&RequestWord>| {
            it.is_some_and(|it| {
                ["type", "udt", "struct", "typ", "dut"].iter().any(|own| it.is(own))
            })
        };
        let beside = is_kind(words.get(at + 1)) || (at > 0 && is_kind(words.get(at - 1)));
        if beside && names.is_type(&word.text) {
            found.push(Token::Name(word.text.clone()));
            at += 1;
            continue;
        }
        let is_next = words.get(at + 1).is_some_and(|it| is_type(it) || names.is_type(&it.text));
        if is_kind(Some(word)) && (is_next || matches!(found.last(), Some(Token::Name(_)))) {
            at += 1;
            continue;
        }
        let declared =
            type_of(&word.text.to_lowercase()).filter(|_| at > 0 && is_kind(words.get(at - 1)));
        if let Some(known) = declared {
            found.push(Token::Type(known.to_uppercase()));
            at += 1;
            continue;
        }
        if word.is(":") && !words.get(at + 1).is_some_and(is_type) {
            at += 1;
            continue;
        }
        let is_code = |it: Option<&RequestWord>| {
            it.is_some_and(|it| UNITS_OF_CODE.iter().any(|own| it.is(own)))
        };
        if let Some(name) = of_code(word, names) {
            found.extend([Token::RequestWord(UNIT), Token::Name(name)]);
            at += 1;
            continue;
        }
        // A text in quotes that is no new comment describes something.
        let is_comment =
            || words.iter().any(|it| meaning(&it.text.to_lowercase()) == Some("comment"));
        if word.quoted && word.text.contains(' ') && !names.is_known(&word.text) && !is_comment() {
            let content: Vec<String> = word.text.split_whitespace().map(str::to_owned).collect();
            let best = names.meant(&content).into_iter().next();
            if best.is_some_and(|it| it.rests_on.len() * 2 > content.len()) {
                found.push(Token::Name(described(&content)));
                at += 1;
                continue;
            }
        }
        if let Some((name, count)) = description(&words[at..], is_first, names) {
            let is_unit = is_code(words.get(at + count)) || (at > 0 && is_code(words.get(at - 1)));
            let means_code =
                || words_of(&name).is_some_and(|it| names.meant(&it).iter().any(|it| it.is_code));
            if is_unit && means_code() {
                found.push(Token::RequestWord(UNIT));
            }
            found.push(Token::Name(name));
            at += count;
            continue;
        }
        if is_code(at.checked_sub(1).and_then(|it| words.get(it))) && names.is_unit(&word.text) {
            found.extend([Token::RequestWord(UNIT), Token::Name(word.text.clone())]);
            at += 1;
            continue;
        }
        // `Pump_031 and 032`
        if let [.., Token::Name(before), Token::RequestWord("and")] = found.as_slice()
            && let Some(name) = like_before(before, &word.text).filter(|it| names.is_known(it))
        {
            found.push(Token::Name(name));
            at += 1;
            continue;
        }
        let next = words.get(at + 1).map(|it| it.text.as_str());
        let (said, count) = token(word, next, is_first, names);
        found.extend(said);
        at += count;
    }
    found
}

/// The name before with another number at its end.
fn like_before(before: &str, number: &str) -> Option<String> {
    let is_number = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
    let stem = before.get(..before.len().checked_sub(number.len())?)?;
    let is_alike = before[stem.len()..].bytes().all(|it| it.is_ascii_digit());
    (is_number && is_alike && !stem.ends_with(|it: char| it.is_ascii_digit()))
        .then(|| format!("{stem}{number}"))
}

/// The description of code in a compound: `Alarmroutine`, `Störungsbaustein`.
fn of_code(word: &RequestWord, names: &dyn KnownNames) -> Option<String> {
    let lower = word.text.to_lowercase();
    let ends = ["routine", "baustein", "bausteins", "programm", "programms"];
    let head = ends.iter().find_map(|it| lower.strip_suffix(it)).filter(|it| it.len() > 2)?;
    let head = head.trim_end_matches(['s', '-']).to_owned();
    let is_code = names.meant(std::slice::from_ref(&head)).iter().any(|it| it.is_code);
    (is_code && !word.quoted && !names.is_spelled(&word.text)).then(|| described(&[head]))
}

fn token(
    word: &RequestWord,
    next: Option<&str>,
    is_first: bool,
    names: &dyn KnownNames,
) -> (Option<Token>, usize) {
    let text = word.text.as_str();
    let lower = text.to_lowercase();
    if word.quoted {
        let is_name = names.is_known(text) || !text.contains(' ') && text.contains('_');
        let token = if is_name { Token::Name } else { Token::Text };
        return (Some(token(text.to_owned())), 1);
    }
    if let Some((value, taken)) = value(&lower, next) {
        return (Some(Token::Value(value)), taken);
    }
    let means = meaning(&lower).or_else(|| is_first.then(|| meant_by(&lower)).flatten());
    let exact = names.is_spelled(text);
    // A command begins with a verb; elsewhere, names of the project have priority.
    if exact && !(is_first && means.is_some()) {
        return (Some(Token::Name(text.to_owned())), 1);
    }
    if let Some(relation) = COMPARISONS.iter().find(|it| it.0 == lower)
        && !(is_first && means.is_some())
    {
        return (Some(Token::Compare(relation.1)), 1);
    }
    if let Some(means) = means {
        return (Some(Token::RequestWord(means)), 1);
    }
    if let Some(known) = type_of(&lower) {
        return (Some(Token::Type(known.to_uppercase())), 1);
    }
    let is_name = names.is_known(text) || is_written_like_a_name(text);
    (is_name.then(|| Token::Name(text.to_owned())), 1)
}

/// The type that a word names, in the singular or the plural.
fn type_of(lower: &str) -> Option<&'static str> {
    TYPES.split_whitespace().find(|it| *it == lower || lower.strip_suffix('s') == Some(*it))
}

/// Whether a word names a type.
pub(super) fn is_type(word: &RequestWord) -> bool {
    type_of(&word.text.to_lowercase()).is_some()
}

/// Whether a word is a comparison.
pub(super) fn is_comparison(lower: &str) -> bool {
    COMPARISONS.iter().any(|it| it.0 == lower)
}

/// The meaning of a word in a request.
pub(super) fn meaning(word: &str) -> Option<&'static str> {
    WORDS.iter().find(|(_, all)| all.split(' ').any(|it| it == word)).map(|it| it.0)
}

/// The meaning of a word with one wrong, missing or exchanged letter.
fn meant_by(lower: &str) -> Option<&'static str> {
    const LETTERS_MIN: usize = 6;
    let own: Vec<char> = lower.chars().collect();
    let is_like = |word: &str| {
        let other: Vec<char> = word.chars().collect();
        let head = own.iter().zip(&other).take_while(|it| it.0 == it.1).count();
        let (one, two) = (&own[head..], &other[head..]);
        let tail = one.iter().rev().zip(two.iter().rev()).take_while(|it| it.0 == it.1).count();
        let left = (one.len() - tail, two.len() - tail);
        matches!(left, (0 | 1, 1) | (1, 0))
            || left == (2, 2) && one[0] == two[1] && one[1] == two[0]
    };
    let is_long = own.len() >= LETTERS_MIN;
    let mut rows = WORDS.iter().filter(|_| is_long);
    rows.find(|(_, all)| {
        all.split_whitespace().any(|it| it.chars().count() >= LETTERS_MIN && is_like(it))
    })
    .map(|it| it.0)
}

/// Whether a word is written as names are and common words are not.
fn is_written_like_a_name(text: &str) -> bool {
    let inner = text.chars().skip(1);
    text.contains(['_', '['])
        || (text.contains('.') && text.chars().all(|it| it.is_alphanumeric() || it == '.'))
        || (text.starts_with(char::is_alphabetic)
            && (inner.clone().any(|it| it.is_ascii_digit())
                || (inner.clone().any(char::is_uppercase)
                    && inner.clone().any(char::is_lowercase))))
}
