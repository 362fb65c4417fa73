// Meldungen, Ursachen und Abhilfen von bridge, desk und Treibern: links wie sie im Programm stehen, rechts auf Deutsch.
// Was in geschweiften Klammern steht, setzt das Programm ein; rechts kann es an anderer Stelle stehen. Was eine
// Steuerung oder ein Dienst selbst sagt, bleibt, wie es ist.

import { FILES } from './files.de';

export const MESSAGES: Record<string, string> = {
  ...FILES,

  // Der Weg zur Steuerung
  'in an S7-1200/1500 enable "Permit access with PUT/GET communication from remote partner" in the CPU\'s protection settings':
    'erlauben Sie bei einer S7-1200/1500 in den Schutzeinstellungen der CPU „Zugriff über PUT/GET-Kommunikation durch entfernten Partner“',
  'only OPC UA servers ({schemes}…) show a certificate': 'nur OPC-UA-Server ({schemes}…) zeigen ein Zertifikat',

  // Adressen von Steuerungen
  'parameter `{name}` is not known; there are {known}': 'der Parameter „{name}“ ist nicht bekannt; es gibt {known}',
  'a controller that is read over {scheme}:// sends nothing by itself; poll it, which is what happens without a mode':
    'eine Steuerung, die über {scheme}:// gelesen wird, sendet nichts von selbst; fragen Sie sie ab, wie es ohne Angabe geschieht',

  // Der Dienst
  'no answer in time ({why})': 'keine rechtzeitige Antwort ({why})',
  'its answer does not read: {why}': 'seine Antwort ist nicht lesbar: {why}',
  'no reason given': 'ohne Begründung',
  'the data in {path} is served already{by}': 'die Daten in {path} werden schon angeboten{by}',
  'locking {path}: {why}': '{path} kann nicht gesperrt werden: {why}',
  'stop that service, or give this one a data folder of its own': 'beenden Sie jenen Dienst, oder geben Sie diesem einen eigenen Datenordner',
  'creating the data directory {path}; choose one that you may write to: {why}': 'der Datenordner {path} kann nicht angelegt werden; wählen Sie einen, in den Sie schreiben dürfen: {why}',
  'opening {path}: {why}': '{path} kann nicht geöffnet werden: {why}',
  'opening {path}: its schema is version {found}, this program knows up to {known}; use the version that wrote it, or a newer one':
    '{path} ist im Format {found}, dieses Programm kennt sie bis {known}; verwenden Sie die Programmversion, die es geschrieben hat, oder eine neuere',
  'creating the key: there is no project `{id}`; scope it to one that is there': 'der Schlüssel kann nicht angelegt werden: es gibt kein Projekt „{id}“; nennen Sie eines, das es gibt',

  'it was changed or damaged': 'sie wurde geändert oder beschädigt',
};
