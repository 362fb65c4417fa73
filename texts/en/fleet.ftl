# One signed file that sets up many installations. Note for translators: “code” is what a device
# exchanges for a key; “signer” is whose signature the file has.

fleet-unreadable = { $path } cannot be read: { $why }
fleet-unwritable = { $path } cannot be written: { $why }
fleet-no-fleet = { $path } is no fleet’s file
fleet-newer = { $path } has format { $found }, and this program knows format { $known } at most
fleet-altered = { $path } is not what was signed: it was altered or is damaged
fleet-other-signer = { $path } is signed by { $found }, and must be signed by { $expected }
fleet-older = { $path } was signed { $at }, before the file that was applied last: that was signed { $applied }
fleet-kept-damaged = { $path } is damaged: it cannot be told which files the fleet brought that was applied last
fleet-no-signer = nobody has said yet whose signature the file must have
fleet-bad-signer = `{ $found }` is neither a signer’s public key nor a file with one
fleet-bad-key = { $path } holds no key that signs, or everybody on this machine can read it
fleet-escapes = a file of the fleet, `{ $name }`, would be written outside its folder
fleet-outside = { $path } is not in the folder { $folder }
fleet-key-elsewhere = the configuration has the service’s key elsewhere than in a file of its own folder
fleet-names-device = the configuration names one installation (`device_id`), and is for many
fleet-configuration = the configuration in { $path } cannot be used: { $why }
fleet-no-session = there is no session `{ $name }`; there are { $known }
fleet-no-blocks = the sessions cannot be told apart
fleet-no-code = this installation has no key yet, and there is no code to get one
fleet-code-unknown = the service does not know the code
fleet-code-expired = the code has expired, at { $at }
fleet-code-used-up = the code has been used; it was good for { $uses ->
    [one] one installation
   *[other] { $uses } installations
}
fleet-code-revoked = the code, or the key that was made by it, was revoked
fleet-out-of-scope = the code is not for the project { $project } of the session `{ $session }`
fleet-no-project = the code is for none of the projects in the file
fleet-service = { $why }
fleet-client = { $why }
fleet-device = { $why }

fleet-remedy-path = check the path, and who may read and write there
fleet-remedy-ask-for-file = ask whoever made the file for it again
fleet-remedy-newer-program = install a newer version of Tagbridge
fleet-remedy-compare-signer = ask whoever made the file which signer is the right one; with another one, name it by --signer
fleet-remedy-say-older = ask whoever made the file for the newest one; to apply this one anyway, use --older
fleet-remedy-take-away = take away what is no longer to be trusted in the folders authorities, pinned and trusted of `pki`, and this file; then apply again
fleet-remedy-give-signer = name the signer by --signer, as whoever made the file told it: ed25519:…
fleet-remedy-give-key = use a file that `tagbridge fleet key` made, and that only you can read
fleet-remedy-into-folder = put the file into the configuration’s folder
fleet-remedy-key-in-folder = write key = {"{"} file = "service.key" {"}"} under [service]
fleet-remedy-leave-device-out = take `device_id` out: each installation has one of its own
fleet-remedy-correct = correct it, and try it with `tagbridge config check`
fleet-remedy-name-session = name one of those
fleet-remedy-write-blocks = write each session as a block of its own that begins with [[session]]
fleet-remedy-give-code = ask whoever runs the service for a code, and give it by --code
fleet-remedy-ask-for-code = ask whoever runs the service for a new code: `tagbridge key code`
fleet-remedy-other-sessions = name other sessions, or ask for a code that is for these projects

fleet-of-signature = fleet: signature
fleet-of-files = fleet: files
fleet-of-authorities = fleet: authorities

fleet-saw-signed = `{ $name }`, signed { $at } by { $signer }
fleet-saw-same = { $files ->
    [one] the one file is as it was signed
   *[other] all { $files } files are as they were signed
}
fleet-saw-changed = changed since they were signed: { $files }
fleet-saw-trusted = { $certificates ->
    [one] one file of an authority that is trusted, too
   *[other] { $certificates } files of authorities that are trusted, too
}

fleet-advice-apply-again = apply the fleet’s file again: `tagbridge fleet apply`
