//! Words for kinds of objects.

mod one;

use tagbridge_api::query::ItemKind;

pub(crate) use self::one::of_kind;
use crate::common::is_one_of;

/// The kind that a word in lower case means.
pub(crate) fn kind_of(word: &str) -> Option<ItemKind> {
    KINDS.iter().find(|(_, words)| is_one_of(word, words)).map(|it| it.0)
}

const KINDS: &[(ItemKind, &str)] = &[
    (
        ItemKind::Timers,
        "timer timers zeit zeiten zeitglied zeitglieder zeitgeber zeitgliedern timern delays \
         verzögerungen",
    ),
    (ItemKind::Counters, "counter counters zähler zaehler zählern zaehlern"),
    (
        ItemKind::Inputs,
        "input inputs eingang eingänge eingängen eingaenge eingaengen di sensor sensors sensoren",
    ),
    (
        ItemKind::Outputs,
        "output outputs ausgang ausgänge ausgängen ausgaenge ausgaengen coil coils do actuator \
         actuators aktoren",
    ),
    (ItemKind::Flags, "flag flags marker markers merker merkern"),
    (ItemKind::Constants, "constant constants konstante konstanten"),
    (
        ItemKind::Retentive,
        "retentive retain retained remanent remanente remanenten persistent persistente",
    ),
    (
        ItemKind::Alarms,
        "alarm alarms alarme alarmen fault faults störung störungen stoerung stoerungen \
         fehlermeldung fehlermeldungen störmeldung störmeldungen warnung warnungen warning warnings \
         trips meldungen",
    ),
    (ItemKind::Aliases, "alias aliases aliase"),
    (
        ItemKind::Types,
        "udt udts type types datatype datatypes datentyp datentypen typen struct structs \
         structures strukturen",
    ),
    (
        ItemKind::DataBlocks,
        "datablock datablocks datenbaustein datenbausteine datenbausteinen db dbs",
    ),
    (
        ItemKind::Blocks,
        "block blocks baustein bausteine bausteinen aoi aois fb fbs fc fcs pou pous \
         funktionsbaustein funktionsbausteine funktionsbausteinen function functions funktion \
         funktionen instruction instructions add-on add-ons",
    ),
    (ItemKind::Programs, "program programs programm programme programmen ob obs"),
    (ItemKind::Routines, "routine routines routinen subroutine subroutines unterprogramme"),
    (ItemKind::Tasks, "task tasks"),
    (ItemKind::Modules, "module modules modul baugruppe baugruppen hardware rack racks karten"),
    (ItemKind::Motors, "motor motors motoren drive drives antrieb antriebe pumps pumpen"),
    (ItemKind::Valves, "valve valves ventil ventile ventilen"),
    (ItemKind::Safety, "safety sicherheit sicherheitstags"),
    (ItemKind::Tags, "tag tags variable variables variablen var vars"),
];
