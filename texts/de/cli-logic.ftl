cli-logic-runs = läuft
cli-logic-into-dead-state = in einen Zustand ohne Ausgang
cli-logic-transition = Transition
cli-logic-unreachable-state = ein Zustand ohne Eingang
cli-logic-yes = ja
cli-logic-not-understood = nicht verstanden
cli-logic-too-deep = zu tief verschachtelt
cli-logic-unknown-instruction-named = unbekannte Anweisung { $name }
cli-logic-unknown-callee = ruft { $name } auf, was nicht in der Datei steht
cli-logic-undeclared = { $name } ist in der Datei nicht vereinbart
cli-logic-pointer = geht über einen Zeiger
cli-logic-address-taken = nimmt eine Adresse
cli-logic-computed-address = berechnet eine Adresse
cli-logic-not-chosen = ein Operand ist nicht gewählt
cli-logic-ambiguous = in der Datei mehrdeutig
cli-logic-protected = der Code ist geschützt
cli-logic-language = eine Sprache, die nicht unterstützt wird
cli-logic-rung = { $path } Strompfad { $rung }
cli-logic-network = { $path } Netzwerk { $rung }
cli-logic-sheet = { $path } Blatt { $rung }
cli-logic-step = { $path } Element { $rung }, Schritt { $name }
cli-logic-transition-of = { $path } Element { $rung }, eine Transition
cli-logic-element = { $path } Element { $rung }
cli-logic-line-of = { $path } Zeile { $line }

cli-logic-line-no-name = im Projekt hat kein Objekt diesen Namen
cli-logic-line-may-be-one-of = vielleicht meinen Sie eines von diesen; verwenden Sie den vollen Namen:
cli-logic-line-nothing = der Code dieser Datei enthält kein Ergebnis
cli-logic-line-not-understood = nicht verstanden: { $place }: { $why } { $text }
cli-logic-line-more-places = und { $count ->
    [one] 1 weitere Stelle
   *[other] { $count } weitere Stellen
}
cli-logic-line-incomplete = unvollständig: { $why }
cli-logic-line-not-written = kein Code dieser Datei schreibt es
cli-logic-line-no-difference = Code und Deklarationen sind gleich

# Why something is on or off.
cli-why-verdict = { $name } ist { $is ->
    [on] ein
    [off] aus
    [unknown] unbekannt
   *[other] { $is }
}.
cli-why-goes-when = Es geht { $wanted ->
    [on] ein
    [off] aus
    [unknown] unbekannt
   *[other] { $wanted }
}, wenn { $all }
cli-why-goes-when-less = Es geht { $wanted ->
    [on] ein
    [off] aus
    [unknown] unbekannt
   *[other] { $wanted }
} (vielleicht genügt weniger), wenn { $all }
cli-why-or-when = oder wenn { $all }
cli-why-in-short = { $verdict } Es geht { $wanted ->
    [on] ein
    [off] aus
    [unknown] unbekannt
   *[other] { $wanted }
}, wenn { $all }
cli-why-kept-by = Bleibt { $is ->
    [on] ein
    [off] aus
    [unknown] unbekannt
   *[other] { $is }
} wegen { $all }
cli-why-kept-by-nothing = Es ist immer { $is ->
    [on] ein
    [off] aus
    [unknown] unbekannt
   *[other] { $is }
}: keine Variable hat daran teil.
cli-why-not-known = Nicht bekannt: { $name } ({ $reason })
cli-why-requests = Vom Dienst sind sie mit { $count } Anforderungen zu haben.
cli-why-note = Hinweis: { $sentence }
cli-why-written-by = Geschrieben von { $place }
cli-why-and = und
cli-why-needed = { $name } { $need ->
    [on] ein ist
    [off] aus ist
   *[other] { $need }
} (jetzt { $is ->
    [on] ein
    [off] aus
    [unknown] unbekannt
   *[other] { $is }
}{ $away }{ $source })
cli-why-compared = { $names } (jetzt { $one ->
    [on] ein
    [off] aus
    [unknown] unbekannt
   *[other] { $one }
} und { $other ->
    [on] ein
    [off] aus
    [unknown] unbekannt
   *[other] { $other }
}{ $away })
cli-why-held = { $name } = { $is ->
    [on] ein
    [off] aus
    [unknown] unbekannt
   *[other] { $is }
}{ $source }
cli-why-beside = { $one } zusammen mit { $other }
cli-why-away = , { $distance } entfernt
cli-why-timer = , Timer bei { $elapsed } von { $preset } s, Eingang { $input ->
    [on] ein
    [off] aus
    [unknown] unbekannt
   *[other] { $input }
}
cli-why-edge = , eine Flanke{ $memory }: sie dauert einen Zyklus, Abfragen sehen sie nicht
cli-why-outside = , von außerhalb des Codes
cli-why-no-number = es ist keine Zahl
cli-why-no-single-value = es hat keinen einzelnen Wert
cli-why-not-read = nicht gelesen
cli-why-no-value = hat keinen Wert, der lesbar wäre

# What to know beside an answer.
cli-remark-number = es ist eine Zahl: weder ein noch aus
cli-remark-impossible = nach dem Code ergeben keine Werte diesen Zustand
cli-remark-never-written-here = nichts in diesem Teil eines Programms schreibt es
cli-remark-never-written = kein Code schreibt es: sein Wert wird von außen geschrieben
cli-remark-kept = keine Anweisung schreibt es zurzeit: es behält seinen Wert
cli-remark-last-by = zuletzt geschrieben von { $writer }
cli-remark-last-by-unknown = wer es zuletzt geschrieben hat, ist nicht bekannt
cli-remark-last-by-one-of = zuletzt geschrieben von einem von: { $writers }
cli-remark-disagrees = es weicht von dem ab, was der Code aus diesen Werten berechnet; mögliche Ursachen: { $causes }
cli-remark-several-routines = mehrere Routinen schreiben es, und ihre Reihenfolge steht nicht fest
cli-remark-several-tasks = mehrere Tasks schreiben es ({ $tasks }): welche zuletzt, steht nicht fest
cli-remark-not-executed = Anweisungen in Code, den nichts ausführt, sind weggelassen: { $count }
cli-remark-may-be-written = andere Anweisungen, die es schreiben können, aber nicht analysiert werden können: { $count }
cli-suspect-other-writer = Code, der nicht analysiert werden kann, schreibt es ({ $places })
cli-suspect-other-task = mehrere Tasks schreiben es ({ $tasks })
cli-suspect-forced = es ist ein Ein- oder Ausgang und kann geforct oder simuliert sein
cli-suspect-outside-write = ein Bediengerät oder eine andere Steuerung schreibt es
cli-suspect-other-version = die Steuerung hat eine andere Fassung des Programms
cli-suspect-different-scans = die Werte sind aus verschiedenen Zyklen
