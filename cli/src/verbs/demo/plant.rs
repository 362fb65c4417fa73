//! The demo's controllers, and the projects that they run.

use std::{collections::BTreeMap, net::SocketAddr, sync::Arc};

use tagbridge_api::project::Vendor;
use tagbridge_project::{Project, ProjectError, Source, SourceFile};
use tagbridge_simulator::{
    Memory, Program, RunningSimulator, logix::VirtualLogix, opcua::VirtualCodesys, s7::VirtualS7,
};

use crate::verbs::simulate::scan::Code;

/// Files of the projects' folder, with their contents.
macro_rules! files {
    ($folder:literal: $($path:literal)*) => {
        &[$((
            $path,
            include_bytes!(concat!("../../../../tests/projects/", $folder, "/", $path)).as_slice(),
        )),*]
    };
}

const BOTTLING: &[u8] = include_bytes!("../../../../tests/projects/allen-bradley/Bottling.L5X");
const PACKING: &[u8] = include_bytes!("../../../../tests/projects/codesys/Packing.xml");
const MIXING: &[(&str, &[u8])] = files! { "siemens/Mixing":
    "PLC data types/Pump.xml"
    "PLC data types/Recipe.xml"
    "PLC data types/Valve.xml"
    "PLC tags/Analog.xml"
    "PLC tags/Inputs.xml"
    "PLC tags/Memory.xml"
    "PLC tags/Outputs.xml"
    "PLC tags/Spare.xml"
    "Program blocks/BatchSequence.scl"
    "Program blocks/Cleaning.scl"
    "Program blocks/CleaningChart.xml"
    "Program blocks/Data/Alarms.xml"
    "Program blocks/Data/Batch.xml"
    "Program blocks/Data/Counters.xml"
    "Program blocks/Data/HMI.xml"
    "Program blocks/Data/Pumps.xml"
    "Program blocks/Data/Recipes.xml"
    "Program blocks/Data/Service.xml"
    "Program blocks/Data/Settings.xml"
    "Program blocks/Data/Simulation_Data.xml"
    "Program blocks/Data/Tank.xml"
    "Program blocks/Faults.xml"
    "Program blocks/Instances/Agitator_DB.xml"
    "Program blocks/Instances/BatchSequence_DB.xml"
    "Program blocks/Instances/CIP_DB.xml"
    "Program blocks/Instances/Circulation_Pump_DB.xml"
    "Program blocks/Instances/Cleaning_DB.xml"
    "Program blocks/Instances/Feed_Pump_DB.xml"
    "Program blocks/Instances/Inlet_DB.xml"
    "Program blocks/Instances/Outlet_DB.xml"
    "Program blocks/Instances/Syrup_DB.xml"
    "Program blocks/Instances/Transfer_Pump_DB.xml"
    "Program blocks/Main.xml"
    "Program blocks/PumpControl.xml"
    "Program blocks/Scale.scl"
    "Program blocks/Simulation.scl"
    "Program blocks/Values.scl"
    "Program blocks/ValveControl.xml"
    "Program blocks/Warnings.awl"
};

/// A simulated controller with its project.
pub(super) struct Controller {
    running: RunningSimulator,
    /// The project's file.
    pub(super) file_name: String,
    pub(super) bytes: Vec<u8>,
    project: Arc<Project>,
}

/// Starts all controllers of the plant; the first one streams from the start.
pub(super) async fn start(
    loopback: SocketAddr,
) -> Result<Vec<Controller>, Box<dyn std::error::Error>> {
    let seed = rand::random();
    let bottling = file("Bottling.L5X", BOTTLING)?;
    let line = VirtualLogix::from_project(&bottling.project, seed);
    let line = line.program(bottling.code()).listen(loopback).await?;
    let mixing = mixing()?;
    let tanks = VirtualS7::from_project(&mixing.project, &BTreeMap::new(), seed);
    let tanks = tanks.program(mixing.code()).listen(loopback).await?;
    let packing = file("Packing.xml", PACKING)?;
    let packer = VirtualCodesys::from_project(&packing.project, seed)?;
    let packer = packer.program(packing.code()).listen(loopback).await?;
    Ok(vec![
        bottling.run_by(RunningSimulator::Logix(line)),
        mixing.run_by(RunningSimulator::S7(tanks)),
        packing.run_by(RunningSimulator::Codesys(packer)),
    ])
}

impl Controller {
    /// Its endpoint.
    pub(super) fn endpoint(&self) -> String {
        match &self.running {
            // The trust in certificates is not part of the demo.
            RunningSimulator::Codesys(it) => format!("{}?security=None", it.endpoint()),
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

/// A parsed project file.
struct File {
    name: String,
    bytes: Vec<u8>,
    project: Arc<Project>,
}

impl File {
    /// Its code, as its controller executes it.
    fn code<M: Memory>(&self) -> Box<dyn Program<M>> {
        Box::new(Code::new(&self.project, BTreeMap::new()))
    }

    fn run_by(self, running: RunningSimulator) -> Controller {
        let Self { name: file_name, bytes, project } = self;
        Controller { running, file_name, bytes, project }
    }
}

fn file(name: &str, bytes: &[u8]) -> Result<File, ProjectError> {
    read(Source::of_bytes(name, bytes.to_vec())?)
}

/// A folder, which a service stores as an archive.
fn mixing() -> Result<File, ProjectError> {
    let files = MIXING
        .iter()
        .map(|(path, bytes)| SourceFile { path: format!("Mixing/{path}"), bytes: bytes.to_vec() });
    read(Source { name: "Mixing".to_owned(), files: files.collect(), hash: String::new() })
}

fn read(source: Source) -> Result<File, ProjectError> {
    let (name, bytes) = source.into_one_file()?;
    // Parsed in the same way as by a client that downloads it.
    let project = tagbridge_project::read(&Source::of_bytes(name.clone(), bytes.clone())?)?;
    Ok(File { name, bytes, project: Arc::new(project) })
}
