// The table's columns and its export, in both languages.

import { many } from './watching';

export const table = {
  en: {
    table: {
      columns: 'Columns', left: (column: string) => `Move ${column} to the left`, right: (column: string) => `Move ${column} to the right`, narrower: (column: string) => `${column} narrower`, wider: (column: string) => `${column} wider`, usual: 'Reset',
      copy: 'Copy', csv: 'Save as CSV', xlsx: 'Save as an Excel workbook (XLSX)', ofSelected: (rows: string) => `Export ${many(rows, 'selected row', 'selected rows')}`, ofAll: (rows: string) => (rows === '1' ? 'Export the only row' : `Export all ${rows} rows`), ofShown: (rows: string) => (rows === '1' ? 'Export the one row that is shown' : `Export the ${rows} rows that are shown`),
      saved: (name: string) => `${name} is saved`, reason: 'Reason', unread: 'Not read',
    },
  },
  de: {
    table: {
      columns: 'Spalten', left: (column: string) => `${column} nach links`, right: (column: string) => `${column} nach rechts`, narrower: (column: string) => `${column} schmaler`, wider: (column: string) => `${column} breiter`, usual: 'Wie am Anfang',
      copy: 'Kopieren', csv: 'Als CSV speichern', xlsx: 'Als Excel-Mappe speichern (XLSX)', ofSelected: (rows: string) => `${many(rows, 'ausgewählte Zeile', 'ausgewählte Zeilen')} exportieren`, ofAll: (rows: string) => (rows === '1' ? 'Die einzige Zeile exportieren' : `Alle ${rows} Zeilen exportieren`), ofShown: (rows: string) => (rows === '1' ? 'Die eine angezeigte Zeile exportieren' : `Die ${rows} angezeigten Zeilen exportieren`),
      saved: (name: string) => `${name} ist gespeichert`, reason: 'Grund', unread: 'Nicht gelesen',
    },
  },
};
