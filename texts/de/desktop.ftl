# The event log.
desktop-logged-window-not-opened = das Fenster kann nicht geöffnet werden
desktop-logged-window-not-shown = das Fenster kann nicht gezeigt werden
desktop-logged-tray-outdated = das Symbol im Infobereich ist nicht auf dem neuesten Stand
desktop-logged-session-disobeys = eine Sitzung reagiert nicht
desktop-logged-autostart-not-taken = das System hat den Start bei der Anmeldung nicht geändert
desktop-logged-place-unknown = die Position des Fensters ist unbekannt
desktop-logged-not-notified = das System zeigt eine Benachrichtigung nicht

# Files that are saved.
desktop-file-no-bytes = die Datei, die gespeichert werden soll, ist leer angekommen
desktop-file-no-name = die Datei, die gespeichert werden soll, hat keinen Namen
desktop-file-not-written = { $path } ist nicht schreibbar: { $why }
desktop-do-restart-or-report = starten Sie Tagbridge neu, und senden Sie ein Supportpaket, wenn das nicht hilft
desktop-do-another-folder = wählen Sie einen anderen Ordner, oder schaffen Sie Platz auf dem Datenträger

# The tray: labels.
desktop-tray-no-session = Keine Sitzung
desktop-tray-open = Tagbridge öffnen
desktop-tray-quit = Beenden
desktop-tray-stay = Weiter übertragen
desktop-tray-pause = Anhalten
desktop-tray-resume = Fortsetzen
desktop-tray-session = { $name }: { $state }
desktop-tray-stops = Diese Sitzungen werden gestoppt:
desktop-tray-kept = Was noch nicht übertragen ist, bleibt erhalten und wird beim nächsten Start übertragen.
desktop-state-live = live
desktop-state-not-delivered = wird gelesen, nicht an den Dienst geliefert
desktop-state-not-stored = wird gelesen, nicht gespeichert: Der Datenträger hat ein Problem
desktop-state-connecting = verbindet
desktop-state-waiting = wartet
desktop-state-paused = angehalten
desktop-state-fault = durch einen Fehler gestoppt
desktop-state-stopped = gestoppt

# When there can be no window.
desktop-unopened-no-web-view = WebView2, das das Fenster zeigt, ist auf diesem Rechner nicht installiert
desktop-last-no-window = Tagbridge kann sein Fenster nicht öffnen: { $why }
desktop-last-install-web-view = installieren Sie die „WebView2 Runtime“ von Microsoft (ohne Netz: deren „Evergreen Standalone Installer“); bis dahin zeigt `tagbridge run --console` dieselben Bildschirme in einem Browser
desktop-last-check-display = prüfen Sie, ob eine Anzeige erreichbar ist; `tagbridge run --console` braucht keine

# Benachrichtigungen: eine Sitzung ist ausgefallen.
desktop-alert-stopped = { $project }: Sitzung angehalten
desktop-alert-silent = { $project }: Die Steuerung wird nicht gelesen
desktop-alert-undelivered = { $project }: Werte werden nicht übertragen
