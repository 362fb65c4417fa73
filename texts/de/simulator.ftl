# The event log.
simulator-logged-logix-listens = die virtuelle Logix-Steuerung ist bereit
simulator-logged-s7-listens = die virtuelle S7-Steuerung ist bereit
simulator-logged-codesys-listens = die virtuelle CODESYS-Steuerung ist bereit
simulator-logged-codesys-ended = der Server der virtuellen CODESYS-Steuerung ist beendet
simulator-logged-client-not-accepted = eine eingehende Verbindung konnte nicht angenommen werden

# What a person wrote.
simulator-no-fault = die Störung „{ $text }“ gibt es nicht; bekannt sind { $known }
simulator-type-empty = er ist leer
simulator-type-no-bracket = eine `]` fehlt
simulator-type-no-element = nach der `]` fehlen `OF` und ein Typ
simulator-type-no-bounds = eine Dimension ist ein kleinster und ein größter Index, wie 0..9
simulator-type-no-size = eine Dimension ist eine Zahl über 0
simulator-type-unknown = diesen Typ gibt es nicht; Typen werden vor ihrer Verwendung definiert
simulator-type-three-dimensions = es gibt höchstens drei Dimensionen
simulator-type-one-dimension = ein Element oder ein Array von BOOL hat höchstens eine Dimension
simulator-type-too-many-elements = er hat zu viele Elemente
simulator-type-array-of-arrays = ein Array von Arrays wird als [0..1, 0..2] geschrieben
simulator-model-bad-name = `{ $name }` ist kein Name: er ist leer oder enthält einen Punkt oder eine Klammer
simulator-model-duplicate = `{ $name }` gibt es schon; bei Namen zählt Groß- und Kleinschreibung nicht
simulator-model-empty = der Typ `{ $name }` ist leer; geben Sie ihm ein Element oder einen Wert
simulator-model-bad-type = Typ `{ $text }`: { $problem }
simulator-model-initial = der Anfangswert von `{ $name }` ist kein { $type_text }
simulator-logix-model-bad-name = Variable oder Element `{ $name }`: ein Name hat 1 bis 40 Buchstaben, Ziffern und Unterstriche
simulator-logix-model-duplicate = die Variable oder das Element `{ $name }` gibt es schon; bei Namen zählt Groß- und Kleinschreibung nicht
simulator-logix-model-bad-type = Typ `{ $text }`: { $problem }; schreiben Sie ihn wie DINT, STRING[4] oder REAL[2,3]
simulator-logix-model-too-large = die Variable oder Struktur `{ $name }` passt nicht in den Speicher der Steuerung
simulator-tag-unknown = die virtuelle Steuerung hat keine Variable `{ $name }`
simulator-tag-out-of-range = `{ $name }` liegt außerhalb des Arrays oder der Ganzzahl
simulator-tag-wrong-type = `{ $name }` ist von einem anderen Typ, oder der Wert passt nicht hinein
