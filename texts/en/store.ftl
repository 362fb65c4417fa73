# The event log.
store-logged-brought-up-to-date = the database schema is being updated
store-logged-copied = the database was copied before its schema changes
store-logged-damaged = the service's database was damaged: the file was set aside, and the readable part is used
store-logged-keys-lost = some keys may be lost: `tagbridge key list --data { $data }` shows the rest, `tagbridge key create --data { $data }` creates a new one
store-logged-key-in-log-alone = a changed key is stored only in the log
store-logged-sees-all-rows = the service's role on { $server } bypasses the policies that separate organizations, as a superuser does; use another role
