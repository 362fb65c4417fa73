// Meldungen, Ursachen und Abhilfen von bridge, desk und Treibern: links wie sie im Programm stehen, rechts auf Deutsch.
// Was in geschweiften Klammern steht, setzt das Programm ein; rechts kann es an anderer Stelle stehen. Was eine
// Steuerung oder ein Dienst selbst sagt, bleibt, wie es ist.

import { CHECKS } from './checks.de';
import { FILES } from './files.de';

export const MESSAGES: Record<string, string> = {
  ...CHECKS,
  ...FILES,

  // Der Weg zur Steuerung
  'the controller does not tell any more whether its program is the one that the session began with':
    'die Steuerung sagt nicht mehr, ob in ihr noch das Programm läuft, mit dem die Sitzung begann',
  "the controller's program changed since the session began: its layout cannot be verified":
    'das Programm der Steuerung hat sich seit Beginn der Sitzung geändert: sein Aufbau ist nicht zu prüfen',
  'compare the controller with the project (preflight), and start the session again with the version that it runs':
    'vergleichen Sie die Steuerung mit dem Projekt (Vorprüfung), und starten Sie die Sitzung neu mit dem Stand, der in ihr läuft',
  'in an S7-1200/1500 enable "Permit access with PUT/GET communication from remote partner" in the CPU\'s protection settings':
    'erlauben Sie bei einer S7-1200/1500 in den Schutzeinstellungen der CPU „Zugriff über PUT/GET-Kommunikation durch entfernten Partner“',
  'let this user write to its own folder, and trust the certificate again': 'lassen Sie diesen Benutzer in seinen Ordner schreiben, und vertrauen Sie dem Zertifikat erneut',
  'only OPC UA servers ({schemes}…) show a certificate': 'nur OPC-UA-Server ({schemes}…) zeigen ein Zertifikat',
  'the server shows another certificate than the one that was looked at': 'der Server zeigt ein anderes Zertifikat als das eben angesehene',
  'look at it again and compare': 'sehen Sie es sich erneut an, und vergleichen Sie',

  // Adressen von Steuerungen
  'parameter `{name}` is not known; there are {known}': 'der Parameter „{name}“ ist nicht bekannt; es gibt {known}',
  'write it like {examples}': 'schreiben Sie sie wie {examples}',
  "correct the controller's address": 'berichtigen Sie die Adresse der Steuerung',
  'a controller that is read over {scheme}:// sends nothing by itself; poll it, which is what happens without a mode':
    'eine Steuerung, die über {scheme}:// gelesen wird, sendet nichts von selbst; fragen Sie sie ab, wie es ohne Angabe geschieht',
  'the project is for {vendor}, which is not read over {scheme}://': 'das Projekt ist für {vendor}; das wird nicht über {scheme}:// gelesen',
  "choose a controller of the project's platform, or another project": 'wählen Sie eine Steuerung von der Plattform des Projekts, oder ein anderes Projekt',

  // Der Dienst
  'cannot reach the service at {service}: {why}': 'der Dienst unter {service} ist nicht erreichbar: {why}',
  'the service failed ({status}): {why}': 'der Dienst ist gescheitert ({status}): {why}',
  'the service asks to wait: {why}': 'der Dienst bittet zu warten: {why}',
  'the service does not accept the key: {why}': 'der Dienst nimmt den Schlüssel nicht an: {why}',
  'the service refuses: {why}': 'der Dienst lehnt ab: {why}',
  'another device streams this project: {why}': 'ein anderes Gerät überträgt dieses Projekt: {why}',
  'the idempotency key is taken: {why}': 'die Kennung der Anfrage ist vergeben: {why}',
  'the request is too large for the service: {why}': 'die Anfrage ist dem Dienst zu groß: {why}',
  'the service rejects the request: {why}': 'der Dienst weist die Anfrage zurück: {why}',
  '{service} does not answer as the service should: {why}': '{service} antwortet nicht so, wie es der Dienst sollte: {why}',
  'no answer in time ({why})': 'keine rechtzeitige Antwort ({why})',
  'its answer does not read: {why}': 'seine Antwort ist nicht lesbar: {why}',
  'no reason given': 'ohne Begründung',
  'check the network, the proxy and the address; nothing is lost meanwhile': 'prüfen Sie Netz, Proxy und Adresse; inzwischen geht nichts verloren',
  'enter a key that is valid; with a configuration, put it where service.key says: a file is read again before the next attempt, for a variable start the bridge again':
    'geben Sie einen gültigen Schlüssel ein; bei einer Konfigurationsdatei dort, wo es service.key sagt: eine Datei wird vor dem nächsten Versuch erneut gelesen, für eine Variable starten Sie das Programm neu',
  'it passes by itself; nothing is lost meanwhile': 'das geht von selbst vorbei; inzwischen geht nichts verloren',
  'it passes by itself': 'das geht von selbst vorbei',
  "check the project's id, that the key has hmi_push for it, and that service.url ends in /api/v1":
    'prüfen Sie die Kennung des Projekts, ob der Schlüssel hmi_push dafür hat, und ob service.url auf /api/v1 endet',
  "end the other device's session, or set take_over = true": 'beenden Sie die Sitzung des anderen Geräts, oder übernehmen Sie',
  'report this with the log': 'melden Sie das mit dem Protokoll',
  "check that service.url is the service's address with its /api/v1, and that no login page of a network stands between":
    'prüfen Sie, ob die Adresse die des Dienstes ist, mit /api/v1, und ob keine Anmeldeseite eines Netzes dazwischen steht',
  'the key would travel to {service} in clear text; use https': 'der Schlüssel ginge im Klartext zu {service}; verwenden Sie https',
  "cannot set up requests to {service}: {why}; check the system's certificates and proxy settings":
    'Anfragen an {service} sind nicht einzurichten: {why}; prüfen Sie Zertifikate und Proxy-Einstellungen des Systems',
  "the service's address is no web address": 'die Adresse des Dienstes ist keine Webadresse',
  'write it like https://plant.example': 'schreiben Sie sie wie https://plant.example',
  "the service's address holds a login": 'die Adresse des Dienstes enthält eine Anmeldung',
  'enter the key in its own field': 'geben Sie den Schlüssel in seinem eigenen Feld ein',
  "correct the service's address": 'berichtigen Sie die Adresse des Dienstes',
  'use https; http is for this computer alone': 'verwenden Sie https; http ist allein für diesen Rechner',
  'no service was chosen yet': 'noch ist kein Dienst gewählt',
  'start the built-in service, or enter an address and a key': 'starten Sie den eingebauten Dienst, oder geben Sie Adresse und Schlüssel ein',
  'no key is kept for {service}': 'für {service} ist kein Schlüssel aufbewahrt',
  'enter the key that your administrator gave you': 'geben Sie den Schlüssel ein, den Sie von Ihrer Verwaltung haben',
  "enter the service's key again": 'geben Sie den Schlüssel des Dienstes erneut ein',
  'what was entered is no key': 'das Eingegebene ist kein Schlüssel',
  'copy it as it was shown when it was made': 'kopieren Sie ihn so, wie er beim Anlegen gezeigt wurde',
  'the configuration file names the service': 'die Konfigurationsdatei nennt den Dienst',
  'change [service] in the configuration file and start again': 'ändern Sie [service] in der Konfigurationsdatei, und starten Sie neu',
  'sessions deliver to the present service': 'Sitzungen übertragen noch an den bisherigen Dienst',
  'stop the sessions first': 'stoppen Sie zuerst die Sitzungen',
  "{other} uses this user's data": '{other} verwendet die Daten dieses Benutzers',
  'use its screens, or end it first': 'verwenden Sie dessen Fenster, oder beenden Sie es zuerst',
  'the built-in service cannot listen on {address}: {why}': 'der eingebaute Dienst kann {address} nicht öffnen: {why}',
  'check that loopback ports can be had': 'prüfen Sie, ob lokale Ports verfügbar sind',
  'the data in {path} is served already{by}': 'die Daten in {path} werden schon angeboten{by}',
  'locking {path}: {why}': '{path} kann nicht gesperrt werden: {why}',
  'stop that service, or give this one a data folder of its own': 'beenden Sie jenen Dienst, oder geben Sie diesem einen eigenen Datenordner',
  'creating the data directory {path}; choose one that you may write to: {why}': 'der Datenordner {path} kann nicht angelegt werden; wählen Sie einen, in den Sie schreiben dürfen: {why}',
  'opening {path}: {why}': '{path} kann nicht geöffnet werden: {why}',
  'opening {path}: its schema is version {found}, this program knows up to {known}; use the version that wrote it, or a newer one':
    '{path} ist im Format {found}, dieses Programm kennt sie bis {known}; verwenden Sie die Programmversion, die es geschrieben hat, oder eine neuere',
  'creating the key: there is no project `{id}`; scope it to one that is there': 'der Schlüssel kann nicht angelegt werden: es gibt kein Projekt „{id}“; nennen Sie eines, das es gibt',

  // Wo Schlüssel und Passwörter stehen
  "the controller's password cannot be read: {why}": 'das Passwort der Steuerung ist nicht lesbar: {why}',
  'environment variable {name} with {secret} is not set; set it, or name a file with `{ file = "…" }`':
    'die Umgebungsvariable {name} mit {secret} ist nicht gesetzt; setzen Sie sie, oder nennen Sie eine Datei mit `{ file = "…" }`',
  'file {path} with {secret} cannot be read: {why}; check that it exists and belongs to this user':
    'die Datei {path} mit {secret} ist nicht lesbar: {why}; prüfen Sie, ob sie da ist und diesem Benutzer gehört',
  'file {path} with {secret} can be read by everybody on this machine; run `chmod 600` on it, and have the secret replaced if others use this machine':
    'die Datei {path} mit {secret} können alle auf diesem Rechner lesen; schützen Sie sie mit `chmod 600`, und lassen Sie das Geheimnis ersetzen, wenn andere diesen Rechner benutzen',
  '{place} does not hold {secret}; put it there as it was given out, in one line': '{place} enthält nicht {secret}; legen Sie es dort ab, wie es ausgegeben wurde, in einer Zeile',
  "the service's key": 'dem Schlüssel des Dienstes',
  'the keychain is not used in this mode': 'in dieser Betriebsart wird der Schlüsselspeicher nicht verwendet',
  'no keychain answers on this computer: {why}': 'auf diesem Rechner antwortet kein Schlüsselspeicher: {why}',
  'the {what} cannot be kept in the keychain: {why}': 'im Schlüsselspeicher lässt sich nichts aufbewahren ({what}): {why}',
  'key': 'Schlüssel',
  'password': 'Passwort',
  'unlock or install a keychain (a secret service), or choose to keep the {what} in a file that only you can read':
    'entsperren oder installieren Sie einen Schlüsselspeicher, oder wählen Sie als Ort eine Datei, die nur Sie lesen können ({what})',
  "cannot {doing} the {what}'s file {path}: {why}": 'die Datei {path} ({what}) ist nicht verwendbar (Schritt: {doing}): {why}',
  'it was changed or damaged': 'sie wurde geändert oder beschädigt',
  'check the folder and its owner': 'prüfen Sie den Ordner und wem er gehört',

  // Der Puffer
  'outbox {path} is in use by another bridge; stop that one, or give this one its own data directory':
    'den Puffer {path} verwendet schon ein anderes Programm; beenden Sie jenes, oder geben Sie diesem einen eigenen Datenordner',
  'outbox {path} was written by a newer version (format {version}); update Tagbridge': 'den Puffer {path} hat eine neuere Version geschrieben (Format {version}); aktualisieren Sie Tagbridge',
  'outbox {path} still holds {snapshots} of project {project}; let those be delivered first by configuring that project again, or give this session another name':
    'der Puffer {path} hält noch {snapshots} von Projekt {project}; lassen Sie zuerst diese übertragen, oder geben Sie dieser Sitzung einen anderen Namen',
  'cannot open outbox {path}: {why}; check that the folder exists and may be written to': 'der Puffer {path} kann nicht geöffnet werden: {why}; prüfen Sie, ob es den Ordner gibt und ob er beschreibbar ist',
  "cannot store in outbox {path}: {why}; check the disk's free space and health": 'im Puffer {path} kann nicht gespeichert werden: {why}; prüfen Sie freien Platz und Zustand des Datenträgers',
  "outbox {path} is damaged again and again: {damage}; check the disk's health": 'der Puffer {path} wird immer wieder beschädigt: {damage}; prüfen Sie den Datenträger',
  'outbox {path} is damaged: {damage}; the next start of its bridge sets it aside and saves what can be read':
    'der Puffer {path} ist beschädigt: {damage}; der nächste Start legt ihn zur Seite und rettet, was lesbar ist',
  'the outbox is closed': 'der Puffer ist geschlossen',
  'cannot write what is stored: {why}': 'was gespeichert ist, kann nicht geschrieben werden: {why}',
  'it goes on by itself when there is room': 'es geht von selbst weiter, sobald Platz ist',
  'the disk is full: the oldest snapshots go for the newest; free some space': 'die Platte ist voll: die ältesten Aufnahmen weichen den neuesten; schaffen Sie Platz',
  'the outbox was an older copy of itself; what waited in it began a new stream': 'der Puffer war eine ältere Kopie seiner selbst; was in ihm wartete, begann einen neuen Strom',
  'a snapshot of all tags has {bytes} bytes and the service takes {most}: it can never be delivered':
    'ein Datensatz mit allen Variablen hat {bytes} Byte, der Dienst nimmt {most}: er kann nie übertragen werden',
  'a snapshot of all tags has {bytes} bytes and the service takes {most}: it can never be delivered; {remedy}':
    'ein Datensatz mit allen Variablen hat {bytes} Byte, der Dienst nimmt {most}: er kann nie übertragen werden; {remedy}',
  'read fewer tags, or smaller ones: members and elements instead of whole structures and arrays':
    'lesen Sie weniger Variablen, oder kleinere: Elemente statt ganzer Strukturen und Felder',

  // Sitzungen
  '{project} is streamed already, from {endpoint}': '{project} wird schon übertragen, von {endpoint}',
  'stop that session first': 'stoppen Sie zuerst jene Sitzung',
  'stop the session first': 'stoppen Sie zuerst die Sitzung',
  'session {session} is running already': 'die Sitzung {session} läuft schon',
  'session {session}: {why}': 'Sitzung {session}: {why}',
  'the session is running': 'die Sitzung läuft',
  'stop it first': 'stoppen Sie sie zuerst',
  'the session is stopped': 'die Sitzung ist gestoppt',
  'start it again': 'starten Sie erneut',
  'the session is not running': 'die Sitzung läuft nicht',
  'choose a service first, and start the session again': 'wählen Sie zuerst einen Dienst, und starten Sie die Sitzung erneut',
  'the session belongs to a configuration file': 'die Sitzung steht in einer Konfigurationsdatei',
  'change the file and start the program again; it can be paused here': 'ändern Sie die Datei, und starten Sie das Programm neu; anhalten lässt sie sich hier',
  'choose one that the status shows': 'wählen Sie eine, die angezeigt wird',
  'open table of session': 'offene Tabelle der Sitzung',
  'open it by `rows` first': 'laden Sie die Anzeige neu',
  'choose one of the table': 'wählen Sie eine aus der Tabelle',
  'there is no {what} `{name}`': 'nicht vorhanden: {what} „{name}“',
  'the interval is out of range': 'das Intervall liegt außerhalb des Bereichs',
  'use 10 ms to 1 h': 'möglich sind 10 ms bis 1 h',
  'the preflight was ended': 'die Vorprüfung wurde abgebrochen',
  "cannot keep the device's id in {path}: {why}; check that the data folder may be written to": 'die Kennung dieses Geräts kann nicht in {path} aufbewahrt werden: {why}; prüfen Sie, ob der Datenordner beschreibbar ist',
  'no bridge keeps its data in {path}': 'in {path} liegen keine Daten einer Übertragung',
  'cannot read {path}: {why}': '{path} ist nicht lesbar: {why}',

  // Einstellungen und Anzeige
  '{what} is out of range': 'außerhalb des Bereichs: {what}',
  'use a number from {low} to {high}': 'verwenden Sie eine Zahl von {low} bis {high}',
  'the scan interval': 'das Abfrageintervall',
  'the push interval': 'das Übertragungsintervall',
  'the time that snapshots are kept': 'wie lange Datensätze aufbewahrt werden',
  'the size of the outbox': 'die Größe des Puffers',
  'the number of requests a second': 'die Anfragen je Sekunde',
  'cannot keep settings in {folder}: {why}': 'die Einstellungen können nicht in {folder} aufbewahrt werden: {why}',
  'check the folder, its owner and the free space': 'prüfen Sie den Ordner, wem er gehört, und den freien Platz',
  'check the data folder and its owner': 'prüfen Sie den Datenordner und wem er gehört',
  "check the data folder, its owner and the disk's free space": 'prüfen Sie den Datenordner, wem er gehört, und den freien Platz',
  'this user has no home folder to keep data in': 'dieser Benutzer hat keinen Ordner, in dem Daten liegen könnten',
  'set HOME, or name a data folder': 'setzen Sie HOME, oder nennen Sie einen Datenordner',
  'more than 600 tags at a time': 'mehr als 600 Variablen auf einmal',
  'ask for those that are shown': 'fordern Sie die an, die zu sehen sind',
  'a trend has eight tags at most': 'ein Verlauf hat höchstens acht Variablen',
  'select fewer': 'wählen Sie weniger aus',
  "the console takes no paths": 'im Browser werden keine Pfade angenommen',
  "send the file's bytes": 'öffnen Sie die Datei im Browser',
  'a wire trace ends after ten minutes': 'ein Mitschnitt endet nach zehn Minuten',
  'use up to 600 seconds': 'möglich sind bis zu 600 Sekunden',
  "this protocol's driver records no frames": 'bei diesem Protokoll gibt es keinen Mitschnitt',
  'record it on the network with another tool': 'zeichnen Sie mit einem anderen Werkzeug im Netz auf',
  'the answer cannot be told: {why}': 'die Antwort ist nicht darstellbar: {why}',
  'make a support bundle and report it': 'erstellen Sie ein Supportpaket, und melden Sie es',
  'reload the screen': 'laden Sie die Anzeige neu',
  'reload the screen: it may be older than the program': 'laden Sie die Anzeige neu: sie ist vielleicht älter als das Programm',
  'reload the page: it may be older than the program': 'laden Sie die Seite neu: sie ist vielleicht älter als das Programm',
  'no command: {why}': 'kein Befehl: {why}',
  'argument {name}: {why}': 'Angabe {name}: {why}',
  'the bundle cannot be packed: {why}': 'das Paket kann nicht gepackt werden: {why}',
  'the bundle cannot be saved as {path}: {why}': 'das Paket kann nicht als {path} gespeichert werden: {why}',
  'try again': 'versuchen Sie es erneut',
  'choose another folder': 'wählen Sie einen anderen Ordner',
  'the data folder {folder} cannot be read: {why}': 'der Datenordner {folder} ist nicht lesbar: {why}',
  'name the folder that the bridge keeps its data in': 'nennen Sie den Ordner, in dem die Daten liegen',

  // Projekte und ihre Dateien
  "projects are put into your company's service in the browser": 'Projekte kommen im Browser in den Dienst Ihrer Firma',
  'upload it there, or use the built-in service': 'laden Sie es dort hoch, oder verwenden Sie den eingebauten Dienst',
  'reading the project file failed': 'das Lesen der Projektdatei ist gescheitert',
  'make a support bundle and report it with the file': 'erstellen Sie ein Supportpaket, und melden Sie es mit der Datei',
  'the project file cannot be kept: {why}': 'die Projektdatei kann nicht aufbewahrt werden: {why}',
  'the project file cannot be read: {why}': 'die Projektdatei ist nicht lesbar: {why}',
  'open it again; check the data folder': 'öffnen Sie sie erneut; prüfen Sie den Datenordner',
  'the service has no file of this project': 'der Dienst hat keine Datei dieses Projekts',
  'the project was replaced again and again while it was fetched; start the session anew':
    'das Projekt wurde immer wieder ersetzt, während es geholt wurde; starten Sie die Sitzung neu',
  "the project's file cannot be read: reading it broke down; report it with the file": 'die Projektdatei ist nicht lesbar: das Lesen brach ab; melden Sie es mit der Datei',
  'put its file into the service; {without}': 'legen Sie seine Datei in den Dienst; {without}',
  'have the permission code_read given to the key for this project; {without}': 'lassen Sie dem Schlüssel das Recht code_read für dieses Projekt geben; {without}',
  'look at the file; {without}': 'sehen Sie sich die Datei an; {without}',
  'until then tags are named by the controller': 'bis dahin heißen die Variablen wie in der Steuerung',
  "give the file of the controller's own project, or the controller's address": 'geben Sie die Datei des Projekts dieser Steuerung an, oder die Adresse der Steuerung',
  'data block "{name}" cannot have the number 0': 'der Datenbaustein "{name}" kann nicht die Nummer 0 haben',
  'use the number that the controller shows, 1 to 65535': 'verwenden Sie die Nummer, die die Steuerung zeigt, 1 bis 65535',
  'the project has no data block "{name}"': 'das Projekt hat keinen Datenbaustein "{name}"',
  'name one that the preflight asks for': 'nennen Sie einen, nach dem die Vorprüfung fragt',
  'the project has no data block `{name}`': 'das Projekt hat keinen Datenbaustein „{name}“',
  'did you mean `{name}`?': 'meinten Sie „{name}“?',
  '`tagbridge project inspect FILE --tags` lists what it has': '`tagbridge project inspect DATEI --tags` zeigt, was es hat',

  // Anmeldung an der Steuerung
  'no user was entered': 'es wurde kein Benutzer eingegeben',
  "enter the name that the controller's administrator gave you": 'geben Sie den Namen ein, den Sie von der Verwaltung der Steuerung haben',
  'no password was entered': 'es wurde kein Passwort eingegeben',
  "enter the user's password": 'geben Sie das Passwort des Benutzers ein',
  'a controller over {scheme}:// knows no users': 'eine Steuerung über {scheme}:// kennt keine Benutzer',
  'check it without a user': 'prüfen Sie sie ohne Benutzer',
  '{scheme}:// has no tag list that can be done without': 'bei {scheme}:// gibt es keine Liste von Variablen, auf die zu verzichten wäre',
  'leave the choice out: it is for {schemes} alone': 'lassen Sie die Wahl weg: sie ist allein für {schemes}',
  'scope the key to projects that are there': 'geben Sie dem Schlüssel Projekte, die es gibt',
};
