// The tags that a session reads, and their rates, in both languages.

import { many } from './watching';

export const reading = {
  en: {
    reading: {
      open: 'Change what is read', pick: 'Choose from the project…', title: 'What is read, and how often', loading: 'Loading the tags that are read', failed: 'The tags that are read are not known', interval: 'Interval', unit: 'Unit', units: { ms: 'ms', s: 's', min: 'min' },
      tags: 'Always read, one name a line', tagsHelp: 'Read even if they are not requested. You can paste a list.', all: (count: string) => many(count, 'tag', 'tags'), groups: 'At other rates', groupsHelp: 'Each group has its own connection, so a slow one does not delay the others.', group: 'Name of the group', of: (name: string) => `Tags of ${name}`, add: 'Add a group', selected: (count: string) => `Add a group of the ${count} selected`, remove: (name: string) => `Remove ${name}`, names: ['fast', 'slow', 'very slow', 'other'],
      short: (scan: string, better: string) => `The last scan took ${scan}: scans would be missed. ${better} is proposed.`, slow: (scan: string, better: string) => `1 scan in 100 takes ${scan} or longer: scans would be missed. ${better} is proposed.`, cost: (count: string) => `That is about ${count} requests to the controller a second.`, use: (better: string) => `Use ${better}`, yes: 'Read this from now on', begins: 'The session restarts, which takes about a second. Earlier values are kept.', range: 'From 10 ms to 1 h.', tooMany: (all: string, most: string, left: string) => `${all} tags are chosen, but a session reads at most ${most}: ${left} will not be read. Tags at other rates have priority.`, leftOut: (count: string) => `Tags that are not read (${count})`, first: (count: string) => `The first ${count} of them:`,
    },
  },
  de: {
    reading: {
      open: 'Ändern, was gelesen wird', pick: 'Aus dem Projekt wählen…', title: 'Was gelesen wird, und wie oft', loading: 'Es wird nachgesehen, was gelesen wird', failed: 'Was gelesen wird, lässt sich nicht sagen', interval: 'Intervall', unit: 'Einheit', units: { ms: 'ms', s: 's', min: 'min' },
      tags: 'Immer gelesen, ein Name je Zeile', tagsHelp: 'Auch was niemand anfragt. Eine Liste kann eingefügt werden.', all: (count: string) => many(count, 'Variable', 'Variablen'), groups: 'Andere Raten', groupsHelp: 'Jede Gruppe hat eine eigene Verbindung: Eine langsame hält keine andere auf.', group: 'Name der Gruppe', of: (name: string) => `Variablen von ${name}`, add: 'Gruppe hinzufügen', selected: (count: string) => `Gruppe aus den ${count} gewählten`, remove: (name: string) => `${name} entfernen`, names: ['schnell', 'langsam', 'selten', 'andere'],
      short: (scan: string, better: string) => `Die letzte Abfrage dauerte ${scan}: Abfragen würden verpasst. Vorschlag: ${better}.`, slow: (scan: string, better: string) => `1 von 100 Abfragen dauert ${scan} oder länger: Abfragen würden verpasst. Vorschlag: ${better}.`, cost: (count: string) => `Das sind etwa ${count} Anfragen an die Steuerung pro Sekunde.`, use: (better: string) => `${better} nehmen`, yes: 'Ab jetzt so lesen', begins: 'Die Sitzung beginnt neu; das dauert etwa eine Sekunde, und was gelesen wurde, bleibt.', range: 'Von 10 ms bis 1 h.', tooMany: (all: string, most: string, left: string) => `${all} Variablen sind gewählt, und eine Sitzung liest höchstens ${most}: ${left} werden ausgelassen. Die mit anderen Raten werden zuerst gelesen.`, leftOut: (count: string) => `Welche ausgelassen werden (${count})`, first: (count: string) => `Die ersten ${count} davon:`,
    },
  },
};
