// The communication log and the options of the event log, in both languages.

import { many } from './watching';

export const wire = {
  en: {
    views: { label: 'Views of this place', events: 'Events', wire: 'Communication' },
    wire: {
      title: 'Communication', search: 'Tag, request or status', show: 'Show only', all: 'All', unanswered: 'No answer', refused: 'Refused', of: 'Session', everySession: 'All sessions',
      record: 'Record for 5 min', ended: 'The recording has ended.', recording: (left: string) => `Recording, off in ${left}`, save: 'Save for Wireshark', saved: (name: string) => `Saved: ${name}`, notSaved: 'The recording was not saved. It is still here.', notSwitched: 'The recording cannot be started or stopped',
      holds: (frames: string, size: string, since: string) => `${frames}, ${size}, since ${since}.`, frames: (count: string) => many(count, 'frame', 'frames'), dropped: (count: string) => `${count} older ones were dropped: at most 8 MB are kept for each session.`, secret: 'The recording contains values of tags. It stays on this computer until you save it. It never contains logins.',
      none: 'No recording', noneNext: 'Records and decodes every frame to and from the controller for five minutes, then stops. Reading is not slowed.', noSession: 'No session runs', noMatch: 'No frame matches', showAll: 'Show all', failed: 'The log cannot be read', frameFailed: 'The frame was already dropped',
      no: 'No.', time: 'Time', direction: 'Direction', what: 'What', code: 'Decoded', bytes: 'Bytes', ms: 'ms', sent: 'sent', received: 'received', noAnswer: 'No answer', newest: 'Follow the newest',
      frame: (number: string) => `Frame ${number}`, answers: (number: string) => `answer to ${number}`, answered: (number: string) => `answered by ${number}`, choose: 'Choose a frame to see its contents.', close: 'Close the frame', fields: 'Fields', tags: (count: string) => many(count, 'tag or range', 'tags and ranges'), raw: 'Bytes', hidden: 'A login: its contents are neither shown nor saved.', from: (local: string, peer: string) => `${local} and ${peer}`, ofBytes: (count: number) => `${count} bytes`, first: (count: string) => `The first ${count} are shown.`,
    },
    when: { label: 'Time', all: 'Any time', quarter: 'Last 15 minutes', hour: 'Last hour', day: 'Last 24 hours', between: 'From … to', from: 'From', to: 'To', session: 'Session', everySession: 'All sessions', save: 'Save as CSV', columns: ['Time', 'Level', 'Session', 'What happened', 'Why', 'What it means', 'Detail'], kept: (count: string) => `The latest ${count} events are listed here; older ones are in the log files.`, means: 'What it means', todo: 'What to do', support: 'For support' },
  },
  de: {
    views: { label: 'Ansichten dieses Ortes', events: 'Ereignisse', wire: 'Kommunikation' },
    wire: {
      title: 'Kommunikation', search: 'Variable, Anfrage oder Status', show: 'Nur zeigen', all: 'Alle', unanswered: 'Keine Antwort', refused: 'Abgelehnt', of: 'Sitzung', everySession: 'Alle Sitzungen',
      record: '5 min aufzeichnen', ended: 'Die Aufzeichnung ist beendet: Nichts kommt hinzu.', recording: (left: string) => `Zeichnet auf, aus in ${left}`, save: 'Für Wireshark speichern', saved: (name: string) => `Gespeichert: ${name}`, notSaved: 'Die Aufzeichnung wurde nicht gespeichert. Sie ist noch da.', notSwitched: 'Die Aufzeichnung lässt sich nicht schalten',
      holds: (frames: string, size: string, since: string) => `${frames}, ${size}, seit ${since}.`, frames: (count: string) => many(count, 'Telegramm', 'Telegramme'), dropped: (count: string) => `${count} ältere wurden verworfen: Je Sitzung werden höchstens 8 MB behalten.`, secret: 'Werte von Variablen stehen in der Aufzeichnung. Sie bleibt auf diesem Rechner, bis Sie sie speichern. Anmeldungen stehen nie darin.',
      none: 'Nichts ist aufgezeichnet', noneNext: 'Jedes Telegramm von und zur Steuerung, zerlegt, fünf Minuten lang; dann schaltet sich die Aufzeichnung selbst ab. Das Lesen wird nicht langsamer.', noSession: 'Keine Sitzung läuft', noMatch: 'Kein Telegramm passt', showAll: 'Alle zeigen', failed: 'Die Aufzeichnung kann nicht gelesen werden', frameFailed: 'Das Telegramm ist nicht mehr da',
      no: 'Nr.', time: 'Zeit', direction: 'Richtung', what: 'Was', code: 'Dekodiert', bytes: 'Bytes', ms: 'ms', sent: 'gesendet', received: 'empfangen', noAnswer: 'Keine Antwort', newest: 'Den neuesten folgen',
      frame: (number: string) => `Telegramm ${number}`, answers: (number: string) => `Antwort auf ${number}`, answered: (number: string) => `beantwortet von ${number}`, choose: 'Wählen Sie ein Telegramm, um zu sehen, was darin steht.', close: 'Telegramm schließen', fields: 'Felder', tags: (count: string) => many(count, 'Variable oder Bereich', 'Variablen und Bereiche'), raw: 'Bytes', hidden: 'Eine Anmeldung: Was darin steht, wird weder gezeigt noch gespeichert.', from: (local: string, peer: string) => `${local} und ${peer}`, ofBytes: (count: number) => `${count} Bytes`, first: (count: string) => `Die ersten ${count} werden gezeigt.`,
    },
    when: { label: 'Zeit', all: 'Jederzeit', quarter: 'Letzte 15 Minuten', hour: 'Letzte Stunde', day: 'Letzte 24 Stunden', between: 'Von … bis', from: 'Von', to: 'Bis', session: 'Sitzung', everySession: 'Alle Sitzungen', save: 'Als CSV speichern', columns: ['Zeit', 'Stufe', 'Sitzung', 'Was geschah', 'Warum', 'Was das bedeutet', 'Einzelheiten'], kept: (count: string) => `Die letzten ${count} Ereignisse stehen hier; ältere stehen in den Protokolldateien.`, means: 'Was das bedeutet', todo: 'Was zu tun ist', support: 'Für den Support' },
  },
};
