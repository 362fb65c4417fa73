# Changes that are proposed.
propose-no-not-understood = This is not one of the changes that can be proposed without a model. Those are: add a tag, an alias, a variable or a member of a type; rename one everywhere; change a preset, a limit or a constant; add or remove a contact of a rung; add an alarm with a limit; duplicate a routine, an instruction, a block or a type; comment a rung, a routine, a tag or a type; schedule a program in a task; delete what is not used. For example: “rename Motor_1 to Pump_1”.
propose-no-dangerous = Nothing is switched, forced or bypassed here, and no protection is taken out of the way: this service cannot write to a controller, and a change of the program is proposed only where it is named exactly. Say which rung, routine or value is to be different, and how; for example “add a closed contact Stop to rung 3 of Main”.
propose-no-other-platform = { $what }: this change is not proposed for this platform or for this kind of unit.
propose-no-bad-name = { $name } is no name that the platform takes: letters, digits and single underscores, 40 at the most, no digit first, no underscore last, and no keyword.
propose-no-taken = { $name } is there already.
propose-no-no-tag = No tag or variable here is called { $name }.
propose-no-no-place = { $name }: nothing is declared in a place of this name. There are: { $known }.
propose-no-no-routine = There is no code called { $name } that this change could be made in.
propose-no-no-rung = { $name } has no rung { $number }, or it is being edited.
propose-no-no-type = { $name } is no type of this project. There are: { $known }.
propose-no-no-unit = Nothing here is called { $name }.
propose-no-bad-value = { $value } is no value for { $of }.
propose-no-no-value = { $name }: no value like this stands there that could be changed.
propose-no-safety = { $name } belongs to the safety part of the program. It is not changed here: do it in the vendor's tool, with its approval and its test.
propose-no-protected = The source of { $name } is protected. What is not shown is not changed.
propose-no-not-parsed = { $name } is not understood as a whole, so nothing is changed in it.
propose-no-drawn = { $name } is drawn (ladder, function blocks or a chart). On this platform, conditions, alarms and constants are proposed only in structured text: change the drawing in the vendor’s tool.
propose-no-in-use = { $name } is used: { $place }. What is used is not deleted.
propose-no-also-there = { $name } also stands in { $place }, where it is not certain what it means. Nothing is changed.
propose-no-has-values = { $name } has values in { $tag } that would not fit any more. Nothing is changed.
propose-no-no-contact = { $place } has no contact of { $name }.
propose-no-not-once = { $name } stands { $count } times in { $place }: which one is meant is not told. Nothing is changed.
propose-no-last-of-branch = { $name } is all that its branch or its rung has: without it, the rest would be on always. Nothing is changed.
propose-no-no-output = { $place } has nothing that a condition could hold for. Nothing is changed.
propose-no-translated = { $name } has a comment in several languages, which is not changed here.
propose-no-not-text = { $file } does not come back byte for byte when it is written, so nothing is changed in it.
propose-no-not-encodable = { $file } is written in a character set that does not have all these letters.
propose-no-ends-before = { $name } has jumps or ends early: what comes last may not be executed. Say where the rung belongs, and add it by hand.
propose-no-same = It is so already: { $name }.
propose-no-nothing-left = The steps of this plan need each other: without one of them, nothing is left to do.
propose-no-not-the-plan = The project has changed since this plan was made: what it would change is not the same any more. Ask for the change again.
propose-no-reread = The changed copy was not understood when it was read again ({ $why }). Nothing is proposed.
propose-no-differs = The changed copy differs from the project in something that is not planned: { $what }. Nothing is proposed.

propose-ask-place = Which place is meant?
propose-ask-routine = In which routine?
propose-ask-rung = In which rung?
propose-ask-type = Of which type?
propose-ask-polarity = Does the contact let through while the bit is on, or while it is off?
propose-ask-task = In which task?
propose-ask-amendment = What should be different from the plan: another name, another value, another place, or a step to leave out?
propose-ask-why-place = The same name may be declared in several places, and means another thing in each.
propose-ask-why-routine = The same code acts at other times and under other conditions in each of them.
propose-ask-why-rung = Each rung turns something else on.
propose-ask-why-type = The type decides which values it can have, and how much room it takes.
propose-ask-why-polarity = The wrong one turns the condition into its opposite.
propose-ask-why-task = A task runs its programs at its own times.
propose-ask-why-amendment = What is carried out is the stored plan; only what is understood exactly is done otherwise.
propose-ask-on-while-on = while it is on (normally open)
propose-ask-on-while-off = while it is off (normally closed)
propose-ask-without-amendment = carry out the plan as it is
propose-ask-nothing = do nothing

propose-step-tag = Add { $name }, { $kind }, in { $place }.
propose-step-alias = Add { $name } in { $place }, another name for { $target }.
propose-step-member = Add the member { $name }, { $kind }, to { $place }.
propose-step-rename = Rename { $from } to { $to } in its declaration{ $count ->
    [0] ; no code names it
    [one] {" "}and in one place that names it
   *[other] {" "}and in { $count } places that name it
}.
propose-step-value = Change { $name } from { $from } to { $to }.
propose-step-constant = Change { $from } to { $to } in { $place }.
propose-step-contact-on = Add a contact to { $place } that lets through while { $name } is on.
propose-step-contact-off = Add a contact to { $place } that lets through while { $name } is off.
propose-step-no-contact = Remove the contact of { $name } from { $place }.
propose-step-alarm = Turn { $name } on while { $condition }, at the end of { $place }.
propose-step-copy = Copy { $name } as { $to }.
propose-step-comment = Comment { $place }: { $text }
propose-step-delete = Delete { $name }, which nothing uses.
propose-step-schedule = Run { $name } in the task { $task }.
propose-step-several = { $first } And { $more ->
    [one] one more step
   *[other] { $more } more steps
}.
propose-step-rationale = The change is written into a copy of the file, the copy is read again, and it differs by exactly these steps; all else is as it was, byte for byte.
propose-step-done = The copy was read again: { $count ->
    [0] no difference in what is executed
    [one] one difference, the planned one
   *[other] { $count } differences, the planned ones
}. No version was made: save the proposal as one if you want it.

propose-assumed-starts-at = It starts with { $value }.
propose-assumed-without-data = It starts with the defaults of its type.
propose-assumed-at-the-end = It comes last in { $place }.
propose-assumed-at-the-begin = The contact stands first in { $place }: it holds for all that the rung does.
propose-assumed-behind = The contact stands behind { $name }, which must come first in { $place }: it holds for all that follows.
propose-assumed-alarm-tag = There was no { $name }, so it is declared in { $place }.
propose-assumed-instances = Every use of { $name } is changed by it; values that an instance keeps already stay as they are.
propose-assumed-no-address = { $name } has no address yet: give it one in the vendor’s tool.

propose-risk-written-elsewhere = { $name } is given a value by code in { $count ->
    [one] one place
   *[other] { $count } places
}: what is executed last counts.
propose-risk-interlock-tighter = { $place } acts under one more condition: { $name }. What it turns on can stay off where it was on before.
propose-risk-interlock-looser = { $place } acts under one condition less: { $name }. What it kept off can be on. Be sure that nobody and nothing relies on it.
propose-risk-limit-moved = { $place } compares or computes with { $to } instead of { $from }: it acts earlier or later than before.
propose-risk-external = { $name } can be read and written from outside: by operator panels, by other controllers, by a server.
propose-risk-external-name = Panels, servers and other controllers that know { $name } by its name will not find it any more.
propose-risk-by-name = No code uses { $name }; panels, servers and other controllers may know it by its name.
propose-risk-exchanged = { $name } is produced or consumed: other controllers must know of it.
propose-risk-also-runs = { $name } is already run by { $count ->
    [one] one task
   *[other] { $count } tasks
}: from now on it runs once more in each cycle, and what it counts or times goes faster.
propose-risk-retentive = The controller keeps the present value of { $name }: a download may bring the new one, or leave the old one.
propose-risk-opaque = { $place } is not understood as a whole: what it does with the same things is not known.
propose-risk-hidden = The source of { $place } is protected: what it uses is not known.
