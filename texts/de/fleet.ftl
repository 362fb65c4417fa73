# Eine signierte Datei, die viele Installationen einrichtet.

fleet-unreadable = { $path } kann nicht gelesen werden: { $why }
fleet-unwritable = { $path } kann nicht geschrieben werden: { $why }
fleet-no-fleet = { $path } ist keine Flottendatei
fleet-newer = { $path } hat das Format { $found }, und dieses Programm kennt höchstens das Format { $known }
fleet-altered = { $path } ist nicht das, was signiert wurde: die Datei wurde verändert oder ist beschädigt
fleet-other-signer = { $path } ist von { $found } signiert und muss von { $expected } signiert sein
fleet-older = { $path } wurde { $at } signiert, vor der zuletzt angewandten Datei: diese wurde { $applied } signiert
fleet-kept-damaged = { $path } ist beschädigt: es lässt sich nicht sagen, welche Dateien die zuletzt angewandte Flotte gebracht hat
fleet-no-signer = noch niemand hat gesagt, wessen Signatur die Datei haben muss
fleet-bad-signer = „{ $found }“ ist weder der öffentliche Schlüssel eines Signierers noch eine Datei mit einem
fleet-bad-key = { $path } enthält keinen Schlüssel zum Signieren, oder jeder auf diesem Rechner kann ihn lesen
fleet-escapes = eine Datei der Flotte, „{ $name }“, würde außerhalb ihres Ordners geschrieben
fleet-outside = { $path } liegt nicht im Ordner { $folder }
fleet-key-elsewhere = in der Konfiguration steht der Schlüssel des Dienstes nicht in einer Datei ihres eigenen Ordners
fleet-names-device = die Konfiguration nennt eine einzelne Installation (`device_id`) und ist für viele
fleet-configuration = die Konfiguration in { $path } ist nicht zu gebrauchen: { $why }
fleet-no-session = es gibt keine Sitzung „{ $name }“; es gibt { $known }
fleet-no-blocks = die Sitzungen lassen sich nicht auseinanderhalten
fleet-no-code = diese Installation hat noch keinen Schlüssel, und es gibt keinen Code, um einen zu bekommen
fleet-code-unknown = der Dienst kennt den Code nicht
fleet-code-expired = der Code ist abgelaufen, um { $at }
fleet-code-used-up = der Code ist verbraucht; er galt für { $uses ->
    [one] eine Installation
   *[other] { $uses } Installationen
}
fleet-code-revoked = der Code, oder der Schlüssel, der damit gemacht wurde, wurde widerrufen
fleet-out-of-scope = der Code gilt nicht für das Projekt { $project } der Sitzung „{ $session }“
fleet-no-project = der Code gilt für keines der Projekte in der Datei
fleet-service = { $why }
fleet-client = { $why }
fleet-device = { $why }

fleet-remedy-path = den Pfad prüfen, und wer dort lesen und schreiben darf
fleet-remedy-ask-for-file = die Datei von dem, der sie gemacht hat, noch einmal holen
fleet-remedy-newer-program = eine neuere Version von Tagbridge installieren
fleet-remedy-compare-signer = den, der die Datei gemacht hat, fragen, welcher Signierer der richtige ist; einen anderen mit --signer nennen
fleet-remedy-say-older = den, der die Datei gemacht hat, um die neueste bitten; um dennoch zu dieser zurückzukehren, --older angeben
fleet-remedy-take-away = in den Ordnern authorities, pinned und trusted von `pki` wegnehmen, dem nicht mehr vertraut werden soll, und diese Datei ebenso; dann noch einmal anwenden
fleet-remedy-give-signer = den Signierer mit --signer nennen, wie ihn der gesagt hat, der die Datei gemacht hat: ed25519:…
fleet-remedy-give-key = eine Datei verwenden, die `tagbridge fleet key` gemacht hat und die nur Sie lesen können
fleet-remedy-into-folder = die Datei in den Ordner der Konfiguration legen
fleet-remedy-key-in-folder = unter [service] schreiben: key = {"{"} file = "service.key" {"}"}
fleet-remedy-leave-device-out = `device_id` herausnehmen: jede Installation hat ihre eigene
fleet-remedy-correct = sie berichtigen und mit `tagbridge config check` prüfen
fleet-remedy-name-session = eine davon nennen
fleet-remedy-write-blocks = jede Sitzung als eigenen Block schreiben, der mit [[session]] beginnt
fleet-remedy-give-code = den, der den Dienst betreibt, um einen Code bitten und ihn mit --code angeben
fleet-remedy-ask-for-code = den, der den Dienst betreibt, um einen neuen Code bitten: `tagbridge key code`
fleet-remedy-other-sessions = andere Sitzungen nennen, oder um einen Code für diese Projekte bitten

fleet-of-signature = Flotte: Signatur
fleet-of-files = Flotte: Dateien
fleet-of-authorities = Flotte: Zertifizierungsstellen

fleet-saw-signed = „{ $name }“, signiert { $at } von { $signer }
fleet-saw-same = { $files ->
    [one] die eine Datei ist, wie sie signiert wurde
   *[other] alle { $files } Dateien sind, wie sie signiert wurden
}
fleet-saw-changed = seit der Signatur verändert: { $files }
fleet-saw-trusted = { $certificates ->
    [one] einer Datei einer Zertifizierungsstelle wird auch vertraut
   *[other] { $certificates } Dateien von Zertifizierungsstellen wird auch vertraut
}

fleet-advice-apply-again = die Flottendatei noch einmal anwenden: `tagbridge fleet apply`
