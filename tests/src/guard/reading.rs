//! Reading of virtual controllers.

use std::{net::SocketAddr, path::Path, sync::Arc, time::Duration};

use tagbridge_project::Source;
use tagbridge_simulator::{
    logix::VirtualLogix,
    opcua::VirtualCodesys,
    s7::{self, VirtualS7},
};
use tokio::runtime::Runtime;

use super::{Counts, callgrind::CountedProgram};
use crate::{NetworkRelay, plants};

/// Tags of a scan.
const TAGS: u32 = 500;
/// Scans: enough that the start of the program is a small part.
const SCANS: &str = "30";
/// The delay of responses to a preflight.
const FAR: Duration = Duration::from_millis(100);

/// Time-out: counting makes a program fifty times slower.
const PATIENT: [&str; 4] = ["--timeout", "60s", "--connect-timeout", "60s"];

pub(super) fn logix(program: &Path) -> Counts {
    let runtime = Runtime::new().expect("a runtime");
    let controller = VirtualLogix::counting(TAGS, 1).expect("a model").still_after(0);
    let controller = runtime.block_on(controller.listen(here())).expect("a free port");
    let at = (controller.endpoint(), controller.addr());
    let counts = watch(program, at, controller.tag_names().into_iter().take(TAGS as usize));
    Counts { requests: controller.counters().replies, ..counts }
}

pub(super) fn s7(program: &Path) -> Counts {
    let runtime = Runtime::new().expect("a runtime");
    let controller = VirtualS7::counting(TAGS / 2, 1).still_after(0);
    let controller = runtime.block_on(controller.listen(here())).expect("a free port");
    let at = (controller.endpoint(), controller.addr());
    let counts = watch(program, at, s7::Counting::tag_names(TAGS / 2));
    Counts { requests: controller.counters().replies, ..counts }
}

pub(super) fn opcua(program: &Path) -> Counts {
    let runtime = Runtime::new().expect("a runtime");
    let controller = VirtualCodesys::counting(TAGS, 1).expect("a model").still_after(0);
    let controller = runtime.block_on(controller.listen(here())).expect("a free port");
    let at = (controller.endpoint(), controller.addr());
    let counts = watch(program, at, (0..TAGS).map(|it| format!("PLC_PRG.Tag{it}")));
    Counts { requests: controller.counters().total(), ..counts }
}

/// A preflight of 5,000 tags over a slow line.
pub(super) fn preflight(program: &Path) -> Counts {
    let runtime = Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let plant = plants::logix();
    let file = folder.path().join(plant.file);
    std::fs::write(&file, &plant.text).expect("the project is written");
    let source = Source::of_bytes(plant.file, plant.text.into_bytes()).expect("a source");
    let project = Arc::new(tagbridge_project::read(&source).expect("a project"));
    let controller = VirtualLogix::from_project(&project, 1).still_after(0);
    let controller = runtime.block_on(controller.listen(here())).expect("a free port");
    let tap = NetworkRelay::far(controller.addr().port(), FAR);
    let endpoint = behind(&tap, &controller.endpoint(), controller.addr());
    let file = file.to_str().expect("a plain path");
    let line = [&["preflight", "--json", &endpoint, "--project", file], &PATIENT[..]].concat();
    let counts = CountedProgram::new(program, &line).run();
    Counts { requests: controller.counters().replies, bytes: tap.bytes(), ..counts }
}

fn here() -> SocketAddr {
    ([127, 0, 0, 1], 0).into()
}

/// The same endpoint through the tap.
fn behind(tap: &NetworkRelay, endpoint: &str, addr: SocketAddr) -> String {
    endpoint.replacen(&format!(":{}", addr.port()), &format!(":{}", tap.port()), 1)
}

/// Reads the tags, scan after scan.
fn watch(
    program: &Path,
    (endpoint, addr): (String, SocketAddr),
    tags: impl Iterator<Item = String>,
) -> Counts {
    let tap = NetworkRelay::before(addr.port());
    let endpoint = behind(&tap, &endpoint, addr);
    let tags: Vec<String> = tags.collect();
    let mut line = vec!["watch", "--json", "--count", SCANS, "--interval", "50ms"];
    line.extend(PATIENT);
    line.push(&endpoint);
    line.extend(tags.iter().map(String::as_str));
    let counts = CountedProgram::new(program, &line).run();
    Counts { bytes: tap.bytes(), ..counts }
}
