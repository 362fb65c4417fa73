# Sentences of answers. Names and conditions stand as the project writes them.
at-rung = { $path } rung { $number }
at-network = { $path } network { $number }
at-sheet = { $path } sheet { $number }
at-step = { $path } element { $number }, step { $name }
at-transition = { $path } element { $number }, a transition
at-element = { $path } element { $number }
at-line = { $path } line { $number }
line = Line { $number }
taken-for = Nothing is called “{ $written }” exactly; this is about { $name }.
and = and
or = or
on = on
off = off

# Where something is used
used = { $name } is used in { $count } { $count ->
        [one] place
       *[other] places
    }:
read = { $name } is read in { $count } { $count ->
        [one] place
       *[other] places
    }:
written = { $name } is written in { $count } { $count ->
        [one] place
       *[other] places
    }:
used-nowhere = No code uses { $name }.
read-nowhere = No code reads { $name }.
written-nowhere = No code writes { $name }: its value comes from outside, or is its initial one.
instead-written = It is only written: { $places }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }.
instead-read = It is only read: { $places }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }.
overwritten = The last write decides: in each scan, { $last } overwrites what { $others } writes.
overwritten-perhaps = Several coils write { $name } ({ $places }): the one that is executed last decides.
origin-several = { $name } is turned on in several places: { $places }
origin-ends = At the end of these conditions are inputs and values that no code writes: { $names }.
origin-ends-more = At the end of these conditions are, among others, inputs and values that no code writes: { $names }.
origin-values = { $more ->
        [0] Values that no code writes, as they start: { $values }.
       *[other] Values that no code writes, as they start: { $values } and { $more } more.
    }
reads-effects = The code that reads it:
in-no-code = { $name } is declared, and no code uses it.
constant-used = Code names the constant { $name } in { $count } { $count ->
        [one] place
       *[other] places
    }:
outside = Outside of code, the file names { $name }:
outside-at = { $operand }: { $said } (line { $line } of the file)
unnamed = No code names { $name } by itself. This code reaches it, or may reach it:
mode-read = reads
mode-write = writes
mode-both = reads and writes
mode-address = takes the address
as-alias = as { $place }
as-whole = as a whole: { $place }
as-part = a part: { $place }
as-overlap = overlaps: { $place }
as-maybe = may be it: { $place }
not-certain = not certain
may-be-written = may be written too
mode-may = may write it
written-nowhere-surely = No code that is understood writes { $name }.
may-write = { $count } { $count ->
        [one] place
       *[other] places
    } may write { $name }: what is done there is not known.

# What turns it
turned-on = { $name } is turned on in { $count } { $count ->
        [one] place
       *[other] places
    }:
turned-off = { $name } is turned off in { $count } { $count ->
        [one] place
       *[other] places
    }:
latched = { $name } is set, and stays on, in { $count } { $count ->
        [one] place
       *[other] places
    }:
unlatched = { $name } is reset, and stays off, in { $count } { $count ->
        [one] place
       *[other] places
    }:
turned-on-nowhere = No code turns { $name } on.
turned-off-nowhere = No code turns { $name } off.
latched-nowhere = No code latches { $name }.
unlatched-nowhere = No code unlatches { $name }.
sealed-in = It holds itself on: { $name } is in its own condition.
turned-by-call = A call gives { $name } its value; the code in the called block is not readable here, or does not show it.
bound = a call gives { $place } its value: { $quote }

# Calls and tasks
called = { $name } is called in { $count } { $count ->
        [one] place
       *[other] places
    }:
called-nowhere = No code of this file calls { $name }.
unconditionally = always
under = if { $condition }
call-idle = nothing executes this call
runs = { $name } is executed in { $count } { $count ->
        [one] way
       *[other] ways
    }:
runs-never = No task of this file executes { $name }.
runs-every = task { $task }, every { $interval } ms, from { $root }
runs-continuously = task { $task }, continuously, from { $root }
runs-in = task { $task }, from { $root }
runs-untold = from { $root }; the file names no task
through = , called through { $calls }

# What it does
its-comment = Its authors say: “{ $comment }”
its-inputs = Inputs: { $names }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }.
its-outputs = Outputs: { $names }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }.
its-calls = Called by: { $places }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }.
its-tag = { $name }: “{ $comment }”
does-nothing = It has no effect.
more-units = { $count } more are not told here.
more-statements = { $count } more statements follow.

# Limits
limits = What is set and compared of { $name }:
limits-start = { $name } starts with { $value }.
initial-inside = { $name }: set to { $value }
starts = { $name } has { $count } { $count ->
        [one] start value or preset
       *[other] start values and presets
    }:
no-start = The file has no start value for { $name }.
no-starts = { $name } has no start values and no presets.
no-limits = No comparison and no preset of { $name } is recognized in the code.
declared-as = { $name } is declared
initial = starts with { $value }
set-to = set to { $value }
given = given { $value }
compared = compared: { $value }

# States
states = { $name } has { $count } { $count ->
        [one] state
       *[other] states
    }: { $states }.
states-after = After { $state } comes { $states }:
states-before = Before { $state } comes { $states }:
states-done = Only in state { $state }:
no-states = { $name } is no state machine: the code does not compare it with three constants and set it under such conditions. It is used here:
any-state = any
transition = { $from } → { $to } if { $condition }
states-given = This gives { $name } a state as well; the code does not tell which:
dead-states = Nothing leaves { $states }.
unreachable-states = Nothing enters { $states }.

# Dependencies
depends = { $name } depends on { $count } { $count ->
        [one] value
       *[other] values
    } within { $depth } steps:
depends-nothing = { $name } depends on nothing in the code.
affects-nothing = Nothing in the code depends on { $name }.
perhaps = perhaps, through a pointer or a computed index: { $what }
edge-data = { $name } – { $from } is made of it
edge-control = { $name } – whether { $from } gets a value depends on it
edge-bound = { $name } – a call binds { $from } to it
slice-cut = The answer is not complete: more code depends on it.

# What it is
of-type = : { $type }
at-address = , at { $address }
starts-with = , starts with { $value }
in-unit = , in { $unit }
alias-of = , another name of { $place }
not-readable = It cannot be read from outside: { $why }.
is-written =
    { $count ->
        [0] No code writes it.
        [one] Written in one place:
       *[other] Written in { $count } places:
    }
is-maybe-written = { $count ->
        [one] One place may write it: what is done there is not known.
       *[other] { $count } places may write it: what is done there is not known.
    }
is-read =
    { $count ->
        [0] No code reads it.
        [one] Read in one place:
       *[other] Read in { $count } places:
    }
is-constant = { $name } is declared as a constant: no code can change it.
stands-for = { $name } is another name of { $place }.
variable-of = – of { $block }
section-input = input
section-output = output
section-inout = in-out parameter
section-temp = temporary
section-constant = constant
section-return = result
section-static = static
is-a = { $name } is { $what }
block-aoi = an add-on instruction
block-fb = a function block
block-function = a function
block-data = a data block
block-method = a method
block-property = a property
block-action = an action
block-interface = an interface
a-type = a data type
is-protected = Its source is protected: what it does inside is not known.
# Found by words
find-what = Say what to look for: a name, or words of a comment.
found = “{ $words }” is in { $count } { $count ->
        [one] place
       *[other] places
    }:
found-nothing = No name, no comment and no code has “{ $words }”.
alarms = { $count } { $count ->
        [one] tag is
       *[other] tags are
    } called alarm or fault, or said to be one:
alarm-by = { "" } – turned on in { $places }
alarm-by-more = { "" } and in { $count } more
no-alarms = No tag is called alarm or fault, or said to be one.

# The project as a whole
unused = No code uses { $count ->
        [one] this tag
       *[other] these { $count } tags
    }:
unused-none = Code uses every tag.
never-written = Code reads { $count ->
        [one] this tag, and none writes it
       *[other] these { $count } tags, and none writes them
    }; inputs and settings are written from outside:
never-written-outputs = No code writes { $count ->
        [one] this output
       *[other] these { $count } outputs
    }:
never-written-none = Whatever code reads, code writes, too.
never-read = Code writes { $count ->
        [one] this tag, and none reads it
       *[other] these { $count } tags, and none reads them
    }; outputs and displays are read outside:
never-read-none = Whatever code writes, code reads, too.
twice = { $count } { $count ->
        [one] value is
       *[other] values are
    } written in more than one { $part } or routine:
twice-outputs = Outputs of the controller among them ({ $count }): { $names }.
twice-last = The last write decides: { $last } overwrites the others in each scan.
twice-none = Nothing is written in more than one { $part } or routine.
part-rung = rung
part-network = network
unreachable =
    { $count ->
        [one] One place of the code is never executed, or has no effect
       *[other] { $count } places of the code are never executed, or have no effect
    }:
all-runs = A task executes all code that can be followed ({ $count } places are left).

# Completeness
more = { $count } more are not told here.
partial-untold = The file is a part of a program: what code outside of it reads and writes is not known, so that cannot be told.
partial = The file is a part of a program: code outside of it is not known.
protected = The source of some code is protected: it may use whatever it can name: { $names }.
opaque = Not understood, and it may matter ({ $count }):
reason-unparsed = not understood
reason-deep = nested too deeply
reason-instruction = unknown instruction { $name }
reason-callee = { $name } is not in the file
reason-undeclared = { $name } is not declared in the file
reason-pointer = goes through a pointer
reason-address = takes an address
reason-computed = computes an address
reason-protected = the code is protected
reason-language = a language that is not read
reason-ambiguous = the file does not tell what is meant

# Why it is so now
no-values = Current values are not available: the answer describes the code, independently of values.
not-live = No session streams this project now: this is what the code says, whatever the values.
is-on = { $name } is on.
is-off = { $name } is off.
is-number = { $name } is { $value }.
is-on-by-logic = By the code and the available values, { $name } is on; its own value was not read.
is-off-by-logic = By the code and the available values, { $name } is off; its own value was not read.
is-unknown = Whether { $name } is on is not known yet.
value-unknown = The value of { $name } is not known: { $why }.
value-not-live = No session streams this project now, so the value of { $name } is not known.
value-not-at-hand = Current values are not available here, so the value of { $name } is not known.
is-now = { $name } is { $value } now
on-if = It comes on if { $conditions }.
off-if = It goes off if { $conditions }.
would-be-on = By the code it would be on: { $conditions }.
would-be-off = By the code it would be off: { $conditions }.
held-by = It is kept so by { $conditions }.
more-sets = These are the smallest; there may be others.
not-minimal = These sets are possibly not the smallest.
need-on = comes on
need-off = goes off
now = now { $value }
now-unknown = not known
away = { $distance } from the limit
timer-at = timer at { $elapsed } of { $preset } s
an-edge = for one scan, when it changes
from-outside = set from outside the code
lack-not-read = not read
lack-bad = read without a usable value: { $reason }
lack-none = it has no value that could be read from outside
missing = Needed and not known: { $name } ({ $why }).
requested =
    { $count ->
        [one] This value is
       *[other] These { $count } values are
    } asked for, and read at the next poll; ask again in a few seconds: { $names }.
written-by = writes it: { $quote }
may-be-written-by = may write it, and is not followed: { $quote }
of-scan = The values are those of snapshot { $sequence }. Its scan began at { $time }.
of-sequence = The values are those of snapshot { $sequence }.
remark-number = { $name } is a number: it is neither on nor off.
remark-impossible = No values at all make it so by what the code says.
remark-never = No code writes { $name }: it comes from outside.
remark-never-here = Nothing in this part of a program writes { $name }.
remark-kept = Nothing writes { $name } now: it keeps what it was.
remark-last = It was last written by { $place }.
remark-last-unknown = Who wrote it last is not known.
remark-last-of = It was last written by one of: { $places }.
remark-disagrees = The code makes something else of these values. Possible causes: { $causes }.
remark-several = Several routines write { $name }: their order is not certain.
remark-may = { $count } { $count ->
        [one] statement
       *[other] statements
    } more may write { $name }, and { $count ->
        [one] is
       *[other] are
    } not followed.
remark-may-only = No statement that is followed writes { $name }; { $count } { $count ->
        [one] place that is not followed may.
       *[other] places that are not followed may.
    }
remark-tasks = Several tasks write { $name } ({ $tasks }): which one is the last is not certain.
remark-left-out = { $count } more places write { $name } in code that nothing executes; they are left out.
cause-writer = something that is not followed writes it ({ $places })
cause-task = several tasks write it ({ $tasks })
cause-forced = it is an input or an output, and may be forced or simulated
cause-outside = a screen or another controller writes it
cause-version = the controller has another version of the program
cause-scans = the values are of different scans
dead-not-executed = nothing executes it
dead-behind = it stands behind a jump that is always taken
dead-never = its condition never holds
dead-off = it is never on: its condition contradicts itself

# Asked back and refused
which = { $more ->
        [0] Which of these { $count } is meant?
       *[other] Which of the { $count } is meant? These are the first { $shown }.
    }
which-why = The project has { $count } of this name, and the answers differ.
nothing-so = Nothing in the project is called “{ $name }”.
did-you-mean = Did you mean { $name }?
change = This asks to change the project, and nothing is changed here: POST projects/{ "{" }id{ "}" }/generate proposes code.
not-understood = What is asked is not understood.
can-ask = What can be asked: “Where is { $name } used?”, “What turns { $name } on?”, “Why is { $name } off?”, “Which tags are never written?”, “Which alarms are there?”
can-ask-nothing = The project has no code and no tags to ask about.

# What is different
no-such-version = There is no version { $number } to compare with.
no-older-version = There is no other version to compare with.
changed = Since version { $number } there { $count ->
        [one] is one change
       *[other] are { $count } changes
    }:
changed-nothing = Since version { $number } nothing is different in what is executed and declared.
changed-comments = Since version { $number } comments alone are different ({ $count } changes of code):
change-routine-added = new routine ({ $subject })
change-routine-removed = routine removed ({ $subject })
change-routine-renamed = routine renamed ({ $subject })
change-routine-body = routine in another language, or not readable in one version ({ $subject })
change-unit-added = added ({ $subject })
change-unit-removed = removed ({ $subject })
change-unit-moved = moved ({ $subject })
change-condition-added = condition added ({ $subject })
change-condition-removed = condition removed ({ $subject })
change-action-added = action added ({ $subject })
change-action-removed = action removed ({ $subject })
change-inverted = condition inverted ({ $subject })
change-operand = other operand ({ $subject })
change-constant = other constant ({ $subject })
change-instruction = other instruction ({ $subject })
change-branch-added = branch added ({ $subject })
change-branch-removed = branch removed ({ $subject })
change-order = other order ({ $subject })
change-expression = written in another way ({ $subject })
change-rewritten = rewritten with the same effect ({ $subject })
change-renamed = renamed ({ $subject })
change-tag-added = new tag ({ $subject })
change-tag-removed = tag removed ({ $subject })
change-tag-type = other type of tag ({ $subject })
change-tag-alias = alias of something else ({ $subject })
change-tag-value = other value of a constant ({ $subject })
change-tag-access = other access from outside ({ $subject })
change-type-added = new type ({ $subject })
change-type-removed = type removed ({ $subject })
change-type-changed = type changed ({ $subject })
change-block-added = new block ({ $subject })
change-block-removed = block removed ({ $subject })
change-block-changed = block changed ({ $subject })
change-parameter-added = new parameter ({ $subject })
change-parameter-removed = parameter removed ({ $subject })
change-parameter-changed = parameter changed ({ $subject })
change-task-added = new task ({ $subject })
change-task-removed = task removed ({ $subject })
change-task-changed = task changed ({ $subject })
change-program-added = new program ({ $subject })
change-program-removed = program removed ({ $subject })
change-program-changed = program changed ({ $subject })
change-module-added = new module ({ $subject })
change-module-removed = module removed ({ $subject })
change-module-changed = module changed ({ $subject })
change-comment = comment changed ({ $subject })

# Beside an answer
note-model-away = The configured model did not answer: this was answered without it.
note-model-rejected = The configured model answered, and its text was rejected: this was answered without it.
note-limit-reached = This month's limit of spending is reached: this was answered without the configured model.
note-left-out = Sentences were left out that named what had not been read.
note-reads-more =
    For this answer the session reads { $tags ->
        [one] 1 more tag
       *[other] { $tags } more tags
    }, for { $minutes ->
        [one] 1 minute
       *[other] { $minutes } minutes
    }.

# Lists of things
inventory = { $count } { $what }{ $where }:
inventory-none = There are no { $what }{ $where }.
inventory-setting = , set to { $value }
timer-preset-by = ; code overwrites it with { $value }
task-priority = , priority { $value }
task-watchdog = , watchdog { $value } ms
task-inhibited = , inhibited
inventory-words = { " " }with “{ $words }”
inventory-within = { " " }in { $name }
inventory-unknown = Of { $count } { $count ->
        [one] timer
       *[other] timers
    } the file does not tell the preset as a number.
kind-timers = { $count ->
        [one] timer
       *[other] timers
    }
kind-counters = { $count ->
        [one] counter
       *[other] counters
    }
kind-inputs = { $count ->
        [one] input
       *[other] inputs
    }
kind-outputs = { $count ->
        [one] output
       *[other] outputs
    }
kind-flags = { $count ->
        [one] bit or word of memory
       *[other] bits and words of memory
    }
kind-tags = { $count ->
        [one] tag
       *[other] tags
    }
kind-constants = { $count ->
        [one] constant
       *[other] constants
    }
kind-retentive = { $count ->
        [one] retentive tag
       *[other] retentive tags
    }
kind-alarms = { $count ->
        [one] tag for alarms and faults
       *[other] tags for alarms and faults
    }
kind-aliases = { $count ->
        [one] alias
       *[other] aliases
    }
kind-types = { $count ->
        [one] data type
       *[other] data types
    }
kind-blocks = { $count ->
        [one] block
       *[other] blocks
    }
kind-data-blocks = { $count ->
        [one] data block
       *[other] data blocks
    }
kind-programs = { $count ->
        [one] program
       *[other] programs
    }
kind-routines = { $count ->
        [one] routine
       *[other] routines
    }
kind-tasks = { $count ->
        [one] task
       *[other] tasks
    }
kind-modules = { $count ->
        [one] module
       *[other] modules
    }
kind-motors = { $count ->
        [one] tag of motors and drives
       *[other] tags of motors and drives
    }
kind-valves = { $count ->
        [one] tag of valves
       *[other] tags of valves
    }
kind-safety = { $count ->
        [one] safety tag
       *[other] safety tags
    }

# What follows from something
forced = If { $name } goes { $turn }: { $what }.
forced-off = switched off: { $names }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }
forced-on = switched on: { $names }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }
forced-set = set: { $names }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }
forced-reset = reset: { $names }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }
forced-off-later = after a time switched off: { $names }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }
forced-on-later = after a time switched on: { $names }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }
forced-kept-at = { $name } is { $turn ->
        [on] set
       *[off] reset
    }, because { $from } is { $of }: { $quote }
forced-at = { $name } goes { $turn }, because { $from } is { $of }: { $quote }
impact = If { $name } changes, { $count } { $count ->
        [one] value may change, too
       *[other] values may change, too
    } ({ $depth } { $depth ->
        [one] step
       *[other] steps
    } at most). No output of the controller is among them.
impact-with-outputs = If { $name } changes, { $count } { $count ->
        [one] value may change, too
       *[other] values may change, too
    } ({ $depth } { $depth ->
        [one] step
       *[other] steps
    } at most). Outputs among them: { $outputs }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }.
impact-others = { $count } other { $count ->
        [one] value
       *[other] values
    } may change, too: it depends on more than { $name }.
impact-outputs = { $count } { $count ->
        [one] output depends
       *[other] outputs depend
    } on { $name }:
impact-no-outputs = No output of the controller depends on { $name }, as far as the code is followed. { $all } other { $all ->
        [one] value does
       *[other] values do
    }.
path = { $from } influences { $to }: { $way }.
path-perhaps = { $from } may influence { $to }: { $way }. A pointer or a computed index is on the way.
path-other-way = { $from } does not influence { $to }; { $to } influences { $from }.
path-none = The code has no way from { $from } to { $to } within { $depth } steps.
path-no-code = The way from { $from } to { $to } cannot be followed: code names only one of them, or none.

# Two things
compare = { $one } and { $other } differ: { $first } { $first ->
        [one] place is
       *[other] places are
    } about the first alone, { $second } about the second alone.
compare-values = { $one } and { $other } differ in { $count } start { $count ->
        [one] value
       *[other] values
    }:
compare-values-same = { $one } and { $other } have the same start values.
compare-same-parts = Equal: { $names }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }.
compare-calls = The calls of { $one } and { $other } ({ $places }) differ in { $count } { $count ->
        [one] parameter
       *[other] parameters
    }:
compare-calls-same = The calls of { $one } and { $other } ({ $places }) have the same parameters.
compare-same = The code does the same with { $one } and { $other }.
compare-code = { $one } and { $other } differ: { $first } { $first ->
        [one] statement is
       *[other] statements are
    } only in the first, { $second } only in the second{ $numbers ->
        [0] {""}
        [one] , one has other numbers
       *[other] , { $numbers } have other numbers
    }.
compare-numbers = { $one } In { $place }: { $other }
compare-only = only { $name }

# What code is for
purpose = { $name } controls { $outputs }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }.
purpose-nothing = { $name } writes nothing.
calls = { $name } calls { $count } { $count ->
        [one] other
       *[other] others
    }:
calls-nothing = { $name } calls nothing.
call-tree = The project has { $count } { $count ->
        [one] call
       *[other] calls
    } below its tasks:

# What looks wrong
findings = { $count } { $count ->
        [one] place looks
       *[other] places look
    } wrong: { $writes } in how values are written, { $dead } in code without effect.
findings-none = Two checks found nothing: values that are written in conflict, and code without effect. Other faults are not looked for here.
findings-more = The analysis has more rules: tagbridge analyse lists all findings.

# The plant as a whole
taken-main = The question names nothing; this is about { $name }, which by its name is on while the plant runs.
trouble-no-values = Whether an alarm is on or the plant stands is not known here: current values are not available. The code says:
trouble-also-off = Off as well: { $names }.
trouble-off = { $count ->
        [one] Off, and by its name a main output: { $names }.
       *[other] Off, and by their names main outputs: { $names }.
    }
trouble-on = { $count ->
        [one] { $names } is on, which by its name is a main output.
       *[other] { $names } are on, which by their names are main outputs.
    }
trouble-unknown = Not known: { $names }.
trouble-alarms = { $count } of { $all } alarms that the code raises { $count ->
        [one] is
       *[other] are
    } on{ $unknown ->
        [0] :
       *[other] ; { $unknown } are not known:
    }
trouble-no-alarm = { $unknown ->
        [0] None of { $all } alarms that the code raises is on.
       *[other] No alarm is known to be on; of { $all } that the code raises, { $unknown } are not known.
    }

# What could be asked next
next = Ask next: “{ $one }” · “{ $other }”
ask-used = Where is { $name } used?
ask-read = Where is { $name } read?
ask-written = Where is { $name } written?
ask-on = What turns { $name } on?
ask-off = What turns { $name } off?
ask-why-off = Why is { $name } off?
ask-why-on = Why is { $name } on?
ask-value = What is the value of { $name }?
ask-callers = Who calls { $name }?
ask-task = Which task executes { $name }?
ask-calls = What does { $name } call?
ask-purpose = What does { $name } do?
ask-what = What is { $name }?
ask-limits = Which limits has { $name }?
ask-states = Which states has { $name }?
ask-depends = What does { $name } depend on?
ask-affects = What happens if { $name } changes?
reading = Which of these questions is meant?
reading-why = The words can be read in several ways, and the answers differ.
more-all = { $count } more; ask for all to see them.
no-values-then = Values of that time ({ $time }) are not available here: the answer describes the code, independently of values.
no-first-scan = No code is only for the first scan: nothing reads a first-scan flag (S:FS, FirstScan), and there is no startup block.
given-by-calls = { $name } gets its value from { $count } { $count ->
    [one] call
   *[other] calls
    } of the block:
part-not-understood = Not understood: “{ $part }”.
run-by = { $name } belongs to an instruction:
nearby = I did not understand the question as a whole. These places have most to do with it:
compare-states = With { $one } and { $other }, the code sets { $count ->
        [0] the same values
        [one] one value differently
       *[other] { $count } values differently
    } ({ $name }):
nearby-also = These places have to do with the rest of the question:
item-protected = , source protected
nearby-values = Start values: { $values }
nearby-unwritten = No code writes { $names }.
nearby-unread = No code reads { $name }.
priority = The code checks these conditions one after the other, and the first one that holds wins:
named-in-block = Code names { $name }; whether it reads or writes it is not known:

# What can be concluded
conclude-time = { $name } is set to { $value }
conclude-time-default = { $name } is { $value }, unless a call gives another value
conclude-counter = { $name } counts to { $value }
conclude-terminal = { $name } is wired to { $address }
conclude-module = Module { $name } ({ $model }), slot { $slot }
conclude-latched = { $name } stays on until it is reset: { $resets }
conclude-no-reset = { $name } stays on once it is set, and no code resets it.
conclude-holds = { $name } holds itself on. { $off }
conclude-follows = { $name } needs no reset, because it is only on while its condition holds. { $off }
conclude-start = After that, { $name } must be started again:
conclude-stops = It acts on { $main }: { $name } is in its condition.
conclude-stops-through = It acts on { $main }: { $name } turns on { $through }, which is in the conditions of { $main }.
conclude-stops-not = { $name } does not stop { $main }: it is not in the conditions of { $main }, { $steps } steps back.
conclude-stops-not-by-bits = { $name } does not stop { $main } itself: it is not in the conditions of { $main }, { $steps } steps back. What { $number } depends on is not followed there.
conclude-alarms-latched = These stay on until they are reset: { $names }.
conclude-alarms-follow = These go off by themselves with their cause: { $names }.
conclude-unread = No code reads { $name }: it has no effect on the program.
conclude-overwritten = The last write decides: in each scan, { $last } overwrites what { $others } writes. { $said } What { $others } writes has no effect.
conclude-missing = If { $given } is on, { $name } still needs: { $needs }.
conclude-held-behind = { $name } needs no reset itself. { $off } Behind it, these stay on until they are reset: { $held }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }. { $resets }
conclude-never = The condition of { $name } does not hold: it needs { $on } on and { $off } off, and the code turns { $off } on with { $on }.
nearby-about = By its words, the question is about { $name }.
value-means = { $name } = { $value }{ $text }{ $comment }
value-unknown-in-code = No code sets { $name } to { $value } or compares it with { $value }{ $text }{ $comment }
values-mean = The code names { $count } values of { $name }{ $comment }:
bits-mean = The code names { $count } bits of { $name }:
priority-first = Of what the question names, this is checked first: { $condition } → { $statements }
