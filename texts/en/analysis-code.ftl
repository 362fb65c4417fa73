# Values that are compared or computed.
analysis-title-S01 = Floating-point numbers compared for equality
analysis-remedy-S01 = Compare the difference with a tolerance: ABS(a - b) < tolerance.
analysis-title-S02 = Times compared for equality
analysis-remedy-S02 = Compare with >= or <=: between two scans a time may pass the value without being equal to it.
analysis-values-real = { $comparison } compares floating-point numbers for equality; rounding determines the result.
analysis-values-time = { $comparison } compares times for equality; a scan may skip the exact value.
analysis-title-S03 = Division by a value that may be 0
analysis-remedy-S03 = Divide only if the divisor is not 0, or limit it with MAX or LIMIT.
analysis-division-zero = The divisor is the literal 0.
analysis-division-unchecked = { $divisor } is a divisor, and this routine does not exclude the value 0.
analysis-title-S04 = Array index from outside without a bound check
analysis-remedy-S04 = Check the index against the bounds of the array before it is used, or limit it.
analysis-bounds-parameter = { $index } is a parameter and selects an element of { $array }; this routine does not check it against the bounds.
analysis-bounds-outside = { $index } is not written by code, so its value is written from outside, and it selects an element of { $array }; this routine does not check it against the bounds.

# Structure.
analysis-title-C01 = Complex code
analysis-remedy-C01 = Move parts that belong together into separate routines or blocks.
analysis-structure-complex = { $name } has a cyclomatic complexity of { $cyclomatic } (limit 10) and a cognitive complexity of { $cognitive } (limit 20).
analysis-structure-conditions = A rung or network of { $name } has { $count } contacts and comparisons (limit { $most }).
analysis-title-C02 = Deep nesting
analysis-remedy-C02 = Return early, combine conditions, or move the inner part into a separate routine.
analysis-structure-nested = { $name } nests { $depth } levels deep (limit { $most }).
analysis-title-C03 = Long routine
analysis-remedy-C03 = Split it by function.
analysis-structure-long = { $name } has { $lines } lines of code (limit { $most }).
analysis-structure-rungs = { $name } has { $count } rungs or networks (limit { $most }).
analysis-title-C04 = Many parameters
analysis-remedy-C04 = Combine related parameters in a structure, or split the block.
analysis-structure-inputs = { $name } has { $count } inputs (limit { $most }).
analysis-structure-outputs = { $name } has { $count } outputs (limit { $most }).
analysis-structure-in-outs = { $name } has { $count } in-out parameters (limit { $most }).
analysis-title-C05 = No ELSE
analysis-remedy-C05 = Add an ELSE that handles unexpected values; if no action is needed, explain this in a comment.
analysis-structure-case = This CASE has no ELSE: it ignores values that it does not list.
analysis-structure-elsif = This IF … ELSIF has no ELSE: it has no effect if none of its conditions is true.
analysis-title-C06 = Early exit
analysis-remedy-C06 = Use IF or a loop condition, so that the code has one exit at its end.
analysis-structure-leaves = { $name } uses { $what } { $count ->
    [one] once
   *[other] { $count } times
}.
analysis-structure-figure-routines = Routines
analysis-structure-figure-units = Rungs, networks, sheets and texts
analysis-structure-figure-cyclomatic = Highest cyclomatic complexity of a text
analysis-structure-figure-cognitive = Highest cognitive complexity of a text
analysis-structure-figure-depth = Deepest nesting of a text

# Names.
analysis-title-N01 = Long name
analysis-remedy-N01 = Shorten it, or raise the limit in the naming rules.
analysis-title-N02 = Name with other characters
analysis-remedy-N02 = Use letters, digits and single underscores of ASCII.
analysis-title-N03 = Name in another case
analysis-remedy-N03 = Rename it according to the naming rules.
analysis-title-N04 = Name without its prefix
analysis-remedy-N04 = Rename it according to the naming rules.
analysis-naming-long = { $name } has { $length } characters (limit { $most }).
analysis-naming-characters = { $name } has characters other than letters, digits and single underscores of ASCII.
analysis-naming-case = { $name } is not written like { $expected }.
analysis-naming-prefix = { $name } is of type { $kind } and does not begin with { $expected }.
analysis-naming-case-camel = motorSpeed
analysis-naming-case-pascal = MotorSpeed
analysis-naming-case-snake = motor_speed
analysis-naming-case-upper = MOTOR_SPEED
analysis-naming-figure-names = Names
analysis-naming-figure-longest = Characters of the longest name
analysis-naming-figure-of-other = Names with characters other than ASCII

# Comments.
analysis-title-K01 = No comment
analysis-remedy-K01 = Describe its purpose in a comment.
analysis-title-K02 = Commented-out code
analysis-remedy-K02 = Delete it; the old code is in earlier versions.
analysis-comments-unit = { $name } has no comment, neither in its properties nor at the beginning of its code.
analysis-comments-variables = { $without } of { $of } variables of { $scope } have no comment.
analysis-comments-tags = { $without } of { $of } tags of the controller have no comment.
analysis-comments-code = { $lines ->
    [one] A comment is disabled code:
   *[other] { $lines } lines of comment are disabled code:
} { $first }
analysis-comments-figure-units = Programs and blocks with code
analysis-comments-figure-units-without = Programs and blocks without a comment
analysis-comments-figure-variables = Tags and parameters
analysis-comments-figure-variables-without = Tags and parameters without a comment
analysis-comments-figure-lines = Lines of commented-out code

# Addresses.
analysis-title-D01 = Physical address in code
analysis-remedy-D01 = Declare a tag at the address, and use its name.
analysis-title-D02 = Overlapping addresses
analysis-remedy-D02 = Use separate addresses; if the overlap is intended, explain it in the comments.
analysis-addresses-direct = { $address } is used in code by its address { $count ->
    [one] once
   *[other] { $count } times
}.
analysis-addresses-same = { $one } and { $other } have the same address.
analysis-addresses-shared = { $one } and { $other } share bits.
analysis-addresses-covers = { $name } has the same bits as { $count ->
    [one] { $first }
   *[other] { $count } others, including { $first }
}.

# Access from outside.
analysis-title-G01 = Entered value without a range check
analysis-remedy-G01 = Limit the value in the controller before it is used.
analysis-title-G02 = Mode and faults of the controller are not monitored
analysis-remedy-G02 = Read the state of the controller and of its modules in the code, and raise an alarm when it changes.
analysis-title-G03 = Read/Write access to unused tags
analysis-remedy-G03 = If no HMI needs it, set its external access to Read Only or None, or delete it.
analysis-title-G04 = Unprotected source
analysis-remedy-G04 = Protect blocks with confidential or critical source, or seal them with a signature.
analysis-security-unchecked = { $name } is entered outside of the controller, but the code does not check its range.
analysis-security-unwatched = The code in the file does not read the mode or the faults of the controller or of its modules.
analysis-security-open = { $count ->
    [one] One tag
   *[other] { $count } tags
} of { $scope } can be written from outside, but no code uses { $count ->
    [one] it
   *[other] them
}.
analysis-security-open-tags = { $count ->
    [one] One tag
   *[other] { $count } tags
} of the controller can be written from outside, but no code uses { $count ->
    [one] it
   *[other] them
}.
analysis-security-unprotected = { $count ->
    [one] The only block with code has neither source protection nor a signature.
   *[other] None of the { $count } blocks with code has source protection or a signature.
}
analysis-security-figure-read-write = Tags that can be read and written from outside
analysis-security-figure-read-only = Tags that can only be read from outside
analysis-security-figure-hidden = Tags that cannot be seen from outside
analysis-security-figure-untold = Tags without this information in the file
analysis-security-figure-protected = Blocks with a protected source

# Interlocks.
analysis-title-I01 = Opposite outputs without mutual exclusion
analysis-remedy-I01 = Add the opposite output, inverted, to the condition of each.
analysis-title-I02 = Motor without a permissive
analysis-remedy-I02 = Add stop, fault and permissive conditions to the condition of the output.
analysis-title-I03 = Bypass that is never reset
analysis-remedy-I03 = Reset the bypass after a time, with the mode, or at the start; and show that it is on.
analysis-interlocks-pair = { $one } and { $other } can be on at once: neither condition excludes the other.
analysis-interlocks-no-permissive = { $name } depends only on a command: its condition has no stop, fault or permissive.
analysis-interlocks-bypass = { $name } is set, but the code never resets it.
analysis-interlocks-bypass-outside = { $name } is set from outside, but the code never resets it.
analysis-interlocks-figure-pairs = Pairs of opposite outputs
analysis-interlocks-figure-exclusive = Pairs that exclude each other
analysis-interlocks-figure-motors = Outputs of motors
analysis-interlocks-figure-bypasses = Bypasses

# Alarms.
analysis-title-A01 = Alarm without a delay
analysis-remedy-A01 = Raise the alarm only after its condition was true for a time.
analysis-title-A02 = Alarm without a deadband
analysis-remedy-A02 = Clear the alarm only if the value is back within the limit by a deadband.
analysis-title-A03 = Alarm that is never reset
analysis-remedy-A03 = Reset it when the condition is no longer true and the alarm is acknowledged.
analysis-title-A04 = Alarm that is neither latched nor acknowledged
analysis-remedy-A04 = Keep the alarm until it is acknowledged, like other alarms of this project.
analysis-title-A05 = Alarm limits out of order
analysis-remedy-A05 = Set the limits so that low-low < low < high < high-high.
analysis-alarms-no-delay = { $name } is raised without a delay as soon as the value passes its limit.
analysis-alarms-no-deadband = { $name } is raised and cleared at the same value, without a deadband.
analysis-alarms-no-reset = { $name } is latched, but the code never resets it.
analysis-alarms-not-kept = { $name } follows its condition; other alarms of this project are latched or acknowledged.
analysis-alarms-order = { $low } starts with { $lower } and { $high } with { $higher }: the limits are in the wrong order.
analysis-alarms-figure-alarms = Alarms that the code raises
analysis-alarms-figure-analog = Alarms of a value that passes a limit
analysis-alarms-figure-latched = Latched alarms
analysis-alarms-figure-instructions = Alarm instructions
analysis-alarms-figure-acknowledged = Alarms with an acknowledgement in their condition

# What the standard of an industry asks for.
analysis-batch-figure-phases = Programs and blocks that are named as phases
analysis-batch-figure-recipes = Tags that are named as recipes or batches
analysis-batch-figure-charts = Sequential function charts
analysis-batch-figure-commands = Commands of ISA-88 that have a tag, of 6
analysis-isa182-figure-instructions = Alarm instructions (ALMA, ALMD)
analysis-isa182-figure-alarms = Tags that are named as alarms
analysis-isa182-figure-described = Of these with a description
analysis-isa182-figure-delays = Delays
analysis-isa182-figure-deadbands = Deadbands
analysis-isa182-figure-suppressed = Suppressions, shelvings, inhibitions
analysis-machine-figure-tasks = Safety tasks
analysis-machine-figure-programs = Safety programs
analysis-machine-figure-blocks = Safety blocks
analysis-machine-figure-tags = Safety tags
analysis-machine-figure-stops = Tags that are named as emergency stops
analysis-machine-figure-guards = Tags that are named as guards or gates
analysis-machine-figure-writable = Safety tags that can be written from outside

# What textbooks call suspicious.
analysis-title-S05 = Comparison that the type decides
analysis-remedy-S05 = Correct the limit, or the type of the variable.
analysis-suspect-decided = { $comparison } is always { $value }: { $name } has the type { $of }.
analysis-title-S06 = Loop counter changed in the loop
analysis-remedy-S06 = Leave the loop with EXIT, or use a WHILE loop.
analysis-suspect-counter = The loop counts with { $name }, and its body writes { $name }.
analysis-title-S07 = Endless loop
analysis-remedy-S07 = Change a variable of the condition in the loop, or leave it with EXIT.
analysis-suspect-endless = The loop does not change its condition { $condition } and contains no exit.
analysis-title-S08 = Assignment to itself
analysis-remedy-S08 = Remove the assignment, or correct one of its sides.
analysis-suspect-itself = { $name } is assigned to itself.
analysis-title-S09 = Statement without effect
analysis-remedy-S09 = Remove the statement, or complete it.
analysis-suspect-idle = { $text } has no effect.
analysis-title-S10 = Operand that decides nothing
analysis-remedy-S10 = Remove one of the two operands, or correct it.
analysis-suspect-twice = { $name } occurs more than once in { $condition }; the second occurrence has no effect.
analysis-suspect-always = { $condition } is always { $value }: { $name } and its negation are both in it.
analysis-title-S11 = Conversion to a smaller type
analysis-remedy-S11 = Check the range before the conversion, or use a larger type.
analysis-suspect-narrows = { $text } converts a value of the type { $from } to the smaller type { $to }.
analysis-title-S12 = Temporary variable read before it is written
analysis-remedy-S12 = Assign a value first: temporary variables begin with any value.
analysis-suspect-unset = { $name } is a temporary variable, and this code reads it before it writes it.
