# EtherNet/IP CIP.
cip-remedy-free-connections = schließen Sie andere Verbindungen zur Steuerung (HMI, andere Gateways), oder warten Sie, bis verwaiste ablaufen
cip-remedy-route = prüfen Sie den Weg in der Adresse: den Steckplatz der Steuerung (etwa /1,0), oder / allein, wenn sie einen eigenen Anschluss hat
cip-remedy-index = prüfen Sie den Index gegen die Größe der Variablen
cip-remedy-download = warten Sie, bis der Download beendet ist
cip-remedy-size = begrenzen Sie die Größe in der Adresse, etwa mit ?size=504
cip-remedy-other-controller = prüfen Sie, ob die Adresse zu einer Logix-Steuerung führt; andere haben keine Liste von Variablen
cip-remedy-edit = warten Sie, bis der Download oder die Online-Änderung beendet ist
cip-remedy-by-name = lesen Sie die Variablen stattdessen beim Namen

cip-upload-refused = die Steuerung listet ihre Variablen nicht auf: { $why }
cip-upload-bytes = { $why }
cip-upload-too-long = die Liste hat mehr als { $limit } { $what }
cip-upload-changing = das Projekt änderte sich immer wieder, während die Variablen aufgelistet wurden

cip-refused-directly = { $status }, ohne Weg
cip-refused-by-route = { $status }, über den Weg { $route }
