# Was von einer Sitzung aufgezeichnet wurde.

recording-not-there = in { $path } ist keine Aufzeichnung
recording-file = { $path } kann nicht gelesen oder geschrieben werden: { $source }
recording-foreign = { $path } ist keine Aufzeichnung
recording-newer = { $path } wurde von einer neueren Version geschrieben (Format { $version }); aktualisieren Sie Tagbridge
recording-no-incident = es gibt kein Ereignis mit der Nummer { $number }

gap-reason-not-connected = nicht mit der Steuerung verbunden
gap-reason-no-scan = nicht rechtzeitig gelesen
gap-reason-not-written = gelesen, konnte aber nicht geschrieben werden
gap-reason-ended = die Sitzung war beendet
gap-reason-interrupted = das Programm wurde unterbrochen
gap-reason-damaged = die Datei ist dort beschädigt
gap-reason-outside = vor der ersten oder nach der letzten aufgezeichneten Abfrage
