# The mirror to an MQTT broker. Notes for translators: “broker” and “host application” are terms of MQTT and Sparkplug.

mirror-logged-connected = connected to the MQTT broker
mirror-logged-not-connected = not connected to the MQTT broker
mirror-logged-host-away = the primary host is offline; nothing is told until it is back
mirror-logged-born-anew = births are told anew, as a host application asked
mirror-logged-snapshots-dropped = snapshots that the MQTT broker did not take in time were dropped; the service has them
mirror-logged-message-too-large = a message is larger than the MQTT broker takes; its snapshot was dropped, and the service has it
mirror-logged-snapshot-suspected = the MQTT broker ended two connections over the same snapshot, which was dropped; the service has it
mirror-logged-counter-not-kept = the count of connections to the MQTT broker cannot be kept
