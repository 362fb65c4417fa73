# Siemens S7.
s7-remedy-wrong-place = prüfen Sie Rack und Slot (S7-300: rack=0&slot=2; S7-400: wie in der Hardwarekonfiguration; S7-1200/1500: rack=0&slot=1) oder die TSAPs
s7-remedy-no-room = die Steuerung hat vielleicht keine Verbindung frei (eine S7-1200 hat wenige): schließen Sie die eines anderen Programms, oder prüfen Sie Rack und Slot (S7-300: rack=0&slot=2; S7-1200/1500: rack=0&slot=1)
s7-remedy-set-up = die Steuerung hat vielleicht keine Verbindung frei: schließen Sie die eines anderen Programms
s7-remedy-by-address = lesen Sie nach Adresse, etwa DB1.DBD4, oder nehmen Sie die Namen aus dem Projekt

s7-refusal-closed = sie hat die Verbindung geschlossen
s7-refusal-no-names = eine S7-Steuerung kennt Bausteine und Bereiche nach Nummern, und keine Variable beim Namen

# The event log.
s7-logged-other-answer = eine Antwort auf eine andere Anfrage bleibt liegen

# Why a tag has no value.
s7-cause-length = { $came } Byte kamen, wo { $asked } gefragt waren
s7-cause-unreadable = { $area }: das Lesen ist nicht erlaubt (Rückgabewert { $code })
s7-cause-no-block = DB{ $block } gibt es nicht (Rückgabewert 0x0a); laden Sie ihn in die Steuerung, und schalten Sie bei einer S7-1200/1500 in seinen Eigenschaften „Optimierter Bausteinzugriff“ aus
s7-cause-dark-block = DB{ $block } zeigt nicht einmal sein erstes Byte (Rückgabewert 0x05), wie es optimierte Bausteine tun; schalten Sie in seinen Eigenschaften „Optimierter Bausteinzugriff“ aus, und laden Sie ihn
s7-cause-block-item = DB{ $block }: { $item } (Rückgabewert { $code })
s7-cause-no-such-address = { $area } der Steuerung haben keine solche Adresse (Rückgabewert 0x0a); berichtigen Sie sie
s7-cause-item = { $item } (Rückgabewert { $code })
s7-cause-ends-before = { $area }: das Ende liegt vor Byte { $last }, dem letzten, das hierfür nötig ist
s7-cause-numbers-end-before = { $area }: das Ende liegt vor Nummer { $last }, der letzten, die hierfür nötig ist
s7-cause-ends-with = { $area } endet mit Byte { $end }, nötig sind die Bytes { $first } bis { $last }; das erste fehlende ist { $missing }
s7-cause-error = { $error } (Fehler { $code })
s7-cause-level = Schutzstufe { $level } gilt: sie erlaubt weder Lesen noch Schreiben
s7-cause-remedy-put-get = erlauben Sie bei einer S7-1200/1500 in den Schutzeinstellungen der CPU „Zugriff über PUT/GET-Kommunikation durch entfernten Partner“
s7-cause-remedy-lower-level = stellen Sie eine Schutzstufe ein, die das Lesen erlaubt
s7-cause-remedy-texts-room = geben Sie den Platz des Textes an, wie STRING[20]
s7-cause-remedy-correct = berichtigen Sie die Adresse, oder laden Sie das Programm, aus dem sie stammt
s7-item-hardware = Hardwarefehler
s7-item-access-denied = der Zugriff auf das Objekt ist nicht erlaubt
s7-item-out-of-range = die Adresse ist außerhalb des Bereichs
s7-item-type-not-supported = der Datentyp wird nicht unterstützt
s7-item-type-mismatch = der Datentyp passt nicht
s7-item-no-object = das Objekt gibt es nicht
s7-item-unknown = unbekannter Rückgabewert
s7-area-memory = die Merker
s7-area-inputs = die Eingänge
s7-area-outputs = die Ausgänge
s7-area-timers = die Zeiten
s7-area-counters = die Zähler
