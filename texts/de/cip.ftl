# EtherNet/IP CIP.
cip-remedy-free-connections = schließen Sie andere Verbindungen zur Steuerung (HMI, andere Gateways), oder warten Sie, bis verwaiste ablaufen
cip-remedy-route = prüfen Sie den Weg in der Adresse: den Steckplatz der Steuerung (etwa /1,0), oder / allein, wenn sie einen eigenen Anschluss hat
cip-remedy-index = prüfen Sie den Index gegen die Größe der Variablen
cip-remedy-download = warten Sie, bis der Download beendet ist
cip-remedy-size = begrenzen Sie die Größe in der Adresse, etwa mit ?size=504
cip-remedy-other-controller = prüfen Sie, ob die Adresse zu einer Logix-Steuerung führt; andere haben keine Liste von Variablen
cip-remedy-edit = warten Sie, bis der Download oder die Online-Änderung beendet ist
cip-remedy-by-name = lesen Sie die Variablen stattdessen beim Namen

cip-upload-refused = die Steuerung listet ihre Variablen nicht auf: { $why }
cip-upload-bytes = { $why }
cip-upload-too-long = die Liste hat mehr als { $limit } { $what }
cip-upload-changing = das Projekt änderte sich immer wieder, während die Variablen aufgelistet wurden

cip-refused-directly = { $status }, ohne Weg
cip-refused-by-route = { $status }, über den Weg { $route }

# The event log.
cip-logged-other-answer = eine Antwort auf eine andere Anfrage bleibt liegen
cip-logged-names-alone = die Variablen werden allein nach ihren Namen gelesen
cip-logged-tags-not-listed = die Variablen der Steuerung waren nicht aufzulisten
cip-logged-program-changed = das Programm der Steuerung hat sich geändert; ihre Variablen werden neu erfasst
cip-logged-listed-again = das Programm änderte sich, während die Variablen aufgelistet wurden; das geschieht nun neu
cip-logged-program-not-listed = die Variablen eines Programms sind nicht aufgelistet
cip-logged-tag-differs = eine Variable ist anders, als die Steuerung sagte
cip-logged-structure-too-deep = eine Struktur enthält sich selbst oder ist zu tief verschachtelt
cip-logged-structure-unreadable = die Beschreibung einer Struktur ist nicht lesbar
cip-logged-structure-not-described = die Steuerung beschreibt eine Struktur nicht
cip-logged-access-unknown = die Steuerung nennt den Zugriff von außen nicht
cip-logged-hung-up-at-name = die Steuerung trennte, als nach dem Namen ihres Projekts gefragt wurde
cip-logged-hung-up-at-tags = die Steuerung trennte, als nach ihren Variablen gefragt wurde
cip-logged-no-backplane = das Gerät hat keinen Rückwandbus und wird direkt gelesen
cip-logged-identity-from-port = die Steuerung sagt nicht, wer sie ist; ihr Anschluss wird gefragt
cip-logged-connection-refused = die Steuerung lehnte eine Verbindung ab
cip-logged-no-connection = die Steuerung gewährt keine Verbindung und wird ohne gelesen, in kleineren Stücken
cip-logged-no-more-connections = die Steuerung gewährt keine weiteren Verbindungen
