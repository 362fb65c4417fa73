# Der Weg zu einer Steuerung, gleich welches Protokoll.
link-connect = { $endpoint } ist nicht erreichbar: { $source }
link-unresolved = der Name { $host } hat keine Adresse: { $source }
link-another-protocol = dort antwortet { $product } mit einem anderen Protokoll, als { $endpoint } und nicht über { $asked }://
link-timeout = keine Antwort in { $after } ms (Schritt: { $doing })
link-closed = die Gegenseite hat die Verbindung geschlossen (Schritt: { $doing })
link-refused = die Steuerung lehnt es ab (Schritt: { $doing }): { $why }
link-untrusted = dem Zertifikat der Steuerung wird nicht vertraut: { $why }
link-unprepared = das geht nicht (Schritt: { $doing }): { $why }
link-protocol = unerwartete Antwort (Schritt: { $doing }): { $why }
link-answer-count = { $answers } Antworten für { $tags } Variablen

link-remedy-unanswered-login = prüfen Sie Benutzer und Passwort: manche Steuerungen antworten nicht, wenn eines falsch ist
link-remedy-connect = prüfen Sie Adresse und Port, ob die Steuerung Spannung hat und ob keine Firewall dazwischen steht
link-remedy-unresolved = prüfen Sie die Schreibweise des Namens, und fragen Sie den Namensdienst (DNS) dieses Rechners; die Adresse der Steuerung, etwa 10.0.0.5, kommt ohne ihn aus
link-remedy-another-protocol = geben Sie ihre Adresse so an: { $endpoint }
link-remedy-timeout = prüfen Sie das Netz zur Steuerung und ob sie überlastet ist; bei langsamen Wegen hilft eine längere Frist
link-remedy-closed = prüfen Sie, ob der Port dieses Protokoll spricht und ob die Steuerung noch eine Verbindung frei hat
link-remedy-refused = schlagen Sie den Status im Handbuch der Steuerung nach
link-remedy-protocol = prüfen Sie, ob der Port zu einer Steuerung dieses Protokolls gehört

login-remedy-check-user = prüfen Sie den Benutzer (?user=NAME) und das Passwort (TAGBRIDGE_PASSWORD), und ob dieser Benutzer auf dem Server lesen darf
login-remedy-name-user = nennen Sie einen Benutzer in der Adresse (?user=NAME, mit dem Passwort in TAGBRIDGE_PASSWORD), oder erlauben Sie solche Benutzer am Server
login-remedy-set-password = setzen Sie die Umgebungsvariable TAGBRIDGE_PASSWORD, oder sagen Sie mit `password` der Sitzung, wo das Passwort steht
login-remedy-place-password = legen Sie das Passwort dort ab, wo es `password` der Sitzung sagt

endpoint-syntax = die Adresse „{ $text }“ ist keine URL ({ $source }); schreiben Sie sie wie logix://10.0.0.5/1,0
endpoint-no-scheme = die Adresse „{ $text }“ nennt kein Protokoll; schreiben Sie sie wie logix://10.0.0.5/1,0
endpoint-no-host = die Adresse „{ $text }“ nennt keinen Rechner; schreiben Sie sie wie logix://10.0.0.5/1,0
endpoint-password = die Adresse „{ $text }“ enthält ein Passwort; geben Sie es mit TAGBRIDGE_PASSWORD oder im Schlüsselspeicher an
endpoint-unknown-scheme = die Adresse „{ $endpoint }“: es gibt kein Protokoll „{ $scheme }“; bekannt sind { $known }
endpoint-invalid = die Adresse „{ $endpoint }“: { $what }
endpoint-unfit-number = { $name } „{ $text }“ ist keine Zahl von { $least } bis { $most }
endpoint-unfit-no-certificate = nur OPC-UA-Server ({ $schemes }…) zeigen ein Zertifikat
endpoint-unfit-parameter = den Parameter „{ $name }“ gibt es nicht; es gibt { $known }
endpoint-unfit-polled = eine Steuerung, die über { $scheme }:// gelesen wird, sendet nichts von sich aus; lassen Sie den Modus weg, dann wird sie abgefragt

# Schritte.
step-connect = verbinden
step-log-in = anmelden
step-tell-who-is-there = die Geräte auflisten
step-tell-identity = Identifizieren
step-tell-project-name = den Namen des Projekts nennen
step-tell-mode = die Betriebsart nennen
step-say-who = Identifizieren
step-register-session = die Sitzung anmelden
step-unregister-session = die Sitzung abmelden
step-open-connection = eine Verbindung öffnen
step-close-connection = die Verbindung schließen
step-open-transport = die Transportverbindung öffnen
step-set-up = die Kommunikation aufbauen
step-read-status-list = die Systemzustandsliste lesen
step-list-tags = Variablen auflisten
step-learn-types = die gelesenen Typen erfassen
step-read = Variablen lesen
step-keep-alive = die Verbindung halten
step-list-endpoints = Endpunkte auflisten
step-list-servers = bekannte Server auflisten
step-open-channel = den sicheren Kanal öffnen
step-agree-on-security = die Sicherheit aushandeln
step-show-certificate = das Zertifikat zeigen
step-use-own-certificate = das eigene Zertifikat verwenden
step-use-user-certificate = das Zertifikat des Benutzers verwenden
step-create-session = die Sitzung anlegen
step-activate-session = die Sitzung aktivieren
step-close-session = die Sitzung schließen
step-browse = durchsuchen
step-register-nodes = Knoten anmelden
step-subscribe = abonnieren
step-monitor-nodes = Knoten beobachten
step-hear-subscription = die Daten des Abonnements empfangen
step-delete-subscription = das Abonnement beenden
step-ask = anfragen

# Why a tag has no value.
reason-not-connected = getrennt
reason-controller-stopped = die Steuerung führt ihr Programm nicht aus
reason-stale = nicht rechtzeitig erneuert
reason-not-yet-known = noch nicht bekannt
reason-unknown-tag = unbekannte Variable
reason-access-denied = kein Zugriff
reason-no-address = keine Adresse
reason-type-mismatch = falscher Typ
reason-out-of-range = außerhalb des Bereichs
reason-over-budget = über dem Limit
reason-not-in-project = nicht im Projekt
reason-device-error = Gerätefehler
reason-decode-error = nicht entschlüsselbar
cause = { $reason }: { $detail }

# What can be sent to a controller.
request-discover = Suchen
request-session = Sitzung öffnen und schließen
request-connection = Verbindung öffnen und schließen
request-channel = Kanal öffnen und schließen
request-transport = Transport öffnen
request-setup = Kommunikation aufbauen
request-read-attributes = Attribute lesen
request-list-tags = Variablen auflisten
request-read-type = Typ lesen
request-read-tag = Variable lesen
request-read-tag-fragmented = Variable in Teilen lesen
request-read-variable = Variable lesen
request-read-clock = Uhr lesen
request-read-status-list = Systemzustandsliste lesen
request-browse = Durchsuchen
request-register-nodes = Knoten registrieren
request-read = Lesen
request-subscribe = Abonnieren
request-publish = Werte abholen
