# The mirror to an MQTT broker. Notes for translators: “broker” and “host application” are terms of MQTT and Sparkplug.

mirror-logged-connected = connected to the MQTT broker
mirror-logged-not-connected = not connected to the MQTT broker
mirror-logged-host-away = the primary host is offline; publishing continues when it is back
mirror-logged-born-anew = births are published again, as a host application requested
mirror-logged-snapshots-dropped = snapshots that the MQTT broker did not accept in time were dropped; the service has them
mirror-logged-message-too-large = a message exceeds the limit of the MQTT broker; its snapshot was dropped, and the service has it
mirror-logged-snapshot-suspected = the MQTT broker ended two connections during the same snapshot, which was dropped; the service has it
mirror-logged-counter-not-kept = the count of connections to the MQTT broker cannot be stored
