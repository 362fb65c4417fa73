# The event log.
client-logged-mode-unknown = die Steuerung nennt ihre Betriebsart nicht und wird nicht mehr danach gefragt
