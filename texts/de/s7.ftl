# Siemens S7.
s7-remedy-wrong-place = prüfen Sie Rack und Slot (S7-300: rack=0&slot=2; S7-400: wie in der Hardwarekonfiguration; S7-1200/1500: rack=0&slot=1) oder die TSAPs
s7-remedy-no-room = die Steuerung hat vielleicht keine Verbindung frei (eine S7-1200 hat wenige): schließen Sie die eines anderen Programms, oder prüfen Sie Rack und Slot (S7-300: rack=0&slot=2; S7-1200/1500: rack=0&slot=1)
s7-remedy-set-up = die Steuerung hat vielleicht keine Verbindung frei: schließen Sie die eines anderen Programms
s7-remedy-by-address = lesen Sie nach Adresse, etwa DB1.DBD4, oder nehmen Sie die Namen aus dem Projekt

s7-refusal-closed = sie hat die Verbindung geschlossen
s7-refusal-no-names = eine S7-Steuerung kennt Bausteine und Bereiche nach Nummern, und keine Variable beim Namen

# The event log.
s7-logged-other-answer = eine Antwort auf eine andere Anfrage bleibt liegen
