// The first run, in English and German.

export const first = {
  en: {
    pageTitles: { logic: 'Logic', tags: 'Tags', findings: 'Findings', changes: 'Versions', report: 'Report', proposals: 'Proposals', history: 'History and incidents' },
    firstRun: {
      title: 'Open the project of your controller',
      text: 'A Logix project (L5X), a TIA Portal or STEP 7 source (ZIP, SCL), or a CODESYS export. It stays on this computer, and no network is needed; the next step is the controller’s address.',
    },
  },
  de: {
    pageTitles: { logic: 'Logik', tags: 'Variablen', findings: 'Befunde', changes: 'Versionen', report: 'Bericht', proposals: 'Vorschläge', history: 'Verlauf und Ereignisse' },
    firstRun: {
      title: 'Öffnen Sie das Projekt Ihrer Steuerung',
      text: 'Ein Logix-Projekt (L5X), eine Quelle aus TIA Portal oder STEP 7 (ZIP, SCL) oder ein CODESYS-Export. Es bleibt auf diesem Rechner, und ein Netz ist nicht nötig; als Nächstes kommt die Adresse der Steuerung.',
    },
  },
};
