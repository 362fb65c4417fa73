//! `tagbridge trust`: the certificate that a server shows, and a person's word on it.

use std::{
    io::{self, BufRead, IsTerminal, Write},
    time::Duration,
};

use clap::Args;
use serde::Serialize;
use tagbridge_driver::{Endpoint, LinkError, LinkOptions};
use tagbridge_drivers::{ServerCertificate, Standing, TrustError};

use crate::{
    arguments::time,
    failure::{Exit, Failure, chain},
    output::{self, Output},
    verbs::controller::{Pki, Typed},
};

/// Show the certificate of an OPC UA server, and trust it after confirmation.
#[derive(Args)]
#[command(after_help = "Example: tagbridge trust opc.tcp://10.0.0.7:4840\n\
    Compare the fingerprint with what the controller itself shows before you say yes.\n\
    Exit code 4: not trusted, because it was not confirmed.")]
pub(crate) struct Trust {
    /// Where the server is: `opc.tcp://10.0.0.7:4840`
    endpoint: Typed,

    /// Trust the certificate without asking if this is its SHA-256.
    #[arg(long, value_name = "FINGERPRINT")]
    yes: Option<String>,

    /// The connection timeout.
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = time)]
    timeout: Duration,

    #[command(flatten)]
    pki: Pki,
}

pub(crate) async fn run(arguments: Trust, output: Output) -> Result<Exit, Failure> {
    let endpoint = arguments.endpoint.0.as_ref().map_err(|error| {
        Failure::new(Exit::Usage, "cannot use this endpoint", chain(error), example())
    })?;
    let keyring = arguments.pki.keyring();
    let options = LinkOptions {
        connect_timeout: arguments.timeout,
        request_timeout: arguments.timeout,
        ..LinkOptions::default()
    };
    let shown = tagbridge_drivers::server_certificate(endpoint, &options, &keyring).await;
    let shown = shown.map_err(|error| failure(endpoint, &error))?;
    let is_trusted = shown.standing == Standing::Trusted;
    let says_so = match &arguments.yes {
        _ if is_trusted => true,
        Some(expected) if plain(expected) == plain(&shown.fingerprint) => true,
        Some(expected) => {
            let why = format!("it is {}, not {expected}", shown.fingerprint);
            let remedy = "find out which of the two is the controller's own before you trust any";
            return Err(Failure::new(Exit::Refused, "another certificate", why, remedy));
        }
        None => {
            if !output.is_json() {
                show(&shown)?;
            }
            !output.is_json() && asks(&shown)?
        }
    };
    if says_so && !is_trusted {
        tagbridge_drivers::trust(endpoint, &shown, &keyring)
            .map_err(|error| failure(endpoint, &error))?;
    }
    if output.is_json() {
        output::json(&Document::of(&shown, says_so))?;
    } else if says_so {
        output::line(format_args!("{} is trusted at {}", shown.fingerprint, shown.endpoint))?;
    }
    if says_so {
        return Ok(Exit::Done);
    }
    let remedy =
        "run it in a terminal, or with --yes and the fingerprint that the controller shows";
    Err(Failure::new(Exit::Refused, "it is not trusted", "nobody said so", remedy))
}

/// Only a person at a terminal can say yes.
fn asks(shown: &ServerCertificate) -> Result<bool, Failure> {
    if !io::stdin().is_terminal() {
        return Ok(false);
    }
    let question = match shown.standing {
        Standing::Changed { .. } => {
            "It is another one than before. Trust it from now on? [yes/no] "
        }
        _ => "Is that the fingerprint that the controller itself shows? [yes/no] ",
    };
    let mut stderr = io::stderr().lock();
    write!(stderr, "{question}").and_then(|()| stderr.flush())?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(answer.trim().eq_ignore_ascii_case("yes"))
}

fn show(shown: &ServerCertificate) -> io::Result<()> {
    let mut rows = vec![
        vec!["server".to_owned(), shown.endpoint.clone()],
        vec!["certificate of".to_owned(), shown.subject.clone()],
        vec!["SHA-256".to_owned(), shown.fingerprint.clone()],
        vec!["valid".to_owned(), format!("{} to {}", shown.valid_from, shown.valid_to)],
        vec!["offers".to_owned(), shown.offers.join(", ")],
    ];
    if let Standing::Changed { trusted } = &shown.standing {
        rows.push(vec!["trusted so far".to_owned(), trusted.clone()]);
    }
    for row in rows {
        output::line(format_args!("{:<16}{}", row[0], row[1]))?;
    }
    Ok(())
}

fn failure(endpoint: &Endpoint, error: &TrustError) -> Failure {
    let what = format!("cannot trust {endpoint}");
    match error {
        TrustError::Endpoint(error) => Failure::new(Exit::Usage, what, chain(error), example()),
        TrustError::Link(error) => {
            let exit = match error {
                LinkError::Refused { .. } | LinkError::Untrusted { .. } => Exit::Refused,
                _ => Exit::Unreachable,
            };
            Failure::new(exit, what, chain(error), error.remedy())
        }
        TrustError::NoCertificate => {
            Failure::new(Exit::Refused, what, chain(error), TrustError::switch_on())
        }
        TrustError::Store { .. } | TrustError::NoFolder => {
            Failure::new(Exit::Ours, what, chain(error), "name a folder with --pki")
        }
    }
}

/// How the endpoint of a server with a certificate is written.
fn example() -> String {
    let of = tagbridge_drivers::that(|it| it.shows_certificate);
    let examples: Vec<&str> = of.iter().map(|it| it.example).collect();
    format!("write it like {}", examples.join(" or "))
}

/// A fingerprint as people copy it: with or without colons and blanks, in either case.
fn plain(fingerprint: &str) -> String {
    fingerprint.chars().filter(char::is_ascii_hexdigit).collect::<String>().to_ascii_uppercase()
}

#[derive(Serialize)]
struct Document<'a> {
    endpoint: &'a str,
    subject: &'a str,
    fingerprint: &'a str,
    valid_from: String,
    valid_to: String,
    standing: &'static str,
    offers: &'a [String],
    trusted: bool,
}

impl<'a> Document<'a> {
    fn of(certificate: &'a ServerCertificate, trusted: bool) -> Self {
        Self {
            endpoint: &certificate.endpoint,
            subject: &certificate.subject,
            fingerprint: &certificate.fingerprint,
            valid_from: certificate.valid_from.to_string(),
            valid_to: certificate.valid_to.to_string(),
            standing: match certificate.standing {
                Standing::Unknown => "unknown",
                Standing::Trusted => "trusted",
                Standing::Changed { .. } => "changed",
            },
            offers: &certificate.offers,
            trusted,
        }
    }
}
