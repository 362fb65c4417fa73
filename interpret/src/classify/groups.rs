//! Groups of English and German synonyms: training one word applies to the whole group.

use std::{collections::HashMap, sync::LazyLock};

/// The groups of a word, in lower case and without umlauts.
pub(super) fn groups_of(word: &str) -> impl Iterator<Item = &'static str> + use<> {
    let [whole, beginnings] = &*INDEX;
    let begins = word.char_indices().map(|it| &word[..it.0]).chain([word]);
    let begins = begins.filter_map(|it| beginnings.get(it)).flatten();
    let mut found: Vec<usize> =
        whole.get(word).into_iter().flatten().chain(begins).copied().collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|at| GROUPS[at].0)
}

/// The groups of each whole word, and of each beginning.
static INDEX: LazyLock<[HashMap<&str, Vec<usize>>; 2]> = LazyLock::new(|| {
    let mut found = [HashMap::new(), HashMap::new()];
    for (at, (_, words)) in GROUPS.iter().enumerate() {
        for word in words.split_whitespace() {
            let stem = word.strip_suffix('*');
            let of = &mut found[usize::from(stem.is_some())];
            of.entry(stem.unwrap_or(word)).or_insert_with(Vec::new).push(at);
        }
    }
    found
});

/// A name and its words; `*` matches any ending.
const GROUPS: &[(&str, &str)] = &[
    (
        "use",
        "use used uses using usage* user referenc* xref* cross occur* appear* mention* touch* involv* \
         verwend* benutz* nutz* genutzt gebrauch* querverweis* zugriff* zugreif* greif* steckt stecken \
         taucht vorkomm* verbaut",
    ),
    (
        "read",
        "read* gelesen liest lesen lies abfrag* abgefragt fragt frage fragen auswert* ausgewertet wertet \
         check* evaluat* examin* consum* consult* quer* lesezugriff* prueft geprueft interessiert schaut kontakt* contact* xic xio abgreif* greift listen* pick* consum* condition bedingung gelese* geles*",
    ),
    (
        "write",
        "writ* wrote schreib* geschrieben beschreib* beschrieben assign* zugewies* zuweis* overwrit* \
         ueberschr* updat* modif* veraender* verstell* loaded load clobber* berechn* calculat* comput* \
         schreibzugriff* ote otl otu coil* spule* fill* zuweisung* gesetzt set sets gschrieb* geschrib* beschrieb* beschreib* changes",
    ),
    (
        "on",
        "on sets set start* energiz* energis* activ* enabl* trigger* latch* einschalt* eingeschaltet ein an \
         setzt gesetzt aktiv* ausloes* ausgeloest anlauf* loest startet true high raise* permissive* \
         freigab* einschaltbeding* zieht brings come* kommt verriegelt angesteuert ansteuer* initiat* induc* prompt* provok* caus* bewirk* startet angefordert anforder* zuschalt* zugeschaltet aktivier* weck* {1} ansteuerung einschalt* kicks_on requests bring* otl setzspule",
    ),
    (
        "off",
        "off reset* clear* drop* stop* kill* unlatch* deactiv* disabl* releas* deenerg* aus ab zurueck* \
         rueck* abschalt* abgeschalt* ausschalt* ausgeschalt* faellt abfall* abgefallen weg gelosch* loescht \
         geloescht gestoppt stoppt shut* false low cancel* away entriegel* quittier* acknowledg* halt* abort* deenergis* deenergiz* energized_off kick* remov* entlad* verstumm* wuerg* {0} de cancel* ends quit* unset* withdraw* entzieh* ruecksetz* zurueckgesetzt stilllegt lahmlegt",
    ),
    (
        "down",
        "off ab stop* trip* drop* shut* aus weg fiel fall* faellt gefallen abgefallen ausgefallen ausgegangen steht \
         stehen stand stehengeblieben geblieben down dead tot abgeschaltet deaktiviert weggegangen zurueckgegangen deenerg* inhibit* blockier* hinder* verhinder* gestoppt gestopped getrippt \
         rausgeflogen fliegt abgeworfen died dies low false cut* idle {0} still stillsteht halted abgewuergt verreckt",
    ),
    (
        "up",
        "on run* start* ein an laeuft lauf* anlauf* kommt komm come* came high true set gesetzt aktiv active \
         angezogen zieht energiz* move* opens open close* dreht faehrt {1} warm bewegt* heats",
    ),
    ("turn", "turn* switch* schalt* goes go going geht gehen macht make* get* gets wird becom*"),
    ("why", "why warum wieso weshalb weswegen reason* woran warums whys"),
    (
        "not",
        "not nicht kein* doesnt isnt wont cant didnt couldnt never nie nich net refus* fail fails block* \
         blockier* verhinder* prevent* missing fehlt hinder* hindert unable dont ned net nit nid ni need nimmer nimma",
    ),
    (
        "never",
        "never nie niemals nobody niemand keiner nirgends no without ohne nothing nichts none unused \
         unbenutzt* ungenutzt* orphan* leftover* ueberfluessig* nirgend* nowhere unwritten unread umsonst vergeblich nichts nix pointless vain",
    ),
    (
        "still",
        "still stuck permanently always immer dauernd staendig noch keep* holds hold holding haelt bleibt stays",
    ),
    (
        "call",
        "call* ruft rufen aufruf* aufgeruf* invok* jsr instanz* instanti* jump* springt calls called calling aufruferin invoked",
    ),
    (
        "task",
        "task* execut* schedul* scan* cycle* zykl* ausgefuehrt ausfuehr* often oft interval* period* takt ob \
         millisec* millisek* abgearbeitet bearbeitet rate",
    ),
    ("run", "run* laeuft lauf* ran dreht arbeit* work*"),
    (
        "value",
        "value* wert now jetzt gerade current currently actual* aktuell* moment* live reading* istwert present \
         hot heiss fast schnell warm high hoch full voll much wieviel inhalt show watch* monitor* beobacht* ables* get read",
    ),
    (
        "explain",
        "explain* erklaer* describ* beschreib* erlaeuter* summar* zusammenfass* understand versteh* purpose \
         zweck wofuer wozu funktioniert funktion aufgabe sinn good gut idea job point supposed soll fuer for",
    ),
    ("do", "do does doing macht tut treibt happen* passiert going"),
    (
        "limit",
        "limit* preset* setpoint* threshold* grenz* sollwert* vorgab* schwell* delay* verzoeger* einstell* \
         eingestellt setting* parametr* maximum minimum max min maxim* minim* long lange lang duration dauer* \
         configured verglichen compared zeitwert adjusted hoechst* mindest* period* preset schwellwert* zeiten druck pressure time",
    ),
    (
        "state",
        "state* step* sequence* transition* zustand* zustaend* schritt* ablauf* ablaeuf* uebergaeng* uebergang* \
         kette* machine automat* phase* next naechst* after nach weiter* wait* wartet worauf order",
    ),
    (
        "depend",
        "depend* abhaeng* haengt haengen influenc* beeinfluss* affect* impact* auswirk* wirk* react* reagier* \
         consequenc* folgen effect* effekt* feed* fed relies rely betroffen bewirkt",
    ),
    (
        "back",
        "upstream back zurueck behind hinter from wovon woraus woher made computed calculated",
    ),
    ("forward", "downstream consequenc* folgen else alles side follow* danach"),
    ("if", "if when wenn falls bei without ohne"),
    (
        "fail",
        "fail* dies lost lose* break* ausfaell* ausfall* wegfaell* defekt fehlt trip* press* drueck* opens open \
         oeffnet anspricht ausloest reisst tears broken kaputt",
    ),
    (
        "output",
        "output* ausgang* ausgaeng* actuator* aktor* antrieb* motoren ventile motors valves field",
    ),
    ("input", "input* eingang* eingaeng* sensor* signal*"),
    (
        "kind",
        "timer timers zeiten counter counters zaehler inputs outputs eingaenge ausgaenge merker flags tasks \
         alarms alarme stoerungen blocks bausteine programs programme routines routinen types datentypen udts \
         modules baugruppen constants konstanten tags variablen variables aliases motoren ventile valves motors \
         fbs aois hardware datenbausteine instructions functions",
    ),
    (
        "diff",
        "differ* unterschied* unterscheid* compar* vergleich* versus vs same gleich identi* common gemeinsam* \
         diff anders dasselbe",
    ),
    ("two", "between zwischen and und both beide"),
    (
        "changed",
        "changed changes change geaendert aenderung* aendert new neu version* since seit previous last letzte* \
         lately recently yesterday gestern woche week gegenueber modified modification*",
    ),
    (
        "find",
        "find* search* suche* such finde* grep text* comment* kommentar* anything irgendwas etwas irgendetwas \
         something about ueber zum thema named namen contain* mention* textsuche look related",
    ),
    (
        "list",
        "list* show* zeig* all alle many viele wieviele count anzahl number overview uebersicht there gibt gibts \
         have haben nenne every inventory bestand* existing exist* installed defined",
    ),
    (
        "path",
        "path way weg pfad route chain connect* zusammen* verbindung link* relation reach* signalweg flow trace verfolg*",
    ),
    (
        "content",
        "content* inhalt* inside member* consist* besteht contain* enthaelt drin aufbau aufgebaut parameter* \
         interface schnittstelle elements elemente fields felder belong* gehoert parts structure made in im",
    ),
    (
        "tree",
        "tree hierarch* struct* struktur* aufbau overview uebersicht ueberblick baum organized gegliedert program programm*",
    ),
    (
        "twice",
        "twice double* doppel* doppelt* mehrfach* duplicate* several multiple conflict* zweimal mehrmals two mehreren once destructive",
    ),
    ("dead", "dead unreachable tot tote* unerreichbar* uncalled reached erreicht"),
    (
        "wrong",
        "wrong problem* bug* error* issue* mistake* fehler* falsch review audit pruef* qualit* check* smell* fishy \
         suspicious odd analys* lint macken faul auffaell* findings stimmt health ordnung",
    ),
    (
        "modify",
        "change rename delete add insert remove force bypass override jumper simulate mute ueberbrueck* forc* \
         loesche loesch loeschen erstell* fuege ersetz* entfern* benenn* aendere aendern increas* erhoeh* make \
         mach setze setz replace create invert* put verlaenger* brueck* simulier* umbenenn* disable",
    ),
    ("ask", "can could would kannst koenntest please bitte want moechte will let"),
    ("what", "what was whats"),
    ("who", "who wer whos"),
    ("where", "where wo wheres"),
    ("which", "which welche* welcher welches welchen"),
    ("when", "when wann"),
    ("how", "how wie hows"),
    ("by", "wodurch womit by durch"),
    ("is", "is are ist sind"),
    (
        "type",
        "type typ datatype datentyp address adresse declared deklariert definiert definition kind meaning mean* bedeutet stands steht info* detail* properties",
    ),
    (
        "hello",
        "hello hi hallo morning morgen thanks danke joke witz weather wetter help hilfe tschuess goodbye",
    ),
];
