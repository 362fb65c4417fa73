# Sitzungen.
session-ended-as-asked = beendet, wie verlangt
session-closed-on-purpose = die Verbindung wurde mit Absicht geschlossen
session-retried-by-itself = es wird von selbst erneut versucht; bleibt die Steuerung weg, prüfen Sie, ob sie Spannung hat und läuft, und das Netz zu ihr
session-broken-off = interner Fehler in Tagbridge
session-report-fault = es wird von selbst erneut versucht; melden Sie es mit einem Supportpaket
session-replaced = unter dieser Adresse antwortet ein anderes Gerät: { $found } statt { $expected }; prüfen Sie die Adresse, oder nehmen Sie das neue Gerät an
session-not-projects = die Steuerung ist nicht die des Projekts, und keine ihrer Variablen wird übertragen: { $difference }; prüfen Sie die Adresse und das Projekt, oder nehmen Sie die Steuerung an
session-missed-scans = { $missed } der letzten { $all } Abfragen fielen aus: eine alle { $achieved } statt alle { $interval }; wählen Sie ein längeres Intervall, oder lesen Sie weniger Variablen
session-accepted-other = die Steuerung ist nicht die des Projekts und wurde angenommen: { $difference }
session-unreadable-tags = { $bad } von { $all } Variablen nicht lesbar: { $names }; die Tabelle zeigt zu jeder den Grund
session-partner-took-over = der redundante Partner hat übernommen: Seriennummer { $found } statt { $before }
session-newer-compared = ein neuerer Stand des Projekts ({ $file }) wird mit der Steuerung verglichen
session-newer-differs = ein neuerer Stand des Projekts ({ $file }) wird noch nicht verwendet, weil die Steuerung nicht dazu passt: { $why }
session-newer-ask = es gibt einen neueren Stand des Projekts ({ $file }): starten Sie die Sitzung neu, um ihn zu verwenden
session-newer-unreadable = ein neuerer Stand des Projekts ist nicht verwendbar: { $why }
session-version-used-matched = die Sitzung verwendet einen neueren Stand des Projekts ({ $file }) seit { $at }
session-version-used-tags-alike = die Sitzung verwendet einen neueren Stand des Projekts ({ $file }) seit { $at }. Seine Variablen sind die des Standes davor: sie zeigen nicht, ob seine Logik in der Steuerung läuft

# SecretError
secret-no-variable = die Umgebungsvariable { $name } mit { $secret } ist nicht gesetzt; setzen Sie sie, oder nennen Sie eine Datei mit `{"{"} file = "…" {"}"}`
secret-no-file = die Datei { $path } mit { $secret } ist nicht lesbar: { $source }; prüfen Sie, ob sie da ist und diesem Benutzer gehört
secret-open-to-all = die Datei { $path } mit { $secret } können alle auf diesem Rechner lesen; { $how }, und lassen Sie das Geheimnis ersetzen, wenn andere diesen Rechner benutzen
secret-missing = das Passwort der Steuerung ist nicht lesbar: { $why }
secret-nothing = { $place } enthält nicht { $secret }; legen Sie es dort ab, wie Sie es erhalten haben, in einer Zeile

# Lack
lack-file = der Dienst hat keine Datei dieses Projekts
lack-restless = das Projekt änderte sich immer wieder, während es heruntergeladen wurde; starten Sie die Sitzung neu
lack-broken = das Lesen der Projektdatei brach mit einem internen Fehler ab; melden Sie es mit der Datei

# ReadError


# ClientError
client-clear-text = der Schlüssel ginge im Klartext zu { $service }; verwenden Sie https
client-tls = TLS für { $service } lässt sich nicht vorbereiten: { $source }; prüfen Sie die Zertifikate des Systems
client-setup = Anfragen an { $service } sind nicht einzurichten: { $source }; prüfen Sie Zertifikate und Proxy-Einstellungen des Systems

# UplinkError
uplink-unreachable = der Dienst unter { $service } ist nicht erreichbar: { $source }
uplink-no-answer = keine Antwort vom Dienst unter { $service } innerhalb von { $seconds } s; die Daten bleiben gespeichert und werden erneut gesendet
uplink-untrusted = dem Dienst unter { $service } wird nicht vertraut: { $why }
uplink-failing = der Dienst antwortete mit einem Fehler ({ $status }): { $error }
uplink-throttled = der Dienst begrenzt die Anfragen: { $error }
uplink-unauthorized = der Dienst nimmt den Schlüssel nicht an: { $why }
uplink-forbidden = der Dienst lehnt ab: { $why }
uplink-conflict = ein anderes Gerät überträgt dieses Projekt: { $why }
rival-named = { $device }, zuletzt gesehen um { $seen }
rival-told = { $words }
uplink-copied = der Datenordner ist die Kopie eines anderen: { $why }
uplink-key-taken = der Idempotenzschlüssel wurde schon verwendet: { $why }
uplink-too-large = die Anfrage ist dem Dienst zu groß: { $why }
uplink-rejected = der Dienst weist die Anfrage zurück: { $why }
uplink-incompatible = unerwartete Antwort von { $service }: { $what }
bad-answer-unreadable = die Antwort ist nicht lesbar ({ $error })
bad-answer-event = das Ereignis { $event } ist nicht lesbar ({ $error })
bad-answer-no-end = der Strom hat kein Ende
bad-answer-sends-to = er verweist auf { $place }
bad-answer-sends-away = er verweist auf eine andere Adresse, ohne sie zu nennen
bad-answer-no-reason = Status { $status } ohne Angabe eines Grundes
bad-answer-status = Status { $status }, { $error }
bad-answer-too-long = die Antwort ist länger als { $most } Bytes
bad-answer-other-stream = die Quittung gilt für den Strom { $stream }
bad-answer-other-push = die Quittung gilt für eine andere Übertragung; es wurde nichts gelöscht
bad-answer-not-covered = die Quittung gilt nicht für die Momentaufnahmen { $first } bis { $last }; sie bleiben gespeichert und werden erneut gesendet
bad-answer-not-own = Status { $status } kommt nicht vom Dienst selbst ({ $error })
bad-answer-repeated = er wiederholt die Ablehnung der Anfrage { $request_id }
bad-answer-loses-parts = alle Teile einer Momentaufnahme wurden gesendet, aber der Dienst wartet noch auf einige
bad-answer-refuses = er lehnt eine gültige Übertragung ab ({ $error })
bad-answer-no-certificate = der Server hat kein Zertifikat
bad-answer-no-verifier = hier lässt sich kein Zertifikat prüfen ({ $error })
no-answer-in-time = keine Antwort innerhalb der Zeit ({ $cause })

# StartError
start-endpoint = Sitzung { $session }: { $source }
start-outbox = Sitzung { $session }: { $source }
start-running = die Sitzung { $session } läuft schon

# OutboxError
outbox-in-use = den Puffer { $path } verwendet schon ein anderes Programm; beenden Sie jenes, oder geben Sie diesem einen eigenen Datenordner
outbox-newer = den Puffer { $path } hat eine neuere Version geschrieben (Format { $version }); aktualisieren Sie Tagbridge
outbox-older = den Puffer { $path } hat eine Version vor 0.9.0 geschrieben (Format { $version }); übertragen Sie seine Momentaufnahmen zuerst mit Version 0.9.0
outbox-other-project = { $depth ->
    [one] der Puffer { $path } hält noch einen Datensatz von Projekt { $project }; lassen Sie zuerst diesen übertragen, oder geben Sie dieser Sitzung einen anderen Namen
   *[other] der Puffer { $path } hält noch { $depth } Datensätze von Projekt { $project }; lassen Sie zuerst diese übertragen, oder geben Sie dieser Sitzung einen anderen Namen
}
outbox-file = der Puffer { $path } kann nicht geöffnet werden: { $source }; prüfen Sie, ob es den Ordner gibt und ob er beschreibbar ist
outbox-disk = im Puffer { $path } kann nicht gespeichert werden: { $source }; prüfen Sie freien Platz und Zustand des Datenträgers
outbox-full = der Datenträger ist voll: im Puffer { $path } kann nichts gespeichert werden, und neue Werte gehen verloren; schaffen Sie Platz
outbox-damaged = der Puffer { $path } wird immer wieder beschädigt: { $damage }; prüfen Sie den Datenträger
outbox-unreadable = der Puffer { $path } ist beschädigt: { $damage }; der nächste Start legt ihn zur Seite und rettet, was lesbar ist
outbox-closed = der Puffer ist geschlossen

# ExportError
export-write = die Momentaufnahmen können nicht geschrieben werden: { $why }

# NoticeError
status-file-none = in { $folder } liegen keine Daten einer Übertragung
status-file-file = { $path } ist nicht lesbar: { $source }

# Was geheim ist, und wo es gesucht wurde.
secret-of-service = dem Schlüssel des Dienstes
secret-of-controller = dem Passwort der Steuerung
secret-of-broker = dem Passwort des MQTT-Brokers
secret-closing-mode = schützen Sie sie mit `chmod 600`
secret-closing-list = schützen Sie sie mit `icacls DATEI /inheritance:r /grant:r *S-1-3-4:F`
secret-in-variable = die Umgebungsvariable { $name }
secret-in-file = die Datei { $path }

device = die Kennung dieses Geräts kann nicht in { $path } aufbewahrt werden: { $source }; prüfen Sie, ob der Datenordner beschreibbar ist

untrusted-authority = sein Zertifikat (SHA-256 { $shown }) stammt von „{ $issuer }“, einer Zertifizierungsstelle, die dieser Rechner nicht kennt
untrusted-own = sein Zertifikat ist selbst signiert, und hier wird ihm noch nicht vertraut (SHA-256 { $shown })
untrusted-changed = er zeigt ein anderes Zertifikat (SHA-256 { $shown }) als das, dem vertraut wird (SHA-256 { $trusted })
uplink-remedy-unreachable = prüfen Sie Netz, Proxy und Adresse; inzwischen geht nichts verloren
uplink-remedy-start = läuft der Dienst? Starten Sie ihn auf diesem Rechner (tagbridge serve), oder prüfen Sie seinen Port; inzwischen geht nichts verloren
uplink-remedy-unknown-authority = installieren Sie das Zertifikat dieser Stelle auf diesem Rechner, oder nennen Sie seine Datei in SSL_CERT_FILE; bis dahin geht nichts verloren
uplink-remedy-trust-own = vergleichen Sie den Fingerabdruck mit dem, den `tagbridge serve` zeigt, und rufen Sie dann auf: tagbridge trust { $service }; bis dahin geht nichts verloren
uplink-remedy-trust-changed = klären Sie, warum es ein anderes ist; ist der Dienst neu eingerichtet, rufen Sie auf: tagbridge trust { $service }; bis dahin geht nichts verloren
uplink-remedy-unauthorized = geben Sie einen gültigen Schlüssel ein. Mit einer Konfiguration legen Sie ihn in der Datei oder Variablen ab, die service.key nennt: eine Datei wird vor dem nächsten Versuch erneut gelesen; nach der Änderung einer Variablen starten Sie die Bridge neu
uplink-remedy-failing = es wird von selbst erneut versucht; inzwischen geht nichts verloren
uplink-remedy-throttled = es wird von selbst erneut versucht
uplink-remedy-forbidden = prüfen Sie die Kennung des Projekts, ob der Schlüssel hmi_push dafür hat, und ob service.url auf /api/v1 endet
uplink-remedy-conflict = beenden Sie die Sitzung des anderen Geräts, oder übernehmen Sie das Projekt hier
uplink-remedy-conflict-configured = beenden Sie die Sitzung des anderen Geräts, oder setzen Sie take_over = true für diese in der Konfiguration
uplink-remedy-too-large = ein Proxy auf dem Weg nimmt weniger an als der Dienst: erlauben Sie dort Anfragen von 8 MB (nginx: client_max_body_size 8m); bis dahin geht nichts verloren
uplink-remedy-report = melden Sie das mit dem Protokoll
uplink-remedy-incompatible = prüfen Sie, ob die Adresse die des Dienstes ist, mit /api/v1, und ob keine Anmeldeseite eines Netzes dazwischen steht
uplink-remedy-disk = das Speichern geht von selbst weiter, sobald auf dem Datenträger Platz ist

oversize = ein Datensatz mit allen Variablen hat { $bytes } Byte, der Dienst nimmt { $most }: er kann nie übertragen werden; lesen Sie weniger Variablen, oder kleinere: Elemente statt ganzer Strukturen und Felder
oversize-remedy = lesen Sie weniger Variablen, oder kleinere: Elemente statt ganzer Strukturen und Felder
outbox-note-full = der Datenträger ist voll: die ältesten Momentaufnahmen werden gelöscht, um die neuesten zu speichern; schaffen Sie Platz
outbox-note-replaced = die Datei des Puffers wurde entfernt oder ersetzt, während Tagbridge lief; sie wurde neu geschrieben, und die andere Datei liegt daneben
outbox-note-older-copy = der Puffer wurde aus einer älteren Kopie wiederhergestellt; seine wartenden Momentaufnahmen gehören jetzt zu einem neuen Strom
outbox-note-quarantined = { $count ->
    [one] Der Dienst hat 1 Datensatz abgelehnt. Er bleibt
   *[other] Der Dienst hat { $count } Datensätze abgelehnt. Sie bleiben
} in Quarantäne: siehe `tagbridge outbox quarantine`
copy-elsewhere = eine Kopie dieses Datenordners wurde auf einem anderen Rechner gestartet; sie läuft dort als anderes Gerät weiter, und nichts geht verloren
copy-itself = dieser Datenordner ist die Kopie eines anderen, mit dem ein anderer Rechner läuft; er geht als anderes Gerät mit eigenem Strom weiter, und nichts geht verloren

# Die Systemprüfung.
doctor-of-data-folder = Datenordner
doctor-of-name = Dienst: Name
doctor-of-key = Dienst: Schlüssel
doctor-of-clock = Dienst: Uhr
doctor-of-broker = MQTT-Broker
doctor-of-outbox = { $session }: Puffer
doctor-of-service-project = Dienst: Projekt von { $session }
doctor-of-project = { $session }: Projekt
doctor-of-controller = { $session }: Steuerung
doctor-of-tags = { $session }: Variablen
doctor-of-size = { $session }: Größe
doctor-saw-writable = in den Ordner { $folder } kann geschrieben werden
doctor-saw-unwritable = { $folder }: { $error }
doctor-saw-disk-full = der Datenträger ist voll: im Ordner { $folder } kann nichts gespeichert werden
doctor-saw-little-space = der Datenträger ist fast voll: für den Ordner { $folder } sind { $mb } MB frei, und die Puffer brauchen { $needed_mb } MB
doctor-saw-accepted = angenommen, für die Organisation „{ $organization }“
doctor-saw-may-stream = der Schlüssel darf { $project } übertragen
doctor-saw-found = { $host } ist { $address }
doctor-saw-not-found = { $host } ist nicht zu finden: { $error }
doctor-saw-agrees = geht wie die Uhr dieses Rechners
doctor-saw-broker-accepts = { $broker } nimmt diese Bridge an
doctor-saw-broker-in-clear = die Verbindung zu { $broker } ist nicht verschlüsselt
doctor-saw-ahead = die Uhr dieses Rechners geht { $seconds } s vor gegenüber dem Dienst
doctor-saw-behind = die Uhr dieses Rechners geht { $seconds } s nach gegenüber dem Dienst
doctor-saw-project = { $tags ->
    [one] { $name }, 1 Variable
   *[other] { $name }, { $tags } Variablen
}
doctor-saw-copy = der Dienst ist nicht erreichbar: das sind die Namen der Kopie auf diesem Rechner
doctor-saw-controllers-names = die Variablen heißen wie in der Steuerung: { $why }
doctor-saw-controller = { $vendor } { $product }, Revision { $revision }, Seriennummer { $serial }, { $mode ->
        [run] Betriebsart Run
        [test] Betriebsart Test
        [program] Betriebsart Programmieren
        [stop] Betriebsart Stop
        [fault] Störung
       *[other] Betriebsart nicht bekannt
    }, an { $address }
doctor-saw-no-tags = nicht geprüft: Diese Sitzung hat keine eigenen Variablen und liest die, die der Dienst anfordert
doctor-saw-waiting = { $snapshots ->
    [0] lesbar, und nichts wartet darin
    [one] lesbar, und 1 Datensatz wartet darin
   *[other] lesbar, und { $snapshots } Datensätze warten darin
}
doctor-saw-readable = { $good } von { $all } lesbar
doctor-saw-some-readable = { $good } von { $all } lesbar; { $bad }
doctor-saw-more-bad = { $named }; und { $more } weitere
doctor-saw-oversize = ein Datensatz mit allen Variablen hat { $bytes } Byte, der Dienst nimmt { $most }: er kann nie übertragen werden
doctor-advice-folder = nennen Sie einen Ordner, in den dieser Benutzer schreiben darf, auf einem Datenträger mit freiem Platz
doctor-advice-space = schaffen Sie Platz, oder nennen Sie einen Ordner auf einem Datenträger mit freiem Platz: ohne Platz gehen Werte verloren
doctor-advice-outbox = starten Sie die Bridge: sie rettet, was lesbar ist. Geschieht es wieder, prüfen Sie den Datenträger
doctor-advice-quarantine = listen Sie die Datensätze mit `tagbridge outbox quarantine` auf; senden Sie sie mit `tagbridge outbox resend` erneut, oder löschen Sie sie mit `tagbridge outbox discard`
doctor-advice-dns = prüfen Sie die Adresse und den DNS-Server; hinter einem Proxy ist das normal
doctor-advice-key = `tagbridge key create` legt einen Schlüssel für den eingebauten Dienst an
doctor-advice-url = berichtigen Sie url unter [service] in der Konfigurationsdatei
doctor-advice-clock = stellen Sie die Uhr dieses Rechners richtig, oder lassen Sie sie einem Zeitserver folgen: die Werte tragen ihre Zeit
doctor-advice-endpoint = berichtigen Sie die Adresse der Sitzung in der Konfigurationsdatei
doctor-advice-start = Werte sind lesbar, aber das Programm erneuert sie nicht: starten Sie das Programm der Steuerung
doctor-advice-tags = berichtigen Sie die Variablen der Sitzung (in der Konfigurationsdatei: tags); auf die übrigen hat es keinen Einfluss
doctor-advice-start-again = starten Sie die Sitzung neu; bis dahin heißen die Variablen wie in der Steuerung
doctor-advice-copy = machen Sie den Dienst erreichbar; bis dahin wird eine neuere Version des Projekts nicht bemerkt
doctor-advice-mqtts = verwenden Sie mqtts, wenn der Broker ein Zertifikat hat

# The event log.
bridge-logged-connected = mit der Steuerung verbunden
bridge-logged-controller-unreadable = die Steuerung kann nicht gelesen werden
bridge-logged-controller-unread = die Steuerung wird nicht gelesen
bridge-logged-tags-unreadable = Variablen sind nicht lesbar
bridge-logged-stopped = alle Sitzungen sind beendet
bridge-logged-session-cut-off = eine Sitzung endete nicht rechtzeitig und wird abgebrochen
bridge-logged-session-broken = eine Sitzung endete mit einem internen Fehler in Tagbridge
bridge-logged-status-file = die Statusdatei kann nicht geschrieben werden
bridge-logged-snapshots-not-stored = Datensätze können nicht gespeichert werden
bridge-logged-snapshots-stored = Datensätze werden wieder gespeichert
bridge-logged-snapshot-oversize = ein Datensatz mit allen Variablen ist größer, als der Dienst annimmt
bridge-logged-snapshots-dropped = die Grenzen des Puffers sind überschritten; die ältesten Datensätze werden verworfen
bridge-logged-outbox-not-inspected = der Puffer kann nicht geprüft werden
bridge-logged-outbox-older-copy = der Puffer wurde aus einer älteren Kopie wiederhergestellt; seine wartenden Datensätze beginnen einen neuen Strom
bridge-logged-folder-is-copy = der Datenordner ist die Kopie eines anderen, mit dem eine andere Bridge läuft; er geht als anderes Gerät mit eigenem Strom weiter
bridge-logged-folder-copied = eine Kopie des Datenordners wurde gestartet; sie läuft als anderes Gerät weiter
bridge-logged-controller-not-kept = die Identität der Steuerung lässt sich neben dem Puffer nicht speichern
bridge-logged-partner-took-over = der redundante Partner der Steuerung hat übernommen
bridge-logged-run-not-kept = die Kennung dieses Laufs lässt sich neben dem Puffer nicht speichern
bridge-logged-device-not-renewed = das Gerät behält seine Kennung
bridge-logged-outbox-replaced = die Datei des Puffers wurde entfernt oder ersetzt, während Tagbridge lief; sie wurde aus der offenen Datei neu geschrieben
bridge-logged-outbox-damaged = die Datei des Puffers war beschädigt; sie liegt jetzt daneben, und ihr lesbarer Teil wird verwendet
bridge-logged-outbox-mark = die Marke des Puffers kann nicht geschrieben werden
bridge-logged-disk-full = der Datenträger ist voll; schaffen Sie Platz
bridge-logged-disk-has-room = der Datenträger hat wieder Platz
bridge-logged-room-kept = auf dem Datenträger freigehaltener Platz kann nicht freigegeben werden
bridge-logged-push-taken = Werte werden an den Dienst geliefert
bridge-logged-uploader-broken = eine Übertragung endete mit einem internen Fehler in Tagbridge
bridge-logged-nothing-delivered = im Augenblick kann nichts übertragen werden
bridge-logged-snapshots-rejected = der Dienst lehnt Datensätze endgültig ab
bridge-logged-quarantine-full = die Quarantäne ist voll oder zu alt; die ältesten Datensätze darin werden gelöscht
bridge-logged-not-sent-again = ein Datensatz in Quarantäne kann nicht erneut gesendet werden
bridge-logged-snapshot-given-up = ein Datensatz wird verworfen
bridge-logged-clocks-differ = die Uhren des Dienstes und dieses Rechners gehen verschieden
bridge-logged-requested-unreadable = welche Variablen der Dienst anfordert, ist nicht zu erfahren
bridge-logged-end-not-told = das Ende der Sitzung konnte dem Dienst nicht gemeldet werden
bridge-logged-project-from-copy = das Projekt wird aus seiner Kopie gelesen
bridge-logged-copy-useless = die Kopie des Projekts ist nicht brauchbar
bridge-logged-file-not-kept = die Projektdatei kann nicht für später aufbewahrt werden
bridge-logged-remark-on-configuration = die Konfigurationsdatei passt nicht zum Projekt
bridge-logged-named-by-project = Namen und Typen stammen aus dem Projekt
bridge-logged-project-version-used = ein neuerer Stand des Projekts wird verwendet
bridge-logged-named-by-controller = die Variablen heißen wie in der Steuerung
bridge-logged-controller-differs = die Steuerung weicht vom Projekt ab

# Vorprüfung.
preflight-no-file = es gibt keine Projektdatei, mit der die Steuerung zu vergleichen wäre
preflight-no-controller = das Projekt sagt nicht, für welche Steuerung es ist
preflight-servers-name = { $name } nennt sich der Server selbst; das steht in keinem Projekt
preflight-name-untold = die Steuerung nennt ihren Namen nicht
preflight-other-revision = die Firmware hat die Revision { $controller }, das Projekt ist für { $project }
preflight-beside = { $controller }, im Projekt { $project }
preflight-no-such-tag = die Steuerung hat keine solche Variable
preflight-nothing-comparable = das Projekt hat keine Variable zum Vergleichen
preflight-tags = { $fitting } von { $all ->
    [one] 1 Variable
   *[other] { $all } Variablen
} wie im Projekt; die Steuerung hat { $more ->
    [0] keine weiteren
   *[other] { $more } weitere
}
preflight-no-list = die Steuerung führt keine Namensliste zum Vergleichen
preflight-other-types = { $values ->
    [one] 1 Wert
   *[other] { $values } Werte
} von anderem Typ als im Projekt
preflight-blocks = { $fitting } von { $all ->
    [one] 1 Datenbaustein
   *[other] { $all } Datenbausteinen
} so lang wie im Projekt{ $unseen ->
    [0] {""}
    [one] ; 1 lässt sich nicht ansehen
   *[other] ; { $unseen } lassen sich nicht ansehen
}; { $later }
preflight-later-by-checksums = ob in ihr das Programm des Projekts läuft, sagt sie nicht; eine Änderung während einer Sitzung fällt an ihren Prüfsummen auf
preflight-later-by-lengths = mehr sagt sie nicht: eine Änderung während einer Sitzung fällt nur an den Längen der Bausteine auf
preflight-remedy-prefix = berichtigen Sie das Präfix der Node-IDs, oder lassen Sie es weg: dann wird der Server danach gefragt
preflight-remedy-allow = lassen Sie das Lesen von außen für diese Variablen erlauben, oder lesen Sie andere
preflight-remedy-version = vergleichen Sie den Stand des Projekts mit dem, der in der Steuerung läuft
preflight-remedy-publish = tun Sie, was der Grund sagt, oder lassen Sie sie veröffentlichen oder ihrem Baustein einen festen Aufbau geben
preflight-remedy-load = laden Sie den Stand des Projekts, der in der Steuerung läuft, oder lesen Sie die Elemente beim Namen
preflight-remedy-fewer = lesen Sie weniger Variablen, oder Teile von großen
preflight-remedy-look-again = versuchen Sie es noch einmal: die bisherigen Antworten bleiben erhalten
preflight-remedy-manual = schlagen Sie im Handbuch nach, was die Steuerung sagte
doctor-saw-tag = { $name }: { $cause }

# The configuration file.
config-unreadable-too-long = ist länger als die { $mib } MiB einer Konfigurationsdatei
config-unreadable-no-text = ist weder UTF-8 noch UTF-16
config-unreadable-file = nicht lesbar ({ $why })
config-advice-another-name = geben Sie einen anderen Namen, den jedes System annimmt
config-advice-single-quotes = schreiben Sie einen Windows-Pfad in einfachen Anführungszeichen, etwa 'C:\data', in denen ein Backslash einer bleibt
config-advice-name-it = nennen Sie die Konfigurationsdatei selbst; `tagbridge config init` schreibt eine mit Erläuterungen
config-advice-save-as-text = speichern Sie sie als UTF-8
config-advice-init = `tagbridge config init` schreibt eine mit Erläuterungen
config-advice-examples = `tagbridge config init` schreibt das Handbuch mit einem Beispiel für jedes Protokoll
config-advice-correct-line = berichtigen Sie die Zeile
config-advice-double-brackets = schreiben Sie [[session]], mit zwei Klammern auf jeder Seite
config-advice-move-to-top = setzen Sie `{ $name }` an den Anfang der Datei, vor [service]
config-advice-did-you-mean = meinten Sie `{ $name }`?
config-advice-write-address = schreiben Sie sie wie https://host/api/v1
config-advice-give-key = geben Sie stattdessen den Schlüssel mit `key` an
config-advice-use-https = verwenden Sie https (http gilt nur für diesen Rechner)
config-advice-write-secret-place = schreiben Sie { "{" } env = "{ $variable }" { "}" } oder { "{" } file = "PFAD" { "}" }
config-advice-write-size = schreiben Sie sie wie "64MiB" oder "1GiB"
config-advice-own-name = geben Sie jeder Sitzung einen eigenen
config-advice-one-session = jedes Projekt hat eine Sitzung
config-advice-write-duration = schreiben Sie sie wie "250ms", "1s" oder "720h"
config-advice-duration-range = verwenden Sie { $from } bis { $to }
config-advice-number-range = verwenden Sie eine Zahl von { $from } bis { $to }
config-advice-request-rate = verwenden Sie eine Zahl ab 0.1
config-advice-own-tag-name = schreiben Sie den Namen einer Variablen, wie ihn die Steuerung kennt
config-advice-password-file = legen Sie das Passwort dort ab, in einer Datei, die nur ihr Besitzer lesen darf
config-advice-key-file = legen Sie den Schlüssel dort ab, in einer Datei, die nur ihr Besitzer lesen darf
config-advice-add-session = fügen Sie einen Block [[session]] hinzu
config-advice-name-folder = nennen Sie einen Ordner, oder lassen Sie die Zeile weg
config-advice-name-installation = nennen Sie diese Installation, oder lassen Sie die Zeile weg
config-mistakes-at = { $place }: { $what }; { $remedy }
config-mistake-no-session = es gibt keine Sitzung
config-advice-password-setting = sagen Sie mit `password` der Sitzung, wo das Passwort steht
config-advice-file-letters = verwenden Sie Buchstaben, Ziffern, `-`, `_` und `.`
config-advice-project-id = `tagbridge project add` gibt die Kennung aus
config-advice-put-project-id = setzen Sie hier die Kennung ein, die `tagbridge project add` ausgibt
config-advice-name-user = nennen Sie den Benutzer im Endpunkt, wie in { $endpoints }, oder lassen Sie das Passwort weg
config-advice-write-source = schreiben Sie "service", "controller" oder einen Pfad, oder lassen Sie die Zeile weg
config-advice-block-number = verwenden Sie die Nummer, die der Baustein in der Steuerung hat, 1 bis 65535
config-advice-one-block-each = jeder Baustein hat eine eigene Nummer
config-advice-leave-prefix-out = lassen Sie die Zeile weg: dann wird der Server danach gefragt
config-advice-poll = verwenden Sie "poll", oder lassen Sie die Zeile weg
config-advice-poll-or-subscribe = verwenden Sie "poll" oder "subscribe"
config-advice-list-mode = verwenden Sie "never" oder "when_it_saves"
config-advice-cause-set = verwenden Sie "off", "alarms" oder eine Liste von Variablen
config-advice-leave-out = lassen Sie die Zeile weg: nur für { $schemes } hat sie einen Sinn
config-mistake-control-character = hat ein Steuerzeichen, etwa einen Tabulator oder ein Zeilenende
config-mistake-device-name = `{ $name }` ist unter Windows der Name eines Geräts
config-mistake-unknown-setting = die Einstellung `{ $name }` gibt es nicht
config-mistake-missing-setting = die Einstellung `{ $name }` fehlt
config-mistake-no-address = ist keine Adresse
config-mistake-holds-login = enthält eine Anmeldung
config-mistake-clear-text = würde den Schlüssel im Klartext über das Netz senden
config-mistake-holds-secret = das Geheimnis selbst darf nicht in dieser Datei stehen (lassen Sie es ersetzen, wenn es hier stand)
config-mistake-no-secret-place = sagt nicht, wo das Geheimnis steht
config-mistake-no-size = `{ $text }` ist keine Größe von mindestens 1MiB
config-mistake-used-twice = wird auch von einer anderen Sitzung verwendet
config-mistake-out-of-range = liegt außerhalb des Bereichs
config-mistake-duration-out-of-range = `{ $text }` liegt außerhalb des Bereichs
config-mistake-no-duration = `{ $text }` ist keine Dauer
config-mistake-tag-length = hat nicht 1 bis { $most } Zeichen
config-mistake-no-file-name = ist kein Name für eine Datei
config-mistake-empty = ist leer
config-mistake-names-no-project = nennt noch kein Projekt
config-mistake-no-user = gehört zu keinem Benutzer: der Endpunkt nennt keinen
config-mistake-no-block-number = ist keine Nummer eines Datenbausteins
config-mistake-block-number-taken = hat die Nummer von `{ $other }`, { $number }
config-mistake-sends-nothing = eine Steuerung über { $scheme }:// sendet nichts von selbst
config-mistake-no-mode = ist keine Art zu lesen
config-mistake-no-list-mode = ist keine Art, die Variablenliste zu verwenden
config-mistake-no-cause-set = ist keine gültige Auswahl der Variablen, deren Ursachen gelesen werden
config-mistake-no-meaning = hat für { $scheme }:// keine Bedeutung
config-mistake-own-group = ist die eigene Gruppe der Sitzung
config-mistake-no-group-name = ist kein Name einer Gruppe
config-mistake-no-interval = nennt kein Intervall
config-mistake-tag-placed-twice = „{ $tag }“ ist zweimal aufgeführt
config-mistake-too-many-groups = überschreitet die Grenze von { $most } Gruppen
config-mistake-no-width = ist kein Unterschied
config-mistake-no-broker = ist nicht die Adresse eines MQTT-Brokers
config-mistake-password-in-clear = würde im Klartext über das Netz gehen
config-mistake-no-such-choice = steht nicht zur Wahl
config-mistake-reserved-in-topic = enthält ein Zeichen, das in Topics reserviert ist, oder einen leeren Teil
config-advice-session-itself = `interval` und `tags` davon in der Sitzung selbst schreiben
config-advice-group-word = ein Wort verwenden, wie „fast“ oder „recipes“
config-advice-add-interval = interval = "5s" hinzufügen
config-advice-one-group = jedes Tag wird in einer Gruppe gelesen
config-advice-another-group = die Tags in eine andere Gruppe schreiben
config-advice-width = eine Zahl über 0 verwenden, in der Einheit des Tags
config-advice-write-broker = als mqtts://HOST:8883 schreiben, oder mqtt://HOST:1883 ohne TLS
config-advice-use-mqtts = verwenden Sie mqtts (mqtt mit einem Passwort gilt nur für diesen Rechner)
config-advice-certificate-and-key = certificate und certificate_key beide nennen oder keines
config-advice-mqtt-version = "5" oder "3.1.1" verwenden
config-advice-mqtt-format = "sparkplug" oder "json" verwenden
config-advice-plain-topic = +, / und # weglassen; zwischen Teilen von `topic` steht ein /

bridge-logged-recording-not-written = die Aufzeichnung kann nicht geschrieben werden
bridge-logged-recorder-broken = der Aufzeichner endete mit einem internen Fehler in Tagbridge
bridge-logged-incident-kept = ein Ereignis wird aufbewahrt
config-mistake-no-condition = `{ $text }` ist keine Bedingung
config-advice-write-condition = schreiben Sie "falls", "rises", "changes", einen Vergleich wie "<> 0" oder ">= 80.5" oder "bad for 5s"
