# Sessions.
session-ended-as-asked = ended as asked
session-closed-on-purpose = the connection was closed on purpose
session-retried-by-itself = it is tried again by itself; if it stays away, check that the controller is powered and running, and the network to it
session-broken-off = a fault in Tagbridge itself
session-report-fault = it is tried again by itself; report it, with a support bundle
session-replaced = another device answers at this address: { $found } instead of { $expected }; check the address, or accept the new device
session-not-projects = another controller than the project's answers, and nothing of it is delivered: { $difference }; check the address and the project, or accept the controller
session-missed-scans = { $missed } of the last { $all } scans were missed: one every { $achieved } instead of every { $interval }; choose a longer interval, or read fewer tags
session-accepted-other = the controller is not the project's, and was accepted: { $difference }
session-partner-took-over = the redundant partner took over: serial number { $found } instead of { $before }
session-newer-compared = a newer version of the project ({ $file }) is compared with the controller
session-newer-differs = a newer version of the project ({ $file }) is not used yet, because the controller does not match it: { $why }
session-newer-ask = there is a newer version of the project ({ $file }): start the session again to use it
session-newer-unreadable = a newer version of the project cannot be used: { $why }
session-version-used = the session uses a newer version of the project ({ $file }) since { $at }

# SecretError
secret-no-variable = environment variable { $name } with { $secret } is not set; set it, or name a file with `{"{"} file = "…" {"}"}`
secret-no-file = file { $path } with { $secret } cannot be read: { $source }; check that it exists and belongs to this user
secret-open-to-all = file { $path } with { $secret } can be read by everybody on this machine; { $how }, and have the secret replaced if others use this machine
secret-missing = the controller's password cannot be read: { $why }
secret-nothing = { $place } does not hold { $secret }; put it there as it was given out, in one line

# Lack
lack-file = the service has no file of this project
lack-restless = the project was replaced again and again while it was fetched; start the session again
lack-broken = the project's file cannot be read: reading it broke down; report it with the file

# ReadError


# ClientError
client-clear-text = the key would travel to { $service } in clear text; use https
client-tls = cannot prepare TLS for { $service }: { $source }; check the certificates of the system
client-setup = cannot set up requests to { $service }: { $source }; check the system's certificates and proxy settings

# UplinkError
uplink-unreachable = cannot reach the service at { $service }: { $source }
uplink-no-answer = the service at { $service } has not answered for { $seconds } s; what was sent is kept and sent again
uplink-untrusted = the service at { $service } is not trusted: { $why }
uplink-failing = the service failed ({ $status }): { $error }
uplink-throttled = the service asks to wait: { $error }
uplink-unauthorized = the service does not accept the key: { $why }
uplink-forbidden = the service refuses: { $why }
uplink-conflict = another device streams this project: { $why }
rival-named = { $device }, last seen at { $seen }
rival-told = { $words }
uplink-copied = the data folder is a copy of one that went on: { $why }
uplink-key-taken = the idempotency key is taken: { $why }
uplink-too-large = the request is too large for the service: { $why }
uplink-rejected = the service rejects the request: { $why }
uplink-incompatible = { $service } does not answer as the service should: { $what }
bad-answer-unreadable = its answer does not read ({ $error })
bad-answer-event = its event { $event } does not read ({ $error })
bad-answer-no-end = its stream has no end
bad-answer-sends-to = it sends to { $place }
bad-answer-sends-away = it sends to another address, and does not say which
bad-answer-no-reason = it answers { $status } without a reason
bad-answer-status = status { $status }, { $error }
bad-answer-too-long = its answer is longer than { $most } bytes
bad-answer-other-stream = its receipt is for stream { $stream }
bad-answer-other-push = its receipt is for another push; nothing was deleted
bad-answer-not-covered = its receipt does not cover snapshots { $first } to { $last }; they are kept and sent again
bad-answer-not-own = status { $status } does not come from the service itself ({ $error })
bad-answer-repeated = it repeats the refusal of request { $request_id }
bad-answer-loses-parts = all parts of a snapshot were sent, and it still waits for some
bad-answer-refuses = it refuses what it must take ({ $error })
bad-answer-no-certificate = it shows no certificate
bad-answer-no-verifier = nobody's certificate can be verified here ({ $error })
no-answer-in-time = no answer in time ({ $cause })

# StartError
start-endpoint = session { $session }: { $source }
start-outbox = session { $session }: { $source }
start-running = session { $session } is running already

# OutboxError
outbox-in-use = outbox { $path } is in use by another bridge; stop that one, or give this one its own data directory
outbox-newer = outbox { $path } was written by a newer version (format { $version }); update Tagbridge
outbox-other-project = { $depth ->
    [one] outbox { $path } still holds 1 snapshot of project { $project }; let that be delivered first by configuring that project again, or give this session another name
   *[other] outbox { $path } still holds { $depth } snapshots of project { $project }; let those be delivered first by configuring that project again, or give this session another name
}
outbox-file = cannot open outbox { $path }: { $source }; check that the folder exists and may be written to
outbox-disk = cannot store in outbox { $path }: { $source }; check the disk's free space and health
outbox-damaged = outbox { $path } is damaged again and again: { $damage }; check the disk's health
outbox-unreadable = outbox { $path } is damaged: { $damage }; the next start of its bridge sets it aside and saves what can be read
outbox-closed = the outbox is closed

# ExportError
export-write = cannot write what is stored: { $why }

# NoticeError
status-file-none = no bridge keeps its data in { $folder }
status-file-file = cannot read { $path }: { $source }

# What is secret, and where it was looked for.
secret-of-service = the service's key
secret-of-controller = the controller's password
secret-of-broker = the MQTT broker's password
secret-closing-mode = run `chmod 600` on it
secret-closing-list = run `icacls FILE /inheritance:r /grant:r *S-1-3-4:F` for it
secret-in-variable = environment variable { $name }
secret-in-file = file { $path }

device = cannot keep the device's id in { $path }: { $source }; check that the data folder may be written to

untrusted-authority = its certificate (SHA-256 { $shown }) comes from “{ $issuer }”, an authority that this computer does not know
untrusted-own = it made its certificate itself, and nobody has trusted it here yet (SHA-256 { $shown })
untrusted-changed = it shows another certificate (SHA-256 { $shown }) than the trusted one (SHA-256 { $trusted })
uplink-remedy-unreachable = check the network, the proxy and the address; nothing is lost meanwhile
uplink-remedy-start = is the service running? Start it on this computer (tagbridge serve), or check its port; nothing is lost meanwhile
uplink-remedy-unknown-authority = install the certificate of that authority on this computer, or name its file in SSL_CERT_FILE; nothing is lost meanwhile
uplink-remedy-trust-own = compare the fingerprint with the one that `tagbridge serve` shows, then run: tagbridge trust { $service }; nothing is lost meanwhile
uplink-remedy-trust-changed = find out why it changed; if the service was set up anew, run: tagbridge trust { $service }; nothing is lost meanwhile
uplink-remedy-unauthorized = enter a key that is valid; with a configuration, put it where service.key says: a file is read again before the next attempt, for a variable start the bridge again
uplink-remedy-failing = it passes by itself; nothing is lost meanwhile
uplink-remedy-throttled = it passes by itself
uplink-remedy-forbidden = check the project's id, that the key has hmi_push for it, and that service.url ends in /api/v1
uplink-remedy-conflict = end the other device's session, or take the project over here
uplink-remedy-conflict-configured = end the other device's session, or set take_over = true for this one in the configuration
uplink-remedy-too-large = something between here and the service takes less than it does: let the proxy take bodies of 8 MB (nginx: client_max_body_size 8m); nothing is lost meanwhile
uplink-remedy-report = report this with the log
uplink-remedy-incompatible = check that service.url is the service's address with its /api/v1, and that no login page of a network stands between
uplink-remedy-disk = it goes on by itself when there is room

oversize = a snapshot of all tags has { $bytes } bytes and the service takes { $most }: it can never be delivered; read fewer tags, or smaller ones: members and elements instead of whole structures and arrays
oversize-remedy = read fewer tags, or smaller ones: members and elements instead of whole structures and arrays
outbox-note-full = the disk is full: the oldest snapshots go for the newest; free some space
outbox-note-replaced = the outbox file was removed or replaced while Tagbridge ran; it was written again, and what was at its place is next to it
outbox-note-older-copy = the outbox was an older copy of itself; what waited in it began a new stream
outbox-note-quarantined = { $count ->
    [one] The service refused 1 snapshot. It is kept
   *[other] The service refused { $count } snapshots. They are kept
} in quarantine: see `tagbridge outbox quarantine`
copy-elsewhere = a copy of this data folder was started on another computer; it goes on there as another device, and nothing is lost
copy-itself = this data folder is a copy of one that another computer runs on; it goes on as another device with a stream of its own, and nothing is lost

# The doctor.
doctor-of-data-folder = data folder
doctor-of-name = service: name
doctor-of-key = service: key
doctor-of-clock = service: clock
doctor-of-broker = MQTT broker
doctor-of-outbox = { $session }: outbox
doctor-of-service-project = service: project of { $session }
doctor-of-project = { $session }: project
doctor-of-controller = { $session }: controller
doctor-of-tags = { $session }: tags
doctor-of-size = { $session }: size
doctor-saw-writable = the folder { $folder } can be written to
doctor-saw-unwritable = { $folder }: { $error }
doctor-saw-accepted = accepted, for organization `{ $organization }`
doctor-saw-may-stream = the key may stream { $project }
doctor-saw-found = { $host } is { $address }
doctor-saw-not-found = { $host } cannot be found: { $error }
doctor-saw-agrees = agrees with this machine's
doctor-saw-broker-accepts = { $broker } accepts this bridge
doctor-saw-broker-in-clear = what is sent to { $broker } can be read on the way
doctor-saw-ahead = this machine is { $seconds } s ahead of the service
doctor-saw-behind = this machine is { $seconds } s behind the service
doctor-saw-project = { $tags ->
    [one] { $name }, 1 tag
   *[other] { $name }, { $tags } tags
}
doctor-saw-copy = the service is away: these are the names of the copy that this computer keeps
doctor-saw-controllers-names = tags go by the controller's own names: { $why }
doctor-saw-controller = { $vendor } { $product }, revision { $revision }, serial { $serial }, { $mode ->
        [run] in Run
        [test] in Test
        [program] in Program
        [stop] in Stop
        [fault] faulted
       *[other] of unknown mode
    }, at { $address }
doctor-saw-no-tags = the configuration names none, so none was tried; those that the service asks for are read
doctor-saw-waiting = { $snapshots ->
    [0] can be read, and nothing waits in it
    [one] can be read, and 1 snapshot waits in it
   *[other] can be read, and { $snapshots } snapshots wait in it
}
doctor-saw-readable = { $good } of { $all } can be read
doctor-saw-some-readable = { $good } of { $all } can be read; { $bad }
doctor-saw-more-bad = { $named }; and { $more } more
doctor-saw-oversize = a snapshot of all tags has { $bytes } bytes and the service takes { $most }: it can never be delivered
doctor-advice-folder = name a folder that this user may write to, on a disk with free space
doctor-advice-outbox = start the bridge: it saves what can be read. If this happens again, check the disk
doctor-advice-quarantine = list the snapshots with `tagbridge outbox quarantine`; send them again with `tagbridge outbox resend`, or delete them with `tagbridge outbox discard`
doctor-advice-dns = check the address and the DNS server; behind a proxy this is normal
doctor-advice-key = `tagbridge key create` makes a key for the built-in service
doctor-advice-url = correct [service] url in the configuration
doctor-advice-clock = set this machine's clock, or let it follow a time server: values carry its time
doctor-advice-endpoint = correct the session's endpoint in the configuration
doctor-advice-start = values can be read, but nobody renews them: start the controller's program
doctor-advice-tags = correct the tags of the session (tags in the configuration file); the others are not affected
doctor-advice-start-again = start the session again; until then tags go by the controller's own names
doctor-advice-copy = bring the service back; until then a newer version of the project is not seen
doctor-advice-mqtts = use mqtts, if the broker has a certificate

# The event log.
bridge-logged-connected = connected to the controller
bridge-logged-controller-unreadable = the controller cannot be read
bridge-logged-controller-unread = the controller is not read
bridge-logged-stopped = the bridge has stopped
bridge-logged-session-cut-off = a session did not end in time and is cut off
bridge-logged-session-broken = a session was broken off by a fault in Tagbridge itself
bridge-logged-status-file = the status file cannot be written
bridge-logged-snapshots-not-stored = snapshots cannot be stored
bridge-logged-snapshots-stored = snapshots are stored again
bridge-logged-snapshot-oversize = a snapshot of all tags is larger than the service takes
bridge-logged-snapshots-dropped = the outbox is full or too old; the oldest snapshots are dropped
bridge-logged-outbox-not-inspected = the outbox cannot be inspected
bridge-logged-outbox-older-copy = the outbox is an older copy of one that went on; what waits in it begins a new stream
bridge-logged-folder-is-copy = the data folder is a copy of one that another bridge runs on; it goes on as another device, with a stream of its own
bridge-logged-folder-copied = a copy of the data folder was started; it goes on as another device
bridge-logged-controller-not-kept = which controller is read cannot be kept beside the outbox
bridge-logged-partner-took-over = the redundant partner of the controller took over
bridge-logged-run-not-kept = which run pushes cannot be kept beside the outbox
bridge-logged-device-not-renewed = the device keeps its id
bridge-logged-outbox-replaced = the outbox file was removed or replaced while Tagbridge ran; it was written again from the open file
bridge-logged-outbox-damaged = the outbox file was damaged; it was set aside, and what can be read goes on
bridge-logged-outbox-mark = the outbox's mark cannot be written
bridge-logged-disk-full = the disk is full: the oldest snapshots go for the newest
bridge-logged-disk-has-room = the disk has room again
bridge-logged-room-kept = room that was kept on the disk cannot be given away
bridge-logged-push-taken = the service takes what is pushed
bridge-logged-uploader-broken = a delivery was broken off by a fault in Tagbridge itself
bridge-logged-nothing-delivered = nothing can be delivered at the moment
bridge-logged-snapshots-rejected = the service rejects snapshots for good
bridge-logged-quarantine-full = the quarantine is full or too old; the oldest snapshots in it are deleted
bridge-logged-not-sent-again = a snapshot in quarantine cannot be sent again
bridge-logged-snapshot-given-up = a snapshot is given up
bridge-logged-clocks-differ = the clocks of the service and of this machine differ
bridge-logged-requested-unreadable = the requested names cannot be read
bridge-logged-end-not-told = the service could not be told that the session ended
bridge-logged-project-from-copy = the project is read from its copy
bridge-logged-copy-useless = the copy of the project is of no use
bridge-logged-file-not-kept = the project's file cannot be kept for later
bridge-logged-remark-on-configuration = what the configuration says of the project does not fit it
bridge-logged-named-by-project = tags are named by the project
bridge-logged-project-version-used = a newer version of the project is used
bridge-logged-named-by-controller = tags are named by the controller alone
bridge-logged-controller-differs = the controller differs from the project

# Preflight.
preflight-no-file = there is no project file to compare the controller with
preflight-no-controller = the project does not tell which controller it is for
preflight-servers-name = { $name } is what the server calls itself, which no project tells
preflight-name-untold = the controller does not tell its name
preflight-other-revision = the firmware has revision { $controller }, the project is for { $project }
preflight-beside = { $controller }, the project says { $project }
preflight-no-such-tag = the controller has no such tag
preflight-nothing-comparable = the project has no tag that could be compared
preflight-tags = { $fitting } of { $all ->
    [one] 1 tag
   *[other] { $all } tags
} as the project has them; the controller has { $more ->
    [0] no others
   *[other] { $more } more
}
preflight-no-list = the controller keeps no list of names to compare
preflight-other-types = { $values ->
    [one] 1 value
   *[other] { $values } values
} of another type than the project says
preflight-blocks = { $fitting } of { $all ->
    [one] 1 data block
   *[other] { $all } data blocks
} as long as the project says{ $unseen ->
    [0] {""}
   *[other] ; { $unseen } do not let themselves be looked at
}; { $later }
preflight-later-by-checksums = whether its program is the project's it does not tell, but a change during a session is noticed by its checksums
preflight-later-by-lengths = more than that it does not tell: a change during a session is noticed by the lengths of blocks alone
preflight-remedy-prefix = correct the prefix of the node ids, or leave it out: the server is asked for it
preflight-remedy-allow = have the programmer allow reading from outside for these tags, or read others
preflight-remedy-version = compare the project's version with what the controller runs
preflight-remedy-publish = do as the reason says, or have the programmer publish them or give their block a fixed layout
preflight-remedy-load = load the project's version that the controller runs, or read the members by name
preflight-remedy-fewer = read fewer tags, or parts of large ones
preflight-remedy-look-again = look again: what is known by now is kept
preflight-remedy-manual = look up what the controller said in its manual
doctor-saw-tag = { $name }: { $cause }

# The configuration file.
config-unreadable-too-long = is longer than the { $mib } MiB of a configuration
config-unreadable-no-text = is neither UTF-8 nor UTF-16
config-unreadable-file = cannot be read ({ $why })
config-advice-another-name = give it another name, which every system takes
config-advice-single-quotes = write a path of Windows in single quotes, as 'C:\data', where a backslash is a backslash
config-advice-name-it = name the configuration itself; `tagbridge config init` writes a commented one
config-advice-save-as-text = save it as UTF-8
config-advice-init = `tagbridge config init` writes a commented one
config-advice-examples = `tagbridge config init` writes the manual, with an example of each protocol
config-advice-correct-line = correct the line
config-advice-double-brackets = write [[session]], with two brackets on each side
config-advice-move-to-top = move `{ $name }` to the top of the file, before [service]
config-advice-did-you-mean = did you mean `{ $name }`?
config-advice-write-address = write it like https://host/api/v1
config-advice-give-key = give the key by `key` instead
config-advice-use-https = use https (http is for this machine only)
config-advice-write-secret-place = write { "{" } env = "{ $variable }" { "}" } or { "{" } file = "PATH" { "}" }
config-advice-write-size = write it like "64MiB" or "1GiB"
config-advice-own-name = give each session its own
config-advice-one-session = each project has one session
config-advice-write-duration = write it like "250ms", "1s" or "720h"
config-advice-duration-range = use { $from } to { $to }
config-advice-number-range = use a number from { $from } to { $to }
config-advice-request-rate = use a number from 0.1 on
config-advice-own-tag-name = write the controller's own name of a tag
config-advice-password-file = put the password there, in a file that only its owner can read
config-advice-key-file = put the key there, in a file that only its owner can read
config-advice-add-session = add a [[session]] block
config-advice-name-folder = name a folder, or leave the line out
config-advice-name-installation = name this installation, or leave the line out
config-mistakes-at = { $place }: { $what }; { $remedy }
config-mistake-no-session = there is none
config-advice-password-setting = say where the password is by the session's `password`
config-advice-file-letters = use letters, digits, `-`, `_` and `.`
config-advice-project-id = `tagbridge project add` prints the id
config-advice-put-project-id = put the id here that `tagbridge project add` prints
config-advice-name-user = name the user in the endpoint, as in { $endpoints }, or leave the password out
config-advice-write-source = write "service", "controller" or a path, or leave the line out
config-advice-block-number = use the number that the block has in the controller, 1 to 65535
config-advice-one-block-each = each block has a number of its own
config-advice-leave-prefix-out = leave the line out: it is learned from the server
config-advice-poll = use "poll", or leave the line out
config-advice-poll-or-subscribe = use "poll" or "subscribe"
config-advice-list-mode = use "never" or "when_it_saves"
config-advice-leave-out = leave it out: { $schemes } alone has a use for it
config-mistake-control-character = has a control character, such as a tab or the end of a line
config-mistake-device-name = `{ $name }` is the name of a device on Windows
config-mistake-unknown-setting = unknown field `{ $name }`
config-mistake-missing-setting = missing field `{ $name }`
config-mistake-no-address = is no address
config-mistake-holds-login = holds a login
config-mistake-clear-text = would send the key in clear text over the network
config-mistake-holds-secret = the secret itself must not stand in this file (have it replaced if it did)
config-mistake-no-secret-place = does not say where the secret is
config-mistake-no-size = `{ $text }` is no size of at least 1MiB
config-mistake-used-twice = is used by another session too
config-mistake-out-of-range = is out of range
config-mistake-duration-out-of-range = `{ $text }` is out of range
config-mistake-no-duration = `{ $text }` is no duration
config-mistake-tag-length = has not 1 to { $most } characters
config-mistake-no-file-name = is no name for a file
config-mistake-empty = is empty
config-mistake-names-no-project = names no project yet
config-mistake-no-user = belongs to no user: the endpoint names none
config-mistake-no-block-number = is no number of a data block
config-mistake-block-number-taken = has the number of `{ $other }`, { $number }
config-mistake-sends-nothing = a controller over { $scheme }:// sends nothing by itself
config-mistake-no-mode = is no way to read
config-mistake-no-list-mode = is no way to use the tag list
config-mistake-no-meaning = has no meaning for { $scheme }://
config-mistake-own-group = is the session's own group
config-mistake-no-group-name = is no name of a group
config-mistake-no-interval = says no interval
config-mistake-tag-placed-twice = `{ $tag }` stands in two places
config-mistake-too-many-groups = is one more than { $most } groups
config-mistake-no-width = is no difference
config-mistake-no-broker = is not the address of an MQTT broker
config-mistake-password-in-clear = would travel in clear text over the network
config-mistake-no-such-choice = is none of the choices
config-mistake-reserved-in-topic = has a character that is reserved in topics, or an empty part
config-advice-session-itself = write its `interval` and `tags` in the session itself
config-advice-group-word = use a word, as "fast" or "recipes"
config-advice-add-interval = add interval = "5s"
config-advice-one-group = each tag is read in one group
config-advice-another-group = put its tags into another group
config-advice-width = use a number above 0, in the unit of the tag
config-advice-write-broker = write it as mqtts://HOST:8883, or mqtt://HOST:1883 without TLS
config-advice-use-mqtts = use mqtts (mqtt with a password is for this machine only)
config-advice-certificate-and-key = name both certificate and certificate_key, or neither
config-advice-mqtt-version = use "5" or "3.1.1"
config-advice-mqtt-format = use "sparkplug" or "json"
config-advice-plain-topic = leave out +, / and #; between parts of `topic` there is one /
