# One signed file that sets up many installations. Note for translators: “code” is what a device
# exchanges for a key; “signer” is whose signature the file has.

fleet-unreadable = { $path } cannot be read: { $why }
fleet-unwritable = { $path } cannot be written: { $why }
fleet-no-fleet = { $path } is not a fleet file
fleet-newer = { $path } has format { $found }; this program supports format { $known } at most
fleet-altered = the signature of { $path } is not valid: the file was changed or is damaged
fleet-other-signer = { $path } is signed by { $found }, but must be signed by { $expected }
fleet-older = { $path } was signed { $at }, before the last applied file, which was signed { $applied }
fleet-kept-damaged = { $path } is damaged, so the files from the last applied fleet file are not known
fleet-no-signer = the signer of the file is not configured yet
fleet-bad-signer = `{ $found }` is neither a signer’s public key nor a file with one
fleet-bad-key = { $path } contains no signing key, or all users of this computer can read it
fleet-escapes = a file of the fleet, `{ $name }`, would be written outside its folder
fleet-outside = { $path } is not in the folder { $folder }
fleet-key-elsewhere = the configuration's service key must be in a file in the configuration's folder
fleet-names-device = the configuration names one installation (`device_id`), but a fleet file is for many
fleet-configuration = the configuration in { $path } cannot be used: { $why }
fleet-no-session = there is no session `{ $name }`; there are { $known }
fleet-no-blocks = the sessions cannot be separated
fleet-no-code = this installation has no key yet, and no code to get one
fleet-code-unknown = the service does not know the code
fleet-code-expired = the code has expired, at { $at }
fleet-code-used-up = the code was already used; it was valid for { $uses ->
    [one] one installation
   *[other] { $uses } installations
}
fleet-code-revoked = the code, or the key created with it, was revoked
fleet-out-of-scope = the code is not valid for the project { $project } of the session `{ $session }`
fleet-no-project = the code is not valid for any project in the file
fleet-service = { $why }
fleet-client = { $why }
fleet-device = { $why }

fleet-remedy-path = check the path, and the permissions to read and write there
fleet-remedy-ask-for-file = ask the author of the file to send it again
fleet-remedy-newer-program = install a newer version of Tagbridge
fleet-remedy-compare-signer = ask the author of the file for the correct signer; to accept another one, name it with --signer
fleet-remedy-say-older = ask the author of the file for the newest one; to apply this one anyway, use --older
fleet-remedy-take-away = delete the certificates that you no longer trust from the folders authorities, pinned and trusted of `pki`, and delete this file; then apply again
fleet-remedy-give-signer = name the signer with --signer, as you received it from the author of the file: ed25519:…
fleet-remedy-give-key = use a file from `tagbridge fleet key` that only you can read
fleet-remedy-into-folder = put the file into the configuration’s folder
fleet-remedy-key-in-folder = write key = {"{"} file = "service.key" {"}"} under [service]
fleet-remedy-leave-device-out = remove `device_id`: each installation has its own
fleet-remedy-correct = correct it, and check it with `tagbridge config check`
fleet-remedy-name-session = name one of those
fleet-remedy-write-blocks = write each session as a separate block that begins with [[session]]
fleet-remedy-give-code = ask the administrator of the service for a code, and enter it with --code
fleet-remedy-ask-for-code = ask the administrator of the service for a new code: `tagbridge key code`
fleet-remedy-other-sessions = name other sessions, or ask for a code that is valid for these projects

fleet-of-signature = fleet: signature
fleet-of-files = fleet: files
fleet-of-authorities = fleet: authorities

fleet-saw-signed = `{ $name }`, signed { $at } by { $signer }
fleet-saw-same = { $files ->
    [one] the file is unchanged since it was signed
   *[other] all { $files } files are unchanged since they were signed
}
fleet-saw-changed = changed since they were signed: { $files }
fleet-saw-trusted = { $certificates ->
    [one] one certificate file of an authority is trusted, too
   *[other] { $certificates } certificate files of authorities are trusted, too
}

fleet-advice-apply-again = apply the fleet’s file again: `tagbridge fleet apply`
