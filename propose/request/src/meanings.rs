//! The changes that words of a wish may mean, in English and German.

/// What a sentence is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WishParts {
    /// An output `A`, and a bit `B` that decides about it.
    Contact,
    /// An output `A`, and another bit `B`.
    Condition,
    /// An output `A`.
    Output,
    /// An output `A` and a time `T`.
    Delay,
    /// A number or a time `N`, and its value `V`.
    Number,
    /// An output `A`, and a number `N` with a limit `V`.
    Limit,
    /// A bit `B`.
    Bit,
    /// A bit `A` that no code writes, and two others, `B` and `C`.
    New,
    /// An output `A`, and two numbers, `N` and `V`.
    Numbers,
    /// A number `N`, and a type `V`.
    Type,
}

/// Words of a wish, and a sentence that they may mean.
pub struct SentenceMeaning {
    /// Beginnings of words or of phrases, with `|` between them.
    pub cues: &'static str,
    pub wants: WishParts,
    pub english: &'static str,
    pub german: &'static str,
}

const fn meaning(
    cues: &'static str,
    wants: WishParts,
    english: &'static str,
    german: &'static str,
) -> SentenceMeaning {
    SentenceMeaning { cues, wants, english, german }
}

const INVERT: &str = "invert|negat|negier|flip|backward|wrong way|other way|opposite|umdreh|umgedreht|dreh|\
    umgekehrt|verkehrt|falsch herum|falschrum|normally open|normally closed|no contact|\
    nc contact|öffner|schließer|reversed|swapped";
const REMOVE: &str = "remov|delet|take out|out of|drop|get rid|no longer|anymore|entfern|lösch|raus|heraus|weg|\
    entfällt|entfallen|ausbau|nicht mehr|nur noch|keine|streich|strip";
const SERIES: &str = "only|interlock|must not|may not|mustn|shall not|should not|not run|not start|prevent|\
    inhibit|requir|permit|permissive|enable|releas|wait|as soon as|closes|drops|nur|\
    darf nicht|dürfen nicht|soll nicht|erst wenn|verriegel|sperr|freigabe|freigeb|warten|\
    solange|bedingung|condition|schutz|abschalt|darf|nicht schalten|off while|off when|\
    accepted|unless|together with|zusammen mit|only once";
const ALSO: &str = "also|additional|as well|parallel|either|auch|zusätzlich|oder|ebenfalls|trigger|auslös|\
    include";
const LATCH: &str = "latch|hold|seal|stay|remember|acknowledg|disappear|selbsthalt|speicher|gespeichert|\
    quittier|halten|anstehen bleib|verschwind|rücksetz|zurücksetz|latched until";
const DELAY: &str = "delay|later|after|for more than|longer than|without a break|at least|verzöger|später|\
    erst nach|länger als|mindestens|nach|debounc|entprell|flatter|comes and goes|wait";
const OFF_DELAY: &str = "run on|runs on|keep|off delay|off-delay|overrun|stays on|stay on|nachlauf|nachlaufen|\
    weiterlauf|ausschaltverzög|longer|nach dem ausschalten|after it is switched off";
const VALUE: &str = "set|chang|increas|reduc|rais|lower|extend|shorten|instead|longer|shorter|limit|setpoint|\
    time|preset|auf|statt|erhöh|verläng|verkürz|senk|änder|stell|setz|künftig|grenz|sollwert|\
    zeit|must be|should be|seconds|sekunden|percent|prozent|at most|höchstens";
const COUNT: &str = "count|zähl|how many|how often|wie oft|wie viele|plus one|mitzähl|hochzähl";
const NEW: &str =
    "lamp|light|message|alarm|warn|signal|indicat|show|leucht|lampe|meldung|meld|hupe|horn|anzeig";
const UNWRITTEN: &str = "should be 1|should be on|soll 1|never set|nie gesetzt|nirgends|nowhere|not written|\
    never written|not set anywhere|no effect|does nothing|wirkung|tut nichts|fehlt|missing";
const SEAL: &str =
    "seal|hold|held|pulse|latch|selbsthalt|halten|hält|impuls|taster|momentary|stays";
const TYPE: &str =
    "bool|sint|int|dint|lint|usint|uint|udint|real|lreal|word|dword|byte|type|typ|datentyp";
const EDGE: &str = "edge|flanke|pulse|puls|impuls|one scan|once|every cycle|flicker|keeps|hält";

/// The sentences, the more common ones first.
pub const MEANINGS: &[SentenceMeaning] = &[
    meaning(INVERT, WishParts::Contact, "invert B in the rung of A", "B bei A negieren"),
    meaning(REMOVE, WishParts::Contact, "remove B from A", "entferne B aus A"),
    meaning(REMOVE, WishParts::Output, "delete the rung of A", "lösche den Strompfad von A"),
    meaning(SERIES, WishParts::Condition, "A only when B", "A nur wenn B"),
    meaning(SERIES, WishParts::Condition, "A only when not B", "A nur wenn nicht B"),
    meaning(ALSO, WishParts::Condition, "A also when B", "A auch wenn B"),
    meaning(LATCH, WishParts::Condition, "latch A until B", "A speichern bis B"),
    meaning(DELAY, WishParts::Delay, "delay A by T", "verzögere A um T"),
    meaning(
        OFF_DELAY,
        WishParts::Delay,
        "keep A on for T after it is switched off",
        "A soll T nachlaufen",
    ),
    meaning(VALUE, WishParts::Number, "set N to V", "setze N auf V"),
    meaning(SERIES, WishParts::Limit, "A only when N is below V", "A nur wenn N kleiner als V"),
    meaning(SERIES, WishParts::Limit, "A only when N is above V", "A nur wenn N größer als V"),
    meaning(COUNT, WishParts::Bit, "count B", "zähle B"),
    meaning(EDGE, WishParts::Bit, "only the edge of B counts", "nur die Flanke von B zählt"),
    meaning(NEW, WishParts::Condition, "A also when B", "A auch wenn B"),
    meaning(UNWRITTEN, WishParts::New, "turn on A when B and C", "A ein wenn B und C"),
    meaning(SEAL, WishParts::Contact, "seal in A around B", "Selbsthaltung A um B"),
    meaning(SERIES, WishParts::Numbers, "A only when N is below V", "A nur wenn N kleiner als V"),
    meaning(TYPE, WishParts::Type, "change N to V", "ändere N auf V"),
];

/// The sentence that gives a setting a value.
pub fn value_sentence(name: &str, to: &str, is_german: bool) -> String {
    if is_german { format!("setze {name} auf {to}") } else { format!("set {name} to {to}") }
}

/// The sentence that changes a constant at a place, in a rung if it has one.
pub fn constant_sentence(
    (from, to): (&str, &str),
    (place, rung): (&str, Option<u32>),
    is_german: bool,
) -> String {
    let to =
        if from.contains('.') && !to.contains('.') { format!("{to}.0") } else { to.to_owned() };
    match (rung, is_german) {
        (Some(rung), true) => {
            format!("ändere Konstante {from} in Netzwerk {rung} von {place} auf {to}")
        }
        (Some(rung), false) => format!("change constant {from} in rung {rung} of {place} to {to}"),
        (None, true) => format!("ändere Konstante {from} in {place} auf {to}"),
        (None, false) => format!("change constant {from} in {place} to {to}"),
    }
}
