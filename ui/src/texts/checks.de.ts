// Was Vorprüfung und Systemprüfung finden, was in einem Supportpaket steht, was gesendet werden kann und die Schritte
// dahin, in derselben Form wie `messages.de.ts`.

export const CHECKS: Record<string, string> = {
  // Die Vorprüfung: was verglichen wurde, was nicht lesbar ist
  'there is no project file to compare the controller with': 'es gibt keine Projektdatei, mit der die Steuerung zu vergleichen wäre',
  'the project does not tell which controller it is for': 'das Projekt sagt nicht, für welche Steuerung es ist',
  '{name} is what the server calls itself, which no project tells': '{name} nennt sich der Server selbst; das steht in keinem Projekt',
  'the controller does not tell its name': 'die Steuerung nennt ihren Namen nicht',
  'the controller has {controllers}, the project says {project}': 'die Steuerung hat {controllers}, das Projekt sagt {project}',
  '{seen}, the project says {project}': '{seen}, im Projekt {project}',
  'the controller has no such tag': 'die Steuerung hat keine solche Variable',
  'the project has no tag that could be compared': 'das Projekt hat keine Variable zum Vergleichen',
  '{fitting} of {all} as the project has them; the controller has {more}': '{fitting} von {all} wie im Projekt; die Steuerung hat {more}',
  'the controller keeps no list of names to compare': 'die Steuerung führt keine Namensliste zum Vergleichen',
  '{differing} of another type than the project says': '{differing} von anderem Typ als im Projekt',
  'serial {serial}, the same device as before': 'Seriennummer {serial}, dasselbe Gerät wie zuvor',
  'serial {serial}; before it was {before}': 'Seriennummer {serial}; zuvor war es {before}',
  "whether its program is the project's it does not tell, but a change during a session is noticed by its checksums":
    'ob in ihr das Programm des Projekts läuft, sagt sie nicht; eine Änderung während einer Sitzung fällt an ihren Prüfsummen auf',
  'more than that it does not tell: a change during a session is noticed by the lengths of blocks alone':
    'mehr sagt sie nicht: eine Änderung während einer Sitzung fällt nur an den Längen der Bausteine auf',
  'have the programmer allow reading from outside for these tags, or read others': 'lassen Sie das Lesen von außen für diese Variablen erlauben, oder lesen Sie andere',
  'correct the prefix of the node ids, or leave it out: the server is asked for it': 'berichtigen Sie das Präfix der Node-IDs, oder lassen Sie es weg: dann wird der Server danach gefragt',
  "compare the project's version with what the controller runs": 'vergleichen Sie den Stand des Projekts mit dem, der in der Steuerung läuft',
  'do as the reason says, or have the programmer publish them or give their block a fixed layout':
    'tun Sie, was der Grund sagt, oder lassen Sie sie veröffentlichen oder ihrem Baustein einen festen Aufbau geben',
  "load the project's version that the controller runs, or read the members by name": 'laden Sie den Stand des Projekts, der in der Steuerung läuft, oder lesen Sie die Elemente beim Namen',
  'read fewer tags, or parts of large ones': 'lesen Sie weniger Variablen, oder Teile von großen',
  'look up what the controller said in its manual': 'schlagen Sie im Handbuch nach, was die Steuerung sagte',
  'not connected': 'getrennt',
  'the controller is not running its program': 'die Steuerung führt ihr Programm nicht aus',
  'not renewed in time': 'nicht rechtzeitig erneuert',
  'unknown tag': 'unbekannte Variable',
  'access denied': 'kein Zugriff',
  'no address': 'keine Adresse',
  'type mismatch': 'falscher Typ',
  'out of range': 'außerhalb des Bereichs',
  'over budget': 'über dem Limit',
  'not in the project': 'nicht im Projekt',
  'device error': 'Gerätefehler',
  'cannot be decoded': 'nicht entschlüsselbar',
  'the data block {name} {what}': 'der Datenbaustein {name} {what}',
  'is not in the controller': 'ist nicht in der Steuerung',
  'is {how} than the {count} bytes of the project': 'ist {how} als die {count} Byte des Projekts',
  'longer': 'länger',
  'shorter': 'kürzer',

  // Die Prüfung des Wegs

  // Was in einem Supportpaket steht
  "this program and this computer's system": 'dieses Programm und das System dieses Rechners',
  'what was set, without the key': 'die Einstellungen, ohne den Schlüssel',
  'sessions, the service, and how they stand': 'Sitzungen, der Dienst und ihr Stand',
  'event log, {count} events': 'Ereignisprotokoll, {count} Ereignisse',
  'what may be sent to controllers, what was, and counters': 'was an Steuerungen gesendet werden darf, was gesendet wurde, Zähler',
  '{count} tags, without values': '{count} Variablen, ohne Werte',
  'wire trace, {frames} frames, with values': 'Mitschnitt, {frames} Telegramme, mit Werten',
  'Only the kinds of request listed here can be sent to the controller. Each frame is taken apart and compared with this list just before it leaves. There is no form for a write in this program.':
    'Nur die hier aufgeführten Arten von Anfragen können an die Steuerung gehen. Jedes Telegramm wird unmittelbar vor dem Senden zerlegt und mit dieser Liste verglichen. Für ein Schreiben gibt es in diesem Programm keine Form.',

  // Wovon die Rede ist
  'no others': 'keine weiteren',

  // Was an eine Steuerung gesendet werden kann
  'Discover': 'Suchen',
  'Open and end a session': 'Sitzung öffnen und beenden',
  'Open and close a session': 'Sitzung öffnen und schließen',
  'Open and close a connection': 'Verbindung öffnen und schließen',
  'Open and close a channel': 'Kanal öffnen und schließen',
  'Open the transport': 'Transport öffnen',
  'Setup communication': 'Kommunikation aufbauen',
  'Read attributes': 'Attribute lesen',
  'List tags': 'Variablen auflisten',
  'Read type': 'Typ lesen',
  'Read Tag': 'Variable lesen',
  'Read Tag Fragmented': 'Variable in Teilen lesen',
  'Read variable': 'Variable lesen',
  'Read clock': 'Uhr lesen',
  'Read system status list': 'Systemzustandsliste lesen',
  'Publish': 'Werte abholen',

  // Die Schritte auf dem Weg zur Steuerung
  'read': 'lesen',
  'write': 'schreiben',
};
