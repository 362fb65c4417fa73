# The event log.
store-logged-brought-up-to-date = die Datenbank wird auf den neuen Stand gebracht
store-logged-copied = die Datenbank wurde kopiert, bevor ihr Format sich ändert
store-logged-file-changed = die Datei einer Version ist nicht mehr, was sie war, als sie kam
store-logged-damaged = die Datenbank des Dienstes war beschädigt: die Datei liegt zur Seite, und was lesbar war, geht weiter
store-logged-keys-lost = unter dem Verlorenen können Schlüssel sein: `tagbridge key list --data { $data }` zeigt die übrigen, `tagbridge key create --data { $data }` legt einen neuen an
store-logged-key-in-log-alone = ein geänderter Schlüssel steht nur im Protokoll
store-logged-sees-all-rows = die Rolle, mit der sich der Dienst an { $server } anmeldet, ist an die Regeln nicht gebunden, die Organisationen trennen: ein Superuser ist es nicht; nennen Sie eine Rolle, die keiner ist
