//! The demo's controllers, and the projects that they run.

use std::{net::SocketAddr, sync::Arc};

use tagbridge_api::project::Vendor;
use tagbridge_project::{Project, ProjectError, Source, SourceFile};
use tagbridge_simulator::{Running, logix::VirtualLogix, opcua::VirtualCodesys, s7::VirtualS7};

/// The tags of the bottling line, which is a program of the simulator's own.
const BOTTLING: &str = include_str!("../../../demo/bottling.L5X");
const MIXING: [(&str, &str); 2] = [
    ("mixing.scl", include_str!("../../../demo/mixing/mixing.scl")),
    ("symbols.sdf", include_str!("../../../demo/mixing/symbols.sdf")),
];
const PACKING: &str = include_str!("../../../demo/packing.xml");

/// A virtual controller, and the project that it runs.
pub(super) struct Controller {
    running: Running,
    /// The project's file.
    pub(super) file_name: String,
    pub(super) bytes: Vec<u8>,
    project: Arc<Project>,
}

/// Starts all controllers of the plant; the first is the one that streams from the start.
pub(super) async fn start(
    loopback: SocketAddr,
) -> Result<Vec<Controller>, Box<dyn std::error::Error>> {
    let seed = rand::random();
    let bottling = file("bottling.L5X", BOTTLING)?;
    let line = VirtualLogix::bottling(seed)?.listen(loopback).await?;
    let mixing = mixing()?;
    let tanks = VirtualS7::from_project(&mixing.project, &std::collections::BTreeMap::new(), seed);
    let tanks = tanks.listen(loopback).await?;
    let packing = file("packing.xml", PACKING)?;
    let packer = VirtualCodesys::from_project(&packing.project, seed)?.listen(loopback).await?;
    Ok(vec![
        bottling.run_by(Running::Logix(line)),
        mixing.run_by(Running::S7(tanks)),
        packing.run_by(Running::Codesys(packer)),
    ])
}

impl Controller {
    /// Its endpoint.
    pub(super) fn endpoint(&self) -> String {
        match &self.running {
            // Trust in certificates is tested elsewhere.
            Running::Codesys(it) => format!("{}?security=None", it.endpoint()),
            it => it.endpoint(),
        }
    }

    /// The name of its project.
    pub(super) fn project(&self) -> &str {
        &self.project.name
    }

    /// Its project.
    pub(super) fn read(&self) -> &Project {
        &self.project
    }

    pub(super) fn vendor(&self) -> Vendor {
        self.project.vendor
    }

    pub(super) async fn stop(self) {
        self.running.stop().await;
    }
}

/// A project's file, read.
struct File {
    name: String,
    bytes: Vec<u8>,
    project: Arc<Project>,
}

impl File {
    fn run_by(self, running: Running) -> Controller {
        let Self { name: file_name, bytes, project } = self;
        Controller { running, file_name, bytes, project }
    }
}

fn file(name: &str, text: &str) -> Result<File, ProjectError> {
    let source = Source::of_bytes(name, text.as_bytes().to_vec())?;
    read(source)
}

/// A folder, which a service keeps as an archive.
fn mixing() -> Result<File, ProjectError> {
    let files = MIXING.iter().map(|(path, text)| SourceFile {
        path: (*path).to_owned(),
        bytes: text.as_bytes().to_vec(),
    });
    read(Source { name: "Mixing".to_owned(), files: files.collect(), hash: String::new() })
}

fn read(source: Source) -> Result<File, ProjectError> {
    let (name, bytes) = source.into_one_file()?;
    // As a client downloads and reads it.
    let project = tagbridge_project::read(&Source::of_bytes(name.clone(), bytes.clone())?)?;
    Ok(File { name, bytes, project: Arc::new(project) })
}
