# Änderungen, die vorgeschlagen werden.
propose-no-not-understood = Das ist keine der Änderungen, die ohne ein Modell vorgeschlagen werden können. Diese sind: eine Bedingung hinzufügen, entfernen oder invertieren; einen Ausgang verriegeln, selbst halten, speichern oder verzögern; einen Strompfad einfügen, löschen oder verschieben; eine Vorgabe, einen Grenzwert oder eine Konstante ändern; einen Alarm mit Grenzwert anlegen; einen Motorstarter, ein Ventil, eine Entprellung oder einen Stundenzähler anlegen; ein Tag, einen Alias, eine Variable oder ein Element eines Typs anlegen; überall umbenennen; eine Routine, eine Instruktion, einen Baustein oder einen Typ kopieren; einen Strompfad, eine Routine, ein Tag oder einen Typ kommentieren; ein Programm in einer Task aufrufen; löschen, was nicht benutzt wird. Zum Beispiel: „Pump_1 nur wenn nicht Tank_Full“, „setze Delay auf 10 s“, „benenne Motor_1 in Pumpe_1 um“.
propose-no-dangerous = Diese Anfrage würde etwas schalten, erzwingen oder überbrücken, oder einen Schutz entfernen. Der Dienst kann nicht in eine Steuerung schreiben und schlägt nur genau benannte Änderungen des Programms vor. Nennen Sie die Sprosse, die Routine oder den Wert, und den Unterschied; zum Beispiel „füge Öffner Stop in Sprosse 3 von Main ein“.
propose-no-other-platform = { $what }: Diese Änderung wird für diese Plattform oder diese Art von Einheit nicht vorgeschlagen.
propose-no-bad-name = { $name } ist kein gültiger Name: Buchstaben, Ziffern und einzelne Unterstriche, höchstens 40 Zeichen, keine Ziffer am Anfang, kein Unterstrich am Ende und kein Schlüsselwort.
propose-no-taken = { $name } gibt es schon.
propose-no-no-tag = Kein Tag und keine Variable heißt hier { $name }.
propose-no-no-place = { $name } ist keine Stelle mit Deklarationen. Es gibt: { $known }.
propose-no-no-routine = Es gibt keinen Code namens { $name }, in dem diese Änderung möglich wäre.
propose-no-no-rung = { $name } hat keine Sprosse { $number }, oder sie wird gerade bearbeitet.
propose-no-no-type = { $name } ist kein Typ dieses Projekts. Es gibt: { $known }.
propose-no-no-unit = Das Projekt enthält kein { $name }.
propose-no-bad-value = { $value } ist kein Wert für { $of }.
propose-no-no-value = { $name }: Dort steht kein solcher Wert, der geändert werden könnte.
propose-no-safety = { $name } gehört zum sicherheitsgerichteten Teil des Programms. Ändern Sie es im Werkzeug des Herstellers, mit dessen Abnahme und Prüfung.
propose-no-protected = Der Quelltext von { $name } ist geschützt und kann deshalb hier nicht geändert werden.
propose-no-not-parsed = { $name } wird nicht als Ganzes verstanden, deshalb wird darin nichts geändert.
propose-no-drawn = { $name } ist gezeichnet (Kontaktplan, Funktionsbausteine oder Ablaufkette). Auf dieser Plattform werden Bedingungen, Alarme und Konstanten nur in strukturiertem Text vorgeschlagen: Ändern Sie die Zeichnung im Werkzeug des Herstellers.
propose-no-in-use = { $name } wird benutzt: { $place }. Nur unbenutzte Objekte können gelöscht werden.
propose-no-also-there = { $name } kommt auch in { $place } vor, wo seine Bedeutung nicht sicher ist. Das Projekt wird nicht geändert.
propose-no-has-values = { $name } hat Werte in { $tag }, die nicht mehr passen würden. Das Projekt wird nicht geändert.
propose-no-no-contact = { $place } hat keinen Kontakt von { $name }.
propose-no-not-once = { $name } kommt { $count }-mal in { $place } vor, und die Anfrage sagt nicht, welches gemeint ist. Das Projekt wird nicht geändert.
propose-no-last-of-branch = { $name } ist das einzige Element seines Zweigs oder seiner Sprosse: Ohne es wäre der Rest immer ein. Das Projekt wird nicht geändert.
propose-no-no-output = { $place } hat keinen Ausgang für eine Bedingung. Das Projekt wird nicht geändert.
propose-no-translated = { $name } hat einen Kommentar in mehreren Sprachen, der hier nicht geändert wird.
propose-no-not-text = { $file } kommt beim Schreiben nicht Byte für Byte zurück, deshalb wird darin nichts geändert.
propose-no-not-encodable = { $file } ist in einem Zeichensatz geschrieben, der nicht alle diese Buchstaben hat.
propose-no-ends-before = { $name } hat Sprünge oder endet vorzeitig, deshalb wird die letzte Sprosse vielleicht nicht ausgeführt. Entscheiden Sie, wohin die neue Sprosse gehört, und fügen Sie sie von Hand ein.
propose-no-shared = Was in { $place } über diesen Ausgang entscheidet, entscheidet auch über andere, oder es ist mehr als Kontakte und Vergleiche. Ändern Sie diese Sprosse von Hand.
propose-no-not-written = Kein Code schaltet { $name } ein, deshalb gibt es keine Sprosse zu ändern.
propose-no-keeps-nothing = { $name } behält zwischen zwei Aufrufen keine Werte und kann deshalb kein Zeitglied und keinen Zähler halten. Verwenden Sie einen Funktionsbaustein oder ein Programm.
propose-no-no-pattern = Die Datei hat keinen Baustein, nach dem der neue in { $name } geschrieben werden könnte. Zeichnen Sie einen solchen im Werkzeug des Herstellers, und exportieren Sie das Projekt noch einmal.
propose-no-already-written = { $name } bekommt seinen Wert schon an { $count ->
    [one] einer Stelle
   *[other] { $count } Stellen
 } des Codes. Eine zweite Sprosse würde ihn überschreiben. Schreiben Sie zum Beispiel „{ $name } auch, wenn …“, um die vorhandene Sprosse zu ändern.
propose-no-not-verified = Die geänderte Kopie ließe sich im Werkzeug des Herstellers nicht übersetzen: { $what }. Es gibt keinen Vorschlag.
propose-no-draft-failed = Das konfigurierte Modell hat dafür Code geschrieben, der nach drei Korrekturen noch Fehler hat und deshalb nicht gezeigt wird: { $errors }
propose-no-draft-empty = Der Entwurf enthält keine Änderung.
propose-no-draft-form = Der Inhalt für { $target } ist nicht verwendbar: { $why }.
propose-no-draft-action = { $action } von { $target } als { $code } lässt sich in diesem Projekt nicht ausführen.
propose-no-same = Es ist schon so: { $name }.
propose-no-nothing-left = Die Schritte dieses Plans hängen voneinander ab: Ohne einen davon bleibt kein Schritt.
propose-no-not-the-plan = Das Projekt hat sich geändert, seit dieser Plan erstellt wurde; sein Ergebnis wäre ein anderes. Bitten Sie noch einmal um die Änderung.
propose-no-reread = Die geänderte Kopie konnte nicht wieder gelesen werden ({ $why }). Es gibt keinen Vorschlag.
propose-no-differs = Die geänderte Kopie unterscheidet sich vom Projekt in etwas, das nicht geplant ist: { $what }. Es gibt keinen Vorschlag.

propose-ask-place = Welche Stelle ist gemeint?
propose-ask-routine = In welcher Routine?
propose-ask-rung = In welcher Sprosse?
propose-ask-type = Von welchem Typ?
propose-ask-polarity = Lässt der Kontakt durch, solange das Bit ein ist, oder solange es aus ist?
propose-ask-task = In welcher Task?
propose-ask-amendment = Was soll anders sein als im Plan: ein anderer Name, ein anderer Wert, eine andere Stelle, oder ein Schritt weniger?
propose-ask-name = Welcher Name ist gemeint mit
propose-ask-why-name = Andere Namen bewirken anderes; geändert wird erst, wenn der Plan gezeigt ist.
propose-ask-why-place = Derselbe Name kann an mehreren Stellen deklariert sein und bedeutet an jeder etwas anderes.
propose-ask-why-routine = Derselbe Code wirkt in jeder davon zu anderen Zeiten und unter anderen Bedingungen.
propose-ask-why-rung = Jede Sprosse schaltet etwas anderes ein.
propose-ask-why-type = Der Typ bestimmt, welche Werte möglich sind und wie viel Platz es braucht.
propose-ask-why-polarity = Die falsche Wahl kehrt die Bedingung um.
propose-ask-why-task = Eine Task führt ihre Programme zu ihren eigenen Zeiten aus.
propose-ask-why-amendment = Ausgeführt wird der gespeicherte Plan; anders gemacht wird nur, was genau verstanden ist.
propose-ask-on-while-on = solange es ein ist (Schließer)
propose-ask-on-while-off = solange es aus ist (Öffner)
propose-ask-without-amendment = den Plan ausführen, wie er ist
propose-ask-nothing = nichts tun

propose-step-tag = { $name }, { $kind }, in { $place } anlegen.
propose-step-alias = { $name } in { $place } anlegen, einen anderen Namen für { $target }.
propose-step-member = Das Element { $name }, { $kind }, in { $place } anlegen.
propose-step-rename = { $from } in { $to } umbenennen: in der Deklaration{ $count ->
    [0] ; kein Code nennt den Namen
    [one] {" "}und an einer Stelle, die den Namen nennt
   *[other] {" "}und an { $count } Stellen, die den Namen nennen
}.
propose-step-value = { $name } von { $from } auf { $to } ändern.
propose-step-constant = { $from } in { $place } auf { $to } ändern.
propose-step-contact-on = In { $place } einen Kontakt einfügen, der durchlässt, solange { $name } ein ist.
propose-step-contact-off = In { $place } einen Kontakt einfügen, der durchlässt, solange { $name } aus ist.
propose-step-no-contact = Den Kontakt von { $name } aus { $place } entfernen.
propose-step-inverted = Den Kontakt von { $name } in { $place } negieren.
propose-step-replaced = In { $place } { $by } anstelle von { $name } einsetzen.
propose-step-series = { $name } in { $place } nur einschalten, solange { $condition } gilt.
propose-step-parallel = { $name } in { $place } auch einschalten, solange { $condition } gilt.
propose-step-around = In { $place } { $condition } parallel zum Kontakt von { $name } legen.
propose-step-latched = { $name } in { $place } eingeschaltet lassen, bis { $until } ansteht.
propose-step-opposite = Negieren, was { $name } in { $place } bekommt.
propose-step-delay = { $name } in { $place } um { $time } später einschalten.
propose-step-stay = { $name } in { $place } um { $time } länger eingeschaltet lassen.
propose-step-new-rung = { $name } einschalten, solange { $condition } gilt, am Ende von { $place }.
propose-step-rung-gone = { $place } löschen.
propose-step-rung-moved = { $place } verschieben.
propose-step-recipe = { $what } für { $name } in { $place } ergänzen.
propose-step-drafted = { $action ->
    [create] { $target } anlegen.
    [delete] { $target } löschen.
    [rename] { $target } umbenennen.
    [duplicate] { $target } kopieren.
   *[other] { $target } ändern.
 }
propose-step-alarm = { $name } einschalten, solange { $condition }, am Ende von { $place }.
propose-step-copy = { $name } als { $to } kopieren.
propose-step-comment = { $place } kommentieren: { $text }
propose-step-delete = { $name } löschen, das nicht benutzt wird.
propose-step-schedule = { $name } in der Task { $task } ausführen.
propose-step-several = { $first } Und { $more ->
    [one] ein weiterer Schritt
   *[other] { $more } weitere Schritte
}.
propose-step-rationale = Die Änderung wird in eine Kopie der Datei geschrieben. Die Kopie wird wieder gelesen, und sie unterscheidet sich um genau diese Schritte; der Rest ist Byte für Byte unverändert.
propose-step-done = Die Kopie wurde wieder gelesen: { $count ->
    [0] kein Unterschied im ausgeführten Code
    [one] ein Unterschied, wie geplant
   *[other] { $count } Unterschiede, wie geplant
}. Sie ist noch keine Version: Speichern Sie den Vorschlag, um eine anzulegen.

propose-assumed-named = „{$words}“ bedeutet { $name }.
propose-assumed-starts-at = Es beginnt mit { $value }.
propose-assumed-without-data = Es beginnt mit den Vorgaben seines Typs.
propose-assumed-at-the-end = Es wird am Ende von { $place } eingefügt.
propose-assumed-at-the-begin = Der Kontakt ist das erste Element von { $place }; er ist eine Bedingung für die ganze Sprosse.
propose-assumed-behind = Der Kontakt steht hinter { $name }, das in { $place } das erste Element sein muss; er ist eine Bedingung für den Rest der Sprosse.
propose-assumed-alarm-tag = { $name } gab es nicht, deshalb wird es in { $place } deklariert.
propose-assumed-instances = Jede Verwendung von { $name } ist davon betroffen; Werte, die eine Instanz schon hat, bleiben, wie sie sind.
propose-assumed-no-address = { $name } hat noch keine Adresse: Sie wird im Werkzeug des Herstellers vergeben.
propose-assumed-timer = Das Zeitglied heißt { $name } und ist in { $place } deklariert.
propose-behaviour-also-on = { $name } ist jetzt auch ein, wenn { $when }.
propose-behaviour-no-longer-on = { $name } ist nicht mehr ein, wenn { $when }.
propose-behaviour-both = { $name } ist jetzt auch ein, wenn { $on }, und nicht mehr ein, wenn { $off }.
propose-behaviour-other = { $name } bekommt jetzt andere Werte als vorher.
propose-behaviour-later = { $name } wechselt zu anderen Zeiten als vorher.
propose-behaviour-same = Kein Ausgang war in { $count } ausgeführten Zyklen anders.
propose-behaviour-is-on = { $name } ein ist
propose-behaviour-is-off = { $name } aus ist
propose-behaviour-in-some-states = mehrere Eingänge in einem bestimmten Zustand sind
propose-behaviour-several = { $first } { $more ->
    [one] Ein weiterer Ausgang ist anders.
   *[other] { $more } weitere Ausgänge sind anders.
 }

propose-risk-written-elsewhere = { $name } bekommt von Code an { $count ->
    [one] einer Stelle
   *[other] { $count } Stellen
} einen Wert: Was zuletzt ausgeführt wird, gilt.
propose-risk-interlock-tighter = { $place } hat eine Bedingung mehr: { $name }. Seine Ausgänge können aus bleiben, wo sie vorher ein waren.
propose-risk-interlock-looser = { $place } hat eine Bedingung weniger: { $name }. Seine Ausgänge können ein sein, wo sie vorher aus waren. Stellen Sie sicher, dass sich kein Mensch und keine Maschine auf die Bedingung verlässt.
propose-risk-interlock-beside = { $place } kann auch wegen { $name } ein sein. Seine Ausgänge können ein sein, wo sie vorher aus waren. Stellen Sie sicher, dass sich kein Mensch und keine Maschine darauf verlässt, dass sie aus sind.
propose-risk-interlock-other = { $place } hat andere Bedingungen: { $name }. Seine Ausgänge können ein sein, wo sie vorher aus waren. Stellen Sie sicher, dass sich kein Mensch und keine Maschine auf die bisherige Bedingung verlässt.
propose-risk-not-written = Die Ausgänge von { $place } werden dort nicht mehr geschrieben und behalten ihren letzten Wert, wenn anderer Code sie nicht schreibt. Stellen Sie sicher, dass sich kein Mensch und keine Maschine auf den gelöschten Code verlässt.
propose-risk-limit-moved = { $place } vergleicht oder rechnet mit { $to } statt { $from }: Es wirkt früher oder später als vorher.
propose-risk-external = { $name } kann von außen gelesen und geschrieben werden: von Bedientafeln, anderen Steuerungen, einem Server.
propose-risk-external-name = Bedientafeln, Server und andere Steuerungen, die { $name } unter diesem Namen kennen, finden es nicht mehr.
propose-risk-by-name = Kein Code benutzt { $name }; Bedientafeln, Server und andere Steuerungen können es unter diesem Namen kennen.
propose-risk-exchanged = { $name } wird produziert oder konsumiert: Die anderen Steuerungen brauchen dieselbe Änderung.
propose-risk-also-runs = { $name } wird schon von { $count ->
    [one] einer Task
   *[other] { $count } Tasks
} ausgeführt: Von nun an läuft es einmal öfter, und was es zählt oder misst, geht schneller.
propose-risk-retentive = Die Steuerung behält den gegenwärtigen Wert von { $name }: Ein Download kann den neuen bringen oder den alten lassen.
propose-risk-opaque = { $place } wurde nicht vollständig verstanden; seine Verwendung derselben Objekte ist nicht bekannt.
propose-risk-hidden = Der Quelltext von { $place } ist geschützt; die Objekte, die er verwendet, sind nicht bekannt.
