//! Words that questions are made of, and that are names only where nothing else can be one.

use std::{collections::HashSet, sync::LazyLock};

static COMMON: LazyLock<HashSet<&str>> =
    LazyLock::new(|| ENGLISH.split(' ').chain(GERMAN.split(' ')).collect());

/// Whether a word, in lower case, is one of these.
pub(crate) fn is_common(word: &str) -> bool {
    word.chars().all(char::is_numeric) || COMMON.contains(word)
}

const ENGLISH: &str = "a about above access accessed activate activated activates active add added affect \
    affected affects after again alarm alarms all always am an and any anything anywhere \
    appear appears are assigned assigns at be been because before being between bit bits \
    block blocked blocking blocks by call called caller callers calling calls can cause \
    causes change changed changes check checked clear cleared clears code come comes \
    compare compared condition conditions control controlled controls could create cross \
    current currently cycle data dead deactivate deactivated deactivates declared \
    defined delete depend depends describe did difference differences different disable \
    disabled disables do does doesn doing don done drive driven drives each either else \
    enable enabled enables energize energized energizes energise energised energises \
    ever every execute executed executes explain fault faults find for from function get \
    gets give gives go goes going had happen happened happens has have help high hold holding \
    holds how i if in influence influenced influences inside initial instruction interval into \
    is isn it its keep keeping keeps last latch latched latches let like limit limits \
    list logic long look machine make makes many me mean means meant method more most \
    must my need needed needs network networks never no not now occur occurs of off \
    often on once one only or order other our out over part places please plc pou preset \
    presets prevent prevented preventing prevents previous program programs project \
    purpose read reading reads reason reference referenced references refer refers \
    remove rename reset resets resetting right routine routines run running runs rung \
    rungs s search see sequence set sets setting setpoint setpoints several shall sheet \
    should show since so some something start started starts state states stay stays \
    step steps still stop stopped stops structure switch switched switches t tag tags \
    task tasks tell than that the their them then there these they this those time times \
    to transition transitions true turn turned turning turns twice type unlatch \
    unlatched unlatches unreachable until unused us use used uses using value values \
    variable variables version versions want wants was we were what when where whether \
    which while who whom why will with without won work works would write writes writing \
    written you your false aoi fb fc ob db stuck location locations add-on inactive \
    actually just really currently everything usage usages";

const GERMAN: &str = "ab abfrage abgefragt abgeschaltet abhängig abhängt abschaltet aktiv aktiviert \
    aktuell alarm alarme alle allem aller als am an andere anders anlage auf aufgerufen \
    aufruf aufrufe aufrufer aus ausgang ausgeführt ausgeschaltet ausschaltet ausschalten \
    baustein bausteine bausteins bedeutet bedingung bedingungen beeinflusst bei beide \
    benutzt beschreibe beschreibt beschrieben bewirkt bit bitte blockiert da dann das \
    dass datenbaustein davon deaktiviert dem den denn der des die dies diese diesem \
    diesen dieser doppelt du durch ein eine einem einen einer eines eingang \
    eingeschaltet einschaltet einschalten er erkläre erklär erklaere erklären erläutere \
    es etwas fehler finde funktion funktionsbaustein für gab geben geht gehört gelesen \
    genutzt gerade geschrieben geschaltet gesetzt gespeichert gibt grenze grenzen \
    grenzwert grenzwerte geändert hat hängt hält hoch ich ihm ihn im immer in instruktion \
    intervall ist jede jeder jetzt kann kannst kein keine keinem kommt letzte letzten \
    letzter liest liste löscht läuft mach macht man mal mehr mehreren mehrfach mehrmals \
    meint methode mir mit momentan nach netzwerk netzwerke netzwerks nicht nichts nie \
    niemals noch nur ob oder oft programm programme programms projekt querverweis \
    querverweise querverweisliste referenz referenzen routine rücksetzt rückgesetzt ruft \
    schalten schaltet schreibt schrittkette schritt schritte seit setzt setzen sich sie \
    sind so sollwert sollwerte sprosse stehen steht stelle stellen strompfad stoppt \
    startet störung störungen suche such task tot toter tote tut um unbenutzt unbenutzte \
    unbenutzten und ungenutzt ungenutzte unterschied unterschiede variable variablen \
    verhindert verriegelt versetzt version versionen verwendet verwendung verwendungen \
    vom von vor vorgabe vorherige vorherigen vorigen wann war warum was welche welchem \
    welchen welcher welches wem wen wenn wer werden wert werte weshalb wie wieso wird wo \
    wodurch wofür woher womit worauf wovon wozu zeig zeige zeit zeiten zeitwert zu \
    zugegriffen zugewiesen zum zur zurück zurückgesetzt zurücksetzt zusammen zustand \
    zustände zustandsautomat zweimal zyklus ändert änderung änderungen überall überhaupt \
    code add-on addon tags alles übergang übergänge gelatcht unerreichbar unerreichbarer \
    anweisung anweisungen verhält beschreiben lesen schreiben verwenden benutzen rufen";
