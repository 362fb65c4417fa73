// Watch lists, in both languages.

import { many } from './watching';

export const watch = {
  en: {
    watch: {
      exportViews: 'Export', importViews: 'Import', fileTitle: 'Watch lists and trends', imported: (lists: string, trends: string) => `${many(lists, 'watch list', 'watch lists')} and ${many(trends, 'trend', 'trends')} imported.`, wrongFile: 'This file has no watch lists or trends of Tagbridge.', nameFirst: 'Enter a name to keep the list.', tagsFirst: 'Select rows or enter names to make a list.',
      lists: 'Watch lists', allTags: 'All tags', name: 'Name', tags: 'Tags: the selected rows, or names that are pasted', paste: 'One name on each line', keep: (count: string) => `Keep ${count} as a list`,
      show: (name: string) => `Show ${name}`, remove: (name: string) => `Delete ${name}`, add: (count: string, name: string) => `Add the ${count} selected to ${name}`, count: (count: string) => `${count} ${count === '1' ? 'tag' : 'tags'}.`, whole: 'Whole list',
      fits: (some: string, all: string) => (some ? `${some} of ${all} tags match the search or filter.` : `Of ${all} tags, only those that match the search or filter.`),
      asked: (count: string, isMore: boolean) => (isMore ? `The first ${count} that the session does not read are requested while the list is shown.` : `${count} that the session does not read: requested while the list is shown.`),
    },
  },
  de: {
    watch: {
      exportViews: 'Exportieren', importViews: 'Importieren', fileTitle: 'Beobachtungslisten und Verläufe', imported: (lists: string, trends: string) => `${many(lists, 'Beobachtungsliste', 'Beobachtungslisten')} und ${many(trends, 'Verlauf', 'Verläufe')} importiert.`, wrongFile: 'Diese Datei enthält keine Beobachtungslisten oder Verläufe von Tagbridge.', nameFirst: 'Geben Sie einen Namen ein, um die Liste zu speichern.', tagsFirst: 'Wählen Sie Zeilen, oder geben Sie Namen ein.',
      lists: 'Beobachtungslisten', allTags: 'Alle Variablen', name: 'Name', tags: 'Variablen: die gewählten Zeilen oder eingefügte Namen', paste: 'Ein Name je Zeile', keep: (count: string) => `${count} als Liste speichern`,
      show: (name: string) => `${name} zeigen`, remove: (name: string) => `${name} löschen`, add: (count: string, name: string) => `Die ${count} gewählten zu ${name} hinzufügen`, count: (count: string) => `${count} ${count === '1' ? 'Variable' : 'Variablen'}.`, whole: 'Ganze Liste',
      fits: (some: string, all: string) => (some ? `${some} von ${all} Variablen passen zu Suche oder Filter.` : `Von ${all} Variablen nur, was zu Suche oder Filter passt.`),
      asked: (count: string, isMore: boolean) => (isMore ? `Die ersten ${count}, die die Sitzung nicht liest, sind angefordert, solange die Liste zu sehen ist.` : `${count}, die die Sitzung nicht liest: angefordert, solange die Liste zu sehen ist.`),
    },
  },
};
