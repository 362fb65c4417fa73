//! Lists of start values: `[1, 2, 3(0)]`.

pub(crate) use tagbridge_structured_text::{repeated, split};

use crate::Dimension;

/// The operand of an element by its index in memory; the last dimension changes fastest. Empty for
/// no array.
pub(crate) fn operand(dimensions: &[Dimension], index: u64) -> Option<String> {
    let mut rest = index;
    let mut indices: Vec<String> = Vec::new();
    for dimension in dimensions.iter().rev() {
        let count = u64::from(dimension.count());
        if count == 0 {
            return None;
        }
        let step = i64::try_from(rest % count).ok()?;
        indices.push((i64::from(dimension.low) + step).to_string());
        rest /= count;
    }
    indices.reverse();
    (rest == 0).then(|| match indices.as_slice() {
        [] => String::new(),
        _ => format!("[{}]", indices.join(",")),
    })
}
