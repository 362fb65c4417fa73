//! The words that people use for changes, in English and German.

use super::{
    described::description,
    phrases::{COMPARISONS, PHRASES},
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
        "invert inverts inverted negate negated negates flip negiere negieren invertiere invertieren umkehren dreh drehe umdrehen",
    ),
    ("closed", "xio nc öffner normally-closed n.c."),
    ("open", "xic schließer normally-open n.o."),
    ("contact", "contact contacts kontakt kontakte condition bedingung"),
    ("edge", "edge flanke puls pulse impuls oneshot one-shot"),
    ("falling", "falling fallende"),
    ("blink", "blink blinks blinking flash flashes flashing blinken blinkt blinkend"),
    ("toggle", "toggle toggles toggled togglen toggelt umschalten wechselt wechseln stromstoß"),
    ("count", "count counts counting counted zähle zählen zählt mitzählen hochzählen zähl"),
    (
        "first-scan",
        "startup start-up restart neustart spannungsausfall erstlauf kaltstart first-scan",
    ),
    ("both", "gleichzeitig simultaneously both gegeneinander"),
    ("ack", "acknowledge acknowledged acknowledges quittiert quittierbar quittierung ack"),
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
    ("off", "off aus false inactive low abgeschaltet ausgeschaltet"),
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
        "remove delete drop erase entferne entfernen lösche löschen streiche take nimm rausnehmen throw weg",
    ),
    ("replace", "replace swap exchange substitute ersetze ersetzen tausche austauschen"),
    ("instead", "instead statt anstatt anstelle"),
    (
        "rung",
        "rung rungs network networks line strompfad strompfads netzwerk netzwerks sprosse zeile",
    ),
    (
        "delay",
        "delay delayed on-delay verzögere verzögern verzögert einschaltverzögerung timer ton zeitglied einschaltverzögert",
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
        "set put stell stelle stellen setze ändere change adjust raise lower shorten reduce increase lengthen extend verkürze erhöhe verlängere verringere senke make mach",
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
    ("latch", "latch latching latched selbsthaltend speichern"),
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
    ("unused", "unused unbenutzt unbenutzte unbenutzten unbenutztes used benutzt nowhere nirgends"),
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

const NUMBERS: &str = "zero one two three four five six seven eight nine ten eleven twelve";
const ZAHLEN: &str = "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf";
/// Units that values of a project do not have.
const UNITS: &str =
    "% percent prozent bar mbar grad degc degrees degree °c k mm cm m kg g l ml pcs stück times";

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
        if let Some((name, count)) = description(&words[at..], is_first, names) {
            found.push(Token::Name(name));
            at += count;
            continue;
        }
        let next = words.get(at + 1).map(|it| it.text.as_str());
        let (said, count) = token(word, next, is_first, names);
        found.extend(said);
        at += count;
    }
    found
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
    let means = meaning(&lower);
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

/// Whether a word is a number, with a unit of time or without.
pub(super) fn is_value(word: &RequestWord) -> bool {
    !word.quoted && value(&word.text.to_lowercase(), None).is_some()
}

/// The meaning of a word in a request.
pub(super) fn meaning(word: &str) -> Option<&'static str> {
    WORDS.iter().find(|(_, all)| all.split(' ').any(|it| it == word)).map(|it| it.0)
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

/// A number, with the unit of time after it.
fn value(lower: &str, next: Option<&str>) -> Option<(String, usize)> {
    let plain = lower.replace(',', ".");
    let digits = plain.trim_start_matches("time#").trim_start_matches("t#");
    let end = digits
        .find(|it: char| !it.is_ascii_digit() && !matches!(it, '.' | '-' | '+'))
        .unwrap_or(digits.len());
    let (number, unit) = digits.split_at(end);
    let spelled = || {
        let of = |all: &str| all.split(' ').position(|it| it == lower);
        let number = of(NUMBERS).or_else(|| of(ZAHLEN))?.to_string();
        let next = next?.to_lowercase();
        match unit_of(&next) {
            Some(unit) => Some((format!("{number} {unit}"), 2)),
            None => is_unit(&next).then_some((number, 2)),
        }
    };
    if number.parse::<f64>().is_err() {
        return spelled();
    }
    match unit.trim() {
        "" => {
            let has_unit = next.is_some_and(|it| is_unit(&it.to_lowercase()));
            Some((number.to_owned(), if has_unit { 2 } else { 1 }))
        }
        unit if is_unit(unit) => Some((number.to_owned(), 1)),
        unit => Some((format!("{number} {}", unit_of(unit)?), 1)),
    }
}

fn is_unit(word: &str) -> bool {
    UNITS.split(' ').any(|it| it == word)
}

fn unit_of(word: &str) -> Option<&'static str> {
    let all = [
        ("ms", "ms millisecond milliseconds millisekunden"),
        ("s", "s sec secs second seconds sek sekunde sekunden"),
        ("min", "min mins minute minutes minuten"),
        ("h", "h hour hours stunde stunden"),
    ];
    all.iter().find(|(_, of)| of.split(' ').any(|it| it == word)).map(|it| it.0)
}
