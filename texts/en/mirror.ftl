# The mirror to an MQTT broker. Notes for translators: “broker” and “host application” are terms of MQTT and Sparkplug.

mirror-logged-connected = connected to the MQTT broker
mirror-logged-not-connected = not connected to the MQTT broker
mirror-logged-host-away = the primary host is offline; nothing is told until it is back
mirror-logged-born-anew = births are told anew, as a host application asked
mirror-logged-snapshots-dropped = snapshots that the MQTT broker did not take in time were dropped; the service has them
mirror-logged-counter-not-kept = the count of connections to the MQTT broker cannot be kept

broker-unreachable = cannot reach the MQTT broker { $broker }: { $why }
broker-untrusted = the certificate of the MQTT broker { $broker } is not trusted: { $why }
broker-login = the MQTT broker { $broker } does not accept this user and password
broker-refused = the MQTT broker { $broker } refuses the connection: { $why }
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
broker-remedy-files = correct the files that the configuration names for MQTT
broker-remedy-by-itself = it is tried again by itself
