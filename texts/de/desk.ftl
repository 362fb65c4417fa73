# Die Bildschirme: warum ein Befehl scheitert.
desk-not-there = nicht vorhanden: { $what } „{ $name }“
desk-argument = Angabe { $path }: { $why }
desk-command = unbekannter Befehl: { $why }
desk-answer = die Antwort ist nicht kodierbar: { $why }
desk-another-certificate = das Zertifikat des Servers hat sich geändert, seit Sie es angesehen haben
desk-other-name = das ist nicht der Name des Projekts
desk-not-archived = das Projekt ist nicht archiviert
desk-project-streamed = eine Sitzung überträgt das Projekt
desk-file-not-kept = die Projektdatei kann nicht aufbewahrt werden: { $why }
desk-file-not-read = die Projektdatei ist nicht lesbar: { $why }
desk-reading-failed = das Lesen der Projektdatei ist gescheitert
desk-projects-elsewhere = laden Sie Projekte im Browser in den Dienst Ihrer Firma hoch
desk-streamed-already = { $project } wird schon übertragen, von { $endpoint }
desk-session-runs = die Sitzung läuft
desk-session-stopped = die Sitzung ist gestoppt
desk-session-not-running = die Sitzung läuft nicht
desk-session-configured = die Sitzung steht in einer Konfigurationsdatei
desk-interval = das Intervall liegt außerhalb des Bereichs
desk-no-choice-of-tag-list = bei { $scheme }:// gibt es keine Liste von Variablen, auf die zu verzichten wäre
desk-block-number = der Datenbaustein "{ $name }" kann nicht die Nummer 0 haben
desk-no-block = das Projekt hat keinen Datenbaustein "{ $name }"
desk-no-ip-address = { $host } ist keine IP-Adresse
desk-other-program = an diesem Port antwortet ein anderes Programm, keine Steuerung mit diesem Protokoll ({ $why })
desk-bundle-not-packed = das Paket kann nicht gepackt werden: { $why }
desk-bundle-not-saved = das Paket kann nicht als { $path } gespeichert werden: { $why }
desk-folder-not-read = der Datenordner { $folder } ist nicht lesbar: { $why }
desk-secret-file-damaged = die Datei { $path } ({ $what }) wurde verändert oder ist beschädigt
desk-secret-file-not-read = die Datei { $path } ({ $what }) ist nicht lesbar: { $why }
desk-secret-file-not-written = die Datei { $path } ({ $what }) ist nicht schreibbar: { $why }
desk-secret-file-not-set-aside = die Datei { $path } ({ $what }) lässt sich nicht zur Seite legen: { $why }
desk-no-keychain = im Schlüsselspeicher lässt sich nichts aufbewahren ({ $what }): { $why }
desk-no-user = es wurde kein Benutzer eingegeben
desk-no-password = es wurde kein Passwort eingegeben
desk-no-users = eine Steuerung über { $scheme }:// kennt keine Benutzer
desk-settings-not-kept = die Einstellungen können nicht in { $folder } aufbewahrt werden: { $why }
desk-out-of-range = außerhalb des Bereichs: { $what }
desk-preflight-ended = die Vorprüfung wurde abgebrochen
desk-answer-ended = die Frage wurde abgebrochen
desk-too-many-tags = mehr als 600 Variablen auf einmal
desk-too-many-lines = ein Verlauf hat höchstens acht Variablen
desk-no-paths = im Browser werden keine Pfade angenommen
desk-no-home = dieser Benutzer hat keinen Ordner, in dem Daten liegen könnten
desk-service-address = die Adresse des Dienstes ist keine Webadresse
desk-service-login = die Adresse des Dienstes enthält eine Anmeldung
desk-not-listening = der eingebaute Dienst kann { $address } nicht öffnen: { $why }
desk-trace-too-long = ein Mitschnitt endet nach zehn Minuten
desk-no-frames = bei diesem Protokoll gibt es keinen Mitschnitt
desk-nothing-recorded = es ist nichts aufgezeichnet
desk-frames-not-packed = die Aufzeichnung kann nicht gepackt werden: { $why }
desk-file-not-saved = { $path } kann nicht gespeichert werden: { $why }
desk-too-many-groups = mehr als { $most } Abfragegruppen
desk-group-name = eine Abfragegruppe kann nicht `{ $name }` heißen
desk-tag-twice = `{ $tag }` steht in zwei Abfragegruppen
desk-service-configured = die Konfigurationsdatei nennt den Dienst
desk-service-in-use = Sitzungen übertragen an den jetzigen Dienst
desk-data-in-use = { $other } verwendet die Daten dieses Benutzers
desk-no-service = noch ist kein Dienst gewählt

desk-do-reload-screen = laden Sie die Anzeige neu
desk-do-reload-old-screen = laden Sie die Anzeige neu: sie ist vielleicht älter als das Programm
desk-do-reload-page = laden Sie die Seite neu: sie ist vielleicht älter als das Programm
desk-do-ip-address = berichtigen Sie die Adresse: Sie hat vier Zahlen von 0 bis 255, etwa 192.168.10.21
desk-do-other-port = prüfen Sie Adresse und Port: den Port kann ein anderes Programm nutzen, etwa ein Webserver
desk-do-report = erstellen Sie ein Supportpaket, und melden Sie es
desk-do-report-with-file = erstellen Sie ein Supportpaket, und melden Sie es mit der Datei
desk-do-look-again = sehen Sie es sich erneut an, und vergleichen Sie
desk-do-open-again = öffnen Sie sie erneut; prüfen Sie den Datenordner
desk-do-upload-there = laden Sie es dort hoch, oder verwenden Sie den eingebauten Dienst
desk-do-stop-that-session = stoppen Sie zuerst jene Sitzung
desk-do-stop-it = stoppen Sie sie zuerst
desk-do-start-again = starten Sie erneut
desk-do-ask-again = fragen Sie noch einmal
desk-do-choose-service = wählen Sie zuerst einen Dienst, und starten Sie die Sitzung erneut
desk-do-change-configuration = ändern Sie die Datei, und starten Sie das Programm neu; anhalten lässt sie sich hier
desk-do-choose-session = wählen Sie eine, die angezeigt wird
desk-do-interval = möglich sind 10 ms bis 1 h
desk-do-leave-choice-out = lassen Sie die Wahl weg: sie ist allein für { $schemes }
desk-do-block-number = verwenden Sie die Nummer, die die Steuerung zeigt, 1 bis 65535
desk-do-asked-block = nennen Sie einen, nach dem die Vorprüfung fragt
desk-do-try-again = versuchen Sie es erneut
desk-do-another-folder = wählen Sie einen anderen Ordner
desk-do-record-again = zeichnen Sie noch einmal auf, und sehen Sie nach, solange sie da ist
desk-do-fewer-groups = fassen Sie Variablen zusammen, die gleich oft gelesen werden
desk-do-another-group-name = wählen Sie ein eigenes Wort, das mit einem Buchstaben beginnt
desk-do-one-group = lassen Sie sie in einer davon
desk-do-bridges-folder = nennen Sie den Ordner, in dem die Daten liegen
desk-do-folder-and-owner = prüfen Sie den Ordner und wem er gehört
desk-do-keychain = entsperren oder installieren Sie einen Schlüsselspeicher, oder wählen Sie als Ort eine Datei, die nur Sie lesen können ({ $what })
desk-do-enter-user = geben Sie den Namen ein, den Sie von der Verwaltung der Steuerung haben
desk-do-enter-password = geben Sie das Passwort des Benutzers ein
desk-do-without-user = prüfen Sie sie ohne Benutzer
desk-do-folder-and-space = prüfen Sie den Ordner, wem er gehört, und den freien Platz
desk-do-range = verwenden Sie eine Zahl von { $low } bis { $high }
desk-do-choose-tag = wählen Sie eine aus der Tabelle
desk-do-shown-tags = fordern Sie die an, die zu sehen sind
desk-do-select-fewer = wählen Sie weniger aus
desk-do-send-bytes = öffnen Sie die Datei im Browser
desk-do-open-rows = laden Sie die Anzeige neu
desk-do-name-folder = setzen Sie { $variable }, oder nennen Sie einen Datenordner
desk-do-service-address = schreiben Sie sie wie https://plant.example
desk-do-own-field = geben Sie den Schlüssel in seinem eigenen Feld ein
desk-do-loopback-ports = prüfen Sie, ob lokale Ports verfügbar sind
desk-do-shorter-trace = möglich sind bis zu 600 Sekunden
desk-do-other-tool = zeichnen Sie mit einem anderen Werkzeug im Netz auf
desk-do-change-service = ändern Sie [service] in der Konfigurationsdatei, und starten Sie neu
desk-do-stop-sessions = stoppen Sie zuerst die Sitzungen
desk-do-other-program = verwenden Sie dessen Fenster, oder beenden Sie es zuerst
desk-do-any-service = starten Sie den eingebauten Dienst, oder geben Sie Adresse und Schlüssel ein
desk-do-projects-platform = wählen Sie eine Steuerung von der Plattform des Projekts, oder ein anderes Projekt
desk-do-endpoint-like = schreiben Sie sie wie { $examples }
desk-do-own-folder = lassen Sie diesen Benutzer in seinen Ordner schreiben, und vertrauen Sie dem Zertifikat erneut
desk-do-enter-key = geben Sie den Schlüssel des Dienstes erneut ein
desk-do-correct-service = berichtigen Sie die Adresse des Dienstes
desk-do-data-folder = prüfen Sie den Datenordner und wem er gehört
desk-do-correct-endpoint = berichtigen Sie die Adresse der Steuerung
desk-do-stop-session = stoppen Sie zuerst die Sitzung
desk-do-data-folder-and-space = prüfen Sie den Datenordner, wem er gehört, und den freien Platz
desk-do-keys-projects = geben Sie dem Schlüssel Projekte, die es gibt
desk-do-put-file = legen Sie seine Datei in den Dienst; bis dahin heißen die Variablen wie in der Steuerung
desk-do-code-read = lassen Sie dem Schlüssel das Recht code_read für dieses Projekt geben; bis dahin heißen die Variablen wie in der Steuerung
desk-do-look-at-file = sehen Sie sich die Datei an; bis dahin heißen die Variablen wie in der Steuerung
desk-do-until-then = { $remedy }; bis dahin heißen die Variablen wie in der Steuerung
desk-do-login-here = geben Sie einen Benutzer und ein Passwort ein, die der Server kennt und die dort lesen dürfen
desk-do-write-name = schreiben Sie den Namen des Projekts, wie er in der Liste steht
desk-do-archive-first = archivieren Sie es zuerst: bis dahin ist es in Gebrauch
desk-do-end-session-first = beenden Sie zuerst seine Sitzung, und versuchen Sie es etwas später erneut
desk-do-trust-here = sehen Sie sein Zertifikat hier an, vergleichen Sie den Fingerabdruck mit dem, den der Dienst auf seinem eigenen Rechner zeigt, und vertrauen Sie ihm; inzwischen geht nichts verloren
desk-do-trust-changed-here = klären Sie, warum es ein anderes ist: die Verbindung könnte angegriffen werden; wurde der Dienst neu eingerichtet, sehen Sie sein Zertifikat hier an und vertrauen Sie ihm; inzwischen geht nichts verloren
desk-do-one-vendor = wählen Sie zwei desselben Herstellers

desk-thing-session = Sitzung
desk-thing-tag = Variable
desk-thing-command = Befehl
desk-thing-table = offene Tabelle der Sitzung
desk-thing-place = Stelle in der Datei des Projekts
desk-thing-version = Version
desk-thing-frame = Telegramm

desk-kept-key = Schlüssel
desk-kept-password = Passwort

desk-setting-scan-interval = das Abfrageintervall
desk-setting-push-interval = das Übertragungsintervall
desk-setting-keep-hours = wie lange Datensätze aufbewahrt werden
desk-setting-keep-bytes = die Größe des Puffers
desk-setting-requests = die Anfragen je Sekunde
desk-no-key = das Eingegebene ist kein Schlüssel
desk-do-copy-key = kopieren Sie ihn so, wie er beim Anlegen gezeigt wurde
desk-do-https = verwenden Sie https; http ist allein für diesen Rechner
desk-no-key-kept = für { $service } ist kein Schlüssel aufbewahrt
desk-other-vendors = Projekte verschiedener Hersteller lassen sich nicht vergleichen
desk-do-enter-given-key = geben Sie den Schlüssel ein, den Sie von Ihrer Verwaltung haben
desk-do-another-project = wählen Sie ein anderes Projekt

# The event log.
desk-logged-started = Tagbridge ist gestartet
desk-logged-events-missing = Ereignisse vor diesem konnten nicht geschrieben werden
desk-logged-log-not-kept = das Ereignisprotokoll kann nicht im Datenordner geführt werden
desk-logged-session-not-resumed = eine Sitzung kann nicht wie zuvor weitergehen
desk-logged-password-not-resumed = eine Sitzung geht nicht mit ihrem Passwort weiter
desk-logged-passwords-damaged = die Datei mit den Passwörtern der Steuerungen ist beschädigt und liegt jetzt daneben
desk-logged-old-password-stays = ein altes Passwort konnte nicht gelöscht werden
desk-logged-file-unreadable = eine Projektdatei ist nicht mehr lesbar
desk-logged-service-listens = der eingebaute Dienst ist bereit
desk-logged-service-other-port = der eingebaute Dienst nimmt einen anderen Port
desk-logged-service-ended = der eingebaute Dienst ist beendet
desk-logged-service-broke-down = der eingebaute Dienst ist ausgefallen
desk-logged-service-not-resumed = der Dienst ist nicht wie zuvor verwendbar
desk-logged-settings-unreadable = die Einstellungen sind nicht lesbar: es gelten die Vorgaben
desk-logged-tags-not-kept = die Variablen einer Sitzung können nicht für den nächsten Start gespeichert werden
desk-logged-check-not-kept = das Ergebnis einer Prüfung kann nicht für Support-Pakete gespeichert werden
desk-logged-copy-stays = die Kopie der Datei eines gelöschten Projekts konnte nicht gelöscht werden

# What a statement and a preflight say.
desk-promise = Nur die hier aufgeführten Arten von Anfragen können an die Steuerung gehen. Jedes Telegramm wird unmittelbar vor dem Senden zerlegt und mit dieser Liste verglichen. Dieses Programm enthält keine Anfrage zum Schreiben.
desk-device-same = Seriennummer { $serial }, dasselbe Gerät wie zuvor
desk-device-another = Seriennummer { $serial }; zuvor war es { $before }
desk-keychain-not-used = in dieser Betriebsart wird der Schlüsselspeicher nicht verwendet
desk-keychain-no-answer = auf diesem Rechner antwortet kein Schlüsselspeicher: { $why }

# What is in a support bundle.
bundle-versions = dieses Programm und das System dieses Rechners
bundle-status = Status der Sitzungen und des Dienstes
bundle-settings = die Einstellungen, ohne den Schlüssel
bundle-kept-settings = die Einstellungen, ohne Schlüssel
bundle-configuration = die Konfigurationsdatei, in der steht, wo Schlüssel sind, aber keine Schlüssel
bundle-log = Ereignisprotokoll, { $events ->
    [one] 1 Ereignis
   *[other] { $events } Ereignisse
}
bundle-kept-log = Ereignisprotokoll
bundle-statement = was an Steuerungen gesendet werden darf, was gesendet wurde, Zähler
bundle-tags = { $tags ->
    [one] 1 Variable, ohne Wert
   *[other] { $tags } Variablen, ohne Werte
}
bundle-doctor = Ergebnis der letzten Systemprüfung
bundle-check = Ergebnis der letzten Prüfung einer Steuerung vor dem Start
bundle-trace = Mitschnitt, { $frames ->
    [one] 1 Telegramm
   *[other] { $frames } Telegramme
}, mit Werten
bundle-data-folder = der Datenordner, { $files ->
    [one] 1 Datei
   *[other] { $files } Dateien
}
bundle-no-data-folder = der Datenordner { $folder }, der nicht vorhanden ist
bundle-bridge-status = der letzte Status der Bridge
bundle-outboxes = noch nicht übertragene Momentaufnahmen, ohne Werte

# Das Kommunikationsprotokoll: was ein Telegramm sagt.
wire-read-tag = { $name } lesen
wire-read-tags = { $count } Variablen lesen
wire-request = { $request }
wire-values = { $count ->
    [one] 1 Wert
   *[other] { $count } Werte
}
wire-some-refused = { $count ->
    [one] 1 Wert
   *[other] { $count } Werte
}, { $refused } abgelehnt
wire-more = { $bytes } Bytes, weitere folgen
wire-refused = Abgelehnt: { $why }
wire-answer-to = Antwort: { $request }
wire-answer = Antwort mit { $bytes } Bytes
wire-sealed = { $bytes } Bytes, verschlüsselt oder Teil einer längeren Nachricht
wire-login = Anmeldung, { $bytes } Bytes, die nicht gezeigt werden
wire-part = { $bytes } Bytes eines Telegramms, das vor der Aufzeichnung begann
wire-unreadable = Nicht lesbar: { $why }

desk-work-stopped = angehalten
desk-not-analysed = das Projekt kann nicht analysiert werden: { $why }
desk-no-chapters = der Bericht hat kein Kapitel
desk-no-report = der Bericht kann nicht erstellt werden: { $why }
desk-other-version = das Projekt hat eine neuere Version als die, aus der der Vorschlag entstand
desk-too-many-triggers = mehr als { $most } Auslöser
desk-no-trigger-tag = der Auslöser hat keine Variable
desk-no-condition = „{ $text }“ ist keine Bedingung
desk-trigger-time = die Zeit davor oder danach ist außerhalb des Bereichs
desk-do-analyse-first = starten Sie die Analyse
desk-do-choose-chapter = wählen Sie mindestens ein Kapitel
desk-do-propose-again = beauftragen Sie die Änderung erneut
desk-do-save-and-upload = speichern Sie den Vorschlag als Datei und laden Sie ihn im Browser hoch
desk-do-choose-recording = wählen Sie eine .tbrec-Datei, die Tagbridge exportiert hat
desk-do-fewer-triggers = löschen Sie einige davon
desk-do-condition-like = schreiben Sie falls, rises, changes, einen Vergleich wie <> 0 oder >= 80.5, oder bad for 5s
desk-do-trigger-time = wählen Sie 0 bis 3600 Sekunden
desk-thing-analysis = die Analyse von
desk-thing-proposal = der Vorschlag
desk-step-begin = Start
desk-step-read-file = Datei wird gelesen
desk-step-read-code = Programm wird gelesen
desk-step-store = Projekt wird gespeichert
desk-step-plan = Änderung wird geplant und geprüft
desk-step-draw = Programm wird gezeichnet
desk-step-read-recording = Aufzeichnung wird gelesen

# Antworten zu aufgezeichneten Stillständen und Anläufen.
past-answer-off = { $name } ging um { $at } aus, { $span } lang
past-answer-still-off = { $name } ging um { $at } aus und ist es noch, seit { $span }
past-answer-on = { $name } ging um { $at } an, { $span } lang
past-answer-still-on = { $name } ging um { $at } an und ist es noch, seit { $span }
past-answer-changed = { $name } wechselte um { $at } von { $from } auf { $to }
past-answer-count = { $name }: { $count ->
    [one] einmal
   *[other] { $count }-mal
} seit { $from }, zusammen { $total }
past-answer-never = die Aufzeichnung enthält keinen solchen Wechsel von { $name }
past-answer-not-since = seit { $from } ist kein solcher Wechsel von { $name } aufgezeichnet
past-answer-otherwise = um { $at } war das nicht so. Das letzte Mal davor:
past-answer-not-recorded = { $name } wird nicht aufgezeichnet
past-answer-gaps = seitdem fehlen Werte von { $span }: dazwischen kann sich etwas geändert haben
past-answer-link = { $change }: { $reason }
