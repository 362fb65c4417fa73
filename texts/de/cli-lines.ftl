cli-line-console-ended = die Konsole hat sich beendet: { $why }
cli-line-metrics-ended = die Metriken haben sich beendet: { $why }
cli-line-metrics-on = Metriken: http://{ $address }/metrics
cli-line-console-on = Konsole: { $url }
cli-line-cited-of = die Antwort nennt { $count } von { $total } Stellen
cli-line-ask-again = Fragen Sie noch einmal mit --choose NAME.
cli-line-values-awaited = Einige Werte sind noch nicht bekannt: Die Sitzung wird gebeten, sie zu lesen …
cli-line-model-asked = Ein Modell wird gefragt …
cli-line-begun-again = Der Dienst wurde inzwischen neu gestartet: Die Antwort beginnt von vorn
cli-line-store-copied = { $rows } Zeilen aus { $tables } Tabellen und { $files } Dateien nach { $to } kopiert und geprüft
cli-line-copying-rows = { $table } wird kopiert: { $rows } Zeilen
cli-line-copying-files = Dateien werden kopiert: { $files }
cli-line-comparing-table = { $table } wird verglichen
cli-line-copied = Datenbank und { $files } Projektdateien nach { $to } kopiert
cli-line-listed-again = das Programm der Steuerung hat sich geändert: ihre Variablen werden noch einmal aufgelistet
cli-line-browsed = { $tags ->
    [one] 1 Variable
   *[other] { $tags } Variablen
} von { $controller }
cli-line-browsed-and-own = { $tags ->
    [one] 1 Variable
   *[other] { $tags } Variablen
} und { $own } des Systems (--all zeigt sie) von { $controller }
cli-line-controller = { $kind } auf { $address } ({ $state })
cli-line-bundled = { $file }: { $files ->
    [one] 1 Datei
   *[other] { $files } Dateien
}; { $removed }
cli-line-accepted-is-gone = { $id } ist in der Datei .accept angenommen, aber die Analyse findet es nicht mehr
cli-line-analysed = { $errors ->
    [one] 1 Fehler
   *[other] { $errors } Fehler
}, { $warnings ->
    [one] 1 Warnung
   *[other] { $warnings } Warnungen
}, { $notes ->
    [one] 1 Hinweis
   *[other] { $notes } Hinweise
} in { $units ->
    [one] 1 Strompfad, Netzwerk oder Programmteil
   *[other] { $units } Strompfaden, Netzwerken und Programmteilen
}{ $opaque ->
    [0] {""}
   *[other] , davon { $opaque } nicht ganz lesbar
}
cli-line-findings-accepted = { $count ->
    [one] 1 Befund ist mit einem Grund angenommen
   *[other] { $count } Befunde sind mit einem Grund angenommen
}
cli-line-findings-known = { $new } neu, { $known } in der Baseline
cli-line-phase-failed = { $phase }: nicht analysiert: { $why }
cli-line-not-approved = noch ist keine Datei geschrieben: führen Sie denselben Befehl mit --approve aus, um die Änderung in eine neue Datei zu schreiben
cli-line-proposed-in = geschrieben nach { $file }; die alte Datei ist unverändert
cli-line-answer-with = Führen Sie denselben Befehl mit --answer "{ $id }=TEXT" aus.
cli-line-reported = { $file }: { $bytes } Bytes
cli-line-nothing-secret = es enthält keine Geheimnisse
cli-line-taken-out = entfernt: { $kinds }
cli-line-configuration-written = { $file } geschrieben: lesen Sie es, tragen Sie Dienst und Sitzung ein, dann
cli-line-configuration-fine = { $file } ist gültig
cli-line-configured = { $name }: { $tags ->
    [one] 1 Variable
   *[other] { $tags } Variablen
} von { $endpoint } für das Projekt { $project }
cli-line-configured-without-tags = { $name }: keine Variablen von { $endpoint } für das Projekt { $project }; nur angeforderte Namen werden gelesen
cli-line-demo-introduced = 
    Eine kleine Anlage: drei virtuelle Steuerungen mit je einem Projekt, und der Dienst, alles in diesem Prozess.

    Öffnen Sie im Browser:

    {"  "}{ $console }

    { $first } ({ $vendor }) wird schon übertragen. Zwei weitere warten: { $others }.
    In drei Klicks:

      1  Projekte   wählen Sie eines davon, und „Verbinden“
      2  Verbinden  wählen Sie die gefundene Steuerung desselben Herstellers; sie wird mit dem Projekt verglichen
      3  Starten    und seine Werte sind live

    Solange es läuft, in einem anderen Terminal:

      tagbridge read { $endpoint } Line_StateText 'Oven_Temperature[0..2]'
      curl -H 'Authorization: Bearer { $key }' { $service }/projects/{ $project }/hmi/values
cli-line-demo-read = { $stored } Datensätze gespeichert, { $tags } Variablen vom Dienst zurückgelesen
cli-line-nobody-answered = kein Gerät hat geantwortet. Ein Broadcast kommt nicht über Router: verwenden Sie --host für eine Steuerung in einem anderen Netz
cli-line-waiting-for-answers = warte auf Antworten; ein nicht erreichbarer Dienst braucht eine Minute
cli-line-not-asked = { $name } wird nicht abgefragt: { $why }
cli-line-trips-a-scan = { $trips ->
    [one] 1 Anfrage
   *[other] { $trips } Anfragen
} je Abfrage
cli-line-note = Hinweis: { $what }
cli-line-note-of = Hinweis: { $subject }: { $what }
cli-line-more-notes = Hinweis: { $count } weitere: tagbridge project inspect { $file }
cli-line-follows-of = das Folgende ist von { $data }
cli-line-key-made = Schlüssel { $id } erstellt; die Zeile oben ist sein Geheimnis und wird nur jetzt gezeigt
cli-line-key-made-into = Schlüssel { $id } erstellt, sein Geheimnis steht in { $file }
cli-line-key-revoked = Schlüssel { $id } ist widerrufen
cli-line-org-made = die Organisation { $id } ist angelegt; `tagbridge key create --org { $id }` erstellt ihren ersten Schlüssel
cli-line-billing-set = neue Projekte werden berechnet: { $billing }
cli-line-team-assigned = Projekt { $project }: Team { $team }
cli-line-code-made = Code { $id } erstellt, gültig bis { $at } für { $uses ->
    [one] ein Gerät
   *[other] { $uses } Geräte
}; die Zeile oben wird nur jetzt gezeigt
cli-line-fleet-key-made = der Schlüssel zum Signieren steht in { $file }; die Zeile oben ist sein öffentlicher Schlüssel, der den Signierer nennt
cli-line-fleet-signed = { $file } ist signiert von { $signer }
cli-line-fleet-applied = Flotte „{ $name }“ angewendet auf { $file }, { $sessions ->
    [one] eine Sitzung
   *[other] { $sessions } Sitzungen
}, Gerät { $device }
cli-line-no-outbox = kein Puffer: mit diesem Ordner wurde nie eine Sitzung gestartet
cli-line-exported-to = { $snapshots ->
    [one] 1 Datensatz
   *[other] { $snapshots } Datensätze
} in { $file }
cli-line-exported = { $snapshots ->
    [one] 1 Datensatz
   *[other] { $snapshots } Datensätze
} geschrieben
cli-line-damaged-left-out = { $snapshots ->
    [one] 1 Datensatz
   *[other] { $snapshots } Datensätze
} weggelassen: auf dem Datenträger beschädigt
cli-line-nothing-quarantined = keine Datensätze in Quarantäne
cli-line-to-be-sent = { $snapshots ->
    [one] 1 Datensatz wird erneut gesendet
   *[other] { $snapshots } Datensätze werden erneut gesendet
}: mit der nächsten Übertragung einer laufenden Bridge, sonst beim nächsten Start
cli-line-of-left-stream = { $snapshots ->
    [one] 1 Datensatz bleibt
   *[other] { $snapshots } Datensätze bleiben
} in Quarantäne: die Sitzung hat seitdem einen neuen Datenstrom begonnen. Ein Export ist möglich
cli-line-discarded = { $snapshots ->
    [one] 1 Datensatz
   *[other] { $snapshots } Datensätze
} gelöscht
cli-line-project-archived = { $name } ist archiviert: es wird nicht mehr aufgelistet, und keine Datei kommt dazu
cli-line-no-history = der Dienst hat keinen Verlauf von { $tag }
cli-line-history-cut = Werte vor { $at } sind unvollständig: der Dienst hat nur die neuesten behalten.
cli-line-project-listed = { $name } wird wieder aufgelistet
cli-line-project-deleted = { $name } ist gelöscht
cli-line-version-in = geschrieben nach { $file }
cli-line-version-used-again = Version { $number } gilt wieder, als Version { $now }
cli-line-version-is-current = Version { $number } gilt bereits
cli-line-project-created = ein neues Projekt
cli-line-project-version = seine Version { $number }
cli-line-project-identical = keine Änderung: die Datei ist schon Version { $number }
cli-line-read-as = der Endpunkt von { $address } ist { $endpoint }
cli-line-watch-keys = q beendet · Leertaste hält an · s sortiert · Pfeile blättern
cli-line-watch-old = Keine aktuellen Werte: die jüngste Abfrage ist { $seconds } s alt
cli-line-watch-paused = Angehalten: Werte von { $at }; Leertaste setzt fort
cli-line-scanned = { $tags ->
    [one] 1 Variable
   *[other] { $tags } Variablen
} in { $ms } ms mit { $trips ->
    [one] 1 Anfrage
   *[other] { $trips } Anfragen
} von { $controller }
cli-line-plain-http = HTTP ohne Verschlüsselung: jeder im Netz kann Schlüssel und Werte unterwegs mitlesen
cli-line-own-certificate = sein Zertifikat ist selbst signiert, SHA-256 { $fingerprint }; auf jedem Rechner mit einer Bridge einmal: tagbridge trust https://DIESER-RECHNER:PORT
cli-line-taking-from = der Dienst speichert auch Datensätze vom MQTT-Broker { $url }
cli-line-serving = Dienst: { $url }, Daten in { $data }
cli-line-fingerprint = SHA-256 des Zertifikats: { $fingerprint }
cli-line-trusted = { $fingerprint } wird bei { $endpoint } vertraut
cli-line-trust-another = Dieses Zertifikat ist nicht das bisherige. Ihm von jetzt an vertrauen? [ja/nein]
cli-line-trust-this = Zeigt die Steuerung denselben Fingerabdruck? [ja/nein]
cli-line-trust-this-service = Zeigt `tagbridge serve` denselben Fingerabdruck? [ja/nein]
cli-line-not-executed = nicht ausgeführt; die davon geschriebenen Variablen behalten ihren Wert:
cli-line-not-served = { $count } von { $all ->
    [one] 1 Variablen
   *[other] { $all } Variablen
} nicht in der virtuellen Steuerung:
cli-line-matches = stimmt überein: in der Steuerung läuft dieses Projekt
cli-line-cannot-tell = es ist nicht bekannt, ob in der Steuerung dieses Projekt läuft
cli-line-another-controller = eine andere Steuerung: für diese ist das Projekt nicht
cli-line-differs = weicht ab: die Steuerung ist an { $places ->
    [one] 1 Stelle
   *[other] { $places } Stellen
} nicht wie dieses Projekt
cli-line-what-differs = Unterschiede:
cli-line-and-more = und { $count } weitere
cli-line-readable = { $count } von { $tags ->
    [one] 1 Variablen
   *[other] { $tags } Variablen
} sind lesbar
cli-line-readable-and-untried = { $count } von { $tags ->
    [one] 1 Variablen
   *[other] { $tags } Variablen
} sind lesbar; { $untried } weitere wurden nicht geprüft
cli-line-not-yet-known = { $count ->
    [one] 1 davon ist noch nicht bekannt
   *[other] { $count } davon sind noch nicht bekannt
} und nicht gezählt
cli-line-to-do = Abhilfe: { $remedy }
cli-line-proposal = Vorschlag: { $what }
cli-line-nothing-to-read = Vorhersage: es gibt nichts zu lesen
cli-line-forecast = Vorhersage: { $tags ->
    [one] 1 Variable
   *[other] { $tags } Variablen
}, { $requests ->
    [one] 1 Anfrage
   *[other] { $requests } Anfragen
}, { $took } je Abfrage
cli-line-cause-cost = Ursachen: { $tags ->
    [one] 1 Variable mehr
   *[other] { $tags } Variablen mehr
}, { $requests ->
    [one] 1 Anfrage mehr
   *[other] { $requests } Anfragen mehr
} je Abfrage
cli-line-forecast-by-list = { $forecast }; { $requests ->
    [one] 1 Anfrage
   *[other] { $requests } Anfragen
} mit der Variablenliste der Steuerung, die mit { $upload ->
    [one] 1 Anfrage
   *[other] { $upload } Anfragen
} geladen wird, durch tag_list = "when_it_saves" in der Konfiguration der Sitzung
cli-line-reaching = Verbindung zur Steuerung
cli-line-listing = lese die Liste der Steuerung: bisher { $tags ->
    [one] 1 Variable
   *[other] { $tags } Variablen
}
cli-line-trying = prüfe Variablen: { $done } von { $all }
cli-line-measuring = messe eine Abfrage
cli-line-running-since = läuft seit { $since } als Prozess { $process }, Stand { $told }; Werte gehen an { $service }
cli-line-running-and-silent = läuft, noch ohne Status
cli-line-ended-at = läuft nicht: beendet um { $at }
cli-line-ended-unexpectedly = läuft nicht: unerwartet beendet, der letzte Status ist von { $at }
cli-line-never-ran = läuft nicht, und es gibt keine Spur eines früheren Laufs
cli-line-no-sessions = keine Sitzungen

cli-state-idle = ruht
cli-state-connecting = verbindet mit { $endpoint }
cli-state-connecting-again = verbindet mit { $endpoint }, Versuch { $attempt }
cli-state-live = live, { $good } gut
cli-state-unstored = wird gelesen, Werte werden nicht gespeichert; { $good } gut
cli-state-unstored-scans = { $scans ->
    [one] 1 Abfrage wurde nicht gespeichert und ist verloren
   *[other] { $scans } Abfragen wurden nicht gespeichert und sind verloren
}
cli-state-ended-unstored = gestoppt; { $scans ->
    [one] 1 Abfrage wurde nicht gespeichert und ist verloren
   *[other] { $scans } Abfragen wurden nicht gespeichert und sind verloren
}
cli-state-uncertain = { $live }, { $count } unsicher
cli-state-bad = { $live }, { $count } schlecht
cli-state-requested = { $live }, { $count } verlangt
cli-state-group = { $tags ->
    [one] ein Tag
   *[other] { $tags } Tags
 } alle { $every }, { $missed } von { $all } Abfragen verpasst
cli-state-group-trouble = { $group }; nicht gelesen: { $problem }
cli-state-waiting = wartet bis { $until }: { $cause }; { $remedy }
cli-state-still-waiting = wartet weiter, bis { $until }
cli-state-stopped = gestoppt: { $cause }
cli-state-still-attention = seine Werte brauchen weiter Aufmerksamkeit
cli-state-nothing-stored = Datensätze können nicht gespeichert werden
cli-state-controllers-names = Variablen mit den Namen der Steuerung: { $problem }
cli-state-still-controllers-names = weiter mit den Namen der Steuerung
cli-state-still-differs = weicht weiter von ihrem Projekt ab
cli-state-names-as-before = mit ihren Namen wie bisher
cli-state-differs = weicht ab von { $file }: { $first }
cli-state-differs-more = weicht ab von { $file }: { $first }, und { $more } weitere
cli-state-not-contacted = Dienst noch nicht erreicht
cli-state-stored-through = Dienst hat alle Datensätze bis { $sequence } gespeichert
cli-state-answers = Dienst antwortet
cli-state-service-waiting = Dienst: nächster Versuch um { $at }: { $cause }; { $remedy }
cli-state-still-undelivered = weiter nicht übertragen, nächster Versuch um { $at }
cli-state-delivery-ended = die Übertragung ist beendet
cli-state-broker-connecting = MQTT: Verbindung zu { $broker } wird aufgebaut
cli-state-broker-host = MQTT: mit { $broker } verbunden; die primäre Host-Anwendung { $host } wird erwartet
cli-state-broker-online = MQTT: veröffentlicht an { $broker }
cli-state-broker-waiting = MQTT: { $cause }; { $remedy }; wieder um { $at }
cli-state-broker-ended = MQTT: beendet
cli-state-broker-behind = { $state }; wartende Schnappschüsse: { $queued }, verworfene: { $dropped }
cli-state-set-aside = der Puffer war beschädigt und liegt beiseite als { $file }; { $saved }
cli-state-saved-as = der lesbare Teil steht in { $file }
cli-state-nothing-saved = er hatte keinen lesbaren Teil
cli-state-saved = { $snapshots ->
    [one] 1 Datensatz war davon lesbar und wird
   *[other] { $snapshots } Datensätze waren davon lesbar und werden
} übertragen
cli-state-disk-full = der Datenträger ist voll: die ältesten Datensätze werden gelöscht, um die neuesten zu speichern; schaffen Sie Platz
cli-state-outbox-replaced = die Datei des Puffers wurde { $times ->
    [one] einmal
   *[other] { $times }-mal
} entfernt oder ersetzt, während die Bridge lief, und neu geschrieben
cli-state-older-copy = der Puffer wurde aus einer älteren Kopie wiederhergestellt; seine wartenden Datensätze gehören jetzt zu einem neuen Strom
cli-state-quarantined = { $count } vom Dienst abgelehnt und in Quarantäne
cli-state-lost-before = { $count } endgültig verloren, im Strom davor
cli-state-lost = { $count } endgültig verloren: { $why }
cli-state-lost-by-size = der Puffer war voll
cli-state-lost-by-age = sie waren zu alt
cli-state-lost-by-disk = der Datenträger war voll
cli-state-lost-by-damage = sie waren auf dem Datenträger beschädigt
cli-state-lost-rejected = der Dienst lehnte sie endgültig ab
cli-state-lost-too-large = sie waren größer, als der Dienst annimmt
cli-state-delivered = gestoppt, und alles ist übertragen
cli-state-kept = gestoppt; { $snapshots ->
    [one] 1 Datensatz bleibt
   *[other] { $snapshots } Datensätze bleiben
} für den nächsten Start im Puffer

cli-word-current = gilt
cli-word-accepted-finding = { $severity } (angenommen)
cli-word-accepted-since = [angenommen: { $reason }]
cli-word-error = Fehler
cli-word-known-finding = { $severity } (bekannt)
cli-word-remark = Hinweis
cli-word-warning = Warnung
cli-word-to-be-sent = { $why } (wird erneut gesendet)
cli-word-more = { $count } weitere
cli-word-and-more = { $names } und { $count } weitere
cli-word-list-and-more = { $names }, und { $count } weitere
cli-word-times = { $count ->
    [one] 1 Mal
   *[other] { $count } Mal
}
cli-word-snapshots = { $count ->
    [one] 1 Datensatz
   *[other] { $count } Datensätze
}
cli-word-tags = { $count ->
    [one] 1 Variable
   *[other] { $count } Variablen
}
cli-word-data-types = { $count ->
    [one] 1 Datentyp
   *[other] { $count } Datentypen
}
cli-word-blocks = { $count ->
    [one] 1 Baustein
   *[other] { $count } Bausteine
}
cli-word-programs = { $count ->
    [one] 1 Programm
   *[other] { $count } Programme
}
cli-word-routines = { $count ->
    [one] 1 Routine
   *[other] { $count } Routinen
}
cli-word-read-write = lesen, schreiben
cli-word-read-only = nur lesen
cli-word-no-access = keiner
cli-word-unknown-access = unbekannt
cli-word-scan-took = { $ms } ms
cli-word-stored-through = gespeichert { $sequence }
cli-word-key-at = { $mode }, Schlüssel auf { $key }
cli-word-run = RUN
cli-word-test = Test
cli-word-program = Programmierung
cli-word-stop = STOP
cli-word-fault = Störung
cli-word-unknown = unbekannt
cli-word-all-projects = alle
cli-word-any-device = jedes
cli-word-revoked = widerrufen { $at }
cli-word-up-to = bis { $sequence }
cli-word-running = läuft
cli-word-not-running = läuft nicht
cli-word-less-than = weniger als { $ms } ms
cli-word-about = etwa { $ms } ms
cli-word-good = gut
cli-word-uncertain = unsicher: { $cause }
cli-word-bad = schlecht: { $cause }
cli-word-controller-stands = die Steuerung läuft nicht
cli-word-no-value = kein Wert
cli-word-was = war { $value } vor { $seconds } s
cli-word-untold-types = Typen, die im Projekt fehlen
cli-word-untold-numbers = Datenbausteine, deren Nummer im Projekt fehlt; --number "NAME=N" gibt sie an
cli-word-by-name = über den Namen
cli-word-alias-of = Alias von { $name }
cli-word-protected = der Quelltext ist geschützt
cli-word-absent = die Datei enthält keinen Quelltext davon
cli-word-every = alle { $ms } ms
cli-word-on-trigger = bei { $trigger }
cli-word-priority = Priorität { $priority }
cli-word-watchdog = Watchdog { $ms } ms
cli-word-inhibited = gesperrt
cli-word-safety = Sicherheit
cli-word-on-module = an { $parent }
cli-word-at-address = auf { $address }
cli-word-not-in-file = nicht in der Datei
cli-word-controller-label = Steuerung
cli-word-hash-label = Hash
cli-word-task-label = Task
cli-word-module-label = Modul
cli-word-calls-label = ruft auf
cli-word-server-label = Server
cli-word-certificate-label = Zertifikat von
cli-word-fingerprint-label = SHA-256
cli-word-valid-label = gültig
cli-word-offers-label = bietet an
cli-word-trusted-label = bisher vertraut
cli-word-valid-from-to = { $from } bis { $to }

cli-column-access = ZUGRIFF
cli-column-action = AKTION
cli-column-actor = WER
cli-column-address = ADRESSE
cli-column-alias-of = ALIAS VON
cli-column-at = WANN
cli-column-billing = ABRECHNUNG
cli-column-bridge = BRIDGE
cli-column-by = DURCH
cli-column-detail = EINZELHEIT
cli-column-device = GERÄT
cli-column-endpoint = ADRESSE
cli-column-ends = ENDET
cli-column-every = ALLE
cli-column-file = DATEI
cli-column-from = VON
cli-column-how = WIE
cli-column-id = ID
cli-column-is = IST
cli-column-last-push = LETZTE ÜBERTRAGUNG
cli-column-last-scan = LETZTE ABFRAGE
cli-column-last-used = ZULETZT VERWENDET
cli-column-uses = VERWENDET
cli-column-limit = GRENZE
cli-column-lost = VERLOREN
cli-column-made = ERSTELLT
cli-column-name = NAME
cli-column-oldest = ÄLTESTER
cli-column-on-fault = BEI STÖRUNG
cli-column-permissions = RECHTE
cli-column-product = PRODUKT
cli-column-projects = PROJEKTE
cli-column-quarantined = QUARANTÄNE
cli-column-quality = QUALITÄT
cli-column-reads = LIEST
cli-column-refused-at = ABGELEHNT
cli-column-reply = ANTWORT
cli-column-request = ANFRAGE
cli-column-revision = REVISION
cli-column-sequences = SEQUENZEN
cli-column-serial = SERIENNUMMER
cli-column-session = SITZUNG
cli-column-size = GRÖSSE
cli-column-state = ZUSTAND
cli-column-state-until-then = ZUSTAND BIS DAHIN
cli-column-status = ZUSTAND
cli-column-subject = GEGENSTAND
cli-column-tag = VARIABLE
cli-column-task = TASK
cli-column-text = TEXT
cli-column-version = VERSION
cli-column-touched = ZULETZT GEÄNDERT
cli-column-trip = ANFRAGE
cli-column-type = TYP
cli-column-value = WERT
cli-column-vendor = HERSTELLER
cli-column-waiting = WARTEN
cli-column-rule = REGEL
cli-column-severity = SCHWERE
cli-column-what = WAS
cli-column-when = WENN
cli-column-where = WO
cli-column-why = WARUM

# Why a file went to a project.
cli-decision-told = das Projekt war genannt
cli-decision-named = das Projekt heißt `{ $name }`
cli-decision-same-file = es ist die aktuelle Datei des Projekts
cli-decision-same-serial = die Steuerung hat dieselbe Seriennummer, { $serial }
cli-decision-same-names = { $common } von { $of } Namen von Variablen und Bausteinen sind gleich
cli-decision-none-called-so = kein anderes Projekt heißt so
cli-decision-other-serial = { $project_id } heißt ebenso, ist aber für das Gerät mit der Seriennummer { $theirs }; diese Datei ist für { $serial }
cli-decision-other-model = { $project_id } heißt ebenso, ist aber für { $theirs }; diese Datei ist für { $model }
cli-decision-other-names = { $project_id } heißt ebenso, aber nur { $common } von { $of } Namen von Variablen und Bausteinen sind in beiden

# What a controller and its project are compared by.
cli-compared-platform = Plattform
cli-compared-name = Name
cli-compared-model = Modell
cli-compared-revision = Revision
cli-compared-serial = Seriennr.
cli-compared-tags = Variablen
cli-compared-types = Typen
cli-compared-blocks = Bausteine
cli-line-in-background = { $name }: { $state }
cli-background-missing = nicht installiert
cli-background-stopped = angehalten
cli-background-failed = durch einen Fehler beendet
cli-background-starting = startet
cli-background-running = läuft
cli-background-stopping = hält an

cli-recorded-nothing-recorded = es ist noch nichts aufgezeichnet: mit diesem Ordner lief noch keine Sitzung
cli-recorded-not-recorded = nicht aufgezeichnet
cli-recorded-recording-damaged = Aufzeichnung von { $session }: { $bytes } Byte sind beschädigt; der Rest wird gelesen, und die Lücken zeigen die verlorene Zeit
cli-recorded-past-unknown = VERGANGENHEIT { $at }: es sind keine Werte bekannt ({ $why })
cli-recorded-past-shown = VERGANGENHEIT { $at }, Steuerung: { $mode }
cli-recorded-recording-exported = { $from } bis { $until } ist in { $file } gespeichert
cli-recorded-incident-imported = als Ereignis { $number } von { $session } hinzugefügt
cli-recorded-incident-noted = die Notiz ist beim Ereignis { $number } gespeichert
cli-recorded-incident-exported = Ereignis { $number } ist in { $file } gespeichert
cli-recorded-incident-deleted = Ereignis { $number } ist gelöscht
cli-recorded-no-incidents = es gibt keine Ereignisse
cli-recorded-replay-without-project = die Aufzeichnung hat kein Projekt: die Steuerung ist erfunden, mit den aufgezeichneten Variablen{ $left_out ->
    [0] {""}
   *[other] {" "}außer { $left_out }
}
cli-column-gaps = LÜCKEN
cli-column-incidents = EREIGNISSE
cli-column-note = NOTIZ
cli-column-number = NR.
cli-column-since = SEIT
