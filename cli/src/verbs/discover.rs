//! `tagbridge discover`: the devices on the network.

use std::time::Duration;

use clap::Args;
use serde::Serialize;
use tagbridge_driver::{Discovered, LinkError, RunMode};
use tagbridge_texts::Coded;
use tokio::task::JoinSet;

use crate::{
    arguments::time,
    failure::{Exit, Failure},
    messages::{BadValue, Cannot, Column, Do, Line, TableWord},
    output::{self, Output},
    verbs::controller::mode,
};

/// Discover controllers on the local network (EtherNet/IP) or on given hosts (EtherNet/IP, OPC UA).
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge discover\n  \
    tagbridge discover --host 10.0.0.5 --host plc-2.example.com\n\n\
    Without --host, the command sends an EtherNet/IP broadcast to the local network. With --host, \
    it also asks the hosts for OPC UA servers. It does not scan ports: it uses only the standard \
    port of each protocol, or the given port.\n\n\
    Siemens controllers are not discovered over S7: give their address to `tagbridge read`.")]
pub(crate) struct Discover {
    /// Ask this host (`HOST` or `HOST:PORT`) instead of the local network; may be repeated.
    #[arg(long = "host", value_name = "HOST", value_parser = host)]
    hosts: Vec<String>,

    /// How long to wait for responses, such as `500ms` or `5s`.
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = time)]
    wait: Duration,
}

pub(crate) async fn run(arguments: Discover, output: Output) -> Result<Exit, Failure> {
    let (found, failed) = if arguments.hosts.is_empty() {
        let found = tagbridge_drivers::discover(arguments.wait).await;
        (found.map_err(|error| failure(&Cannot::AskNetwork, &error))?, None)
    } else {
        ask(arguments.hosts, arguments.wait).await
    };
    if output.is_json() {
        output::json(&Document { controllers: found.iter().map(Entry::of).collect() })?;
    } else if found.is_empty() && failed.is_none() {
        output::line(&Line::NobodyAnswered)?;
    } else if !found.is_empty() {
        table(&found)?;
    }
    failed.map_or(Ok(Exit::Done), Err)
}

/// Asks all hosts at once. Returns those that answered, in the given order, and the first failure.
async fn ask(hosts: Vec<String>, wait: Duration) -> (Vec<Discovered>, Option<Failure>) {
    let mut asking = JoinSet::new();
    for (place, host) in hosts.into_iter().enumerate() {
        asking.spawn(async move {
            let answer = tagbridge_drivers::identify(&host, wait).await;
            (place, answer.map_err(|error| failure(&Cannot::AskHost { host: &host }, &error)))
        });
    }
    let mut answers = asking.join_all().await;
    answers.sort_by_key(|it| it.0);
    let (mut found, mut failed) = (Vec::new(), None);
    for (_, answer) in answers {
        match answer {
            Ok(answers) => found.extend(answers),
            Err(failure) => failed = failed.or(Some(failure)),
        }
    }
    (found, failed)
}

/// Parses `HOST` or `HOST:PORT`.
fn host(text: &str) -> Result<String, BadValue> {
    let text = text.trim();
    if text.contains("://") || text.contains('/') {
        return Err(BadValue::HostIsEndpoint);
    }
    let (name, port) = match text.rsplit_once(':') {
        // An IPv6 address contains colons.
        Some((name, port)) if !name.contains(':') || name.ends_with(']') => (name, Some(port)),
        _ => (text, None),
    };
    if name.trim_matches(['[', ']']).is_empty() || name.contains(char::is_whitespace) {
        return Err(BadValue::NoHost);
    }
    match port.map(str::parse::<u16>) {
        None | Some(Ok(1..)) => Ok(text.to_owned()),
        Some(_) => Err(BadValue::NoPort),
    }
}

fn failure(what: &Cannot<'_>, error: &LinkError) -> Failure {
    let remedy = match error {
        LinkError::Timeout { .. } => Do::CheckPowered.message(),
        _ => error.remedy(),
    };
    Failure::new(Exit::Unreachable, what, error, remedy)
}

fn table(found: &[Discovered]) -> Result<(), Failure> {
    let rows: Vec<Vec<String>> = found
        .iter()
        .map(|it| {
            let identity = &it.identity;
            let mode = mode(&identity.mode.to_string());
            let status = match identity.keyswitch {
                Some(key) => TableWord::KeyAt { mode: mode.message(), key: &key }.message(),
                None => mode.message(),
            };
            let (product, vendor) = (identity.product.clone(), identity.vendor.clone());
            let (revision, serial) = (identity.revision.clone(), identity.serial.clone());
            vec![it.endpoint.clone(), product, revision, serial, vendor, output::said(status)]
        })
        .collect();
    let header = [
        Column::Endpoint,
        Column::Product,
        Column::Revision,
        Column::Serial,
        Column::Vendor,
        Column::Status,
    ];
    Ok(output::table(&header, &rows)?)
}

#[derive(Serialize)]
struct Document<'a> {
    controllers: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    endpoint: &'a str,
    vendor: &'a str,
    product: &'a str,
    revision: &'a str,
    serial: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<String>,
}

impl<'a> Entry<'a> {
    fn of(discovered: &'a Discovered) -> Self {
        let identity = &discovered.identity;
        Self {
            endpoint: &discovered.endpoint,
            vendor: &identity.vendor,
            product: &identity.product,
            revision: &identity.revision,
            serial: &identity.serial,
            name: identity.name.as_deref(),
            status: (identity.mode != RunMode::Unknown).then(|| identity.mode.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_has_a_name_and_maybe_a_port() {
        for text in ["10.0.0.5", "plc-2", "plc-2:44818", "::1", "[::1]:4840", " 10.0.0.5 "] {
            assert_eq!(host(text).as_deref(), Ok(text.trim()));
        }
        for (text, why) in [
            ("", BadValue::NoHost),
            (":44818", BadValue::NoHost),
            ("a b", BadValue::NoHost),
            ("plc:99999", BadValue::NoPort),
            ("plc:0", BadValue::NoPort),
            ("plc:", BadValue::NoPort),
            ("[::1]:x", BadValue::NoPort),
            ("logix://10.0.0.5", BadValue::HostIsEndpoint),
        ] {
            assert_eq!(host(text), Err(why), "{text}");
        }
    }
}
