# The event log.
client-logged-mode-unknown = die Steuerung nennt ihre Betriebsart diesmal nicht; sie wird später wieder gefragt
