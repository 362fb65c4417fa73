//! `tagbridge simulate`: a virtual controller on the wire.

use std::net::SocketAddr;

use clap::Args;
use serde_json::json;
use tagbridge_api::project::Vendor;
use tagbridge_simulator::logix::{Fault, SetUpError, VirtualLogix};

use crate::{
    failure::{Exit, Failure, chain},
    output::{self, Output},
    signals,
};

/// A virtual controller on the wire, to try things with.
#[derive(Args)]
#[command(after_help = "Example: tagbridge simulate --vendor allen-bradley --tags 500\n\
    Without --tags it is the small bottling line of the demo.")]
pub(crate) struct Simulate {
    /// The platform: allen-bradley.
    #[arg(long)]
    vendor: Vendor,

    /// So many scalars, Tag0 and on, of types DINT, DINT, REAL, INT in turn, and a few others.
    #[arg(long, value_name = "N")]
    tags: Option<u32>,

    /// Where to listen; port 0 takes a free one.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:44818")]
    listen: SocketAddr,

    /// The same seed makes the same values.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Values do not change.
    #[arg(long)]
    still: bool,

    /// Misbehave; may be said several times. `delay=200ms` and `drip=1ms` hold replies or their
    /// bytes back; `drop=3`, `reset=3`, `sequence=3` and `stale=3` spoil each third reply,
    /// `members=3` each third request of a packet; `endless` never ends a fragmented read;
    /// `no-large` refuses Large Forward Open.
    #[arg(long = "fault", value_name = "FAULT")]
    faults: Vec<Fault>,
}

pub(crate) async fn run(arguments: Simulate, output: Output) -> Result<Exit, Failure> {
    if arguments.vendor != Vendor::AllenBradley {
        let why = format!("there is no virtual controller of {} in this version", arguments.vendor);
        let remedy = "use --vendor allen-bradley";
        return Err(Failure::new(Exit::Refused, "cannot simulate", why, remedy));
    }
    let controller = set_up(&arguments)
        .map_err(|error| Failure::ours("cannot set up the virtual controller", &error))?;
    let controller = controller.listen(arguments.listen).await.map_err(|error| {
        let what = format!("cannot listen on {}", arguments.listen);
        Failure::new(Exit::Unreachable, what, chain(&error), "choose another address with --listen")
    })?;
    if output.is_json() {
        output::json(&json!({ "endpoint": controller.endpoint() }))?;
    } else {
        output::line(controller.endpoint())?;
    }
    signals::stop().await;
    controller.stop().await;
    Ok(Exit::Done)
}

fn set_up(arguments: &Simulate) -> Result<VirtualLogix, SetUpError> {
    let controller = match arguments.tags {
        Some(tags) => VirtualLogix::counting(tags, arguments.seed)?,
        None => VirtualLogix::bottling(arguments.seed)?,
    };
    let controller = controller.faults(arguments.faults.clone());
    Ok(if arguments.still { controller.still_after(0) } else { controller })
}
