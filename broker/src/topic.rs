//! The parts of topics.

/// Characters that a part of a topic must not contain.
pub const RESERVED: [char; 3] = ['+', '/', '#'];

/// A name as a part of a topic.
pub fn part_of(name: &str) -> String {
    name.replace(RESERVED, "-")
}

/// Whether it is the beginning of topics, of one part or several.
pub fn is_beginning(topic: &str) -> bool {
    topic.split('/').all(|part| !part.is_empty() && !part.contains(RESERVED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_characters_are_in_no_part() {
        assert_eq!(part_of("line/3+#"), "line-3--");
        for (topic, is_one) in
            [("a", true), ("a/b", true), ("", false), ("a//b", false), ("a/+", false)]
        {
            assert_eq!(is_beginning(topic), is_one, "{topic}");
        }
    }
}
