# The event log.
client-logged-mode-unknown = the controller does not tell its mode and is not asked again
