//! The fixed sentences.

use super::RequestedChange;

/// Requests, the more specific ones first.
pub(super) fn all() -> &'static [(RequestedChange, &'static str)] {
    ALL
}

/// Amendments: the changed slot, and the sentence. `step` is an omitted step.
pub(super) fn amendments() -> &'static [(&'static str, &'static str)] {
    AMENDMENTS
}

const ALL: &[(RequestedChange, &str)] = &[
    // A limit beyond which a bit is on.
    (
        RequestedChange::AddAlarm,
        "add|create|insert alarm [ rung|network ] {name} when|if {tag} [ is ] {op=>|<|>=|<=|above|over|below|under|exceeds} [ than ] {value} [ in|to {place} ]",
    ),
    (
        RequestedChange::AddAlarm,
        "add|create|insert alarm [ rung|network ] {name} in|to {place} when|if {tag} [ is ] {op=>|<|>=|<=|above|over|below|under|exceeds} [ than ] {value}",
    ),
    (
        RequestedChange::AddAlarm,
        "ergänze|erstelle alarm [ netzwerk ] {name} [ in|zu {place} ] wenn|falls {tag} [ ist ] {op=>|<|>=|<=|über|unter|größer|kleiner} [ als ] {value} [ ist ]",
    ),
    (
        RequestedChange::AddAlarm,
        "füge in|zu {place} alarm {name} [ hinzu ] wenn|falls {tag} [ ist ] {op=>|<|>=|<=|über|unter|größer|kleiner} [ als ] {value} [ ist ]",
    ),
    // An alias of a tag.
    (
        RequestedChange::AddAlias,
        "add|create alias [ tag ] {name} for|of|to {target} [ in|to {place} ]",
    ),
    (RequestedChange::AddAlias, "add|create alias [ tag ] {name} in|to {place} for|of {target}"),
    (
        RequestedChange::AddAlias,
        "erstelle|ergänze alias {name} für|von|auf {target} [ in|zu {place} ]",
    ),
    (RequestedChange::AddAlias, "lege [ in {place} ] alias {name} für|von|auf {target}"),
    (RequestedChange::AddAlias, "füge [ in {place} ] alias {name} für|von|auf {target} [ hinzu ]"),
    // A condition.
    (
        RequestedChange::AddContact,
        "add|insert {polarity=open|closed|no|nc|negated|inverted|not|normally-open|normally-closed} contact|condition {tag} to|in|into [ rung|network|line {rung} of|in ] {place}",
    ),
    (
        RequestedChange::AddContact,
        "add|insert normally {polarity=open|closed} contact|condition {tag} to|in|into [ rung|network|line {rung} of|in ] {place}",
    ),
    (
        RequestedChange::AddContact,
        "add|insert contact|condition {polarity=not} {tag} to|in|into [ rung|network|line {rung} of|in ] {place}",
    ),
    (
        RequestedChange::AddContact,
        "add|insert contact|condition {tag} to|in|into [ rung|network|line {rung} of|in ] {place} [ as ] [ normally ] {polarity=open|closed|inverted|negated}",
    ),
    (
        RequestedChange::AddContact,
        "add|insert contact|condition {tag} to|in|into [ rung|network|line {rung} of|in ] {place}",
    ),
    (RequestedChange::AddContact, "add|insert contact|condition {tag}"),
    (
        RequestedChange::AddContact,
        "add|insert [ {polarity=open|closed} ] contact|condition {tag} to|in|into rung|network|line {rung}",
    ),
    (
        RequestedChange::AddContact,
        "füge {polarity=schließer|öffner} {tag} in|zu netzwerk|sprosse|rung|strompfad|zeile {rung} [ hinzu ]",
    ),
    (
        RequestedChange::AddContact,
        "füge kontakt|bedingung {tag} in|zu netzwerk|sprosse|rung|strompfad|zeile {rung} [ hinzu ]",
    ),
    (
        RequestedChange::AddContact,
        "füge {polarity=schließer|öffner} {tag} in|zu [ netzwerk|sprosse|rung|strompfad|zeile {rung} von|in ] {place} [ hinzu ]",
    ),
    (
        RequestedChange::AddContact,
        "füge kontakt|bedingung {tag} in|zu [ netzwerk|sprosse|rung|strompfad|zeile {rung} von|in ] {place} [ hinzu ]",
    ),
    (
        RequestedChange::RemoveContact,
        "remove|delete contact|condition {tag} from|in [ rung|network|line {rung} of|in ] {place}",
    ),
    (
        RequestedChange::RemoveContact,
        "remove|delete contact|condition {tag} from|in rung|network|line {rung}",
    ),
    (
        RequestedChange::RemoveContact,
        "entferne|lösche kontakt|bedingung|schließer|öffner {tag} aus|in netzwerk|sprosse|rung|strompfad|zeile {rung}",
    ),
    (
        RequestedChange::RemoveContact,
        "entferne|lösche kontakt|bedingung|schließer|öffner {tag} aus|in [ netzwerk|sprosse|rung|strompfad|zeile {rung} von|in ] {place}",
    ),
    // A member of a type.
    (
        RequestedChange::AddMember,
        "add|insert member|field {name} of|with type {type} to|in [ udt|type|structure|dut ] {place}",
    ),
    (
        RequestedChange::AddMember,
        "add|insert member|field {name} : {type} to|in [ udt|type|structure|dut ] {place}",
    ),
    (
        RequestedChange::AddMember,
        "add|insert {type} member|field {name} to|in [ udt|type|structure|dut ] {place}",
    ),
    (
        RequestedChange::AddMember,
        "add|insert member|field {name} to|in [ udt|type|structure|dut ] {place}",
    ),
    (
        RequestedChange::AddMember,
        "ergänze|erstelle element|feld|member {name} vom|mit|von typ {type} in [ udt|typ|struktur|dut ] {place}",
    ),
    (
        RequestedChange::AddMember,
        "füge [ in [ udt|typ|struktur|dut ] {place} ] element|feld|member {name} vom|mit|von typ {type} [ hinzu ]",
    ),
    (
        RequestedChange::AddMember,
        "füge element|feld|member {name} vom|mit|von typ {type} in|zu [ udt|typ|struktur|dut ] {place} [ hinzu ]",
    ),
    // A tag.
    (
        RequestedChange::AddTag,
        "add|create|declare|insert tag|variable {name} of|as|with type {type} [ with value {value} ] [ in|to {place} ] [ with comment {comment*} ]",
    ),
    (
        RequestedChange::AddTag,
        "add|create|declare|insert tag|variable {name} of|as|with type {type} [ in|to {place} ] with value {value} [ with comment {comment*} ]",
    ),
    (
        RequestedChange::AddTag,
        "add|create|declare|insert tag|variable {name} in|to {place} of|as|with type {type} [ with value {value} ]",
    ),
    (
        RequestedChange::AddTag,
        "add|create|declare|insert tag|variable {name} : {type} [ in|to {place} ]",
    ),
    (
        RequestedChange::AddTag,
        "add|create|declare|insert {type} tag|variable {name} [ in|to {place} ]",
    ),
    (RequestedChange::AddTag, "add|create|declare|insert tag|variable {name} [ in|to {place} ]"),
    (
        RequestedChange::AddTag,
        "ergänze|erstelle|deklariere|erzeuge tag|variable {name} vom|mit|von typ {type} [ mit wert {value} ] [ in|zu {place} ]",
    ),
    (
        RequestedChange::AddTag,
        "füge [ in|zu {place} ] tag|variable {name} vom|mit|von typ {type} [ mit wert {value} ] [ hinzu ]",
    ),
    (
        RequestedChange::AddTag,
        "füge tag|variable {name} vom|mit|von typ {type} in|zu {place} [ hinzu ]",
    ),
    (
        RequestedChange::AddTag,
        "lege [ in {place} ] tag|variable {name} vom|mit|von typ {type} [ mit wert {value} ]",
    ),
    (
        RequestedChange::AddTag,
        "lege tag|variable {name} vom|mit|von typ {type} in {place} [ mit wert {value} ]",
    ),
    // A new name.
    (
        RequestedChange::Rename,
        "rename [ tag|variable|member ] {from} to|as|into {to} [ in {place} ] [ everywhere ]",
    ),
    (
        RequestedChange::Rename,
        "rename [ tag|variable|member ] {from} in {place} to|as {to} [ everywhere ]",
    ),
    (RequestedChange::Rename, "benenne [ tag|variable ] {from} [ in|von {place} ] in|zu {to} um"),
    (
        RequestedChange::Rename,
        "benenne [ tag|variable ] {from} [ in|von {place} ] überall in|zu {to} um",
    ),
    // A copy.
    (
        RequestedChange::Duplicate,
        "duplicate|copy {noun=routine|aoi|instruction|udt|type|dut|block|fb|fc|db|function|program|pou|gvl} {name} [ in|of {place} ] as|to|into {to}",
    ),
    (RequestedChange::Duplicate, "duplicate|copy {name} [ in|of {place} ] as|to|into {to}"),
    (
        RequestedChange::Duplicate,
        "dupliziere|kopiere {noun=routine|aoi|instruktion|udt|typ|dut|baustein|fb|fc|db|funktion|programm|pou|gvl} {name} [ in|von {place} ] als|nach {to}",
    ),
    (RequestedChange::Duplicate, "dupliziere|kopiere {name} [ in|von {place} ] als|nach {to}"),
    // A comment.
    (
        RequestedChange::Comment,
        "comment rung|network|line {rung} [ of|in {place} ] with|as|: {text*}",
    ),
    (
        RequestedChange::Comment,
        "comment [ {noun=routine|tag|variable|udt|type|block|program|aoi|fb|fc|db} ] {place} with|as|: {text*}",
    ),
    (
        RequestedChange::Comment,
        "set|change comment of rung|network|line {rung} [ of|in {place} ] to {text*}",
    ),
    (
        RequestedChange::Comment,
        "set|change comment of [ {noun=routine|tag|variable|udt|type|block|program|aoi|fb|fc|db} ] {place} to {text*}",
    ),
    (
        RequestedChange::Comment,
        "kommentiere netzwerk|sprosse|rung|strompfad|zeile {rung} [ von|in {place} ] mit|als {text*}",
    ),
    (
        RequestedChange::Comment,
        "kommentiere [ {noun=routine|tag|variable|udt|typ|baustein|programm|aoi|fb|fc|db} ] {place} mit|als {text*}",
    ),
    // A task.
    (RequestedChange::Schedule, "schedule [ program|pou ] {name} in|on|to task {task}"),
    (RequestedChange::Schedule, "add program|pou {name} to task {task}"),
    (RequestedChange::Schedule, "rufe [ programm|pou ] {name} in task {task} auf"),
    (RequestedChange::Schedule, "füge [ programm|pou ] {name} zu task {task} hinzu"),
    (RequestedChange::Schedule, "ergänze programm|pou {name} in task {task}"),
    // A constant in code.
    (
        RequestedChange::SetConstant,
        "set|change constant|limit|value {from} in rung|network|line {rung} [ of|in {place} ] to {to}",
    ),
    (RequestedChange::SetConstant, "set|change constant {from} in|of {place} to {to}"),
    (
        RequestedChange::SetConstant,
        "ändere|setze konstante|grenzwert|wert {from} in netzwerk|sprosse|rung|strompfad|zeile {rung} [ von|in {place} ] auf|in|zu {to}",
    ),
    (RequestedChange::SetConstant, "ändere|setze konstante {from} in|von {place} auf|in|zu {to}"),
    // An initial value.
    (
        RequestedChange::SetValue,
        "set|change {noun=preset|limit|constant|value|setpoint|initial|default} [ value ] of {tag} [ in {place} ] [ from {was} ] to {to}",
    ),
    (
        RequestedChange::SetValue,
        "set|change {tag} {noun=preset|limit|setpoint} [ in {place} ] to {to}",
    ),
    (
        RequestedChange::SetValue,
        "ändere|setze {noun=vorgabe|grenzwert|konstante|wert|sollwert|startwert|anfangswert|vorgabewert} von|für {tag} [ in {place} ] [ von {was} ] auf|in|zu {to}",
    ),
    // A deletion.
    (
        RequestedChange::Delete,
        "delete|remove [ unused ] {noun=tag|variable|routine|udt|type|dut|member|alias} {name} [ from|in|of {place} ]",
    ),
    (
        RequestedChange::Delete,
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
