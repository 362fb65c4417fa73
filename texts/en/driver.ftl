# The connection to a controller, in all protocols.
link-connect = cannot reach { $endpoint }: { $source }
link-unresolved = the name { $host } has no address: { $source }
link-another-protocol = { $product } answers there with another protocol, as { $endpoint }, not over { $asked }://
link-timeout = no answer to { $doing } within { $after } ms
link-closed = connection closed by the other side during { $doing }
link-refused = the controller refused to { $doing }: { $why }
link-untrusted = the controller's certificate is not trusted: { $why }
link-unprepared = cannot { $doing }: { $why }
link-protocol = unexpected answer to { $doing }: { $why }
link-answer-count = { $answers } responses for { $tags } tags

link-remedy-unanswered-login = check the user and the password: some controllers do not respond if one of them is wrong
link-remedy-connect = check the address and the port, that the controller is powered, and that no firewall blocks the connection
link-remedy-unresolved = check the spelling of the name and this computer's name service (DNS), or use the controller's address, such as 10.0.0.5
link-remedy-another-protocol = use this endpoint: { $endpoint }
link-remedy-timeout = check the network to the controller and whether it is overloaded; a longer time-out helps on slow links
link-remedy-closed = check that the port is for this protocol and that the controller has a free connection
link-remedy-refused = look up the status in the controller's manual
link-remedy-protocol = check that the port belongs to a controller of this protocol

login-remedy-check-user = check the user (?user=NAME) and the password (TAGBRIDGE_PASSWORD), and whether that user may read on the server
login-remedy-name-user = name a user in the endpoint (?user=NAME, with the password in TAGBRIDGE_PASSWORD), or allow this kind of user at the server
login-remedy-set-password = set the environment variable TAGBRIDGE_PASSWORD, or name the place of the password in the session's `password`
login-remedy-place-password = put the password where the session's `password` says

endpoint-syntax = endpoint `{ $text }` is not a URL ({ $source }); write it like logix://10.0.0.5/1,0
endpoint-no-scheme = endpoint `{ $text }` does not name a protocol; write it like logix://10.0.0.5/1,0
endpoint-no-host = endpoint `{ $text }` names no host; write it like logix://10.0.0.5/1,0
endpoint-password = endpoint `{ $text }` contains a password; use TAGBRIDGE_PASSWORD or the keychain
endpoint-unknown-scheme = endpoint `{ $endpoint }`: protocol `{ $scheme }` is not known; known are { $known }
endpoint-invalid = endpoint `{ $endpoint }`: { $what }
endpoint-unfit-number = { $name } `{ $text }` is not a number from { $least } to { $most }
endpoint-unfit-no-certificate = only OPC UA servers ({ $schemes }…) have a certificate
endpoint-unfit-parameter = parameter `{ $name }` is not known; known are { $known }
endpoint-unfit-polled = a controller that is read over { $scheme }:// cannot send values by itself; omit the mode to poll it

# Steps: what comes behind "cannot" and "the controller refused to".
step-connect = connect
step-log-in = log in
step-tell-who-is-there = list the devices
step-tell-identity = return its identity
step-tell-project-name = return its project's name
step-tell-mode = return its mode
step-say-who = identify itself
step-register-session = register session
step-unregister-session = unregister session
step-open-connection = open a connection
step-close-connection = close the connection
step-open-transport = open the transport connection
step-set-up = set up communication
step-read-status-list = read the system status list
step-list-tags = list its tags
step-learn-types = read the types of the tags
step-read = read tags
step-keep-alive = keep alive
step-list-endpoints = list its endpoints
step-list-servers = list the servers it knows
step-open-channel = open the secure channel
step-agree-on-security = agree on security
step-show-certificate = show its certificate
step-use-own-certificate = use our own certificate
step-use-user-certificate = use the user's certificate
step-create-session = create the session
step-activate-session = activate the session
step-close-session = close the session
step-browse = browse
step-register-nodes = register nodes
step-subscribe = subscribe
step-monitor-nodes = monitor nodes
step-hear-subscription = receive the subscription's data
step-delete-subscription = delete the subscription
step-ask = send the request

# Why a tag has no value.
reason-not-connected = not connected
reason-controller-stopped = the controller is not running its program
reason-stale = not renewed in time
reason-not-yet-known = not yet known
reason-unknown-tag = unknown tag
reason-access-denied = access denied
reason-no-address = no address
reason-type-mismatch = type mismatch
reason-out-of-range = out of range
reason-over-budget = over budget
reason-not-in-project = not in the project
reason-device-error = device error
reason-decode-error = cannot be decoded
cause = { $reason }: { $detail }

# What can be sent to a controller.
request-discover = Discover
request-session = Open and close a session
request-connection = Open and close a connection
request-channel = Open and close a channel
request-transport = Open the transport
request-setup = Setup communication
request-read-attributes = Read attributes
request-list-tags = List tags
request-read-type = Read type
request-read-tag = Read Tag
request-read-tag-fragmented = Read Tag Fragmented
request-read-variable = Read variable
request-read-clock = Read clock
request-read-status-list = Read system status list
request-browse = Browse
request-register-nodes = Register nodes
request-read = Read
request-subscribe = Subscribe
request-publish = Publish
