//! `tagbridge trust`: the certificate of a server, and its confirmation by the user.

use std::{
    io::{self, BufRead, IsTerminal, Write},
    time::Duration,
};

use clap::Args;
use serde::Serialize;
use tagbridge_driver::{Endpoint, EndpointError, LinkError, LinkOptions};
use tagbridge_drivers::{ServerCertificate, TrustError, TrustStatus};
use tagbridge_texts::{Coded, Message};

use crate::{
    arguments::time,
    failure::{Exit, Failure},
    messages::{Cannot, Do, Line, ReasonText, TableWord},
    output::{self, Output},
    verbs::controller::{EnteredEndpoint, Pki},
};

/// Show the certificate of an OPC UA server or of a Tagbridge service, and trust it after
/// confirmation.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge trust opc.tcp://10.0.0.7:4840\n  \
    tagbridge trust https://10.0.0.9:8750\n\n\
    Before you confirm, compare the fingerprint with the one that the controller or the service \
    itself shows.\n\n\
    Exit codes: 0 the certificate is trusted; 4 the certificate is not trusted, because it was \
    not confirmed or the server refused the connection. `tagbridge --help` lists the other exit \
    codes.")]
pub(crate) struct Trust {
    /// The endpoint of the server: `opc.tcp://10.0.0.7:4840` or `https://10.0.0.9:8750`.
    endpoint: EnteredEndpoint,

    /// Trust the certificate without a question if its SHA-256 fingerprint is this one [default:
    /// ask].
    #[arg(long, value_name = "FINGERPRINT")]
    yes: Option<String>,

    /// The time-out for connecting, such as `500ms` or `3s`.
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = time)]
    timeout: Duration,

    #[command(flatten)]
    pki: Pki,
}

pub(crate) async fn run(arguments: Trust, output: Output) -> Result<Exit, Failure> {
    let endpoint = match arguments.endpoint.0 {
        Err(EndpointError::NoScheme { text }) => tagbridge_drivers::certified_endpoint(&text),
        known => known,
    };
    let endpoint = &endpoint
        .map_err(|error| Failure::new(Exit::Usage, &Cannot::UseThisEndpoint, &error, example()))?;
    let (pki, yes) = (arguments.pki, arguments.yes.as_deref());
    if endpoint.scheme() == "https" {
        return trust_service(endpoint, &pki, yes, output).await;
    }
    let keyring = pki.keyring();
    let options = LinkOptions {
        connect_timeout: arguments.timeout,
        request_timeout: arguments.timeout,
        ..LinkOptions::default()
    };
    let shown = tagbridge_drivers::server_certificate(endpoint, &options, &keyring).await;
    let shown = shown.map_err(|error| failure(endpoint, &error))?;
    decide(&shown, yes, output, || {
        tagbridge_drivers::trust(endpoint, &shown, &keyring)
            .map_err(|error| failure(endpoint, &error))
    })
}

/// The built-in service, if it listens on the network with its own self-signed certificate.
async fn trust_service(
    endpoint: &Endpoint,
    pki: &Pki,
    yes: Option<&str>,
    output: Output,
) -> Result<Exit, Failure> {
    let what = &Cannot::Trust { endpoint };
    let service = endpoint.url();
    let shown = tagbridge_bridge::service_certificate(service, pki.folder())
        .await
        .map_err(|error| Failure::new(Exit::Unreachable, what, &error, error.remedy()))?;
    decide(&shown, yes, output, || {
        tagbridge_bridge::trust_service(service, &shown, pki.folder())
            .map_err(|error| failure(endpoint, &error))
    })
}

/// Trusts a certificate if it is already trusted, or if the user confirms it.
fn decide(
    shown: &ServerCertificate,
    yes: Option<&str>,
    output: Output,
    trust: impl FnOnce() -> Result<(), Failure>,
) -> Result<Exit, Failure> {
    let is_trusted = shown.standing == TrustStatus::Trusted;
    let says_so = match yes {
        _ if is_trusted => true,
        Some(expected) if plain(expected) == plain(&shown.fingerprint) => true,
        Some(expected) => {
            let why = ReasonText::OtherFingerprint { shown: &shown.fingerprint, expected };
            return Err(Failure::new(Exit::Refused, &Cannot::BeSure, &why, &Do::FindOutWhich));
        }
        None => {
            if !output.is_json() {
                show(shown)?;
            }
            !output.is_json() && asks(shown)?
        }
    };
    if says_so && !is_trusted {
        trust()?;
    }
    if output.is_json() {
        output::json(&Document::of(shown, says_so))?;
    } else if says_so {
        let (fingerprint, endpoint) = (&*shown.fingerprint, &*shown.endpoint);
        output::line(&Line::Trusted { fingerprint, endpoint })?;
    }
    if says_so {
        return Ok(Exit::Done);
    }
    Err(Failure::new(Exit::Refused, &Cannot::TrustUnasked, &ReasonText::NobodySaidSo, &Do::SayYes))
}

/// Only a user at a terminal can confirm.
fn asks(shown: &ServerCertificate) -> Result<bool, Failure> {
    if !io::stdin().is_terminal() {
        return Ok(false);
    }
    let question = match shown.standing {
        TrustStatus::Changed { .. } => Line::TrustAnother,
        _ if shown.endpoint.starts_with("https:") => Line::TrustThisService,
        _ => Line::TrustThis,
    };
    let mut stderr = io::stderr().lock();
    write!(stderr, "{} ", output::said(&question)).and_then(|()| stderr.flush())?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    let answer = answer.trim();
    // "ja" is accepted in any language.
    Ok(["yes", "ja"].iter().any(|yes| answer.eq_ignore_ascii_case(yes)))
}

fn show(shown: &ServerCertificate) -> io::Result<()> {
    let (from, to) = (&shown.valid_from, &shown.valid_to);
    let mut rows = vec![
        (TableWord::ServerLabel, shown.endpoint.clone()),
        (TableWord::CertificateLabel, shown.subject.clone()),
        (TableWord::FingerprintLabel, shown.fingerprint.clone()),
        (TableWord::ValidLabel, output::said(&TableWord::ValidFromTo { from, to })),
        (TableWord::OffersLabel, shown.offers.join(", ")),
    ];
    if let TrustStatus::Changed { trusted } = &shown.standing {
        rows.push((TableWord::TrustedLabel, trusted.clone()));
    }
    for (label, text) in rows {
        output::text(format!("{:<16}{text}", output::said(&label)))?;
    }
    Ok(())
}

fn failure(endpoint: &Endpoint, error: &TrustError) -> Failure {
    let what = &Cannot::Trust { endpoint };
    match error {
        TrustError::Endpoint(error) => Failure::new(Exit::Usage, what, error, example()),
        TrustError::Link(error) => {
            let exit = match error {
                LinkError::Refused { .. } | LinkError::Untrusted { .. } => Exit::Refused,
                _ => Exit::Unreachable,
            };
            Failure::new(exit, what, error, error.remedy())
        }
        TrustError::NoCertificate => {
            Failure::new(Exit::Refused, what, error, TrustError::switch_on())
        }
        TrustError::Store { .. } | TrustError::NoFolder => {
            Failure::new(Exit::Ours, what, error, &Do::NamePki)
        }
    }
}

/// An example of the endpoint of a server with a certificate.
fn example() -> Message {
    let of = tagbridge_drivers::that(|it| it.shows_certificate);
    let examples: Vec<&str> = of.iter().map(|it| it.example).collect();
    Do::WriteLike { example: &examples.join(", ") }.message()
}

/// A fingerprint in any common form: with or without colons and blanks, in either case.
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
                TrustStatus::Unknown => "unknown",
                TrustStatus::Trusted => "trusted",
                TrustStatus::Changed { .. } => "changed",
            },
            offers: &certificate.offers,
            trusted,
        }
    }
}
