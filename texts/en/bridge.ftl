# Sessions.
session-ended-as-asked = ended as asked
session-closed-on-purpose = the connection was closed on purpose
session-retried-by-itself = it is tried again by itself; if it stays away, check that the controller is powered and running, and the network to it
session-replaced = another device answers at this address: { $found } instead of { $expected }; check the address, or accept the new device
