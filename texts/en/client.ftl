# The event log.
client-logged-mode-unknown = the controller does not tell its mode this time; it is asked again later
