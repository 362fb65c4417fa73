//! `tagbridge serve`: the built-in service.

use std::{
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;
use serde_json::json;
use tagbridge_service::{
    AgentFolders, ClaimError, Options, Provider, RetentionLimits, Service, Subscription, Tls,
};
use tagbridge_system::{asked_to_end, tell_ready, tell_stopping};
use tagbridge_texts::Message;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::analyse::settings;
use crate::{
    arguments::{address, origin, time},
    console::screens,
    failure::{Exit, Failure},
    fonts::fonts,
    messages::{Cannot, Do, Line, ReasonText},
    metrics,
    output::{self, Output},
};

/// Run the built-in service.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge serve --data DIR\n  \
    tagbridge serve --data DIR --listen 0.0.0.0:8750 --certificate service.pem --key \
    service.key\n  \
    tagbridge serve --data DIR --font /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc\n\n\
    To prepare a service with a project and a key for a bridge:\n  \
    tagbridge project add --data DIR --name \"Line 4\" --vendor allen-bradley\n  \
    tagbridge key create --data DIR --name bridge --permissions hmi_view,hmi_push")]
pub(crate) struct Serve {
    /// The address to listen on. Only this computer can reach a loopback address such as 127.0.0.1.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8750", value_parser = address)]
    listen: SocketAddr,

    /// The folder for projects, keys and values. It is created if it is missing.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,

    /// The service's certificate for HTTPS in PEM, followed by the intermediate certificates. The
    /// service reads the file again when it changes [default: HTTP on a loopback address; on other
    /// addresses HTTPS with a certificate that the service creates].
    #[arg(long, value_name = "FILE", requires = "key")]
    certificate: Option<PathBuf>,

    /// The certificate's private key in PEM.
    #[arg(long, value_name = "FILE", requires = "certificate")]
    key: Option<PathBuf>,

    /// The TOML file with the table `[provider]`: a language model that answers questions from the
    /// data of a project [default: no model].
    #[arg(long, value_name = "FILE")]
    provider: Option<PathBuf>,

    /// The TOML file with the table `[mqtt]`: a broker to which bridges publish. The service stores
    /// these snapshots in addition to those that bridges push [default: no broker].
    #[arg(long, value_name = "FILE")]
    mqtt: Option<PathBuf>,

    /// The address of the service for clients, such as `https://tags.example.com`. Links in
    /// responses start with this address [default: the address that the client used].
    #[arg(long, value_name = "URL", value_parser = origin)]
    origin: Option<String>,

    /// The origin of a web site, such as `https://portal.example.com`, whose pages may use embed
    /// tokens and show the assistant of `/embed/assistant`; may be repeated [default: no site].
    #[arg(long = "embed-origin", value_name = "URL", value_parser = origin)]
    embed_origins: Vec<String>,

    /// A font file (.ttf, .otf or .ttc) for characters in reports that the built-in font Noto Sans
    /// does not have, such as Chinese ones; may be repeated.
    #[arg(long, value_name = "FILE")]
    font: Vec<PathBuf>,

    /// A host name by which agents reach `/mcp`, such as `tags.example.com`, in addition to the
    /// names of this computer; may be repeated.
    #[arg(long = "mcp-host", value_name = "HOST")]
    mcp_hosts: Vec<String>,

    /// Require that agents also send the project of a call in the header `Mcp-Param-Project`, so
    /// that a gateway can route by project. The service refuses clients of the protocol revision
    /// 2026-07-28 that omit the header.
    #[arg(long)]
    mcp_project_header: bool,

    /// A folder whose project files agents on this computer may add by `file_path`; may be repeated
    /// [default: no folder]. Do not use it behind a proxy: all clients then seem to be on this
    /// computer.
    #[arg(long = "mcp-root", value_name = "DIR")]
    mcp_roots: Vec<PathBuf>,

    /// The folder for files that agents on this computer receive. Existing files are not
    /// overwritten [default: agents receive links].
    #[arg(long = "mcp-downloads", value_name = "DIR")]
    mcp_downloads: Option<PathBuf>,

    /// The TOML file with the naming rules of `tagbridge analyse`, for all projects [default: names
    /// are not checked].
    #[arg(long, value_name = "FILE")]
    analyse_settings: Option<PathBuf>,

    /// Allow HTTP without encryption for other computers. Anyone on the network can then read keys
    /// and values.
    #[arg(long, conflicts_with = "certificate")]
    insecure_http: bool,

    /// How long the service keeps the complete history, such as `24h`. Of older entries, it keeps
    /// the newest 600 of each tag.
    #[arg(long, value_name = "TIME", default_value = "24h", value_parser = time)]
    history_age: Duration,

    /// The largest size of the complete history of a project, in MiB.
    #[arg(long, value_name = "COUNT", default_value = "256")]
    history_mib: u64,

    /// How long the service keeps the names and the history of unused tags, such as `8760h` (a
    /// year). A tag is unused if no snapshot contains it and no client shows or requests it.
    #[arg(long, value_name = "TIME", default_value = "8760h", value_parser = time)]
    tags_age: Duration,

    /// The largest number of versions of a project. The service keeps the newest.
    #[arg(long, value_name = "COUNT", default_value = "200")]
    versions: usize,

    /// Delete projects that have been archived for this time, such as `90d` [default: never].
    #[arg(long, value_name = "TIME", value_parser = time)]
    archived_age: Option<Duration>,

    /// The address for metrics for Prometheus, under `/metrics` [default: no metrics].
    #[arg(long, value_name = "HOST:PORT", value_parser = address)]
    metrics: Option<SocketAddr>,
}

impl Serve {
    /// The folder that it writes to.
    pub(crate) fn data(&self) -> &Path {
        &self.data
    }

    /// The files that it reads.
    pub(crate) fn read_files(&self) -> impl Iterator<Item = &Path> {
        let named =
            [&self.certificate, &self.key, &self.provider, &self.mqtt, &self.analyse_settings];
        named.into_iter().flatten().chain(&self.font).map(PathBuf::as_path)
    }

    fn provider(&self) -> Result<Option<Provider>, Failure> {
        self.provider.as_deref().map(Provider::of_file).transpose().map_err(|error| {
            let what = Cannot::Serve { data: &self.data };
            Failure::new(Exit::Usage, &what, &error, &Do::CheckProvider)
        })
    }

    fn subscription(&self) -> Result<Option<Subscription>, Failure> {
        self.mqtt.as_deref().map(Subscription::of_file).transpose().map_err(|error| {
            let what = Cannot::Serve { data: &self.data };
            Failure::new(Exit::Usage, &what, &error, &Do::CheckSubscription)
        })
    }

    fn retention(&self) -> RetentionLimits {
        RetentionLimits {
            history_age: self.history_age,
            history_bytes: self.history_mib << 20,
            tags_age: self.tags_age,
            versions: self.versions,
            archived_age: self.archived_age,
            ..RetentionLimits::default()
        }
    }
}

pub(crate) async fn run(arguments: Serve, output: Output) -> Result<Exit, Failure> {
    let tls = tls(&arguments)?;
    let provider = arguments.provider()?;
    let subscription = arguments.subscription()?;
    let is_own = arguments.certificate.is_none();
    let own = tls.as_ref().filter(|_| is_own).map(Tls::fingerprint);
    let naming = arguments.analyse_settings.as_deref().map(settings::read).transpose()?.flatten();
    let service = open_with(
        &arguments.data,
        Options {
            tls,
            provider,
            subscription,
            retention: arguments.retention(),
            naming,
            origin: arguments.origin.clone(),
            embed_origins: arguments.embed_origins.clone(),
            screens: screens::FILES,
            report_fonts: fonts(&arguments.font)?,
            mcp_hosts: arguments.mcp_hosts.clone(),
            mcp_project_header: arguments.mcp_project_header,
            mcp_folders: AgentFolders {
                roots: arguments.mcp_roots.clone(),
                downloads: arguments.mcp_downloads.clone(),
            },
            ..Options::default()
        },
    )?;
    let cannot_listen =
        |error: io::Error| Failure::cannot_listen("--listen", arguments.listen, &error);
    let listener = TcpListener::bind(arguments.listen).await.map_err(cannot_listen)?;
    let address = listener.local_addr().map_err(cannot_listen)?;
    service.claim(address).map_err(|error| claimed(&arguments.data, &error))?;
    let url = format!("{}://{address}{}", service.scheme(), tagbridge_api::PREFIX);
    if output.is_json() {
        let mut document = json!({ "url": url });
        if let Some(fingerprint) = own {
            document["fingerprint"] = fingerprint.into();
        }
        output::json(&document)?;
    } else {
        output::line(&Line::Serving { url: &url, data: &arguments.data })?;
        if let Some(fingerprint) = own {
            output::line(&Line::OwnCertificate { fingerprint: &fingerprint })?;
        }
        if let Some(broker) = service.intake() {
            output::line(&Line::TakingFrom { url: &broker.broker })?;
        }
    }
    if arguments.insecure_http && !address.ip().is_loopback() {
        output::aside(&Line::PlainHttp);
    }
    let _metrics = match arguments.metrics {
        Some(address) => {
            let (service, data) = (service.clone(), arguments.data.clone());
            Some(metrics::serve(address, move || metrics::of_service(&service, &data)).await?)
        }
        None => None,
    };
    tell_ready();
    let stop = CancellationToken::new();
    let stopper = stop.clone();
    tokio::spawn(async move {
        asked_to_end().await;
        tell_stopping();
        stopper.cancel();
    });
    service
        .serve(listener, stop)
        .await
        .map_err(|error| Failure::ours(&Cannot::ServeOn, Message::system(&error)))?;
    Ok(Exit::Done)
}

/// Its TLS configuration. By default, plain HTTP is only used on this computer.
fn tls(arguments: &Serve) -> Result<Option<Tls>, Failure> {
    let ip = arguments.listen.ip();
    let tls = match (&arguments.certificate, &arguments.key) {
        (Some(certificate), Some(key)) => Tls::of_files(certificate, key),
        _ if ip.is_loopback() || arguments.insecure_http => return Ok(None),
        _ => {
            let host = gethostname::gethostname().into_string().ok();
            let ip = (!ip.is_unspecified()).then(|| ip.to_string());
            let local = ["localhost", "127.0.0.1"].map(str::to_owned);
            let names: Vec<_> = local.into_iter().chain(host).chain(ip).collect();
            Tls::self_made(&arguments.data, &names)
        }
    };
    tls.map(Some).map_err(|error| {
        let what = Cannot::Listen { address: &arguments.listen };
        Failure::new(Exit::Usage, &what, &error, &Do::CheckCertificate)
    })
}

fn claimed(data: &Path, error: &ClaimError) -> Failure {
    not_claimed(&Cannot::Serve { data }, error)
}

/// The error of a data folder that cannot be claimed.
pub(crate) fn not_claimed(what: &Cannot<'_>, error: &ClaimError) -> Failure {
    let exit = match error {
        ClaimError::Held { .. } | ClaimError::OtherFiles { .. } => Exit::Refused,
        ClaimError::Lock { .. } | ClaimError::Join(_) => Exit::Ours,
    };
    Failure::new(exit, what, error, error.remedy())
}

/// Opens the existing data of a service: a mistyped folder does not become a new one.
pub(crate) fn reopen(data: &Path) -> Result<Service, Failure> {
    reopen_with(data, Options::default())
}

/// Does the same with options.
pub(crate) fn reopen_with(data: &Path, options: Options) -> Result<Service, Failure> {
    if Service::is_in(data) {
        return open_with(data, options);
    }
    let (what, why) = (Cannot::OpenData { data }, ReasonText::NoServiceData);
    Err(Failure::new(Exit::Usage, &what, &why, &Do::CheckData))
}

/// Opens the service's data, and creates it if it is missing.
pub(crate) fn open(data: &Path) -> Result<Service, Failure> {
    open_with(data, Options::default())
}

fn open_with(data: &Path, options: Options) -> Result<Service, Failure> {
    Service::open(data, options).map_err(|error| {
        let file = Service::store_file(data);
        let todo = file.as_deref().map_or(Do::CheckFolder, |file| Do::CheckStore { file });
        Failure::new(Exit::Ours, &Cannot::OpenData { data }, &error, &todo)
    })
}
