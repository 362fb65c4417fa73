// Was zu Projektdateien gesagt wird: warum eine nicht lesbar ist, was in ihr auffällt, und warum eine Variable ihres
// Projekts keinen Wert haben kann; in derselben Form wie `messages.de.ts`.

export const FILES: Record<string, string> = {
  // Was für eine Datei es ist, und woher eine lesbare kommt
  'no project file that is known: {what}': 'keine bekannte Projektdatei: {what}',
  'none of its {count} files is a project file that is known': 'keine ihrer {count} Dateien ist eine bekannte Projektdatei',
  'there is no file in it': 'darin ist keine Datei',
  'several projects are in it: {names}': 'darin sind mehrere Projekte: {names}',
  'is neither a file nor a folder': 'ist weder Datei noch Ordner',
  'cannot be read ({why})': 'nicht lesbar ({why})',
  'check the path and who may read it': 'prüfen Sie den Pfad, und wer ihn lesen darf',
  "name the project's file, archive or folder": 'nennen Sie die Datei, das Archiv oder den Ordner des Projekts',
  'give an L5X file, Siemens sources (a folder or a ZIP), or a CODESYS .export, PLCopenXML or symbol file':
    'geben Sie eine L5X-Datei, Siemens-Quellen (Ordner oder ZIP) oder eine CODESYS-Datei (.export, PLCopenXML, Symboldatei)',
  'give one of them': 'geben Sie eines davon an',
  'Tagbridge reads L5X, Siemens sources and CODESYS exports': 'Tagbridge liest L5X, Siemens-Quellen und CODESYS-Exporte',
  'a TIA Portal project, which only TIA Portal reads': 'ein Projekt des TIA Portals, das nur das TIA Portal liest',
  'in TIA Portal export the blocks (Generate source from blocks, or a version control workspace), the data types and the tag tables; give that folder, or pack it as a ZIP':
    'exportieren Sie im TIA Portal die Bausteine („Quelle aus Bausteinen generieren“ oder ein VCI-Arbeitsbereich), die Datentypen und die Variablentabellen; geben Sie diesen Ordner an, oder packen Sie ihn als ZIP',
  'generate sources or export blocks and tag tables from TIA Portal, and give the folder or a ZIP of it':
    'generieren Sie im TIA Portal Quellen, oder exportieren Sie Bausteine und Variablentabellen, und geben Sie den Ordner oder ein ZIP davon',
  'a STEP 7 classic project, which only STEP 7 reads': 'ein Projekt von STEP 7 V5, das nur STEP 7 liest',
  'in STEP 7 generate sources from all blocks and export the symbol table; give that folder, or pack it as a ZIP':
    'generieren Sie in STEP 7 Quellen aus allen Bausteinen, und exportieren Sie die Symboltabelle; geben Sie diesen Ordner an, oder packen Sie ihn als ZIP',
  'a Studio 5000 project, which only Studio 5000 reads': 'ein Projekt von Studio 5000, das nur Studio 5000 liest',
  'in Studio 5000 choose File > Save As and the type L5X': 'wählen Sie in Studio 5000 „File > Save As“ und den Typ L5X',
  'choose a file that Studio 5000 exported as .L5X': 'wählen Sie eine Datei, die Studio 5000 als .L5X exportiert hat',
  'Tagbridge reads Logix 5000 projects saved as L5X': 'Tagbridge liest Logix-5000-Projekte, die als L5X gespeichert sind',
  'an RSLogix 500 project of another platform (PLC-5, SLC 500, MicroLogix)': 'ein RSLogix-500-Projekt einer anderen Plattform (PLC-5, SLC 500, MicroLogix)',
  'a CODESYS project, which only CODESYS reads': 'ein CODESYS-Projekt, das nur CODESYS liest',
  'in CODESYS choose Project > Export (.export) or Export PLCopenXML, or give the symbol file that building makes':
    'wählen Sie in CODESYS „Projekt > Exportieren“ (.export) oder „PLCopenXML exportieren“, oder geben Sie die Symboldatei, die beim Erstellen entsteht',
  'export the application again by Project > Export': 'exportieren Sie die Applikation erneut mit „Projekt > Exportieren“',
  'export again by Project > Export PLCopenXML': 'exportieren Sie erneut mit „Projekt > PLCopenXML exportieren“',
  'build the application in CODESYS again, and take the file that it writes': 'erstellen Sie die Applikation in CODESYS erneut, und nehmen Sie die Datei, die dabei entsteht',
  'a project of another tool (TwinCAT, CODESYS 2.3)': 'ein Projekt eines anderen Werkzeugs (TwinCAT, CODESYS 2.3)',
  'a Schneider Control Expert project, which is not known here': 'ein Projekt von Schneider Control Expert, das hier nicht bekannt ist',
  'it is cut off or damaged: copy it again or pack it again': 'sie ist abgeschnitten oder beschädigt: kopieren Sie sie erneut, oder packen Sie sie neu',
  'it is an archive, which has to be unpacked': 'ein Archiv, das erst zu entpacken ist',
  'unpack it and pack its files, without the archive around them': 'entpacken Sie es, und packen Sie seine Dateien ohne das Archiv darum herum',
  'the ZIP archive is broken ({why})': 'das ZIP-Archiv ist beschädigt ({why})',
  'the ZIP archive cannot be unpacked: {why}': 'das ZIP-Archiv ist nicht zu entpacken: {why}',
  'pack the exported files again': 'packen Sie die exportierten Dateien neu',
  'pack it again without a password, with the usual method (deflate)': 'packen Sie es neu, ohne Passwort und mit dem üblichen Verfahren (Deflate)',
  'not well-formed XML: {why}': 'kein wohlgeformtes XML: {why}',
  'the file is cut off: copy or export it again': 'die Datei ist abgeschnitten: kopieren oder exportieren Sie sie erneut',
  'the XML ends in the middle': 'das XML endet mittendrin',
  'export the project again and do not edit it': 'exportieren Sie das Projekt erneut, und bearbeiten Sie es nicht',
  'export the project again and do not edit the file': 'exportieren Sie das Projekt erneut, und bearbeiten Sie die Datei nicht',
  'no L5X file: it has no element at all': 'keine L5X-Datei: sie hat gar kein Element',
  'no L5X file: its root element is <{name}>': 'keine L5X-Datei: ihr oberstes Element ist <{name}>',
  'no block, type or tag table in it': 'kein Baustein, kein Datentyp und keine Variablentabelle darin',
  'no entries of a CODESYS export': 'keine Einträge eines CODESYS-Exports',
  'larger than {count} MB': 'größer als {count} MB',

  // Was in ihr auffällt
  "the file does not name the application; nodes are looked for below `{application}`, CODESYS' own default": 'die Datei nennt die Applikation nicht; Knoten werden unter „{application}“ gesucht, wie es bei CODESYS üblich ist',
  'its source is protected': 'die Quelle ist geschützt',
  'its source is protected: its parameters were read': 'die Quelle ist geschützt: die Parameter wurden gelesen',
  'HMI tags are no PLC tags': 'HMI-Variablen sind keine SPS-Variablen',
  'no block, data block or type in it': 'kein Baustein, kein Datenbaustein und kein Datentyp darin',
  '{count} more problems like these': '{count} weitere solche Stellen',
  'it is declared twice; the first declaration was taken': 'zweimal deklariert; die erste Deklaration gilt',
  'it is in the file twice; the first one was read': 'steht zweimal in der Datei; das erste wurde gelesen',
  'its name is taken by another object; the first one was read': 'der Name ist schon vergeben; das erste wurde gelesen',
  'a type of a library, which is not in the file: its members are not known': 'ein Typ aus einer Bibliothek, die nicht in der Datei ist: seine Elemente sind nicht bekannt',
  'the layout of `{name}` is not known': 'der Aufbau von „{name}“ ist nicht bekannt',
  'the layout of {name} is not known': 'der Aufbau von {name} ist nicht bekannt',
  'the members of {name} are not known': 'die Elemente von {name} sind nicht bekannt',
  'the type {name} is not in the project': 'der Typ {name} ist nicht im Projekt',
  'what it stands for is not in the file: {name}': 'wofür es steht, ist nicht in der Datei: {name}',
  'nothing to read: {what}': 'nichts zu lesen: {what}',
  'its option `Support OPC UA features` is off: the controller\'s OPC UA server may show less than it selects':
    'die Option „OPC-UA-Funktionen unterstützen“ ist aus: der OPC-UA-Server der Steuerung zeigt vielleicht weniger, als sie auswählt',

  // Warum eine Variable keinen Wert haben kann
  'the data block "{name}" has optimised access: read it through the controller\'s OPC UA server':
    'der Datenbaustein "{name}" hat optimierten Zugriff: lesen Sie ihn über den OPC-UA-Server der Steuerung',
  'the file does not tell the layout of the data block "{name}", and the default is optimised access: read it through the controller\'s OPC UA server':
    'die Datei nennt den Aufbau des Datenbausteins "{name}" nicht, und üblich ist optimierter Zugriff: lesen Sie ihn über den OPC-UA-Server der Steuerung',
  'the number of the data block "{name}" is not in the file: say it in the session\'s block numbers':
    'die Nummer des Datenbausteins "{name}" steht nicht in der Datei: geben Sie sie bei den Bausteinnummern an',
  'its external access is None': 'External Access ist None',
  'its external access, or that of a member on the way, is None': 'External Access ist None, dort oder bei einem Element auf dem Weg dorthin',
  'the symbol configuration does not publish it': 'die Symbolkonfiguration gibt sie nicht frei',
  'it is not published': 'sie ist nicht freigegeben',
  'it is not accessible from HMI and OPC UA': 'sie ist von HMI und OPC UA aus nicht zugänglich',
  'it has no absolute address': 'sie hat keine absolute Adresse',
  'its offset is not known': 'ihr Offset ist nicht bekannt',
  'its offset is not known: {why}': 'ihr Offset ist nicht bekannt: {why}',
  'the project has no tag `{name}`': 'das Projekt hat keine Variable „{name}“',
  'an InOut parameter only refers to another tag: read that one': 'ein InOut-Parameter verweist nur auf eine andere Variable: lesen Sie diese',
  'a bit has no node of its own: read the whole integer': 'ein Bit hat keinen eigenen Knoten: lesen Sie die ganze Zahl',
  '{name} is peripheral: give it an address in the process image': '{name} liegt in der Peripherie: geben Sie ihr eine Adresse im Prozessabbild',
};
