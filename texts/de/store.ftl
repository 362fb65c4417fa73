# The event log.
store-logged-brought-up-to-date = die Datenbank wird auf den neuen Stand gebracht
store-logged-copied = die Datenbank wurde kopiert, bevor ihr Format sich ändert
store-logged-damaged = die Datenbank des Dienstes war beschädigt: die Datei liegt zur Seite, und ihr lesbarer Teil wird verwendet
store-logged-keys-lost = Schlüssel können verloren sein: `tagbridge key list --data { $data }` zeigt die übrigen, `tagbridge key create --data { $data }` legt einen neuen an
store-logged-key-in-log-alone = ein geänderter Schlüssel steht nur im Protokoll
store-logged-sees-all-rows = die Rolle des Dienstes auf { $server } umgeht die Regeln, die Organisationen trennen, wie es ein Superuser tut; verwenden Sie eine andere Rolle
