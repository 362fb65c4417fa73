# The event log.
simulator-logged-logix-listens = virtual Logix controller listens
simulator-logged-s7-listens = virtual S7 controller listens
simulator-logged-codesys-listens = virtual CODESYS controller listens
simulator-logged-codesys-ended = the virtual CODESYS controller's server ended
simulator-logged-client-not-accepted = cannot accept a client

# What a person wrote.
simulator-no-fault = fault `{ $text }` does not exist; known are { $known }
simulator-type-empty = it is empty
simulator-type-no-bracket = a `]` is missing
simulator-type-no-element = `OF` and a type are missing after the `]`
simulator-type-no-bounds = a dimension has a lowest and a highest index, such as 0..9
simulator-type-no-size = a dimension is a number above 0
simulator-type-unknown = no such type; define types before they are used
simulator-type-three-dimensions = three dimensions are the maximum
simulator-type-one-dimension = a member, or an array of BOOL, can have only one dimension
simulator-type-too-many-elements = it has too many elements
simulator-type-array-of-arrays = write an array of arrays as [0..1, 0..2]
simulator-model-bad-name = `{ $name }` is not a valid name: it is empty, or contains a dot or a bracket
simulator-model-duplicate = `{ $name }` exists already; names are not case-sensitive
simulator-model-empty = type `{ $name }` is empty; add a member or a value
simulator-model-bad-type = type `{ $text }`: { $problem }
simulator-model-initial = the initial value of `{ $name }` is not a valid { $type_text }
simulator-logix-model-bad-name = tag or member `{ $name }`: a name has 1 to 40 letters, digits and underscores
simulator-logix-model-duplicate = tag or member `{ $name }` exists already; names are not case-sensitive
simulator-logix-model-bad-type = type `{ $text }`: { $problem }; write it like DINT, STRING[4] or REAL[2,3]
simulator-logix-model-too-large = tag or structure `{ $name }` does not fit into the controller's memory
simulator-tag-unknown = the virtual controller has no tag `{ $name }`
simulator-tag-out-of-range = `{ $name }` is outside of its array or integer
simulator-tag-wrong-type = `{ $name }` is of another type, or the value does not fit into it
