# Why an MQTT broker cannot be used, and what to do. Note for translators: “broker” is a term of MQTT.

broker-unreachable = cannot reach the MQTT broker { $broker }: { $why }
broker-untrusted = the certificate of the MQTT broker { $broker } is not trusted: { $why }
broker-login = the MQTT broker { $broker } does not accept this user and password
broker-refused = the MQTT broker { $broker } refuses the connection: { $why }
broker-not-subscribed = the MQTT broker { $broker } does not let this user subscribe: { $why }
broker-too-large = a message of { $size } bytes is larger than the MQTT broker { $broker } takes: { $most } bytes
broker-lost = the connection to the MQTT broker { $broker } is lost: { $why }
broker-file = cannot read { $path }: { $why }
broker-empty = there is neither a certificate nor a key in { $path } that can be read
broker-unusable = certificate and key for the MQTT broker are of no use: { $why }
broker-password = cannot read the password for the MQTT broker: { $why }
broker-host-away = the primary host { $host } is offline

broker-remedy-reach = check that the broker runs, its address and port, and the firewall
broker-remedy-trust = name the authority of its certificate as “ca” in the configuration, and use the name that the certificate was made for
broker-remedy-login = correct user and password, or what the broker lets them do
broker-remedy-log = the broker’s own log says more
broker-remedy-smaller = let the broker take larger packets (Mosquitto: max_packet_size), or read fewer tags in a session
broker-remedy-files = correct the files that the configuration names for MQTT
broker-remedy-by-itself = it is tried again by itself
