# Siemens S7.
s7-remedy-wrong-place = check rack and slot (S7-300: rack=0&slot=2; S7-400: as in its hardware configuration; S7-1200/1500: rack=0&slot=1), or the TSAPs
s7-remedy-no-room = the controller may have no connection to spare (an S7-1200 has few): close another client's, or check rack and slot (S7-300: rack=0&slot=2; S7-1200/1500: rack=0&slot=1)
s7-remedy-set-up = the controller may have no connection to spare: close another client's
s7-remedy-by-address = read by address, such as DB1.DBD4, or take the names from the project

s7-refusal-closed = it closed the connection
s7-refusal-no-names = an S7 controller knows blocks and areas by number, and no tag by its name

# The event log.
s7-logged-other-answer = an answer to another request is left aside

# Why a tag has no value.
s7-cause-length = { $came } bytes came where { $asked } were asked for
s7-cause-unreadable = { $area } does not let itself be read (return code { $code })
s7-cause-no-block = DB{ $block } does not exist (return code 0x0a); load it into the controller, and in an S7-1200/1500 switch off "Optimized block access" in its properties
s7-cause-dark-block = DB{ $block } shows not even its first byte (return code 0x05), as optimised blocks do; switch off "Optimized block access" in its properties and load it
s7-cause-block-item = DB{ $block }: { $item } (return code { $code })
s7-cause-no-such-address = { $area } of the controller have no such address (return code 0x0a); correct it
s7-cause-item = { $item } (return code { $code })
s7-cause-ends-before = { $area } end before byte { $last }, the last one that this needs
s7-cause-numbers-end-before = { $area } end before number { $last }, the last one that this needs
s7-cause-ends-with = { $area } ends with byte { $end }, and this needs bytes { $first } to { $last }; the first one missing is { $missing }
s7-cause-error = { $error } (error { $code })
s7-cause-level = protection level { $level } is in force: it allows neither reading nor writing
s7-cause-remedy-put-get = in an S7-1200/1500 enable "Permit access with PUT/GET communication from remote partner" in the CPU's protection settings
s7-cause-remedy-lower-level = set a protection level that allows reading
s7-cause-remedy-texts-room = give the text's room, like STRING[20]
s7-cause-remedy-correct = correct the address, or load the program that it comes from
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
