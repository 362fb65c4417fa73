# What all rooms say alike, and what the operating system says.
verbatim = { $text }
all = { $messages }
system-connection-refused = { $text }
system-connection-reset = { $text }
system-timed-out = { $text }
system-host-unreachable = { $text }
system-network-unreachable = { $text }
system-broken-pipe = { $text }
system-storage-full = { $text }
system-permission-denied = { $text }
system-not-found = { $text }
system-read-only = { $text }
system-address-in-use = { $text }
