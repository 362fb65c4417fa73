//! From an endpoint to a driver that can be connected.

use std::{path::Path, sync::Arc};

use tagbridge_driver::{Endpoint, EndpointError, LinkOptions, Traffic};
use tokio::time::Instant;

use super::{Logix, recall::Recall, target::Target};
use crate::guard::KINDS;

impl Logix {
    /// Reads the endpoint. Nothing is dialled yet.
    pub fn new(endpoint: &Endpoint, options: LinkOptions) -> Result<Self, EndpointError> {
        Self::learning_in(endpoint, options, None)
    }

    /// The same, with a folder in which is kept what controllers told of their programs.
    pub fn learning_in(
        endpoint: &Endpoint,
        options: LinkOptions,
        folder: Option<&Path>,
    ) -> Result<Self, EndpointError> {
        Ok(Self {
            recall: Recall::of(endpoint, folder),
            target: Target::of(endpoint)?,
            options,
            hangs_up: Arc::default(),
            hang_ups: Arc::default(),
            traffic: Arc::new(Traffic::new(KINDS)),
        })
    }

    /// Until when what begins now may be held up by learning.
    pub(super) fn patient_until(&self) -> Instant {
        Instant::now() + self.options.patience
    }
}
