# Sitzungen.
session-ended-as-asked = beendet, wie verlangt
session-closed-on-purpose = die Verbindung wurde mit Absicht geschlossen
session-retried-by-itself = es wird von selbst erneut versucht; bleibt die Steuerung weg, prüfen Sie, ob sie Spannung hat und läuft, und das Netz zu ihr
session-replaced = unter dieser Adresse antwortet ein anderes Gerät: { $found } statt { $expected }; prüfen Sie die Adresse, oder nehmen Sie das neue Gerät an
