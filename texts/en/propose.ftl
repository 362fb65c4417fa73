# Changes that are proposed.
propose-no-not-understood = This is not one of the changes that are understood. Name the output, the tag or the value, and what is to be different: “Pump_1 only if not Tank_Full”, “set Delay to 10 s”, “rename Motor_1 to Pump_1”.
propose-no-question = This is a question and asks for no change. Ask it with `tagbridge ask`, or on the page Ask. For a change, say what is to be different.
propose-no-dangerous = This would switch, force or bypass something, or remove a protection. Name the rung and the exact change of the program: “add a closed contact Stop to rung 3 of Main”.
propose-no-other-platform = { $what }: this change is not made in this kind of file. Make it in the vendor’s tool.
propose-no-bad-name = { $name } is not a valid name. Use letters, digits and single underscores, at most 40 characters, and no keyword.
propose-no-taken = { $name } exists already. Choose another name.
propose-no-no-tag = There is no tag or variable { $name }. Use its name, or the words of its comment.
propose-no-no-tag-near = There is no tag or variable { $name }. The nearest names are { $near }. Use one of them, or ask for a new tag first.
propose-no-no-place = { $name } is not a place with declarations. Choose one of these: { $known }.
propose-no-no-routine = There is no code { $name } in which this change is possible. Name another routine or block.
propose-no-no-rung = { $name } has no rung { $number }, or the rung is being edited. Name another rung.
propose-no-no-type = { $name } is not a type of this project. Choose one of these: { $known }.
propose-no-no-unit = The project contains no { $name }. Use the name that the project has.
propose-no-bad-value = { $value } is not a valid value for { $of }. Give another value.
propose-no-no-value = { $name } has no such value that can be changed. Name the tag or the constant that has it.
propose-no-safety = { $name } belongs to the safety part of the program. Change it in the vendor’s tool, with its approval and its test.
propose-no-protected = The source of { $name } is protected. Change it in the vendor’s tool.
propose-no-not-parsed = { $name } was not completely understood. Change it in the vendor’s tool.
propose-no-drawn = { $name } is a drawing that cannot be changed here. Change it in the vendor’s tool.
propose-no-in-use = { $name } is in use: { $place }. Remove its uses first.
propose-no-also-there = { $name } also occurs in { $place }, where its meaning is not certain. Change it in the vendor’s tool.
propose-no-has-values = { $name } has values in { $tag } that would no longer fit. Change it in the vendor’s tool.
propose-no-no-contact = { $place } has no contact of { $name }. Name another rung or another contact.
propose-no-not-once = { $name } occurs { $count } times in { $place }. Name the output whose condition it is, or change it in the vendor’s tool.
propose-no-last-of-branch = { $name } is the only element of its branch or rung, so the rest would always be on. Delete the branch or the rung in the vendor’s tool.
propose-no-no-output = { $place } has no output for a condition. Name another rung or output.
propose-no-translated = { $name } has a comment in several languages. Change it in the vendor’s tool.
propose-no-not-text = { $file } cannot be written back byte for byte. Export it again.
propose-no-not-encodable = The character set of { $file } does not contain all of these characters. Use other characters.
propose-no-ends-before = { $name } has jumps or ends early, so its last rung may not be executed. Add the rung in the vendor’s tool, where it belongs.
propose-no-shared = In { $place }, the condition of this output is also the condition of other outputs, or contains more than contacts and comparisons. Change that rung in the vendor’s tool.
propose-no-not-written = No code turns { $name } on, so there is no rung to change. Name another output, or ask for a new rung.
propose-no-keeps-nothing = { $name } keeps no values between two calls, so it cannot hold a timer or a counter. Name a function block or a program.
propose-no-no-pattern = The file contains no box that can serve as an example for the new one in { $name }. Draw one in the vendor’s tool, and export the project again.
propose-no-already-written = { $name } already gets its value in { $count ->
    [one] one place
   *[other] { $count } places
 } of the code. Say “{ $name } also when …” to change the rung that is there.
propose-no-not-verified = The changed copy would not verify in the vendor’s tool: { $what }. Make the change there.
propose-no-draft-failed = The model’s code still has errors after three corrections: { $errors }. Ask for a smaller change.
propose-no-draft-empty = The draft has no change. Ask again.
propose-no-draft-form = The content for { $target } cannot be used: { $why }. Correct the content.
propose-no-draft-action = { $action } of { $target } as { $code } is not possible in this project. Use another action.
propose-no-same = It is already so: { $name }. Ask for another value.
propose-no-called = The call that drives { $name } has no input that could switch it. Change the block that is called.
propose-no-new-step = A new step changes the step before it, its own action and the transition to the next step together. Such a change of a sequence is not planned here: insert the step in the vendor’s tool. Its timer, its tags, and conditions of outputs can be planned, one request for each.
propose-no-nothing-to-undo = A plan changes nothing until you approve it, and each version stays as it was. Open the version before the change, or name the change to make now.
propose-no-nothing-left = The steps of this plan depend on each other. Ask for the change without the step.
propose-no-not-the-plan = The project has changed since this plan was made. Ask for the change again.
propose-no-reread = The changed copy could not be read again ({ $why }). Make the change in the vendor’s tool.
propose-no-differs = The changed copy differs in something that was not planned: { $what }. Make the change in the vendor’s tool.

propose-ask-place = Which place do you mean?
propose-ask-routine = In which routine?
propose-ask-rung = In which rung?
propose-ask-type = Of which type?
propose-ask-polarity = Does the contact conduct while the bit is on, or while it is off?
propose-ask-task = In which task?
propose-ask-amendment = What should be different from the plan: another name, another value, another place, or a step to omit?
propose-ask-name = Which name do you mean by
propose-ask-input = Which input of the call gets the condition?
propose-ask-priority = Which of the two waits while the other one is on?
propose-ask-time = How long? It is about
propose-ask-limit = At which value? It is about
propose-ask-value = Which new value? It is about
propose-ask-new-name = Which new name? It is about
propose-ask-why-fact = The request does not say it, and it is not guessed.
propose-ask-use = Code still uses it. What should become of that code? It is about
propose-ask-why-use = Without the tag, this code would not verify.
propose-ask-part = Which change is meant by
propose-ask-why-part = This part of the request is not understood, and nothing is guessed. Choose one of the changes, or write the part in other words.
propose-ask-without-part = leave this part out
propose-ask-why-priority = Each of them could wait; waiting for each other can block both.
propose-ask-why-input = A call drives this output; each of its inputs does something else.
propose-ask-why-name = Each name would change something else. The plan is shown before anything is changed.
propose-ask-why-place = The same name may be declared in several places, with different meanings.
propose-ask-why-routine = The same code is executed at other times and under other conditions in each of them.
propose-ask-why-rung = Each rung has other outputs.
propose-ask-why-type = The type determines its possible values and its size.
propose-ask-why-polarity = The wrong choice inverts the condition.
propose-ask-why-task = A task runs its programs at its own times.
propose-ask-why-amendment = The stored plan is executed. It changes only if your text is understood completely.
propose-ask-on-while-on = while it is on (normally open)
propose-ask-on-while-off = while it is off (normally closed)
propose-ask-without-amendment = carry out the plan without a change
propose-ask-nothing = do nothing

propose-step-tag = Add { $name }, { $kind }, in { $place }.
propose-step-alias = Add { $name } in { $place }, another name for { $target }.
propose-step-member = Add the member { $name }, { $kind }, to { $place }.
propose-step-rename = Rename { $from } to { $to } in its declaration{ $count ->
    [0] ; no code uses it
    [one] {" "}and in one place that uses it
   *[other] {" "}and in { $count } places that use it
}.
propose-step-value = Change { $name } from { $from } to { $to }.
propose-step-constant = Change { $from } to { $to } in { $place }.
propose-step-contact-on = Add a contact to { $place } that conducts while { $name } is on.
propose-step-contact-off = Add a contact to { $place } that conducts while { $name } is off.
propose-step-no-contact = Remove the contact of { $name } from { $place }.
propose-step-inverted = Invert the contact of { $name } in { $place }.
propose-step-replaced = Put { $by } in place of { $name } in { $place }.
propose-step-series = Let { $name } be on only while { $condition } holds, in { $place }.
propose-step-fed = Let the input { $input } of the call that drives { $name } be on only while { $condition } holds, in { $place }.
propose-step-parallel = Let { $name } also be on while { $condition } holds, in { $place }.
propose-step-around = Put { $condition } in parallel to the contact of { $name } in { $place }.
propose-step-latched = Let { $name } stay on until { $until } is on, in { $place }.
propose-step-opposite = Invert what { $name } gets in { $place }.
propose-step-delay = Turn { $name } on { $time } later, in { $place }.
propose-step-pulse = Turn { $name } on for one scan when its conditions begin to hold, with { $memory }, in { $place }.
propose-step-stay = Keep { $name } on { $time } longer, in { $place }.
propose-step-new-value = Set { $name } to { $value } while { $condition } holds, at the end of { $place }.
propose-step-new-rung = Turn { $name } on while { $condition } holds, at the end of { $place }.
propose-step-rung-gone = Delete { $place }.
propose-step-rung-moved = Move { $place }.
propose-step-recipe = Add { $what } for { $name } to { $place }.
propose-step-drafted = { $action ->
    [create] Create { $target }.
    [delete] Delete { $target }.
    [rename] Rename { $target }.
    [duplicate] Copy { $target }.
   *[other] Change { $target }.
 }
propose-step-alarm = Turn { $name } on while { $condition }, at the end of { $place }.
propose-step-copy = Copy { $name } as { $to }.
propose-step-comment = Comment { $place }: { $text }
propose-step-delete = Delete { $name }, which is not used.
propose-step-schedule = Run { $name } in the task { $task }.
propose-step-several = { $first } And { $more ->
    [one] one more step
   *[other] { $more } more steps
}.
propose-step-also-rung = also delete { $place }
propose-step-listed = { $question } ({ $shown } of { $of } are listed; any of them can be typed.)
propose-step-rationale = The change is written into a copy of the file. The copy is read again, and it differs by exactly these steps; the rest is unchanged byte for byte.
propose-step-done = The copy was read again: { $count ->
    [0] no difference in the executed code
    [one] one difference, as planned
   *[other] { $count } differences, as planned
}. It is not a version yet: save the proposal to create one.

propose-assumed-named = “{$words}” means { $name }.
propose-assumed-starts-at = It starts with { $value }.
propose-assumed-without-data = It starts with the defaults of its type.
propose-assumed-at-the-end = It is added at the end of { $place }.
propose-assumed-at-the-begin = The contact is the first element of { $place }, so it is a condition for the whole rung.
propose-assumed-behind = The contact is placed after { $name }, which must be the first element of { $place }; it is a condition for the rest of the rung.
propose-assumed-alarm-tag = { $name } does not exist yet, so it is declared in { $place }.
propose-assumed-instances = The change affects every use of { $name }; stored values of existing instances do not change.
propose-assumed-no-address = { $name } has no address yet: give it one in the vendor’s tool.
propose-assumed-timer = The timer is called { $name } and is declared in { $place }.
propose-assumed-helper = The new bit { $name } is declared in { $place }; the call gets it instead of its old operand.
propose-behaviour-also-on = { $name } is now also on when { $when }.
propose-behaviour-no-longer-on = { $name } is no longer on when { $when }.
propose-behaviour-both = { $name } is now also on when { $on }, and no longer on when { $off }.
propose-behaviour-other = { $name } now gets other values than before.
propose-behaviour-later = { $name } changes at other times than before.
propose-behaviour-same = No output was different in { $count } executed scans.
propose-behaviour-is-on = { $name } is on
propose-behaviour-is-off = { $name } is off
propose-behaviour-in-some-states = several inputs are in a certain state
propose-behaviour-several = { $first } { $more ->
    [one] One more output is different.
   *[other] { $more } more outputs are different.
 }

propose-risk-written-elsewhere = { $name } is also written by code in { $count ->
    [one] one place
   *[other] { $count } places
}: the last executed statement determines its value.
propose-risk-interlock-tighter = { $place } has one more condition: { $name }. Its outputs can stay off where they were on before.
propose-risk-interlock-looser = { $place } has one condition less: { $name }. Its outputs can be on where they were off before. Make sure that no person and no machine relies on the condition.
propose-risk-interlock-beside = { $place } can also be on because of { $name }. Its outputs can be on where they were off before. Make sure that no person and no machine relies on their being off.
propose-risk-interlock-other = { $place } has other conditions: { $name }. Its outputs can be on where they were off before. Make sure that no person and no machine relies on the condition before.
propose-risk-not-written = The outputs of { $place } are no longer written there, and keep their last value unless other code writes them. Make sure that no person and no machine relies on the deleted code.
propose-risk-limit-moved = { $place } compares or computes with { $to } instead of { $from }: it acts earlier or later than before.
propose-risk-external = { $name } can be read and written from outside: by operator panels, other controllers or a server.
propose-risk-external-name = Panels, servers and other controllers that use the name { $name } will no longer find it.
propose-risk-by-name = No code uses { $name }; panels, servers and other controllers may use its name.
propose-risk-exchanged = { $name } is produced or consumed: the other controllers need the same change.
propose-risk-also-runs = { $name } is already run by { $count ->
    [one] one task
   *[other] { $count } tasks
}: from now on it runs once more in each cycle, and its counters and timers run faster.
propose-risk-retentive = The controller keeps the current value of { $name }: a download may write the new one, or keep the old one.
propose-risk-opaque = { $place } was not completely understood, so its use of the same objects is not known.
propose-risk-hidden = The source of { $place } is protected, so the objects that it uses are not known.
