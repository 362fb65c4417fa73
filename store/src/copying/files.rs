//! The files of a copy: what came, and what was made of it.

use std::path::Path;

use super::CopyStep;
use crate::{Files, StoreError};

/// Copies the files of one folder that are not in the other, and looks at each there; how many there are.
pub(super) fn copy(
    from: &Path,
    to: &Path,
    tell: &mut dyn FnMut(CopyStep<'_>),
) -> Result<u64, StoreError> {
    let mut count = 0;
    for of_folder in [Files::in_folder, Files::made_in_folder] {
        let (source, target) = (of_folder(from), of_folder(to));
        for hash in source.all()? {
            if target.size(&hash) != source.size(&hash) || target.find(&hash).is_none() {
                target.take(&source, &hash)?;
            }
            target.check(&hash)?;
            count += 1;
            tell(CopyStep::Files(count));
        }
    }
    Ok(count)
}
