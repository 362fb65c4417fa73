# What was being done with the service's data.
store-doing-creating-folder = creating the data directory { $folder }; choose one that you may write to
store-doing-copying = copying { $from } to { $to }
store-doing-opening = opening { $path }
store-doing-beginning-copy = beginning the copy
store-doing-ending-copy = ending the copy
store-doing-setting-aside = setting { $path } aside, which is damaged
store-doing-ending-repair = ending a repair
store-doing-committing = committing with others
store-doing-storing-saved = storing what was saved
store-doing-reading-damaged = reading a damaged database
store-doing-keeping-file = keeping a file as { $path }
store-doing-reading-file = reading the file { $path }
store-doing-looking-through = looking through { $folder }
store-doing-using = using the service's database
store-doing-indexing = making the search index { $path }
store-doing-adding-run = storing the run of an analysis
store-doing-reading-results = reading the results of an analysis
store-doing-connecting = connecting to { $server }
store-doing-opening-server = opening { $server }
store-doing-asking-bucket = asking the bucket { $bucket }
store-doing-transferring = copying the data of { $from } to { $to }

# What was found instead of what was expected.
store-found-damaged = it is damaged
store-found-damaged-log = its log is damaged
store-found-damaged-database = the database is damaged: { $verdict }
store-found-repairing = it is being repaired
store-found-newer = its schema is version { $found }, this program knows up to { $known }; use the version that wrote it, or a newer one
store-found-file-missing = the file is missing
store-found-copy-unfinished = a copy into this folder did not end: run it again, or delete { $name } to begin with no data
store-found-other-bytes = its bytes are not what they were: it is damaged
store-found-not-run = the store did not run what it was given
store-found-unanswered = the connection ended before the database said whether it is stored; sending the same again under the same idempotency key finds that out
store-found-run-in-flight = the version is being analyzed already
store-found-in-the-clear = values and keys would travel in the clear: sslmode=disable is for a server on this machine
store-found-bucket-in-the-clear = its endpoint is not encrypted, and not on this machine: write https://
store-found-half-a-key = `key` and `secret` of the bucket belong together; without both, the environment or the machine's role is asked
store-found-no-authority = the certificate of the authority in { $path }, which store.toml names as ca, cannot be read: { $source }; name the file where it is, and let the service read it
store-found-no-certificate = the file { $path }, which store.toml names as ca, has no certificate in PEM; put the certificate of the authority into it that signed the server's
store-found-unknown-authority = the server's certificate is signed by nobody whom this machine trusts; name the file of the authority that signed it, in PEM, as ca in store.toml
store-found-other-authority = the server's certificate is signed by none of the authorities in { $path }; name the file of the one that signed it as ca in store.toml
store-found-other-name = the server's certificate is for { $names } and not for { $name }; name the server in store.toml as its certificate does, or give it a certificate for this name
store-found-expired = the server's certificate expired at { $at }; give the server a new one, or set the clock of this machine where that is wrong
store-found-not-yet-valid = the server's certificate is not valid before { $at }; set the clock of this machine where that is wrong, or give the server another one
store-found-bad-certificate = the server's certificate is not accepted: { $why }; give the server another one
store-found-tls-failed = TLS with the server failed: { $why }
store-found-without-tls = the server does not speak TLS, and over a network nothing is sent without; switch it on there (ssl = on in postgresql.conf), or write sslmode=disable where the server is on this machine
store-found-wrong-password = the server does not accept the password of { $user }; check the one that store.toml names as password
store-found-no-password = the server wants a password of { $user }, and store.toml names none; name its file as password = {"{"} file = "…" {"}"}
store-found-not-let-in = the server does not let { $user } in: { $told }; add a line for { $user } to pg_hba.conf there
store-found-no-database = there is no database { $name } on the server; make it there with createdb, or name another one as dbname in store.toml
store-found-too-many-connections = all connections are in use
store-found-password-in-address = the address has a password: put it into a file of its own, and name that as password = {"{"} file = "…" {"}"}
store-found-no-variable = the environment variable { $name } is not set
store-found-data-here-too = there is data in service.sqlite beside it, which would be left behind: take one of the two files away
store-found-in-postgres = the data is in PostgreSQL: back that up with pg_dump, and copy the folders files and exports
store-found-half-copied = a copy of other data into it has not ended; run tagbridge store copy again, which goes on where it stopped
store-found-same-place = both are the same
store-found-nothing-there = there is no data of a service in { $place }
store-found-data-there = there is data in { $place } already, and nothing is mixed; name an empty place
store-found-copy-of-another = a copy of { $of } into { $place } was begun; let that one end, or name an empty place
store-found-served = { $by } works on the data; stop it, and run the same again half a minute later
store-found-other-table = the table { $table } is not what this program would copy; use the version that made it
store-found-other-rows = the table { $table } has { $found } rows there, and they are not the { $rows } rows here; stop whatever works on either, and run the same again, which starts over

# What was being done, and what went wrong.
store-failed = { $doing }: { $why }
