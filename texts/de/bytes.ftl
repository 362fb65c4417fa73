# What disagrees with a specification, in its own words.
decode-error = { $field } bei Byte { $offset }: erwartet { $expected }, gefunden { $found }
