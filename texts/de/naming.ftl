# Namen eines Projekts, und seine Steuerung.
naming-unknown-block = das Projekt hat keinen Datenbaustein „{ $name }“
naming-block-meant = meinten Sie „{ $name }“?
naming-block-inspect = `tagbridge project inspect DATEI --tags` zeigt, was es hat
source-project = { $why }
source-other-platform = das Projekt ist für { $vendor }; das wird nicht über { $scheme }:// gelesen
source-remedy-platform = geben Sie die Datei des Projekts dieser Steuerung an, oder die Adresse der Steuerung

# The event log.
naming-logged-program-changed = in der Steuerung läuft ein anderes Programm als zu Beginn der Sitzung
