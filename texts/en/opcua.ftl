# OPC UA.
opcua-remedy-server-trust = the server does not trust our certificate yet: move it to the trusted certificates there (CODESYS: Security Screen, or the runtime's quarantine), then try again
opcua-remedy-clocks = compare the clocks of this computer and of the server
opcua-remedy-sessions = the server has no free session: close another client's, or wait until a lost one has timed out
opcua-remedy-policy = the server does not accept this security policy: omit `security` to use its best
opcua-remedy-path = check the path after host and port: the server's own endpoint may have one
opcua-remedy-licence = the server's licence has run out (a CODESYS runtime without one stops after two hours): restart or license it
opcua-remedy-compare = compare the fingerprint with the one that the controller shows, then run `tagbridge trust` with this endpoint
opcua-remedy-changed = find out why it changed (a new runtime, a renewed certificate, or an attack on the connection); if the new one is right, run `tagbridge trust` with this endpoint
opcua-remedy-weakened = name the security in the endpoint, such as ?security=Basic256Sha256:SignAndEncrypt, or ?security=None if you want none
opcua-remedy-another-security = name another one, such as ?security=Basic256Sha256:SignAndEncrypt, or enable it in the server
opcua-remedy-newer-security = enable Basic256Sha256 or a newer policy in the server (CODESYS: Security Screen; older servers need an update), or read it with ?security=None if no other user is on that network
opcua-remedy-old-certificate = create a new certificate in the server (2048 bits, SHA-256), and compare the clocks; or compare the fingerprint with the one that the controller shows, then run `tagbridge trust` with this endpoint
opcua-remedy-another-certificate = create another one in the server
opcua-remedy-name-folder = name one with --pki, or `pki` in the configuration
opcua-remedy-writable-folder = name a folder that this user may write to with --pki, or `pki` in the configuration
opcua-remedy-user-files = name a certificate as .der or .pem, and its RSA key as .pem without a password
opcua-remedy-switch-on = enable security in the server, or read it with ?security=None
opcua-remedy-secure-login = enable a security policy with encryption in the server, such as Basic256Sha256, for logins with a password
opcua-remedy-leave-user-out = omit the user in the endpoint, or add one in the server

opcua-refusal-another-certificate = its certificate is not the trusted one
opcua-refusal-weakened = it offers better security now than in its first response: the offer may have been weakened by an attack on the connection
opcua-refusal-no-security = it no longer offers security, but it did when its certificate was trusted
opcua-refusal-no-folder = there is no folder for certificates
opcua-refusal-unreadable = it has no certificate that can be read
opcua-refusal-no-certificate = its certificate cannot be parsed
opcua-refusal-unknown = it is not trusted yet: { $subject } (SHA-256 { $shown }, valid { $from } to { $to }); `tagbridge trust { $endpoint }`
opcua-refusal-changed = it is not the trusted one (SHA-256 { $trusted }), but { $subject } (SHA-256 { $shown }, valid { $from } to { $to })
opcua-refusal-offers-only = it offers only { $offered }
opcua-refusal-offers-others = it does not offer that, but { $offered }
opcua-refusal-offers-outdated = all of its security policies are too old: { $offered }. Basic128Rsa15 and Basic256 sign with SHA-1 and are broken
opcua-refusal-short-key = its certificate is too old: the key has { $bits } bits, but 2048 are required ({ $subject }, SHA-256 { $shown })
opcua-refusal-unknown-and-old = it is not trusted yet, and it is too old: { $age } ({ $subject }, SHA-256 { $shown }, valid { $from } to { $to }); `tagbridge trust { $endpoint }`
opcua-refusal-only-unsecured = { $user } can log in only without security
opcua-refusal-nobody = the controller requires a login
opcua-refusal-no-secret = a password cannot be sent to it securely
opcua-refusal-no-user-names = it does not support users with a name and a password
opcua-refusal-no-user-certificates = it does not support users with a certificate
opcua-refusal-no-way-in = { $user } cannot log in there
opcua-refusal-no-password = there is no password for `{ $user }`
opcua-refusal-file = { $path }: { $why }

opcua-user-anonymous = an anonymous user
opcua-user-password = a user with a password
opcua-user-certificate = a user with a certificate
opcua-certificate-age-expired = it has expired
opcua-certificate-age-not-yet-valid = it is not valid yet
opcua-certificate-age-old-signature = it is signed with SHA-1 or MD5

trust-no-certificate = the server has no certificate
trust-store = cannot store the certificate in { $folder }: { $source }; name a folder that this user may write to
trust-no-folder = this computer has no folder for certificates; name one with --pki

# The event log.
opcua-logged-too-deep = deeper nodes are not listed
opcua-logged-subscribed-again = the subscription is created again
opcua-logged-polled-instead = with a subscription, the server would not respond in time; its values are polled instead
opcua-logged-takes-less = the server accepts smaller requests than it announced
opcua-logged-certificate-trusted = a certificate is trusted
opcua-logged-certificate-renewed = our certificate was renewed; servers have to trust the new one

# Why a tag has no value.
opcua-tag-no-node = the server has no variable of this name
opcua-tag-near-nodes = the server has no variable of this name; did you mean { $near }?
opcua-tag-is-object = it is an object, not a variable; name a variable below it
opcua-tag-no-member = the structure has no member `{ $name }`
opcua-tag-near-members = the structure has no member `{ $name }`; did you mean { $near }?
opcua-tag-no-structure = it is not a structure, so it has no member `{ $name }`
opcua-tag-no-array = it is not an array
opcua-tag-beyond = { $step } of an array of { $size }
opcua-tag-no-bit = { $kind } has no bit { $bit }
opcua-tag-no-namespace = the server has no namespace { $uri }
opcua-tag-no-value = the server sent no value
opcua-tag-untold = the server does not return the definition of its type { $data_type }
opcua-tag-another-type = the server declares it as { $told }, but sent a { $sent }

# What a status means.
opcua-status = { $sentence } ({ $name }, { $code })
opcua-other-status = status { $code }, which is not in the specification

# What is wrong with an endpoint.
opcua-endpoint-colon = security `{ $text }` is not known; after the colon write Sign or SignAndEncrypt
opcua-endpoint-outdated-security = security `{ $text }` is too old and broken (SHA-1); known are None, { $known }
opcua-endpoint-pair = cert and key must be used together
opcua-endpoint-security = security `{ $text }` is not known; known are None, { $known }
opcua-endpoint-timestamps = timestamps `{ $text }` are not known; known are gather and source
opcua-endpoint-two-users = a user logs in with a name, or with cert and key

# How tags are read.
opcua-plan-nodes = { $count ->
    [one] 1 node
   *[other] { $count } nodes
}
opcua-plan-more-parts = { $count } more parts of arrays
opcua-plan-rest = the rest
opcua-plan-server-limit = the server accepts { $nodes } nodes per request
opcua-plan-message-size = a further node would exceed the size of a message

# What is wrong with a name.
opcua-name-empty = the name is empty
opcua-name-names-no-node = `{ $text }` names no node: write it like { $example }
opcua-name-no-index = `{ $index }` is not a namespace index from 0 to 65535
opcua-name-empty-identifier = the identifier after s= is empty
opcua-name-no-identifier-kind = `{ $text }` is not an identifier: it must begin with s=, i=, g= or b=
opcua-name-no-identifier = `{ $text }` is not an identifier
opcua-name-no-steps = `{ $text }` is not an index or a member, such as [3] or .Speed

# What is wrong with a value's bytes.
opcua-malformed-endless = values are nested without an end
opcua-malformed-endless-structure = a structure has values without an end
opcua-malformed-union-member = member { $number } of a union that has fewer
opcua-malformed-dimensions = { $told } dimensions instead of { $expected }
opcua-malformed-matrix = a matrix that is too large
opcua-malformed-array-ends = an array that ends too early
opcua-malformed-array = an array of { $count } elements
opcua-malformed-library = it cannot be decoded ({ $text })
