//! Creates a driver for an endpoint, and connects.

use std::{
    path::Path,
    sync::{Arc, atomic::Ordering},
    time::Instant,
};

use tagbridge_client::Mode;
use tagbridge_driver::{
    Endpoint, EndpointError, Identity, LinkError, LinkOptions, TagList, Traffic,
};
use tokio::time::Instant as Moment;

use super::{
    Logix, LogixConnection, answer_cache::AnswerCache, answers::TypeNames,
    halving_connection::ExcludedTags, open, program::MAX_HANG_UPS, tag_list_state::TagListState,
    target::Target,
};
use crate::{catalogue::UnlistedNames, codec::Status, guard::KINDS, plan::Knowledge};

impl Logix {
    /// Parses the endpoint, without connecting.
    pub fn new(endpoint: &Endpoint, options: LinkOptions) -> Result<Self, EndpointError> {
        Self::learning_in(endpoint, options, None)
    }

    /// Does the same, with a folder for cached answers about controllers' programs.
    pub fn learning_in(
        endpoint: &Endpoint,
        options: LinkOptions,
        folder: Option<&Path>,
    ) -> Result<Self, EndpointError> {
        Ok(Self {
            one_by_one: Arc::default(),
            shunned: ExcludedTags::default(),
            recall: AnswerCache::of(endpoint, folder),
            target: Target::of(endpoint)?,
            options,
            hangs_up: Arc::default(),
            hang_ups: Arc::default(),
            traffic: Arc::new(Traffic::new(KINDS)),
        })
    }

    /// When learning must stop delaying an operation that starts now.
    pub(super) fn patient_until(&self) -> Moment {
        Moment::now() + self.options.patience
    }

    /// Opens a connection that cannot be used any longer after a failed read.
    pub(super) async fn link_up(&self) -> Result<Box<LogixConnection>, LinkError> {
        let (mut link, identity) =
            open::open(&self.target, self.options, &self.hangs_up, &self.traffic).await?;
        link.recall(self.recall.clone(), &identity);
        link.by_name = is_by_name(&identity);
        if self.one_by_one.load(Ordering::Relaxed) {
            link.refuses_packets = Some(Status::of(Status::SERVICE_NOT_SUPPORTED));
        }
        let is_listing = self.hang_ups.load(Ordering::Relaxed) < MAX_HANG_UPS;
        let never = self.options.tag_list == Some(TagList::Never);
        let mut connection = Box::new(LogixConnection {
            way: self.clone(),
            mode: Mode::new(identity.mode, true),
            identity,
            link,
            learnt: if is_listing { TagListState::default() } else { TagListState::Absent },
            unlisted: UnlistedNames::default(),
            learnt_at: Instant::now(),
            listed_in: 0,
            contradicted: None,
            patient_until: self.patient_until(),
            known: Knowledge::default(),
            prepared: None,
            type_names: TypeNames::default(),
            by_name: None,
        });
        connection.by_name = never.then(|| connection.by_name(None));
        Ok(connection)
    }
}

/// Whether tags can only be read by name: in Logix before version 21 and in a Micro800, whose
/// product names begin with 2080, as in pycomm3.
fn is_by_name(identity: &Identity) -> bool {
    let major = identity.revision.split('.').next().and_then(|it| it.parse::<u32>().ok());
    identity.product.starts_with("2080")
        || identity.product.starts_with("17") && major.is_some_and(|it| it < BY_INSTANCE_SINCE)
}

/// The first version of Logix whose tags can be read by instance.
const BY_INSTANCE_SINCE: u32 = 21;
