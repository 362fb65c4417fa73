# OPC UA.
opcua-remedy-server-trust = der Server vertraut unserem Zertifikat noch nicht: verschieben Sie es dort zu den vertrauenswürdigen (CODESYS: Security-Screen oder die Quarantäne der Laufzeit), und versuchen Sie es erneut
opcua-remedy-clocks = vergleichen Sie die Uhren dieses Rechners und des Servers
opcua-remedy-sessions = der Server hat keine Sitzung frei: schließen Sie die eines anderen Programms, oder warten Sie, bis eine verlorene abgelaufen ist
opcua-remedy-policy = der Server nimmt diese Sicherheitsrichtlinie nicht an: lassen Sie `security` weg, dann wird seine beste verwendet
opcua-remedy-path = prüfen Sie den Pfad hinter Rechner und Port: der Endpunkt des Servers kann einen haben
opcua-remedy-licence = die Lizenz des Servers ist abgelaufen (eine CODESYS-Laufzeit ohne Lizenz hält nach zwei Stunden an): starten Sie ihn neu, oder lizenzieren Sie ihn
opcua-remedy-compare = vergleichen Sie den Fingerabdruck mit dem, den die Steuerung selbst zeigt, und vertrauen Sie ihm dann (`tagbridge trust` mit dieser Adresse)
opcua-remedy-changed = finden Sie heraus, warum es ein anderes ist (neue Laufzeit, erneuertes Zertifikat oder jemand dazwischen); ist es das richtige, vertrauen Sie ihm (`tagbridge trust` mit dieser Adresse)
opcua-remedy-weakened = nennen Sie die Sicherheit in der Adresse, etwa ?security=Basic256Sha256:SignAndEncrypt, oder ?security=None, wenn das so sein soll
opcua-remedy-another-security = nennen Sie eine andere, etwa ?security=Basic256Sha256:SignAndEncrypt, oder schalten Sie sie am Server ein
opcua-remedy-newer-security = schalten Sie am Server Basic256Sha256 oder eine neuere Richtlinie ein (CODESYS: Security-Screen; ältere Server brauchen eine Aktualisierung), oder lesen Sie ihn mit ?security=None, wenn sonst niemand in diesem Netz ist
opcua-remedy-old-certificate = lassen Sie den Server ein neues Zertifikat erzeugen (2048 Bit, SHA-256), und vergleichen Sie die Uhren; oder vergleichen Sie den Fingerabdruck mit dem, den die Steuerung selbst anzeigt, und rufen Sie dann `tagbridge trust` mit diesem Endpunkt auf
opcua-remedy-another-certificate = lassen Sie den Server ein anderes erstellen
opcua-remedy-name-folder = nennen Sie einen mit --pki, oder mit `pki` in der Konfigurationsdatei
opcua-remedy-writable-folder = nennen Sie mit --pki oder mit `pki` in der Konfigurationsdatei einen Ordner, in den dieser Benutzer schreiben darf
opcua-remedy-user-files = nennen Sie ein Zertifikat als .der oder .pem, und seinen RSA-Schlüssel als .pem ohne Passwort
opcua-remedy-switch-on = schalten Sie am Server die Sicherheit ein, oder lesen Sie ihn mit ?security=None
opcua-remedy-secure-login = schalten Sie am Server für Anmeldungen mit Passwort eine Sicherheitsrichtlinie mit Verschlüsselung ein, etwa Basic256Sha256
opcua-remedy-leave-user-out = lassen Sie den Benutzer in der Adresse weg, oder richten Sie am Server einen ein

opcua-refusal-another-certificate = sie zeigte ein anderes Zertifikat als das vertraute
opcua-refusal-weakened = sie bietet jetzt bessere Sicherheit an als vorhin: jemand auf dem Weg könnte das Angebot geschwächt haben
opcua-refusal-no-security = sie bietet keine mehr an, obwohl sie es tat, als ihrem Zertifikat vertraut wurde
opcua-refusal-no-folder = es gibt keinen Ordner für Zertifikate
opcua-refusal-unreadable = sie hat kein lesbares Zertifikat
opcua-refusal-no-certificate = ihr Zertifikat ist nicht lesbar
opcua-refusal-unknown = ihm wird noch nicht vertraut: { $subject } (SHA-256 { $shown }, gültig { $from } bis { $to }); `tagbridge trust { $endpoint }`
opcua-refusal-changed = es ist nicht das vertraute (SHA-256 { $trusted }), sondern { $subject } (SHA-256 { $shown }, gültig { $from } bis { $to })
opcua-refusal-offers-only = sie bietet nur { $offered } an
opcua-refusal-offers-others = das bietet sie nicht an, sondern { $offered }
opcua-refusal-offers-outdated = alle Sicherheit, die er anbietet, ist zu alt: { $offered }. Basic128Rsa15 und Basic256 signieren mit SHA-1 und sind gebrochen
opcua-refusal-short-key = sein Zertifikat ist zu alt: der Schlüssel hat { $bits } Bit, nötig sind 2048 ({ $subject }, SHA-256 { $shown })
opcua-refusal-unknown-and-old = ihm wird noch nicht vertraut, und es ist zu alt: { $age } ({ $subject }, SHA-256 { $shown }, gültig { $from } bis { $to }); `tagbridge trust { $endpoint }`
opcua-refusal-only-unsecured = { $user } kann sich nur ohne Sicherheit anmelden
opcua-refusal-nobody = die Steuerung verlangt eine Anmeldung
opcua-refusal-no-secret = ihr lässt sich kein Passwort so senden, dass es geheim bleibt
opcua-refusal-no-user-names = sie kennt keine Benutzer mit Name und Passwort
opcua-refusal-no-user-certificates = sie kennt keine Benutzer mit Zertifikat
opcua-refusal-no-way-in = { $user } kann sich dort nicht anmelden
opcua-refusal-no-password = für „{ $user }“ ist kein Passwort angegeben
opcua-refusal-file = { $path }: { $why }

opcua-user-anonymous = ein anonymer Benutzer
opcua-user-password = ein Benutzer mit Passwort
opcua-user-certificate = ein Benutzer mit Zertifikat
opcua-certificate-age-expired = es ist abgelaufen
opcua-certificate-age-not-yet-valid = es ist noch nicht gültig
opcua-certificate-age-old-signature = es ist mit SHA-1 oder MD5 signiert

trust-no-certificate = der Server hat kein Zertifikat
trust-store = das Zertifikat kann nicht in { $folder } aufbewahrt werden: { $source }; nennen Sie einen Ordner, in den dieser Benutzer schreiben darf
trust-no-folder = dieser Rechner hat keinen Ordner für Zertifikate; nennen Sie einen mit --pki

# The event log.
opcua-logged-too-deep = was tiefer liegt, wird nicht aufgelistet
opcua-logged-subscribed-again = das Abonnement wird neu angelegt
opcua-logged-polled-instead = der Server würde im Abonnement zu lange schweigen und wird stattdessen abgefragt
opcua-logged-takes-less = der Server nimmt weniger auf einmal an, als er angekündigt hat
opcua-logged-certificate-trusted = einem Zertifikat wird vertraut
opcua-logged-certificate-renewed = unser Zertifikat wurde erneuert; die Server müssen dem neuen vertrauen

# Warum eine Variable keinen Wert hat.
opcua-tag-no-node = der Server hat keine Variable dieses Namens
opcua-tag-near-nodes = der Server hat keine Variable dieses Namens; meinten Sie { $near }?
opcua-tag-is-object = das ist keine Variable, sondern ein Objekt; nennen Sie eine Variable darunter
opcua-tag-no-member = die Struktur hat kein Element „{ $name }“
opcua-tag-near-members = die Struktur hat kein Element „{ $name }“; meinten Sie { $near }?
opcua-tag-no-structure = das ist keine Struktur, die ein Element „{ $name }“ haben könnte
opcua-tag-no-array = das ist kein Feld
opcua-tag-beyond = { $step } eines Felds von { $size } Elementen
opcua-tag-no-bit = { $kind } hat kein Bit { $bit }
opcua-tag-no-namespace = der Server hat keinen Namensraum { $uri }
opcua-tag-no-value = der Server hat keinen Wert gesendet
opcua-tag-untold = der Server liefert die Definition seines Typs { $data_type } nicht
opcua-tag-another-type = der Server sagt, sie sei vom Typ { $told }, und hat { $sent } gesendet

# What a status means.
opcua-status = { $name ->
    [BadNodeIdUnknown] den Knoten gibt es im Adressraum des Servers nicht
    [BadNodeIdInvalid] die Syntax der Knotenkennung ist ungültig
    [BadNotReadable] der Zugriff erlaubt kein Lesen
    [BadUserAccessDenied] der Benutzer hat dafür keine Rechte
    [BadAttributeIdInvalid] der Knoten hat dieses Attribut nicht
    [BadIndexRangeInvalid] der Indexbereich ist ungültig
    [BadIndexRangeNoData] im Indexbereich gibt es keine Daten
    [BadOutOfRange] der Wert liegt außerhalb des Bereichs
    [BadTypeMismatch] der Typ passt nicht
    [BadNoCommunication] der Server erreicht die Datenquelle nicht
    [BadNotConnected] die Variable ist mit keiner Datenquelle verbunden
    [BadWaitingForInitialData] der Server wartet auf den ersten Wert
    [BadSensorFailure] der Sensor ist gestört
    [BadDeviceFailure] das Gerät ist gestört
    [BadOutOfService] die Datenquelle ist außer Betrieb
    [BadDecodingError] die Bytes sind nicht lesbar
    [BadTimeout] die Zeit ist abgelaufen
    [BadShutdown] der Server wird beendet
    [BadServerHalted] der Server ist angehalten
    [BadTooManyOperations] die Anfrage hat zu viele Teile
    [BadTooManySessions] der Server hat die Höchstzahl seiner Sitzungen erreicht
    [BadCertificateUntrusted] der Server vertraut dem Zertifikat nicht
    [BadCertificateTimeInvalid] das Zertifikat ist abgelaufen oder noch nicht gültig
    [BadCertificateInvalid] das Zertifikat ist ungültig
    [BadSecurityChecksFailed] die Sicherheitsprüfung ist fehlgeschlagen
    [BadSecurityPolicyRejected] diese Sicherheitsstufe lehnt der Server ab
    [BadSecurityModeRejected] diesen Sicherheitsmodus lehnt der Server ab
    [BadIdentityTokenRejected] der Server lehnt die Anmeldung ab
    [BadIdentityTokenInvalid] die Anmeldung ist ungültig
    [BadSessionIdInvalid] der Server kennt die Sitzung nicht
    [BadSessionClosed] die Sitzung ist geschlossen
    [BadServiceUnsupported] der Server kennt diesen Dienst nicht
    [BadTcpEndpointUrlInvalid] die Adresse des Endpunkts ist ungültig
    [BadUnexpectedError] ein unerwarteter Fehler
    [BadInternalError] ein interner Fehler des Servers
    [BadOutOfMemory] der Server hat zu wenig Speicher
    [BadResourceUnavailable] dem Server fehlt etwas dafür
    [BadCommunicationError] ein Fehler der Kommunikation
    [UncertainLastUsableValue] der letzte brauchbare Wert; die Quelle liefert keinen neuen
    [UncertainNoCommunicationLastUsableValue] der letzte brauchbare Wert; die Verbindung zur Quelle ist gestört
    [UncertainInitialValue] ein Anfangswert
    [UncertainSensorNotAccurate] der Sensor misst ungenau
   *[other] { $sentence }
} ({ $name }, { $code })
opcua-other-status = Status { $code }, der nicht in der Spezifikation steht

# What is wrong with an endpoint.
opcua-endpoint-colon = security „{ $text }“ gibt es nicht; hinter dem Doppelpunkt steht Sign oder SignAndEncrypt
opcua-endpoint-outdated-security = Sicherheit „{ $text }“ ist zu alt und gebrochen (SHA-1); es gibt None, { $known }
opcua-endpoint-pair = cert und key gehören zusammen
opcua-endpoint-security = security „{ $text }“ gibt es nicht; es gibt None, { $known }
opcua-endpoint-timestamps = timestamps „{ $text }“ gibt es nicht; es gibt gather und source
opcua-endpoint-two-users = ein Benutzer meldet sich mit Namen oder mit cert und key an

# How tags are read.
opcua-plan-nodes = { $count } Knoten
opcua-plan-more-parts = { $count } weitere Teile von Arrays
opcua-plan-rest = der Rest
opcua-plan-server-limit = der Server nimmt { $nodes } Knoten je Anfrage an
opcua-plan-message-size = ein weiterer Knoten wäre mehr, als in eine Nachricht passt

# What is wrong with a name.
opcua-name-empty = der Name ist leer
opcua-name-names-no-node = `{ $text }` bezeichnet keinen Knoten: schreiben Sie ihn wie { $example }
opcua-name-no-index = `{ $index }` ist kein Namensraum-Index: er geht von 0 bis 65535
opcua-name-empty-identifier = der Bezeichner nach s= ist leer
opcua-name-no-identifier-kind = `{ $text }` ist kein Bezeichner: er beginnt mit s=, i=, g= oder b=
opcua-name-no-identifier = `{ $text }` ist kein Bezeichner
opcua-name-no-steps = `{ $text }` ist weder Index noch Element, wie [3] oder .Speed

# What is wrong with a value's bytes.
opcua-malformed-endless = Werte in Werten ohne Ende
opcua-malformed-endless-structure = Werte ohne Ende in einer Struktur
opcua-malformed-union-member = Element { $number } einer Union, die weniger hat
opcua-malformed-dimensions = { $told } Dimensionen statt { $expected }
opcua-malformed-matrix = eine Matrix, die zu groß ist
opcua-malformed-array-ends = ein Array, das zu früh endet
opcua-malformed-array = ein Array mit { $count } Elementen
opcua-malformed-library = nicht zu entschlüsseln ({ $text })
