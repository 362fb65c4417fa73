# EtherNet/IP CIP.
cip-remedy-free-connections = close other connections to the controller (HMI, other gateways), or wait until unused ones time out
cip-remedy-route = check the route in the endpoint: the slot of the controller (such as /1,0), or / alone for a controller with its own port
cip-remedy-index = check the index against the tag's dimensions
cip-remedy-download = wait until the download is complete
cip-remedy-size = limit the size in the endpoint, such as ?size=504
cip-remedy-other-controller = check that the endpoint is that of a Logix controller; others have no list of tags
cip-remedy-edit = wait until the download or the online edit is complete
cip-remedy-by-name = read the tags by name instead
cip-remedy-tags-of-another = read a Logix controller (ControlLogix, CompactLogix, Micro800), or copy the data files to tags of one with messages (MSG)

# What a device is refused for.
cip-refusal-data-files = { $product } is a PLC-5, an SLC 500 or a MicroLogix: it has data files such as N7:0 instead of tags, and uses PCCC, which Tagbridge does not support

cip-upload-refused = the controller does not list its tags: { $why }
cip-upload-too-long = the list has more than { $limit } { $what }
cip-upload-changing = the project kept changing while its tags were listed

cip-refused-directly = { $status }, without a route
cip-refused-by-route = { $status }, by route { $route }

# Why a tag has no value.
cip-tag-hangs-up = the controller closes the connection when this tag is read, so it is not read for an hour; check its name

# The event log.
cip-logged-other-answer = a response to another request was ignored
cip-logged-names-alone = the controller's tags are read by name only
cip-logged-tags-not-listed = the controller's tags could not be listed
cip-logged-program-changed = the controller's program has changed; its tags are read again
cip-logged-listed-again = the project changed while its tags were listed; they are listed again
cip-logged-program-not-listed = a program's tags are not listed
cip-logged-tag-differs = a tag differs from the controller's tag list
cip-logged-structure-too-deep = a structure contains itself or is nested too deeply
cip-logged-structure-unreadable = a structure's description cannot be decoded
cip-logged-structure-not-described = a structure is not described
cip-logged-access-unknown = the controller does not report the external access
cip-logged-hung-up-at-name = the controller closed the connection when it was asked for its project's name
cip-logged-hung-up-at-tags = the controller closed the connection when it was asked for its tags
cip-logged-no-backplane = the device has no backplane and is read directly
cip-logged-identity-from-port = the controller does not return its identity; its port is asked instead
cip-logged-no-identity = the device does not identify itself
cip-logged-hung-up-at-read = the controller closes the connection when a tag is read
cip-logged-connection-refused = the controller refused to open a connection
cip-logged-no-connection = the controller allows no connection and is read without one, in smaller requests
cip-logged-no-more-connections = the controller allows no more connections

# What a status means.
cip-status = { $extended ->
    [x01-0100] a connection of this serial number is already open
    [x01-0103] the transport class is not supported
    [x01-0106] another originator owns the connection
    [x01-0107] the connection to be closed does not exist
    [x01-0108] the connection type is not supported
    [x01-0109] the connection size is not supported
    [x01-0110] the device is not configured
    [x01-0111] the packet interval is not supported
    [x01-0113] the controller has no connection to spare
    [x01-0114] the vendor or product code in the key does not fit
    [x01-0115] the product type in the key does not fit
    [x01-0116] the revision in the key does not fit
    [x01-0117] the connection point does not exist
    [x01-0118] the configuration format is not valid
    [x01-0119] the connection is not opened because its controlling connection is not open
    [x01-011a] the target has no connection to spare
    [x01-0203] the connection has timed out
    [x01-0204] the request found no answer along the route
    [x01-0205] a parameter of the unconnected request is wrong
    [x01-0206] the message is too large for an unconnected request
    [x01-0207] the acknowledgement came without data
    [x01-0301] the controller has no buffer memory
    [x01-0302] the network has no bandwidth to spare
    [x01-0303] no consumed connection is available
    [x01-0304] the device is not configured to send scheduled data
    [x01-0311] the route names a port that does not exist
    [x01-0312] the route names an address that does not exist
    [x01-0315] a segment of the route is not understood
    [x01-0316] the route of the close differs from that of the open
    [x01-0317] scheduling is not possible
    [x01-0318] the route leads back to the device itself
    [x0c-8010] the controller is busy with a download
    [x0c-8011] the controller is busy with a download
    [xff-2104] the offset is beyond the end of the tag
    [xff-2105] the elements asked for are beyond the end of the tag
    [xff-2107] the tag is of another type
   *[other] { $general ->
        [x00] success
        [x01] the connection could not be made
        [x02] the controller is out of resources
        [x03] a parameter's value is invalid
        [x04] a segment of the path is not understood
        [x05] the path leads nowhere
        [x06] only a part of the data was transferred
        [x07] the connection was lost
        [x08] the service is not supported
        [x09] an attribute's value is invalid
        [x0a] an attribute in the list failed
        [x0b] the object is already in that state
        [x0c] the object is in a state that forbids it
        [x0d] the object already exists
        [x0e] the attribute cannot be set
        [x0f] access is denied
        [x10] the device is in a state that forbids it
        [x11] the reply does not fit
        [x12] the value would be fragmented
        [x13] the request has too few bytes
        [x14] the attribute is not supported
        [x15] the request has too many bytes
        [x16] the object does not exist
        [x17] the fragmentation is out of sequence
        [x18] no attributes are stored
        [x19] the data could not be stored
        [x1a] the request is too large to be routed
        [x1b] the reply is too large to be routed
        [x1c] the attribute list lacks data
        [x1d] the attribute values are invalid
        [x1e] an embedded service failed
        [x1f] an error that the vendor defines
        [x20] a parameter is invalid
        [x21] write-once medium already written
        [x22] an invalid reply was received
        [x25] the key in the path does not fit
        [x26] the path's size is invalid
        [x27] an attribute in the list is unexpected
        [x28] the member's id is invalid
        [x29] the member cannot be set
        [x2a] the group server failed
        [x2c] the attribute cannot be read
        [xff] a general error
       *[other] a status that is not in the table
    }
} (status { $code })
cip-encapsulation = { $status ->
    [x1] the command is not supported
    [x2] the device has no memory to handle it
    [x3] the data is poorly formed
    [x64] the session handle is not valid
    [x65] the length is not valid
    [x69] the protocol version is not supported
   *[other] unknown encapsulation status
} (status { $code })

# Why a tag has no value.
cip-cause-array = the controller has an array, but the project has { $says } (see { $subject })
cip-cause-another-size = the controller has an array of another size, but the project has { $says } (see { $subject })
cip-cause-another-type = the controller has { $found }, but the project has { $declared }
cip-cause-at = { $name }: { $why }
cip-cause-beyond-array = the index is beyond the end of the array
cip-cause-bit-of = bit { $bit } of a { $kind }, which has { $width }
cip-cause-bits = { $name } has { $width } bits; the last one is { $last }
cip-cause-bool-bits = a BOOL has no bits
cip-cause-changing = the controller's program is being changed
cip-cause-defining = the type { $type_name } has not been read yet
cip-cause-dimensions = { $name } has { $count } dimensions ({ $sizes }), not { $named }
cip-cause-element-missing = the response does not contain the element
cip-cause-foreign-array = no project declares this array; name an element or a slice of it, such as `[0]`, or allow reading the controller's tag list
cip-cause-foreign-rows = no project declares the size of its rows; name the elements one by one
cip-cause-list-coming = the controller's tag list is still being read
cip-cause-listed-as = the controller's tag list says { $listed }, but its response is a { $found }; read it with another program to see which one is right
cip-cause-listed-size = the controller's tag list says a { $listed } of { $size } bytes, but its response has { $bytes }; read it with another program to see which one is right
cip-cause-name-element = { $name } is an array; name one of its elements, such as [0]
cip-cause-no-access = the external access of { $name } is None
cip-cause-no-array = { $name } is a { $kind }, not an array
cip-cause-no-bits = { $name } is a { $kind }, which has no bits
cip-cause-no-bits-of = a { $kind } has no bits
cip-cause-no-definition = the response has no definition of { $kind }; name one of its members
cip-cause-no-list = it is not known whether this is an array without the controller's tag list, and { $why }; name an element or a slice of it, such as `[0]`
cip-cause-no-member = { $name } is a { $kind }, which has no member { $member }
cip-cause-no-such-tag = the controller has no tag { $name }
cip-cause-outside = { $name } has the dimensions [{ $sizes }]
cip-cause-path-too-long = its path is longer than a request to this controller allows
cip-cause-slice-changes = the slice begins with a { $from } and continues with a { $to }
cip-cause-too-long = the name is longer than a request to this controller allows
cip-cause-too-many = { $name } has more elements than possible
cip-cause-undefined = the definition of { $type_name } is not available ({ $why }); name its members, or allow reading the controller's tag list
cip-cause-undescribed = { $name } is of a type that the controller does not describe ({ $type_word })
cip-cause-unlisted-array = the controller's tag list does not contain this array; name an element or a slice of it, such as `[0]`
cip-cause-unseen = the controller's arrays are still being compared with the project
cip-definition-handles = several templates have the handle { $handle }
cip-definition-no-handle = no template has the handle { $handle }
cip-definition-undescribed = the controller does not describe it
cip-definition-untold = the controller does not return it: { $status }

# What is wrong with a name or a route.
cip-name = `{ $text }` is not a Logix name: { $problem } at character { $position }
cip-route-link = `{ $text }` is not a slot or an address of a route; write 0 to 255, an IPv4 address or a host name
cip-route-odd = route ends with `{ $last }`, a port without a slot or address; write pairs such as 1,0
cip-route-port = `{ $text }` is not a port of a route; ports are numbers, 1 is the backplane
cip-route-slot = `{ $text }` is not a slot; after port 1, the backplane, write 0 to 255
cip-route-too-long = route has too many hops
cip-name-name-missing = a name is missing
cip-name-name-start = a name begins with a letter or an underscore
cip-name-unexpected = unexpected character
cip-name-too-long = the name is too long
cip-name-index = an index is a number from 0 to 4294967295
cip-name-indices = an array has at most three indices
cip-name-bracket = `]` is missing
cip-name-slice-order = a slice's last index is not below its first one
cip-name-slice-length = a slice has at most 65535 elements
cip-name-after-slice = nothing can follow a slice
cip-name-bit = a bit is a number from 0 to 63
cip-name-after-bit = nothing can follow a bit
cip-name-alarm = @ names an alarm of the tag, which Tagbridge cannot read; read the tag itself, or have the program copy the state of the alarm to a tag
cip-name-data-file = this is an address of a data file in a PLC-5, an SLC 500 or a MicroLogix; a Logix controller has tags

# How tags are read.
cip-plan-elements = { $count } elements from { $name } on
cip-plan-by-instance = { $read } by symbol instance
cip-plan-for-tags = { $read } for { $tags } tags
cip-plan-change-mark = the change mark of the program
cip-plan-is-program-the-same = check that the program is still the same
cip-plan-all-fit = all reads fit into one packet
cip-plan-some-fit = { $count } of { $all } reads fit into this packet
cip-plan-one-read = one read is enough
cip-plan-nothing-beside = nothing else fits
cip-plan-in-parts = its response is larger than a packet and is read in parts
