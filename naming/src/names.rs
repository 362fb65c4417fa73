//! A project's tags, and the protocol over which they are read.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use tagbridge_driver::Identity;
use tagbridge_drivers::{Addressing, Protocol};
use tagbridge_project::{ProjectError, Source, Symbols, Target, Vendor};
use tagbridge_texts::{Coded, Message};

use crate::OtherController;

/// A project, and the protocol over which its tags are read.
#[derive(Debug, Clone)]
pub struct Names {
    /// The project's tags.
    pub symbols: Arc<Symbols>,
    /// The kind of names for the driver.
    pub target: Target,
}

/// Additions by a person to a project's file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Supplement {
    /// Numbers of data blocks by name.
    pub block_numbers: BTreeMap<String, u16>,
    /// The part before the application in a server's node ids. `None`: it is read from the server.
    pub prefix: Option<String>,
}

/// A project whose platform does not speak an endpoint's protocol.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Coded)]
#[coded(prefix = "source-other-platform")]
pub struct OtherPlatform {
    #[coded(text)]
    vendor: Vendor,
    scheme: String,
}

/// Why the names of a file cannot be used.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "source")]
pub enum SourceError {
    /// It cannot be read as a project.
    #[coded(transparent)]
    Project(Box<ProjectError>),
    /// Its platform differs from the controller's.
    #[coded(transparent)]
    Platform(#[from] OtherPlatform),
}

impl SourceError {
    /// The remedy.
    pub fn remedy(&self) -> Message {
        match self {
            Self::Project(error) => error.remedy.clone(),
            Self::Platform(_) => PlatformRemedy.message(),
        }
    }
}

/// The remedy for a project of another platform.
#[derive(Debug, Coded)]
#[coded(prefix = "source-remedy-platform")]
pub(crate) struct PlatformRemedy;

impl From<ProjectError> for SourceError {
    fn from(error: ProjectError) -> Self {
        Self::Project(Box::new(error))
    }
}

impl OtherPlatform {
    /// Whether a project of this vendor cannot be read over the protocol.
    pub fn between(vendor: Vendor, scheme: &str) -> Option<Self> {
        protocol(vendor, scheme).err()
    }
}

fn protocol(vendor: Vendor, scheme: &str) -> Result<&'static Protocol, OtherPlatform> {
    let protocol = tagbridge_drivers::of_scheme(scheme).filter(|it| it.vendors.contains(&vendor));
    protocol.ok_or_else(|| OtherPlatform { vendor, scheme: scheme.to_owned() })
}

impl Names {
    /// Creates the names of a project for the protocol of an endpoint.
    pub fn new(
        symbols: Arc<Symbols>,
        scheme: &str,
        supplement: Supplement,
    ) -> Result<Self, OtherPlatform> {
        let target = match protocol(symbols.project().vendor, scheme)?.addressing {
            Addressing::Names => Target::Logix,
            Addressing::Memory => Target::S7 { numbers: supplement.block_numbers },
            Addressing::Nodes => Target::OpcUa { prefix: supplement.prefix },
        };
        Ok(Self { symbols, target })
    }

    /// Reads a project's file, archive or folder, for the protocol of an endpoint.
    pub fn open(path: &Path, scheme: &str, supplement: Supplement) -> Result<Self, SourceError> {
        Self::of_source(&Source::open(path)?, scheme, supplement)
    }

    /// Parses the bytes of a project's file or archive.
    pub fn of_bytes(
        file_name: String,
        bytes: Vec<u8>,
        scheme: &str,
        supplement: Supplement,
    ) -> Result<Self, SourceError> {
        Self::of_source(&Source::of_bytes(file_name, bytes)?, scheme, supplement)
    }

    fn of_source(
        source: &Source,
        scheme: &str,
        supplement: Supplement,
    ) -> Result<Self, SourceError> {
        let project = tagbridge_project::read(source)?;
        let symbols = Arc::new(Symbols::new(Arc::new(project)));
        Ok(Self::new(symbols, scheme, supplement)?)
    }
}

/// The names by which a controller is read.
#[derive(Debug, Clone, Default)]
pub enum Naming {
    /// Not known yet; a connection attempt waits for it, for some time.
    #[default]
    Pending,
    /// The controller's own.
    Controllers(ExpectedController),
    /// A project's.
    Project(Arc<Names>),
}

/// The information about the project while the controller's own names are used.
#[derive(Debug, Clone, Default)]
pub enum ExpectedController {
    /// No project to compare.
    #[default]
    Unknown,
    /// The project, whose names are not used.
    Project(Arc<Names>),
    /// The project is for another platform.
    OtherPlatform(OtherPlatform),
}

impl Naming {
    /// The project's names, once they are known.
    pub fn names(&self) -> Option<&Arc<Names>> {
        match self {
            Self::Project(names) => Some(names),
            Self::Pending | Self::Controllers(_) => None,
        }
    }

    /// The project of the values, whether or not its names are used.
    pub fn project(&self) -> Option<&Arc<Names>> {
        match self {
            Self::Project(names) | Self::Controllers(ExpectedController::Project(names)) => {
                Some(names)
            }
            Self::Pending | Self::Controllers(_) => None,
        }
    }

    /// The difference that shows that the controller is not the project's.
    pub fn other_controller(&self, identity: &Identity) -> Option<OtherController> {
        match self {
            Self::Controllers(ExpectedController::OtherPlatform(other)) => {
                Some(OtherController::Platform(other.clone()))
            }
            it => it.project()?.other_controller(identity),
        }
    }
}
