//! What the connection knows of the controller's own list, and how it learns it.

use std::{sync::Arc, time::Duration};

use tagbridge_driver::LinkError;
use tokio::time::Instant;

use super::{catalogue, link::Link};
use crate::catalogue::{Catalogue, Upload};

/// How long a scan may be held up by an upload that it needs. A session gives a scan a minute.
const PATIENCE: Duration = Duration::from_secs(20);
/// Requests beside a scan for an upload that only makes later scans faster.
pub(super) const BESIDE_A_SCAN: u32 = 16;

/// What is known of the controller's own list of tags.
#[derive(Debug, Default)]
pub(super) enum Learnt {
    /// It was not asked for yet, or does not hold any more.
    #[default]
    Unasked,
    UnderWay(Box<Upload>),
    Known(Arc<Catalogue>),
    /// The controller has none.
    Absent,
}

/// Until when an upload may hold up a scan that begins to need it now.
pub(super) fn deadline() -> Instant {
    Instant::now() + PATIENCE
}

/// When to stop learning, even if there is more.
#[derive(Debug, Clone, Copy)]
pub(super) enum Until {
    Requests(u32),
    Deadline(Instant),
}

impl Learnt {
    pub(super) fn known(&self) -> Option<&Arc<Catalogue>> {
        match self {
            Self::Known(it) => Some(it),
            _ => None,
        }
    }

    /// Whether there may be a list that is not known yet.
    pub(super) fn can_learn(&self) -> bool {
        matches!(self, Self::Unasked | Self::UnderWay(_))
    }

    /// Whether the controller was never asked, or never answered.
    pub(super) fn is_unasked(&self) -> bool {
        matches!(self, Self::Unasked)
    }

    /// Asks for more of the list, until it is known or enough is asked.
    pub(super) async fn learn(&mut self, link: &mut Link, until: Until) -> Result<(), LinkError> {
        let mut upload = match std::mem::take(self) {
            Self::Unasked => Box::new(Upload::new()),
            Self::UnderWay(upload) => upload,
            settled => {
                *self = settled;
                return Ok(());
            }
        };
        let before = link.round_trips;
        while upload.request().is_some() {
            let is_enough = match until {
                Until::Requests(most) => link.round_trips - before >= most,
                Until::Deadline(at) => Instant::now() >= at,
            };
            if is_enough {
                *self = Self::UnderWay(upload);
                return Ok(());
            }
            match catalogue::step(link, &mut upload).await? {
                Ok(_) => {}
                Err(error) if error.is_absence() => {
                    tracing::info!(%error, "the controller's tags are read by their names alone");
                    *self = Self::Absent;
                    return Ok(());
                }
                Err(error) => {
                    tracing::warn!(%error, "the controller's tags could not be listed");
                    return Ok(());
                }
            }
        }
        let requests = link.round_trips - before;
        let catalogue = upload.finish();
        tracing::debug!(entries = catalogue.len(), requests, "the controller's tags are listed");
        *self = Self::Known(Arc::new(catalogue));
        Ok(())
    }
}
