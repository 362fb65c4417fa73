# Sessions.
session-ended-as-asked = ended as asked
session-closed-on-purpose = the connection was closed on purpose
session-retried-by-itself = it is retried automatically; if the error stays, check that the controller is powered and running, and check the network to it
session-broken-off = internal error in Tagbridge
session-report-fault = it is retried automatically; report it, with a support bundle
session-replaced = another device answers at this address: { $found } instead of { $expected }; check the address, or accept the new device
session-not-projects = the controller does not belong to the project, so its values are not delivered: { $difference }; check the address and the project, or accept the controller
session-missed-scans = { $missed } of the last { $all } scans were missed: one every { $achieved } instead of every { $interval }; choose a longer interval, or read fewer tags
session-accepted-other = the controller does not belong to the project, but was accepted: { $difference }
session-unreadable-tags = { $bad } of { $all } tags cannot be read: { $names }; the table shows the reason of each
session-partner-took-over = the redundant partner took over: serial number { $found } instead of { $before }
session-newer-compared = a newer version of the project ({ $file }) is compared with the controller
session-newer-differs = a newer version of the project ({ $file }) is not used yet, because the controller does not match it: { $why }
session-newer-ask = there is a newer version of the project ({ $file }): start the session again to use it
session-newer-unreadable = a newer version of the project cannot be used: { $why }
session-version-used-matched = the session uses a newer version of the project ({ $file }) since { $at }
session-version-used-tags-alike = the session uses a newer version of the project ({ $file }) since { $at }. Its tags are those of the version before: they do not show whether the controller runs its code

# SecretError
secret-no-variable = environment variable { $name } with { $secret } is not set; set it, or name a file with `{"{"} file = "…" {"}"}`
secret-no-file = file { $path } with { $secret } cannot be read: { $source }; check that it exists and belongs to this user
secret-open-to-all = file { $path } with { $secret } can be read by all users of this computer; { $how }, and replace the secret if others use this computer
secret-missing = the controller's password cannot be read: { $why }
secret-nothing = { $place } does not contain { $secret }; put it there as you received it, in one line

# Lack
lack-file = the service has no file of this project
lack-restless = the project kept changing while it was downloaded; start the session again
lack-broken = reading the project's file failed with an internal error; report it, with the file

# ReadError


# ClientError
client-clear-text = the key would be sent to { $service } in clear text; use https
client-tls = cannot prepare TLS for { $service }: { $source }; check the certificates of the system
client-setup = cannot set up requests to { $service }: { $source }; check the system's certificates and proxy settings

# UplinkError
uplink-unreachable = cannot reach the service at { $service }: { $source }
uplink-no-answer = no response from the service at { $service } within { $seconds } s; the data is kept and sent again
uplink-untrusted = the service at { $service } is not trusted: { $why }
uplink-failing = the service returned an error ({ $status }): { $error }
uplink-throttled = the service limits the requests: { $error }
uplink-unauthorized = the service does not accept the key: { $why }
uplink-forbidden = the service refuses: { $why }
uplink-conflict = another device streams this project: { $why }
rival-named = { $device }, last seen at { $seen }
rival-told = { $words }
uplink-copied = the data folder is a copy of another one: { $why }
uplink-key-taken = the idempotency key was already used: { $why }
uplink-too-large = the request is too large for the service: { $why }
uplink-rejected = the service rejects the request: { $why }
uplink-incompatible = unexpected response from { $service }: { $what }
bad-answer-unreadable = the response cannot be parsed ({ $error })
bad-answer-event = its event { $event } cannot be parsed ({ $error })
bad-answer-no-end = the event stream does not end
bad-answer-sends-to = it redirects to { $place }
bad-answer-sends-away = it redirects to another address without naming it
bad-answer-no-reason = status { $status } without a reason
bad-answer-status = status { $status }, { $error }
bad-answer-too-long = the response is longer than { $most } bytes
bad-answer-other-stream = the receipt is for stream { $stream }
bad-answer-other-push = the receipt is for another push; nothing was deleted
bad-answer-not-covered = the receipt does not cover snapshots { $first } to { $last }; they are kept and sent again
bad-answer-not-own = status { $status } was not sent by the service itself ({ $error })
bad-answer-repeated = it repeats the refusal of request { $request_id }
bad-answer-loses-parts = all parts of a snapshot were sent, but the service still waits for some
bad-answer-refuses = it refuses a valid push ({ $error })
bad-answer-no-certificate = the server has no certificate
bad-answer-no-verifier = this computer cannot verify certificates ({ $error })
no-answer-in-time = no response in time ({ $cause })

# StartError
start-endpoint = session { $session }: { $source }
start-outbox = session { $session }: { $source }
start-running = session { $session } is running already

# OutboxError
outbox-in-use = outbox { $path } is in use by another bridge; stop that one, or use another data folder for this one
outbox-newer = outbox { $path } was written by a newer version (format { $version }); update Tagbridge
outbox-older = outbox { $path } was written before version 0.9.0 (format { $version }); deliver its snapshots with version 0.9.0 first
outbox-other-project = { $depth ->
    [one] outbox { $path } still holds 1 snapshot of project { $project }; let that be delivered first by configuring that project again, or give this session another name
   *[other] outbox { $path } still holds { $depth } snapshots of project { $project }; let those be delivered first by configuring that project again, or give this session another name
}
outbox-file = cannot open outbox { $path }: { $source }; check that the folder exists and that this user may write to it
outbox-disk = cannot store in outbox { $path }: { $source }; check the disk's free space and health
outbox-full = the disk is full: nothing can be stored in outbox { $path }, and new values are lost; free some space
outbox-damaged = outbox { $path } is damaged repeatedly: { $damage }; check the disk's health
outbox-unreadable = outbox { $path } is damaged: { $damage }; the next start of its bridge sets it aside and saves the readable part
outbox-closed = the outbox is closed

# ExportError
export-write = cannot write the snapshots: { $why }

# NoticeError
status-file-none = no bridge has its data in { $folder }
status-file-file = cannot read { $path }: { $source }

# What is secret, and where it was looked for.
secret-of-service = the service's key
secret-of-controller = the controller's password
secret-of-broker = the MQTT broker's password
secret-closing-mode = run `chmod 600` on it
secret-closing-list = run `icacls FILE /inheritance:r /grant:r *S-1-3-4:F` for it
secret-in-variable = environment variable { $name }
secret-in-file = file { $path }

device = cannot store the device's id in { $path }: { $source }; check that this user may write to the data folder

untrusted-authority = its certificate (SHA-256 { $shown }) was issued by “{ $issuer }”, an authority that this computer does not trust
untrusted-own = its certificate is self-signed and not yet trusted here (SHA-256 { $shown })
untrusted-changed = its certificate (SHA-256 { $shown }) is not the trusted one (SHA-256 { $trusted })
uplink-remedy-unreachable = check the network, the proxy and the address; nothing is lost meanwhile
uplink-remedy-start = is the service running? Start it on this computer (tagbridge serve), or check its port; nothing is lost meanwhile
uplink-remedy-unknown-authority = install the authority's certificate on this computer, or name its file in SSL_CERT_FILE; nothing is lost meanwhile
uplink-remedy-trust-own = compare the fingerprint with the one that `tagbridge serve` shows, then run: tagbridge trust { $service }; nothing is lost meanwhile
uplink-remedy-trust-changed = find out why it changed; if the service was set up again, run: tagbridge trust { $service }; nothing is lost meanwhile
uplink-remedy-unauthorized = enter a valid key. With a configuration, store it in the file or variable that service.key names: the bridge reads a file again before the next attempt; after a change of a variable, start the bridge again
uplink-remedy-failing = it is retried automatically; nothing is lost meanwhile
uplink-remedy-throttled = it is retried automatically
uplink-remedy-forbidden = check the project's id, that the key has hmi_push for it, and that service.url ends in /api/v1
uplink-remedy-conflict = end the other device's session, or take the project over here
uplink-remedy-conflict-configured = end the other device's session, or set take_over = true for this one in the configuration
uplink-remedy-too-large = a proxy on the way accepts less than the service: allow bodies of 8 MB there (nginx: client_max_body_size 8m); nothing is lost meanwhile
uplink-remedy-report = report this with the log
uplink-remedy-incompatible = check that service.url is the service's address with its /api/v1, and that the network has no login page
uplink-remedy-disk = storing continues automatically when the disk has space

oversize = a snapshot of all tags has { $bytes } bytes, more than the service's limit of { $most }, and can never be delivered; read fewer tags, or members and elements instead of whole structures and arrays
oversize-remedy = read fewer tags, or members and elements instead of whole structures and arrays
outbox-note-full = the disk is full: the oldest snapshots are deleted to store the newest; free some space
outbox-note-replaced = the outbox file was removed or replaced while Tagbridge ran; it was written again, and the other file was moved next to it
outbox-note-older-copy = the outbox was restored from an older copy; its waiting snapshots were moved to a new stream
outbox-note-quarantined = { $count ->
    [one] The service refused 1 snapshot. It is stored
   *[other] The service refused { $count } snapshots. They are stored
} in quarantine: see `tagbridge outbox quarantine`
copy-elsewhere = a copy of this data folder was started on another computer; the copy continues as another device, and nothing is lost
copy-itself = this data folder is a copy of one in use on another computer; it continues as another device with its own stream, and nothing is lost

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
doctor-saw-writable = this user can write to the folder { $folder }
doctor-saw-unwritable = { $folder }: { $error }
doctor-saw-disk-full = the disk is full: nothing can be stored in the folder { $folder }
doctor-saw-little-space = the disk is almost full: { $mb } MB are free for the folder { $folder }, and the outboxes need { $needed_mb } MB
doctor-saw-accepted = accepted, for organization `{ $organization }`
doctor-saw-may-stream = the key may stream { $project }
doctor-saw-found = { $host } is { $address }
doctor-saw-not-found = { $host } cannot be found: { $error }
doctor-saw-agrees = same as this computer's clock
doctor-saw-broker-accepts = { $broker } accepts this bridge
doctor-saw-broker-in-clear = the connection to { $broker } is not encrypted
doctor-saw-ahead = this computer is { $seconds } s ahead of the service
doctor-saw-behind = this computer is { $seconds } s behind the service
doctor-saw-project = { $tags ->
    [one] { $name }, 1 tag
   *[other] { $name }, { $tags } tags
}
doctor-saw-copy = the service cannot be reached: these are the names from this computer's copy
doctor-saw-controllers-names = tags have the controller's own names: { $why }
doctor-saw-controller = { $vendor } { $product }, revision { $revision }, serial { $serial }, { $mode ->
        [run] in Run
        [test] in Test
        [program] in Program
        [stop] in Stop
        [fault] faulted
       *[other] of unknown mode
    }, at { $address }
doctor-saw-no-tags = not tested: this session has no tags of its own and reads those that the service requests
doctor-saw-waiting = { $snapshots ->
    [0] can be read and is empty
    [one] can be read, with 1 waiting snapshot
   *[other] can be read, with { $snapshots } waiting snapshots
}
doctor-saw-readable = { $good } of { $all } can be read
doctor-saw-some-readable = { $good } of { $all } can be read; { $bad }
doctor-saw-more-bad = { $named }; and { $more } more
doctor-saw-oversize = a snapshot of all tags has { $bytes } bytes, more than the service's limit of { $most }, and can never be delivered
doctor-advice-folder = name a folder that this user may write to, on a disk with free space
doctor-advice-space = free some space, or name a folder on a disk with free space: without space, values are lost
doctor-advice-outbox = start the bridge: it saves the readable snapshots. If this happens again, check the disk
doctor-advice-quarantine = list the snapshots with `tagbridge outbox quarantine`; send them again with `tagbridge outbox resend`, or delete them with `tagbridge outbox discard`
doctor-advice-dns = check the address and the DNS server; behind a proxy this is normal
doctor-advice-key = `tagbridge key create` creates a key for the built-in service
doctor-advice-url = correct [service] url in the configuration
doctor-advice-clock = set this computer's clock, or synchronize it with a time server: values have its time
doctor-advice-endpoint = correct the session's endpoint in the configuration
doctor-advice-start = values can be read, but the program does not update them: start the controller's program
doctor-advice-tags = correct the tags of the session (tags in the configuration file); the others are not affected
doctor-advice-start-again = start the session again; until then tags have the controller's own names
doctor-advice-copy = make the service reachable; until then a newer version of the project is not used
doctor-advice-mqtts = use mqtts, if the broker has a certificate

# The event log.
bridge-logged-connected = connected to the controller
bridge-logged-controller-unreadable = the controller cannot be read
bridge-logged-controller-unread = the controller is not read
bridge-logged-tags-unreadable = tags cannot be read
bridge-logged-stopped = the bridge has stopped
bridge-logged-session-cut-off = a session did not end in time and was aborted
bridge-logged-session-broken = a session ended with an internal error in Tagbridge
bridge-logged-status-file = the status file cannot be written
bridge-logged-snapshots-not-stored = snapshots cannot be stored
bridge-logged-snapshots-stored = snapshots are stored again
bridge-logged-snapshot-oversize = a snapshot of all tags is larger than the service accepts
bridge-logged-snapshots-dropped = the limits of the outbox are exceeded; the oldest snapshots are dropped
bridge-logged-outbox-not-inspected = the outbox cannot be inspected
bridge-logged-outbox-older-copy = the outbox was restored from an older copy; its waiting snapshots start a new stream
bridge-logged-folder-is-copy = the data folder is a copy of one that another bridge uses; it continues as another device, with its own stream
bridge-logged-folder-copied = a copy of the data folder was started; it continues as another device
bridge-logged-controller-not-kept = the controller's identity cannot be stored next to the outbox
bridge-logged-partner-took-over = the redundant partner of the controller took over
bridge-logged-run-not-kept = the id of this run cannot be stored next to the outbox
bridge-logged-device-not-renewed = the device keeps its id
bridge-logged-outbox-replaced = the outbox file was removed or replaced while Tagbridge ran; it was written again from the open file
bridge-logged-outbox-damaged = the outbox file was damaged and set aside; the readable part is used
bridge-logged-outbox-mark = the outbox's mark cannot be written
bridge-logged-disk-full = the disk is full; free some space
bridge-logged-disk-has-room = the disk has free space again
bridge-logged-room-kept = the reserved disk space cannot be released
bridge-logged-push-taken = values are being delivered to the service
bridge-logged-uploader-broken = a delivery ended with an internal error in Tagbridge
bridge-logged-nothing-delivered = nothing can be delivered at the moment
bridge-logged-snapshots-rejected = the service rejects snapshots permanently
bridge-logged-quarantine-full = the quarantine is full or too old; the oldest snapshots in it are deleted
bridge-logged-not-sent-again = a snapshot in quarantine cannot be sent again
bridge-logged-snapshot-given-up = a snapshot is dropped
bridge-logged-clocks-differ = the clocks of the service and of this machine differ
bridge-logged-requested-unreadable = the requested names cannot be read
bridge-logged-end-not-told = the end of the session could not be reported to the service
bridge-logged-project-from-copy = the project is read from its copy
bridge-logged-copy-useless = the copy of the project cannot be used
bridge-logged-file-not-kept = the project's file cannot be stored for later
bridge-logged-remark-on-configuration = the configuration does not match the project
bridge-logged-named-by-project = names and types come from the project file
bridge-logged-project-version-used = a newer version of the project is used
bridge-logged-named-by-controller = tags have only the controller's names
bridge-logged-controller-differs = the controller differs from the project

# Preflight.
preflight-no-file = there is no project file to compare the controller with
preflight-no-controller = the project does not name its controller
preflight-servers-name = { $name } is the server's own name, which a project does not contain
preflight-name-untold = the controller does not report its name
preflight-other-revision = the firmware has revision { $controller }, the project is for { $project }
preflight-beside = { $controller }, in the project { $project }
preflight-no-such-tag = the controller has no such tag
preflight-nothing-comparable = the project has no tag that can be compared
preflight-tags = { $fitting } of { $all ->
    [one] 1 tag
   *[other] { $all } tags
} are as in the project; the controller has { $more ->
    [0] no others
   *[other] { $more } more
}
preflight-no-list = the controller has no list of names to compare
preflight-other-types = { $values ->
    [one] 1 value
   *[other] { $values } values
} of another type than in the project
preflight-blocks = { $fitting } of { $all ->
    [one] 1 data block
   *[other] { $all } data blocks
} have the length in the project{ $unseen ->
    [0] {""}
   *[other] ; { $unseen } cannot be checked
}; { $later }
preflight-later-by-checksums = the controller does not report whether it runs the project's program, but a change during a session is detected by checksums
preflight-later-by-lengths = the controller reports nothing else: a change during a session is detected only by the lengths of blocks
preflight-remedy-prefix = correct the prefix of the node ids, or omit it: the server is then asked for it
preflight-remedy-allow = ask the programmer to allow external access to these tags, or read others
preflight-remedy-version = compare the project's version with the controller's
preflight-remedy-publish = follow the reason, or ask the programmer to publish them or to give their block a fixed layout
preflight-remedy-load = load the version of the project that the controller runs, or read the members by name
preflight-remedy-fewer = read fewer tags, or parts of large ones
preflight-remedy-look-again = try again: the answers so far are kept
preflight-remedy-manual = look up the controller's answer in its manual
doctor-saw-tag = { $name }: { $cause }

# The configuration file.
config-unreadable-too-long = is longer than the { $mib } MiB of a configuration
config-unreadable-no-text = is neither UTF-8 nor UTF-16
config-unreadable-file = cannot be read ({ $why })
config-advice-another-name = use a name that is valid on every system
config-advice-single-quotes = write a Windows path in single quotes, as 'C:\data'; a backslash needs no escape there
config-advice-name-it = name the configuration file; `tagbridge config init` writes one with comments
config-advice-save-as-text = save it as UTF-8
config-advice-init = `tagbridge config init` writes one with comments
config-advice-examples = `tagbridge config init` writes the manual, with an example of each protocol
config-advice-correct-line = correct the line
config-advice-double-brackets = write [[session]], with two brackets on each side
config-advice-move-to-top = move `{ $name }` to the top of the file, before [service]
config-advice-did-you-mean = did you mean `{ $name }`?
config-advice-write-address = write it like https://host/api/v1
config-advice-give-key = use `key` instead
config-advice-use-https = use https (http is only for this computer)
config-advice-write-secret-place = write { "{" } env = "{ $variable }" { "}" } or { "{" } file = "PATH" { "}" }
config-advice-write-size = write it like "64MiB" or "1GiB"
config-advice-own-name = use a different name for each session
config-advice-one-session = each project has one session
config-advice-write-duration = write it like "250ms", "1s" or "720h"
config-advice-duration-range = use { $from } to { $to }
config-advice-number-range = use a number from { $from } to { $to }
config-advice-request-rate = use a number of at least 0.1
config-advice-own-tag-name = write the controller's own name of a tag
config-advice-password-file = put the password there, in a file that only its owner can read
config-advice-key-file = put the key there, in a file that only its owner can read
config-advice-add-session = add a [[session]] block
config-advice-name-folder = name a folder, or omit the line
config-advice-name-installation = name this installation, or omit the line
config-mistakes-at = { $place }: { $what }; { $remedy }
config-mistake-no-session = there is no session
config-advice-password-setting = name the place of the password in the session's `password`
config-advice-file-letters = use letters, digits, `-`, `_` and `.`
config-advice-project-id = `tagbridge project add` prints the id
config-advice-put-project-id = enter the id that `tagbridge project add` prints
config-advice-name-user = name the user in the endpoint, as in { $endpoints }, or omit the password
config-advice-write-source = write "service", "controller" or a path, or omit the line
config-advice-block-number = use the block's number in the controller, 1 to 65535
config-advice-one-block-each = each block has a different number
config-advice-leave-prefix-out = omit the line: the server is asked for it
config-advice-poll = use "poll", or omit the line
config-advice-poll-or-subscribe = use "poll" or "subscribe"
config-advice-list-mode = use "never" or "when_it_saves"
config-advice-cause-set = use "off", "alarms", or a list of tags
config-advice-leave-out = omit it: only { $schemes } uses it
config-mistake-control-character = has a control character, such as a tab or the end of a line
config-mistake-device-name = `{ $name }` is the name of a device on Windows
config-mistake-unknown-setting = unknown field `{ $name }`
config-mistake-missing-setting = missing field `{ $name }`
config-mistake-no-address = is not a valid address
config-mistake-holds-login = contains a login
config-mistake-clear-text = would send the key in clear text over the network
config-mistake-holds-secret = the secret itself must not be in this file (if it was, replace the secret)
config-mistake-no-secret-place = does not name the place of the secret
config-mistake-no-size = `{ $text }` is not a size of at least 1MiB
config-mistake-used-twice = is used by another session too
config-mistake-out-of-range = is out of range
config-mistake-duration-out-of-range = `{ $text }` is out of range
config-mistake-no-duration = `{ $text }` is not a duration
config-mistake-tag-length = must have 1 to { $most } characters
config-mistake-no-file-name = is not a valid file name
config-mistake-empty = is empty
config-mistake-names-no-project = does not name a project yet
config-mistake-no-user = has no user: the endpoint names none
config-mistake-no-block-number = is not the number of a data block
config-mistake-block-number-taken = has the same number as `{ $other }`, { $number }
config-mistake-sends-nothing = a controller over { $scheme }:// cannot send values by itself
config-mistake-no-mode = is not a way to read
config-mistake-no-list-mode = is not a way to use the tag list
config-mistake-no-cause-set = is not a valid choice of the tags whose causes are read
config-mistake-no-meaning = is not used for { $scheme }://
config-mistake-own-group = is the session's own group
config-mistake-no-group-name = is not a group name
config-mistake-no-interval = has no interval
config-mistake-tag-placed-twice = `{ $tag }` is listed twice
config-mistake-too-many-groups = exceeds the limit of { $most } groups
config-mistake-no-width = is not a difference
config-mistake-no-broker = is not the address of an MQTT broker
config-mistake-password-in-clear = would be sent in clear text over the network
config-mistake-no-such-choice = is not one of the choices
config-mistake-reserved-in-topic = has a character that is reserved in topics, or an empty part
config-advice-session-itself = write its `interval` and `tags` in the session itself
config-advice-group-word = use a word, such as "fast" or "recipes"
config-advice-add-interval = add interval = "5s"
config-advice-one-group = list each tag in one group
config-advice-another-group = put its tags into another group
config-advice-width = use a number above 0, in the unit of the tag
config-advice-write-broker = write it as mqtts://HOST:8883, or mqtt://HOST:1883 without TLS
config-advice-use-mqtts = use mqtts (mqtt with a password is only for this computer)
config-advice-certificate-and-key = name both certificate and certificate_key, or neither
config-advice-mqtt-version = use "5" or "3.1.1"
config-advice-mqtt-format = use "sparkplug" or "json"
config-advice-plain-topic = omit +, / and #; write one / between the parts of `topic`

bridge-logged-recording-not-written = the recording cannot be written
bridge-logged-recorder-broken = the recorder ended with an internal error in Tagbridge
bridge-logged-incident-kept = an incident is kept
config-mistake-no-condition = `{ $text }` is not a condition
config-advice-write-condition = write "falls", "rises", "changes", a comparison such as "<> 0" or ">= 80.5", or "bad for 5s"
