# The event log.
simulator-logged-logix-listens = die virtuelle Logix-Steuerung ist bereit
simulator-logged-s7-listens = die virtuelle S7-Steuerung ist bereit
simulator-logged-codesys-listens = die virtuelle CODESYS-Steuerung ist bereit
simulator-logged-codesys-ended = der Server der virtuellen CODESYS-Steuerung ist beendet
simulator-logged-client-not-accepted = eine eingehende Verbindung konnte nicht angenommen werden
