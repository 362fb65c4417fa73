# What is found in code, in the words of a table.
cli-logic-runs = runs
cli-logic-into-dead-state = into a state that nothing leaves
cli-logic-transition = transition
cli-logic-unreachable-state = a state that nothing enters
cli-logic-yes = yes
cli-logic-not-understood = not understood
cli-logic-too-deep = nested too deeply
cli-logic-unknown-instruction-named = unknown instruction { $name }
cli-logic-unknown-callee = calls { $name }, which is not in the file
cli-logic-undeclared = { $name } is not declared in the file
cli-logic-pointer = goes through a pointer
cli-logic-address-taken = takes an address
cli-logic-computed-address = computes an address
cli-logic-not-chosen = an operand is not chosen
cli-logic-ambiguous = the file does not tell what is meant
cli-logic-protected = the code is protected
cli-logic-language = a language that is not read
cli-logic-rung = { $path } rung { $rung }
cli-logic-network = { $path } network { $rung }
cli-logic-sheet = { $path } sheet { $rung }
cli-logic-step = { $path } element { $rung }, step { $name }
cli-logic-transition-of = { $path } element { $rung }, a transition
cli-logic-element = { $path } element { $rung }
cli-logic-line-of = { $path } line { $line }

# What is told beside rows.
cli-logic-line-no-name = nothing in the project has that name
cli-logic-line-may-be-one-of = that may be one of these; name it in full:
cli-logic-line-nothing = nothing in the code of this file
cli-logic-line-not-understood = not understood: { $place }: { $why } { $text }
cli-logic-line-more-places = and { $count ->
    [one] 1 place
   *[other] { $count } places
} more
cli-logic-line-incomplete = incomplete: { $why }
cli-logic-line-not-written = nothing in the code of this file writes it
cli-logic-line-no-difference = nothing that is executed or declared is different

# Why something is on or off.
cli-why-verdict = { $name } is { $is }.
cli-why-goes-when = It goes { $wanted } when { $all }
cli-why-goes-when-less = It goes { $wanted } when (possibly less is enough) { $all }
cli-why-or-when = or when { $all }
cli-why-in-short = { $verdict } It goes { $wanted } when { $all }
cli-why-kept-by = Kept { $is } by { $all }
cli-why-kept-by-nothing = It is always { $is }: no tag has a part in it.
cli-why-not-known = Not known: { $name } ({ $reason })
cli-why-requests = To ask the service for them takes { $count } requests.
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
cli-why-beside = { $one } beside { $other }
cli-why-away = , { $distance } away
cli-why-timer = , timer at { $elapsed } of { $preset } s, input { $input }
cli-why-edge = , an edge{ $memory }: it lasts one scan, and polling does not see it
cli-why-outside = , from outside the code
cli-why-no-number = it is no number
cli-why-no-single-value = it has no single value
cli-why-not-read = not read
cli-why-no-value = has no value that could be read

# What to know beside an answer.
cli-remark-number = it is a number: it is neither on nor off
cli-remark-impossible = no values at all make it so by what the code says
cli-remark-never-written-here = nothing in this part of a program writes it
cli-remark-never-written = nothing in the code writes it: it comes from outside
cli-remark-kept = no statement writes it now: it keeps what it was
cli-remark-last-by = last written by { $writer }
cli-remark-last-by-unknown = who wrote it last is not known
cli-remark-last-by-one-of = written last by one of: { $writers }
cli-remark-disagrees = it is not what the code makes of these values; possible causes: { $causes }
cli-remark-several-routines = several routines write it, and the order in which they are executed is not certain
cli-remark-several-tasks = several tasks write it ({ $tasks }): which is the last is not certain
cli-remark-not-executed = writers in code that nothing executes are left out: { $count }
cli-remark-may-be-written = statements that may write it too, and are not followed: { $count }
cli-suspect-other-writer = something that is not followed writes it ({ $places })
cli-suspect-other-task = several tasks write it ({ $tasks })
cli-suspect-forced = it is an input or an output, and may be forced or simulated
cli-suspect-outside-write = an HMI or another controller writes it
cli-suspect-other-version = the controller has another version of the program
cli-suspect-different-scans = the values are of different scans
