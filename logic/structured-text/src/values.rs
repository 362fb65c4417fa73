//! Lists of start values: `[1, 2, 3(0)]`.

/// Parses a repetition: `3(0)` is three zeros, `3()` leaves three elements unchanged.
pub fn repeated(item: &str) -> (u64, Option<&str>) {
    let repeated = item.split_once('(').and_then(|(count, rest)| {
        let count: u64 = count.trim().parse().ok()?;
        let inner = rest.trim_end().strip_suffix(')')?.trim();
        Some((count, (!inner.is_empty()).then_some(inner)))
    });
    repeated.unwrap_or((1, Some(item)))
}

/// Splits at commas outside of brackets and quotes.
pub fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut begin, mut depth, mut quote) = (0, 0_usize, None);
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        match (quote, char) {
            (Some(_), '$') => {
                chars.next();
            }
            (Some(open), _) if open == char => quote = None,
            (None, '\'' | '"') => quote = Some(char),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                parts.push(text[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[begin..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}
