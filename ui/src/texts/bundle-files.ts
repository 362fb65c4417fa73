// Why support needs each file of a support bundle, in English and German, by the code of the file's description.

type Pair = [string, string];

const SETTINGS: Pair = ['Shows which service, which intervals and which options are set.', 'Zeigt, welcher Dienst, welche Intervalle und welche Optionen eingestellt sind.'];
const LOG: Pair = ['Shows in which order the events happened, with their technical details.', 'Zeigt, in welcher Reihenfolge die Ereignisse geschahen, mit technischen Einzelheiten.'];

export const BUNDLE_FILES: Record<string, Pair> = {
  'bundle-versions': ['Support needs the exact version to find known errors.', 'Mit der genauen Version findet der Support bekannte Fehler.'],
  'bundle-status': ['Shows whether values were read, stored and delivered when the bundle was made.', 'Zeigt, ob Werte gelesen, gespeichert und übertragen wurden, als das Paket entstand.'],
  'bundle-settings': SETTINGS,
  'bundle-kept-settings': SETTINGS,
  'bundle-configuration': SETTINGS,
  'bundle-log': LOG,
  'bundle-kept-log': LOG,
  'bundle-statement': ['Proves what was sent to the controller: only requests that read.', 'Belegt, was an die Steuerung gesendet wurde: nur lesende Anfragen.'],
  'bundle-tags': ['Names, types and qualities of the tags, to find the ones that cannot be read. It contains no values.', 'Namen, Typen und Qualitäten der Variablen, um nicht lesbare zu finden. Werte sind nicht enthalten.'],
  'bundle-trace': ['The recorded frames, to find errors of the communication. They contain values.', 'Die aufgezeichneten Telegramme, um Fehler der Kommunikation zu finden. Sie enthalten Werte.'],
  'bundle-data-folder': ['Sizes of the stored files, to find a full disk or missing files.', 'Größen der gespeicherten Dateien, um einen vollen Datenträger oder fehlende Dateien zu finden.'],
  'bundle-no-data-folder': ['Without this folder nothing was stored on this computer.', 'Ohne diesen Ordner wurde auf diesem Rechner nichts gespeichert.'],
  'bundle-bridge-status': ['The last state that the bridge wrote before it ended.', 'Der letzte Stand, den die Brücke vor ihrem Ende geschrieben hat.'],
  'bundle-outboxes': ['Shows how many snapshots wait for the service.', 'Zeigt, wie viele Datensätze auf den Dienst warten.'],
};
