# The way to a controller, whatever the protocol.
link-connect = cannot reach { $endpoint }: { $source }
link-unresolved = the name { $host } has no address: { $source }
link-another-protocol = { $product } answers there, as { $endpoint } and not over { $asked }://
link-timeout = no answer to { $doing } within { $after } ms
link-closed = connection closed by the other side during { $doing }
link-refused = the controller refused to { $doing }: { $why }
link-untrusted = the controller's certificate is not trusted: { $why }
link-unprepared = cannot { $doing }: { $why }
link-protocol = unexpected answer to { $doing }: { $why }
link-answer-count = { $answers } answers for { $tags } tags

link-remedy-unanswered-login = check the user and the password: some controllers do not answer where one is wrong
link-remedy-connect = check the address and the port, that the controller is powered, and that no firewall stands between
link-remedy-unresolved = check how the name is spelt, and ask the name service (DNS) of this machine; the controller's address, such as 10.0.0.5, does without one
link-remedy-another-protocol = give its endpoint: { $endpoint }
link-remedy-timeout = check the network to the controller and whether it is overloaded; a longer time-out helps on slow links
link-remedy-closed = check that the port speaks this protocol and that the controller has a connection to spare
link-remedy-refused = look up the status in the controller's manual
link-remedy-protocol = check that the port belongs to a controller of this protocol

login-remedy-check-user = check the user (?user=NAME) and the password (TAGBRIDGE_PASSWORD), and whether that user may read on the server
login-remedy-name-user = name a user in the endpoint (?user=NAME, with the password in TAGBRIDGE_PASSWORD), or allow this kind of user at the server
login-remedy-set-password = set the environment variable TAGBRIDGE_PASSWORD, or say where the password is by the session's `password`
login-remedy-place-password = put the password where the session's `password` says

endpoint-syntax = endpoint `{ $text }` is not a URL ({ $source }); write it like logix://10.0.0.5/1,0
endpoint-no-scheme = endpoint `{ $text }` does not say over which protocol the controller is read; write it like logix://10.0.0.5/1,0
endpoint-no-host = endpoint `{ $text }` names no host; write it like logix://10.0.0.5/1,0
endpoint-password = endpoint `{ $text }` holds a password; give it by TAGBRIDGE_PASSWORD or the keychain
endpoint-unknown-scheme = endpoint `{ $endpoint }`: no protocol is called `{ $scheme }`; known are { $known }
endpoint-invalid = endpoint `{ $endpoint }`: { $what }
endpoint-unfit-number = { $name } `{ $text }` is not a number from { $least } to { $most }
endpoint-unfit-no-certificate = only OPC UA servers ({ $schemes }…) show a certificate
endpoint-unfit-parameter = parameter `{ $name }` is not known; there are { $known }
endpoint-unfit-polled = a controller that is read over { $scheme }:// sends nothing by itself; poll it, which is what happens without a mode

# Steps: what comes behind "cannot" and "the controller refused to".
step-connect = connect
step-log-in = log in
step-tell-who-is-there = tell who is there
step-tell-identity = tell its identity
step-tell-project-name = tell its project's name
step-tell-mode = tell its mode
step-say-who = say who it is
step-register-session = register session
step-unregister-session = unregister session
step-open-connection = open a connection
step-close-connection = close the connection
step-open-transport = open the transport connection
step-set-up = set up communication
step-read-status-list = read the system status list
step-list-tags = list its tags
step-learn-types = learn the types that are read
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
step-hear-subscription = hear of the subscription
step-delete-subscription = delete the subscription
step-ask = ask

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
