# EtherNet/IP CIP.
cip-remedy-free-connections = schließen Sie andere Verbindungen zur Steuerung (HMI, andere Gateways), oder warten Sie, bis verwaiste ablaufen
cip-remedy-route = prüfen Sie den Weg in der Adresse: den Steckplatz der Steuerung (etwa /1,0), oder / allein, wenn sie einen eigenen Anschluss hat
cip-remedy-index = prüfen Sie den Index gegen die Größe der Variablen
cip-remedy-download = warten Sie, bis der Download beendet ist
cip-remedy-size = begrenzen Sie die Größe in der Adresse, etwa mit ?size=504
cip-remedy-other-controller = prüfen Sie, ob die Adresse zu einer Logix-Steuerung führt; andere haben keine Liste von Variablen
cip-remedy-edit = warten Sie, bis der Download oder die Online-Änderung beendet ist
cip-remedy-by-name = lesen Sie die Variablen stattdessen beim Namen
cip-remedy-tags-of-another = lesen Sie eine Logix-Steuerung (ControlLogix, CompactLogix, Micro800), oder lassen Sie eine solche die Datendateien mit Nachrichten (MSG) in Variablen kopieren

# What a device is refused for.
cip-refusal-data-files = { $product } ist eine PLC-5, SLC 500 oder MicroLogix: sie hat Datendateien wie N7:0, keine Variablen, und antwortet auf PCCC, das Tagbridge nicht spricht

cip-upload-refused = die Steuerung listet ihre Variablen nicht auf: { $why }
cip-upload-too-long = die Liste hat mehr als { $limit } { $what }
cip-upload-changing = das Projekt änderte sich immer wieder, während die Variablen aufgelistet wurden

cip-refused-directly = { $status }, ohne Weg
cip-refused-by-route = { $status }, über den Weg { $route }

# Warum eine Variable keinen Wert hat.
cip-tag-hangs-up = die Steuerung schließt die Verbindung, wenn sie nach dieser Variable gefragt wird, die deshalb eine Stunde lang ausgelassen wird; prüfen Sie ihren Namen

# The event log.
cip-logged-other-answer = eine Antwort auf eine andere Anfrage wurde nicht beachtet
cip-logged-names-alone = die Variablen werden allein nach ihren Namen gelesen
cip-logged-tags-not-listed = die Variablen der Steuerung waren nicht aufzulisten
cip-logged-program-changed = das Programm der Steuerung hat sich geändert; ihre Variablen werden neu erfasst
cip-logged-listed-again = das Programm änderte sich, während die Variablen aufgelistet wurden; das geschieht nun neu
cip-logged-program-not-listed = die Variablen eines Programms sind nicht aufgelistet
cip-logged-tag-differs = eine Variable weicht von der Variablenliste der Steuerung ab
cip-logged-structure-too-deep = eine Struktur enthält sich selbst oder ist zu tief verschachtelt
cip-logged-structure-unreadable = die Beschreibung einer Struktur ist nicht lesbar
cip-logged-structure-not-described = die Steuerung beschreibt eine Struktur nicht
cip-logged-access-unknown = die Steuerung nennt den Zugriff von außen nicht
cip-logged-hung-up-at-name = die Steuerung trennte, als nach dem Namen ihres Projekts gefragt wurde
cip-logged-hung-up-at-tags = die Steuerung trennte, als nach ihren Variablen gefragt wurde
cip-logged-no-backplane = das Gerät hat keinen Rückwandbus und wird direkt gelesen
cip-logged-identity-from-port = die Steuerung sagt nicht, wer sie ist; ihr Anschluss wird gefragt
cip-logged-no-identity = das Gerät sagt nicht, wer es ist
cip-logged-hung-up-at-read = die Steuerung schließt die Verbindung, wenn sie nach einer Variable gefragt wird
cip-logged-connection-refused = die Steuerung lehnte eine Verbindung ab
cip-logged-no-connection = die Steuerung gewährt keine Verbindung und wird ohne gelesen, in kleineren Stücken
cip-logged-no-more-connections = die Steuerung gewährt keine weiteren Verbindungen

# What a status means.
cip-status = { $extended ->
    [x01-0100] eine Verbindung mit dieser Seriennummer ist schon offen
    [x01-0103] die Transportklasse wird nicht unterstützt
    [x01-0106] die Verbindung gehört einem anderen Teilnehmer
    [x01-0107] die zu schließende Verbindung gibt es nicht
    [x01-0108] die Verbindungsart wird nicht unterstützt
    [x01-0109] die Verbindungsgröße wird nicht unterstützt
    [x01-0110] das Gerät ist nicht konfiguriert
    [x01-0111] das Paketintervall wird nicht unterstützt
    [x01-0113] die Steuerung hat keine Verbindung frei
    [x01-0114] Hersteller- oder Produktcode im Schlüssel passt nicht
    [x01-0115] die Produktart im Schlüssel passt nicht
    [x01-0116] die Revision im Schlüssel passt nicht
    [x01-0117] den Verbindungspunkt gibt es nicht
    [x01-0118] das Format der Konfiguration ist ungültig
    [x01-0119] die Verbindung wird nicht geöffnet, weil ihre steuernde Verbindung nicht offen ist
    [x01-011a] das Ziel hat keine Verbindung frei
    [x01-0203] die Verbindung hat die Zeit überschritten
    [x01-0204] die Anfrage fand auf der Route keine Antwort
    [x01-0205] ein Parameter der verbindungslosen Anfrage ist falsch
    [x01-0206] die Nachricht ist zu groß für eine verbindungslose Anfrage
    [x01-0207] die Bestätigung kam ohne Daten
    [x01-0301] die Steuerung hat keinen Pufferspeicher frei
    [x01-0302] das Netz hat keine Bandbreite frei
    [x01-0303] keine Verbindung zum Verbraucher ist frei
    [x01-0304] das Gerät ist nicht dafür konfiguriert, geplante Daten zu senden
    [x01-0311] die Route nennt einen Port, den es nicht gibt
    [x01-0312] die Route nennt eine Adresse, die es nicht gibt
    [x01-0315] ein Segment der Route wird nicht verstanden
    [x01-0316] die Route beim Schließen ist eine andere als beim Öffnen
    [x01-0317] eine Planung ist nicht möglich
    [x01-0318] die Route führt zum Gerät selbst zurück
    [x0c-8010] die Steuerung ist mit einem Download beschäftigt
    [x0c-8011] die Steuerung ist mit einem Download beschäftigt
    [xff-2104] der Offset liegt hinter dem Ende der Variablen
    [xff-2105] die verlangten Elemente liegen hinter dem Ende der Variablen
    [xff-2107] die Variable ist von einem anderen Typ
   *[other] { $general ->
        [x00] erfolgreich
        [x01] die Verbindung kam nicht zustande
        [x02] die Steuerung hat keine Ressourcen frei
        [x03] ein Parameterwert ist ungültig
        [x04] ein Segment des Pfads wird nicht verstanden
        [x05] der Pfad führt ins Leere
        [x06] nur ein Teil der Daten wurde übertragen
        [x07] die Verbindung ist verloren
        [x08] der Dienst wird nicht unterstützt
        [x09] ein Attributwert ist ungültig
        [x0a] ein Attribut der Liste ist fehlgeschlagen
        [x0b] das Objekt ist schon in diesem Zustand
        [x0c] der Zustand des Objekts lässt es nicht zu
        [x0d] das Objekt gibt es schon
        [x0e] das Attribut ist nicht setzbar
        [x0f] der Zugriff ist verweigert
        [x10] der Zustand des Geräts lässt es nicht zu
        [x11] die Antwort passt nicht hinein
        [x12] der Wert würde zerteilt
        [x13] die Anfrage hat zu wenige Bytes
        [x14] das Attribut wird nicht unterstützt
        [x15] die Anfrage hat zu viele Bytes
        [x16] das Objekt gibt es nicht
        [x17] die Teile kamen außer der Reihe
        [x18] es sind keine Attribute gespeichert
        [x19] die Daten ließen sich nicht speichern
        [x1a] die Anfrage ist zu groß, um weitergeleitet zu werden
        [x1b] die Antwort ist zu groß, um weitergeleitet zu werden
        [x1c] in der Attributliste fehlen Daten
        [x1d] die Attributwerte sind ungültig
        [x1e] ein enthaltener Dienst ist fehlgeschlagen
        [x1f] ein Fehler nach Festlegung des Herstellers
        [x20] ein Parameter ist ungültig
        [x21] nur einmal beschreibbarer Speicher ist schon beschrieben
        [x22] eine ungültige Antwort kam
        [x25] der Schlüssel im Pfad passt nicht
        [x26] die Größe des Pfads ist ungültig
        [x27] ein Attribut der Liste ist unerwartet
        [x28] die Nummer des Elements ist ungültig
        [x29] das Element ist nicht setzbar
        [x2a] der Gruppenserver ist gescheitert
        [x2c] das Attribut ist nicht lesbar
        [xff] ein allgemeiner Fehler
       *[other] ein Status, der nicht in der Tabelle steht
    }
} (Status { $code })
cip-encapsulation = { $status ->
    [x1] der Befehl wird nicht unterstützt
    [x2] das Gerät hat keinen Speicher dafür frei
    [x3] die Daten sind fehlerhaft
    [x64] die Sitzungsnummer ist ungültig
    [x65] die Länge ist ungültig
    [x69] die Protokollversion wird nicht unterstützt
   *[other] unbekannter Encapsulation-Status
} (Status { $code })

# Why a tag has no value.
cip-cause-array = die Steuerung hat ein Array, das Projekt sagt { $says } (siehe { $subject })
cip-cause-another-size = die Steuerung hat ein Array anderer Größe, das Projekt sagt { $says } (siehe { $subject })
cip-cause-another-type = die Steuerung hat { $found }, das Projekt sagt { $declared }
cip-cause-at = { $name }: { $why }
cip-cause-beyond-array = der Index liegt hinter dem Ende des Arrays
cip-cause-bit-of = Bit { $bit } von { $kind }, das nur { $width } hat
cip-cause-bits = { $name } hat { $width } Bits, das letzte ist { $last }
cip-cause-bool-bits = ein BOOL hat keine einzelnen Bits
cip-cause-changing = das Programm der Steuerung wird gerade geändert
cip-cause-defining = die Definition von { $type_name } wird noch gelesen
cip-cause-dimensions = { $name } hat { $count } Dimensionen ({ $sizes }), nicht { $named }
cip-cause-element-missing = in der Antwort fehlt das Element
cip-cause-foreign-array = ein Array, das kein Projekt deklariert; nennen Sie ein Element oder einen Ausschnitt wie „[0]“, oder lassen Sie die Variablenliste der Steuerung lesen
cip-cause-foreign-rows = kein Projekt deklariert, wo seine Zeilen enden; nennen Sie die Elemente einzeln
cip-cause-list-coming = die Variablenliste der Steuerung wird noch gelesen
cip-cause-listed-as = die Steuerung nennt in ihrer Liste { $listed } und antwortet mit { $found }; lesen Sie sie einzeln mit einem anderen Programm, um zu sehen, was stimmt
cip-cause-listed-size = die Steuerung nennt in ihrer Liste { $listed } mit { $size } Bytes und antwortet mit { $bytes }; lesen Sie sie einzeln mit einem anderen Programm, um zu sehen, was stimmt
cip-cause-name-element = { $name } ist ein Array; nennen Sie ein Element, etwa [0]
cip-cause-no-access = External Access von { $name } ist None
cip-cause-no-array = { $name } ist { $kind } und kein Array
cip-cause-no-bits = { $name } ist { $kind } und hat keine einzelnen Bits
cip-cause-no-bits-of = { $kind } hat keine einzelnen Bits
cip-cause-no-definition = { $kind } kommt ohne Definition; nennen Sie eines seiner Elemente
cip-cause-no-list = ohne die Variablenliste der Steuerung ist nicht bekannt, ob dies ein Array ist, und { $why }; nennen Sie ein Element oder einen Ausschnitt wie „[0]“
cip-cause-no-member = { $name } ist { $kind } und hat kein Element { $member }
cip-cause-no-such-tag = in der Liste der Steuerung steht keine Variable { $name }
cip-cause-outside = { $name } hat die Dimensionen [{ $sizes }]
cip-cause-path-too-long = der Pfad ist länger, als eine Anfrage an diese Steuerung sein kann
cip-cause-slice-changes = der Ausschnitt beginnt mit { $from } und geht mit { $to } weiter
cip-cause-too-long = der Name ist länger, als eine Anfrage an diese Steuerung sein kann
cip-cause-too-many = { $name } hat mehr Elemente, als es geben kann
cip-cause-undefined = die Definition von { $type_name } ist nicht zu bekommen ({ $why }); nennen Sie ihre Elemente, oder lassen Sie die Variablenliste der Steuerung lesen
cip-cause-undescribed = { $name } hat einen Typ, den die Steuerung nicht beschreibt ({ $type_word })
cip-cause-unlisted-array = ein Array, das die Steuerung nicht auflistet; nennen Sie ein Element oder einen Ausschnitt davon, etwa `[0]`
cip-cause-unseen = ob die Arrays der Steuerung so sind, wie das Projekt sagt, wird noch geprüft
cip-definition-handles = mehrere Vorlagen haben das Handle { $handle }
cip-definition-no-handle = keine Vorlage hat das Handle { $handle }
cip-definition-undescribed = die Steuerung beschreibt sie nicht
cip-definition-untold = die Steuerung liefert sie nicht: { $status }

# What is wrong with a name or a route.
cip-name = „{ $text }“ ist kein Logix-Name: { $problem }, bei Zeichen { $position }
cip-route-link = „{ $text }“ ist weder ein Steckplatz noch eine Adresse einer Route; schreiben Sie 0 bis 255, eine IPv4-Adresse oder einen Hostnamen
cip-route-odd = die Route endet mit „{ $last }“, einem Port ohne Steckplatz oder Adresse; schreiben Sie Paare wie 1,0
cip-route-port = „{ $text }“ ist kein Port einer Route; Ports sind Zahlen, 1 ist der Rückwandbus
cip-route-slot = „{ $text }“ ist kein Steckplatz; hinter Port 1, dem Rückwandbus, stehen 0 bis 255
cip-route-too-long = die Route hat zu viele Stationen
cip-name-name-missing = ein Name fehlt
cip-name-name-start = ein Name beginnt mit einem Buchstaben oder Unterstrich
cip-name-unexpected = unerwartetes Zeichen
cip-name-too-long = der Name ist zu lang
cip-name-index = ein Index ist eine Zahl von 0 bis 4294967295
cip-name-indices = ein Array hat höchstens drei Indizes
cip-name-bracket = „]“ fehlt
cip-name-slice-order = der letzte Index eines Ausschnitts ist nicht kleiner als der erste
cip-name-slice-length = ein Ausschnitt hat höchstens 65535 Elemente
cip-name-after-slice = hinter einem Ausschnitt darf nichts stehen
cip-name-bit = ein Bit ist eine Zahl von 0 bis 63
cip-name-after-bit = hinter einem Bit darf nichts stehen
cip-name-alarm = @ nennt einen Alarm der Variable, den Tagbridge nicht lesen kann; lesen Sie die Variable selbst, oder lassen Sie das Programm den Zustand des Alarms in eine Variable kopieren
cip-name-data-file = eine Adresse in einer Datendatei einer PLC-5, SLC 500 oder MicroLogix, eine Logix-Steuerung dagegen hat Variablen

# How tags are read.
cip-plan-elements = { $count } Elemente ab { $name }
cip-plan-by-instance = { $read } über die Symbolinstanz
cip-plan-for-tags = { $read } für { $tags } Variablen
cip-plan-change-mark = die Änderungsmarke des Programms
cip-plan-is-program-the-same = prüfen, ob das Programm noch dasselbe ist
cip-plan-all-fit = alle Leseaufträge passen in ein Paket
cip-plan-some-fit = { $count } von { $all } Leseaufträgen passen in dieses Paket
cip-plan-one-read = ein Leseauftrag genügt
cip-plan-nothing-beside = mehr passt nicht
cip-plan-in-parts = die Antwort ist größer als ein Paket und kommt in Teilen
