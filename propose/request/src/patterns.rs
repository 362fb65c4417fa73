//! The fixed sentences.

use super::RequestKind;

/// Requests, the more specific ones first.
pub(super) fn all() -> &'static [(RequestKind, &'static str)] {
    ALL
}

/// Amendments: the changed slot, and the sentence. `step` is an omitted step.
pub(super) fn amendments() -> &'static [(&'static str, &'static str)] {
    AMENDMENTS
}

const ALL: &[(RequestKind, &str)] = &[
    // A limit beyond which a bit is on.
    (
        RequestKind::AddAlarm,
        "add|create|insert alarm [ rung|network ] {name} when|if {tag} [ is ] {op=>|<|>=|<=|above|over|below|under|exceeds} [ than ] {value} [ in|to {place} ]",
    ),
    (
        RequestKind::AddAlarm,
        "add|create|insert alarm [ rung|network ] {name} in|to {place} when|if {tag} [ is ] {op=>|<|>=|<=|above|over|below|under|exceeds} [ than ] {value}",
    ),
    (
        RequestKind::AddAlarm,
        "ergänze|erstelle alarm [ netzwerk ] {name} [ in|zu {place} ] wenn|falls {tag} [ ist ] {op=>|<|>=|<=|über|unter|größer|kleiner} [ als ] {value} [ ist ]",
    ),
    (
        RequestKind::AddAlarm,
        "füge in|zu {place} alarm {name} [ hinzu ] wenn|falls {tag} [ ist ] {op=>|<|>=|<=|über|unter|größer|kleiner} [ als ] {value} [ ist ]",
    ),
    // An alias of a tag.
    (RequestKind::AddAlias, "add|create alias [ tag ] {name} for|of|to {target} [ in|to {place} ]"),
    (RequestKind::AddAlias, "add|create alias [ tag ] {name} in|to {place} for|of {target}"),
    (RequestKind::AddAlias, "erstelle|ergänze alias {name} für|von|auf {target} [ in|zu {place} ]"),
    (RequestKind::AddAlias, "lege [ in {place} ] alias {name} für|von|auf {target}"),
    (RequestKind::AddAlias, "füge [ in {place} ] alias {name} für|von|auf {target} [ hinzu ]"),
    // A condition.
    (
        RequestKind::AddContact,
        "add|insert {polarity=open|closed|no|nc|negated|inverted|not|normally-open|normally-closed} contact|condition {tag} to|in|into [ rung|network|line {rung} of|in ] {place}",
    ),
    (
        RequestKind::AddContact,
        "add|insert normally {polarity=open|closed} contact|condition {tag} to|in|into [ rung|network|line {rung} of|in ] {place}",
    ),
    (
        RequestKind::AddContact,
        "add|insert contact|condition {polarity=not} {tag} to|in|into [ rung|network|line {rung} of|in ] {place}",
    ),
    (
        RequestKind::AddContact,
        "add|insert contact|condition {tag} to|in|into [ rung|network|line {rung} of|in ] {place} [ as ] [ normally ] {polarity=open|closed|inverted|negated}",
    ),
    (
        RequestKind::AddContact,
        "add|insert contact|condition {tag} to|in|into [ rung|network|line {rung} of|in ] {place}",
    ),
    (RequestKind::AddContact, "add|insert contact|condition {tag}"),
    (
        RequestKind::AddContact,
        "add|insert [ {polarity=open|closed} ] contact|condition {tag} to|in|into rung|network|line {rung}",
    ),
    (
        RequestKind::AddContact,
        "füge {polarity=schließer|öffner} {tag} in|zu netzwerk|sprosse|rung|strompfad|zeile {rung} [ hinzu ]",
    ),
    (
        RequestKind::AddContact,
        "füge kontakt|bedingung {tag} in|zu netzwerk|sprosse|rung|strompfad|zeile {rung} [ hinzu ]",
    ),
    (
        RequestKind::AddContact,
        "füge {polarity=schließer|öffner} {tag} in|zu [ netzwerk|sprosse|rung|strompfad|zeile {rung} von|in ] {place} [ hinzu ]",
    ),
    (
        RequestKind::AddContact,
        "füge kontakt|bedingung {tag} in|zu [ netzwerk|sprosse|rung|strompfad|zeile {rung} von|in ] {place} [ hinzu ]",
    ),
    (
        RequestKind::RemoveContact,
        "remove|delete contact|condition {tag} from|in [ rung|network|line {rung} of|in ] {place}",
    ),
    (
        RequestKind::RemoveContact,
        "remove|delete contact|condition {tag} from|in rung|network|line {rung}",
    ),
    (
        RequestKind::RemoveContact,
        "entferne|lösche kontakt|bedingung|schließer|öffner {tag} aus|in netzwerk|sprosse|rung|strompfad|zeile {rung}",
    ),
    (
        RequestKind::RemoveContact,
        "entferne|lösche kontakt|bedingung|schließer|öffner {tag} aus|in [ netzwerk|sprosse|rung|strompfad|zeile {rung} von|in ] {place}",
    ),
    // A member of a type.
    (
        RequestKind::AddMember,
        "add|insert member|field {name} of|with type {type} to|in [ udt|type|structure|dut ] {place}",
    ),
    (
        RequestKind::AddMember,
        "add|insert member|field {name} : {type} to|in [ udt|type|structure|dut ] {place}",
    ),
    (
        RequestKind::AddMember,
        "add|insert {type} member|field {name} to|in [ udt|type|structure|dut ] {place}",
    ),
    (
        RequestKind::AddMember,
        "add|insert member|field {name} to|in [ udt|type|structure|dut ] {place}",
    ),
    (
        RequestKind::AddMember,
        "ergänze|erstelle element|feld|member {name} vom|mit|von typ {type} in [ udt|typ|struktur|dut ] {place}",
    ),
    (
        RequestKind::AddMember,
        "füge [ in [ udt|typ|struktur|dut ] {place} ] element|feld|member {name} vom|mit|von typ {type} [ hinzu ]",
    ),
    (
        RequestKind::AddMember,
        "füge element|feld|member {name} vom|mit|von typ {type} in|zu [ udt|typ|struktur|dut ] {place} [ hinzu ]",
    ),
    // A tag.
    (
        RequestKind::AddTag,
        "add|create|declare|insert tag|variable {name} of|as|with type {type} [ with value {value} ] [ in|to {place} ] [ with comment {comment*} ]",
    ),
    (
        RequestKind::AddTag,
        "add|create|declare|insert tag|variable {name} of|as|with type {type} [ in|to {place} ] with value {value} [ with comment {comment*} ]",
    ),
    (
        RequestKind::AddTag,
        "add|create|declare|insert tag|variable {name} in|to {place} of|as|with type {type} [ with value {value} ]",
    ),
    (
        RequestKind::AddTag,
        "add|create|declare|insert tag|variable {name} : {type} [ in|to {place} ]",
    ),
    (RequestKind::AddTag, "add|create|declare|insert {type} tag|variable {name} [ in|to {place} ]"),
    (RequestKind::AddTag, "add|create|declare|insert tag|variable {name} [ in|to {place} ]"),
    (
        RequestKind::AddTag,
        "ergänze|erstelle|deklariere|erzeuge tag|variable {name} vom|mit|von typ {type} [ mit wert {value} ] [ in|zu {place} ]",
    ),
    (
        RequestKind::AddTag,
        "füge [ in|zu {place} ] tag|variable {name} vom|mit|von typ {type} [ mit wert {value} ] [ hinzu ]",
    ),
    (
        RequestKind::AddTag,
        "füge tag|variable {name} vom|mit|von typ {type} in|zu {place} [ hinzu ]",
    ),
    (
        RequestKind::AddTag,
        "lege [ in {place} ] tag|variable {name} vom|mit|von typ {type} [ mit wert {value} ]",
    ),
    (
        RequestKind::AddTag,
        "lege tag|variable {name} vom|mit|von typ {type} in {place} [ mit wert {value} ]",
    ),
    // A new name.
    (
        RequestKind::Rename,
        "rename [ tag|variable|member ] {from} to|as|into {to} [ in {place} ] [ everywhere ]",
    ),
    (
        RequestKind::Rename,
        "rename [ tag|variable|member ] {from} in {place} to|as {to} [ everywhere ]",
    ),
    (RequestKind::Rename, "benenne [ tag|variable ] {from} [ in|von {place} ] in|zu {to} um"),
    (
        RequestKind::Rename,
        "benenne [ tag|variable ] {from} [ in|von {place} ] überall in|zu {to} um",
    ),
    // A copy.
    (
        RequestKind::Duplicate,
        "duplicate|copy {noun=routine|aoi|instruction|udt|type|dut|block|fb|fc|db|function|program|pou|gvl} {name} [ in|of {place} ] as|to|into {to}",
    ),
    (RequestKind::Duplicate, "duplicate|copy {name} [ in|of {place} ] as|to|into {to}"),
    (
        RequestKind::Duplicate,
        "dupliziere|kopiere {noun=routine|aoi|instruktion|udt|typ|dut|baustein|fb|fc|db|funktion|programm|pou|gvl} {name} [ in|von {place} ] als|nach {to}",
    ),
    (RequestKind::Duplicate, "dupliziere|kopiere {name} [ in|von {place} ] als|nach {to}"),
    // A comment.
    (RequestKind::Comment, "comment rung|network|line {rung} [ of|in {place} ] with|as|: {text*}"),
    (
        RequestKind::Comment,
        "comment [ {noun=routine|tag|variable|udt|type|block|program|aoi|fb|fc|db} ] {place} with|as|: {text*}",
    ),
    (
        RequestKind::Comment,
        "set|change comment of rung|network|line {rung} [ of|in {place} ] to {text*}",
    ),
    (
        RequestKind::Comment,
        "set|change comment of [ {noun=routine|tag|variable|udt|type|block|program|aoi|fb|fc|db} ] {place} to {text*}",
    ),
    (
        RequestKind::Comment,
        "kommentiere netzwerk|sprosse|rung|strompfad|zeile {rung} [ von|in {place} ] mit|als {text*}",
    ),
    (
        RequestKind::Comment,
        "kommentiere [ {noun=routine|tag|variable|udt|typ|baustein|programm|aoi|fb|fc|db} ] {place} mit|als {text*}",
    ),
    // A task.
    (RequestKind::Schedule, "schedule [ program|pou ] {name} in|on|to task {task}"),
    (RequestKind::Schedule, "add program|pou {name} to task {task}"),
    (RequestKind::Schedule, "rufe [ programm|pou ] {name} in task {task} auf"),
    (RequestKind::Schedule, "füge [ programm|pou ] {name} zu task {task} hinzu"),
    (RequestKind::Schedule, "ergänze programm|pou {name} in task {task}"),
    // A constant in code.
    (
        RequestKind::SetConstant,
        "set|change constant|limit|value {from} in rung|network|line {rung} [ of|in {place} ] to {to}",
    ),
    (RequestKind::SetConstant, "set|change constant {from} in|of {place} to {to}"),
    (
        RequestKind::SetConstant,
        "ändere|setze konstante|grenzwert|wert {from} in netzwerk|sprosse|rung|strompfad|zeile {rung} [ von|in {place} ] auf|in|zu {to}",
    ),
    (RequestKind::SetConstant, "ändere|setze konstante {from} in|von {place} auf|in|zu {to}"),
    // An initial value.
    (
        RequestKind::SetValue,
        "set|change {noun=preset|limit|constant|value|setpoint|initial|default} [ value ] of {tag} [ in {place} ] [ from {was} ] to {to}",
    ),
    (RequestKind::SetValue, "set|change {tag} {noun=preset|limit|setpoint} [ in {place} ] to {to}"),
    (
        RequestKind::SetValue,
        "ändere|setze {noun=vorgabe|grenzwert|konstante|wert|sollwert|startwert|anfangswert|vorgabewert} von|für {tag} [ in {place} ] [ von {was} ] auf|in|zu {to}",
    ),
    // A deletion.
    (
        RequestKind::Delete,
        "delete|remove [ unused ] {noun=tag|variable|routine|udt|type|dut|member|alias} {name} [ from|in|of {place} ]",
    ),
    (
        RequestKind::Delete,
        "lösche|entferne [ unbenutzte|unbenutzten|unbenutztes ] {noun=tag|variable|routine|udt|typ|dut|alias} {name} [ aus|in|von {place} ]",
    ),
];

const AMENDMENTS: &[(&str, &str)] = &[
    ("step", "leave out step {x}"),
    ("step", "without|skip|omit step {x}"),
    ("step", "lass schritt {x} weg"),
    ("step", "ohne schritt {x}"),
    ("name", "name|call it {x} [ instead ]"),
    ("name", "use name {x} [ instead ]"),
    ("name", "nenne es|sie|ihn {x}"),
    ("value", "use|with value {x} [ instead ]"),
    ("value", "set value to {x}"),
    ("value", "mit wert {x}"),
    ("value", "nimm wert {x}"),
    ("type", "use|with type {x} [ instead ]"),
    ("type", "mit typ {x}"),
    ("rung", "in rung|network {x} [ instead ]"),
    ("rung", "in netzwerk|sprosse|rung {x}"),
    ("place", "put it in|into {x} [ instead ]"),
    ("place", "in|to {x} instead"),
    ("place", "stattdessen in {x}"),
    ("place", "in {x} statt dessen|stattdessen"),
];
