//! The files of a copy: what came, and what was made of it.

use super::{CopyStep, side::Side};
use crate::{DataPlace, FileHash, StoreError};

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

/// Looks at each file that a version names: where the folder of files is not there, none was found to copy.
pub(super) fn check_named(reading: &Side, to: &DataPlace) -> Result<(), StoreError> {
    let named = reading.transaction(|db| {
        let mut named = db.prepare_cached("SELECT DISTINCT hash FROM versions")?;
        let named = named.query_map([], |row| row.get::<String>(0))?;
        Ok(named.collect::<Result<Vec<_>, _>>()?)
    })?;
    let uploaded = to.uploaded();
    named.iter().filter_map(|hash| FileHash::parse(hash)).try_for_each(|hash| uploaded.check(&hash))
}
