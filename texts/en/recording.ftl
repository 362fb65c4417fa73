# What was recorded of a session. Notes for translators: a “recording” is what a session read, kept for days; a “gap” is a time of which nothing is known.

recording-not-there = there is no recording in { $path }
recording-file = cannot read or write { $path }: { $source }
recording-foreign = { $path } is not a recording
recording-newer = { $path } was written by a newer version (format { $version }); update Tagbridge
recording-no-incident = there is no incident number { $number }

gap-reason-not-connected = not connected to the controller
gap-reason-no-scan = nothing was read in time
gap-reason-not-written = read, but could not be written
gap-reason-ended = the session was ended
gap-reason-interrupted = the program was interrupted
gap-reason-damaged = the file is damaged there
gap-reason-outside = before the first or after the last recorded scan
