// Was nirgends im Programm so steht, wie es zu sehen ist.

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
