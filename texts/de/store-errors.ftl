store-doing-creating-folder = Datenordner { $folder } anlegen; wählen Sie einen, in den Sie schreiben dürfen
store-doing-copying = { $from } nach { $to } kopieren
store-doing-opening = { $path } öffnen
store-doing-beginning-copy = die Kopie beginnen
store-doing-ending-copy = die Kopie beenden
store-doing-setting-aside = { $path } zur Seite legen, weil es beschädigt ist
store-doing-ending-repair = eine Reparatur beenden
store-doing-committing = abschließen
store-doing-storing-saved = speichern, was gerettet wurde
store-doing-reading-damaged = eine beschädigte Datenbank lesen
store-doing-keeping-file = eine Datei als { $path } aufbewahren
store-doing-reading-file = die Datei { $path } lesen
store-doing-looking-through = { $folder } durchsehen
store-doing-using = die Datenbank des Dienstes verwenden
store-doing-indexing = das Suchverzeichnis { $path } anlegen
store-doing-adding-run = Speichern eines Analyselaufs
store-doing-reading-results = Lesen der Ergebnisse einer Analyse
store-doing-connecting = mit { $server } verbinden
store-doing-opening-server = { $server } öffnen
store-doing-asking-bucket = Anfrage an den Bucket { $bucket }
store-doing-transferring = die Daten von { $from } nach { $to } kopieren

store-found-damaged = beschädigt
store-found-damaged-log = ihr Write-Ahead-Protokoll ist beschädigt
store-found-damaged-database = die Datenbank ist beschädigt: { $verdict }
store-found-repairing = sie wird gerade repariert
store-found-newer = ihr Schema hat Version { $found }, dieses Programm kennt sie bis { $known }; verwenden Sie die Version, die sie geschrieben hat, oder eine neuere
store-found-older = ihr Schema hat Version { $found }, dieses Programm kennt sie ab { $known }; öffnen Sie sie einmal mit Version 0.9.0 dieses Programms
store-found-file-missing = die Datei fehlt
store-found-copy-unfinished = eine Kopie in diesen Ordner ist nicht zu Ende: starten Sie sie noch einmal, oder löschen Sie { $name }, um ohne Daten zu beginnen
store-found-other-bytes = ihre Bytes sind nicht mehr die alten: sie ist beschädigt
store-found-not-run = der Speicher hat die Operation nicht ausgeführt
store-found-unanswered = die Verbindung endete, bevor die Datenbank das Schreiben bestätigte; senden Sie es mit demselben Idempotenzschlüssel noch einmal
store-found-run-in-flight = die Version wird schon analysiert
store-found-in-the-clear = Werte und Schlüssel gingen unverschlüsselt hinaus: sslmode=disable ist für einen Server auf diesem Rechner
store-found-bucket-in-the-clear = der Endpunkt ist nicht verschlüsselt und nicht auf diesem Rechner: schreiben Sie https://
store-found-half-a-key = `key` und `secret` des Buckets gehören zusammen; ohne beide wird die Umgebung oder die Rolle des Rechners gefragt
store-found-no-authority = das Zertifikat der Zertifizierungsstelle in { $path }, das store.toml als ca nennt, ist nicht lesbar: { $source }; nennen Sie die Datei, in der es steht, und lassen Sie den Dienst sie lesen
store-found-no-certificate = in der Datei { $path }, die store.toml als ca nennt, ist kein Zertifikat in PEM; legen Sie das Zertifikat der Stelle hinein, die das des Servers unterschrieben hat
store-found-unknown-authority = dieser Rechner vertraut der Stelle nicht, die das Zertifikat des Servers unterschrieben hat; nennen Sie deren Datei, in PEM, als ca in store.toml
store-found-other-authority = keine der Zertifizierungsstellen in { $path } hat das Zertifikat des Servers unterschrieben; nennen Sie die Datei der richtigen als ca in store.toml
store-found-other-name = das Zertifikat des Servers gilt für { $names } und nicht für { $name }; nennen Sie den Server in store.toml so wie sein Zertifikat, oder geben Sie ihm ein Zertifikat für diesen Namen
store-found-expired = das Zertifikat des Servers ist seit { $at } abgelaufen; geben Sie dem Server ein neues, oder stellen Sie die Uhr dieses Rechners, wenn sie falsch geht
store-found-not-yet-valid = das Zertifikat des Servers gilt nicht vor { $at }; stellen Sie die Uhr dieses Rechners, wenn sie falsch geht, oder geben Sie dem Server ein anderes
store-found-bad-certificate = das Zertifikat des Servers wird nicht angenommen: { $why }; geben Sie dem Server ein anderes
store-found-tls-failed = TLS mit dem Server ist gescheitert: { $why }
store-found-without-tls = der Server spricht kein TLS, und ohne das wird nichts über ein Netz geschickt; schalten Sie es dort ein (ssl = on in postgresql.conf), oder schreiben Sie sslmode=disable, wenn der Server auf diesem Rechner läuft
store-found-wrong-password = der Server nimmt das Passwort von { $user } nicht an; prüfen Sie das, welches store.toml als password nennt
store-found-no-password = der Server will ein Passwort von { $user }, und store.toml nennt keines; nennen Sie seine Datei als password = {"{"} file = "…" {"}"}
store-found-not-let-in = der Server lässt { $user } nicht ein: { $told }; fügen Sie dort in pg_hba.conf eine Zeile für { $user } hinzu
store-found-no-database = auf dem Server gibt es keine Datenbank { $name }; legen Sie sie dort mit createdb an, oder nennen Sie in store.toml eine andere als dbname
store-found-too-many-connections = alle Verbindungen sind in Gebrauch
store-found-password-in-address = in der Adresse steht ein Passwort: legen Sie es in eine eigene Datei, und nennen Sie diese als password = {"{"} file = "…" {"}"}
store-found-no-variable = die Umgebungsvariable { $name } ist nicht gesetzt
store-found-data-here-too = daneben enthält auch service.sqlite Daten, die nicht beachtet würden: entfernen Sie eine der beiden Dateien
store-found-in-postgres = die Daten sind in PostgreSQL: sichern Sie sie mit pg_dump, und kopieren Sie die Ordner files und exports
store-found-half-copied = eine Kopie anderer Daten hinein ist nicht zu Ende; starten Sie tagbridge store copy noch einmal, es macht dort weiter, wo es aufhörte
store-found-same-place = Quelle und Ziel sind dasselbe
store-found-nothing-there = in { $place } sind keine Daten eines Dienstes
store-found-data-there = { $place } enthält schon Daten; nennen Sie ein leeres Ziel
store-found-copy-of-another = eine Kopie von { $of } nach { $place } ist begonnen; lassen Sie diese enden, oder nennen Sie einen leeren Ort
store-found-served = { $by } arbeitet mit den Daten; halten Sie ihn an, und starten Sie dasselbe eine halbe Minute später noch einmal
store-found-other-table = die Tabelle { $table } hat einen anderen Aufbau, als dieses Programm erwartet; verwenden Sie die Version, die sie angelegt hat
store-found-other-rows = die Tabelle { $table } hat dort { $found } Zeilen, und es sind nicht die { $rows } Zeilen von hier; halten Sie an, was auf einem von beiden arbeitet, und starten Sie dasselbe noch einmal, es beginnt von vorn

store-failed = { $doing }: { $why }
