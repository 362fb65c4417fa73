# The output of commands, one line or more.
cli-line-console-ended = the console ended: { $why }
cli-line-metrics-ended = the metrics ended: { $why }
cli-line-metrics-on = metrics on http://{ $address }/metrics
cli-line-console-on = console on { $url }
cli-line-cited-of = the answer cites { $count } of { $total } places
cli-line-ask-again = Ask again with --choose NAME.
cli-line-values-awaited = some values are not known yet; the session will read them …
cli-line-model-asked = a model is asked …
cli-line-begun-again = the service was restarted; the answer starts again
cli-line-store-copied = copied and verified { $rows } rows of { $tables } tables and { $files } files to { $to }
cli-line-copying-rows = copying { $table }: { $rows } rows
cli-line-copying-files = copying files: { $files }
cli-line-comparing-table = comparing { $table }
cli-line-copied = copied the database and { $files } project files to { $to }
cli-line-listed-again = the controller's program changed; its tag list is read again
cli-line-browsed = { $tags ->
    [one] 1 tag
   *[other] { $tags } tags
}, from { $controller }
cli-line-browsed-and-own = { $tags ->
    [one] 1 tag
   *[other] { $tags } tags
} and { $own } system tags (--all shows them), from { $controller }
cli-line-controller = { $kind } at { $address } ({ $state })
cli-line-bundled = { $file }: { $files ->
    [one] 1 file
   *[other] { $files } files
}; { $removed }
cli-line-accepted-is-gone = { $id } is accepted in the .accept file, but the analysis no longer finds it
cli-line-analysed = { $errors ->
    [one] 1 error
   *[other] { $errors } errors
}, { $warnings ->
    [one] 1 warning
   *[other] { $warnings } warnings
}, { $notes ->
    [one] 1 note
   *[other] { $notes } notes
} in { $units ->
    [one] 1 rung, network or routine
   *[other] { $units } rungs, networks and routines
}{ $opaque ->
    [0] {""}
   *[other] ; { $opaque } of them could not be read completely
}
cli-line-findings-accepted = { $count ->
    [one] 1 finding is accepted with a reason
   *[other] { $count } findings are accepted with a reason
}
cli-line-findings-known = { $new } new, { $known } in the baseline
cli-line-phase-failed = { $phase }: not analysed: { $why }
cli-line-not-approved = no file is written yet: run the same command with --approve to write the change to a new file
cli-line-proposed-in = written to { $file }; the old file is unchanged
cli-line-answer-with = Run the same command with --answer "{ $id }=TEXT".
cli-line-reported = { $file }: { $bytes } bytes
cli-line-nothing-secret = it contains no secrets
cli-line-taken-out = removed: { $kinds }
cli-line-configuration-written = wrote { $file }: read it, fill in service and session, then
cli-line-configuration-fine = { $file } is valid
cli-line-configured = { $name }: { $tags ->
    [one] 1 tag
   *[other] { $tags } tags
} of { $endpoint } for project { $project }
cli-line-configured-without-tags = { $name }: no tags of { $endpoint } for project { $project }; only requested names are read
cli-line-demo-introduced = 
    A small plant: three virtual controllers with a project each, and the service, all in this process.

    Open in a browser:

    {"  "}{ $console }

    { $first } ({ $vendor }) streams already. Two more are waiting: { $others }.
    In three clicks:

      1  Projects  choose one of them, and "Connect"
      2  Connect   choose the controller of the same vendor that was found; it is compared with the project
      3  Start     and its values are live

    While it runs, in another terminal:

      tagbridge read { $endpoint } Line_StateText 'Oven_Temperature[0..2]'
      curl -H 'Authorization: Bearer { $key }' { $service }/projects/{ $project }/hmi/values
cli-line-demo-read = { $stored } snapshots stored, { $tags } tags read back from the service
cli-line-nobody-answered = no device responded. A broadcast does not pass routers: use --host for a controller in another network
cli-line-waiting-for-answers = waiting for responses; an unreachable service takes a minute
cli-line-not-asked = { $name } is not requested: { $why }
cli-line-trips-a-scan = { $trips ->
    [one] 1 round trip
   *[other] { $trips } round trips
} per scan
cli-line-note = note: { $what }
cli-line-note-of = note: { $subject }: { $what }
cli-line-more-notes = note: { $count } more: tagbridge project inspect { $file }
cli-line-follows-of = the following lines are from { $data }
cli-line-key-made = key { $id } created; the line above is its secret and is shown only now
cli-line-key-made-into = key { $id } created, its secret is in { $file }
cli-line-key-revoked = key { $id } is revoked
cli-line-org-made = organization { $id } is created; `tagbridge key create --org { $id }` creates its first key
cli-line-billing-set = new projects are billed: { $billing }
cli-line-team-assigned = project { $project }: team { $team }
cli-line-code-made = code { $id } created, valid until { $at } for { $uses ->
    [one] one device
   *[other] { $uses } devices
}; the line above is shown only now
cli-line-fleet-key-made = the signing key is in { $file }; the line above is its public key, which names the signer
cli-line-fleet-signed = { $file } is signed by { $signer }
cli-line-fleet-applied = fleet “{ $name }” applied to { $file }, { $sessions ->
    [one] one session
   *[other] { $sessions } sessions
}, device { $device }
cli-line-no-outbox = no outbox: no session has been started with this folder yet
cli-line-exported-to = { $snapshots ->
    [one] 1 snapshot
   *[other] { $snapshots } snapshots
} in { $file }
cli-line-exported = { $snapshots ->
    [one] 1 snapshot
   *[other] { $snapshots } snapshots
} written
cli-line-damaged-left-out = { $snapshots ->
    [one] 1 snapshot
   *[other] { $snapshots } snapshots
} omitted: damaged on disk
cli-line-nothing-quarantined = no snapshots in quarantine
cli-line-to-be-sent = { $snapshots ->
    [one] 1 snapshot is sent again
   *[other] { $snapshots } snapshots are sent again
}: with the next push of a running bridge, or with the next run
cli-line-of-left-stream = { $snapshots ->
    [one] 1 snapshot stays
   *[other] { $snapshots } snapshots stay
} in quarantine: the session started a new stream since then. They can be exported
cli-line-discarded = { $snapshots ->
    [one] 1 snapshot
   *[other] { $snapshots } snapshots
} deleted
cli-line-project-archived = { $name } is archived: it is no longer listed, and no file is added to it
cli-line-no-history = the service has no history of { $tag }
cli-line-history-cut = Values older than { $at } are incomplete: the service kept only the newest ones.
cli-line-project-listed = { $name } is listed again
cli-line-project-deleted = { $name } is deleted
cli-line-version-in = written to { $file }
cli-line-version-used-again = version { $number } is current again, as version { $now }
cli-line-version-is-current = version { $number } is current already
cli-line-project-created = a new project
cli-line-project-version = its version { $number }
cli-line-project-identical = no change: the file is version { $number } already
cli-line-read-as = the endpoint of { $address } is { $endpoint }
cli-line-watch-keys = q quits · Space pauses · s sorts · arrows scroll
cli-line-watch-old = No current values: the newest scan is { $seconds } s old
cli-line-watch-paused = Paused: values of { $at }; Space continues
cli-line-scanned = { $tags ->
    [one] 1 tag
   *[other] { $tags } tags
} in { $ms } ms by { $trips ->
    [one] 1 round trip
   *[other] { $trips } round trips
}, from { $controller }
cli-line-plain-http = plain HTTP: everybody on the network can read keys and values
cli-line-own-certificate = its certificate is self-signed, SHA-256 { $fingerprint }; on each computer with a bridge, run once: tagbridge trust https://THIS-COMPUTER:PORT
cli-line-taking-from = the service also stores snapshots from the MQTT broker { $url }
cli-line-serving = service on { $url }, data in { $data }
cli-line-fingerprint = certificate's SHA-256: { $fingerprint }
cli-line-trusted = { $fingerprint } is trusted at { $endpoint }
cli-line-trust-another = This certificate is not the previous one. Trust it from now on? [yes/no]
cli-line-trust-this = Does the controller show the same fingerprint? [yes/no]
cli-line-trust-this-service = Does `tagbridge serve` show the same fingerprint? [yes/no]
cli-line-not-executed = not executed, so the tags that they write keep their values:
cli-line-not-served = { $count } of { $all ->
    [one] 1 tag
   *[other] { $all } tags
} not available in the virtual controller:
cli-line-matches = matches: the controller runs this project
cli-line-cannot-tell = it is not known whether the controller runs this project
cli-line-another-controller = another controller: this project is not for it
cli-line-differs = differs: the controller differs from this project in { $places ->
    [one] 1 place
   *[other] { $places } places
}
cli-line-what-differs = Differences:
cli-line-and-more = and { $count } more
cli-line-readable = { $count } of { $tags ->
    [one] 1 tag
   *[other] { $tags } tags
} can be read
cli-line-readable-and-untried = { $count } of { $tags ->
    [one] 1 tag
   *[other] { $tags } tags
} can be read; { $untried } more were not tested
cli-line-not-yet-known = { $count ->
    [one] 1 of them is not yet known
   *[other] { $count } of them are not yet known
}, and not counted
cli-line-to-do = do: { $remedy }
cli-line-proposal = proposal: { $what }
cli-line-nothing-to-read = forecast: there are no tags to read
cli-line-forecast = forecast: { $tags ->
    [one] 1 tag
   *[other] { $tags } tags
}, { $requests ->
    [one] 1 request
   *[other] { $requests } requests
}, { $took } a scan
cli-line-cause-cost = causes: { $tags ->
    [one] 1 more tag
   *[other] { $tags } more tags
}, { $requests ->
    [one] 1 more request
   *[other] { $requests } more requests
} in each scan
cli-line-forecast-by-list = { $forecast }; with tag_list = "when_it_saves" in the session's configuration: { $requests ->
    [one] 1 request
   *[other] { $requests } requests
}, and { $upload ->
    [one] 1 request
   *[other] { $upload } requests
} to read the controller's tag list first
cli-line-reaching = connecting to the controller
cli-line-listing = reading the controller's tag list: { $tags ->
    [one] 1 tag
   *[other] { $tags } tags
} so far
cli-line-trying = testing tags: { $done } of { $all }
cli-line-measuring = measuring a scan
cli-line-running-since = running since { $since } as process { $process }, last status at { $told }; values are sent to { $service }
cli-line-running-and-silent = running, without a status yet
cli-line-ended-at = not running: it ended at { $at }
cli-line-ended-unexpectedly = not running: it ended unexpectedly; its last status is from { $at }
cli-line-never-ran = not running, and there is no trace of an earlier run
cli-line-no-sessions = no sessions

# The state of a session, and of the delivery of its values.
cli-state-idle = idle
cli-state-connecting = connecting to { $endpoint }
cli-state-connecting-again = connecting to { $endpoint }, attempt { $attempt }
cli-state-live = live, { $good } good
cli-state-unstored = reading, values are not stored; { $good } good
cli-state-unstored-scans = { $scans ->
    [one] 1 scan was not stored and is lost
   *[other] { $scans } scans were not stored and are lost
}
cli-state-ended-unstored = stopped; { $scans ->
    [one] 1 scan was not stored and is lost
   *[other] { $scans } scans were not stored and are lost
}
cli-state-uncertain = { $live }, { $count } uncertain
cli-state-bad = { $live }, { $count } bad
cli-state-requested = { $live }, { $count } requested
cli-state-group = { $tags ->
    [one] one tag
   *[other] { $tags } tags
 } every { $every }, { $missed } of { $all } scans missed
cli-state-group-trouble = { $group }; not read: { $problem }
cli-state-waiting = waiting until { $until }: { $cause }; { $remedy }
cli-state-still-waiting = still waiting, until { $until }
cli-state-stopped = stopped: { $cause }
cli-state-still-attention = its values still need attention
cli-state-nothing-stored = snapshots cannot be stored
cli-state-controllers-names = the tags are read by the controller's own names: { $problem }
cli-state-still-controllers-names = still read by the controller's own names
cli-state-still-differs = still differs from its project
cli-state-names-as-before = read by the previous names
cli-state-differs = differs from { $file }: { $first }
cli-state-differs-more = differs from { $file }: { $first }, and { $more } more
cli-state-not-contacted = service not contacted yet
cli-state-stored-through = service has stored all snapshots up to { $sequence }
cli-state-answers = service responds
cli-state-service-waiting = service: next attempt at { $at }: { $cause }; { $remedy }
cli-state-still-undelivered = still not delivered, next attempt at { $at }
cli-state-delivery-ended = delivery has ended
cli-state-broker-connecting = MQTT: connecting to { $broker }
cli-state-broker-host = MQTT: connected to { $broker }; waiting for the primary host { $host }
cli-state-broker-online = MQTT: publishing to { $broker }
cli-state-broker-waiting = MQTT: { $cause }; { $remedy }; next attempt at { $at }
cli-state-broker-ended = MQTT: ended
cli-state-broker-behind = { $state }; { $queued } snapshots wait, { $dropped } were dropped
cli-state-set-aside = the outbox was damaged and was moved to { $file }; { $saved }
cli-state-saved-as = its readable part is in { $file }
cli-state-nothing-saved = it had no readable part
cli-state-saved = { $snapshots ->
    [one] 1 snapshot
   *[other] { $snapshots } snapshots
} could be read from it and will be delivered
cli-state-disk-full = the disk is full: the oldest snapshots are deleted to store the newest; free some space
cli-state-outbox-replaced = the outbox file was removed or replaced { $times ->
    [one] once
   *[other] { $times } times
} while the bridge ran, and was written again
cli-state-older-copy = the outbox was restored from an older copy; its waiting snapshots were moved to a new stream
cli-state-quarantined = { $count } refused by the service and in quarantine
cli-state-lost-before = { $count } lost permanently, in the previous stream
cli-state-lost = { $count } lost permanently: { $why }
cli-state-lost-by-size = the outbox was full
cli-state-lost-by-age = they were too old
cli-state-lost-by-disk = the disk was full
cli-state-lost-by-damage = they were damaged on disk
cli-state-lost-rejected = the service rejected them permanently
cli-state-lost-too-large = they were larger than the service accepts
cli-state-delivered = stopped; everything is delivered
cli-state-kept = stopped; { $snapshots ->
    [one] 1 snapshot stays
   *[other] { $snapshots } snapshots stay
} in the outbox for the next start

# A cell of a table, or a part of a line.
cli-word-current = current
cli-word-accepted-finding = { $severity } (accepted)
cli-word-accepted-since = [accepted: { $reason }]
cli-word-error = error
cli-word-known-finding = { $severity } (known)
cli-word-remark = note
cli-word-warning = warning
cli-word-to-be-sent = { $why } (to be sent again)
cli-word-more = { $count } more
cli-word-and-more = { $names } and { $count } more
cli-word-list-and-more = { $names }, and { $count } more
cli-word-times = { $count ->
    [one] 1 time
   *[other] { $count } times
}
cli-word-snapshots = { $count ->
    [one] 1 snapshot
   *[other] { $count } snapshots
}
cli-word-tags = { $count ->
    [one] 1 tag
   *[other] { $count } tags
}
cli-word-data-types = { $count ->
    [one] 1 data type
   *[other] { $count } data types
}
cli-word-blocks = { $count ->
    [one] 1 block
   *[other] { $count } blocks
}
cli-word-programs = { $count ->
    [one] 1 program
   *[other] { $count } programs
}
cli-word-routines = { $count ->
    [one] 1 routine
   *[other] { $count } routines
}
cli-word-read-write = read write
cli-word-read-only = read only
cli-word-no-access = none
cli-word-unknown-access = unknown
cli-word-scan-took = scan { $ms } ms
cli-word-stored-through = stored { $sequence }
cli-word-key-at = { $mode }, key at { $key }
cli-word-run = run
cli-word-test = test
cli-word-program = program
cli-word-stop = stop
cli-word-fault = fault
cli-word-unknown = unknown
cli-word-all-projects = all
cli-word-any-device = any
cli-word-revoked = revoked { $at }
cli-word-up-to = up to { $sequence }
cli-word-running = running
cli-word-not-running = not running
cli-word-less-than = less than { $ms } ms
cli-word-about = about { $ms } ms
cli-word-good = good
cli-word-uncertain = uncertain: { $cause }
cli-word-bad = bad: { $cause }
cli-word-controller-stands = the controller is not running
cli-word-no-value = no value
cli-word-was = was { $value } { $seconds } s ago
cli-word-untold-types = types that the project does not contain
cli-word-untold-numbers = data blocks without a number in the project; enter it with --number "NAME=N"
cli-word-by-name = by name
cli-word-alias-of = alias of { $name }
cli-word-protected = its source is protected
cli-word-absent = the file does not contain its source
cli-word-every = every { $ms } ms
cli-word-on-trigger = on { $trigger }
cli-word-priority = priority { $priority }
cli-word-watchdog = watchdog { $ms } ms
cli-word-inhibited = inhibited
cli-word-safety = safety
cli-word-on-module = on { $parent }
cli-word-at-address = at { $address }
cli-word-not-in-file = not in the file
cli-word-controller-label = controller
cli-word-hash-label = hash
cli-word-task-label = task
cli-word-module-label = module
cli-word-calls-label = calls
cli-word-server-label = server
cli-word-certificate-label = certificate of
cli-word-fingerprint-label = SHA-256
cli-word-valid-label = valid
cli-word-offers-label = offers
cli-word-trusted-label = trusted so far
cli-word-valid-from-to = { $from } to { $to }

# The head of a table's column.
cli-column-access = ACCESS
cli-column-action = ACTION
cli-column-actor = ACTOR
cli-column-address = ADDRESS
cli-column-alias-of = ALIAS OF
cli-column-at = AT
cli-column-billing = BILLING
cli-column-bridge = BRIDGE
cli-column-by = BY
cli-column-detail = DETAIL
cli-column-device = DEVICE
cli-column-endpoint = ENDPOINT
cli-column-ends = ENDS
cli-column-every = EVERY
cli-column-file = FILE
cli-column-from = FROM
cli-column-how = HOW
cli-column-id = ID
cli-column-is = IS
cli-column-last-push = LAST PUSH
cli-column-last-scan = LAST SCAN
cli-column-last-used = LAST USED
cli-column-uses = USED
cli-column-limit = LIMIT
cli-column-lost = LOST
cli-column-made = MADE
cli-column-name = NAME
cli-column-oldest = OLDEST
cli-column-on-fault = ON FAULT
cli-column-permissions = PERMISSIONS
cli-column-product = PRODUCT
cli-column-projects = PROJECTS
cli-column-quarantined = QUARANTINE
cli-column-quality = QUALITY
cli-column-reads = READS
cli-column-refused-at = REFUSED AT
cli-column-reply = REPLY
cli-column-request = REQUEST
cli-column-revision = REVISION
cli-column-sequences = SEQUENCES
cli-column-serial = SERIAL
cli-column-session = SESSION
cli-column-size = SIZE
cli-column-state = STATE
cli-column-state-until-then = STATE UNTIL THEN
cli-column-status = STATUS
cli-column-subject = SUBJECT
cli-column-tag = TAG
cli-column-task = TASK
cli-column-text = TEXT
cli-column-version = VERSION
cli-column-touched = LAST CHANGED
cli-column-trip = TRIP
cli-column-type = TYPE
cli-column-value = VALUE
cli-column-vendor = VENDOR
cli-column-waiting = WAITING
cli-column-rule = RULE
cli-column-severity = SEVERITY
cli-column-what = WHAT
cli-column-when = WHEN
cli-column-where = WHERE
cli-column-why = WHY

# Why a file went to a project.
cli-decision-told = the project was named
cli-decision-named = the project has the name `{ $name }`
cli-decision-same-file = it is the project's current file
cli-decision-same-serial = the controller's serial number is the same, { $serial }
cli-decision-same-names = { $common } of { $of } names of tags and blocks are the same
cli-decision-none-called-so = no other project has this name
cli-decision-other-serial = { $project_id } has the same name, but is for the device with the serial number { $theirs }; this file is for { $serial }
cli-decision-other-model = { $project_id } has the same name, but is for a { $theirs }; this file is for a { $model }
cli-decision-other-names = { $project_id } has the same name, but only { $common } of { $of } names of tags and blocks are in both

# What a controller and its project are compared by.
cli-compared-platform = platform
cli-compared-name = name
cli-compared-model = model
cli-compared-revision = revision
cli-compared-serial = serial
cli-compared-tags = tags
cli-compared-types = types
cli-compared-blocks = blocks
cli-line-in-background = { $name }: { $state }
cli-background-missing = not installed
cli-background-stopped = stopped
cli-background-failed = stopped by a failure
cli-background-starting = starting
cli-background-running = running
cli-background-stopping = stopping

cli-recorded-nothing-recorded = nothing is recorded yet: no session has run with this data folder
cli-recorded-not-recorded = not recorded
cli-recorded-recording-damaged = recording of { $session }: { $bytes } bytes are damaged; the rest is read, and the gaps show the lost time
cli-recorded-past-unknown = PAST { $at }: no values are known ({ $why })
cli-recorded-past-shown = PAST { $at }, controller: { $mode }
cli-recorded-recording-exported = { $from } to { $until } is saved in { $file }
cli-recorded-incident-imported = added as incident { $number } of { $session }
cli-recorded-incident-noted = the note is saved with incident { $number }
cli-recorded-incident-exported = incident { $number } is saved in { $file }
cli-recorded-incident-deleted = incident { $number } is deleted
cli-recorded-no-incidents = there are no incidents
cli-recorded-replay-without-project = the recording contains no project: the virtual controller has only the recorded tags{ $left_out ->
    [0] {""}
   *[other] {" "}except { $left_out }
}
cli-column-gaps = GAPS
cli-column-incidents = INCIDENTS
cli-column-note = NOTE
cli-column-number = NO.
cli-column-since = SINCE
