# Was der Editor eines Herstellers meldet, wenn er ein Projekt prüft.
check-syntax = { $found } wird hier nicht erwartet.
check-syntax-end = Der Text endet, bevor die Anweisung vollständig ist.
check-missing = { $missing } fehlt vor { $found }.
check-missing-end = { $missing } fehlt am Ende des Textes.
check-unterminated = Der Kommentar oder Text, der mit { $begin } beginnt, hat kein Ende.
check-unbalanced = Die Zweige oder Klammern des Strompfads passen bei { $found } nicht zusammen.
check-unbalanced-end = Der Strompfad endet, bevor alle Zweige und Klammern geschlossen sind.
check-no-output = { $instruction } ist eine Abfrage, und danach folgt keine Ausgabeanweisung.
check-unknown-instruction = { $name } ist weder eine Anweisung der Plattform noch eine Add-On-Anweisung dieses Projekts.
check-undeclared = { $name } ist nicht deklariert.
check-undeclared-near = { $name } ist nicht deklariert, { $near } dagegen schon.
check-external = { $name } ist in dieser Datei nicht deklariert. Wenn keine Bibliothek den Namen deklariert, ist das Projekt fehlerhaft.
check-unknown-routine = Das Programm hat keine Routine { $name }.
check-unknown-label = Die Sprungmarke { $name } gibt es in dieser Routine nicht.
check-label-twice = Die Sprungmarke { $name } gibt es in dieser Routine mehrmals.
check-no-member = Der Typ { $of } hat kein Element { $member }.
check-no-array = Ein Wert vom Typ { $of } hat keine Elemente.
check-dimensions = Das Feld hat { $expected } Dimensionen, angegeben sind { $given } Indizes.
check-out-of-bounds = Der Index { $index } liegt außerhalb der Grenzen { $low } bis { $high }.
check-index-type = Ein Index ist eine ganze Zahl, kein Wert vom Typ { $of }.
check-bit-too-high = Der Typ { $of } hat kein Bit { $bit }.
check-operand-count = { $instruction } braucht { $least ->
    [one] { $least } Operanden
   *[other] { $least } Operanden
} und hat { $given }.
check-operand-missing = Der Operand { $position } von { $instruction } fehlt.
check-operand-type = Der Operand { $position } von { $instruction } hat den Typ { $of }; die Anweisung braucht { $expected }.
check-pin-type = Der Anschluss { $pin } von { $instruction } hat den Typ { $of }; die Anweisung braucht { $expected }.
check-not-connected = { $name } ist nicht mit der Stromschiene verbunden.
check-assign = Ein Wert vom Typ { $from } kann keiner Variablen vom Typ { $to } zugewiesen werden.
check-narrowing = Ein Wert vom Typ { $from } passt möglicherweise nicht in eine Variable vom Typ { $to }.
check-too-large = Die Konstante { $value } passt nicht in den Typ { $of }.
check-condition = Eine Bedingung ist ein oder aus, kein Wert vom Typ { $of }.
check-whole-number = Hier ist eine ganze Zahl nötig, kein Wert vom Typ { $of }.
check-operator = Der Operator { $operator } verarbeitet keinen Wert vom Typ { $of }.
check-operators = Der Operator { $operator } verarbeitet die Typen { $left } und { $right } nicht zusammen.
check-no-parameter = { $block } hat keinen Parameter { $parameter }.
check-parameter-missing = Der Aufruf von { $block } übergibt den Parameter { $parameter } nicht.
check-parameter-twice = Der Aufruf von { $block } übergibt den Parameter { $parameter } mehrmals.
check-parameter-type = Der Parameter { $parameter } von { $block } passt nicht: ein Wert vom Typ { $from } kann dem Typ { $to } nicht zugewiesen werden.
check-parameter-variable = Der Parameter { $parameter } von { $block } braucht eine Variable.
check-parameter-way = Der Parameter { $parameter } von { $block } hat die andere Richtung: Eingänge mit :=, Ausgänge mit =>.
check-argument-count = { $block } braucht { $least } Argumente und hat { $given }.
check-not-callable = { $name } hat den Typ { $of } und kann nicht aufgerufen werden.
check-constant-written = { $name } ist eine Konstante und kann nicht geschrieben werden.
check-safety-written = { $name } ist eine Sicherheitsvariable, und Code außerhalb der Sicherheits-Task schreibt sie.
check-declared-twice = Der Name { $name } ist mehrmals deklariert.
check-name-invalid = { $name } ist kein gültiger Name.
check-unknown-type = Der Typ { $of } von { $name } ist nicht in dieser Datei.
check-unknown-program = Die Task { $task } führt das Programm { $program } aus, das es nicht gibt.
check-scheduled-twice = Das Programm { $program } ist mehrmals eingeplant.
check-no-start-routine = Das Programm { $program } hat keine Routine { $routine }.
check-safety-changed = Das ist Sicherheitscode. Tagbridge ändert ihn nicht.
check-protected-changed = Dieser Code ist geschützt oder versiegelt. Tagbridge ändert ihn nicht.
check-outside-plan = Dieser Code gehört nicht zum Plan, wurde aber geändert.
check-content-no-unit = Dieses Projekt hat keine Routine und keinen Strompfad { $name }.
check-content-drawn = Der Code von { $name } ist eine Zeichnung. Ändern Sie die Datei, und prüfen Sie die geänderte Datei.
