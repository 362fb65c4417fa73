# The screens: why a command came to nothing.
desk-not-there = { $what } `{ $name }` does not exist
desk-argument = argument { $path }: { $why }
desk-command = unknown command: { $why }
desk-answer = the response cannot be encoded: { $why }
desk-another-certificate = the server's certificate has changed since you looked at it
desk-other-name = this is not the project's name
desk-not-archived = the project is not archived
desk-project-streamed = a session streams the project
desk-file-not-kept = the project file cannot be stored: { $why }
desk-file-not-read = the project file cannot be read: { $why }
desk-reading-failed = reading the project file failed
desk-projects-elsewhere = upload projects to your company's service in the browser
desk-streamed-already = { $project } is already streamed from { $endpoint }
desk-session-runs = the session is running
desk-session-stopped = the session is stopped
desk-session-not-running = the session is not running
desk-session-configured = the session belongs to a configuration file
desk-interval = the interval is out of range
desk-no-choice-of-tag-list = { $scheme }:// does not have this choice for its tag list
desk-block-number = data block "{ $name }" cannot have the number 0
desk-no-block = the project has no data block "{ $name }"
desk-no-ip-address = { $host } is not an IP address
desk-other-program = another program answers on this port, not a controller with this protocol ({ $why })
desk-bundle-not-packed = the bundle cannot be packed: { $why }
desk-bundle-not-saved = the bundle cannot be saved as { $path }: { $why }
desk-folder-not-read = the data folder { $folder } cannot be read: { $why }
desk-secret-file-damaged = the { $what }'s file { $path } was changed or is damaged
desk-secret-file-not-read = cannot read the { $what }'s file { $path }: { $why }
desk-secret-file-not-written = cannot write the { $what }'s file { $path }: { $why }
desk-secret-file-not-set-aside = cannot move the { $what }'s file { $path }: { $why }
desk-no-keychain = the { $what } cannot be stored in the keychain: { $why }
desk-no-user = no user was entered
desk-no-password = no password was entered
desk-no-users = a controller over { $scheme }:// does not support users
desk-settings-not-kept = cannot store settings in { $folder }: { $why }
desk-out-of-range = { $what } is out of range
desk-preflight-ended = the check before start was cancelled
desk-answer-ended = the question was cancelled
desk-too-many-tags = more than 600 tags at a time
desk-too-many-lines = a trend can have at most eight tags
desk-no-paths = the console does not accept paths
desk-no-home = this user has no home folder for the data
desk-service-address = the service's address is not a web address
desk-service-login = the service's address contains a login
desk-not-listening = the built-in service cannot listen on { $address }: { $why }
desk-trace-too-long = a wire trace can last at most ten minutes
desk-no-frames = this protocol's driver records no frames
desk-nothing-recorded = nothing was recorded
desk-frames-not-packed = the recording cannot be packed: { $why }
desk-file-not-saved = cannot save { $path }: { $why }
desk-too-many-groups = more than { $most } rate groups
desk-group-name = `{ $name }` is not a valid name of a rate group
desk-tag-twice = `{ $tag }` is in two rate groups
desk-service-configured = the configuration file defines the service
desk-service-in-use = sessions deliver to the current service
desk-data-in-use = { $other } uses this user's data
desk-no-service = no service was chosen yet

desk-do-reload-screen = reload the screen
desk-do-reload-old-screen = reload the screen: it may be older than the program
desk-do-reload-page = reload the page: it may be older than the program
desk-do-ip-address = correct the address: it has four numbers from 0 to 255, such as 192.168.10.21
desk-do-other-port = check the address and the port: another program, such as a web server, may use the port
desk-do-report = create a support bundle and report it
desk-do-report-with-file = create a support bundle and report it with the file
desk-do-look-again = view it again and compare
desk-do-open-again = open it again; check the data folder
desk-do-upload-there = upload it there, or use the built-in service
desk-do-stop-that-session = stop that session first
desk-do-stop-it = stop it first
desk-do-start-again = start it again
desk-do-ask-again = ask again
desk-do-choose-service = choose a service first, and start the session again
desk-do-change-configuration = change the file and start the program again; it can be paused here
desk-do-choose-session = choose a session from the status
desk-do-interval = use 10 ms to 1 h
desk-do-leave-choice-out = omit the choice: it is only for { $schemes }
desk-do-block-number = use the controller's number, 1 to 65535
desk-do-asked-block = use a block that the preflight lists
desk-do-try-again = try again
desk-do-another-folder = choose another folder
desk-do-record-again = record again, and open the frame in time
desk-do-fewer-groups = combine tags that have the same rate
desk-do-another-group-name = choose a word that begins with a letter and is not used yet
desk-do-one-group = list it in one of them
desk-do-bridges-folder = name the bridge's data folder
desk-do-folder-and-owner = check the folder and its owner
desk-do-keychain = unlock or install a keychain (a secret service), or store the { $what } in a file that only you can read
desk-do-enter-user = enter the user name from the controller's administrator
desk-do-enter-password = enter the user's password
desk-do-without-user = check it without a user
desk-do-folder-and-space = check the folder, its owner and the free space
desk-do-range = use a number from { $low } to { $high }
desk-do-choose-tag = choose a tag from the table
desk-do-shown-tags = request only tags that are shown
desk-do-select-fewer = select fewer
desk-do-send-bytes = send the file's bytes
desk-do-open-rows = open it with `rows` first
desk-do-name-folder = set { $variable }, or name a data folder
desk-do-service-address = write it like https://plant.example
desk-do-own-field = enter the key in its own field
desk-do-loopback-ports = check that loopback ports are available
desk-do-shorter-trace = use up to 600 seconds
desk-do-other-tool = record it on the network with another tool
desk-do-change-service = change [service] in the configuration file and start again
desk-do-stop-sessions = stop the sessions first
desk-do-other-program = use its screens, or end it first
desk-do-any-service = start the built-in service, or enter an address and a key
desk-do-projects-platform = choose a controller of the project's platform, or another project
desk-do-endpoint-like = write it like { $examples }
desk-do-own-folder = allow this user to write to its own folder, and trust the certificate again
desk-do-enter-key = enter the service's key again
desk-do-correct-service = correct the service's address
desk-do-data-folder = check the data folder and its owner
desk-do-correct-endpoint = correct the controller's address
desk-do-stop-session = stop the session first
desk-do-data-folder-and-space = check the data folder, its owner and the disk's free space
desk-do-keys-projects = limit the key to existing projects
desk-do-put-file = upload its file to the service; until then tags have the controller's names
desk-do-code-read = give the key the permission code_read for this project; until then tags have the controller's names
desk-do-look-at-file = check the file; until then tags have the controller's names
desk-do-until-then = { $remedy }; until then tags have the controller's names
desk-do-login-here = enter a user and a password that are valid on the server and may read there
desk-do-write-name = enter the project's name as in the list
desk-do-archive-first = archive it first: until then it is in use
desk-do-end-session-first = stop its session first, and try again after a moment
desk-do-trust-here = view its certificate here, compare the fingerprint with the one that the service shows on its own computer, and trust it; nothing is lost meanwhile
desk-do-trust-changed-here = find out why it changed: the connection may be under attack; if the service was set up again, view its certificate here and trust it; nothing is lost meanwhile
desk-do-one-vendor = choose two of the same vendor

desk-thing-session = session
desk-thing-tag = tag
desk-thing-command = command
desk-thing-table = open table of session
desk-thing-place = place in the project’s file
desk-thing-version = version
desk-thing-frame = frame

desk-kept-key = key
desk-kept-password = password

desk-setting-scan-interval = the scan interval
desk-setting-push-interval = the push interval
desk-setting-keep-hours = the time that snapshots are kept
desk-setting-keep-bytes = the size of the outbox
desk-setting-requests = the number of requests a second
desk-no-key = this is not a key
desk-do-copy-key = copy it as it was shown when it was created
desk-do-https = use https; http is only for this computer
desk-no-key-kept = no key is stored for { $service }
desk-other-vendors = projects of different vendors cannot be compared
desk-do-enter-given-key = enter the key from your administrator
desk-do-another-project = choose another project

# The event log.
desk-logged-started = Tagbridge has started
desk-logged-events-missing = events before this one could not be written
desk-logged-log-not-kept = the event log cannot be stored in the data folder
desk-logged-session-not-resumed = a session cannot be resumed
desk-logged-password-not-resumed = a session cannot be resumed with its password
desk-logged-passwords-damaged = the file of the controllers' passwords is damaged and was moved
desk-logged-old-password-stays = an old password could not be deleted
desk-logged-file-unreadable = a project file cannot be read any longer
desk-logged-service-listens = the built-in service is listening
desk-logged-service-other-port = the built-in service uses another port
desk-logged-service-ended = the built-in service has ended
desk-logged-service-broke-down = the built-in service failed
desk-logged-service-not-resumed = the previous service cannot be used
desk-logged-settings-unreadable = the settings cannot be read: the defaults are used
desk-logged-tags-not-kept = the tags of a session cannot be stored for the next start
desk-logged-check-not-kept = the result of a check cannot be stored for support bundles
desk-logged-copy-stays = the copy of a deleted project's file could not be deleted

# What a statement and a preflight say.
desk-promise = Only the kinds of request listed here can be sent to the controller. Immediately before a frame is sent, it is parsed and compared with this list. This program contains no request that writes.
desk-device-same = serial { $serial }, the same device as before
desk-device-another = serial { $serial }; before it was { $before }
desk-keychain-not-used = the keychain is not used in this mode
desk-keychain-no-answer = this computer's keychain does not respond: { $why }

# What is in a support bundle.
bundle-versions = this program and this computer's system
bundle-status = status of the sessions and the service
bundle-settings = settings, without the key
bundle-kept-settings = settings, without keys
bundle-configuration = the configuration, which names the places of keys but contains none
bundle-log = event log, { $events ->
    [one] 1 event
   *[other] { $events } events
}
bundle-kept-log = event log
bundle-statement = requests that are allowed, requests that were sent, and counters
bundle-tags = { $tags ->
    [one] 1 tag, without its value
   *[other] { $tags } tags, without values
}
bundle-doctor = result of the last check of the system by the doctor
bundle-check = result of the latest check of a controller before start
bundle-trace = wire trace, { $frames ->
    [one] 1 frame
   *[other] { $frames } frames
}, with values
bundle-data-folder = the data folder, { $files ->
    [one] 1 file
   *[other] { $files } files
}
bundle-no-data-folder = the data folder { $folder }, which does not exist
bundle-bridge-status = the bridge's last status
bundle-outboxes = snapshots that are not yet delivered, without values

# The communication log: what a frame says.
wire-read-tag = Read { $name }
wire-read-tags = Read { $count } tags
wire-request = { $request }
wire-values = { $count ->
    [one] 1 value
   *[other] { $count } values
}
wire-some-refused = { $count ->
    [one] 1 value
   *[other] { $count } values
}, { $refused } refused
wire-more = { $bytes } bytes, more follow
wire-refused = Refused: { $why }
wire-answer-to = Response: { $request }
wire-answer = Response of { $bytes } bytes
wire-sealed = { $bytes } bytes, encrypted or a part of a longer message
wire-login = Login, { $bytes } bytes that are not shown
wire-part = { $bytes } bytes of a frame that began before the recording
wire-unreadable = Cannot be decoded: { $why }

desk-work-stopped = stopped
desk-not-analysed = the project cannot be analysed: { $why }
desk-no-chapters = the report has no chapter
desk-no-report = the report cannot be made: { $why }
desk-other-version = the project has a newer version than the one that the proposal was made of
desk-too-many-triggers = more than { $most } triggers
desk-no-trigger-tag = the trigger has no tag
desk-no-condition = "{ $text }" is not a condition
desk-trigger-time = the time before or after is out of range
desk-do-analyse-first = run the analysis
desk-do-choose-chapter = choose at least one chapter
desk-do-propose-again = request the change again
desk-do-save-and-upload = save the proposal as a file and upload it in the browser
desk-do-choose-recording = choose a .tbrec file that was exported by Tagbridge
desk-do-fewer-triggers = delete some of them
desk-do-condition-like = write falls, rises, changes, a comparison such as <> 0 or >= 80.5, or bad for 5s
desk-do-trigger-time = choose 0 to 3600 seconds
desk-thing-analysis = the analysis of
desk-thing-proposal = the proposal
desk-step-begin = starting
desk-step-read-file = reading the file
desk-step-read-code = reading the code
desk-step-store = storing the project
desk-step-plan = planning and checking the change
desk-step-draw = drawing the code
desk-step-read-recording = reading the recording

# Answers about recorded stops and starts.
past-answer-off = { $name } went off at { $at }, for { $span }
past-answer-still-off = { $name } went off at { $at } and is still off, for { $span }
past-answer-on = { $name } went on at { $at }, for { $span }
past-answer-still-on = { $name } went on at { $at } and is still on, for { $span }
past-answer-changed = { $name } changed from { $from } to { $to } at { $at }
past-answer-count = { $name }: { $count ->
    [one] once
   *[other] { $count } times
} since { $from }, { $total } in total
past-answer-never = the recording has no such change of { $name }
past-answer-not-since = no such change of { $name } is recorded since { $from }
past-answer-otherwise = at { $at } this was not so. The last time before that:
past-answer-not-recorded = { $name } is not recorded
past-answer-gaps = values of { $span } since then are missing: it may have changed again in between
past-answer-link = { $change }: { $reason }
