# What disagrees with a specification, in its own words.
decode-error = { $field } at byte { $offset }: expected { $expected }, found { $found }
