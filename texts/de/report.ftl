# Ein Bericht über ein Projekt.
report-title = Programmdokumentation
report-contents = Inhalt
report-findings = Befunde
report-no-analysis = Diese Version wurde nicht analysiert; der Bericht nennt deshalb keine Befunde.
report-found = { $errors ->
    [one] 1 Fehler
   *[other] { $errors } Fehler
}, { $warnings ->
    [one] 1 Warnung
   *[other] { $warnings } Warnungen
} und { $notes ->
    [one] 1 Hinweis
   *[other] { $notes } Hinweise
} in { $units ->
    [one] 1 Strompfad, Netzwerk oder Programmteil
   *[other] { $units } Strompfaden, Netzwerken und Programmteilen
}{ $opaque ->
    [0] .
   *[other] , davon { $opaque } nicht ganz lesbar.
}
report-phase-failed = Nicht analysiert: { $phase }: { $why }
report-nothing-found = Geprüft, ohne Befund: { $chapters }.
report-unread = Nicht vollständig gelesen, daher ohne Befunde:{" "}
report-severity = Schwere
report-rule = Regel
report-place = Stelle
report-finding = Befund
report-error = Fehler
report-warning = Warnung
report-note = Hinweis
report-accepted = Angenommen: { $reason }
report-run-now = mit diesem Bericht
report-tasks = Tasks und Aufrufe
report-call-tree = Aufrufstruktur
report-code = Programme
report-tags = Variablen
report-types = Typen
report-blocks = Bausteine und ihre Schnittstellen
report-modules = Module
report-scl = Strukturierter Text
report-index = Verzeichnis der Namen
report-nothing = Die Datei hat keine.
report-page = Seite { $number } von { $count }
report-version = Version { $number }
report-rung = Strompfad { $number }
report-network = Netzwerk { $number }
report-sheet = Blatt { $number }
report-element = Element { $number }
report-not-drawn = nicht gezeichnet
report-empty-rung = (leer)
report-protected = Der Quelltext ist geschützt: Die Datei zeigt ihn nicht.
report-absent = Die Datei enthält diesen Code nicht.
report-called = { $path } (siehe oben)
report-more = und { $count } weitere
report-alias = Alias für { $of }
report-name = Name
report-type = Typ
report-address = Adresse
report-comment = Kommentar
report-where-used = Verwendet in
report-section = Bereich
report-start = Startwert
report-kind = Art
report-interval = Intervall
report-milliseconds = { $count } ms
report-priority = Priorität
report-programs = Führt aus
report-model = Modell
report-parent = Übergeordnet
report-number = Wert
report-platform = Plattform
report-controller = Steuerung
report-revision = Firmware
report-hash = SHA-256 der Datei
report-made-at = Bericht erstellt
report-analysis = Analyse
report-none-run = keine
report-counts = Inhalt der Datei
report-count = { $programs ->
    [one] 1 Programm
   *[other] { $programs } Programme
}, { $routines ->
    [one] 1 Routine
   *[other] { $routines } Routinen
}, { $rungs ->
    [one] 1 Strompfad oder Netzwerk
   *[other] { $rungs } Strompfade und Netzwerke
}, { $tags ->
    [one] 1 Variable
   *[other] { $tags } Variablen
}, { $types ->
    [one] 1 Typ
   *[other] { $types } Typen
}, { $blocks ->
    [one] 1 Baustein
   *[other] { $blocks } Bausteine
}, { $modules ->
    [one] 1 Modul
   *[other] { $modules } Module
}
report-missing = { $count ->
    [one] Ein Zeichen konnte nicht dargestellt werden, weil keine Schrift es hat, und ist durch � ersetzt:
   *[other] { $count } Zeichen konnten nicht dargestellt werden, weil keine Schrift sie hat, und sind durch � ersetzt:
} { $characters }
report-not-in-task = In keinem Task
report-notes = Hinweise zur Datei
report-page-head = Seite
report-word-input = Eingang
report-word-output = Ausgang
report-word-in-out = Ein-/Ausgang
report-word-static = statisch
report-word-local = lokal
report-word-temp = temporär
report-word-constant = Konstante
report-word-return = Rückgabewert
report-word-external = extern
report-word-add-on = Add-On-Instruktion
report-word-function-block = Funktionsbaustein
report-word-function = Funktion
report-word-data-block = Datenbaustein
report-word-method = Methode
report-word-property = Eigenschaft
report-word-action = Aktion
report-word-interface = Schnittstelle
report-word-structure = Struktur
report-word-union = Union
report-word-string = Zeichenkette
report-word-enumeration = Aufzählung
report-word-alias = Alias
report-word-routine = Routine
report-word-tag = Variable
report-word-type = Typ
