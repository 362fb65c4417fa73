# Siemens S7.
s7-remedy-wrong-place = check rack and slot (S7-300: rack=0&slot=2; S7-400: as in its hardware configuration; S7-1200/1500: rack=0&slot=1), or the TSAPs
s7-remedy-no-room = the controller may have no free connection (an S7-1200 has few): close another client's, or check rack and slot (S7-300: rack=0&slot=2; S7-1200/1500: rack=0&slot=1)
s7-remedy-set-up = the controller may have no free connection: close another client's
s7-remedy-by-address = read by address, such as DB1.DBD4, or take the names from the project

s7-refusal-closed = it closed the connection
s7-refusal-no-names = an S7 controller has numbers for blocks and areas, and no tag names

# The event log.
s7-logged-other-answer = a response to another request was ignored
s7-logged-no-status-list = the controller does not answer a question about itself; reading continues without the answer

# Why a tag has no value.
s7-cause-length = the response has { $came } bytes instead of { $asked }
s7-cause-unreadable = { $area } cannot be read (return code { $code })
s7-cause-no-block = DB{ $block } does not exist (return code 0x0a); load it into the controller, and in an S7-1200/1500 disable "Optimized block access" in its properties
s7-cause-dark-block = not even the first byte of DB{ $block } can be read (return code 0x05), which is typical of optimized blocks; disable "Optimized block access" in its properties and load it
s7-cause-block-item = DB{ $block }: { $item } (return code { $code })
s7-cause-no-such-address = { $area } of the controller do not have this address (return code 0x0a); correct it
s7-cause-item = { $item } (return code { $code })
s7-cause-ends-before = { $area } end before byte { $last }, the last one of this tag
s7-cause-numbers-end-before = { $area } end before number { $last }, the last one of this tag
s7-cause-ends-with = { $area } ends with byte { $end }, but this tag has bytes { $first } to { $last }; the first missing one is { $missing }
s7-cause-level = protection level { $level } is active: it allows neither reading nor writing
s7-cause-remedy-put-get = in an S7-1200/1500 enable "Permit access with PUT/GET communication from remote partner" in the CPU's protection settings
s7-cause-remedy-lower-level = set a protection level that allows reading
s7-cause-remedy-texts-room = write the length of the string, like STRING[20]
s7-cause-remedy-correct = correct the address, or load its program
s7-item-hardware = hardware error
s7-item-access-denied = access to the object is not allowed
s7-item-out-of-range = the address is out of range
s7-item-type-not-supported = the data type is not supported
s7-item-type-mismatch = the data type does not fit
s7-item-no-object = the object does not exist
s7-item-unknown = unknown return code
s7-area-memory = the bit memory
s7-area-inputs = the inputs
s7-area-outputs = the outputs
s7-area-timers = the timers
s7-area-counters = the counters

# What its numbers mean.
s7-disconnected = { $reason ->
    [r1] it has no connection free
    [r129] it has no connection free
    [r2] nothing listens at this TSAP
    [r3] it does not know this TSAP
    [r128] it ended the connection
    [r130] the negotiation failed
    [r133] it found a protocol error
    [r136] it refuses connections here
   *[other] it gave no reason
}
s7-error = { $word ->
    [x8001] the service is not possible in the current state
    [x8100] the service is not known to the module
    [x8104] the service is not available
    [x8204] the type is inconsistent
    [x8301] not enough memory
    [x8302] not enough resources
    [x8304] not enough resources
    [x8305] the function is not available
    [x8401] invalid sequence of services
    [x8402] not possible in the object's state
    [x8404] the function cannot be performed
    [x8500] the message is garbled or too long
    [x8503] the service was cancelled
    [x8701] the object cannot be addressed
    [x8702] the service is not supported
    [x8703] access to the object is refused
    [x8704] the object is damaged
    [xd081] not permitted in the current operating mode
    [xd0a1] not permitted in the current protection level
    [xd241] not permitted in the current protection level
    [xd401] the information is not available
    [xd402] the information is not available
    [xd404] no log-on for diagnostics is free
    [xd406] the information is not available at present
   *[other] unknown error
} (error { $code })

# What is wrong with an endpoint.
s7-endpoint-kind = as `{ $text }` is not a kind of connection; known are pg, op and basic
s7-endpoint-path = path `{ $path }` has no meaning here; write rack and slot like ?rack=0&slot=1
s7-endpoint-tsap = tsap `{ $text }` is not LOCAL:REMOTE, such as 0x0301:0x0200
s7-endpoint-tsap-and-more = tsap replaces rack, slot and as; omit those

# How tags are read.
s7-plan-range = { $area } { $first } to { $last } for { $tags } tags
s7-plan-probed = { $area } cannot be read: only its first byte is requested
s7-plan-most-items = a request may have { $items } items, so tags close to each other are read in one range
s7-plan-reply-full = the reply is full
s7-plan-all-left = all that is left fits
s7-plan-failed-before = items that failed before are read separately
s7-plan-in-turns = items that fit into no request are read in { $requests } more, one of them each second
