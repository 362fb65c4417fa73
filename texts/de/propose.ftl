# Änderungen, die vorgeschlagen werden.
propose-no-not-understood = Das ist keine der Änderungen, die ohne ein Modell vorgeschlagen werden können. Diese sind: ein Tag, einen Alias, eine Variable oder ein Element eines Typs anlegen; überall umbenennen; eine Vorgabe, einen Grenzwert oder eine Konstante ändern; einen Kontakt in eine Sprosse einfügen oder entfernen; einen Alarm mit Grenzwert anlegen; eine Routine, eine Instruktion, einen Baustein oder einen Typ kopieren; eine Sprosse, eine Routine, ein Tag oder einen Typ kommentieren; ein Programm in einer Task aufrufen; löschen, was nicht benutzt wird. Zum Beispiel: „benenne Motor_1 in Pumpe_1 um“.
propose-no-dangerous = Hier wird nichts geschaltet, erzwungen oder überbrückt, und kein Schutz aus dem Weg geräumt: Dieser Dienst kann nicht in eine Steuerung schreiben, und eine Änderung des Programms wird nur vorgeschlagen, wo sie genau benannt ist. Sagen Sie, welche Sprosse, welche Routine oder welcher Wert anders sein soll, und wie; zum Beispiel „füge Öffner Stop in Sprosse 3 von Main ein“.
propose-no-other-platform = { $what }: Diese Änderung wird für diese Plattform oder diese Art von Einheit nicht vorgeschlagen.
propose-no-bad-name = { $name } ist kein Name, den die Plattform nimmt: Buchstaben, Ziffern und einzelne Unterstriche, höchstens 40, keine Ziffer am Anfang, kein Unterstrich am Ende und kein Schlüsselwort.
propose-no-taken = { $name } gibt es schon.
propose-no-no-tag = Kein Tag und keine Variable heißt hier { $name }.
propose-no-no-place = { $name }: An einer Stelle dieses Namens wird nichts deklariert. Es gibt: { $known }.
propose-no-no-routine = Es gibt keinen Code namens { $name }, in dem diese Änderung möglich wäre.
propose-no-no-rung = { $name } hat keine Sprosse { $number }, oder sie wird gerade bearbeitet.
propose-no-no-type = { $name } ist kein Typ dieses Projekts. Es gibt: { $known }.
propose-no-no-unit = Nichts heißt hier { $name }.
propose-no-bad-value = { $value } ist kein Wert für { $of }.
propose-no-no-value = { $name }: Dort steht kein solcher Wert, der geändert werden könnte.
propose-no-safety = { $name } gehört zum sicherheitsgerichteten Teil des Programms. Er wird hier nicht geändert: Das gehört in das Werkzeug des Herstellers, mit dessen Abnahme und Prüfung.
propose-no-protected = Der Quelltext von { $name } ist geschützt. Was nicht gezeigt wird, wird nicht geändert.
propose-no-not-parsed = { $name } wird nicht als Ganzes verstanden, deshalb wird darin nichts geändert.
propose-no-drawn = { $name } ist gezeichnet (Kontaktplan, Funktionsbausteine oder Ablaufkette). Auf dieser Plattform werden Bedingungen, Alarme und Konstanten nur in strukturiertem Text vorgeschlagen: Ändern Sie die Zeichnung im Werkzeug des Herstellers.
propose-no-in-use = { $name } wird benutzt: { $place }. Was benutzt wird, wird nicht gelöscht.
propose-no-also-there = { $name } steht auch in { $place }, wo nicht sicher ist, was es bedeutet. Nichts wird geändert.
propose-no-has-values = { $name } hat Werte in { $tag }, die nicht mehr passen würden. Nichts wird geändert.
propose-no-no-contact = { $place } hat keinen Kontakt von { $name }.
propose-no-not-once = { $name } steht { $count }-mal in { $place }: Welches gemeint ist, ist nicht gesagt. Nichts wird geändert.
propose-no-last-of-branch = { $name } ist alles, was sein Zweig oder seine Sprosse hat: Ohne ihn wäre der Rest immer ein. Nichts wird geändert.
propose-no-no-output = { $place } hat nichts, wofür eine Bedingung gelten könnte. Nichts wird geändert.
propose-no-translated = { $name } hat einen Kommentar in mehreren Sprachen, der hier nicht geändert wird.
propose-no-not-text = { $file } kommt beim Schreiben nicht Byte für Byte zurück, deshalb wird darin nichts geändert.
propose-no-not-encodable = { $file } ist in einem Zeichensatz geschrieben, der nicht alle diese Buchstaben hat.
propose-no-ends-before = { $name } hat Sprünge oder endet vorzeitig: Was zuletzt steht, wird vielleicht nicht ausgeführt. Sagen Sie, wohin die Sprosse gehört, und fügen Sie sie von Hand ein.
propose-no-same = Es ist schon so: { $name }.
propose-no-nothing-left = Die Schritte dieses Plans brauchen einander: Ohne einen davon bleibt nichts zu tun.
propose-no-not-the-plan = Das Projekt hat sich geändert, seit dieser Plan gemacht wurde: Was er ändern würde, ist nicht mehr dasselbe. Bitten Sie noch einmal um die Änderung.
propose-no-reread = Die geänderte Kopie wurde beim erneuten Lesen nicht verstanden ({ $why }). Nichts wird vorgeschlagen.
propose-no-differs = Die geänderte Kopie unterscheidet sich vom Projekt in etwas, das nicht geplant ist: { $what }. Nichts wird vorgeschlagen.

propose-ask-place = Welche Stelle ist gemeint?
propose-ask-routine = In welcher Routine?
propose-ask-rung = In welcher Sprosse?
propose-ask-type = Von welchem Typ?
propose-ask-polarity = Lässt der Kontakt durch, solange das Bit ein ist, oder solange es aus ist?
propose-ask-task = In welcher Task?
propose-ask-amendment = Was soll anders sein als im Plan: ein anderer Name, ein anderer Wert, eine andere Stelle, oder ein Schritt weniger?
propose-ask-why-place = Derselbe Name kann an mehreren Stellen deklariert sein und bedeutet an jeder etwas anderes.
propose-ask-why-routine = Derselbe Code wirkt in jeder davon zu anderen Zeiten und unter anderen Bedingungen.
propose-ask-why-rung = Jede Sprosse schaltet etwas anderes ein.
propose-ask-why-type = Der Typ bestimmt, welche Werte möglich sind und wie viel Platz es braucht.
propose-ask-why-polarity = Der falsche macht aus der Bedingung ihr Gegenteil.
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
propose-step-alarm = { $name } einschalten, solange { $condition }, am Ende von { $place }.
propose-step-copy = { $name } als { $to } kopieren.
propose-step-comment = { $place } kommentieren: { $text }
propose-step-delete = { $name } löschen, das nichts benutzt.
propose-step-schedule = { $name } in der Task { $task } ausführen.
propose-step-several = { $first } Und { $more ->
    [one] ein weiterer Schritt
   *[other] { $more } weitere Schritte
}.
propose-step-rationale = Die Änderung wird in eine Kopie der Datei geschrieben, die Kopie wird wieder gelesen, und sie unterscheidet sich um genau diese Schritte; alles andere ist, wie es war, Byte für Byte.
propose-step-done = Die Kopie wurde wieder gelesen: { $count ->
    [0] kein Unterschied in dem, was ausgeführt wird
    [one] ein Unterschied, der geplante
   *[other] { $count } Unterschiede, die geplanten
}. Es wurde keine Version gemacht: Speichern Sie den Vorschlag als eine, wenn Sie ihn wollen.

propose-assumed-starts-at = Es beginnt mit { $value }.
propose-assumed-without-data = Es beginnt mit den Vorgaben seines Typs.
propose-assumed-at-the-end = Es steht zuletzt in { $place }.
propose-assumed-at-the-begin = Der Kontakt steht zuerst in { $place }: Er gilt für alles, was die Sprosse tut.
propose-assumed-behind = Der Kontakt steht hinter { $name }, das in { $place } zuerst kommen muss: Er gilt für alles, was folgt.
propose-assumed-alarm-tag = { $name } gab es nicht, deshalb wird es in { $place } deklariert.
propose-assumed-instances = Jede Verwendung von { $name } ist davon betroffen; Werte, die eine Instanz schon hat, bleiben, wie sie sind.
propose-assumed-no-address = { $name } hat noch keine Adresse: Sie wird im Werkzeug des Herstellers vergeben.

propose-risk-written-elsewhere = { $name } bekommt von Code an { $count ->
    [one] einer Stelle
   *[other] { $count } Stellen
} einen Wert: Was zuletzt ausgeführt wird, gilt.
propose-risk-interlock-tighter = { $place } wirkt unter einer Bedingung mehr: { $name }. Was es einschaltet, kann aus bleiben, wo es vorher ein war.
propose-risk-interlock-looser = { $place } wirkt unter einer Bedingung weniger: { $name }. Was sie ausgeschaltet hielt, kann ein sein. Stellen Sie sicher, dass niemand und nichts sich darauf verlässt.
propose-risk-limit-moved = { $place } vergleicht oder rechnet mit { $to } statt { $from }: Es wirkt früher oder später als vorher.
propose-risk-external = { $name } kann von außen gelesen und geschrieben werden: von Bedientafeln, anderen Steuerungen, einem Server.
propose-risk-external-name = Bedientafeln, Server und andere Steuerungen, die { $name } unter diesem Namen kennen, finden es nicht mehr.
propose-risk-by-name = Kein Code benutzt { $name }; Bedientafeln, Server und andere Steuerungen können es unter diesem Namen kennen.
propose-risk-exchanged = { $name } wird produziert oder konsumiert: Andere Steuerungen müssen davon wissen.
propose-risk-also-runs = { $name } wird schon von { $count ->
    [one] einer Task
   *[other] { $count } Tasks
} ausgeführt: Von nun an läuft es einmal öfter, und was es zählt oder misst, geht schneller.
propose-risk-retentive = Die Steuerung behält den gegenwärtigen Wert von { $name }: Ein Download kann den neuen bringen oder den alten lassen.
propose-risk-opaque = { $place } wird nicht als Ganzes verstanden: Was es mit denselben Dingen tut, ist nicht bekannt.
propose-risk-hidden = Der Quelltext von { $place } ist geschützt: Was er benutzt, ist nicht bekannt.
