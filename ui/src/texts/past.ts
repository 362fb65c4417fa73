// The time line and the past, in English and German.

const en = {
  title: 'Time line', word: 'PAST', live: 'Live', now: 'Now', back: 'Back to live', change: 'Change', incident: 'Incident', span: 'Shown',
  before: 'Previous change of this tag', after: 'Next change of this tag', incidentBefore: 'Previous incident', incidentAfter: 'Next incident',
  changeOf: (tag: string) => `Changes of ${tag}`, chooseTag: 'Select a tag to go to its changes',
  noChange: (tag: string) => `No other change of ${tag} is recorded in this direction.`, noIncident: 'There is no other incident in this direction.',
  keep: 'Keep this moment', keepHow: 'Stores the minute before and after this moment as an incident', keptName: 'By hand', kept: (number: string) => `Kept as incident ${number}.`,
  gap: (why: string) => `No values are known: ${why}.`,
  ofScan: 'All values and the power flow are those of this scan. No value here is current.',
  cause: {
    ask: { off: 'What stopped it?', on: 'What started it?', unknown: 'What changed it?' }, choose: 'First select a tag in the table, for example an output that went off.', or: 'or', and: 'and', how: (tag: string) => `Finds what changed first before the last change of ${tag}`, title: (tag: string) => `What changed first before ${tag}`,
    outcome: {
      certain: 'Certain: the recording and the code allow only this.', oneOf: 'One of these: the recording allows several explanations.',
      notRecorded: 'Not certain: what decides is not recorded, or its code is not understood.', noChange: 'No change of this tag is recorded before this moment.', noCode: 'The code of the project does not use this tag.',
    },
    on: 'went on', off: 'went off', look: 'Show this moment', rung: (path: string, rung: number) => `${path}, rung ${rung}`,
    ends: {
      input: () => 'First cause: an input of the controller.', outside: () => 'First cause: no code writes it; an operator panel or another controller did.',
      byItself: () => 'First cause: the code changes it by itself.', notRecorded: (tags: string) => `Not recorded: ${tags}.`, unseen: () => 'What did it was over before the next scan.',
      gap: () => 'No scan was read before.', notUnderstood: () => 'The code that may have done it is not understood.',
    },
  },
  read: (time: string, read: string, of: string) => `PAST ${time}; ${read} of ${of} recorded`,
  keys: 'Drag to show a past moment. Arrow keys move it, Escape returns to live.',
};

const de: typeof en = {
  title: 'Zeitleiste', word: 'VERGANGENHEIT', live: 'Live', now: 'Jetzt', back: 'Zurück zu Live', change: 'Änderung', incident: 'Ereignis', span: 'Gezeigt',
  before: 'Vorige Änderung dieser Variablen', after: 'Nächste Änderung dieser Variablen', incidentBefore: 'Voriges Ereignis', incidentAfter: 'Nächstes Ereignis',
  changeOf: (tag) => `Änderungen von ${tag}`, chooseTag: 'Wählen Sie eine Variable, um zu ihren Änderungen zu gehen',
  noChange: (tag) => `In dieser Richtung ist keine weitere Änderung von ${tag} aufgezeichnet.`, noIncident: 'In dieser Richtung gibt es kein weiteres Ereignis.',
  keep: 'Diesen Zeitpunkt behalten', keepHow: 'Speichert die Minute vor und nach diesem Zeitpunkt als Ereignis', keptName: 'Von Hand', kept: (number) => `Als Ereignis ${number} behalten.`,
  gap: (why) => `Es sind keine Werte bekannt: ${why}.`,
  ofScan: 'Alle Werte und der Stromfluss sind die dieser Abfrage. Nichts hier ist aktuell.',
  cause: {
    ask: { off: 'Warum stand es?', on: 'Warum lief es an?', unknown: 'Was hat es geändert?' }, choose: 'Wählen Sie zuerst eine Variable in der Tabelle, zum Beispiel einen Ausgang, der ausging.', or: 'oder', and: 'und', how: (tag) => `Sucht, was sich vor der letzten Änderung von ${tag} zuerst geändert hat`, title: (tag) => `Was sich vor ${tag} zuerst geändert hat`,
    outcome: {
      certain: 'Sicher: Aufzeichnung und Programm lassen nur das zu.', oneOf: 'Eines davon: Die Aufzeichnung lässt mehrere Erklärungen zu.',
      notRecorded: 'Nicht sicher: Das Entscheidende ist nicht aufgezeichnet, oder sein Programm wird nicht verstanden.', noChange: 'Vor diesem Zeitpunkt ist keine Änderung dieser Variablen aufgezeichnet.', noCode: 'Das Programm des Projekts verwendet diese Variable nicht.',
    },
    on: 'ging an', off: 'ging aus', look: 'Diesen Zeitpunkt zeigen', rung: (path, rung) => `${path}, Strompfad ${rung}`,
    ends: {
      input: () => 'Erste Ursache: ein Eingang der Steuerung.', outside: () => 'Erste Ursache: Kein Programm schreibt sie; ein Bedienpanel oder eine andere Steuerung war es.',
      byItself: () => 'Erste Ursache: Das Programm ändert sie von selbst.', notRecorded: (tags) => `Nicht aufgezeichnet: ${tags}.`, unseen: () => 'Die Ursache war vor der nächsten Abfrage vorbei.',
      gap: () => 'Davor wurde nichts gelesen.', notUnderstood: () => 'Das Programm, das es getan haben kann, wird nicht verstanden.',
    },
  },
  read: (time, read, of) => `VERGANGENHEIT ${time}; ${read} von ${of} aufgezeichnet`,
  keys: 'Ziehen zeigt einen vergangenen Zeitpunkt. Pfeiltasten bewegen ihn, Escape führt zurück zu Live.',
};

export const past = { en, de };
