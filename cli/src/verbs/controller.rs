//! The common part of commands that connect to a controller: their options, and their failures.

use std::{
    fmt,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{Args, ValueEnum};
use tagbridge_api::hmi::Controller;
use tagbridge_bridge::{ReadError, Reader};
use tagbridge_driver::{
    Endpoint, EndpointError, Keyring, LinkError, LinkOptions, MAX_CONNECTIONS, PATIENT, ReadMode,
    TagSet,
};
use tagbridge_drivers::AddressFailure;
use tagbridge_texts::{Coded, Message};

use crate::{
    arguments::{time, within},
    failure::{Exit, Failure},
    messages::{Cannot, Do, Line, ReasonText, TableWord},
    output,
    verbs::naming::ByProject,
};

/// A controller and its tags.
#[derive(Args)]
pub(crate) struct Tags {
    #[command(flatten)]
    pub(crate) way: ControllerArguments,

    #[command(flatten)]
    project: ByProject,

    /// The tags, by the controller's names (`Speed`, `Program:Main.Motor.Speed`, `Count[0..9]`,
    /// `Status.8`, `DB1.DBD4`), or with --project by the project's names.
    #[arg(required = true, value_name = "TAG")]
    names: Vec<String>,

    /// How to read the values: `poll` requests them in each scan; `subscribe` receives changes from
    /// the server (only OPC UA).
    #[arg(long, value_enum, default_value_t = Mode::Poll)]
    mode: Mode,
}

/// How values are read.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Mode {
    Poll,
    Subscribe,
}

/// Where a controller is, and how long to wait for it.
#[derive(Args)]
pub(crate) struct ControllerArguments {
    /// The endpoint of the controller: `logix://10.0.0.5/1,0`, `s7://10.0.0.6?rack=0&slot=1`,
    /// `opc.tcp://10.0.0.7:4840`, or a host: `10.0.0.5`.
    endpoint: EnteredEndpoint,

    /// The time-out for connecting, such as `500ms` or `3s`.
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = time)]
    connect_timeout: Duration,

    /// The time-out of each request, such as `500ms` or `3s`.
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = time)]
    timeout: Duration,

    /// The number of connections to a Logix controller, 1 to 16. Each has one request in flight at
    /// a time.
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = within::<u8>(1..=u64::from(MAX_CONNECTIONS)))]
    connections: u8,

    #[command(flatten)]
    pki: Pki,
}

/// The operation that the lost link interrupted.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    Connect,
    ListTags,
    Read,
}

/// Where certificates are.
#[derive(Args)]
pub(crate) struct Pki {
    /// The folder of OPC UA certificates: the client's own certificate and the trusted ones
    /// [default: `TAGBRIDGE_PKI`, or a folder of this user].
    #[arg(long = "pki", value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

impl Pki {
    /// The folder, if it is given.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Settings of this installation that an endpoint must not contain.
    pub(crate) fn keyring(&self) -> Keyring {
        tagbridge_drivers::keyring(self.folder.as_deref())
    }
}

/// An entered endpoint. The command line's parser would print a wrong one unchanged, with its
/// password; the error of the endpoint itself does not.
#[derive(Clone)]
pub(crate) struct EnteredEndpoint(pub(crate) Result<Endpoint, EndpointError>);

impl From<&str> for EnteredEndpoint {
    fn from(text: &str) -> Self {
        Self(tagbridge_drivers::endpoint(text, None))
    }
}

impl fmt::Display for EnteredEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Ok(endpoint) => endpoint.fmt(f),
            Err(_) => f.write_str("this endpoint"),
        }
    }
}

impl Tags {
    pub(crate) fn set(&self) -> TagSet {
        TagSet::new(&self.names)
    }

    /// Connects for scans with this interval.
    pub(crate) async fn connect(&self, interval: Duration) -> Result<Reader, Failure> {
        self.try_connect(interval).await?.map_err(|error| self.way.unreachable(&error))
    }

    /// Does the same, and returns why a controller cannot be read.
    pub(crate) async fn try_connect(
        &self,
        interval: Duration,
    ) -> Result<Result<Reader, ReadError>, Failure> {
        let mode = match self.mode {
            Mode::Poll => ReadMode::Poll,
            Mode::Subscribe => ReadMode::Subscribe { interval },
        };
        let endpoint = self.way.endpoint()?;
        if mode != ReadMode::Poll && !tagbridge_drivers::subscribes(endpoint) {
            let why = ReasonText::SendsNothing { scheme: endpoint.scheme() };
            let (what, remedy) =
                (Cannot::Subscribe { endpoint }, Do::LeaveOut { option: "--mode" });
            return Err(Failure::new(Exit::Usage, &what, &why, &remedy));
        }
        let (options, keyring) = (self.way.options(mode), self.way.keyring()?);
        Ok(match self.project.names(endpoint)? {
            Some(names) => Reader::connect_by(names, endpoint, &options, &keyring).await,
            None => Reader::connect_with(endpoint, &options, &keyring).await,
        })
    }
}

impl ControllerArguments {
    /// The default options for an endpoint.
    pub(crate) fn to(endpoint: EnteredEndpoint) -> Self {
        Self {
            endpoint,
            connect_timeout: Duration::from_secs(3),
            timeout: Duration::from_secs(1),
            connections: 1,
            pki: Pki { folder: None },
        }
    }

    /// Identifies the device at an address without a protocol.
    pub(crate) async fn find(&mut self) -> Result<(), Failure> {
        let Err(EndpointError::NoScheme { text }) = &self.endpoint.0 else { return Ok(()) };
        let text = text.clone();
        match tagbridge_drivers::find(&text, None, self.connect_timeout).await {
            Ok(endpoint) => {
                output::aside(&Line::ReadAs { address: &text, endpoint: &endpoint });
                self.endpoint = EnteredEndpoint(Ok(endpoint));
                Ok(())
            }
            Err(AddressFailure::Endpoint(error)) => Err(self.unusable(&error)),
            Err(AddressFailure::Link(error)) => {
                let examples = tagbridge_drivers::examples();
                let remedy =
                    Message::all([error.remedy(), Do::WriteLike { example: &examples }.message()]);
                let what = Cannot::AskHost { host: &text };
                Err(Failure::new(Exit::Unreachable, &what, &error, remedy))
            }
        }
    }

    pub(crate) async fn connect(&self) -> Result<Reader, Failure> {
        let (endpoint, options) = (self.endpoint()?, self.options(ReadMode::Poll));
        let connected = Reader::connect_with(endpoint, &options, &self.keyring()?).await;
        connected.map_err(|error| self.unreachable(&error))
    }

    pub(crate) fn endpoint(&self) -> Result<&Endpoint, Failure> {
        self.endpoint.0.as_ref().map_err(|error| self.unusable(error))
    }

    pub(crate) fn options(&self, mode: ReadMode) -> LinkOptions {
        LinkOptions {
            connect_timeout: self.connect_timeout,
            request_timeout: self.timeout,
            connections: self.connections,
            mode,
            // The user waits for the complete result, and can stop it.
            patience: PATIENT,
            ..LinkOptions::DEFAULT
        }
    }

    /// The settings that are not in the endpoint: with a password, if it names a user.
    pub(crate) fn keyring(&self) -> Result<Keyring, Failure> {
        let (keyring, endpoint) = (self.pki.keyring(), self.endpoint()?);
        let user = endpoint.parameter("user").filter(|it| !it.is_empty());
        match user {
            Some(user) if keyring.password.is_none() => Err(Failure::new(
                Exit::Usage,
                &Cannot::LogIn { endpoint },
                &ReasonText::NoPasswordFor { user: &user },
                &Do::SetPassword,
            )),
            _ => Ok(keyring),
        }
    }

    /// Converts the error of a controller that cannot be read.
    pub(crate) fn unreachable(&self, error: &ReadError) -> Failure {
        match error {
            ReadError::Endpoint(error) => self.unusable(error),
            ReadError::Link(error) => self.failure(Step::Connect, error),
        }
    }

    fn unusable(&self, error: &EndpointError) -> Failure {
        let protocol = self.endpoint.0.as_ref().ok().and_then(tagbridge_drivers::of);
        let example = match protocol {
            Some(protocol) => protocol.full_example.to_owned(),
            None => tagbridge_drivers::examples(),
        };
        let what = match &self.endpoint.0 {
            Ok(endpoint) => Cannot::UseEndpoint { endpoint },
            Err(_) => Cannot::UseThisEndpoint,
        };
        Failure::new(Exit::Usage, &what, error, &Do::WriteLike { example: &example })
    }

    /// Converts the error of a lost link.
    pub(crate) fn failure(&self, step: Step, error: &LinkError) -> Failure {
        let exit = match error {
            LinkError::Unprepared { .. } if !error.wants_login() => Exit::Usage,
            LinkError::Untrusted { .. } => Exit::Refused,
            LinkError::Refused { .. } if !error.is_about_login() => Exit::Refused,
            _ => Exit::Unreachable,
        };
        let endpoint = &self.endpoint;
        let what = match step {
            Step::Connect => Cannot::ConnectTo { endpoint },
            Step::ListTags => Cannot::ListTags { endpoint },
            Step::Read => Cannot::ReadFrom { endpoint },
        };
        Failure::new(exit, &what, error, error.remedy())
    }
}

/// The controller's name, for the line below a result.
pub(crate) fn shown(controller: &Controller) -> Message {
    let Controller { kind, ip_address: address, status, .. } = controller;
    Line::Controller { kind, address, state: mode(status).message() }.message()
}

/// The state of a controller's program, from its stable name.
pub(crate) fn mode(word: &str) -> TableWord<'static> {
    match word {
        "run" => TableWord::Run,
        "test" => TableWord::Test,
        "program" => TableWord::Program,
        "stop" => TableWord::Stop,
        "fault" => TableWord::Fault,
        _ => TableWord::Unknown,
    }
}
