# What is wrong with a file that cannot be read as a project.
project-wrong-no-file-nor-folder = is neither a file nor a folder
project-wrong-too-many-files = more than { $most } files
project-wrong-too-large = larger than { $megabytes } MB
project-wrong-unreadable = cannot be read ({ $why })
project-wrong-archive = the ZIP archive is damaged ({ $why })
project-wrong-archive-method = the ZIP archive cannot be unpacked: { $why }
project-wrong-unpacks = `{ $path }` unpacks to more than { $ratio } times its size
project-wrong-archived-file = `{ $path }` in the ZIP archive is damaged ({ $why })
project-wrong-larger-than-said = `{ $path }` is larger than the ZIP archive declares
project-wrong-archive-inside = `{ $path }` is an archive inside the archive
project-wrong-not-packed = its files cannot be packed ({ $why })
project-wrong-inside = `{ $path }` in it: { $why }
project-wrong-tia-portal = a TIA Portal project, which only TIA Portal can read
project-wrong-step7 = a STEP 7 classic project, which only STEP 7 can read
project-wrong-studio5000 = a Studio 5000 project, which only Studio 5000 can read
project-wrong-rs-logix500 = an RSLogix 500 project of another platform (PLC-5, SLC 500, MicroLogix)
project-wrong-codesys = a CODESYS project, which only CODESYS can read
project-wrong-other-tool = a project of another tool (TwinCAT, CODESYS 2.3)
project-wrong-control-expert = a Schneider Control Expert project, which is not supported
project-wrong-other-platform = a project of a platform that is not supported
project-wrong-nothing = it contains no file
project-wrong-unknown = not a known project file: { $guess }
project-wrong-none-known = none of its { $files } files is a known project file
project-wrong-several = it contains several projects: { $names }
project-wrong-names-and-more = { $names }, { $count } more
project-wrong-names-and-siemens = { $names }, Siemens sources
project-wrong-empty = it is empty
project-wrong-packed = it is an archive, which has to be unpacked
project-wrong-xml-of = XML with the root <{ $root }>
project-wrong-binary = it is binary
project-wrong-git-lfs = a pointer of Git LFS instead of the file; `git lfs pull` gets the file
project-wrong-plain-text = text without a declaration of a block, a type or a tag
project-wrong-no-variable-list = a symbol configuration without its list of variables
project-wrong-no-plc-open = `{ $root }` instead of a PLCopen project
project-wrong-no-entries = a CODESYS export without entries
project-wrong-no-block = it contains no block, type or tag table
project-wrong-no-block-since = it contains no block, type or tag table: { $why } ({ $subject })
project-wrong-root-element = not an L5X file: its root element is <{ $root }>
project-wrong-no-element = not an L5X file: it has no element
project-wrong-document-type = a document type (DTD) is not allowed; no vendor's tool writes one
project-wrong-too-many-nodes = more than { $most } elements and texts
project-wrong-outside-text = text outside the root element
project-wrong-second-root = a second root element
project-wrong-end-tag = an end tag without a start tag
project-wrong-xml-ends = the XML is incomplete
project-wrong-xml-broken = not well-formed XML: { $why }
project-wrong-too-many-attributes = too many attributes
project-wrong-long-name = a name of more than { $most } bytes
project-wrong-too-deep = elements nested deeper than { $most }
project-wrong-unknown-entity = an unknown XML entity
project-wrong-merge-conflict = marks of a merge conflict (`<<<<<<<`), which version control left in the file

# What to do about a file that cannot be read as a project.
project-do-name-project = name the project's file, archive or folder
project-do-give-sources = name the folder that contains only the exported sources
project-do-in-parts = export the project in parts, or name the folder that contains only the exported sources
project-do-check-path = check the path and the permissions to read it
project-do-copy-or-pack = it is incomplete or damaged: copy it again or pack it again
project-do-pack-plainly = pack it again without a password, with the usual method (deflate)
project-do-pack-exported = no exported project has such a file: pack the exported files again
project-do-pack-again = pack the exported files again
project-do-unpack = unpack it and pack its files, without the outer archive
project-do-pack-yourself = pack them yourself and use the ZIP file
project-do-export-from-tia-portal = in TIA Portal export the blocks (Generate source from blocks, or a version control workspace), the data types and the tag tables; use that folder, or pack it as a ZIP
project-do-export-from-step7 = in STEP 7 generate sources from all blocks and export the symbol table; use that folder, or pack it as a ZIP
project-do-save-as-l5x = in Studio 5000 choose File > Save As and the type L5X
project-do-saved-as-l5x = Tagbridge reads Logix 5000 projects saved as L5X
project-do-export-from-codesys = in CODESYS choose Project > Export (.export) or Export PLCopenXML, or use the symbol file that the build creates
project-do-as-plc-open = export it as PLCopenXML
project-do-give-readable = Tagbridge reads L5X, Siemens sources and CODESYS exports
project-do-give-one-of = use an L5X file, Siemens sources (a folder or a ZIP), or a CODESYS .export, PLCopenXML or symbol file, or its structured text (.st)
project-do-give-one = use one of them
project-do-build-again = build the application in CODESYS again, and use the file that it writes
project-do-export-plc-open = export again by Project > Export PLCopenXML
project-do-export-from-twin-cat = in TwinCAT, export the PLC project by its context menu, Export PLCopenXML, and use that file
project-do-export-application = export the application again by Project > Export
project-do-generate-sources = generate sources or export blocks and tag tables from TIA Portal, and use the folder or a ZIP of it
project-do-choose-l5x = choose a file that Studio 5000 exported as .L5X
project-do-remove-document-type = remove <!DOCTYPE …> or export the project again
project-do-by-program = export the project in parts, such as program by program
project-do-copy-or-export = the file is incomplete: copy or export it again
project-do-export-unedited = export the project again and do not edit the file
project-do-export-again = no vendor's tool writes such a file: export the project again
project-do-resolve-conflict = resolve the conflict in your version control, then use the file

# Where something is wrong, and what.
project-error-file = { $file }: { $what }
project-error-line = { $file } line { $line }: { $what }
project-error-element = { $file }, { $element }: { $what }
project-error-line-in-element = { $file } line { $line }, { $element }: { $what }

# Why a name or a tag cannot be read.
project-tag-access-none = its external access, or that of a member in its path, is None
project-tag-alias-circle = an alias that refers to itself
project-tag-alias-of-hidden = its target { $name } cannot be read: { $why }
project-tag-array = `{ $name }` is an array{ $dimensions }
project-tag-bit-of-node = a bit has no node of its own: read the whole integer
project-tag-constant = a constant has no address in the controller; its value is in the project
project-tag-did-you-mean = did you mean { $name }?
project-tag-hidden-local = the local tag { $name } has no external access
project-tag-hidden-member = the member { $name } has no external access
project-tag-in-out = `{ $member }` is an in-out parameter, which refers to a variable of the caller
project-tag-in-out-of-caller = VAR_IN_OUT refers to a variable of the caller; read that one
project-tag-in-out-parameter = an InOut parameter only refers to another tag; read that one
project-tag-in-out-pointer = an in-out parameter of a structured type is a pointer to the caller's variable
project-tag-interface = a variable of an interface refers to a function block; read that one
project-tag-layout-unknown = the layout of { $type_name } is not known
project-tag-members-unknown = the members of { $type_name } are not known
project-tag-no-address = it has no absolute address
project-tag-no-array = `{ $name }` is not an array
project-tag-no-bit = `{ $name }` is a { $type_name }, which has no bit { $bit }
project-tag-no-bits = `{ $name }` is not an integer with bits
project-tag-no-member = `{ $name }` has no member `{ $member }`
project-tag-no-node = it is not a node of an OPC UA server
project-tag-no-number = the number of the data block "{ $block }" is not in the file: enter it in the session's block numbers
project-tag-no-offset = its offset is not known
project-tag-no-offset-since = its offset is not known: { $why }
project-tag-no-operand = `{ $operand }` after `{ $name }` is not a member, an index or a bit
project-tag-no-structure = `{ $name }` is not a structure with a member `{ $member }`
project-tag-no-table-address = its tag table has no address for it
project-tag-not-an-address = { $address } is not an address of inputs, outputs, markers or timers
project-tag-not-for-hmi = it is not accessible from HMI and OPC UA
project-tag-not-in-configuration = the symbol configuration does not publish it
project-tag-not-published = it is not published
project-tag-nothing-at = the project has no tag at { $address }
project-tag-optimised = the data block "{ $block }" has optimised access: read it through the controller's OPC UA server
project-tag-own-access-none = its external access is None
project-tag-perhaps-optimised = the file does not contain the layout of the data block "{ $block }", and the default is optimised access: read it through the controller's OPC UA server
project-tag-peripheral = { $address } is peripheral: give it an address in the process image
project-tag-pointer = a pointer or reference has no node; read its target
project-tag-several = the project has several tags `{ $name }`
project-tag-too-many = `{ $name }` has more than { $most } values: read parts of it
project-tag-unknown = the project has no tag `{ $name }`
project-tag-write-only = it is published only for writing

# Why a member of a data block has no place.
project-layout-beyond = `{ $name }` ends beyond the largest data block
project-layout-holds-itself = the type { $type_name } contains itself
project-layout-in = { $why } (`{ $name }`)
project-layout-no-type = the type { $type_name } is not in the project
project-layout-not-understood = a declaration was not understood
project-layout-size = the size of array `{ $name }` is not known

# What a person should know of a file that was read.
project-note-alias-target = its target is not in the file: { $target }
project-note-byte-offset = the file has offset { $told }, the layout rules give { $computed }: the file's offset is used
project-note-constant = `{ $text }` needs a constant whose value is not in the file
project-note-constant-to-export = `{ $text }` is neither a number nor a constant of the project: export the tag table that contains it
project-note-declared-twice = it is declared twice; the first declaration is used
project-note-guid-twice = another entry has the same GUID; the first one is used for both
project-note-hmi-tags = HMI tags are not PLC tags
project-note-inherits-itself = it inherits from itself; inherited members are omitted
project-note-inherits-too-much = the project inherits too many members; some are omitted
project-note-initial-form = the form of its initial value is not supported (L5K or raw data)
project-note-initial-values = some initial values are omitted, because there are too many
project-note-interval = its interval `{ $written }` is not a duration
project-note-library-type = the type is from a library, which is not in the file: its members are not known
project-note-more = { $count } more problems like these
project-note-name-taken = another object has the same name; the first one is used
project-note-name-too-long = its path is longer than CODESYS allows
project-note-named-twice = { $kind ->
    [program] a program
    [routine] a routine
    [type] a type
    [module] a module
   *[tag] a tag
} of this name is in the file twice; the first one is used
project-note-network-cut = network { $network } and { $more } more have too many joined branches and are shown only up to `…`: divide them into parts
project-note-no-application = the file does not name the application; nodes are searched below `{ $application }`, the default of CODESYS
project-note-no-block = it contains no block, data block or type
project-note-no-name = a { $kind } without a name
project-note-no-pou-name = a POU without a name
project-note-no-spreadsheet = the spreadsheet cannot be read: { $why }
project-note-nothing-to-read = it contains no tags: { $what }
project-note-nothing-to-read-of = it contains no tags: a { $name }
project-note-opc-ua-option = its option `Support OPC UA features` is off: the controller's OPC UA server may publish fewer variables
project-note-origin = "{ $name }", on which it is based, is not in the project
project-note-protected = its source is protected
project-note-protected-of-kind = protected and of an unknown kind `{ $kind }`: omitted
project-note-protected-parameters = its source is protected: its parameters were read
project-note-start-value = it sets `{ $name }`, which does not exist in it
project-note-structure = its structure is not in the file: the controller's description is used
project-note-too-many-members = omitted: more than { $most } members of data blocks
project-note-two-files = it is in { $first } and in { $second }; the first one is used
project-note-two-tables = it is in the tables { $first } ({ $address }) and { $second } ({ $other }); the first one is used
project-note-twice-read = it is in the file twice; the first one is used
project-note-type-taken = another type has the same name; the first one is used for both
project-note-unknown-object = an object of an unknown kind ({ $kind })
project-note-unplaced = the members after it have no address: { $why }

# What a note is about.
project-noted = { $subject }: { $what }
project-where-block = { $kind } "{ $name }"
project-where-declaration = { $name }, line { $line } of the declaration
project-where-line = line { $line }
project-where-line-of = { $file } line { $line }
project-where-sheet = { $file } sheet { $sheet }
project-block-organization-block = organization block
project-block-function-block = function block
project-block-function = function
project-block-data-block = data block
project-block-type = data type

# What was not understood of a declaration.
project-declaration-array-bounds = an array needs its bounds in brackets, but { $seen } was found
project-declaration-array-end = an array's bounds end with `] of`, but { $seen } was found
project-declaration-begin = no declaration begins with { $seen }
project-declaration-block-begin = no block begins with { $seen }
project-declaration-block-ends = { $end } is missing before the next block
project-declaration-block-name = a { $kind } needs a name, but { $seen } was found
project-declaration-enumeration-end = an enumeration ends with `)`, but { $seen } was found
project-declaration-missing = { $keyword } is missing before { $seen }
project-declaration-name = { $keyword } needs a name, but { $seen } was found
project-declaration-names-at-once = only { $copies } of the { $names } names in one declaration were read
project-declaration-nesting = types nest deeper than { $most } levels
project-declaration-semicolon = `{ $name }` needs `;` before { $seen }
project-declaration-text-ends = { $end } is missing at the end of the text
project-declaration-type-meaning = type `{ $name }` needs `:` and a definition, but { $seen } was found
project-declaration-type-name = a type's name is missing before { $seen }
project-declaration-unknown = { $seen } is unknown in { $kind } { $name }
project-declaration-untyped = `{ $name }` needs `:` and a type, but { $seen } was found
project-declaration-value = a value needs `:=`, but { $seen } was found
project-declaration-variable-name = a variable's name is missing before { $seen }
project-seen-attribute = an attribute
project-seen-end = the end of the text
project-seen-token = `{ $text }`

# Why a spreadsheet cannot be read.
project-sheet-cells = its cells contain too much text for a tag table
project-sheet-no-part = the workbook does not name the place of the sheet
project-sheet-packed = cannot unpack { $path }: { $why }
project-sheet-too-large = it unpacks to more than a tag table can have

# What a tag is where the file names it outside of code.
project-mention-sent = message { $by } sends it ({ $field })
project-mention-received = message { $by } stores there what it receives ({ $field })
project-mention-motion-group = it is the motion group of { $by }
project-mention-axis = coordinate system { $by } moves this axis
project-mention-event = it starts the event task { $by }
project-mention-alarm-input = alarm { $by } uses it as its input
project-mention-alarm-tag = alarm { $by } reports it ({ $field })
project-mention-safety-source = the safety tag map copies it to { $other } in every scan
project-mention-safety-copy = the safety tag map gives it the value of { $other } in every scan
project-mention-consumed = its value comes from controller { $by }, tag { $other }
project-mention-produced = other controllers may consume it
project-mention-produced-for = other controllers may consume it, up to { $other } of them
project-mention-phase = it belongs to equipment phase { $by }, whose program has the same name
project-mention-shown = { $by } shows it (a trend, a data log or a watch list)
project-mention-connected = it is connected with { $other }
project-mention-pragma = a pragma of { $by } names it ({ $field })
project-mention-mapped = device { $by } exchanges it with one of its channels
