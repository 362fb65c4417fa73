# Eine signierte Datei, die viele Installationen einrichtet.

fleet-unreadable = { $path } kann nicht gelesen werden: { $why }
fleet-unwritable = { $path } kann nicht geschrieben werden: { $why }
fleet-no-fleet = { $path } ist keine Flottendatei
fleet-newer = { $path } hat das Format { $found }, und dieses Programm kennt höchstens das Format { $known }
fleet-altered = die Signatur von { $path } ist nicht gültig: die Datei wurde verändert oder ist beschädigt
fleet-other-signer = { $path } ist von { $found } signiert und muss von { $expected } signiert sein
fleet-older = { $path } wurde { $at } signiert, vor der zuletzt angewandten Datei: diese wurde { $applied } signiert
fleet-kept-damaged = { $path } ist beschädigt; deshalb ist nicht bekannt, welche Dateien aus der zuletzt angewandten Flottendatei stammen
fleet-no-signer = der Signierer der Datei ist noch nicht festgelegt
fleet-bad-signer = „{ $found }“ ist weder der öffentliche Schlüssel eines Signierers noch eine Datei mit einem
fleet-bad-key = { $path } enthält keinen Schlüssel zum Signieren, oder jeder auf diesem Rechner kann ihn lesen
fleet-escapes = eine Datei der Flotte, „{ $name }“, würde außerhalb ihres Ordners geschrieben
fleet-outside = { $path } liegt nicht im Ordner { $folder }
fleet-key-elsewhere = in der Konfiguration steht der Schlüssel des Dienstes nicht in einer Datei ihres eigenen Ordners
fleet-names-device = die Konfiguration nennt eine einzelne Installation (`device_id`) und ist für viele
fleet-configuration = die Konfiguration in { $path } ist nicht zu gebrauchen: { $why }
fleet-no-session = es gibt keine Sitzung „{ $name }“; es gibt { $known }
fleet-no-blocks = die Sitzungen lassen sich nicht trennen
fleet-no-code = diese Installation hat noch keinen Schlüssel, und es gibt keinen Code, um einen zu bekommen
fleet-code-unknown = der Dienst kennt den Code nicht
fleet-code-expired = der Code ist abgelaufen, um { $at }
fleet-code-used-up = der Code ist verbraucht; er galt für { $uses ->
    [one] eine Installation
   *[other] { $uses } Installationen
}
fleet-code-revoked = der Code oder der damit erstellte Schlüssel wurde widerrufen
fleet-out-of-scope = der Code gilt nicht für das Projekt { $project } der Sitzung „{ $session }“
fleet-no-project = der Code gilt für keines der Projekte in der Datei
fleet-service = { $why }
fleet-client = { $why }
fleet-device = { $why }

fleet-remedy-path = den Pfad prüfen, und wer dort lesen und schreiben darf
fleet-remedy-ask-for-file = bitten Sie den Autor der Datei, sie noch einmal zu senden
fleet-remedy-newer-program = eine neuere Version von Tagbridge installieren
fleet-remedy-compare-signer = fragen Sie den Autor der Datei nach dem richtigen Signierer; einen anderen nennen Sie mit --signer
fleet-remedy-say-older = bitten Sie den Autor der Datei um die neueste; um diese dennoch anzuwenden, geben Sie --older an
fleet-remedy-take-away = löschen Sie in den Ordnern authorities, pinned und trusted von `pki` die Zertifikate, denen Sie nicht mehr vertrauen, und diese Datei; wenden Sie dann noch einmal an
fleet-remedy-give-signer = nennen Sie den Signierer mit --signer, wie Sie ihn vom Autor der Datei erhalten haben: ed25519:…
fleet-remedy-give-key = verwenden Sie eine Datei von `tagbridge fleet key`, die nur Sie lesen können
fleet-remedy-into-folder = die Datei in den Ordner der Konfiguration legen
fleet-remedy-key-in-folder = unter [service] schreiben: key = {"{"} file = "service.key" {"}"}
fleet-remedy-leave-device-out = `device_id` herausnehmen: jede Installation hat ihre eigene
fleet-remedy-correct = sie berichtigen und mit `tagbridge config check` prüfen
fleet-remedy-name-session = eine davon nennen
fleet-remedy-write-blocks = jede Sitzung als eigenen Block schreiben, der mit [[session]] beginnt
fleet-remedy-give-code = bitten Sie die Verwaltung des Dienstes um einen Code, und geben Sie ihn mit --code an
fleet-remedy-ask-for-code = bitten Sie die Verwaltung des Dienstes um einen neuen Code: `tagbridge key code`
fleet-remedy-other-sessions = andere Sitzungen nennen, oder um einen Code für diese Projekte bitten

fleet-of-signature = Flotte: Signatur
fleet-of-files = Flotte: Dateien
fleet-of-authorities = Flotte: Zertifizierungsstellen

fleet-saw-signed = „{ $name }“, signiert { $at } von { $signer }
fleet-saw-same = { $files ->
    [one] die Datei ist unverändert, seit sie signiert wurde
   *[other] alle { $files } Dateien sind unverändert, seit sie signiert wurden
}
fleet-saw-changed = seit der Signatur verändert: { $files }
fleet-saw-trusted = { $certificates ->
    [one] einer Datei einer Zertifizierungsstelle wird auch vertraut
   *[other] { $certificates } Dateien von Zertifizierungsstellen wird auch vertraut
}

fleet-advice-apply-again = die Flottendatei noch einmal anwenden: `tagbridge fleet apply`
