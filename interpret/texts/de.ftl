# Sätze von Antworten. Namen und Bedingungen stehen da, wie das Projekt sie schreibt.
at-rung = { $path } Strompfad { $number }
at-network = { $path } Netzwerk { $number }
at-sheet = { $path } Blatt { $number }
at-step = { $path } Element { $number }, Schritt { $name }
at-transition = { $path } Element { $number }, eine Transition
at-element = { $path } Element { $number }
at-line = { $path } Zeile { $number }
line = Zeile { $number }
taken-for = Nichts heißt genau „{ $written }“; es geht um { $name }.
and = und
or = oder
on = ein
off = aus

# Wo etwas verwendet wird
used = { $name } wird an { $count } { $count ->
        [one] Stelle
       *[other] Stellen
    } verwendet:
read = { $name } wird an { $count } { $count ->
        [one] Stelle
       *[other] Stellen
    } gelesen:
written = { $name } wird an { $count } { $count ->
        [one] Stelle
       *[other] Stellen
    } geschrieben:
used-nowhere = Kein Code verwendet { $name }.
read-nowhere = Kein Code liest { $name }.
written-nowhere = Kein Code schreibt { $name }: Der Wert kommt von außen oder ist der Anfangswert.
instead-written = Es wird nur geschrieben: { $places }{ $more ->
        [0] {""}
       *[other] {" "}und { $more } weitere
    }.
instead-read = Es wird nur gelesen: { $places }{ $more ->
        [0] {""}
       *[other] {" "}und { $more } weitere
    }.
overwritten = Der letzte Schreibzugriff entscheidet: { $last } überschreibt in jedem Zyklus, was { $others } schreibt.
overwritten-perhaps = Mehrere Spulen schreiben { $name } ({ $places }): Die zuletzt ausgeführte entscheidet.
origin-several = { $name } wird an mehreren Stellen eingeschaltet: { $places }
origin-ends = Am Ende dieser Bedingungen stehen Eingänge und Werte, die kein Code schreibt: { $names }.
origin-ends-more = Am Ende dieser Bedingungen stehen unter anderem Eingänge und Werte, die kein Code schreibt: { $names }.
origin-values = { $more ->
        [0] Werte, die kein Code schreibt, mit ihrem Anfangswert: { $values }.
       *[other] Werte, die kein Code schreibt, mit ihrem Anfangswert: { $values } und { $more } weitere.
    }
reads-effects = Der Code, der es liest:
in-no-code = { $name } ist deklariert, aber kein Code verwendet es.
constant-used = Code nennt die Konstante { $name } an { $count } { $count ->
        [one] Stelle
       *[other] Stellen
    }:
outside = Außerhalb von Code nennt die Datei { $name }:
outside-at = { $operand }: { $said } (Zeile { $line } der Datei)
unnamed = Kein Code nennt { $name } selbst. Dieser Code erreicht es oder kann es erreichen:
mode-read = liest
mode-write = schreibt
mode-both = liest und schreibt
mode-address = nimmt die Adresse
as-alias = als { $place }
as-whole = als Ganzes: { $place }
as-part = ein Teil: { $place }
as-overlap = überlappt: { $place }
as-maybe = vielleicht: { $place }
not-certain = nicht sicher
may-be-written = wird vielleicht auch geschrieben
mode-may = kann es schreiben
written-nowhere-surely = Kein Code, der verstanden ist, schreibt { $name }.
may-write = { $count } { $count ->
        [one] Stelle kann
       *[other] Stellen können
    } { $name } schreiben: Was dort geschieht, ist nicht bekannt.

# Was es schaltet
turned-on = { $name } wird an { $count } { $count ->
        [one] Stelle
       *[other] Stellen
    } eingeschaltet:
turned-off = { $name } wird an { $count } { $count ->
        [one] Stelle
       *[other] Stellen
    } ausgeschaltet:
latched = { $name } wird an { $count } { $count ->
        [one] Stelle
       *[other] Stellen
    } gesetzt und bleibt ein:
unlatched = { $name } wird an { $count } { $count ->
        [one] Stelle
       *[other] Stellen
    } zurückgesetzt und bleibt aus:
turned-on-nowhere = Kein Code schaltet { $name } ein.
turned-off-nowhere = Kein Code schaltet { $name } aus.
latched-nowhere = Kein Code setzt { $name } speichernd.
unlatched-nowhere = Kein Code setzt { $name } speichernd zurück.
sealed-in = Selbsthaltung: { $name } steht in der eigenen Bedingung.
turned-by-call = Ein Aufruf gibt { $name } den Wert; der Code im aufgerufenen Baustein ist hier nicht lesbar oder zeigt es nicht.
bound = ein Aufruf gibt { $place } den Wert: { $quote }

# Aufrufe und Tasks
called = { $name } wird an { $count } { $count ->
        [one] Stelle
       *[other] Stellen
    } aufgerufen:
called-nowhere = Kein Code dieser Datei ruft { $name } auf.
unconditionally = immer
under = wenn { $condition }
call-idle = nichts führt diesen Aufruf aus
runs = { $name } wird auf { $count } { $count ->
        [one] Weg
       *[other] Wegen
    } ausgeführt:
runs-never = Keine Task dieser Datei führt { $name } aus.
runs-every = Task { $task }, alle { $interval } ms, ab { $root }
runs-continuously = Task { $task }, fortlaufend, ab { $root }
runs-in = Task { $task }, ab { $root }
runs-untold = ab { $root }; die Datei nennt keine Task
through = , aufgerufen über { $calls }

# Was es macht
its-comment = Kommentar: „{ $comment }“
its-inputs = Eingänge: { $names }{ $more ->
        [0] {""}
       *[other] {" "}und { $more } weitere
    }.
its-outputs = Ausgänge: { $names }{ $more ->
        [0] {""}
       *[other] {" "}und { $more } weitere
    }.
its-calls = Aufgerufen von: { $places }{ $more ->
        [0] {""}
       *[other] {" "}und { $more } weiteren
    }.
its-tag = { $name }: „{ $comment }“
does-nothing = Es bewirkt nichts.
more-units = { $count } weitere sind hier nicht genannt.
more-statements = { $count } weitere Anweisungen folgen.

# Grenzwerte
limits = Eingestellt und verglichen wird bei { $name }:
limits-start = { $name } hat den Anfangswert { $value }.
initial-inside = { $name }: eingestellt auf { $value }
starts = { $name } hat { $count } { $count ->
        [one] Anfangswert oder Vorgabe
       *[other] Anfangswerte und Vorgaben
    }:
no-start = Die Datei enthält keinen Anfangswert für { $name }.
no-starts = { $name } hat keine Anfangswerte und keine Vorgaben.
no-limits = Im Code ist kein Vergleich und keine Vorgabe für { $name } erkannt.
declared-as = { $name } ist deklariert
initial = Anfangswert { $value }
set-to = gesetzt auf { $value }
given = vorgegeben { $value }
compared = verglichen: { $value }

# Zustände
states = { $name } hat { $count } { $count ->
        [one] Zustand
       *[other] Zustände
    }: { $states }.
states-after = Auf { $state } folgt { $states }:
states-before = Vor { $state } kommt { $states }:
states-done = Nur im Zustand { $state }:
no-states = { $name } ist kein Zustandsautomat: Der Code vergleicht es nicht mit drei Konstanten und setzt es nicht unter solchen Bedingungen. Verwendet wird es hier:
any-state = jeder
transition = { $from } → { $to }, wenn { $condition }
states-given = Auch dies gibt { $name } einen Zustand; welchen, sagt der Code nicht:
dead-states = Nichts führt aus { $states } heraus.
unreachable-states = Nichts führt zu { $states }.

# Abhängigkeiten
depends = { $name } hängt innerhalb von { $depth } Schritten von { $count } { $count ->
        [one] Wert
       *[other] Werten
    } ab:
depends-nothing = { $name } hängt von nichts im Code ab.
affects-nothing = Nichts im Code hängt von { $name } ab.
perhaps = vielleicht, über einen Zeiger oder einen berechneten Index: { $what }
edge-data = { $name } – daraus wird { $from } gebildet
edge-control = { $name } – davon hängt ab, ob { $from } einen Wert erhält
edge-bound = { $name } – ein Aufruf verbindet { $from } damit
slice-cut = Es gibt mehr, als hier steht.

# Was es ist
of-type = : { $type }
at-address = , auf { $address }
starts-with = , Anfangswert { $value }
in-unit = , in { $unit }
alias-of = , anderer Name von { $place }
not-readable = Es ist von außen nicht lesbar: { $why }.
is-written =
    { $count ->
        [0] Kein Code schreibt es.
        [one] An einer Stelle geschrieben:
       *[other] An { $count } Stellen geschrieben:
    }
is-maybe-written = { $count ->
        [one] Eine Stelle kann es schreiben: Was dort geschieht, ist nicht bekannt.
       *[other] { $count } Stellen können es schreiben: Was dort geschieht, ist nicht bekannt.
    }
is-read =
    { $count ->
        [0] Kein Code liest es.
        [one] An einer Stelle gelesen:
       *[other] An { $count } Stellen gelesen:
    }
is-constant = { $name } ist als Konstante vereinbart: kein Code kann es ändern.
stands-for = { $name } ist ein anderer Name von { $place }.
variable-of = – von { $block }
section-input = Eingang
section-output = Ausgang
section-inout = Durchgangsparameter
section-temp = temporär
section-constant = Konstante
section-return = Rückgabewert
section-static = statisch
is-a = { $name } ist { $what }
block-aoi = eine Add-On-Instruction
block-fb = ein Funktionsbaustein
block-function = eine Funktion
block-data = ein Datenbaustein
block-method = eine Methode
block-property = eine Eigenschaft
block-action = eine Aktion
block-interface = eine Schnittstelle
a-type = ein Datentyp
is-protected = Der Quelltext ist geschützt: Was innen geschieht, ist nicht bekannt.
# Mit Wörtern gefunden
find-what = Bitte sagen, was gesucht wird: ein Name oder Wörter eines Kommentars.
found = „{ $words }“ steht an { $count } { $count ->
        [one] Stelle
       *[other] Stellen
    }:
found-nothing = Kein Name, kein Kommentar und kein Code enthält „{ $words }“.
alarms = { $count } { $count ->
        [one] Variable heißt
       *[other] Variablen heißen
    } Alarm oder Störung, im Namen oder im Kommentar:
alarm-by = { "" } – eingeschaltet in { $places }
alarm-by-more = { "" } und an { $count } weiteren
no-alarms = Keine Variable heißt Alarm oder Störung, auch nicht im Kommentar.

# Das Projekt als Ganzes
unused = Kein Code verwendet { $count ->
        [one] diese Variable
       *[other] diese { $count } Variablen
    }:
unused-none = Jede Variable wird verwendet.
never-written = Code liest { $count ->
        [one] diese Variable, und keiner schreibt sie
       *[other] diese { $count } Variablen, und keiner schreibt sie
    }; Eingänge und Einstellungen kommen von außen:
never-written-outputs = Kein Code schreibt { $count ->
        [one] diesen Ausgang
       *[other] diese { $count } Ausgänge
    }:
never-written-none = Was Code liest, schreibt er auch.
never-read = Code schreibt { $count ->
        [one] diese Variable, und keiner liest sie
       *[other] diese { $count } Variablen, und keiner liest sie
    }; Ausgänge und Anzeigen werden außen gelesen:
never-read-none = Was Code schreibt, liest er auch.
twice = { $count } { $count ->
        [one] Wert wird
       *[other] Werte werden
    } in mehr als einem { $part } oder einer Routine geschrieben:
twice-outputs = Ausgänge der Steuerung darunter ({ $count }): { $names }.
twice-last = Der letzte Schreibzugriff entscheidet: { $last } überschreibt die anderen in jedem Zyklus.
twice-none = Nichts wird in mehr als einem { $part } oder einer Routine geschrieben.
part-rung = Strompfad
part-network = Netzwerk
unreachable =
    { $count ->
        [one] Eine Stelle des Codes wird nie ausgeführt oder bewirkt nichts
       *[other] { $count } Stellen des Codes werden nie ausgeführt oder bewirken nichts
    }:
all-runs = Jeder Code, der sich verfolgen lässt, wird ausgeführt ({ $count } Stellen bleiben).

# Vollständigkeit
more = { $count } weitere sind hier nicht genannt.
partial-untold = Die Datei ist ein Teil eines Programms: Was Code außerhalb liest und schreibt, ist nicht bekannt; das lässt sich also nicht sagen.
partial = Die Datei ist ein Teil eines Programms: Code außerhalb ist nicht bekannt.
protected = Der Quelltext eines Teils ist geschützt: Er kann alles verwenden, was er benennen kann: { $names }.
opaque = Nicht verstanden, und es kann eine Rolle spielen ({ $count }):
reason-unparsed = nicht verstanden
reason-deep = zu tief verschachtelt
reason-instruction = unbekannte Anweisung { $name }
reason-callee = { $name } ist nicht in der Datei
reason-undeclared = { $name } ist in der Datei nicht deklariert
reason-pointer = geht über einen Zeiger
reason-address = nimmt eine Adresse
reason-computed = berechnet eine Adresse
reason-protected = der Code ist geschützt
reason-language = eine Sprache, die nicht gelesen wird
reason-ambiguous = die Datei sagt nicht, was gemeint ist

# Warum es jetzt so ist
no-values = Aktuelle Werte liegen nicht vor: Das sagt der Code, unabhängig von den Werten.
not-live = Gerade überträgt keine Sitzung dieses Projekt: Das sagt der Code, unabhängig von den Werten.
is-on = { $name } ist ein.
is-off = { $name } ist aus.
is-number = { $name } ist { $value }.
is-on-by-logic = Nach dem Code und den vorliegenden Werten ist { $name } ein; der Wert selbst wurde nicht gelesen.
is-off-by-logic = Nach dem Code und den vorliegenden Werten ist { $name } aus; der Wert selbst wurde nicht gelesen.
is-unknown = Ob { $name } ein ist, ist noch nicht bekannt.
value-unknown = Der Wert von { $name } ist nicht bekannt: { $why }.
value-not-live = Gerade überträgt keine Sitzung dieses Projekt, daher ist der Wert von { $name } nicht bekannt.
value-not-at-hand = Aktuelle Werte liegen hier nicht vor, daher ist der Wert von { $name } nicht bekannt.
is-now = { $name } ist jetzt { $value }
on-if = Es geht an, wenn: { $conditions }.
off-if = Es geht aus, wenn: { $conditions }.
would-be-on = Nach dem Code wäre es ein: { $conditions }.
would-be-off = Nach dem Code wäre es aus: { $conditions }.
held-by = Gehalten wird es durch { $conditions }.
more-sets = Das sind die kleinsten; es kann weitere geben.
not-minimal = Diese Mengen sind möglicherweise nicht die kleinsten.
need-on = ein wird
need-off = aus wird
now = jetzt { $value }
now-unknown = nicht bekannt
away = { $distance } von der Grenze entfernt
timer-at = Zeit bei { $elapsed } von { $preset } s
an-edge = für einen Zyklus, wenn es wechselt
from-outside = von außerhalb des Codes gesetzt
lack-not-read = nicht gelesen
lack-bad = gelesen, aber ohne brauchbaren Wert: { $reason }
lack-none = es hat keinen Wert, der von außen lesbar ist
missing = Gebraucht und nicht bekannt: { $name } ({ $why }).
requested =
    { $count ->
        [one] Dieser Wert ist
       *[other] Diese { $count } Werte sind
    } angefordert und werden beim nächsten Abruf gelesen; in einigen Sekunden noch einmal fragen: { $names }.
written-by = schreibt es: { $quote }
may-be-written-by = kann es schreiben und wird nicht verfolgt: { $quote }
of-scan = Die Werte stammen aus Momentaufnahme { $sequence }. Deren Abfrage begann um { $time }.
of-sequence = Die Werte stammen aus Momentaufnahme { $sequence }.
remark-number = { $name } ist eine Zahl: Sie ist weder ein noch aus.
remark-impossible = Nach dem, was der Code sagt, machen keine Werte es dazu.
remark-never = Kein Code schreibt { $name }: Es kommt von außen.
remark-never-here = In diesem Teil eines Programms schreibt nichts { $name }.
remark-kept = Gerade schreibt nichts { $name }: Es behält seinen Wert.
remark-last = Zuletzt geschrieben hat { $place }.
remark-last-unknown = Wer es zuletzt geschrieben hat, ist nicht bekannt.
remark-last-of = Zuletzt geschrieben hat eines von: { $places }.
remark-disagrees = Der Code ergibt aus diesen Werten etwas anderes. Mögliche Ursachen: { $causes }.
remark-several = Mehrere Routinen schreiben { $name }: Ihre Reihenfolge ist nicht sicher.
remark-may = { $count } weitere { $count ->
        [one] Anweisung kann
       *[other] Anweisungen können
    } { $name } schreiben und { $count ->
        [one] wird
       *[other] werden
    } nicht verfolgt.
remark-may-only = Keine Anweisung, die verfolgt wird, schreibt { $name }; { $count } { $count ->
        [one] Stelle, die nicht verfolgt wird, kann es.
       *[other] Stellen, die nicht verfolgt werden, können es.
    }
remark-tasks = Mehrere Tasks schreiben { $name } ({ $tasks }): Welche zuletzt, ist nicht sicher.
remark-left-out = { $count } weitere Stellen schreiben { $name } in Code, den nichts ausführt; sie sind weggelassen.
cause-writer = etwas, das nicht verfolgt wird, schreibt es ({ $places })
cause-task = mehrere Tasks schreiben es ({ $tasks })
cause-forced = es ist ein Ein- oder Ausgang und kann geforct oder simuliert sein
cause-outside = eine Bedienung oder eine andere Steuerung schreibt es
cause-version = die Steuerung hat einen anderen Programmstand
cause-scans = die Werte stammen aus verschiedenen Zyklen
dead-not-executed = nichts führt es aus
dead-behind = es steht hinter einem Sprung, der immer genommen wird
dead-never = seine Bedingung gilt nie
dead-off = es ist nie ein: seine Bedingung widerspricht sich

# Rückfragen und Ablehnungen
which = { $more ->
        [0] Welches von diesen { $count } ist gemeint?
       *[other] Welches von den { $count } ist gemeint? Dies sind die ersten { $shown }.
    }
which-why = Das Projekt hat { $count } mit diesem Namen, und die Antworten sind verschieden.
nothing-so = Nichts im Projekt heißt „{ $name }“.
did-you-mean = Ist { $name } gemeint?
change = Das ist ein Änderungswunsch, und hier wird nichts geändert: POST projects/{ "{" }id{ "}" }/generate schlägt Code vor.
not-understood = Was gefragt ist, wurde nicht verstanden.
can-ask = Fragen lässt sich: „Wo wird { $name } verwendet?“, „Was schaltet { $name } ein?“, „Warum ist { $name } aus?“, „Welche Variablen werden nie beschrieben?“, „Welche Alarme gibt es?“
can-ask-nothing = Das Projekt hat weder Code noch Variablen, nach denen sich fragen ließe.

# Was anders ist
no-such-version = Es gibt keine Version { $number } zum Vergleichen.
no-older-version = Es gibt keine andere Version zum Vergleichen.
changed = Seit Version { $number } gibt es { $count ->
        [one] eine Änderung
       *[other] { $count } Änderungen
    }:
changed-nothing = Seit Version { $number } ist nichts anders, was ausgeführt oder deklariert wird.
changed-comments = Seit Version { $number } sind nur Kommentare anders ({ $count } Änderungen am Code):
change-routine-added = neue Routine ({ $subject })
change-routine-removed = Routine entfernt ({ $subject })
change-routine-renamed = Routine umbenannt ({ $subject })
change-routine-body = Routine in anderer Sprache oder in einer Version nicht lesbar ({ $subject })
change-unit-added = hinzugefügt ({ $subject })
change-unit-removed = entfernt ({ $subject })
change-unit-moved = verschoben ({ $subject })
change-condition-added = Bedingung hinzugefügt ({ $subject })
change-condition-removed = Bedingung entfernt ({ $subject })
change-action-added = Aktion hinzugefügt ({ $subject })
change-action-removed = Aktion entfernt ({ $subject })
change-inverted = Bedingung umgekehrt ({ $subject })
change-operand = anderer Operand ({ $subject })
change-constant = andere Konstante ({ $subject })
change-instruction = andere Anweisung ({ $subject })
change-branch-added = Zweig hinzugefügt ({ $subject })
change-branch-removed = Zweig entfernt ({ $subject })
change-order = andere Reihenfolge ({ $subject })
change-expression = anders geschrieben ({ $subject })
change-rewritten = umgeschrieben, gleiche Wirkung ({ $subject })
change-renamed = umbenannt ({ $subject })
change-tag-added = neue Variable ({ $subject })
change-tag-removed = Variable entfernt ({ $subject })
change-tag-type = anderer Typ der Variablen ({ $subject })
change-tag-alias = Alias auf etwas anderes ({ $subject })
change-tag-value = anderer Wert einer Konstanten ({ $subject })
change-tag-access = anderer Zugriff von außen ({ $subject })
change-type-added = neuer Typ ({ $subject })
change-type-removed = Typ entfernt ({ $subject })
change-type-changed = Typ geändert ({ $subject })
change-block-added = neuer Baustein ({ $subject })
change-block-removed = Baustein entfernt ({ $subject })
change-block-changed = Baustein geändert ({ $subject })
change-parameter-added = neuer Parameter ({ $subject })
change-parameter-removed = Parameter entfernt ({ $subject })
change-parameter-changed = Parameter geändert ({ $subject })
change-task-added = neue Task ({ $subject })
change-task-removed = Task entfernt ({ $subject })
change-task-changed = Task geändert ({ $subject })
change-program-added = neues Programm ({ $subject })
change-program-removed = Programm entfernt ({ $subject })
change-program-changed = Programm geändert ({ $subject })
change-module-added = neues Modul ({ $subject })
change-module-removed = Modul entfernt ({ $subject })
change-module-changed = Modul geändert ({ $subject })
change-comment = Kommentar geändert ({ $subject })

# Neben einer Antwort
note-model-away = Das eingerichtete Modell hat nicht geantwortet: dies ist ohne es beantwortet.
note-model-rejected = Das eingerichtete Modell hat geantwortet, und sein Text wurde verworfen: dies ist ohne es beantwortet.
note-limit-reached = Die Ausgabengrenze dieses Monats ist erreicht: dies ist ohne das eingerichtete Modell beantwortet.
note-left-out = Sätze wurden weggelassen, die etwas nannten, was nicht gelesen wurde.
note-reads-more =
    Für diese Antwort liest die Sitzung { $tags ->
        [one] 1 Variable mehr
       *[other] { $tags } Variablen mehr
    }, { $minutes ->
        [one] 1 Minute
       *[other] { $minutes } Minuten
    } lang.

# Listen von Dingen
inventory = { $count } { $what }{ $where }:
inventory-none = Es gibt keine { $what }{ $where }.
inventory-setting = , eingestellt auf { $value }
timer-preset-by = ; Code überschreibt es mit { $value }
task-priority = , Priorität { $value }
task-watchdog = , Watchdog { $value } ms
task-inhibited = , gesperrt
inventory-words = { " " }mit „{ $words }“
inventory-within = { " " }in { $name }
inventory-unknown = Von { $count } { $count ->
        [one] Timer
       *[other] Timern
    } sagt die Datei die Vorgabe nicht als Zahl.
kind-timers = { $count ->
        [one] Timer
       *[other] Timer
    }
kind-counters = { $count ->
        [one] Zähler
       *[other] Zähler
    }
kind-inputs = { $count ->
        [one] Eingang
       *[other] Eingänge
    }
kind-outputs = { $count ->
        [one] Ausgang
       *[other] Ausgänge
    }
kind-flags = { $count ->
        [one] Merker
       *[other] Merker
    }
kind-tags = { $count ->
        [one] Variable
       *[other] Variablen
    }
kind-constants = { $count ->
        [one] Konstante
       *[other] Konstanten
    }
kind-retentive = { $count ->
        [one] remanente Variable
       *[other] remanente Variablen
    }
kind-alarms = { $count ->
        [one] Variable für Alarme und Störungen
       *[other] Variablen für Alarme und Störungen
    }
kind-aliases = { $count ->
        [one] Alias
       *[other] Aliase
    }
kind-types = { $count ->
        [one] Datentyp
       *[other] Datentypen
    }
kind-blocks = { $count ->
        [one] Baustein
       *[other] Bausteine
    }
kind-data-blocks = { $count ->
        [one] Datenbaustein
       *[other] Datenbausteine
    }
kind-programs = { $count ->
        [one] Programm
       *[other] Programme
    }
kind-routines = { $count ->
        [one] Routine
       *[other] Routinen
    }
kind-tasks = { $count ->
        [one] Task
       *[other] Tasks
    }
kind-modules = { $count ->
        [one] Baugruppe
       *[other] Baugruppen
    }
kind-motors = { $count ->
        [one] Variable von Motoren und Antrieben
       *[other] Variablen von Motoren und Antrieben
    }
kind-valves = { $count ->
        [one] Variable von Ventilen
       *[other] Variablen von Ventilen
    }
kind-safety = { $count ->
        [one] Sicherheitsvariable
       *[other] Sicherheitsvariablen
    }

# Was aus etwas folgt
forced = Geht { $name } { $turn ->
        [on] an
       *[off] aus
    }: { $what }.
forced-off = ausgeschaltet: { $names }{ $more ->
        [0] {""}
       *[other] {" "}und { $more } weitere
    }
forced-on = eingeschaltet: { $names }{ $more ->
        [0] {""}
       *[other] {" "}und { $more } weitere
    }
forced-set = gesetzt: { $names }{ $more ->
        [0] {""}
       *[other] {" "}und { $more } weitere
    }
forced-reset = zurückgesetzt: { $names }{ $more ->
        [0] {""}
       *[other] {" "}und { $more } weitere
    }
forced-off-later = nach einer Zeit ausgeschaltet: { $names }{ $more ->
        [0] {""}
       *[other] {" "}und { $more } weitere
    }
forced-on-later = nach einer Zeit eingeschaltet: { $names }{ $more ->
        [0] {""}
       *[other] {" "}und { $more } weitere
    }
forced-kept-at = { $name } wird { $turn ->
        [on] gesetzt
       *[off] zurückgesetzt
    }, denn { $from } ist { $of ->
        [on] ein
       *[off] aus
    }: { $quote }
forced-at = { $name } geht { $turn ->
        [on] an
       *[off] aus
    }, denn { $from } ist { $of ->
        [on] ein
       *[off] aus
    }: { $quote }
impact = Ändert sich { $name }, { $count ->
        [one] kann sich ein Wert ändern
       *[other] können sich { $count } Werte ändern
    } (höchstens { $depth } { $depth ->
        [one] Schritt
       *[other] Schritte
    }). Kein Ausgang der Steuerung ist darunter.
impact-with-outputs = Ändert sich { $name }, { $count ->
        [one] kann sich ein Wert ändern
       *[other] können sich { $count } Werte ändern
    } (höchstens { $depth } { $depth ->
        [one] Schritt
       *[other] Schritte
    }). Ausgänge darunter: { $outputs }{ $more ->
        [0] {""}
       *[other] {" "}und { $more } weitere
    }.
impact-others = { $count } { $count ->
        [one] weiterer Wert kann
       *[other] weitere Werte können
    } sich ändern; dabei zählt mehr als { $name }.
impact-outputs = { $count } { $count ->
        [one] Ausgang hängt
       *[other] Ausgänge hängen
    } von { $name } ab:
impact-no-outputs = Kein Ausgang der Steuerung hängt von { $name } ab, soweit der Code verfolgt wird. Es { $all ->
        [one] ist ein anderer Wert
       *[other] sind { $all } andere Werte
    }.
path = { $from } beeinflusst { $to }: { $way }.
path-perhaps = { $from } kann { $to } beeinflussen: { $way }. Ein Zeiger oder ein berechneter Index liegt auf dem Weg.
path-other-way = { $from } beeinflusst { $to } nicht; { $to } beeinflusst { $from }.
path-none = Der Code hat keinen Weg von { $from } zu { $to } in höchstens { $depth } Schritten.
path-no-code = Der Weg von { $from } zu { $to } lässt sich nicht verfolgen: Code nennt nur eines davon oder keines.

# Zwei Dinge
compare = { $one } und { $other } unterscheiden sich: { $first } { $first ->
        [one] Stelle betrifft
       *[other] Stellen betreffen
    } nur das erste, { $second } nur das zweite.
compare-values = { $one } und { $other } unterscheiden sich in { $count } { $count ->
        [one] Anfangswert
       *[other] Anfangswerten
    }:
compare-values-same = { $one } und { $other } haben dieselben Anfangswerte.
compare-same-parts = Gleich: { $names }{ $more ->
        [0] {""}
       *[other] {" "}und { $more } weitere
    }.
compare-calls = Die Aufrufe von { $one } und { $other } ({ $places }) unterscheiden sich in { $count } { $count ->
        [one] Parameter
       *[other] Parametern
    }:
compare-calls-same = Die Aufrufe von { $one } und { $other } ({ $places }) haben dieselben Parameter.
compare-same = Der Code tut mit { $one } und { $other } dasselbe.
compare-code = { $one } und { $other } unterscheiden sich: { $first } { $first ->
        [one] Anweisung ist
       *[other] Anweisungen sind
    } nur im ersten, { $second } nur im zweiten{ $numbers ->
        [0] {""}
        [one] , eine hat andere Zahlen
       *[other] , { $numbers } haben andere Zahlen
    }.
compare-numbers = { $one } In { $place }: { $other }
compare-only = nur { $name }

# Wofür Code da ist
purpose = { $name } steuert { $outputs }{ $more ->
        [0] {""}
       *[other] {" "}und { $more } weitere
    }.
purpose-nothing = { $name } schreibt nichts.
calls = { $name } ruft { $count } { $count ->
        [one] anderen Baustein auf
       *[other] andere Bausteine auf
    }:
calls-nothing = { $name } ruft nichts auf.
call-tree = Das Projekt hat unter seinen Tasks { $count } { $count ->
        [one] Aufruf
       *[other] Aufrufe
    }:

# Was falsch aussieht
findings = { $count } { $count ->
        [one] Stelle sieht
       *[other] Stellen sehen
    } falsch aus: { $writes } beim Schreiben von Werten, { $dead } in Code ohne Wirkung.
findings-none = Zwei Prüfungen fanden nichts: Werte, die widersprüchlich geschrieben werden, und Code ohne Wirkung. Nach anderen Fehlern wird hier nicht gesucht.
findings-more = Die Analyse hat mehr Regeln: tagbridge analyse listet alle Befunde.

# Die Anlage als Ganzes
taken-main = Die Frage nennt nichts; es geht um { $name }, das seinem Namen nach ein ist, solange die Anlage läuft.
trouble-no-values = Ob eine Störung ansteht oder die Anlage steht, ist hier nicht bekannt: Aktuelle Werte liegen nicht vor. Zum Code:
trouble-also-off = Ebenfalls aus: { $names }.
trouble-off = { $count ->
        [one] Aus, und dem Namen nach ein Hauptausgang: { $names }.
       *[other] Aus, und den Namen nach Hauptausgänge: { $names }.
    }
trouble-on = { $count ->
        [one] { $names } ist ein, dem Namen nach ein Hauptausgang.
       *[other] { $names } sind ein, den Namen nach Hauptausgänge.
    }
trouble-unknown = Nicht bekannt: { $names }.
trouble-alarms = { $count } von { $all } Störungen, die der Code meldet, { $count ->
        [one] ist
       *[other] sind
    } ein{ $unknown ->
        [0] :
       *[other] ; { $unknown } sind nicht bekannt:
    }
trouble-no-alarm = { $unknown ->
        [0] Keine der { $all } Störungen, die der Code meldet, ist ein.
       *[other] Keine Störung ist bekanntermaßen ein; von { $all }, die der Code meldet, sind { $unknown } nicht bekannt.
    }

# Was man weiter fragen könnte
next = Weiter fragen: „{ $one }“ · „{ $other }“
ask-used = Wo wird { $name } verwendet?
ask-read = Wo wird { $name } gelesen?
ask-written = Wo wird { $name } geschrieben?
ask-on = Was schaltet { $name } ein?
ask-off = Was schaltet { $name } aus?
ask-why-off = Warum ist { $name } aus?
ask-why-on = Warum ist { $name } ein?
ask-value = Welchen Wert hat { $name }?
ask-callers = Wer ruft { $name } auf?
ask-task = Welche Task führt { $name } aus?
ask-calls = Was ruft { $name } auf?
ask-purpose = Was macht { $name }?
ask-what = Was ist { $name }?
ask-limits = Welche Grenzwerte hat { $name }?
ask-states = Welche Zustände hat { $name }?
ask-depends = Wovon hängt { $name } ab?
ask-affects = Was passiert, wenn sich { $name } ändert?
reading = Welche dieser Fragen ist gemeint?
reading-why = Die Worte lassen sich verschieden lesen, und die Antworten unterscheiden sich.
more-all = { $count } weitere; frage nach allen, um sie zu sehen.
no-values-then = Werte jener Zeit ({ $time }) liegen hier nicht vor: Das sagt der Code, unabhängig von den Werten.
no-first-scan = Kein Code ist nur für den ersten Zyklus da: Nichts liest einen Merker dafür (S:FS, FirstScan), und es gibt keinen Anlaufbaustein.
given-by-calls = { $name } bekommt den Wert von { $count } { $count ->
    [one] Aufruf
   *[other] Aufrufen
    } des Bausteins:
part-not-understood = Nicht verstanden: „{ $part }“.
run-by = { $name } gehört zu einer Anweisung:
nearby = Die Frage als Ganzes ist nicht verstanden. Diese Stellen haben am meisten mit ihr zu tun:
compare-states = Bei { $one } und { $other } setzt der Code { $count ->
        [0] dieselben Werte
        [one] einen Wert verschieden
       *[other] { $count } Werte verschieden
    } ({ $name }):
nearby-also = Diese Stellen haben mit dem Rest der Frage zu tun:
item-protected = , Quelltext geschützt
nearby-values = Startwerte: { $values }
nearby-unwritten = Kein Code schreibt { $names }.
nearby-unread = Kein Code liest { $name }.
priority = Der Code prüft diese Bedingungen nacheinander, und die erste erfüllte gewinnt:
named-in-block = Code nennt { $name }; ob er liest oder schreibt, ist nicht bekannt:

# Was sich folgern lässt
conclude-time = { $name } ist auf { $value } eingestellt
conclude-time-default = { $name } ist { $value }, wenn kein Aufruf einen anderen Wert gibt
conclude-counter = { $name } zählt bis { $value }
conclude-terminal = { $name } liegt auf { $address }
conclude-module = Baugruppe { $name } ({ $model }), Steckplatz { $slot }
conclude-latched = { $name } bleibt ein, bis es zurückgesetzt wird: { $resets }
conclude-no-reset = { $name } bleibt ein, sobald es gesetzt ist, und kein Code setzt es zurück.
conclude-holds = { $name } hält sich selbst. { $off }
conclude-follows = { $name } braucht kein Rücksetzen, denn es ist nur ein, solange seine Bedingung erfüllt ist. { $off }
conclude-start = Danach muss { $name } neu gestartet werden:
conclude-stops = Es wirkt auf { $main }: { $name } steht in dessen Bedingung.
conclude-stops-through = Es wirkt auf { $main }: { $name } schaltet { $through } ein, und das steht in den Bedingungen von { $main }.
conclude-stops-not = { $name } hält { $main } nicht an: Es steht nicht in den Bedingungen von { $main }, { $steps } Schritte zurück.
conclude-stops-not-by-bits = { $name } selbst hält { $main } nicht an: Es steht nicht in den Bedingungen von { $main }, { $steps } Schritte zurück. Wovon { $number } abhängt, ist dabei nicht verfolgt.
conclude-alarms-latched = Diese bleiben ein, bis sie zurückgesetzt werden: { $names }.
conclude-alarms-follow = Diese gehen mit ihrer Ursache von selbst aus: { $names }.
conclude-unread = Kein Code liest { $name }: Es hat keine Wirkung im Programm.
conclude-overwritten = Der letzte Schreibzugriff entscheidet: { $last } überschreibt in jedem Zyklus, was { $others } schreibt. { $said } Was { $others } schreibt, bleibt ohne Wirkung.
conclude-missing = Ist { $given } ein, braucht { $name } noch: { $needs }.
conclude-held-behind = { $name } selbst braucht kein Rücksetzen. { $off } Dahinter bleiben diese ein, bis sie zurückgesetzt werden: { $held }{ $more ->
        [0] {""}
       *[other] {" "}und { $more } weitere
    }. { $resets }
conclude-never = Die Bedingung von { $name } ist nicht erfüllbar: Sie braucht { $on } ein und { $off } aus, und der Code schaltet { $off } mit { $on } ein.
nearby-about = Nach ihren Worten geht es in der Frage um { $name }.
value-means = { $name } = { $value }{ $text }{ $comment }
value-unknown-in-code = Kein Code setzt { $name } auf { $value } oder vergleicht es damit{ $text }{ $comment }
values-mean = Der Code nennt { $count } Werte von { $name }{ $comment }:
bits-mean = Der Code nennt { $count } Bits von { $name }:
priority-first = Von dem, was die Frage nennt, wird dies zuerst geprüft: { $condition } → { $statements }
