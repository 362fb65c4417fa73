# Werte, die verglichen oder berechnet werden.
analysis-title-S01 = Kommazahlen auf Gleichheit verglichen
analysis-remedy-S01 = Die Differenz mit einer Toleranz vergleichen: ABS(a - b) < Toleranz.
analysis-title-S02 = Zeiten auf Gleichheit verglichen
analysis-remedy-S02 = Mit >= oder <= vergleichen: Zwischen zwei Zyklen kann eine Zeit am Wert vorbeilaufen, ohne ihm je gleich zu sein.
analysis-values-real = { $comparison } vergleicht Kommazahlen auf Gleichheit; was herauskommt, entscheidet die Rundung.
analysis-values-time = { $comparison } vergleicht Zeiten auf Gleichheit; ein Zyklus kann genau diesen Moment überspringen.
analysis-title-S03 = Division durch einen Wert, der 0 sein kann
analysis-remedy-S03 = Nur dividieren, wenn der Teiler nicht 0 ist, oder ihn mit MAX oder LIMIT von 0 fernhalten.
analysis-division-zero = Der Teiler ist das Literal 0.
analysis-division-unchecked = { $divisor } ist ein Teiler, und nichts in dieser Routine verhindert, dass er 0 ist.
analysis-title-S04 = Feldindex von außen ohne Prüfung der Grenzen
analysis-remedy-S04 = Den Index vor dem Zugriff gegen die Grenzen des Feldes prüfen oder begrenzen.
analysis-bounds-parameter = { $index } ist ein Parameter und wählt ein Element von { $array }; diese Routine prüft ihn nicht gegen die Grenzen.
analysis-bounds-outside = { $index } schreibt kein Code, sein Wert kommt also von außen, und er wählt ein Element von { $array }; diese Routine prüft ihn nicht gegen die Grenzen.

# Aufbau.
analysis-title-C01 = Komplexer Code
analysis-remedy-C01 = Zusammengehörende Teile in eigene Routinen oder Bausteine verschieben.
analysis-structure-complex = { $name } hat eine zyklomatische Komplexität von { $cyclomatic } (Grenze 10) und eine kognitive Komplexität von { $cognitive } (Grenze 20).
analysis-structure-conditions = Ein Strompfad oder Netzwerk von { $name } hat { $count } Kontakte und Vergleiche (Grenze { $most }).
analysis-title-C02 = Tiefe Verschachtelung
analysis-remedy-C02 = Früh verlassen, wo nichts zu tun ist, Bedingungen verbinden oder den inneren Teil in eine eigene Routine verschieben.
analysis-structure-nested = { $name } ist { $depth } Ebenen tief verschachtelt (Grenze { $most }).
analysis-title-C03 = Lange Routine
analysis-remedy-C03 = Nach Aufgaben aufteilen.
analysis-structure-long = { $name } hat { $lines } Zeilen mit Code (Grenze { $most }).
analysis-structure-rungs = { $name } hat { $count } Strompfade oder Netzwerke (Grenze { $most }).
analysis-title-C04 = Viele Parameter
analysis-remedy-C04 = Zusammengehörende Parameter in einer Struktur verbinden oder den Baustein teilen.
analysis-structure-inputs = { $name } hat { $count } Eingänge (Grenze { $most }).
analysis-structure-outputs = { $name } hat { $count } Ausgänge (Grenze { $most }).
analysis-structure-in-outs = { $name } hat { $count } Durchgangsparameter (Grenze { $most }).
analysis-title-C05 = Kein ELSE
analysis-remedy-C05 = Ein ELSE ergänzen, das sagt, was bei einem Wert zu tun ist, mit dem niemand gerechnet hat; wo nichts zu tun ist, das in einem Kommentar sagen.
analysis-structure-case = Dieses CASE hat kein ELSE: Werte, die es nicht nennt, haben keine Wirkung.
analysis-structure-elsif = Dieses IF … ELSIF hat kein ELSE: Wo keine seiner Bedingungen gilt, geschieht nichts.
analysis-title-C06 = Code, der vorzeitig verlassen wird
analysis-remedy-C06 = Mit IF oder mit einer Bedingung der Schleife schreiben, so dass jeder Teil dort verlassen wird, wo er endet.
analysis-structure-leaves = { $name } verwendet { $what } { $count ->
    [one] einmal
   *[other] { $count }-mal
}.
analysis-structure-figure-routines = Routinen
analysis-structure-figure-units = Strompfade, Netzwerke, Blätter und Texte
analysis-structure-figure-cyclomatic = Höchste zyklomatische Komplexität eines Textes
analysis-structure-figure-cognitive = Höchste kognitive Komplexität eines Textes
analysis-structure-figure-depth = Tiefste Verschachtelung eines Textes

# Namen.
analysis-title-N01 = Langer Name
analysis-remedy-N01 = Den Namen kürzen oder die Grenze in den Namensregeln erhöhen.
analysis-title-N02 = Name mit anderen Zeichen
analysis-remedy-N02 = Buchstaben, Ziffern und einzelne Unterstriche aus ASCII verwenden.
analysis-title-N03 = Name in anderer Schreibweise
analysis-remedy-N03 = So umbenennen, wie es die Namensregeln verlangen.
analysis-title-N04 = Name ohne sein Präfix
analysis-remedy-N04 = So umbenennen, wie es die Namensregeln verlangen.
analysis-naming-long = { $name } hat { $length } Zeichen (Grenze { $most }).
analysis-naming-characters = { $name } hat andere Zeichen als Buchstaben, Ziffern und einzelne Unterstriche aus ASCII.
analysis-naming-case = { $name } ist nicht wie { $expected } geschrieben.
analysis-naming-prefix = { $name } ist vom Typ { $kind } und beginnt nicht mit { $expected }.
analysis-naming-case-camel = motorDrehzahl
analysis-naming-case-pascal = MotorDrehzahl
analysis-naming-case-snake = motor_drehzahl
analysis-naming-case-upper = MOTOR_DREHZAHL
analysis-naming-figure-names = Namen
analysis-naming-figure-longest = Zeichen des längsten Namens
analysis-naming-figure-of-other = Namen mit anderen Zeichen als ASCII

# Kommentare.
analysis-title-K01 = Kein Kommentar
analysis-remedy-K01 = In einem Kommentar sagen, wozu es da ist.
analysis-title-K02 = Auskommentierter Code
analysis-remedy-K02 = Löschen; was vorher da war, bewahren die Versionen.
analysis-comments-unit = { $name } hat keinen Kommentar, weder einen eigenen noch am Anfang des Codes.
analysis-comments-variables = { $without } von { $of } Variablen von { $scope } haben keinen Kommentar.
analysis-comments-tags = { $without } von { $of } Variablen der Steuerung haben keinen Kommentar.
analysis-comments-code = { $lines ->
    [one] Ein Kommentar ist abgeschalteter Code:
   *[other] { $lines } Zeilen Kommentar sind abgeschalteter Code:
} { $first }
analysis-comments-figure-units = Programme und Bausteine mit Code
analysis-comments-figure-units-without = Programme und Bausteine ohne Kommentar
analysis-comments-figure-variables = Variablen und Parameter
analysis-comments-figure-variables-without = Variablen und Parameter ohne Kommentar
analysis-comments-figure-lines = Zeilen mit auskommentiertem Code

# Adressen.
analysis-title-D01 = Physische Adresse im Code
analysis-remedy-D01 = Eine Variable an der Adresse deklarieren und ihren Namen verwenden.
analysis-title-D02 = Überlappende Adressen
analysis-remedy-D02 = Jeder eine eigene Adresse geben; wo die Überlappung gewollt ist, das in den Kommentaren sagen.
analysis-addresses-direct = { $address } wird im Code { $count ->
    [one] einmal
   *[other] { $count }-mal
} mit der Adresse verwendet.
analysis-addresses-same = { $one } und { $other } haben dieselbe Adresse.
analysis-addresses-shared = { $one } und { $other } haben gemeinsame Bits.
analysis-addresses-covers = { $name } hat dieselben Bits wie { $count ->
    [one] { $first }
   *[other] { $count } andere, darunter { $first }
}.

# Zugriff von außen.
analysis-title-G01 = Eingegebener Wert ohne Bereichsprüfung
analysis-remedy-G01 = Den Wert in der Steuerung begrenzen, bevor er verwendet wird.
analysis-title-G02 = Betriebsart und Fehler der Steuerung werden nicht überwacht
analysis-remedy-G02 = Den Zustand der Steuerung und ihrer Baugruppen im Code lesen und melden, wenn er sich ändert.
analysis-title-G03 = Lese- und Schreibzugriff auf unbenutzte Variablen
analysis-remedy-G03 = Den Zugriff von außen auf das, was kein HMI braucht, auf Nur Lesen oder Kein stellen, oder es löschen.
analysis-title-G04 = Ungeschützter Quelltext
analysis-remedy-G04 = Bausteine schützen, deren Quelltext nicht jeder lesen oder ändern soll, oder sie mit einer Signatur versiegeln.
analysis-security-unchecked = { $name } wird außerhalb der Steuerung eingegeben, und kein Code prüft den Bereich.
analysis-security-unwatched = Kein Code, den die Datei zeigt, fragt Betriebsart oder Fehler der Steuerung oder ihrer Baugruppen ab.
analysis-security-open = { $count ->
    [one] Eine Variable
   *[other] { $count } Variablen
} von { $scope } { $count ->
    [one] kann von außen beschrieben werden, und kein Code benutzt sie.
   *[other] können von außen beschrieben werden, und kein Code benutzt sie.
}
analysis-security-open-tags = { $count ->
    [one] Eine Variable
   *[other] { $count } Variablen
} der Steuerung { $count ->
    [one] kann von außen beschrieben werden, und kein Code benutzt sie.
   *[other] können von außen beschrieben werden, und kein Code benutzt sie.
}
analysis-security-unprotected = { $count ->
    [one] Der eine Baustein mit Code hat weder Quelltextschutz noch Signatur.
   *[other] Keiner der { $count } Bausteine mit Code hat Quelltextschutz oder eine Signatur.
}
analysis-security-figure-read-write = Variablen, die von außen gelesen und geschrieben werden können
analysis-security-figure-read-only = Variablen, die von außen nur gelesen werden können
analysis-security-figure-hidden = Variablen, die von außen nicht sichtbar sind
analysis-security-figure-untold = Variablen, von denen die Datei es nicht sagt
analysis-security-figure-protected = Bausteine mit geschütztem Quelltext

# Verriegelungen.
analysis-title-I01 = Gegenläufige Ausgänge ohne gegenseitige Verriegelung
analysis-remedy-I01 = Den jeweils anderen Ausgang negiert in die Bedingung aufnehmen.
analysis-title-I02 = Motor ohne Freigabe
analysis-remedy-I02 = Halt, Störung und Freigabe in die Bedingung des Ausgangs aufnehmen.
analysis-title-I03 = Überbrückung, die nie zurückgesetzt wird
analysis-remedy-I03 = Die Überbrückung nach einer Zeit, mit der Betriebsart oder beim Anlauf zurücksetzen; und anzeigen, dass sie aktiv ist.
analysis-interlocks-pair = { $one } und { $other } können zugleich ein sein: Keine der Bedingungen schließt die andere aus.
analysis-interlocks-no-permissive = { $name } wird allein durch einen Befehl eingeschaltet: Die Bedingung hat weder Halt noch Störung noch Freigabe.
analysis-interlocks-bypass = { $name } wird gesetzt, und kein Code setzt es zurück.
analysis-interlocks-bypass-outside = { $name } wird von außen gesetzt, und kein Code setzt es zurück.
analysis-interlocks-figure-pairs = Paare gegenläufiger Ausgänge
analysis-interlocks-figure-exclusive = Paare, die sich ausschließen
analysis-interlocks-figure-motors = Ausgänge von Motoren
analysis-interlocks-figure-bypasses = Überbrückungen

# Alarme.
analysis-title-A01 = Alarm ohne Verzögerung
analysis-remedy-A01 = Den Alarm erst melden, wenn die Bedingung eine Zeit lang gilt.
analysis-title-A02 = Alarm ohne Hysterese
analysis-remedy-A02 = Den Alarm erst löschen, wenn der Wert um eine Hysterese zurück ist.
analysis-title-A03 = Alarm, der nie zurückgesetzt wird
analysis-remedy-A03 = Zurücksetzen, wenn die Bedingung weg ist und jemand quittiert hat.
analysis-title-A04 = Alarm, der weder gespeichert noch quittiert wird
analysis-remedy-A04 = Den Alarm behalten, bis jemand quittiert hat, wie bei anderen Alarmen dieses Projekts.
analysis-title-A05 = Alarmgrenzen in falscher Reihenfolge
analysis-remedy-A05 = Die Grenzen so setzen, dass Tief-Tief < Tief < Hoch < Hoch-Hoch gilt.
analysis-alarms-no-delay = { $name } wird ohne Verzögerung gemeldet, sobald der Wert die Grenze überschreitet.
analysis-alarms-no-deadband = { $name } wird beim selben Wert gemeldet und gelöscht, ohne Hysterese.
analysis-alarms-no-reset = { $name } wird gespeichert, und kein Code setzt es zurück.
analysis-alarms-not-kept = { $name } geht mit seiner Bedingung; andere Alarme dieses Projekts werden gespeichert oder quittiert.
analysis-alarms-order = { $low } beginnt mit { $lower } und { $high } mit { $higher }: Die Reihenfolge der Grenzen stimmt nicht.
analysis-alarms-figure-alarms = Alarme, die der Code meldet
analysis-alarms-figure-analog = Alarme eines Wertes, der eine Grenze überschreitet
analysis-alarms-figure-latched = Gespeicherte Alarme
analysis-alarms-figure-instructions = Alarmanweisungen
analysis-alarms-figure-acknowledged = Alarme mit einer Quittierung in der Bedingung

# Was die Norm einer Branche verlangt.
analysis-batch-figure-phases = Programme und Bausteine, die wie Phasen heißen
analysis-batch-figure-recipes = Variablen, die wie Rezepte oder Chargen heißen
analysis-batch-figure-charts = Ablaufketten
analysis-batch-figure-commands = Befehle der ISA-88, die eine Variable haben, von 6
analysis-isa182-figure-instructions = Alarmanweisungen (ALMA, ALMD)
analysis-isa182-figure-alarms = Variablen, die wie Alarme heißen
analysis-isa182-figure-described = Davon mit Beschreibung
analysis-isa182-figure-delays = Verzögerungen
analysis-isa182-figure-deadbands = Hysteresen
analysis-isa182-figure-suppressed = Unterdrückungen und Sperren
analysis-machine-figure-tasks = Sicherheitstasks
analysis-machine-figure-programs = Sicherheitsprogramme
analysis-machine-figure-blocks = Sicherheitsbausteine
analysis-machine-figure-tags = Sicherheitsvariablen
analysis-machine-figure-stops = Variablen, die wie Not-Halt heißen
analysis-machine-figure-guards = Variablen, die wie Schutztüren heißen
analysis-machine-figure-writable = Sicherheitsvariablen, die von außen beschrieben werden können

# Was Lehrbücher verdächtig nennen.
analysis-title-S05 = Vergleich, den der Typ entscheidet
analysis-remedy-S05 = Die Grenze oder den Typ der Variablen berichtigen.
analysis-suspect-decided = { $comparison } ist immer { $value }: { $name } hat den Typ { $of }.
analysis-title-S06 = Schleifenzähler in der Schleife geändert
analysis-remedy-S06 = Die Schleife mit EXIT verlassen, oder eine WHILE-Schleife verwenden.
analysis-suspect-counter = Die Schleife zählt mit { $name }, und ihr Rumpf schreibt { $name }.
analysis-title-S07 = Endlosschleife
analysis-remedy-S07 = Eine Variable der Bedingung in der Schleife ändern, oder sie mit EXIT verlassen.
analysis-suspect-endless = Nichts in der Schleife ändert ihre Bedingung { $condition }, und nichts verlässt die Schleife.
analysis-title-S08 = Zuweisung an sich selbst
analysis-remedy-S08 = Die Zuweisung entfernen, oder eine ihrer Seiten berichtigen.
analysis-suspect-itself = { $name } wird sich selbst zugewiesen.
analysis-title-S09 = Anweisung ohne Wirkung
analysis-remedy-S09 = Die Anweisung entfernen oder vervollständigen.
analysis-suspect-idle = { $text } hat keine Wirkung.
analysis-title-S10 = Operand, der nichts entscheidet
analysis-remedy-S10 = Einen der beiden Operanden entfernen oder berichtigen.
analysis-suspect-twice = { $name } kommt in { $condition } mehrmals vor und entscheidet beim zweiten Mal nichts.
analysis-suspect-always = { $condition } ist immer { $value }: { $name } und seine Negation kommen beide vor.
analysis-title-S11 = Umwandlung in einen kleineren Typ
analysis-remedy-S11 = Den Bereich vor der Umwandlung prüfen, oder einen größeren Typ verwenden.
analysis-suspect-narrows = { $text } wandelt einen Wert vom Typ { $from } in den kleineren Typ { $to } um.
analysis-title-S12 = Temporäre Variable vor dem Schreiben gelesen
analysis-remedy-S12 = Zuerst einen Wert zuweisen: temporäre Variablen beginnen mit einem beliebigen Wert.
analysis-suspect-unset = { $name } ist eine temporäre Variable, und dieser Code liest sie, bevor er sie schreibt.
