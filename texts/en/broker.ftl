# Why an MQTT broker cannot be used, and what to do. Note for translators: “broker” is a term of MQTT.

broker-unreachable = cannot reach the MQTT broker { $broker }: { $why }
broker-untrusted = the certificate of the MQTT broker { $broker } is not trusted: { $why }
broker-login = the MQTT broker { $broker } does not accept this user and password
broker-refused = the MQTT broker { $broker } refuses the connection: { $why }
broker-not-subscribed = the MQTT broker { $broker } does not let this user subscribe: { $why }
broker-too-large = a message of { $size } bytes exceeds the limit of the MQTT broker { $broker }: { $most } bytes
broker-lost = the connection to the MQTT broker { $broker } was lost: { $why }
broker-file = cannot read { $path }: { $why }
broker-empty = { $path } contains no certificate or key that can be read
broker-unusable = certificate and key for the MQTT broker cannot be used: { $why }
broker-password = cannot read the password for the MQTT broker: { $why }
broker-host-away = the primary host { $host } is offline

broker-remedy-reach = check that the broker runs, its address and port, and the firewall
broker-remedy-trust = name the authority of its certificate as “ca” in the configuration, and use the host name that the certificate contains
broker-remedy-login = correct user and password, or the user's permissions in the broker
broker-remedy-log = see the broker’s own log
broker-remedy-smaller = allow larger packets in the broker (Mosquitto: max_packet_size), or read fewer tags in a session
broker-remedy-files = correct the files that the configuration names for MQTT
broker-remedy-by-itself = it is retried automatically
