# Namen eines Projekts, und seine Steuerung.
naming-unknown-block = das Projekt hat keinen Datenbaustein „{ $name }“
naming-block-meant = meinten Sie „{ $name }“?
naming-block-inspect = `tagbridge project inspect DATEI --tags` zeigt, was es hat
source-other-platform = das Projekt ist für { $vendor }; das wird nicht über { $scheme }:// gelesen
source-remedy-platform = geben Sie die Datei des Projekts dieser Steuerung an, oder die Adresse der Steuerung

# The event log.
naming-logged-program-changed = das Programm der Steuerung hat sich seit Beginn der Sitzung geändert

# How the controller differs from the project.
naming-program-changed = das Programm der Steuerung hat sich seit Beginn der Sitzung geändert: sein Aufbau ist nicht zu prüfen
naming-program-untold = die Steuerung meldet nicht mehr, ob ihr Programm seit Beginn der Sitzung unverändert ist
naming-not-downloaded-lacks = die Steuerung hat kein { $tag }, das diese Fassung hinzufügt
naming-not-downloaded-unknown = es ist nicht bekannt, dass sie in der Steuerung läuft
naming-program-remedy-compare = vergleichen Sie die Steuerung mit dem Projekt (Vorprüfung), und starten Sie die Sitzung neu mit dem Stand, der in ihr läuft
naming-length-longer = ist länger als die { $bytes } Byte des Projekts
naming-length-shorter = ist kürzer als die { $bytes } Byte des Projekts
naming-length-absent = ist nicht in der Steuerung
naming-block-differs = { $block } { $length }
naming-block-is = der Datenbaustein { $block } { $length }
naming-other-controller-name = die Steuerung heißt { $controller }, die des Projekts { $project }
naming-other-controller-serial = die Steuerung hat die Seriennummer { $controller }, die des Projekts { $project }
naming-layout-lacks = { $type_name } hat in der Steuerung kein Element { $member }
naming-layout-more = { $type_name } hat in der Steuerung ein Element { $member }, das es im Projekt nicht gibt
naming-layout-type = in { $type_name } ist das Element { $member } in der Steuerung { $controller }, im Projekt { $project }
naming-layout-order = die Elemente von { $type_name } haben in der Steuerung eine andere Reihenfolge, ab { $member }
naming-type-differs = die Steuerung hat { $controller }, das Projekt sagt { $project }
naming-tag-differs = { $tag }: { $what }
naming-without-member = ohne ihr Element { $member }: { $cause }
naming-numbered-alike = die Datenbausteine { $blocks } haben dieselbe Nummer: geben Sie bei den Bausteinnummern die wahren an

# What would let more tags be read.
naming-proposal-by-name-answers = { $tags } der Variablen liegen in Datenbausteinen mit optimiertem Zugriff: der eigene OPC-UA-Server der Steuerung liest sie über ihre Namen, und er antwortet: { $endpoint }
naming-proposal-by-name-if-on = { $tags } der Variablen liegen in Datenbausteinen mit optimiertem Zugriff: der eigene OPC-UA-Server der Steuerung liest sie über ihre Namen, sofern er eingeschaltet ist: { $endpoint }
naming-proposal-block-numbers = die Datei nennt die Nummern dieser Datenbausteine nicht; nennen Sie sie, etwa "{ $first }" = 1: { $names }
