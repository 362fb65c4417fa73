import { describe, expect, test } from 'vitest';
import { pairs } from './catalogue';
import { MESSAGES } from './messages.de';
import { bare, errors, failures, remedies, texts } from './rust-sources';
import { reason, said } from './said';

/** All that runs in a program with these screens. */
const PROGRAM = ['naming', 'api', 'bridge', 'cli', 'desk', 'drivers', 'project', 'service', 'simulator', 'src-tauri', 'store'];
/** Where the errors are that are shown in words. */
const SHOWN = ['bridge/src', 'naming/src', 'desk/src', 'drivers/contract/src', 'drivers/src', 'drivers/opcua/src/security', 'service/src/claim.rs', 'store/src/error.rs', 'store/src/sqlite/error.rs'];
/** And the remedies: a mistake in the configuration file is told where that is written. */
const REMEDIES = ['bridge/src/preflight', 'bridge/src/source', 'bridge/src/uplink', 'naming/src', 'drivers/contract/src', 'drivers/cip/src/codec', 'drivers/opcua/src/status.rs', 'service/src/claim.rs'];

/** Made of two: what the store was doing, and why that failed. */
const OF_TWO = [
  'creating the data directory {}; choose one that you may write to: {}',
  'opening {}: {}',
  'opening {}: its schema is version {}, this program knows up to {}; use the version that wrote it, or a newer one',
];

const HOLE = /\{(\w+)\}/g;
/** Those with words of their own, and where they are. */
const worded = (...found: Map<string, string>[]): [string, string][] => found.flatMap((it) => [...it]).filter(([text]) => /[a-z]{2}/i.test(text.replaceAll('{}', '')) && text.includes(' '));
const bareKeys = (table: Record<string, string>): Set<string> => new Set(Object.keys(table).map(bare));

describe('what fails is said in German', () => {
  const german = bareKeys(MESSAGES);
  const coded = bareKeys(pairs());
  const found = worded(errors(...SHOWN), failures('desk/src'), remedies(...REMEDIES));
  test('each message and remedy has a German text', () => expect(found.filter(([text]) => !german.has(text) && !coded.has(text))).toEqual([]));
  test('each German text is said somewhere', () => {
    const all = texts(...PROGRAM);
    const parts = ['creating the data directory {}; choose one that you may write to', 'opening {}', 'its schema is version {}, this program knows up to {}; use the version that wrote it, or a newer one'];
    expect(parts.filter((text) => !all.has(text))).toEqual([]);
    expect([...german].filter((text) => !all.has(text) && !OF_TWO.includes(text))).toEqual([]);
  });
});

test('a German text is made of the same parts', () => {
  const holes = (text: string): string[] => [...text.matchAll(HOLE)].map(([it]) => it).sort();
  expect(Object.entries(MESSAGES).filter(([english, german]) => String(holes(english)) !== String(holes(german)))).toEqual([]);
});

test.each([
  ['no service was chosen yet', 'noch ist kein Dienst gewählt'],
  ['nobody knows this', 'nobody knows this'],
  ['cannot reach logix://10.0.0.5/1,0: Connection refused (os error 111)', 'logix://10.0.0.5/1,0 ist nicht erreichbar: Verbindung abgelehnt'],
  ['cannot keep settings in /home/it: No space left on device (os error 28)', 'die Einstellungen können nicht in /home/it aufbewahrt werden: der Datenträger ist voll'],
  ['cannot log in: there is no password for `joe`', 'das geht nicht (Schritt: anmelden): für „joe“ ist kein Passwort angegeben'],
  ['no answer to read tags within 2000 ms', 'keine Antwort in 2000 ms (Schritt: Variablen lesen)'],
  ['the controller refused to log in: BadUserAccessDenied', 'die Steuerung lehnt es ab (Schritt: anmelden): BadUserAccessDenied'],
  ['there is no session `a; b`', 'nicht vorhanden: Sitzung „a; b“'],
  ['something else; stop the session first', 'something else; stoppen Sie zuerst die Sitzung'],
  ['the service has no file of this project; unheard of', 'der Dienst hat keine Datei dieses Projekts; unheard of'],
  ['Safety: its source is protected', 'Safety: die Quelle ist geschützt'],
  ['the project file cannot be read: notes.txt: not well-formed XML: no element', 'die Projektdatei ist nicht lesbar: notes.txt: kein wohlgeformtes XML: no element'],
  ['its external access is None', 'External Access ist None'],
  ['', ''],
])('a message: %s', (english, german) => {
  expect(said(english, 'de')).toBe(german);
  expect(said(english, 'en')).toBe(english);
});

test('why a command came to nothing, and what to do', () => {
  const failure = { error: 'refused', message: 'the session is running', remedy: 'stop it first' };
  expect(reason(failure, 'de')).toBe('Die Sitzung läuft. Stoppen Sie sie zuerst.');
  expect(reason({ ...failure, remedy: '' }, 'en')).toBe('The session is running.');
});

test.each([
  ['that nobody knows', (i: number) => `nobody knows ${i}`, (i: number) => `nobody knows ${i}`],
])('a long text of many parts %s is looked up at once', (_, english, german) => {
  const parts = (part: (i: number) => string): string => Array.from({ length: 300 }, (_, i) => part(i)).join('; ');
  const began = performance.now();
  expect(said(`cannot reach it: ${parts(english)}`, 'de')).toBe(`it ist nicht erreichbar: ${parts(german)}`);
  expect(performance.now() - began).toBeLessThan(1000);
});
