// Actions on a trend, in both languages.

export const trending = {
  en: {
    trending: {
      pause: 'Pause', resume: 'Newest', paused: (time: string, behind: string) => `Paused at ${time}, ${behind} behind. Reading continues.`, earlier: 'Earlier', later: 'Later', oneAxis: 'Common axis', axes: 'All curves on one axis instead of a lane for each',
      full: 'Full screen', small: 'Next to the table', save: 'Save', csv: { columns: 'CSV, a column for each tag', rows: 'CSV, a row for each value with its quality' }, png: 'Picture (PNG), for print', svg: 'Drawing (SVG), for reports', views: 'Saved trends', none: 'No trend is saved for this project yet.', name: 'Name', keep: 'Save this trend', open: (name: string) => `Open ${name}`, remove: (name: string) => `Delete ${name}`,
      scaleOf: (tag: string) => `Scale of ${tag}`, commonScale: 'Scale of the common axis', least: 'From', most: 'To', set: 'Set', automatic: 'Automatic',
      cursors: 'Cursors', clear: 'Clear', difference: '2 − 1', mean: 'mean', edges: (count: string) => `${count} ${count === '1' ? 'edge' : 'edges'}`, on: (percent: string) => `${percent} % on`, unread: (time: string) => `${time} not read`,
      noCursors: 'A click sets cursor 1, Shift and a click sets cursor 2; by keyboard, A and B set them.', fetching: 'Loading earlier values…', older: (why: string) => `Earlier values cannot be loaded: ${why}`, hatched: 'Hatched: not read, or NaN.', faint: 'Lighter: uncertain.', gone: (time: string) => `not read since ${time}`, utc: 'Time (UTC)', complete: 'All values stored until the next row', partly: 'Some values of this time are not known; the mean uses the others.',
      since: (time: string) => `All since ${time}: drag the frame or its edges`, frame: 'Time shown', frameKeys: 'Arrows move the frame, with Shift by its length; Home, End; plus and minus zoom',
      keys: 'Arrows move the cursor, Page up and Page down the time, plus and minus zoom, A and B set cursors 1 and 2, Space pauses, Escape goes back to the newest',
    },
  },
  de: {
    trending: {
      pause: 'Pause', resume: 'Aktuell', paused: (time: string, behind: string) => `Angehalten um ${time}, ${behind} zurück. Gelesen wird weiter.`, earlier: 'Früher', later: 'Später', oneAxis: 'Eine Achse', axes: 'Alle Kurven an einer gemeinsamen Achse statt jede in einer Spur',
      full: 'Ganzer Bildschirm', small: 'Neben der Tabelle', save: 'Speichern', csv: { columns: 'CSV, eine Spalte je Variable', rows: 'CSV, eine Zeile je Wert mit Qualität' }, png: 'Bild (PNG), zum Drucken', svg: 'Zeichnung (SVG), für Berichte', views: 'Gespeicherte Verläufe', none: 'Für dieses Projekt ist noch nichts gespeichert.', name: 'Name', keep: 'Diesen Verlauf speichern', open: (name: string) => `${name} öffnen`, remove: (name: string) => `${name} löschen`,
      scaleOf: (tag: string) => `Skala von ${tag}`, commonScale: 'Skala der gemeinsamen Achse', least: 'Von', most: 'Bis', set: 'Setzen', automatic: 'Automatisch',
      cursors: 'Cursor', clear: 'Löschen', difference: '2 − 1', mean: 'Mittel', edges: (count: string) => `${count} ${count === '1' ? 'Flanke' : 'Flanken'}`, on: (percent: string) => `${percent} % ein`, unread: (time: string) => `${time} nicht gelesen`,
      noCursors: 'Ein Klick setzt Cursor 1, Umschalt und Klick setzt Cursor 2; mit der Tastatur setzen A und B sie.', fetching: 'Frühere Werte werden geholt…', older: (why: string) => `Frühere Werte können nicht geholt werden: ${why}`, hatched: 'Schraffiert: Es wurde nichts gelesen, oder NaN.', faint: 'Heller: unsicher.', gone: (time: string) => `nicht gelesen seit ${time}`, utc: 'Zeit (UTC)', complete: 'Alle Werte bis zur nächsten Zeile gespeichert', partly: 'Für einen Teil dieser Zeit ist kein Wert bekannt; das Mittel gilt für den Rest.',
      since: (time: string) => `Alles seit ${time}: Rahmen ziehen`, frame: 'Gezeigte Zeit', frameKeys: 'Pfeiltasten bewegen den Rahmen, mit Umschalt um seine Länge; Pos1, Ende; Plus und Minus zoomen',
      keys: 'Pfeiltasten bewegen den Cursor, Bild auf und ab die Zeit, Plus und Minus zoomen, A und B setzen Cursor 1 und 2, Leertaste hält an, Esc folgt wieder den aktuellen Werten',
    },
  },
};
