//! The command line.

use std::{net::SocketAddr, ops::RangeInclusive, time::Duration};

use clap::{
    Parser, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser},
};
use tagbridge_api::{Permission, project::Vendor};
use tagbridge_texts::Language;
use url::Url;

use crate::{logging::LogFormat, messages::BadValue, verbs};

/// Streams live PLC tags to the service. It reads controllers and never writes to them, stores each
/// snapshot until the service has it, and reads the tags that the service requests.
#[derive(Parser)]
#[command(name = "tagbridge", version, max_term_width = 100)]
#[command(after_help = "Try it without a controller: tagbridge demo\n\n\
    Exit codes:\n  \
    0  Success.\n  \
    1  Done, but some tags are bad, or the result is incomplete or negative.\n  \
    2  The command line, or a file that it names, is wrong.\n  \
    3  Cannot connect or log in (controller or service). `sessions`: no bridge runs.\n  \
    4  Refused: permission, conflict, not supported, or in use by another program.\n  \
    5  An internal error, or a fault of this computer, such as a full disk.\n  \
    6  Not everything is known yet. Run the command again later.\n\
    The help of a command says in which cases it returns 1.")]
pub(crate) struct Arguments {
    /// Print JSON for programs: one document, or one document per line for streams.
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// The language of texts: en or de [default: German if `LC_ALL`, `LC_MESSAGES` or `LANG`
    /// selects German, otherwise English; with --json English].
    #[arg(long, global = true, value_name = "LANGUAGE", hide_possible_values = true,
        value_parser = PossibleValuesParser::new(["en", "de"]).map(|tag| Language::of_locale(&tag)))]
    pub(crate) language: Option<Language>,

    /// Log more to stderr: -v logs information, -vv also debug messages [default: errors; `serve`
    /// also logs requests]. `TAGBRIDGE_LOG` sets a filter instead, such as
    /// `tagbridge_bridge=debug`.
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,

    /// The format of the log: text, json (one document per line), or journal (for systemd, with the
    /// severity before each line) [default: journal if stderr is the journal of systemd, otherwise
    /// text].
    #[arg(
        long,
        global = true,
        value_name = "FORMAT",
        env = "TAGBRIDGE_LOG_FORMAT",
        hide_env = true,
        hide_possible_values = true
    )]
    pub(crate) log_format: Option<LogFormat>,

    #[command(subcommand)]
    pub(crate) verb: Verb,
}

#[derive(Subcommand)]
pub(crate) enum Verb {
    /// Start a demo plant in one process: three virtual controllers, the built-in service, and a
    /// session that streams values.
    Demo(verbs::demo::Demo),
    /// Discover controllers on the local network or on given hosts.
    Discover(verbs::discover::Discover),
    /// List the tags of a controller, with types and dimensions.
    Browse(verbs::browse::Browse),
    /// Read tags from a controller once.
    Read(verbs::read::Read),
    /// Read tags from a controller repeatedly, and show each scan.
    Watch(verbs::watch::Watch),
    /// Check whether a controller matches its project, which tags can be read, and how long a scan
    /// takes.
    Preflight(verbs::preflight::Preflight),
    /// Show the certificate of an OPC UA server or of a Tagbridge service, and trust it after
    /// confirmation.
    Trust(verbs::trust::Trust),
    /// Run a virtual controller for tests.
    Simulate(verbs::simulate::Simulate),
    /// Run the built-in service.
    Serve(verbs::serve::Serve),
    /// Serve a desktop assistant on this computer with tools of the Model Context Protocol (MCP),
    /// over standard input and output.
    Mcp(verbs::mcp::Mcp),
    /// Show what a project file contains, and manage the built-in service's projects.
    Project(verbs::project::Project),
    /// Show what the code of a project does with a tag, a block or a rung.
    Logic(verbs::logic::LogicArguments),
    /// Ask a question about a project. The answer cites its places in the code.
    Ask(verbs::ask::Ask),
    /// Show the history of a tag that a service has stored.
    History(verbs::history::History),
    /// Plan a change of a project, and write the changed project to a new file.
    Propose(verbs::propose::Propose),
    /// Check a project for the errors that the vendor's editor would report.
    Check(verbs::check::Check),
    /// Find probable faults in the code of a project.
    Analyse(verbs::analyse::Analyse),
    /// Write a PDF of a project: findings, drawn programs, and tags with links to their uses.
    Report(verbs::report::Report),
    /// Manage the built-in service's keys.
    Key(verbs::key::Key),
    /// Create or list the organizations that share the built-in service.
    Org(verbs::org::Org),
    /// Create or list teams, and assign projects to them.
    Team(verbs::team::Team),
    /// Set up many installations from one signed file.
    Fleet(verbs::fleet::Fleet),
    /// Show the audit log of the built-in service.
    Audit(verbs::audit::Audit),
    /// Back up the built-in service's data. The service may run.
    Backup(verbs::backup::Backup),
    /// Restore the built-in service's data from a backup, and check each file.
    Restore(verbs::backup::Restore),
    /// Move the built-in service's data between its folder and a PostgreSQL database.
    Store(verbs::store::Store),
    /// Stream the values of controllers to the service until stopped.
    Run(verbs::run::Run),
    /// Run the bridge or the built-in service as a service of the operating system.
    Service(verbs::service::Service),
    /// Show the state of the bridge on this computer.
    Sessions(verbs::sessions::Sessions),
    /// Show and export the recorded values of sessions.
    Recording(verbs::recording::RecordingArguments),
    /// Find the first cause in a recording: why a tag went on or off.
    Cause(verbs::cause::CauseArguments),
    /// List, export, import and delete the incidents of recordings.
    Incident(verbs::incident::IncidentArguments),
    /// Show the snapshots that a bridge has not yet delivered, or that the service refused.
    Outbox(verbs::outbox::Outbox),
    /// Write the commented default configuration, or check one.
    Config(verbs::config::Config),
    /// Check a configuration and its connections for problems, and show how to solve them.
    Doctor(verbs::doctor::Doctor),
    /// Create a support bundle: a ZIP file without values and without secrets.
    Bundle(verbs::bundle::Bundle),
    /// Print the completion script of a shell.
    Completions(verbs::manual::Completions),
    /// Write the manual pages of all commands.
    Man(verbs::manual::Man),
}

/// Parses an address to listen on, such as `127.0.0.1:8750`, or with `localhost`.
pub(crate) fn address(text: &str) -> Result<SocketAddr, BadValue> {
    let numbers = match text.rsplit_once(':') {
        Some((host, port)) if host.eq_ignore_ascii_case("localhost") => format!("127.0.0.1:{port}"),
        _ => text.to_owned(),
    };
    numbers.parse().map_err(|_| BadValue::NoAddress)
}

/// Maximum time: a year. A longer one is a mistake.
const TIME_MAX: Duration = Duration::from_hours(365 * 24);

/// Parses a time, such as `250ms` or `3s`. Refuses zero.
pub(crate) fn time(text: &str) -> Result<Duration, BadValue> {
    match humantime::parse_duration(text) {
        Ok(time) if time.is_zero() => Err(BadValue::TimeIsNothing),
        Ok(time) if time > TIME_MAX => Err(BadValue::TimeIsTooLong),
        Ok(time) => Ok(time),
        Err(_) => Err(BadValue::NoTime),
    }
}

/// Parses the name of a platform.
pub(crate) fn vendor(text: &str) -> Result<Vendor, BadValue> {
    // A platform may also be given by its protocol.
    let by_protocol = || match tagbridge_drivers::of_scheme(text)?.vendors {
        [vendor] => Some(*vendor),
        _ => None,
    };
    text.parse()
        .ok()
        .or_else(by_protocol)
        .ok_or_else(|| BadValue::NoneOf { known: list(Vendor::ALL.iter().map(|it| it.as_str())) })
}

/// Parses the name of a permission.
pub(crate) fn permission(text: &str) -> Result<Permission, BadValue> {
    let known = || list(Permission::ALL.iter().map(|it| it.as_str()));
    text.parse().map_err(|_| BadValue::NoneOf { known: known() })
}

/// Names, separated by commas.
pub(crate) fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// Parses an integer in this range.
pub(crate) fn within<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, BadValue> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (low, high) = (*range.start(), *range.end());
        number.and_then(|number| N::try_from(number).ok()).ok_or(BadValue::NoNumber { low, high })
    }
}

/// Parses an answer to a question: `place=Main`.
pub(crate) fn answer(text: &str) -> Result<(String, String), BadValue> {
    let (id, answer) = text.split_once('=').ok_or(BadValue::NoAnswer)?;
    let (id, answer) = (id.trim(), answer.trim());
    if id.is_empty() || answer.is_empty() {
        return Err(BadValue::NoAnswer);
    }
    Ok((id.to_owned(), answer.to_owned()))
}

/// Parses a URL.
pub(crate) fn url(text: &str) -> Result<Url, BadValue> {
    text.parse().map_err(|_| BadValue::NoUrl)
}

/// Parses an origin in the form of browsers (HTML, section 7.1.1): scheme and host, and the port if
/// it is not the scheme's default; no path.
pub(crate) fn origin(text: &str) -> Result<String, BadValue> {
    let url = url(text).map_err(|_| BadValue::NoOrigin)?;
    let is_bare = url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    let is_site = is_bare && ["http", "https"].contains(&url.scheme());
    if is_site { Ok(url.origin().ascii_serialization()) } else { Err(BadValue::NoOrigin) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_host_and_a_port() {
        for (text, is) in [
            ("127.0.0.1:8750", Some("127.0.0.1:8750")),
            ("localhost:0", Some("127.0.0.1:0")),
            ("[::1]:80", Some("[::1]:80")),
            ("8750", None),
            ("localhost", None),
            (":8750", None),
            ("127.0.0.1:99999", None),
            ("plc-2:80", None),
        ] {
            let expected = is.map(|it| it.parse().expect("an address"));
            assert_eq!(address(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn an_origin_is_a_scheme_and_a_host() {
        for (text, is) in [
            ("https://portal.example.com", Some("https://portal.example.com")),
            ("https://Portal.Example.com:443/", Some("https://portal.example.com")),
            ("http://10.0.0.7:8080", Some("http://10.0.0.7:8080")),
            ("notaurl", None),
            ("portal.example.com", None),
            ("portal.example.com:8080", None),
            ("https://portal.example.com/page", None),
            ("https://portal.example.com?a=b", None),
            ("https://name@portal.example.com", None),
            ("file:///etc", None),
            ("*", None),
        ] {
            assert_eq!(origin(text).ok().as_deref(), is, "{text}");
        }
    }
}
