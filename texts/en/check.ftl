# What a vendor's editor reports when it verifies a project.
check-syntax = { $found } is not expected here.
check-syntax-end = The text ends before the statement is complete.
check-missing = { $missing } is missing before { $found }.
check-missing-end = { $missing } is missing at the end of the text.
check-unterminated = The comment or text that begins with { $begin } has no end.
check-unbalanced = The branches or brackets of the rung are not balanced at { $found }.
check-unbalanced-end = The rung ends before all of its branches and brackets are closed.
check-no-output = { $instruction } is an input instruction, and no output instruction follows it.
check-unknown-instruction = { $name } is neither an instruction of the platform nor an add-on instruction of this project.
check-undeclared = { $name } is not declared.
check-undeclared-near = { $name } is not declared. { $near } is.
check-external = { $name } is not declared in this file. If no library declares it, the project does not verify.
check-unknown-routine = The program has no routine { $name }.
check-unknown-label = The label { $name } does not exist in this routine.
check-label-twice = The label { $name } exists more than once in this routine.
check-no-member = The type { $of } has no member { $member }.
check-no-array = A value of the type { $of } has no elements.
check-dimensions = The array has { $expected } dimensions, but { $given } indexes are given.
check-out-of-bounds = The index { $index } is outside of the bounds { $low } to { $high }.
check-index-type = An index is a whole number, not a value of the type { $of }.
check-bit-too-high = The type { $of } has no bit { $bit }.
check-operand-count = { $instruction } takes { $least ->
    [one] { $least } operand
   *[other] { $least } operands
} and has { $given }.
check-operand-missing = The operand { $position } of { $instruction } is missing.
check-operand-type = The operand { $position } of { $instruction } has the type { $of }; the instruction takes { $expected }.
check-pin-type = The pin { $pin } of { $instruction } has the type { $of }; the instruction takes { $expected }.
check-not-connected = { $name } is not connected to the power rail.
check-assign = A value of the type { $from } cannot be assigned to a variable of the type { $to }.
check-narrowing = A value of the type { $from } may not fit into a variable of the type { $to }.
check-too-large = The constant { $value } does not fit into the type { $of }.
check-condition = A condition is on or off, not a value of the type { $of }.
check-whole-number = A whole number is needed here, not a value of the type { $of }.
check-operator = The operator { $operator } does not take a value of the type { $of }.
check-operators = The operator { $operator } cannot combine the types { $left } and { $right }.
check-no-parameter = { $block } has no parameter { $parameter }.
check-parameter-missing = The call of { $block } omits the parameter { $parameter }.
check-parameter-twice = The call of { $block } gives the parameter { $parameter } more than once.
check-parameter-type = The parameter { $parameter } of { $block } does not fit: a value of the type { $from } cannot be assigned to the type { $to }.
check-parameter-variable = The parameter { $parameter } of { $block } needs a variable.
check-parameter-way = The parameter { $parameter } of { $block } has the other direction: use := for inputs and => for outputs.
check-argument-count = { $block } takes { $least } arguments and has { $given }.
check-not-callable = { $name } has the type { $of } and cannot be called.
check-constant-written = { $name } is a constant and cannot be written.
check-safety-written = { $name } is a safety tag, and code outside of the safety task writes it.
check-declared-twice = The name { $name } is declared more than once.
check-name-invalid = { $name } is not a valid name.
check-unknown-type = The type { $of } of { $name } is not in this file.
check-unknown-program = The task { $task } executes the program { $program }, which does not exist.
check-scheduled-twice = The program { $program } is scheduled more than once.
check-no-start-routine = The program { $program } has no routine { $routine }.
check-safety-changed = This is safety code. Tagbridge does not change it.
check-protected-changed = This code is protected or sealed. Tagbridge does not change it.
check-outside-plan = This code is not part of the plan, but it was changed.
check-content-no-unit = This project has no routine or rung { $name }.
check-content-drawn = The code of { $name } is a drawing. Change the file, and check the changed file.
