//! The files of a copy: what came, and what was made of it.

use super::CopyStep;
use crate::{DataPlace, StoreError};

/// Copies the files of one place that are not in the other, and looks at each there; how many there are.
pub(super) fn copy(
    from: &DataPlace,
    to: &DataPlace,
    tell: &mut dyn FnMut(CopyStep<'_>),
) -> Result<u64, StoreError> {
    let mut count = 0;
    let of_both = [(from.uploaded(), to.uploaded()), (from.made(), to.made())];
    for (source, target) in of_both {
        for hash in source.all()? {
            if target.size(&hash)? != source.size(&hash)? {
                target.take(&source, &hash)?;
            }
            target.check(&hash)?;
            count += 1;
            tell(CopyStep::Files(count));
        }
    }
    Ok(count)
}
