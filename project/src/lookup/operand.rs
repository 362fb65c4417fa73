//! The text after the name of a tag: `.Motor."Speed"[3,1].2`, `.%X3`.

/// A piece of an operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// A member without quotes, or a bit if it is a number.
    Name(&'a str),
    /// `[3,1]`, also written `[3][1]`.
    Indexes(Vec<i32>),
    /// `.%X3`.
    Bit(u8),
}

/// The pieces in order; `None` if the operand cannot be parsed.
pub(super) fn parse(text: &str) -> Option<Vec<Piece<'_>>> {
    let mut pieces = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('[') {
            let (inside, after) = after.split_once(']')?;
            let indexes = inside.split(',').map(|index| index.trim().parse().ok());
            let mut indexes: Vec<i32> = indexes.collect::<Option<_>>()?;
            match pieces.last_mut() {
                // Equal to more indexes in one pair of brackets, because no platform here has
                // arrays of arrays.
                Some(Piece::Indexes(before)) => before.append(&mut indexes),
                _ => pieces.push(Piece::Indexes(indexes)),
            }
            rest = after;
            continue;
        }
        let after = rest.strip_prefix('.')?;
        if let Some(bit) = after.strip_prefix("%X").or_else(|| after.strip_prefix("%x")) {
            pieces.push(Piece::Bit(bit.parse().ok()?));
            return Some(pieces);
        }
        let (name, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => after.split_at(after.find(['.', '[']).unwrap_or(after.len())),
        };
        if name.is_empty() {
            return None;
        }
        pieces.push(Piece::Name(name));
        rest = after;
    }
    Some(pieces)
}

#[cfg(test)]
mod tests {
    use super::{Piece::*, *};

    #[test]
    fn takes_operands_apart() {
        for (text, pieces) in [
            ("", Some(vec![])),
            (
                ".a.\"b.c\"[1, -2].3",
                Some(vec![Name("a"), Name("b.c"), Indexes(vec![1, -2]), Name("3")]),
            ),
            ("[1][2]", Some(vec![Indexes(vec![1, 2])])),
            (".%X7", Some(vec![Bit(7)])),
            (".", None),
            ("..a", None),
            (".a[", None),
            (".a[x]", None),
            ("a", None),
            (".\"a", None),
            (".%X999", None),
        ] {
            assert_eq!(parse(text), pieces, "{text}");
        }
    }
}
