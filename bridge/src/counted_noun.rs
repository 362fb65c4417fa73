//! A number with its noun.

/// `1 tag`, `2 tags`.
pub(crate) fn counted(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_many() {
        for (number, text) in [(0_usize, "0 tags"), (1, "1 tag"), (2, "2 tags")] {
            assert_eq!(counted(number, "tag"), text);
        }
    }
}
