//! Common words of questions, which are names only if no other word can be one.

use std::{collections::HashSet, sync::LazyLock};

static COMMON: LazyLock<[HashSet<&str>; 2]> =
    LazyLock::new(|| [ENGLISH, GERMAN].map(|it| it.split_whitespace().collect()));

/// Whether a list of words, separated by blanks, contains a word.
pub(crate) fn is_one_of(word: &str, words: &str) -> bool {
    words.split_whitespace().any(|it| it == word)
}

/// Whether a word, in lower case, is common.
pub(crate) fn is_common(word: &str) -> bool {
    word.chars().all(char::is_numeric) || is_common_english(word) || is_common_german(word)
}

/// Whether an English word is common.
pub(crate) fn is_common_english(word: &str) -> bool {
    COMMON[0].contains(word)
}

/// Whether a German word is common.
pub(crate) fn is_common_german(word: &str) -> bool {
    COMMON[1].contains(word)
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
    actually just really currently everything usage usages there theres touch touches touching keep overwrite \
    overwrites overwriting overwritten somebody someone anybody anyone drop drops dropped dropping kick kicks \
    trip trips tripped tripping fire fires fired energise pull pulls pulled release releases released seal \
    sealed hey hi hello thanks ok okay lot bunch whats whos wheres hows doesnt isnt wont cant didnt dont \
    come went gone away back got gotten between difference compare comparing same versus vs walk through via \
    path route reach reaches happening else happens fail fails failed failing lose loses lost die dies dead \
    good thing things anything something wrong problem problems issue issues bug bugs smell check fishy weird \
    double duplicate duplicated coil coils nobody never tree structure called hierarchy overview inside part \
    parts belong belongs made contain contains consist consists setpoint threshold long short longer shorter \
    greater less than least most above below under exceed exceeds equal many much number total count amount \
    sequence order next step after before waiting waits wait moment right momentarily hot cold warm full \
    empty fast slow lang lange current present actual force forced bypass bypassed override overridden simulate \
    simulated jumper explained tell told say says said mean understand want wanna gonna need needs required \
    requires require true high low influence impact consequence consequences effect effects result results \
    result downstream upstream feed feeds fed involved about related comment comments named text string words lights sound sounds \
    exactly today tonight although though here new plain kind sort says tells feels keeps ever us lets ok also come \
    already whose whether addition decide decides decided moves move check broken wire confused matter meant \
    ours mine yours instead within scan scans up down ve ll he she his her guy customer operator even ack";

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
    anweisung anweisungen verhält beschreiben lesen schreiben verwenden benutzen rufen gibts steckt drin dran \
    greift zugriff zugriffe irgendwas irgendwo irgendwer jemand niemand keiner dauernd ständig staendig \
    überschreibt ueberschreibt fällt faellt abfallen abfällt geht gehen kommt kommen weg wieder nochmal anlaufen \
    passiert bei ausfällt ausfaellt fehlt folgen folge auswirkung auswirkungen wirkt nötig noetig brauche \
    braucht muss müssen soll sollte kann können möchte will wissen sag sagen hallo danke falsch stimmt \
    problem probleme unterschied unterscheiden vergleich vergleiche vergleichen zwischen gleich weg pfad \
    aufrufbaum struktur übersicht uebersicht aufbau inhalt besteht enthält enthaelt innen teile grenzwerten \
    eingestellt länger laenger kürzer kuerzer größer groesser kleiner mindestens höchstens über ueber unter \
    mehr weniger viele wieviel wieviele anzahl reihenfolge danach nächste naechste nächster wartet worauf \
    heiß heiss kalt warm voll leer schnell langsam momentan aktuelle aktuellen gerade forciert überbrückt \
    ueberbrueckt simuliert erklär beschreib bedeutet meinst heißt heisst text texte kommentar kommentare \
    spule spulen dreht hupt öffnet oeffnet schließt schliesst leuchtet blinkt eigentlich denn mal bitte \
    überall ueberall sonst noch hier dort einfach wofür wofuer dazu dafür dafuer beim vorher zeigen \
    laufen lässt lassen deshalb müsste müssten angesteuert ansteuern zieht ziehen nimmt nehmen verstellt verstellen hängt hängen bleibt bleiben \
    liegt liegen ertönt hochgezählt angeht ausgeht nix \
    nachts gestern heute vorhin auslöst ausgelöst löst auslösen ausloesen betroffen beteiligt setzen \
    damit woraus wohin woran obwohl trotzdem genau regelmäßig ganz ganze ganzen schon neu neue neuen auch jeweils \
    während einmal drücke drückt gedrückt abgearbeitet umgestellt ausgewertet ans bis irgendwann sieht gibst gebe \
    gib ihr ihre usw bzw zusammen gemeinsam gleichzeitig nacheinander kriege krieg bekomme fest aussen außen \
    jemand einer irgend ausgerechnet angeblich anscheinend vermutlich eben bediener kunde kollege kollegen monteur machs passt sofort ohne stell schau los";
