//! Operands as text: a tag and a path into it.

/// A step of the path into a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part<'t> {
    /// `.Speed`
    Member(&'t str),
    /// `[1,2]`: the number of indexes.
    Element(usize),
    /// `.3`
    Bit(u32),
}

/// Parses a tag's name and the path into it: `Local:1:I.Data[2].3`. `None` if the text is not a
/// path, or if an index is a tag.
pub(super) fn parse(text: &str) -> Option<(&str, Vec<Part<'_>>)> {
    let end = text.find(['.', '[']).unwrap_or(text.len());
    let (tag, mut rest) = text.split_at(end);
    let mut parts = Vec::new();
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix('[') {
            let (indices, after) = inside.split_once(']')?;
            let indices = indices.split(',').map(|index| index.trim().parse::<u32>());
            parts.push(Part::Element(indices.collect::<Result<Vec<_>, _>>().ok()?.len()));
            rest = after;
        } else {
            let inside = rest.strip_prefix('.')?;
            let end = inside.find(['.', '[']).unwrap_or(inside.len());
            let (name, after) = inside.split_at(end);
            parts.push(match name.parse() {
                Ok(bit) => Part::Bit(bit),
                Err(_) if name.is_empty() => return None,
                Err(_) => Part::Member(name),
            });
            rest = after;
        }
    }
    (!tag.is_empty()).then_some((tag, parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_operands_apart() {
        use Part::{Bit, Element, Member};
        for (text, expected) in [
            ("Speed", Some(("Speed", vec![]))),
            ("Local:1:I.Data.3", Some(("Local:1:I", vec![Member("Data"), Bit(3)]))),
            ("A[1,2].B[3]", Some(("A", vec![Element(2), Member("B"), Element(1)]))),
            ("A[ 1 ]", Some(("A", vec![Element(1)]))),
            ("A[i]", None),
            ("A[1", None),
            ("A..B", None),
            ("A[1]B", None),
            (".B", None),
            ("", None),
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
    }
}
