# A report of a project.
report-title = Program documentation
report-contents = Contents
report-findings = Findings
report-no-analysis = No analysis was run on this version, so this report lists no findings.
report-found = { $errors ->
    [one] 1 error
   *[other] { $errors } errors
}, { $warnings ->
    [one] 1 warning
   *[other] { $warnings } warnings
} and { $notes ->
    [one] 1 note
   *[other] { $notes } notes
} in { $units ->
    [one] 1 rung, network or routine
   *[other] { $units } rungs, networks and routines
}{ $opaque ->
    [0] .
   *[other] ; { $opaque } of them could not be read completely.
}
report-phase-failed = Not analysed: { $phase }: { $why }
report-nothing-found = Checked without findings: { $chapters }.
report-unread = Not completely read, so there are no findings in:{" "}
report-severity = Severity
report-rule = Rule
report-place = Place
report-finding = Finding
report-error = error
report-warning = warning
report-note = note
report-accepted = Accepted: { $reason }
report-run-now = run with this report
report-tasks = Tasks and calls
report-call-tree = Call tree
report-code = Programs
report-tags = Tags
report-types = Types
report-blocks = Blocks and their interfaces
report-modules = Modules
report-scl = Structured text
report-index = Index
report-nothing = The file contains none.
report-page = page { $number } of { $count }
report-version = version { $number }
report-rung = Rung { $number }
report-network = Network { $number }
report-sheet = Sheet { $number }
report-element = Element { $number }
report-not-drawn = not drawn
report-empty-rung = (empty)
report-protected = The source is protected: the file does not show it.
report-absent = The file does not contain this code.
report-called = { $path } (see above)
report-more = and { $count } more
report-alias = alias for { $of }
report-name = Name
report-type = Type
report-address = Address
report-comment = Comment
report-where-used = Used in
report-section = Section
report-start = Start value
report-kind = Kind
report-interval = Interval
report-milliseconds = { $count } ms
report-priority = Priority
report-programs = Executes
report-model = Model
report-parent = Parent
report-number = Value
report-platform = Platform
report-controller = Controller
report-revision = Firmware
report-hash = SHA-256 of the file
report-made-at = Report created at
report-analysis = Analysis
report-none-run = none was run
report-counts = Contents of the file
report-count = { $programs ->
    [one] 1 program
   *[other] { $programs } programs
}, { $routines ->
    [one] 1 routine
   *[other] { $routines } routines
}, { $rungs ->
    [one] 1 rung or network
   *[other] { $rungs } rungs and networks
}, { $tags ->
    [one] 1 tag
   *[other] { $tags } tags
}, { $types ->
    [one] 1 type
   *[other] { $types } types
}, { $blocks ->
    [one] 1 block
   *[other] { $blocks } blocks
}, { $modules ->
    [one] 1 module
   *[other] { $modules } modules
}
report-missing = { $count ->
    [one] One character is not in any available font and was replaced by �:
   *[other] { $count } characters are not in any available font and were replaced by �:
} { $characters }
report-not-in-task = In no task
report-notes = Notes about the file
report-page-head = Page
report-word-input = input
report-word-output = output
report-word-in-out = in/out
report-word-static = static
report-word-local = local
report-word-temp = temporary
report-word-constant = constant
report-word-return = return value
report-word-external = external
report-word-add-on = add-on instruction
report-word-function-block = function block
report-word-function = function
report-word-data-block = data block
report-word-method = method
report-word-property = property
report-word-action = action
report-word-interface = interface
report-word-structure = structure
report-word-union = union
report-word-string = string
report-word-enumeration = enumeration
report-word-alias = alias
report-word-routine = routine
report-word-tag = tag
report-word-type = type
