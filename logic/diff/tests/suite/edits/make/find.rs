//! Finds locations in a rung or a text.

pub(super) fn line_of(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |it| it + 1);
    text[start..].lines().next().unwrap_or_default()
}

/// Instructions whose operands contain no brackets: position, name, operands.
pub(super) fn instructions(says: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    says.match_indices('(').filter_map(move |(open, _)| {
        let start =
            says[..open].rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |it| it + 1);
        let close = open + says[open..].find(')')?;
        let operands = &says[open + 1..close];
        let plain = !operands.contains(['(', '\'']) && start < open;
        plain.then(|| (start, &says[start..open], operands))
    })
}

/// Operands that are whole numbers.
pub(super) fn numbers(says: &str) -> impl Iterator<Item = (usize, &str)> {
    instructions(says).flat_map(|(at, name, operands)| {
        let mut start = at + name.len() + 1;
        operands.split(',').filter_map(move |operand| {
            let here = start;
            start += operand.len() + 1;
            (operand.parse::<i64>().is_ok_and(|it| it != 4711)).then_some((here, operand))
        })
    })
}

/// A branch with two legs of conditions.
pub(super) fn legs(says: &str) -> Option<(usize, &str, &str)> {
    let at = says.find("[XI")?;
    let end = at + says[at..].find(" ]")?;
    let (first, second) = says[at + 1..end].split_once(" ,")?;
    let asks = |leg: &str| {
        !leg.contains(['[', ',']) && instructions(leg).all(|it| matches!(it.1, "XIC" | "XIO"))
    };
    (asks(first) && asks(second)).then_some((at, first, second))
}

/// Whether the same contact occurs twice, so that the edit would be ambiguous.
pub(super) fn duplicated(says: &str, name: &str, operand: &str) -> bool {
    says.matches(&format!("{name}({operand})")).count() > 1
}

pub(super) fn random_index(says: &str, length: usize) -> usize {
    if length == 0 { 0 } else { says.len() % length }
}
