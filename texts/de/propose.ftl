# Änderungen, die vorgeschlagen werden.
propose-no-not-understood = Das ist keine der Änderungen, die verstanden werden. Nennen Sie den Ausgang, das Tag oder den Wert, und was anders werden soll: „Pump_1 nur wenn nicht Tank_Full“, „setze Delay auf 10 s“, „benenne Motor_1 in Pumpe_1 um“.
propose-no-question = Das ist eine Frage und wünscht keine Änderung. Stellen Sie sie mit `tagbridge ask` oder auf der Seite Fragen. Für eine Änderung sagen Sie, was anders werden soll.
propose-no-dangerous = Das würde etwas schalten, erzwingen oder überbrücken, oder einen Schutz entfernen. Nennen Sie die Sprosse und die genaue Änderung des Programms: „füge Öffner Stop in Sprosse 3 von Main ein“.
propose-no-other-platform = { $what }: Diese Änderung wird in dieser Art von Datei nicht gemacht. Machen Sie sie im Werkzeug des Herstellers.
propose-no-bad-name = { $name } ist kein gültiger Name. Verwenden Sie Buchstaben, Ziffern und einzelne Unterstriche, höchstens 40 Zeichen und kein Schlüsselwort.
propose-no-taken = { $name } gibt es schon. Wählen Sie einen anderen Namen.
propose-no-no-tag = Kein Tag und keine Variable heißt hier { $name }. Verwenden Sie den Namen oder die Wörter des Kommentars.
propose-no-no-tag-near = Kein Tag und keine Variable heißt hier { $name }. Am nächsten kommen { $near }. Verwenden Sie einen dieser Namen, oder wünschen Sie zuerst ein neues Tag.
propose-no-no-place = { $name } ist keine Stelle mit Deklarationen. Wählen Sie eine von diesen: { $known }.
propose-no-no-routine = Es gibt keinen Code { $name }, in dem diese Änderung möglich wäre. Nennen Sie eine andere Routine oder einen anderen Baustein.
propose-no-no-rung = { $name } hat keine Sprosse { $number }, oder sie wird gerade bearbeitet. Nennen Sie eine andere Sprosse.
propose-no-no-type = { $name } ist kein Typ dieses Projekts. Wählen Sie einen von diesen: { $known }.
propose-no-no-unit = Das Projekt enthält kein { $name }. Verwenden Sie den Namen, den das Projekt hat.
propose-no-bad-value = { $value } ist kein Wert für { $of }. Geben Sie einen anderen Wert an.
propose-no-no-value = { $name } hat keinen solchen Wert, der geändert werden kann. Nennen Sie das Tag oder die Konstante mit dem Wert.
propose-no-safety = { $name } gehört zum sicherheitsgerichteten Teil des Programms. Ändern Sie es im Werkzeug des Herstellers, mit Abnahme und Prüfung.
propose-no-protected = Der Quelltext von { $name } ist geschützt. Ändern Sie ihn im Werkzeug des Herstellers.
propose-no-not-parsed = { $name } wird nicht als Ganzes verstanden. Ändern Sie es im Werkzeug des Herstellers.
propose-no-drawn = { $name } ist eine Zeichnung, die hier nicht geändert werden kann. Ändern Sie sie im Werkzeug des Herstellers.
propose-no-in-use = { $name } wird benutzt: { $place }. Entfernen Sie zuerst die Verwendungen.
propose-no-also-there = { $name } kommt auch in { $place } vor, wo die Bedeutung nicht sicher ist. Ändern Sie es im Werkzeug des Herstellers.
propose-no-has-values = { $name } hat Werte in { $tag }, die nicht mehr passen würden. Ändern Sie es im Werkzeug des Herstellers.
propose-no-no-contact = { $place } hat keinen Kontakt von { $name }. Nennen Sie eine andere Sprosse oder einen anderen Kontakt.
propose-no-not-once = { $name } kommt { $count }-mal in { $place } vor. Nennen Sie den Ausgang, dessen Bedingung gemeint ist, oder ändern Sie es im Werkzeug des Herstellers.
propose-no-last-of-branch = { $name } ist das einzige Element des Zweigs oder der Sprosse, der Rest wäre also immer ein. Löschen Sie den Zweig oder die Sprosse im Werkzeug des Herstellers.
propose-no-no-output = { $place } hat keinen Ausgang für eine Bedingung. Nennen Sie eine andere Sprosse oder einen anderen Ausgang.
propose-no-translated = { $name } hat einen Kommentar in mehreren Sprachen. Ändern Sie ihn im Werkzeug des Herstellers.
propose-no-not-text = { $file } kann nicht Byte für Byte zurückgeschrieben werden. Exportieren Sie die Datei noch einmal.
propose-no-not-encodable = Der Zeichensatz von { $file } hat nicht alle diese Zeichen. Verwenden Sie andere Zeichen.
propose-no-ends-before = { $name } hat Sprünge oder endet vorzeitig, die letzte Sprosse wird also vielleicht nicht ausgeführt. Fügen Sie die Sprosse im Werkzeug des Herstellers ein, wo sie hingehört.
propose-no-shared = In { $place } ist die Bedingung dieses Ausgangs auch die Bedingung anderer Ausgänge, oder sie enthält mehr als Kontakte und Vergleiche. Ändern Sie diese Sprosse im Werkzeug des Herstellers.
propose-no-not-written = Kein Code schaltet { $name } ein, es gibt also keine Sprosse zu ändern. Nennen Sie einen anderen Ausgang, oder wünschen Sie eine neue Sprosse.
propose-no-keeps-nothing = { $name } behält zwischen zwei Aufrufen keine Werte und kann kein Zeitglied und keinen Zähler enthalten. Nennen Sie einen Funktionsbaustein oder ein Programm.
propose-no-no-pattern = Die Datei enthält keinen Baustein, der als Vorlage für den neuen in { $name } dienen kann. Zeichnen Sie einen im Werkzeug des Herstellers, und exportieren Sie das Projekt noch einmal.
propose-no-already-written = { $name } bekommt seinen Wert schon an { $count ->
    [one] einer Stelle
   *[other] { $count } Stellen
 } des Codes. Schreiben Sie „{ $name } auch, wenn …“, um die vorhandene Sprosse zu ändern.
propose-no-not-verified = Die geänderte Kopie ließe sich im Werkzeug des Herstellers nicht übersetzen: { $what }. Machen Sie die Änderung dort.
propose-no-draft-failed = Der Code des Modells hat nach drei Korrekturen noch Fehler: { $errors }. Wünschen Sie eine kleinere Änderung.
propose-no-draft-empty = Der Entwurf enthält keine Änderung. Fragen Sie noch einmal.
propose-no-draft-form = Der Inhalt für { $target } ist nicht verwendbar: { $why }. Berichtigen Sie den Inhalt.
propose-no-draft-action = { $action } von { $target } als { $code } ist in diesem Projekt nicht möglich. Verwenden Sie eine andere Aktion.
propose-no-same = Es ist schon so: { $name }. Nennen Sie einen anderen Wert.
propose-no-called = Der Aufruf, der { $name } schaltet, hat keinen Eingang, der das könnte. Ändern Sie den aufgerufenen Baustein.
propose-no-new-step = Ein neuer Schritt ändert den Schritt davor, seine eigene Aktion und den Übergang zum nächsten Schritt gemeinsam. Eine solche Änderung einer Schrittkette wird hier nicht geplant: Fügen Sie den Schritt im Werkzeug des Herstellers ein. Sein Zeitglied, seine Tags und Bedingungen von Ausgängen können geplant werden, je in einem eigenen Wunsch.
propose-no-nothing-to-undo = Ein Plan ändert nichts, bis Sie ihn freigeben, und jede Version bleibt, wie sie war. Öffnen Sie die Version vor der Änderung, oder nennen Sie die Änderung, die jetzt gemacht werden soll.
propose-no-nothing-left = Die Schritte dieses Plans hängen voneinander ab. Wünschen Sie die Änderung ohne den Schritt.
propose-no-not-the-plan = Das Projekt hat sich geändert, seit dieser Plan erstellt wurde. Wünschen Sie die Änderung noch einmal.
propose-no-reread = Die geänderte Kopie konnte nicht wieder gelesen werden ({ $why }). Machen Sie die Änderung im Werkzeug des Herstellers.
propose-no-differs = Die geänderte Kopie unterscheidet sich in etwas, das nicht geplant ist: { $what }. Machen Sie die Änderung im Werkzeug des Herstellers.

propose-ask-place = Welche Stelle ist gemeint?
propose-ask-routine = In welcher Routine?
propose-ask-rung = In welcher Sprosse?
propose-ask-type = Von welchem Typ?
propose-ask-polarity = Lässt der Kontakt durch, solange das Bit ein ist, oder solange es aus ist?
propose-ask-task = In welcher Task?
propose-ask-amendment = Was soll anders sein als im Plan: ein anderer Name, ein anderer Wert, eine andere Stelle, oder ein Schritt weniger?
propose-ask-name = Welcher Name ist gemeint mit
propose-ask-input = Welcher Eingang des Aufrufs bekommt die Bedingung?
propose-ask-priority = Welcher der beiden wartet, während der andere eingeschaltet ist?
propose-ask-time = Wie lange? Es geht um
propose-ask-limit = Ab welchem Wert? Es geht um
propose-ask-value = Welcher neue Wert? Es geht um
propose-ask-new-name = Welcher neue Name? Es geht um
propose-ask-why-fact = Der Wunsch sagt es nicht, und es wird nicht geraten.
propose-ask-use = Code benutzt es noch. Was soll aus diesem Code werden? Es geht um
propose-ask-why-use = Ohne das Tag ließe sich dieser Code nicht übersetzen.
propose-ask-part = Welche Änderung ist gemeint mit
propose-ask-why-part = Dieser Teil des Wunsches wird nicht verstanden, und es wird nichts geraten. Wählen Sie eine der Änderungen, oder schreiben Sie den Teil mit anderen Worten.
propose-ask-without-part = diesen Teil weglassen
propose-ask-why-priority = Jeder der beiden könnte warten; warten sie aufeinander, können beide blockieren.
propose-ask-why-input = Ein Aufruf schaltet diesen Ausgang; jeder Eingang bewirkt etwas anderes.
propose-ask-why-name = Jeder Name würde etwas anderes ändern. Der Plan wird gezeigt, bevor etwas geändert wird.
propose-ask-why-place = Derselbe Name kann an mehreren Stellen deklariert sein und bedeutet an jeder etwas anderes.
propose-ask-why-routine = Derselbe Code wirkt in jeder davon zu anderen Zeiten und unter anderen Bedingungen.
propose-ask-why-rung = Jede Sprosse schaltet etwas anderes ein.
propose-ask-why-type = Der Typ bestimmt, welche Werte möglich sind und wie viel Platz es braucht.
propose-ask-why-polarity = Die falsche Wahl kehrt die Bedingung um.
propose-ask-why-task = Eine Task führt ihre Programme zu ihren eigenen Zeiten aus.
propose-ask-why-amendment = Der gespeicherte Plan wird ausgeführt. Er ändert sich nur, wenn Ihr Text vollständig verstanden wird.
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
propose-step-fed = Den Eingang { $input } des Aufrufs, der { $name } schaltet, nur einschalten, solange { $condition } gilt, in { $place }.
propose-step-parallel = { $name } in { $place } auch einschalten, solange { $condition } gilt.
propose-step-around = In { $place } { $condition } parallel zum Kontakt von { $name } legen.
propose-step-latched = { $name } in { $place } eingeschaltet lassen, bis { $until } ansteht.
propose-step-opposite = Negieren, was { $name } in { $place } bekommt.
propose-step-delay = { $name } in { $place } um { $time } später einschalten.
propose-step-pulse = { $name } nur für einen Zyklus einschalten, wenn die Bedingungen zutreffen, mit { $memory }, in { $place }.
propose-step-stay = { $name } in { $place } um { $time } länger eingeschaltet lassen.
propose-step-new-value = { $name } auf { $value } setzen, solange { $condition } gilt, am Ende von { $place }.
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
propose-step-also-rung = auch { $place } löschen
propose-step-listed = { $question } ({ $shown } von { $of } sind genannt; jede andere kann eingegeben werden.)
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
propose-assumed-helper = Das neue Bit { $name } wird in { $place } angelegt; der Aufruf bekommt es anstelle des alten Operanden.
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
