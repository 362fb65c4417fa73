import { expect, test } from 'vitest';
import { reason, messageText, verbatim } from './catalogue';

const late = { code: 'link-timeout', arguments: { doing: { code: 'step-log-in' }, after: 2000 } };

test.each([
  [late, 'no answer to log in within 2000 ms', 'keine Antwort in 2000 ms (Schritt: anmelden)'],
  [
    { code: 'link-connect', arguments: { endpoint: 'logix://10.0.0.5', source: { code: 'system-connection-refused', arguments: { text: 'Connection refused (os error 111)' } } } },
    'cannot reach logix://10.0.0.5: Connection refused', 'logix://10.0.0.5 ist nicht erreichbar: Verbindung abgelehnt',
  ],
  [
    { code: 'all', arguments: { messages: [late, { code: 'link-remedy-refused' }] } },
    "no answer to log in within 2000 ms; look up the status in the controller's manual",
    'keine Antwort in 2000 ms (Schritt: anmelden); schlagen Sie den Status im Handbuch der Steuerung nach',
  ],
  [verbatim('BadUserAccessDenied'), 'BadUserAccessDenied', 'BadUserAccessDenied'],
  [verbatim(''), '', ''],
])('%j', (message, english, german) => {
  expect(messageText(message, 'en')).toBe(english);
  expect(messageText(message, 'de')).toBe(german);
});

test('the original text of a service or the system is shown only in the collapsed part', () => {
  const refused = { code: 'uplink-unauthorized', arguments: { why: 'unauthorized: the key is not known' } };
  expect([messageText(refused, 'en'), messageText(refused, 'de')]).toEqual(['the service does not accept the key', 'der Dienst nimmt den Schlüssel nicht an']);
  expect(messageText(refused, 'en', true)).toContain('unauthorized: the key is not known');
});

test('times and vendors in messages are written as in the language', () => {
  const missed = { code: 'session-missed-scans', arguments: { missed: 2, all: 10, achieved: '1.1 s', interval: '1.0 s' } };
  expect(messageText(missed, 'de')).toContain('eine alle 1,1 s statt alle 1,0 s');
  expect(messageText(missed, 'en')).toContain('one every 1.1 s instead of every 1.0 s');
  expect(messageText({ code: 'source-other-platform', arguments: { vendor: 'allen-bradley', scheme: 'opc' } }, 'de')).toContain('Allen-Bradley');
});

test('an unknown code is shown with its arguments', () => {
  expect(messageText({ code: 'next-year', arguments: { n: 3 } }, 'de')).toBe('{"code":"next-year","arguments":{"n":3}}');
});

test('a missing argument is visible', () => {
  expect(messageText({ code: 'link-closed' }, 'en')).toContain('"link-closed"');
});

test('why a command failed, and what to do', () => {
  const failure = { error: 'refused', message: { code: 'desk-session-runs' }, remedy: { code: 'desk-do-stop-it' } };
  expect(reason(failure, 'de')).toBe('Die Sitzung läuft. Stoppen Sie sie zuerst.');
  expect(reason({ ...failure, remedy: verbatim('') }, 'en')).toBe('The session is running.');
});
