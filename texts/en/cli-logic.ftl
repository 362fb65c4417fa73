# What is found in code, in the words of a table.
cli-logic-runs = runs
cli-logic-into-dead-state = into a state without an exit
cli-logic-transition = transition
cli-logic-unreachable-state = a state without an entry
cli-logic-yes = yes
cli-logic-not-understood = not understood
cli-logic-too-deep = nested too deeply
cli-logic-unknown-instruction-named = unknown instruction { $name }
cli-logic-unknown-callee = calls { $name }, which is not in the file
cli-logic-undeclared = { $name } is not declared in the file
cli-logic-pointer = uses a pointer
cli-logic-address-taken = takes an address
cli-logic-computed-address = computes an address
cli-logic-not-chosen = an operand is not selected
cli-logic-ambiguous = ambiguous in the file
cli-logic-protected = the code is protected
cli-logic-language = a language that is not supported
cli-logic-rung = { $path } rung { $rung }
cli-logic-network = { $path } network { $rung }
cli-logic-sheet = { $path } sheet { $rung }
cli-logic-step = { $path } element { $rung }, step { $name }
cli-logic-transition-of = { $path } element { $rung }, a transition
cli-logic-element = { $path } element { $rung }
cli-logic-line-of = { $path } line { $line }

# Notes next to rows.
cli-logic-line-no-name = the project has no object with this name
cli-logic-line-may-be-one-of = you may mean one of these; use its full name:
cli-logic-line-nothing = the code of this file contains no result
cli-logic-line-not-understood = not understood: { $place }: { $why } { $text }
cli-logic-line-more-places = and { $count ->
    [one] 1 place
   *[other] { $count } places
} more
cli-logic-line-incomplete = incomplete: { $why }
cli-logic-line-not-written = no code of this file writes it
cli-logic-line-no-difference = the code and the declarations are the same

# Why something is on or off.
cli-why-verdict = { $name } is { $is }.
cli-why-goes-when = It goes { $wanted } when { $all }
cli-why-goes-when-less = It goes { $wanted } when (a part of this may be enough) { $all }
cli-why-or-when = or when { $all }
cli-why-in-short = { $verdict } It goes { $wanted } when { $all }
cli-why-kept-by = Kept { $is } by { $all }
cli-why-kept-by-nothing = It is always { $is }: it depends on no tag.
cli-why-not-known = Not known: { $name } ({ $reason })
cli-why-requests = Reading them from the service takes { $count } requests.
cli-why-note = Note: { $sentence }
cli-why-written-by = Written by { $place }
cli-why-and = and
cli-why-needed = { $name } { $need ->
    [on] is on
    [off] is off
   *[other] { $need }
} (now { $is }{ $away }{ $source })
cli-why-compared = { $names } (now { $one } and { $other }{ $away })
cli-why-held = { $name } = { $is }{ $source }
cli-why-beside = { $one } together with { $other }
cli-why-away = , { $distance } away
cli-why-timer = , timer at { $elapsed } of { $preset } s, input { $input }
cli-why-edge = , an edge{ $memory }: it lasts one scan, so polling does not see it
cli-why-outside = , from outside the code
cli-why-no-number = it is not a number
cli-why-no-single-value = it has no single value
cli-why-not-read = not read
cli-why-no-value = has no value that could be read

# Notes next to an answer.
cli-remark-number = it is a number: it is neither on nor off
cli-remark-impossible = according to the code, no values give this state
cli-remark-never-written-here = this part of the program does not write it
cli-remark-never-written = no code writes it: its value is written from outside
cli-remark-kept = no statement writes it at present: it keeps its value
cli-remark-last-by = last written by { $writer }
cli-remark-last-by-unknown = the last writer is not known
cli-remark-last-by-one-of = last written by one of: { $writers }
cli-remark-disagrees = it differs from what the code computes from these values; possible causes: { $causes }
cli-remark-several-routines = several routines write it, and the order in which they are executed is not certain
cli-remark-several-tasks = several tasks write it ({ $tasks }): the last one is not certain
cli-remark-not-executed = writers in code that is never executed are omitted: { $count }
cli-remark-may-be-written = other statements that may write it, but cannot be analysed: { $count }
cli-suspect-other-writer = code that cannot be analysed writes it ({ $places })
cli-suspect-other-task = several tasks write it ({ $tasks })
cli-suspect-forced = it is an input or an output, and may be forced or simulated
cli-suspect-outside-write = an HMI or another controller writes it
cli-suspect-other-version = the controller has another version of the program
cli-suspect-different-scans = the values are from different scans
