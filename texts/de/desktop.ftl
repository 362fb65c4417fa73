# The event log.
desktop-logged-window-not-opened = das Fenster kann nicht geöffnet werden
desktop-logged-window-not-shown = das Fenster kann nicht gezeigt werden
desktop-logged-signals-unheard = die Signale des Systems sind nicht zu hören
desktop-logged-tray-outdated = das Symbol im Infobereich ist nicht auf dem neuesten Stand
desktop-logged-session-disobeys = eine Sitzung folgt nicht
desktop-logged-autostart-not-taken = das System nahm nicht an, ob mit der Anmeldung gestartet wird
desktop-logged-place-unknown = wo das Fenster steht, ist nicht herauszufinden
