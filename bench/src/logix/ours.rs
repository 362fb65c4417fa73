//! Our driver: by the controller's list of tags, or by what a project declares.

use std::{collections::HashSet, sync::Arc};

use anyhow::Result;
use tagbridge_cip::Logix;
use tagbridge_driver::{Declarations, Declared, LinkOptions, TagSet};

use super::{Job, Kind, model};
use crate::{client, ours::Ours};

pub(super) fn take_part() -> Result<()> {
    client::take_part(env!("CARGO_PKG_VERSION"), |job: Job| {
        let (driver, tags) = prepared(&job)?;
        Ours::connect(&driver, tags)
    })
}

/// The same, read like a session with a project: the controller's tag list is not requested.
pub(super) fn take_part_by_name() -> Result<()> {
    client::take_part(env!("CARGO_PKG_VERSION"), |job: Job| {
        let (driver, tags) = prepared(&job)?;
        let mut ours = Ours::connect(&driver, tags)?;
        let names = job.names.into_iter().collect();
        ours.declare(Arc::new(Project { names, kind: job.kind, count: job.count }));
        Ok(ours)
    })
}

fn prepared(job: &Job) -> Result<(Logix, TagSet)> {
    let endpoint = format!("logix://127.0.0.1:{}/1,0", job.port).parse()?;
    let driver = Logix::new(&endpoint, LinkOptions::default())?;
    let tags = match job.kind {
        Kind::Scalars | Kind::Structures => TagSet::new(job.names.clone()),
        Kind::Array => {
            let slice = |name: &String| format!("{name}[0..{}]", job.count - 1);
            TagSet::new(job.names.iter().map(slice))
        }
    };
    Ok((driver, tags))
}

/// The declarations of the tags, as in a project.
#[derive(Debug)]
struct Project {
    names: HashSet<String>,
    kind: Kind,
    count: u16,
}

impl Declarations for Project {
    fn tag(&self, name: &str) -> Option<Declared> {
        let (type_name, dimensions) = match self.kind {
            Kind::Scalars => ("DINT", vec![]),
            Kind::Array => ("DINT", vec![self.count.into()]),
            Kind::Structures => (model::STRUCTURE, vec![]),
        };
        self.names.contains(name).then(|| Declared {
            name: name.into(),
            type_name: type_name.into(),
            dimensions,
            is_alias: false,
            members: [].into(),
        })
    }
}
