// Was nirgends im Programm so steht, wie es zu sehen ist.

/** Was das Programm erst zusammensetzt. */
export const COMPOSED: Record<string, string> = {
  '{tag}: the controller has {controllers}, the project says {project}': '{tag}: die Steuerung hat {controllers}, das Projekt sagt {project}',
  '{block} is not in the controller': '{block} ist nicht in der Steuerung',
  '{block} is {how} than the {count} bytes of the project': '{block} ist {how} als die {count} Byte des Projekts',
  '{fitting} of {all} as long as the project says': '{fitting} von {all} so lang wie im Projekt',
  '{count} do not let themselves be looked at': '{count} lassen sich nicht ansehen',
  '{project}, {count} tag': '{project}, {count} Variable',
  '{project}, {count} tags': '{project}, {count} Variablen',
  '{count} tag': '{count} Variable',
  '{count} tags': '{count} Variablen',
  '{count} value': '{count} Wert',
  '{count} values': '{count} Werte',
  '{count} data block': '{count} Datenbaustein',
  '{count} data blocks': '{count} Datenbausteinen',
  '{count} snapshot': '{count} Datensatz',
  '{count} snapshots': '{count} Datensätze',
  '{count} more': '{count} weitere',
};

/** Was das Betriebssystem sagt. */
export const SYSTEM: Record<string, string> = {
  'Connection refused (os error {number})': 'Verbindung abgelehnt',
  'Connection reset by peer (os error {number})': 'die Gegenseite hat die Verbindung getrennt',
  'Connection timed out (os error {number})': 'keine Antwort',
  'No route to host (os error {number})': 'kein Weg dorthin',
  'Network is unreachable (os error {number})': 'das Netz ist nicht erreichbar',
  'Broken pipe (os error {number})': 'die Verbindung ist abgerissen',
  'No space left on device (os error {number})': 'der Datenträger ist voll',
  'Permission denied (os error {number})': 'keine Berechtigung',
  'No such file or directory (os error {number})': 'nicht vorhanden',
  'Read-only file system (os error {number})': 'der Datenträger ist schreibgeschützt',
  'Address already in use (os error {number})': 'die Adresse ist schon vergeben',
  'operation timed out': 'keine Antwort in der Frist',
};
