# Why an MQTT broker cannot be used, and what to do. Note for translators: “broker” is a term of MQTT.

broker-unreachable = der MQTT-Broker { $broker } ist nicht erreichbar: { $why }
broker-untrusted = dem Zertifikat des MQTT-Brokers { $broker } wird nicht vertraut: { $why }
broker-login = der MQTT-Broker { $broker } akzeptiert diesen Benutzer und dieses Passwort nicht
broker-refused = der MQTT-Broker { $broker } lehnt die Verbindung ab: { $why }
broker-not-subscribed = der MQTT-Broker { $broker } lässt diesen Benutzer nicht abonnieren: { $why }
broker-too-large = eine Nachricht von { $size } Bytes ist größer, als der MQTT-Broker { $broker } annimmt: { $most } Bytes
broker-lost = die Verbindung zum MQTT-Broker { $broker } ist verloren: { $why }
broker-file = { $path } kann nicht gelesen werden: { $why }
broker-empty = in { $path } steht weder ein Zertifikat noch ein Schlüssel, der gelesen werden kann
broker-unusable = Zertifikat und Schlüssel für den MQTT-Broker sind nicht brauchbar: { $why }
broker-password = das Passwort für den MQTT-Broker kann nicht gelesen werden: { $why }
broker-host-away = die primäre Host-Anwendung { $host } ist offline

broker-remedy-reach = prüfen, ob der Broker läuft, dazu Adresse, Port und Firewall
broker-remedy-trust = die Zertifizierungsstelle in der Konfiguration als „ca“ nennen und den Namen verwenden, für den das Zertifikat ausgestellt ist
broker-remedy-login = Benutzer und Passwort korrigieren oder was der Broker ihnen erlaubt
broker-remedy-log = das Protokoll des Brokers sagt mehr
broker-remedy-smaller = den Broker größere Pakete annehmen lassen (Mosquitto: max_packet_size) oder weniger Variablen je Sitzung lesen
broker-remedy-files = die Dateien korrigieren, die die Konfiguration für MQTT nennt
broker-remedy-by-itself = es wird von selbst wieder versucht
