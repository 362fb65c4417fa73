//! Copies the data of a service to another place while no service uses either.

use std::{io, path::Path};

use tagbridge_store::{CopyReport, CopyStep, DataPlace, StoreError};
use tagbridge_system::create_private_folder;
use tagbridge_texts::Coded;

use crate::{ClaimError, Service, claim::Claim, tls};

/// Why the data cannot be copied.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "service-transfer")]
pub enum TransferError {
    /// A service uses one of them.
    #[coded(transparent)]
    Claim(#[from] ClaimError),
    /// An error of the data.
    #[coded(transparent)]
    Store(#[from] StoreError),
    /// The destination folder cannot be created.
    Folder {
        /// The reason.
        source: io::Error,
    },
    /// The service's own certificate cannot be copied.
    Certificate {
        /// The reason.
        source: io::Error,
    },
}

impl Service {
    /// Copies all data of one folder, which may refer to a database, to another that is empty or
    /// contains an interrupted copy of the same data. Reads each table again and compares it.
    /// Refused while a service uses either. Blocks.
    pub fn transfer(
        from: &Path,
        to: &Path,
        tell: &mut dyn FnMut(CopyStep<'_>),
    ) -> Result<CopyReport, TransferError> {
        let (source, target) = (DataPlace::of(from)?, DataPlace::of(to)?);
        DataPlace::can_transfer(&source, &target)?;
        create_private_folder(to).map_err(|source| TransferError::Folder { source })?;
        let holder = format!("process {}, store copy", std::process::id());
        let _source = Claim::take(from, &holder)?;
        let _target = Claim::take(to, &holder)?;
        // Clients recognise the service by its certificate. It is copied first, because a completed
        // copy is not repeated.
        tls::copy_own(from, to).map_err(|source| TransferError::Certificate { source })?;
        Ok(DataPlace::transfer(&source, &target, tell)?)
    }
}
