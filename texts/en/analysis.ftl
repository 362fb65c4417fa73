# Chapters of an analysis.
analysis-chapter-inventory = Inventory
analysis-chapter-cross-reference = Declarations and their use
analysis-chapter-writes = Writers of each tag
analysis-chapter-reachability = Executed code
analysis-chapter-interlocks = Interlocks
analysis-chapter-timers-counters = Timers and counters
analysis-chapter-alarms = Alarms
analysis-chapter-sequences = Sequences
analysis-chapter-tasks-scan-order = Tasks and scan order
analysis-chapter-safety = Safety part
analysis-chapter-naming = Names
analysis-chapter-complexity = Complexity and calculation
analysis-chapter-comments = Comments
analysis-chapter-security = Access from outside
analysis-chapter-packml = PackML
analysis-chapter-isa88-batch = Batch
analysis-chapter-isa182-alarms = Alarm management
analysis-chapter-machine-safety = Safety of the machine

analysis-text-whole = { $findings ->
    [0] No findings.
    [one] 1 finding.
   *[other] { $findings } findings.
}
analysis-text-partly = { $findings ->
    [0] No findings in the code that could be read.
    [one] 1 finding in the code that could be read.
   *[other] { $findings } findings in the code that could be read.
} { $unread ->
    [one] 1 unit could not be read completely.
   *[other] { $unread } units could not be read completely.
}

# What the chapter of a standard cannot say.
analysis-untold-batch = { $text } A project file contains neither the recipes of a batch server nor the order of procedures, so this chapter only counts.
analysis-untold-alarms = { $text } A project file contains neither the rationalization of alarms (priority, cause, response, time to respond) nor their frequency. Delays, deadbands, latching and limits are in the chapter on alarms.
analysis-untold-machine = { $text } A project file contains neither the risk assessment nor the wiring, categories and failure rates of a safety function. This chapter does not show that a machine is safe.

analysis-place-rung = { $path }:{ $rung }
analysis-place-line = { $path } line { $line }
analysis-place-routine = routine { $path }
analysis-place-data-block = data block { $path }
analysis-place-definition = definition { $path }
analysis-place-tag = tag { $path }
analysis-place-not-read = It was not read completely, so it has no findings.

analysis-failure-panicked = the analysis failed there with an internal error in Tagbridge
analysis-failure-too-long = it exceeded the time limit
analysis-failure-too-much = its findings exceeded the memory limit
analysis-failure-not-started = the project could not be read

# What speaks for a kind of machine.
analysis-clue-pack-tags = { $name } is a PackML name.
analysis-clue-pack-names = These are PackTags by their names: { $names }.
analysis-clue-phases = { $count ->
    [one] 1 tag is an equipment phase or sequence.
   *[other] { $count } tags are equipment phases or sequences.
}
analysis-clue-batch-names = These are words of batch control: { $names }.
analysis-clue-safety-part = The project has a safety part.{ $count ->
    [one] {""}
   *[other] {" "}It has { $count } programs or blocks.
}
analysis-clue-guard-names = These are parts of a guard by their names: { $names }.
analysis-clue-loops = { $count } controllers or analog alarms are executed.

# What is counted.
analysis-figure-programs = programs
analysis-figure-routines = routines with code
analysis-figure-rungs = rungs, networks and sheets
analysis-figure-text-lines = lines of text
analysis-figure-language = routines in { $name }
analysis-figure-tags = tags
analysis-figure-aliases = aliases
analysis-figure-types = types
analysis-figure-function-blocks = blocks with code
analysis-figure-data-blocks = data blocks
analysis-figure-modules = modules
analysis-figure-protected = routines whose code is protected
analysis-figure-tasks = tasks
analysis-figure-tasks-of = tasks of kind { $kind }
analysis-figure-inhibited = tasks that are inhibited
analysis-figure-not-in-task = programs without a task
analysis-figure-named = tags that code uses
analysis-figure-read = tags that code reads
analysis-figure-written = tags that code writes
analysis-figure-uses = uses in code
analysis-figure-unexecuted = units of code that are never executed
analysis-figure-safety-tasks = safety tasks
analysis-figure-safety-programs = safety programs
analysis-figure-safety-blocks = safety blocks
analysis-figure-safety-tags = safety tags

# X: what is declared and what is used.
analysis-title-X01 = Unused tag or variable
analysis-remedy-X01 = Remove it, or name its external user in its comment.
analysis-unused-tag = No code of this project uses the tag { $name }.
analysis-unused-variable = The code of { $block } does not use its variable { $name }.
analysis-title-X02 = Unused block
analysis-remedy-X02 = Remove it from the project, or call it.
analysis-unused-block = This project does not call { $name }, and has no instance of it.
analysis-title-X03 = Unused type
analysis-remedy-X03 = Remove it from the project.
analysis-unused-type = This project does not use the type { $name }.
analysis-title-X04 = Read and never written
analysis-remedy-X04 = Write it, make it a constant, or name its external writer in its comment.
analysis-unused-not-written = The code reads { $name } but never writes it: it keeps its initial value unless it is written from outside.
analysis-unused-variable-not-written = { $block } reads its variable { $name } but never writes it: it keeps its initial value.
analysis-title-X05 = Written and never read
analysis-remedy-X05 = Remove it, or name its external reader in its comment.
analysis-unused-not-read = The code writes { $name } but never reads it.
analysis-unused-variable-not-read = { $block } writes its variable { $name } but never reads it.
analysis-title-X06 = Undefined name
analysis-remedy-X06 = Declare it, or correct the name.
analysis-names-undeclared = { $name } is not declared in this project.
analysis-names-undeclared-alike = { $count } names from { $first } to { $last } are not declared in this project.
analysis-names-no-routine = The called routine { $name } does not exist.
analysis-names-no-instruction = { $name } is neither a known instruction nor a block of this project.
analysis-names-no-member = The type { $of } has no member { $name }.
analysis-title-X07 = Name that is already in use
analysis-remedy-X07 = Rename it.
analysis-names-shadows = { $name } hides { $other } from the code of its program.
analysis-names-shadows-in-block = The variable { $name } of { $block } hides { $other } from its code.
analysis-names-reserved = { $name } is a keyword of the language.
analysis-names-twice = The name { $name } is declared more than once.

# W: who writes what.
analysis-title-W01 = Written by several tasks
analysis-remedy-W01 = Write it in one task only, and pass values to that task.
analysis-writes-tasks = These tasks write { $name }: { $tasks }. Its value depends on the order of their execution.
analysis-title-W02 = Output written twice
analysis-remedy-W02 = Combine the conditions in one rung.
analysis-writes-twice = { $name } is driven by { $count } coils: the last executed one determines its value.
analysis-writes-twice-as-memory = { $name } is the edge memory of { $count } instructions: each overwrites the value of the others.
analysis-title-W03 = Set or reset without its opposite
analysis-remedy-W03 = Add the missing set or reset, or use a coil that follows its condition.
analysis-writes-never-reset = { $name } is set, but the code never resets it.
analysis-writes-never-set = { $name } is reset, but the code never sets it.
analysis-title-W04 = Written by several programs
analysis-remedy-W04 = Write it in one program only, and pass values to that program.
analysis-writes-programs = These programs write { $name }: { $programs }.
analysis-title-W05 = Constant or input written
analysis-remedy-W05 = Write to another variable.
analysis-writes-constant = { $name } is a constant, but the code writes it.
analysis-writes-input = { $name } is an input: the next update overwrites the value from the code.
analysis-writes-consumed = { $name } is consumed from another controller: the next update overwrites the value from the code.
analysis-writes-parameter = { $block } writes its own input { $name }.
analysis-title-W06 = Instance called more than once, or never
analysis-remedy-W06 = Call each instance once in each scan.
analysis-calls-called-twice = { $name } is an instance of { $block } and is called in { $count } places.
analysis-calls-never-called = { $name } is an instance of { $block }, but is never called.

# R: what is executed.
analysis-title-R01 = Routine never called
analysis-remedy-R01 = Call it, or remove it.
analysis-reach-not-called = No task and no executed code calls { $path }.
analysis-title-R03 = Code without effect
analysis-remedy-R03 = Remove it, or correct the condition.
analysis-reach-behind-jump = This code is after an unconditional jump or return, so it is never executed.
analysis-reach-never-true = The condition of this code is never true.
analysis-reach-never-on = The condition contradicts itself: the value that this code writes is always off.
analysis-title-R02 = Task or program not executed
analysis-remedy-R02 = Remove it, or have a task execute it.
analysis-calls-task-inhibited = The task { $name } is inhibited.
analysis-calls-program-inhibited = The program { $name } is inhibited.
analysis-calls-program-in-no-task = The program { $name } is not in a task.
analysis-title-R04 = Jump without exactly one label
analysis-remedy-R04 = Give each jump one label in its routine.
analysis-calls-no-label = The target of a jump, { $label }, is not a label in its routine.
analysis-calls-two-labels = The label { $label } occurs more than once in its routine.
analysis-title-R05 = Recursion
analysis-remedy-R05 = Use a loop instead: the depth of calls is limited.
analysis-calls-recursion = { $path } calls itself: { $ways }.
analysis-title-R06 = Task executes an object that is not a program
analysis-remedy-R06 = Call it in a program, and have the task execute that program.
analysis-calls-no-program = The task { $task } executes { $name }, which is not a program.

# T: timers and counters.
analysis-title-T01 = Timer or counter used twice
analysis-remedy-T01 = Use a separate instance for each.
analysis-timers-reused = { $name } is driven in { $count } places, so none of them can rely on it.
analysis-title-T02 = Preset of 0
analysis-remedy-T02 = Set a preset, or remove the timer.
analysis-timers-no-preset = The preset of { $name } is 0: it is done at once.
analysis-title-T03 = Never reset
analysis-remedy-T03 = Reset it, or use one that resets itself.
analysis-timers-not-reset = { $name } keeps its value, but the code never resets it.
analysis-title-T04 = Result not used
analysis-remedy-T04 = Use its result, or remove it.
analysis-timers-not-used = The code runs { $name } but uses none of its results.

# Q: sequences.
analysis-machines-charts = charts
analysis-machines-numbers = numbers with a state
analysis-machines-states = states
analysis-machines-transitions = transitions
analysis-title-Q01 = State never left
analysis-remedy-Q01 = Add the transition that is missing.
analysis-states-never-left = No transition leaves the state { $state } of { $machine }.
analysis-title-Q02 = State never reached
analysis-remedy-Q02 = Add the transition that is missing, or remove the state.
analysis-states-never-reached = No transition enters the state { $state } of { $machine }.
analysis-title-Q03 = Sequence written in several routines
analysis-remedy-Q03 = Keep all transitions of a sequence in one routine.
analysis-states-two-writers = The transitions of { $machine } are in several routines: { $routines }.
analysis-title-Q04 = Same number for several states
analysis-remedy-Q04 = Use a different number for each state.
analysis-states-duplicate = { $name } gives the number { $number } to several names: { $names }.

# P: PackML.
analysis-title-P01 = PackTags: commands not complete
analysis-remedy-P01 = Add what is missing, as the standard names it.
analysis-packml-commands = { $name } lacks these PackTags commands: { $missing }.
analysis-title-P02 = PackTags: status not complete
analysis-remedy-P02 = Add what is missing, as the standard names it.
analysis-packml-status = { $name } lacks these PackTags status tags: { $missing }.
analysis-title-P03 = PackTags: administration not complete
analysis-remedy-P03 = Add what is missing, as the standard names it.
analysis-packml-administration = { $name } lacks these PackTags administration tags: { $missing }.
analysis-title-P04 = Mode number out of range
analysis-remedy-P04 = Use a number from 0 to 31.
analysis-packml-mode = { $name } is set to { $number }, which is not a mode number.
analysis-title-P05 = State number out of range
analysis-remedy-P05 = Use a number from 0 to 17.
analysis-packml-state = { $name } is set to { $number }, which is not a state number.
analysis-title-P06 = Transition that is not in PackML
analysis-remedy-P06 = Use the states between them.
analysis-packml-transition = { $name } goes from { $from } to { $to }, which the state model does not allow.
analysis-title-P07 = Command not handled
analysis-remedy-P07 = Handle the missing commands.
analysis-packml-not-handled = The code does not use these commands in { $name }: { $missing }.
analysis-title-P08 = Acting state without an end
analysis-remedy-P08 = Leave it when its work is done.
analysis-packml-no-end = { $name } never leaves { $state }, an acting state that should end by itself.

# V: whether a vendor's editor would verify the project. The sentences of the findings are in check.ftl.
analysis-chapter-verification = Verification
analysis-title-V01 = Syntax error
analysis-remedy-V01 = Correct the text at this place. The vendor's editor does not accept it.
analysis-title-V02 = Wrong instruction or operand
analysis-remedy-V02 = Correct the instruction, or give it the operands that it needs.
analysis-title-V03 = Undeclared name
analysis-remedy-V03 = Declare the name, or correct it.
analysis-title-V04 = Wrong type
analysis-remedy-V04 = Convert the value, or change the declaration.
analysis-title-V05 = Index or bit out of range
analysis-remedy-V05 = Use an index within the bounds, or declare a larger array.
analysis-title-V06 = Call does not match its interface
analysis-remedy-V06 = Give the parameters that the block declares, with the types that it declares.
analysis-title-V07 = Write that is not allowed
analysis-remedy-V07 = Write a variable. Write safety tags in safety code only.
analysis-title-V08 = Invalid declaration
analysis-remedy-V08 = Correct the declaration.
analysis-title-V09 = Name that is not in this file
analysis-remedy-V09 = Check that a library declares the name, or export the whole project.
analysis-title-V10 = Implicit conversion
analysis-remedy-V10 = Convert the value explicitly.
analysis-title-W07 = Latch and unlatch under one condition
analysis-remedy-W07 = Give the two different conditions. Only the last one has an effect.
analysis-writes-both = { $name } is latched and unlatched under the same condition; only the last one has an effect.
