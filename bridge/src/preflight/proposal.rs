//! What a person could do to read more of a project's tags.

use std::fmt;

use serde::Serialize;
use tagbridge_driver::Endpoint;

use super::tried::Tried;
use crate::named::Names;

/// Where a Siemens controller's own OPC UA server listens unless told.
const OPC_UA_PORT: u16 = 4840;

/// What a person could do to read more of a project's tags.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Proposal {
    /// Tags lie in data blocks with optimised access, which have names alone: the controller's own
    /// OPC UA server reads them by name, where it is switched on.
    OpcUa {
        /// How many.
        tags: usize,
        /// Where that server is, unless somebody moved it.
        endpoint: String,
    },
    /// The file does not tell the numbers of data blocks.
    BlockNumbers {
        /// Which.
        blocks: Vec<Unnumbered>,
    },
}

/// A data block whose number nobody told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unnumbered {
    /// Its name, without quotes.
    pub name: String,
    /// Tags that lie in it, as far as they were tried.
    pub tags: usize,
}

impl fmt::Display for Proposal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OpcUa { tags, endpoint } => write!(
                f,
                "{tags} of the tags lie in data blocks with optimised access: the controller's own \
                 OPC UA server reads them by name, where it is switched on: {endpoint}"
            ),
            Self::BlockNumbers { blocks } => {
                let names: Vec<&str> = blocks.iter().map(|it| it.name.as_str()).collect();
                write!(
                    f,
                    "the file does not tell the numbers of these data blocks; say them, such as \
                     \"{}\" = 1: {}",
                    names.first().copied().unwrap_or_default(),
                    names.join(", ")
                )
            }
        }
    }
}

pub(super) fn proposals(names: &Names, endpoint: &Endpoint, tried: &Tried) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    let (optimised, blocks) = tried.siemens(names);
    if optimised > 0 {
        let host = endpoint.host();
        let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
        let endpoint = format!("opc.tcp://{host}:{OPC_UA_PORT}");
        proposals.push(Proposal::OpcUa { tags: optimised, endpoint });
    }
    if !blocks.is_empty() {
        proposals.push(Proposal::BlockNumbers { blocks });
    }
    proposals
}
