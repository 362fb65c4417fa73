// The pages of a project, in both languages, loaded with the pages.

import type { Language } from '../format';
import { many } from './watching';

const en = {
  pages: 'Pages of the project', all: 'All projects', of: (name: string) => `Project ${name}`, loading: 'Loading the project…', failed: 'The project cannot be shown',
  saved: (name: string) => `Saved: ${name}`, saving: 'Saving…', remove: 'Delete', edit: 'Edit', save: 'Save', name: 'Name',
  findings: {
    run: 'Run analysis', again: 'Run again', never: 'Not analysed yet', neverNext: 'The analysis looks for outputs that are written twice, latches that nothing resets, unused tags and more. It reads the project file only, never the controller.',
    running: 'Analysing the project', failed: 'The analysis failed', stopped: 'The analysis was stopped.',
    counts: (errors: string, warnings: string, notes: string) => [many(errors, 'error', 'errors'), many(warnings, 'warning', 'warnings'), many(notes, 'note', 'notes')].join(', '), at: (time: string) => `analysed ${time}`,
    units: (all: string, opaque: string) => (opaque === '0' ? `All ${all} rungs and texts were read.` : `${opaque} of ${all} rungs and texts were not read completely. They may have more findings.`),
    old: 'The project has changed since this analysis. Run it again before you use the findings.', chapterFailed: (chapter: string, why: string) => `No result for “${chapter}”: ${why}.`,
    group: 'Group by', byRule: 'Rule', bySeverity: 'Severity', byPlace: 'Place', filter: 'Show', search: 'Search findings', onlyNew: 'Only new',
    severity: { error: 'Error', warning: 'Warning', note: 'Note' }, severities: { error: 'Errors', warning: 'Warnings', note: 'Notes' },
    confidence: { certain: 'certain', likely: 'likely', review: 'to be reviewed' } as Record<string, string>,
    standing: { new: 'New', known: 'In the baseline', accepted: 'Accepted in the code' },
    none: 'Nothing was found', noneNext: 'No rule of the analysis has found anything in this project.', noMatch: 'No finding matches', noMatchNext: 'Change the filter or the search.', showAll: 'Show all',
    list: 'Findings', chosen: 'Selected finding', choose: 'Select a finding', chooseNext: 'Its places, its rule and what to do are shown here.',
    todo: 'What to do', places: 'Places', rule: 'Rule', sure: 'Certainty', refs: 'Also in', id: 'Id', reason: 'Reason in the code', more: (count: string) => `and ${count} more`, repeats: (count: string) => `stands for ${count} findings`,
    accept: 'Accept into the baseline', unaccept: 'Take out of the baseline', acceptAll: 'Accept all into the baseline', clear: 'Delete the baseline', baseline: (count: string) => `Baseline: ${many(count, 'finding', 'findings')}`, noBaseline: 'No baseline',
    baselineText: 'Findings in the baseline are known. Only new ones count from now on.', export: 'Export', sarif: 'SARIF (editors, code hosts)', json: 'JSON', baselineFile: 'Baseline for the command line',
    shown: (shown: string, of: string) => `${shown} of ${of} findings`, showMore: (count: string) => `Show ${count} more`, open: (place: string) => `Show ${place} in the logic`, cut: (shown: string) => `The first ${shown} findings are listed. Correct these, then run again.`, noPlace: 'No place in the code',
    ofTag: (count: string) => `This tag (${count})`, ofAll: (count: string) => `The project (${count})`, noneOfTag: (tag: string) => `No finding names ${tag}.`, page: 'All findings',
  },
  proposals: {
    title: 'Change to propose', request: 'Your request', hint: (example: string) => `For example: ${example}`, ask: 'Plan the change', asking: 'Planning the change', failed: 'The change cannot be planned', again: 'New request',
    text: 'The change is planned on a copy of the project file, and checked. The controller is not changed, and the file stays unchanged until you save.',
    examplesTitle: 'Examples with names of this project', examplesTitleAny: 'Examples; replace the names by names of your project', examples: (bit: string, timer: string) => [`rename ${bit} to ${bit}_2`, `set the preset of ${timer} to 5 s`, `delay ${bit} by 2 s`],
    behaviour: 'What changes', same: 'Nothing that is executed changes.', values: 'Values that the code uses change:', steps: 'Steps', risks: 'Check before saving', assumptions: 'Assumed', checked: 'How it was checked', levels: { low: 'For information', medium: 'Check', high: 'Must be checked' },
    questions: 'A question first', why: 'Why this matters', other: 'Other answer', answer: 'Answer', refused: 'No proposal', refusedNext: 'Reword the request, or choose an example above.',
    difference: 'Difference, before and after', amend: 'Change the plan', amendHint: 'For example: with value 3 s', amendGo: 'Plan again',
    asVersion: 'Save as a new version', asFile: 'Save as a file', alreadySaved: 'This proposal is already saved as a version.', versionSaved: (number: string) => `Saved as version ${number}. It is the current version now.`, fileSaved: (name: string) => `Saved as ${name}. The project itself is unchanged.`, saveFailed: 'The proposal cannot be saved', noVersion: 'A project of another service: save the file and upload it there.', noVersionLocal: 'A project that was opened from a file: save the change as a file.',
    before: 'The project', after: 'Proposal',
  },
  report: {
    title: 'Report as PDF', chapters: 'Chapters', language: 'Language of the report', languages: { en: 'English', de: 'German' }, make: 'Make the report', making: 'Making the report', failed: 'The report cannot be made', all: 'All', none: 'None',
    text: 'The report has a cover, contents with bookmarks, and links from each tag to its rungs. It is PDF/A-2b.',
    names: { findings: 'Findings of the analysis', tasks: 'Tasks and programs', code: 'Code, drawn', tags: 'Tags with where they are used', types: 'Data types', blocks: 'Blocks with their interfaces', modules: 'Hardware modules' },
    siemens: 'For this platform, the report has the findings and the structured text.', done: (name: string, size: string) => `${name}, ${size}`, saveAgain: 'Save again', ready: 'The report is ready', long: 'A large project takes some minutes. You can stop at any time.',
  },
  history: {
    none: 'Nothing is recorded yet', noneNext: 'A session records what it reads. Connect this project to its controller; the recording begins with the first scan.', connect: 'Connect',
    failed: 'The recordings cannot be read', session: (name: string) => `Session ${name}`, recorded: (from: string, until: string) => `Recorded from ${from} to ${until}`, notRecorded: 'Nothing recorded yet', facts: (tags: string, size: string, gaps: string) => [many(tags, 'tag', 'tags'), size, many(gaps, 'gap', 'gaps')].join(', '),
    incidents: 'Incidents', noIncidents: 'No incident yet. A trigger makes one when its condition becomes true.', number: 'No.', at: 'Time', what: 'Trigger', tag: 'Tag', note: 'Note', show: 'Show this moment', showOf: (number: string) => `Show this moment: incident ${number}`,
    export: 'Export', exportOf: (number: string) => `Export incident ${number}`, import: 'Import a .tbrec file', imported: (number: string) => `Imported as incident ${number}`, noteOf: (number: string) => `Note of incident ${number}`, noteTitle: (number: string) => `Note of incident ${number}`, deleteOf: (number: string) => `Delete incident ${number}`,
    deleteTitle: 'Delete the incident?', deleteText: 'Its recording and its note are deleted permanently.', notHere: 'This session is not in the list of sessions. Start it to show a moment of it; export works now.',
    triggers: 'Triggers', noTriggers: 'No trigger. Add one, for example: Line_Running falls.', add: 'Add a trigger', condition: 'Condition', before: 'Kept before', after: 'Kept after', seconds: 's', editOf: (name: string) => `Edit trigger ${name}`, deleteTrigger: (name: string) => `Delete trigger ${name}`, configured: 'The triggers of this session are in its configuration file.',
    triggerTitle: 'Trigger', triggerText: 'An incident keeps the recording of this time. A session that runs begins again with the new triggers; nothing that was read is lost.', number_: 'Number',
    conditions: { falls: 'goes off (falls)', rises: 'goes on (rises)', changes: 'changes', '=': '= equals', '<>': '<> is not', '<': '< is less than', '<=': '<= at most', '>': '> is greater than', '>=': '>= at least', bad: 'has no good value for (seconds)' } as Record<string, string>,
    nameHint: 'As the incident is called; empty: tag and condition', chooseTag: 'Choose a tag', values: 'Values of a tag', valuesText: 'Every recorded change, the newest first.', from: 'From', until: 'To', read: 'Show values', reading: 'Reading the recording', value: 'Value', quality: 'Quality', csv: 'Save as CSV', noValues: 'No change is recorded in this time.', shown: (shown: string, of: string) => `${shown} of ${of} changes`, gap: (from: string, until: string, why: string) => `No values from ${from} to ${until}: ${why}.`,
  },
  tags: {
    search: 'Name, comment or address', count: (count: string) => many(count, 'tag', 'tags'), kinds: { controller: 'Controller', program: 'Program', block: 'Block', inputOutput: 'Inputs and outputs' }, controllerTags: 'Controller tags', failed: 'The tags cannot be shown', reading: 'Reading the tags…', none: 'No tag matches', noneNext: 'Search for another part of the name, the comment or the address.', empty: 'The project has no tags', more: (count: string) => `Show ${count} more`,
    type: 'Type', comment: 'Comment', address: 'Address', chosen: 'Selected tag', choose: 'Select a tag', chooseNext: 'Its type, its comment and where the code uses it are shown here.', uses: 'Show where it is used', why: 'Ask about it', structure: 'A structure: all of its members are read with it.', noComment: 'No comment',
  },
  picker: {
    title: 'Choose tags', chosen: (count: string) => `${count} chosen`, take: (count: string) => `Use ${many(count, 'tag', 'tags')}`, all: (group: string) => `All of ${group}`, clear: 'Clear', of: (count: string, of: string) => `${count} of ${of}`,
    cost: (trips: string, tags: string) => `The session now needs ${trips} requests a scan for ${tags} tags. The cost of the new choice is known after the session has begun again.`, costUnknown: 'The number of requests a scan is known after the check before start.', costShown: 'The session does not restart. Tags that it does not read are requested while they are shown.', added: (count: string) => `${count} more than now`, removed: (count: string) => `${count} fewer than now`, unlisted: (count: string) => `${count} chosen names are not in the project file. They stay chosen.`,
  },
  changes: { versions: 'All versions…', file: 'Compare with a file…', opening: 'Reading the file', failed: 'The file cannot be read' },
  views: { kept: 'Watch lists and trends are stored with the project on this computer, for all windows and browsers.', count: (lists: string, trends: string) => [many(lists, 'watch list', 'watch lists'), many(trends, 'trend', 'trends')].join(', ') },
};

const de: typeof en = {
  pages: 'Seiten des Projekts', all: 'Alle Projekte', of: (name) => `Projekt ${name}`, loading: 'Das Projekt wird geladen…', failed: 'Das Projekt kann nicht gezeigt werden',
  saved: (name) => `Gespeichert: ${name}`, saving: 'Wird gespeichert…', remove: 'Löschen', edit: 'Bearbeiten', save: 'Speichern', name: 'Name',
  findings: {
    run: 'Analyse starten', again: 'Erneut analysieren', never: 'Noch nicht analysiert', neverNext: 'Die Analyse sucht doppelt geschriebene Ausgänge, Speicher ohne Rücksetzen, unbenutzte Variablen und mehr. Sie liest nur die Projektdatei, nie die Steuerung.',
    running: 'Das Projekt wird analysiert', failed: 'Die Analyse ist fehlgeschlagen', stopped: 'Die Analyse wurde angehalten.',
    counts: (errors, warnings, notes) => [`${errors} Fehler`, many(warnings, 'Warnung', 'Warnungen'), many(notes, 'Hinweis', 'Hinweise')].join(', '), at: (time) => `analysiert ${time}`,
    units: (all, opaque) => (opaque === '0' ? `Alle ${all} Strompfade und Texte wurden gelesen.` : `${opaque} von ${all} Strompfaden und Texten wurden nicht vollständig gelesen. Sie können weitere Befunde haben.`),
    old: 'Das Projekt hat sich seit dieser Analyse geändert. Analysieren Sie erneut, bevor Sie die Befunde verwenden.', chapterFailed: (chapter, why) => `Kein Ergebnis für „${chapter}“: ${why}.`,
    group: 'Gruppieren nach', byRule: 'Regel', bySeverity: 'Schwere', byPlace: 'Stelle', filter: 'Zeigen', search: 'Befunde suchen', onlyNew: 'Nur neue',
    severity: { error: 'Fehler', warning: 'Warnung', note: 'Hinweis' }, severities: { error: 'Fehler', warning: 'Warnungen', note: 'Hinweise' },
    confidence: { certain: 'sicher', likely: 'wahrscheinlich', review: 'zu prüfen' },
    standing: { new: 'Neu', known: 'Im Ausgangsstand', accepted: 'Im Programm akzeptiert' },
    none: 'Nichts gefunden', noneNext: 'Keine Regel der Analyse hat in diesem Projekt etwas gefunden.', noMatch: 'Kein Befund passt', noMatchNext: 'Ändern Sie den Filter oder die Suche.', showAll: 'Alle zeigen',
    list: 'Befunde', chosen: 'Gewählter Befund', choose: 'Wählen Sie einen Befund', chooseNext: 'Hier stehen seine Stellen, seine Regel und was zu tun ist.',
    todo: 'Was zu tun ist', places: 'Stellen', rule: 'Regel', sure: 'Sicherheit', refs: 'Auch in', id: 'Kennung', reason: 'Begründung im Programm', more: (count) => `und ${count} weitere`, repeats: (count) => `steht für ${count} Befunde`,
    accept: 'In den Ausgangsstand aufnehmen', unaccept: 'Aus dem Ausgangsstand nehmen', acceptAll: 'Alle in den Ausgangsstand aufnehmen', clear: 'Ausgangsstand löschen', baseline: (count) => `Ausgangsstand: ${many(count, 'Befund', 'Befunde')}`, noBaseline: 'Kein Ausgangsstand',
    baselineText: 'Befunde im Ausgangsstand sind bekannt. Ab jetzt zählen nur neue.', export: 'Exportieren', sarif: 'SARIF (Editoren, Code-Plattformen)', json: 'JSON', baselineFile: 'Ausgangsstand (Baseline) für die Kommandozeile',
    shown: (shown, of) => `${shown} von ${of} Befunden`, showMore: (count) => `${count} weitere zeigen`, open: (place) => `${place} in der Logik zeigen`, cut: (shown) => `Die ersten ${shown} Befunde sind aufgeführt. Beheben Sie diese, und analysieren Sie erneut.`, noPlace: 'Keine Stelle im Programm',
    ofTag: (count) => `Diese Variable (${count})`, ofAll: (count) => `Das Projekt (${count})`, noneOfTag: (tag) => `Kein Befund nennt ${tag}.`, page: 'Alle Befunde',
  },
  proposals: {
    title: 'Änderung vorschlagen', request: 'Ihr Auftrag', hint: (example) => `Zum Beispiel: ${example}`, ask: 'Änderung planen', asking: 'Die Änderung wird geplant', failed: 'Die Änderung kann nicht geplant werden', again: 'Neuer Auftrag',
    text: 'Die Änderung wird an einer Kopie der Projektdatei geplant und geprüft. In die Steuerung wird nichts geschrieben, und die Datei bleibt, wie sie ist, bis Sie speichern.',
    examplesTitle: 'Beispiele mit Namen dieses Projekts', examplesTitleAny: 'Beispiele; setzen Sie Namen Ihres Projekts ein', examples: (bit, timer) => [`benenne ${bit} in ${bit}_2 um`, `setze die Vorgabe von ${timer} auf 5 s`, `${bit} soll erst nach 2 s einschalten`],
    behaviour: 'Was sich ändert', same: 'Nichts, was ausgeführt wird, ändert sich.', values: 'Werte, mit denen das Programm arbeitet, ändern sich:', steps: 'Schritte', risks: 'Vor dem Speichern prüfen', assumptions: 'Angenommen', checked: 'Wie es geprüft wurde', levels: { low: 'Zur Kenntnis', medium: 'Prüfen', high: 'Muss geprüft werden' },
    questions: 'Zuerst eine Frage', why: 'Warum das wichtig ist', other: 'Andere Antwort', answer: 'Antworten', refused: 'Kein Vorschlag', refusedNext: 'Formulieren Sie den Auftrag anders, oder wählen Sie ein Beispiel oben.',
    difference: 'Unterschied, vorher und nachher', amend: 'Plan ändern', amendHint: 'Zum Beispiel: mit Wert 3 s', amendGo: 'Erneut planen',
    asVersion: 'Als neue Version speichern', asFile: 'Als Datei speichern', alreadySaved: 'Dieser Vorschlag ist schon als Version gespeichert.', versionSaved: (number) => `Als Version ${number} gespeichert. Sie ist jetzt die aktuelle Version.`, fileSaved: (name) => `Als ${name} gespeichert. Das Projekt selbst ist unverändert.`, saveFailed: 'Der Vorschlag kann nicht gespeichert werden', noVersion: 'Projekt eines anderen Dienstes: Speichern Sie die Datei, und laden Sie sie dort hoch.', noVersionLocal: 'Ein Projekt, das aus einer Datei geöffnet wurde: Speichern Sie die Änderung als Datei.',
    before: 'Das Projekt', after: 'Vorschlag',
  },
  report: {
    title: 'Bericht als PDF', chapters: 'Kapitel', language: 'Sprache des Berichts', languages: { en: 'Englisch', de: 'Deutsch' }, make: 'Bericht erstellen', making: 'Der Bericht wird erstellt', failed: 'Der Bericht kann nicht erstellt werden', all: 'Alle', none: 'Keine',
    text: 'Der Bericht hat ein Deckblatt, ein Inhaltsverzeichnis mit Lesezeichen und Verweise von jeder Variablen zu ihren Strompfaden. Er ist PDF/A-2b.',
    names: { findings: 'Befunde der Analyse', tasks: 'Tasks und Programme', code: 'Programm, gezeichnet', tags: 'Variablen mit ihren Verwendungen', types: 'Datentypen', blocks: 'Bausteine mit Schnittstellen', modules: 'Hardwaremodule' },
    siemens: 'Für diese Plattform hat der Bericht die Befunde und den strukturierten Text.', done: (name, size) => `${name}, ${size}`, saveAgain: 'Erneut speichern', ready: 'Der Bericht ist fertig', long: 'Ein großes Projekt dauert einige Minuten. Sie können jederzeit anhalten.',
  },
  history: {
    none: 'Noch nichts aufgezeichnet', noneNext: 'Eine Sitzung zeichnet auf, was sie liest. Verbinden Sie dieses Projekt mit seiner Steuerung; die Aufzeichnung beginnt mit der ersten Abfrage.', connect: 'Verbinden',
    failed: 'Die Aufzeichnungen können nicht gelesen werden', session: (name) => `Sitzung ${name}`, recorded: (from, until) => `Aufgezeichnet von ${from} bis ${until}`, notRecorded: 'Noch nichts aufgezeichnet', facts: (tags, size, gaps) => [many(tags, 'Variable', 'Variablen'), size, many(gaps, 'Lücke', 'Lücken')].join(', '),
    incidents: 'Ereignisse', noIncidents: 'Noch kein Ereignis. Ein Auslöser erzeugt eines, wenn seine Bedingung wahr wird.', number: 'Nr.', at: 'Zeit', what: 'Auslöser', tag: 'Variable', note: 'Notiz', show: 'Diesen Zeitpunkt zeigen', showOf: (number) => `Diesen Zeitpunkt zeigen: Ereignis ${number}`,
    export: 'Exportieren', exportOf: (number) => `Ereignis ${number} exportieren`, import: '.tbrec-Datei importieren', imported: (number) => `Als Ereignis ${number} importiert`, noteOf: (number) => `Notiz zu Ereignis ${number}`, noteTitle: (number) => `Notiz zu Ereignis ${number}`, deleteOf: (number) => `Ereignis ${number} löschen`,
    deleteTitle: 'Ereignis löschen?', deleteText: 'Seine Aufzeichnung und seine Notiz werden endgültig gelöscht.', notHere: 'Diese Sitzung ist nicht in der Liste der Sitzungen. Starten Sie sie, um einen Zeitpunkt zu zeigen; exportieren geht jetzt.',
    triggers: 'Auslöser', noTriggers: 'Kein Auslöser. Fügen Sie einen hinzu, zum Beispiel: Line_Running geht aus.', add: 'Auslöser hinzufügen', condition: 'Bedingung', before: 'Davor behalten', after: 'Danach behalten', seconds: 's', editOf: (name) => `Auslöser ${name} bearbeiten`, deleteTrigger: (name) => `Auslöser ${name} löschen`, configured: 'Die Auslöser dieser Sitzung stehen in ihrer Konfigurationsdatei.',
    triggerTitle: 'Auslöser', triggerText: 'Ein Ereignis behält die Aufzeichnung dieser Zeit. Eine laufende Sitzung beginnt mit den neuen Auslösern neu; nichts Gelesenes geht verloren.', number_: 'Zahl',
    conditions: { falls: 'geht aus (fällt)', rises: 'geht an (steigt)', changes: 'ändert sich', '=': '= ist gleich', '<>': '<> ist nicht', '<': '< ist kleiner als', '<=': '<= höchstens', '>': '> ist größer als', '>=': '>= mindestens', bad: 'hat keinen guten Wert seit (Sekunden)' },
    nameHint: 'So heißt das Ereignis; leer: Variable und Bedingung', chooseTag: 'Variable wählen', values: 'Werte einer Variablen', valuesText: 'Jede aufgezeichnete Änderung, die neueste zuerst.', from: 'Von', until: 'Bis', read: 'Werte zeigen', reading: 'Die Aufzeichnung wird gelesen', value: 'Wert', quality: 'Qualität', csv: 'Als CSV speichern', noValues: 'In dieser Zeit ist keine Änderung aufgezeichnet.', shown: (shown, of) => `${shown} von ${of} Änderungen`, gap: (from, until, why) => `Keine Werte von ${from} bis ${until}: ${why}.`,
  },
  tags: {
    search: 'Name, Kommentar oder Adresse', count: (count) => many(count, 'Variable', 'Variablen'), kinds: { controller: 'Steuerung', program: 'Programm', block: 'Baustein', inputOutput: 'Ein- und Ausgänge' }, controllerTags: 'Variablen der Steuerung', failed: 'Die Variablen können nicht gezeigt werden', reading: 'Die Variablen werden gelesen…', none: 'Keine Variable passt', noneNext: 'Suchen Sie einen anderen Teil des Namens, des Kommentars oder der Adresse.', empty: 'Das Projekt hat keine Variablen', more: (count) => `${count} weitere zeigen`,
    type: 'Typ', comment: 'Kommentar', address: 'Adresse', chosen: 'Gewählte Variable', choose: 'Wählen Sie eine Variable', chooseNext: 'Hier stehen ihr Typ, ihr Kommentar und wo das Programm sie verwendet.', uses: 'Verwendungen zeigen', why: 'Dazu fragen', structure: 'Eine Struktur: Alle Elemente werden mit ihr gelesen.', noComment: 'Kein Kommentar',
  },
  picker: {
    title: 'Variablen wählen', chosen: (count) => `${count} gewählt`, take: (count) => `${many(count, 'Variable', 'Variablen')} verwenden`, all: (group) => `Alle von ${group}`, clear: 'Leeren', of: (count, of) => `${count} von ${of}`,
    cost: (trips, tags) => `Die Sitzung braucht jetzt ${trips} Anfragen je Abfrage für ${tags} Variablen. Was die neue Wahl kostet, ist bekannt, wenn die Sitzung neu begonnen hat.`, costUnknown: 'Die Zahl der Anfragen je Abfrage ist nach der Vorprüfung bekannt.', costShown: 'Die Sitzung beginnt nicht neu. Variablen, die sie nicht liest, werden angefordert, solange sie gezeigt werden.', added: (count) => `${count} mehr als jetzt`, removed: (count) => `${count} weniger als jetzt`, unlisted: (count) => `${count} gewählte Namen stehen nicht in der Projektdatei. Sie bleiben gewählt.`,
  },
  changes: { versions: 'Alle Versionen…', file: 'Mit einer Datei vergleichen…', opening: 'Die Datei wird gelesen', failed: 'Die Datei kann nicht gelesen werden' },
  views: { kept: 'Beobachtungslisten und Verläufe sind auf diesem Rechner beim Projekt gespeichert, für alle Fenster und Browser.', count: (lists, trends) => [many(lists, 'Beobachtungsliste', 'Beobachtungslisten'), many(trends, 'Verlauf', 'Verläufe')].join(', ') },
};

const TEXTS: Record<Language, typeof en> = { en, de };
export const pages = (language: Language): typeof en => TEXTS[language];
