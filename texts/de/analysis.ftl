# Kapitel einer Analyse.
analysis-chapter-inventory = Bestand
analysis-chapter-cross-reference = Deklarationen und ihre Verwendung
analysis-chapter-writes = Schreiber jeder Variable
analysis-chapter-reachability = Ausgeführter Code
analysis-chapter-interlocks = Verriegelungen
analysis-chapter-timers-counters = Zeiten und Zähler
analysis-chapter-alarms = Alarme
analysis-chapter-sequences = Abläufe
analysis-chapter-tasks-scan-order = Tasks und Reihenfolge
analysis-chapter-safety = Sicherheitsteil
analysis-chapter-naming = Namen
analysis-chapter-complexity = Komplexität und Rechnung
analysis-chapter-comments = Kommentare
analysis-chapter-security = Zugriff von außen
analysis-chapter-packml = PackML
analysis-chapter-isa88-batch = Chargen
analysis-chapter-isa182-alarms = Alarmmanagement
analysis-chapter-machine-safety = Sicherheit der Maschine

analysis-text-whole = { $findings ->
    [0] Keine Befunde.
    [one] 1 Befund.
   *[other] { $findings } Befunde.
}
analysis-text-partly = { $findings ->
    [0] Keine Befunde im lesbaren Code.
    [one] 1 Befund im lesbaren Code.
   *[other] { $findings } Befunde im lesbaren Code.
} { $unread ->
    [one] 1 Einheit war nicht vollständig lesbar.
   *[other] { $unread } Einheiten waren nicht vollständig lesbar.
}

# Was das Kapitel einer Norm nicht sagen kann.
analysis-untold-batch = { $text } Eine Projektdatei enthält weder die Rezepte eines Batch-Servers noch die Reihenfolge der Prozeduren; dieses Kapitel zählt nur.
analysis-untold-alarms = { $text } Eine Projektdatei nennt weder die Rationalisierung der Alarme (Priorität, Ursache, Reaktion, Reaktionszeit) noch ihre Häufigkeit; Verzögerungen, Hysteresen, Speicherung und Grenzwerte stehen im Kapitel der Alarme.
analysis-untold-machine = { $text } Eine Projektdatei enthält weder die Risikobeurteilung noch Verdrahtung, Kategorien und Ausfallraten einer Sicherheitsfunktion. Dieses Kapitel zeigt nicht, dass eine Maschine sicher ist.

analysis-place-rung = { $path }:{ $rung }
analysis-place-line = { $path } Zeile { $line }
analysis-place-routine = Routine { $path }
analysis-place-data-block = Datenbaustein { $path }
analysis-place-definition = Definition { $path }
analysis-place-tag = Variable { $path }
analysis-place-not-read = Es wurde nicht vollständig gelesen und hat deshalb keine Befunde.

analysis-failure-panicked = dort ist die Analyse mit einem internen Fehler von Tagbridge gescheitert
analysis-failure-too-long = es überschritt die Zeitgrenze
analysis-failure-too-much = die Befunde überschritten die Speichergrenze
analysis-failure-not-started = das Projekt konnte nicht betrachtet werden

# Was für eine Art von Maschine spricht.
analysis-clue-pack-tags = { $name } ist ein Name von PackML.
analysis-clue-pack-names = Dies sind dem Namen nach PackTags: { $names }.
analysis-clue-phases = { $count ->
    [one] 1 Tag ist eine Phase oder eine Sequenz.
   *[other] { $count } Tags sind Phasen oder Sequenzen.
}
analysis-clue-batch-names = Dies sind Wörter der Chargensteuerung: { $names }.
analysis-clue-safety-part = Das Projekt hat einen Sicherheitsteil.{ $count ->
    [one] {""}
   *[other] {" "}Er hat { $count } Programme oder Bausteine.
}
analysis-clue-guard-names = Dies sind dem Namen nach Teile einer Schutzeinrichtung: { $names }.
analysis-clue-loops = { $count } Regler oder Analogalarme werden ausgeführt.

# Was gezählt wird.
analysis-figure-programs = Programme
analysis-figure-routines = Routinen mit Code
analysis-figure-rungs = Strompfade, Netzwerke und Blätter
analysis-figure-text-lines = Textzeilen
analysis-figure-language = Routinen in { $name }
analysis-figure-tags = Tags
analysis-figure-aliases = Aliase
analysis-figure-types = Typen
analysis-figure-function-blocks = Bausteine mit Code
analysis-figure-data-blocks = Datenbausteine
analysis-figure-modules = Module
analysis-figure-protected = Routinen mit geschütztem Code
analysis-figure-tasks = Tasks
analysis-figure-tasks-of = Tasks der Art { $kind }
analysis-figure-inhibited = gesperrte Tasks
analysis-figure-not-in-task = Programme in keinem Task
analysis-figure-named = Tags, die der Code verwendet
analysis-figure-read = Tags, die der Code liest
analysis-figure-written = Tags, die der Code schreibt
analysis-figure-uses = Verwendungen im Code
analysis-figure-unexecuted = Codeeinheiten, die nichts ausführt
analysis-figure-safety-tasks = Sicherheitstasks
analysis-figure-safety-programs = Sicherheitsprogramme
analysis-figure-safety-blocks = Sicherheitsbausteine
analysis-figure-safety-tags = Sicherheitstags

# X: was deklariert und was verwendet ist.
analysis-title-X01 = Unbenutztes Tag oder unbenutzte Variable
analysis-remedy-X01 = Entfernen, oder im Kommentar sagen, wer von außen darauf zugreift.
analysis-unused-tag = Kein Code dieses Projekts verwendet das Tag { $name }.
analysis-unused-variable = Der Code von { $block } verwendet seine Variable { $name } nicht.
analysis-title-X02 = Unbenutzter Baustein
analysis-remedy-X02 = Aus dem Projekt entfernen oder aufrufen.
analysis-unused-block = Dieses Projekt ruft { $name } nicht auf und hat keine Instanz davon.
analysis-title-X03 = Unbenutzter Typ
analysis-remedy-X03 = Aus dem Projekt entfernen.
analysis-unused-type = Dieses Projekt verwendet den Typ { $name } nicht.
analysis-title-X04 = Gelesen und nie geschrieben
analysis-remedy-X04 = Schreiben, zur Konstante machen, oder im Kommentar sagen, wer von außen schreibt.
analysis-unused-not-written = Der Code liest { $name } und schreibt es nie: Es behält seinen Anfangswert, wenn es niemand von außen schreibt.
analysis-unused-variable-not-written = { $block } liest seine Variable { $name } und schreibt sie nie: Sie behält ihren Anfangswert.
analysis-title-X05 = Geschrieben und nie gelesen
analysis-remedy-X05 = Entfernen, oder im Kommentar sagen, wer von außen liest.
analysis-unused-not-read = Der Code schreibt { $name } und liest es nie.
analysis-unused-variable-not-read = { $block } schreibt seine Variable { $name } und liest sie nie.
analysis-title-X06 = Undefinierter Name
analysis-remedy-X06 = Deklarieren, oder den Namen berichtigen.
analysis-names-undeclared = { $name } ist nirgends in diesem Projekt deklariert.
analysis-names-undeclared-alike = { $count } Namen von { $first } bis { $last } sind nirgends in diesem Projekt deklariert.
analysis-names-no-routine = Die aufgerufene Routine { $name } gibt es nicht.
analysis-names-no-instruction = { $name } ist keine bekannte Anweisung und kein Baustein dieses Projekts.
analysis-names-no-member = Der Typ { $of } hat kein Element { $name }.
analysis-title-X07 = Vergebener Name
analysis-remedy-X07 = Einen eigenen Namen geben.
analysis-names-shadows = { $name } verdeckt { $other } vor dem Code seines Programms.
analysis-names-shadows-in-block = Die Variable { $name } von { $block } verdeckt { $other } vor dessen Code.
analysis-names-reserved = { $name } ist ein Schlüsselwort der Sprache.
analysis-names-twice = Der Name { $name } ist mehr als einmal deklariert.

# W: wer was schreibt.
analysis-title-W01 = Von mehreren Tasks geschrieben
analysis-remedy-W01 = Einen Task schreiben lassen und Werte an ihn übergeben.
analysis-writes-tasks = Diese Tasks schreiben { $name }: { $tasks }. Welcher Wert gilt, hängt davon ab, wann sie ausgeführt werden.
analysis-title-W02 = Ausgang doppelt geschrieben
analysis-remedy-W02 = Die Bedingungen in einem Strompfad zusammenführen.
analysis-writes-twice = { $count } Spulen schreiben { $name }: Nur die zuletzt ausgeführte gilt.
analysis-writes-twice-as-memory = { $name } ist der Merker von { $count } Flanken: Jede überschreibt, was die andere gespeichert hat.
analysis-title-W03 = Setzen ohne Gegenstück
analysis-remedy-W03 = Das Fehlende ergänzen, oder eine Spule verwenden, die ihrer Bedingung folgt.
analysis-writes-never-reset = { $name } wird gesetzt, und nichts im Code setzt es zurück.
analysis-writes-never-set = { $name } wird zurückgesetzt, und nichts im Code setzt es.
analysis-title-W04 = Von mehreren Programmen geschrieben
analysis-remedy-W04 = Ein Programm schreiben lassen und Werte an es übergeben.
analysis-writes-programs = Diese Programme schreiben { $name }: { $programs }.
analysis-title-W05 = Konstante oder Eingang geschrieben
analysis-remedy-W05 = In eine eigene Variable schreiben.
analysis-writes-constant = { $name } ist eine Konstante, und der Code schreibt sie.
analysis-writes-input = { $name } ist ein Eingang: Die nächste Aktualisierung überschreibt den Wert des Codes.
analysis-writes-consumed = { $name } wird von einer anderen Steuerung konsumiert: Die nächste Aktualisierung überschreibt den Wert des Codes.
analysis-writes-parameter = { $block } schreibt seinen eigenen Eingang { $name }.
analysis-title-W06 = Instanz mehrmals oder nie aufgerufen
analysis-remedy-W06 = Jede Instanz in jedem Zyklus einmal aufrufen.
analysis-calls-called-twice = { $name } ist eine Instanz von { $block } und wird an { $count } Stellen aufgerufen.
analysis-calls-never-called = { $name } ist eine Instanz von { $block }, und nichts ruft sie auf.

# R: was ausgeführt wird.
analysis-title-R01 = Routine nie aufgerufen
analysis-remedy-R01 = Aufrufen oder entfernen.
analysis-reach-not-called = Kein Task führt { $path } aus, und nichts, was ausgeführt wird, ruft es auf.
analysis-title-R03 = Code ohne Wirkung
analysis-remedy-R03 = Entfernen, oder die Bedingung berichtigen.
analysis-reach-behind-jump = Dies steht hinter einem unbedingten Sprung oder Rücksprung: Es wird nie ausgeführt.
analysis-reach-never-true = Die Bedingung hierfür kann nie erfüllt sein.
analysis-reach-never-on = Die Bedingung widerspricht sich: Was dies schreibt, ist immer aus.
analysis-title-R02 = Task oder Programm nicht ausgeführt
analysis-remedy-R02 = Entfernen, oder ausführen lassen.
analysis-calls-task-inhibited = Der Task { $name } ist gesperrt.
analysis-calls-program-inhibited = Das Programm { $name } ist gesperrt.
analysis-calls-program-in-no-task = Das Programm { $name } ist in keinem Task.
analysis-title-R04 = Sprung ohne eigene Marke
analysis-remedy-R04 = Jedem Sprung in seiner Routine eine Marke geben.
analysis-calls-no-label = Ein Sprung führt zu { $label }, und in seiner Routine gibt es diese Marke nicht.
analysis-calls-two-labels = Die Marke { $label } steht in ihrer Routine mehr als einmal.
analysis-title-R05 = Rekursion
analysis-remedy-R05 = Stattdessen eine Schleife verwenden: Die Tiefe von Aufrufen ist begrenzt.
analysis-calls-recursion = { $path } ruft sich selbst auf: { $ways }.
analysis-title-R06 = Task führt etwas anderes als ein Programm aus
analysis-remedy-R06 = Es in einem Programm aufrufen und dieses vom Task ausführen lassen.
analysis-calls-no-program = Der Task { $task } führt { $name } aus, und das ist kein Programm.

# T: Zeiten und Zähler.
analysis-title-T01 = Zeit oder Zähler doppelt verwendet
analysis-remedy-T01 = Jedem eine eigene Instanz geben.
analysis-timers-reused = { $name } wird an { $count } Stellen betrieben: Keine kann sich darauf verlassen.
analysis-title-T02 = Vorgabe 0
analysis-remedy-T02 = Eine Vorgabe setzen, oder die Zeit entfernen.
analysis-timers-no-preset = Die Vorgabe von { $name } ist 0: Es ist sofort fertig.
analysis-title-T03 = Nie zurückgesetzt
analysis-remedy-T03 = Zurücksetzen, oder etwas verwenden, das sich selbst zurücksetzt.
analysis-timers-not-reset = { $name } behält seinen Wert, und nichts im Code setzt es zurück.
analysis-title-T04 = Ergebnis nicht verwendet
analysis-remedy-T04 = Das Ergebnis verwenden oder den Baustein entfernen.
analysis-timers-not-used = Der Code führt { $name } aus und verwendet keines seiner Ergebnisse.

# Q: Abläufe.
analysis-machines-charts = Ablaufpläne
analysis-machines-numbers = Zahlen, die einen Zustand halten
analysis-machines-states = Zustände
analysis-machines-transitions = Übergänge
analysis-title-Q01 = Zustand nie verlassen
analysis-remedy-Q01 = Den fehlenden Übergang ergänzen.
analysis-states-never-left = Kein Übergang verlässt den Zustand { $state } von { $machine }.
analysis-title-Q02 = Zustand nie erreicht
analysis-remedy-Q02 = Den fehlenden Übergang ergänzen, oder den Zustand entfernen.
analysis-states-never-reached = Kein Übergang führt in den Zustand { $state } von { $machine }.
analysis-title-Q03 = Ablauf in mehreren Routinen geschrieben
analysis-remedy-Q03 = Alle Übergänge eines Ablaufs in einer Routine halten.
analysis-states-two-writers = Die Übergänge von { $machine } stehen in mehreren Routinen: { $routines }.
analysis-title-Q04 = Nummer zweier Zustände
analysis-remedy-Q04 = Jedem Zustand eine eigene Nummer geben.
analysis-states-duplicate = { $name } gibt die Nummer { $number } mehreren Namen: { $names }.

# P: PackML.
analysis-title-P01 = PackTags: Befehle unvollständig
analysis-remedy-P01 = Ergänzen, was fehlt, wie die Norm es nennt.
analysis-packml-commands = { $name } fehlen Befehle der PackTags: { $missing }.
analysis-title-P02 = PackTags: Status unvollständig
analysis-remedy-P02 = Ergänzen, was fehlt, wie die Norm es nennt.
analysis-packml-status = { $name } fehlen diese Status der PackTags: { $missing }.
analysis-title-P03 = PackTags: Verwaltung unvollständig
analysis-remedy-P03 = Ergänzen, was fehlt, wie die Norm es nennt.
analysis-packml-administration = { $name } fehlen diese Verwaltungsdaten der PackTags: { $missing }.
analysis-title-P04 = Nummer der Betriebsart außerhalb des Bereichs
analysis-remedy-P04 = Eine Nummer von 0 bis 31 verwenden.
analysis-packml-mode = { $name } erhält { $number }: Das ist keine Nummer einer Betriebsart.
analysis-title-P05 = Nummer des Zustands außerhalb des Bereichs
analysis-remedy-P05 = Eine Nummer von 0 bis 17 verwenden.
analysis-packml-state = { $name } erhält { $number }: Das ist keine Nummer eines Zustands.
analysis-title-P06 = Übergang, den PackML nicht hat
analysis-remedy-P06 = Über die Zustände dazwischen gehen.
analysis-packml-transition = { $name } geht von { $from } nach { $to }, was das Zustandsmodell nicht erlaubt.
analysis-title-P07 = Befehl nicht behandelt
analysis-remedy-P07 = Die fehlenden Befehle behandeln.
analysis-packml-not-handled = Der Code sucht diese Befehle nie in { $name }: { $missing }.
analysis-title-P08 = Handelnder Zustand ohne Ende
analysis-remedy-P08 = Ihn verlassen, wenn seine Arbeit getan ist.
analysis-packml-no-end = { $name } verlässt { $state } nie, und der Zustand soll von selbst enden.

# V: ob der Editor des Herstellers das Projekt annimmt. Die Sätze der Befunde sind in check.ftl.
analysis-chapter-verification = Prüfung
analysis-title-V01 = Syntaxfehler
analysis-remedy-V01 = Den Text an dieser Stelle berichtigen. Der Editor des Herstellers nimmt ihn nicht an.
analysis-title-V02 = Falsche Anweisung oder falscher Operand
analysis-remedy-V02 = Die Anweisung berichtigen, oder ihr die nötigen Operanden geben.
analysis-title-V03 = Nicht deklarierter Name
analysis-remedy-V03 = Den Namen deklarieren oder berichtigen.
analysis-title-V04 = Falscher Typ
analysis-remedy-V04 = Den Wert umwandeln, oder die Deklaration ändern.
analysis-title-V05 = Index oder Bit außerhalb des Bereichs
analysis-remedy-V05 = Einen Index innerhalb der Grenzen verwenden, oder ein größeres Feld deklarieren.
analysis-title-V06 = Aufruf passt nicht zur Schnittstelle
analysis-remedy-V06 = Die Parameter übergeben, die der Baustein deklariert, mit den deklarierten Typen.
analysis-title-V07 = Unerlaubter Schreibzugriff
analysis-remedy-V07 = Eine Variable schreiben. Sicherheitsvariablen nur im Sicherheitscode schreiben.
analysis-title-V08 = Ungültige Deklaration
analysis-remedy-V08 = Die Deklaration berichtigen.
analysis-title-V09 = Name, der nicht in dieser Datei ist
analysis-remedy-V09 = Prüfen, ob eine Bibliothek den Namen deklariert, oder das ganze Projekt exportieren.
analysis-title-V10 = Implizite Umwandlung
analysis-remedy-V10 = Den Wert ausdrücklich umwandeln.
analysis-title-W07 = Setzen und Rücksetzen unter einer Bedingung
analysis-remedy-W07 = Beiden verschiedene Bedingungen geben. Nur das letzte wirkt.
analysis-writes-both = { $name } wird unter derselben Bedingung gesetzt und zurückgesetzt; nur das letzte wirkt.
