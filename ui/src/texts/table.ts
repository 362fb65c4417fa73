// The table's columns and what is taken out of it, in both languages.

export const table = {
  en: {
    table: {
      columns: 'Columns', left: (column: string) => `Move ${column} to the left`, right: (column: string) => `Move ${column} to the right`, narrower: (column: string) => `${column} narrower`, wider: (column: string) => `${column} wider`, usual: 'As it was',
      take: 'Copy or save', copy: 'Copy', csv: 'Save as CSV', xlsx: 'Save as an Excel workbook (XLSX)', ofSelected: (rows: string) => `Selected rows: ${rows}`, ofAll: (rows: string) => `All rows that are shown: ${rows}`,
      saved: (name: string) => `${name} is saved`, reason: 'Reason', unread: 'Not read',
    },
  },
  de: {
    table: {
      columns: 'Spalten', left: (column: string) => `${column} nach links`, right: (column: string) => `${column} nach rechts`, narrower: (column: string) => `${column} schmaler`, wider: (column: string) => `${column} breiter`, usual: 'Wie am Anfang',
      take: 'Kopieren oder speichern', copy: 'Kopieren', csv: 'Als CSV speichern', xlsx: 'Als Excel-Mappe speichern (XLSX)', ofSelected: (rows: string) => `Ausgewählte Zeilen: ${rows}`, ofAll: (rows: string) => `Alle angezeigten Zeilen: ${rows}`,
      saved: (name: string) => `${name} ist gespeichert`, reason: 'Grund', unread: 'Nicht gelesen',
    },
  },
};
