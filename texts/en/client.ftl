# The event log.
client-logged-mode-unknown = the controller did not report its mode; it is asked again later
