# Was alle Räume gleich sagen, und was das Betriebssystem sagt.
verbatim = { $text }
all = { $messages }
system-connection-refused = Verbindung abgelehnt
system-connection-reset = die Gegenseite hat die Verbindung getrennt
system-timed-out = keine Antwort
system-host-unreachable = kein Weg dorthin
system-network-unreachable = das Netz ist nicht erreichbar
system-broken-pipe = die Verbindung ist abgerissen
system-storage-full = der Datenträger ist voll
system-permission-denied = keine Berechtigung
system-not-found = nicht vorhanden
system-read-only = der Datenträger ist schreibgeschützt
system-address-in-use = die Adresse ist schon vergeben
