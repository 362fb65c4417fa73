store-doing-creating-folder = Datenordner { $folder } anlegen; wählen Sie einen, in den Sie schreiben dürfen
store-doing-copying = { $from } nach { $to } kopieren
store-doing-opening = { $path } öffnen
store-doing-beginning-copy = die Kopie beginnen
store-doing-ending-copy = die Kopie beenden
store-doing-setting-aside = { $path } zur Seite legen, weil es beschädigt ist
store-doing-ending-repair = eine Reparatur beenden
store-doing-committing = gemeinsam mit anderen speichern
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

store-found-damaged = beschädigt
store-found-damaged-log = ihr Protokoll ist beschädigt
store-found-damaged-database = die Datenbank ist beschädigt: { $verdict }
store-found-repairing = sie wird gerade repariert
store-found-newer = ihr Schema hat Version { $found }, dieses Programm kennt sie bis { $known }; verwenden Sie die Version, die sie geschrieben hat, oder eine neuere
store-found-other-bytes = ihre Bytes sind nicht mehr die alten: sie ist beschädigt
store-found-not-run = der Speicher hat nicht ausgeführt, was er bekam
store-found-run-in-flight = die Version wird schon analysiert
store-found-in-the-clear = Werte und Schlüssel gingen unverschlüsselt hinaus: sslmode=disable ist für einen Server auf diesem Rechner
store-found-no-certificate = darin ist kein Zertifikat in PEM
store-found-too-many-connections = alle Verbindungen sind in Gebrauch
store-found-password-in-address = in der Adresse steht ein Passwort: legen Sie es in eine eigene Datei, und nennen Sie diese als password = {"{"} file = "…" {"}"}
store-found-no-variable = die Umgebungsvariable { $name } ist nicht gesetzt
store-found-data-here-too = daneben sind Daten in service.sqlite, die zurückblieben: nehmen Sie eine der beiden Dateien weg
store-found-in-postgres = die Daten sind in PostgreSQL: sichern Sie sie mit pg_dump, und kopieren Sie die Ordner files und exports

store-failed = { $doing }: { $why }
