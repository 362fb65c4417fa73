//! `tagbridge serve`: the built-in service.

use std::{
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use clap::Args;
use serde_json::json;
use tagbridge_service::{ClaimError, Options, Service};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::{
    arguments::address,
    failure::{Exit, Failure, chain},
    output::{self, Output},
    says::{Because, Cannot, Do, Line},
    signals,
};

/// Run the built-in service.
#[derive(Args)]
#[command(after_help = "Example:\n  \
    tagbridge project add --data DIR --name \"Line 4\" --vendor allen-bradley\n  \
    tagbridge key create --data DIR --name bridge --permissions hmi_view,hmi_push\n  \
    tagbridge serve --data DIR")]
pub(crate) struct Serve {
    /// The address to listen on. Only this machine can reach a loopback address.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8750", value_parser = address)]
    listen: SocketAddr,

    /// The folder of projects, keys and values; created if missing.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
}

pub(crate) async fn run(arguments: Serve, output: Output) -> Result<Exit, Failure> {
    let service = open(&arguments.data)?;
    let cannot_listen =
        |error: io::Error| Failure::cannot_listen("--listen", arguments.listen, &error);
    let listener = TcpListener::bind(arguments.listen).await.map_err(cannot_listen)?;
    let address = listener.local_addr().map_err(cannot_listen)?;
    service.claim(address).map_err(|error| claimed(&arguments.data, &error))?;
    let url = format!("http://{address}{}", tagbridge_api::PREFIX);
    if output.is_json() {
        output::json(&json!({ "url": url }))?;
    } else {
        output::line(&Line::Serving { url: &url, data: &arguments.data })?;
    }
    let stop = CancellationToken::new();
    let stopper = stop.clone();
    tokio::spawn(async move {
        signals::stop().await;
        stopper.cancel();
    });
    service
        .serve(listener, stop)
        .await
        .map_err(|error| Failure::ours(&Cannot::ServeOn, chain(&error)))?;
    Ok(Exit::Done)
}

fn claimed(data: &Path, error: &ClaimError) -> Failure {
    let exit = match error {
        ClaimError::Held { .. } => Exit::Refused,
        ClaimError::Lock { .. } => Exit::Ours,
    };
    Failure::new(exit, &Cannot::Serve { data }, error, error.remedy())
}

/// Opens the data of a service that is there: a mistyped folder does not become a new one.
pub(crate) fn reopen(data: &Path) -> Result<Service, Failure> {
    if Service::is_in(data) {
        return open(data);
    }
    let (what, why) = (Cannot::OpenData { data }, Because::NoServiceData);
    Err(Failure::new(Exit::Usage, &what, &why, &Do::CheckData))
}

/// Opens the service's data, or begins it.
pub(crate) fn open(data: &Path) -> Result<Service, Failure> {
    Service::open(data, Options::default()).map_err(|error| {
        Failure::new(Exit::Ours, &Cannot::OpenData { data }, &error, &Do::CheckFolder)
    })
}
