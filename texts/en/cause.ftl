# What changed first before an edge. Notes for translators: a “scan” is one reading of all tags by the bridge.

cause-went-on = { $name } went on at { $at }
cause-went-off = { $name } went off at { $at }
cause-changed = { $name } changed from { $from } to { $to } at { $at }
cause-certain = certain: { $causes } changed first
cause-together = certain: { $causes } changed together, and both were needed
cause-one-of = one of { $count } explanations; the recording does not show which one
cause-not-recorded = the recording does not show what changed first
cause-input = an input
cause-outside = no code gives it this value: an operator panel or another controller wrote it
cause-lacking = not recorded: { $tags }
cause-unseen = the cause ended before the next scan
cause-gap = nothing was read then
cause-by-itself = the code changes it by itself
cause-not-understood = the code that may have caused it is not understood
cause-condition = its condition changed
cause-timer = a timer
cause-counter = a counter
cause-number = computed, or a state was entered
