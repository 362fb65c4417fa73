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

# What was found instead of what was expected.
store-found-damaged = it is damaged
store-found-damaged-log = its log is damaged
store-found-damaged-database = the database is damaged: { $verdict }
store-found-repairing = it is being repaired
store-found-newer = its schema is version { $found }, this program knows up to { $known }; use the version that wrote it, or a newer one
store-found-other-bytes = its bytes are not what they were: it is damaged
store-found-not-run = the store did not run what it was given
store-found-run-in-flight = the version is being analyzed already
store-found-in-the-clear = values and keys would travel in the clear: sslmode=disable is for a server on this machine
store-found-no-certificate = it has no certificate in PEM
store-found-too-many-connections = all connections are in use
store-found-password-in-address = the address has a password: put it into a file of its own, and name that as password = {"{"} file = "…" {"}"}
store-found-no-variable = the environment variable { $name } is not set
store-found-data-here-too = there is data in service.sqlite beside it, which would be left behind: take one of the two files away
store-found-in-postgres = the data is in PostgreSQL: back that up with pg_dump, and copy the folders files and exports

# What was being done, and what went wrong.
store-failed = { $doing }: { $why }
