# Siemens S7.
s7-remedy-wrong-place = prüfen Sie Rack und Slot (S7-300: rack=0&slot=2; S7-400: wie in der Hardwarekonfiguration; S7-1200/1500: rack=0&slot=1) oder die TSAPs
s7-remedy-no-room = die Steuerung hat vielleicht keine Verbindung frei (eine S7-1200 hat wenige): schließen Sie die eines anderen Programms, oder prüfen Sie Rack und Slot (S7-300: rack=0&slot=2; S7-1200/1500: rack=0&slot=1)
s7-remedy-set-up = die Steuerung hat vielleicht keine Verbindung frei: schließen Sie die eines anderen Programms
s7-remedy-by-address = lesen Sie nach Adresse, etwa DB1.DBD4, oder nehmen Sie die Namen aus dem Projekt

s7-refusal-closed = sie hat die Verbindung geschlossen
s7-refusal-no-names = eine S7-Steuerung kennt Bausteine und Bereiche nach Nummern, und keine Variable beim Namen

# The event log.
s7-logged-other-answer = eine Antwort auf eine andere Anfrage wurde nicht beachtet
s7-logged-no-status-list = die Steuerung beantwortet eine Frage nach sich selbst nicht; sie wird ohne diese Antwort gelesen

# Why a tag has no value.
s7-cause-length = die Antwort hat { $came } Bytes statt { $asked }
s7-cause-unreadable = { $area }: das Lesen ist nicht erlaubt (Rückgabewert { $code })
s7-cause-no-block = DB{ $block } gibt es nicht (Rückgabewert 0x0a); laden Sie ihn in die Steuerung, und schalten Sie bei einer S7-1200/1500 in seinen Eigenschaften „Optimierter Bausteinzugriff“ aus
s7-cause-dark-block = DB{ $block } zeigt nicht einmal sein erstes Byte (Rückgabewert 0x05), wie es optimierte Bausteine tun; schalten Sie in seinen Eigenschaften „Optimierter Bausteinzugriff“ aus, und laden Sie ihn
s7-cause-block-item = DB{ $block }: { $item } (Rückgabewert { $code })
s7-cause-no-such-address = { $area } der Steuerung haben keine solche Adresse (Rückgabewert 0x0a); berichtigen Sie sie
s7-cause-item = { $item } (Rückgabewert { $code })
s7-cause-ends-before = { $area }: das Ende liegt vor Byte { $last }, dem letzten, das hierfür nötig ist
s7-cause-numbers-end-before = { $area }: das Ende liegt vor Nummer { $last }, der letzten, die hierfür nötig ist
s7-cause-ends-with = { $area } endet mit Byte { $end }, nötig sind die Bytes { $first } bis { $last }; das erste fehlende ist { $missing }
s7-cause-level = Schutzstufe { $level } gilt: sie erlaubt weder Lesen noch Schreiben
s7-cause-remedy-put-get = erlauben Sie bei einer S7-1200/1500 in den Schutzeinstellungen der CPU „Zugriff über PUT/GET-Kommunikation durch entfernten Partner“
s7-cause-remedy-lower-level = stellen Sie eine Schutzstufe ein, die das Lesen erlaubt
s7-cause-remedy-texts-room = schreiben Sie die Länge der Zeichenkette, wie STRING[20]
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

# What its numbers mean.
s7-disconnected = { $reason ->
    [r1] sie hat keine Verbindung frei
    [r129] sie hat keine Verbindung frei
    [r2] an diesem TSAP antwortet nichts
    [r3] sie kennt diesen TSAP nicht
    [r128] sie hat die Verbindung beendet
    [r130] die Aushandlung ist gescheitert
    [r133] sie hat einen Protokollfehler gefunden
    [r136] sie nimmt hier keine Verbindungen an
   *[other] sie nannte keinen Grund
}
s7-error = { $word ->
    [x8001] der Dienst ist im jetzigen Zustand nicht möglich
    [x8100] die Baugruppe kennt den Dienst nicht
    [x8104] der Dienst ist nicht verfügbar
    [x8204] der Typ ist widersprüchlich
    [x8301] zu wenig Speicher
    [x8302] zu wenige Ressourcen
    [x8304] zu wenige Ressourcen
    [x8305] die Funktion ist nicht verfügbar
    [x8401] ungültige Folge von Diensten
    [x8402] im Zustand des Objekts nicht möglich
    [x8404] die Funktion ist nicht ausführbar
    [x8500] die Nachricht ist verstümmelt oder zu lang
    [x8503] der Dienst wurde abgebrochen
    [x8701] das Objekt ist nicht adressierbar
    [x8702] der Dienst wird nicht unterstützt
    [x8703] der Zugriff auf das Objekt ist verweigert
    [x8704] das Objekt ist beschädigt
    [xd081] in der jetzigen Betriebsart nicht erlaubt
    [xd0a1] in der jetzigen Schutzstufe nicht erlaubt
    [xd241] in der jetzigen Schutzstufe nicht erlaubt
    [xd401] die Information ist nicht verfügbar
    [xd402] die Information ist nicht verfügbar
    [xd404] keine Anmeldung zur Diagnose ist frei
    [xd406] die Information ist zurzeit nicht verfügbar
   *[other] unbekannter Fehler
} (Fehler { $code })

# What is wrong with an endpoint.
s7-endpoint-kind = as „{ $text }“ ist keine Verbindungsart; es gibt pg, op und basic
s7-endpoint-path = der Pfad „{ $path }“ bedeutet hier nichts; schreiben Sie Rack und Slot wie ?rack=0&slot=1
s7-endpoint-tsap = tsap „{ $text }“ ist nicht LOKAL:ENTFERNT, etwa 0x0301:0x0200
s7-endpoint-tsap-and-more = tsap steht für rack, slot und as; lassen Sie diese weg

# How tags are read.
s7-plan-range = { $area } { $first } bis { $last } für { $tags } Variablen
s7-plan-probed = { $area } ist nicht lesbar: nur das erste Byte wird angefragt
s7-plan-most-items = mehr als { $items } Teile darf eine Anfrage nicht haben; was nahe beieinander liegt, wird deshalb in einem Bereich gelesen
s7-plan-reply-full = die Antwort ist voll
s7-plan-all-left = alles Übrige passt hinein
s7-plan-failed-before = was vorher misslang, wird in eigenen Teilen gelesen
s7-plan-in-turns = was in keine Anfrage passt, wird in { $requests } weiteren erfragt, jede Sekunde eine davon
