//! Bytes as TCP delivers them: cut anywhere.

/// Splits an input into pieces. Its first byte is the number of sizes that follow. The sizes (minus
/// one, a byte each) are used repeatedly until the rest is split.
pub(crate) fn pieces(input: &[u8]) -> (&[u8], impl Iterator<Item = &[u8]>) {
    let (sizes, whole) = match input {
        [count, rest @ ..] => rest.split_at(usize::from(count % 8).min(rest.len())),
        [] => (input, input),
    };
    let mut left = whole;
    let mut sizes = sizes.iter().copied().chain([u8::MAX]).cycle();
    let pieces = std::iter::from_fn(move || {
        let size = sizes.next().map_or(left.len(), |it| usize::from(it) + 1).min(left.len());
        let (piece, rest) = left.split_at(size);
        left = rest;
        (!piece.is_empty()).then_some(piece)
    });
    (whole, pieces)
}
