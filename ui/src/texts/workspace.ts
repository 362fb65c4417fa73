// The workspace of a session: status bar, toolbar, side pane, Why, in both languages.

import { many } from './watching';

const en = {
  figures: 'Show the figures', interval: 'Interval', every: (interval: string) => `every ${interval}`, slower: (achieved: string, set: string) => `${achieved} instead of ${set}`, slowerHow: 'A scan takes longer than the interval that is set',
  more: 'More', view: 'View', export: 'Export', lists: 'Watch lists', reading: 'What is read',
  density: 'Rows', desk: 'Desk', plant: 'Plant',
  paneAt: 'Side pane', right: 'On the right', below: 'Below', closePane: 'Close the pane', resize: 'Size of the pane', larger: 'Larger pane', tabs: 'Views of the selected tags',
  tab: { details: 'Details', trend: 'Trend', why: 'Why?', ask: 'Ask', findings: 'Findings' }, noTag: 'No tag is selected', noTagNext: 'Click a row of the table, or press Enter on it.',
  title: (state: string, project: string) => `${state}: ${project}`,
  why: {
    title: (tag: string) => `Why is ${tag} as it is?`, loading: 'Following the logic', failed: 'The reason is not known', noFile: 'No code of the project names this tag, or the project has no file.',
    is: { on: 'is on', off: 'is off', unknown: 'is not known', number: 'is a number' }, was: { on: 'was on', off: 'was off', unknown: 'is not known', number: 'was a number' },
    didBecause: { on: 'These values kept it on:', off: 'These values kept it off:', unknown: 'It depended on these values:', number: 'It came from these values:' },
    because: { on: 'These values keep it on:', off: 'These values keep it off:', unknown: 'It depends on these values:', number: 'It comes from these values:' },
    outside: 'Nothing in the project writes it: an input, a setting, or another device.',
    disagrees: 'The logic gives another value than the controller has. Another program version, a forced value or a write from outside may be the reason.',
    kept: 'No rung writes it now: it keeps its value.',
    missing: (tags: string) => `Not read, so not followed: ${tags}.`, others: (count: string) => `${many(count, 'place', 'places')} may write it and ${count === '1' ? 'is' : 'are'} not followed.`,
    ends: { outside: 'Nothing writes it: here the chain ends.', unread: 'Not read: here the chain ends.', number: 'A number, computed here.', timer: (elapsed: string, preset: string) => `Timer: ${elapsed} of ${preset}.`, edge: 'On for one scan only.', again: 'See above.', deep: 'The chain goes on in the logic.', held: 'It keeps its value: no rung writes it now.', block: 'This block sets it. It depends on:' },
    rung: (path: string, rung: string) => `${path}, rung ${rung}`, more: (count: string) => many(count, 'more link', 'more links'), fewer: 'Fewer', draw: 'Draw the rung', hide: 'Hide the rung', old: (age: string) => `${age} old`, at: (time: string) => `read at ${time}`,
    scan: (time: string) => `All values of the scan at ${time}.`, last: 'What changed first?', lastHow: 'Looks in the recording for what changed before the last change of this tag', pathTo: 'From the tag to its inputs', notLive: 'The session does not read now: the reason is that of the last values.',
  },
  ask: { waits: 'Waits until the question above is answered', stop: 'Stop', stopped: 'You stopped this question.', of: (time: string) => `Values of ${time}.`, details: 'Details', scan: (number: string) => `Scan no. ${number}`, next: 'Ask next' },
};

const de: typeof en = {
  figures: 'Zahlen zeigen', interval: 'Intervall', every: (interval) => `alle ${interval}`, slower: (achieved, set) => `${achieved} statt ${set}`, slowerHow: 'Eine Abfrage dauert länger als das eingestellte Intervall',
  more: 'Mehr', view: 'Ansicht', export: 'Exportieren', lists: 'Listen', reading: 'Was gelesen wird',
  density: 'Zeilen', desk: 'Büro', plant: 'Anlage',
  paneAt: 'Seitenbereich', right: 'Rechts', below: 'Unten', closePane: 'Bereich schließen', resize: 'Größe des Bereichs', larger: 'Größerer Bereich', tabs: 'Ansichten der gewählten Variablen',
  tab: { details: 'Details', trend: 'Verlauf', why: 'Warum?', ask: 'Fragen', findings: 'Befunde' }, noTag: 'Keine Variable ist gewählt', noTagNext: 'Klicken Sie auf eine Zeile der Tabelle, oder drücken Sie dort die Eingabetaste.',
  title: (state, project) => `${state}: ${project}`,
  why: {
    title: (tag) => `Warum ist ${tag} so?`, loading: 'Die Logik wird verfolgt', failed: 'Der Grund ist nicht bekannt', noFile: 'Kein Code des Projekts nennt dieses Tag, oder das Projekt hat keine Datei.',
    is: { on: 'ist ein', off: 'ist aus', unknown: 'ist nicht bekannt', number: 'ist eine Zahl' }, was: { on: 'war ein', off: 'war aus', unknown: 'ist nicht bekannt', number: 'war eine Zahl' },
    didBecause: { on: 'Diese Werte hielten sie ein:', off: 'Diese Werte hielten sie aus:', unknown: 'Sie hing von diesen Werten ab:', number: 'Sie entstand aus diesen Werten:' },
    because: { on: 'Diese Werte halten sie ein:', off: 'Diese Werte halten sie aus:', unknown: 'Sie hängt von diesen Werten ab:', number: 'Sie entsteht aus diesen Werten:' },
    outside: 'Nichts im Projekt schreibt sie: ein Eingang, eine Einstellung oder ein anderes Gerät.',
    disagrees: 'Die Logik ergibt einen anderen Wert als den der Steuerung. Eine andere Programmversion, ein Forcen oder ein Schreiben von außen kann der Grund sein.',
    kept: 'Kein Strompfad schreibt sie jetzt: Sie behält ihren Wert.',
    missing: (tags) => `Nicht gelesen, deshalb nicht verfolgt: ${tags}.`, others: (count) => `${many(count, 'Stelle kann', 'Stellen können')} sie schreiben und ${count === '1' ? 'ist' : 'sind'} nicht verfolgt.`,
    ends: { outside: 'Nichts schreibt sie: Hier endet die Kette.', unread: 'Nicht gelesen: Hier endet die Kette.', number: 'Eine Zahl, hier berechnet.', timer: (elapsed, preset) => `Zeitglied: ${elapsed} von ${preset}.`, edge: 'Nur für eine Abfrage ein.', again: 'Siehe oben.', deep: 'Die Kette geht in der Logik weiter.', held: 'Sie behält ihren Wert: Kein Strompfad schreibt sie jetzt.', block: 'Dieser Baustein setzt sie. Er hängt ab von:' },
    rung: (path, rung) => `${path}, Strompfad ${rung}`, more: (count) => many(count, 'weiteres Glied', 'weitere Glieder'), fewer: 'Weniger', draw: 'Strompfad zeichnen', hide: 'Strompfad ausblenden', old: (age) => `${age} alt`, at: (time) => `gelesen um ${time}`,
    scan: (time) => `Alle Werte sind aus der Abfrage um ${time}.`, last: 'Was änderte sich zuerst?', lastHow: 'Sucht in der Aufzeichnung, was sich vor der letzten Änderung dieser Variablen geändert hat', pathTo: 'Von der Variablen zu ihren Eingängen', notLive: 'Die Sitzung liest jetzt nicht: Der Grund gilt für die letzten Werte.',
  },
  ask: { waits: 'Wartet, bis die Frage darüber beantwortet ist', stop: 'Abbrechen', stopped: 'Sie haben diese Frage abgebrochen.', of: (time) => `Werte von ${time}.`, details: 'Einzelheiten', scan: (number) => `Abfrage Nr. ${number}`, next: 'Weiter fragen' },
};

export const workspace = { en, de };
