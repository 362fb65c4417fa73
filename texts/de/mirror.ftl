# The mirror to an MQTT broker. Notes for translators: “broker” and “host application” are terms of MQTT and Sparkplug.

mirror-logged-connected = mit dem MQTT-Broker verbunden
mirror-logged-not-connected = nicht mit dem MQTT-Broker verbunden
mirror-logged-host-away = die primäre Host-Anwendung ist offline; veröffentlicht wird wieder, sobald sie zurück ist
mirror-logged-born-anew = die Births werden noch einmal veröffentlicht, weil eine Host-Anwendung sie angefordert hat
mirror-logged-snapshots-dropped = Schnappschüsse, die der MQTT-Broker nicht rechtzeitig annahm, wurden verworfen; der Dienst hat sie
mirror-logged-message-too-large = eine Nachricht ist größer, als der MQTT-Broker annimmt; ihr Schnappschuss wurde verworfen, und der Dienst hat ihn
mirror-logged-snapshot-suspected = der MQTT-Broker hat zwei Verbindungen beim selben Schnappschuss beendet; er wurde verworfen, und der Dienst hat ihn
mirror-logged-counter-not-kept = die Zählung der Verbindungen zum MQTT-Broker kann nicht gespeichert werden
