# What was being done with the service's data.
store-doing-creating-folder = creating the data directory { $folder }; choose one that you may write to
store-doing-copying = copying { $from } to { $to }
store-doing-opening = opening { $path }
store-doing-beginning-copy = beginning the copy
store-doing-ending-copy = ending the copy
store-doing-setting-aside = moving { $path } aside, which is damaged
store-doing-ending-repair = ending a repair
store-doing-committing = committing
store-doing-storing-saved = storing the saved data
store-doing-reading-damaged = reading a damaged database
store-doing-keeping-file = storing a file as { $path }
store-doing-reading-file = reading the file { $path }
store-doing-looking-through = searching { $folder }
store-doing-using = using the service's database
store-doing-indexing = creating the search index { $path }
store-doing-adding-run = storing the run of an analysis
store-doing-reading-results = reading the results of an analysis
store-doing-connecting = connecting to { $server }
store-doing-opening-server = opening { $server }
store-doing-asking-bucket = asking the bucket { $bucket }
store-doing-transferring = copying the data of { $from } to { $to }

# What was found instead of what was expected.
store-found-damaged = it is damaged
store-found-damaged-log = its write-ahead log is damaged
store-found-damaged-database = the database is damaged: { $verdict }
store-found-repairing = it is being repaired
store-found-newer = its schema is version { $found }, this program supports up to { $known }; use the version that wrote it, or a newer one
store-found-older = its schema is version { $found }, this program supports versions from { $known }; open it once with version 0.9.0 of this program
store-found-file-missing = the file is missing
store-found-copy-unfinished = a copy into this folder is not complete: run it again, or delete { $name } to start without data
store-found-other-bytes = its bytes have changed: it is damaged
store-found-not-run = the store did not run the operation
store-found-unanswered = the connection ended before the database confirmed the write; send it again with the same idempotency key
store-found-run-in-flight = the version is already being analysed
store-found-in-the-clear = values and keys would be sent unencrypted: sslmode=disable is only for a server on this computer
store-found-bucket-in-the-clear = its endpoint is not encrypted, and not on this computer: write https://
store-found-half-a-key = `key` and `secret` of the bucket must be used together; without both, the environment or the machine's role is used
store-found-no-authority = the certificate of the authority in { $path }, which store.toml names as ca, cannot be read: { $source }; correct the path, and allow the service to read the file
store-found-no-certificate = the file { $path }, which store.toml names as ca, contains no PEM certificate; put the certificate of the authority that signed the server's into it
store-found-unknown-authority = this computer does not trust the authority that signed the server's certificate; name the authority's file, in PEM, as ca in store.toml
store-found-other-authority = none of the authorities in { $path } signed the server's certificate; name the file of the right one as ca in store.toml
store-found-other-name = the server's certificate is for { $names }, not for { $name }; use a name from the certificate in store.toml, or install a certificate for this name
store-found-expired = the server's certificate expired at { $at }; install a new one, or correct the clock of this computer
store-found-not-yet-valid = the server's certificate is not valid before { $at }; correct the clock of this computer, or install another one
store-found-bad-certificate = the server's certificate is not accepted: { $why }; install another one
store-found-tls-failed = TLS with the server failed: { $why }
store-found-without-tls = the server does not support TLS, which is required over a network; enable it there (ssl = on in postgresql.conf), or write sslmode=disable if the server is on this computer
store-found-wrong-password = the server does not accept the password of { $user }; check the password file that store.toml names
store-found-no-password = the server requires a password for { $user }, but store.toml names none; name its file as password = {"{"} file = "…" {"}"}
store-found-not-let-in = the server does not allow { $user } to connect: { $told }; add a line for { $user } to pg_hba.conf there
store-found-no-database = database { $name } does not exist on the server; create it there with createdb, or name another one as dbname in store.toml
store-found-too-many-connections = all connections are in use
store-found-password-in-address = the address contains a password: put it into a separate file, and name that as password = {"{"} file = "…" {"}"}
store-found-no-variable = the environment variable { $name } is not set
store-found-data-here-too = service.sqlite next to it also contains data, which would be ignored: remove one of the two files
store-found-in-postgres = the data is in PostgreSQL: back it up with pg_dump, and copy the folders files and exports
store-found-half-copied = a copy into it is not complete; run tagbridge store copy again, which continues where it stopped
store-found-same-place = source and destination are the same
store-found-nothing-there = { $place } contains no data of a service
store-found-data-there = { $place } already contains data; name an empty destination
store-found-copy-of-another = a copy of { $of } into { $place } was started; complete that one, or name an empty destination
store-found-served = { $by } uses the data; stop it, and run the same command again after half a minute
store-found-other-table = the table { $table } has another structure than this program expects; use the version that created it
store-found-other-rows = the table { $table } has { $found } rows there, which differ from the { $rows } rows here; stop all programs that use either, and run the same command again, which starts over

# What was being done, and what went wrong.
store-failed = { $doing }: { $why }
