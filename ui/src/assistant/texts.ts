// The assistant's own texts. All other texts come from the service or from the screens' tables.

import type { Language } from '../format';
import { de } from '../texts/de';
import { en } from '../texts/en';

const ENGLISH = {
  title: 'Assistant', waiting: 'Waiting for the page that shows this.', log: 'Questions and answers',
  ask: 'Ask', prompt: 'Your question about this project', asked: 'Asked', answered: 'Answer', thinking: 'Asking…',
  empty: 'Ask where a tag is used, what turns it on, or why it is off.',
  citations: 'Read at', rung: 'rung', show: 'Show in this site', cited: 'What the answer says of it',
  live: 'Values now', notLive: 'No session streams this project: there are no values now.',
  unread: 'Values cannot be read at the moment.', notStreamed: 'Not streamed', scan: (age: string) => `Newest scan ${age} ago`,
  unresolved: 'Not answered', other: 'Another answer', failed: 'The service cannot be asked at the moment. Your question is kept; ask again.',
  ended: 'This page’s access to the service has ended, and it has no new one. Your question is kept; reload the page or sign in to it again.',
  kinds: { routine: 'Routine', data_block: 'Data block', definition: 'Declaration', tag: 'Tag', rung: 'Rung' } as Record<string, string>,
};
type Words = typeof ENGLISH;

const GERMAN: Words = {
  title: 'Assistent', waiting: 'Wartet auf die Seite, die dies zeigt.', log: 'Fragen und Antworten',
  ask: 'Fragen', prompt: 'Ihre Frage zu diesem Projekt', asked: 'Gefragt', answered: 'Antwort', thinking: 'Wird gefragt …',
  empty: 'Fragen Sie, wo eine Variable verwendet wird, was sie einschaltet oder warum sie aus ist.',
  citations: 'Gelesen in', rung: 'Strompfad', show: 'Auf dieser Website zeigen', cited: 'Was die Antwort davon sagt',
  live: 'Werte jetzt', notLive: 'Keine Sitzung überträgt dieses Projekt: Es gibt jetzt keine Werte.',
  unread: 'Die Werte können gerade nicht gelesen werden.', notStreamed: 'Nicht übertragen', scan: (age) => `Neueste Abfrage vor ${age}`,
  unresolved: 'Nicht beantwortet', other: 'Andere Antwort', failed: 'Der Dienst kann gerade nicht gefragt werden. Ihre Frage bleibt stehen; fragen Sie noch einmal.',
  ended: 'Der Zugang dieser Seite zum Dienst ist abgelaufen, und sie hat keinen neuen. Ihre Frage bleibt stehen; laden Sie die Seite neu oder melden Sie sich dort neu an.',
  kinds: { routine: 'Routine', data_block: 'Datenbaustein', definition: 'Deklaration', tag: 'Variable', rung: 'Strompfad' },
};

const TABLES: Record<Language, Words & { quality: Record<string, string>; reasons: Record<string, string> }> = {
  en: { ...ENGLISH, quality: en.quality, reasons: en.reasons },
  de: { ...GERMAN, quality: de.quality, reasons: de.reasons },
};

export const words = (language: Language): (typeof TABLES)['en'] => TABLES[language];
