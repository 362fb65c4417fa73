# The event log.
store-logged-brought-up-to-date = the database is being brought up to date
store-logged-copied = the database was copied before its schema changes
store-logged-file-changed = a version's file is not what it was when it came
store-logged-damaged = the service's database was damaged: the file was set aside, and what could be read of it goes on
store-logged-keys-lost = keys may be among what was lost: `tagbridge key list --data { $data }` shows those that are left, `tagbridge key create --data { $data }` makes a new one
store-logged-key-in-log-alone = a changed key stands in the log alone
store-logged-sees-all-rows = the role by which the service connects to { $server } passes by the policies that keep organizations apart: a superuser does; name a role that is none
