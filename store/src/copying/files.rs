//! The files of a copy: uploaded and generated ones.

use super::{CopyStep, copy_store::CopyStore};
use crate::{DataPlace, FileHash, StoreError};

/// Copies the files that are missing at the destination, and checks all of them there; returns
/// their number.
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

/// Checks the file of each version: without the source's folder, no file was found to copy.
pub(super) fn check_named(reading: &CopyStore, to: &DataPlace) -> Result<(), StoreError> {
    let named = reading.transaction(|db| {
        let mut named = db.prepare_cached("SELECT DISTINCT hash FROM versions")?;
        let named = named.query_map([], |row| row.get::<String>(0))?;
        Ok(named.collect::<Result<Vec<_>, _>>()?)
    })?;
    let uploaded = to.uploaded();
    named.iter().filter_map(|hash| FileHash::parse(hash)).try_for_each(|hash| uploaded.check(&hash))
}
