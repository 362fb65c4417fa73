# The event log.
simulator-logged-logix-listens = virtual Logix controller listens
simulator-logged-s7-listens = virtual S7 controller listens
simulator-logged-codesys-listens = virtual CODESYS controller listens
simulator-logged-codesys-ended = the virtual CODESYS controller's server ended
simulator-logged-client-not-accepted = cannot accept a client
