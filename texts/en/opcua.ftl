# OPC UA.
opcua-remedy-server-trust = the server does not trust our certificate yet: move it to the trusted ones there (CODESYS: Security Screen, or the runtime's quarantine), then try again
opcua-remedy-clocks = compare the clocks of this machine and of the server
opcua-remedy-sessions = the server has no session to spare: close another client's, or wait until a lost one has timed out
opcua-remedy-policy = the server does not take this security policy: leave `security` out to use its best
opcua-remedy-path = check the path after host and port: the server's own endpoint may have one
opcua-remedy-licence = the server's licence has run out (a CODESYS runtime without one stops after two hours): restart or license it
opcua-remedy-compare = compare the fingerprint with what the controller itself shows, then run `tagbridge trust` with this endpoint
opcua-remedy-changed = find out why it changed (a new runtime, a renewed certificate, or somebody in between); if it is right, run `tagbridge trust` with this endpoint
opcua-remedy-weakened = name the security in the endpoint, such as ?security=Basic256Sha256:SignAndEncrypt, or ?security=None if that is meant
opcua-remedy-another-security = name another one, such as ?security=Basic256Sha256:SignAndEncrypt, or switch it on at the server
opcua-remedy-newer-security = switch on Basic256Sha256 or a newer policy at the server (CODESYS: Security Screen; older servers need an update), or read it with ?security=None if nobody else is on that network
opcua-remedy-old-certificate = have the server make itself a new certificate (2048 bits, SHA-256), and compare the clocks; or compare the fingerprint with what the controller itself shows, then run `tagbridge trust` with this endpoint
opcua-remedy-another-certificate = have the server make itself another one
opcua-remedy-name-folder = name one with --pki, or `pki` in the configuration
opcua-remedy-writable-folder = name a folder that this user may write to with --pki, or `pki` in the configuration
opcua-remedy-user-files = name a certificate as .der or .pem, and its RSA key as .pem without a password
opcua-remedy-switch-on = switch security on at the server, or read it with ?security=None
opcua-remedy-secure-login = switch on at the server a security policy with encryption, such as Basic256Sha256, for logins with a password
opcua-remedy-leave-user-out = leave the user out of the endpoint, or set one up at the server

opcua-refusal-another-certificate = it showed another certificate than the one that is trusted
opcua-refusal-weakened = it offers better security now than it did when it was asked: somebody on the way may have weakened the offer
opcua-refusal-no-security = it offers none any more, though it did when its certificate was trusted
opcua-refusal-no-folder = there is no folder for certificates
opcua-refusal-unreadable = it has none that can be read
opcua-refusal-no-certificate = what it shows is no certificate that we can read
opcua-refusal-unknown = nobody has trusted it yet: { $subject } (SHA-256 { $shown }, valid { $from } to { $to }); `tagbridge trust { $endpoint }`
opcua-refusal-changed = it is not the one that was trusted (SHA-256 { $trusted }), but { $subject } (SHA-256 { $shown }, valid { $from } to { $to })
opcua-refusal-offers-only = it offers only { $offered }
opcua-refusal-offers-others = it does not offer that, but { $offered }
opcua-refusal-offers-outdated = all security that it offers is too old: { $offered }. Basic128Rsa15 and Basic256 sign with SHA-1 and are broken
opcua-refusal-short-key = its certificate is too old: the key has { $bits } bits, and 2048 are needed ({ $subject }, SHA-256 { $shown })
opcua-refusal-unknown-and-old = nobody has trusted it yet, and it is too old: { $age } ({ $subject }, SHA-256 { $shown }, valid { $from } to { $to }); `tagbridge trust { $endpoint }`
opcua-refusal-only-unsecured = { $user } can log in only without security
opcua-refusal-nobody = the controller wants to know who logs in
opcua-refusal-no-secret = no password can be sent to it so that it stays secret
opcua-refusal-no-user-names = it does not know users by name and password
opcua-refusal-no-user-certificates = it does not know users by certificate
opcua-refusal-no-way-in = { $user } cannot log in there
opcua-refusal-no-password = there is no password for `{ $user }`
opcua-refusal-file = { $path }: { $why }

opcua-user-anonymous = somebody without a name
opcua-user-password = a user with a password
opcua-user-certificate = a user with a certificate
opcua-certificate-age-expired = it has expired
opcua-certificate-age-not-yet-valid = it is not valid yet
opcua-certificate-age-old-signature = it is signed with SHA-1 or MD5

trust-no-certificate = the server has no certificate
trust-store = cannot keep the certificate in { $folder }: { $source }; name a folder that this user may write to
trust-no-folder = this machine has no folder for certificates; name one with --pki

# The event log.
opcua-logged-too-deep = what lies deeper is not listed
opcua-logged-subscribed-again = the subscription is made again
opcua-logged-polled-instead = the server would be silent for too long while subscribed, and is polled instead
opcua-logged-takes-less = the server takes less than it said
opcua-logged-certificate-trusted = a certificate is trusted
opcua-logged-certificate-renewed = our certificate was renewed; servers have to trust the new one

# Why a tag has no value.
opcua-tag-no-node = the server has no variable of this name
opcua-tag-near-nodes = the server has no variable of this name; did you mean { $near }?
opcua-tag-is-object = it is no variable, but an object; name a variable below it
opcua-tag-no-member = the structure has no member `{ $name }`
opcua-tag-near-members = the structure has no member `{ $name }`; did you mean { $near }?
opcua-tag-no-structure = it is no structure that could have a member `{ $name }`
opcua-tag-no-array = it is no array
opcua-tag-beyond = { $step } of an array of { $size }
opcua-tag-no-bit = { $kind } has no bit { $bit }
opcua-tag-no-namespace = the server has no namespace { $uri }
opcua-tag-no-value = the server sent no value
opcua-tag-untold = the server does not tell what its type { $data_type } is made of
opcua-tag-another-type = the server says that it is of type { $told }, and sent a { $sent }

# What a status means.
opcua-status = { $sentence } ({ $name }, { $code })
opcua-other-status = status { $code }, which is not in the specification

# What is wrong with an endpoint.
opcua-endpoint-colon = security `{ $text }` is not known; after the colon stands Sign or SignAndEncrypt
opcua-endpoint-outdated-security = security `{ $text }` is too old and broken (SHA-1); there are None, { $known }
opcua-endpoint-pair = cert and key belong together
opcua-endpoint-security = security `{ $text }` is not known; there are None, { $known }
opcua-endpoint-timestamps = timestamps `{ $text }` are not known; there are gather and source
opcua-endpoint-two-users = a user logs in by name or by cert and key

# How tags are read.
opcua-plan-nodes = { $count ->
    [one] 1 node
   *[other] { $count } nodes
}
opcua-plan-more-parts = { $count } more parts of arrays
opcua-plan-rest = what is left
opcua-plan-server-limit = the server takes { $nodes } nodes a request
opcua-plan-message-size = a further node would exceed the size of a message

# What is wrong with a name.
opcua-name-empty = an empty name means nothing
opcua-name-names-no-node = `{ $text }` names no node: write it like { $example }
opcua-name-no-index = `{ $index }` is no namespace index: it goes from 0 to 65535
opcua-name-empty-identifier = the identifier after s= is empty
opcua-name-no-identifier-kind = `{ $text }` is no identifier: it begins with s=, i=, g= or b=
opcua-name-no-identifier = `{ $text }` is no identifier
opcua-name-no-steps = `{ $text }` is no index or member, such as [3] or .Speed

# What is wrong with a value's bytes.
opcua-malformed-endless = values within values without end
opcua-malformed-endless-structure = values without end in one structure
opcua-malformed-union-member = member { $number } of a union that has fewer
opcua-malformed-dimensions = { $told } dimensions instead of { $expected }
opcua-malformed-matrix = a matrix that is too large
opcua-malformed-array-ends = an array that ends too early
opcua-malformed-array = an array of { $count } elements
opcua-malformed-library = it does not decode ({ $text })
