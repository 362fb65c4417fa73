//! The users that a simulated CODESYS controller accepts, and the security of its channel.

use std::{fs, net::SocketAddr, path::PathBuf, str::FromStr, time::Duration};

use clap::Args;
use tagbridge_api::project::Vendor;
use tagbridge_driver::Password;
use tagbridge_simulator::opcua::{
    RunningCodesys, Security, SecurityError, VirtualCodesys, VirtualStartError,
};
use tagbridge_texts::Message;

use crate::{
    arguments::time,
    failure::{Exit, Failure},
    messages::{BadValue, Cannot, Do, ReasonText},
};

/// The OPC UA server of a virtual CODESYS controller.
#[derive(Args)]
#[command(next_help_heading = "OPC UA server of a CODESYS controller")]
pub(super) struct Server {
    /// A security policy and mode that the server offers, such as "Basic256Sha256:SignAndEncrypt",
    /// or "None" or "all"; may be repeated [default: None].
    #[arg(long = "security", value_name = "POLICY:MODE")]
    securities: Vec<Securities>,

    /// Accept only this user, with the password in `TAGBRIDGE_PASSWORD` or in --password-file
    /// [default: accept every client].
    #[arg(long, value_name = "NAME")]
    user: Option<String>,

    /// The file with the user's password in its first line [default: use `TAGBRIDGE_PASSWORD`].
    #[arg(long, value_name = "FILE", requires = "user")]
    password_file: Option<PathBuf>,

    /// The folder of the server's certificate and key [default: a new certificate for each run].
    #[arg(long, value_name = "FOLDER")]
    pki: Option<PathBuf>,

    /// Restart the server with another certificate after this time, such as `30s` [default: never].
    #[arg(long, value_name = "TIME", value_parser = time)]
    renew_certificate: Option<Duration>,
}

/// The value of one `--security`.
#[derive(Clone)]
struct Securities(Vec<Security>);

impl FromStr for Securities {
    type Err = BadValue;

    fn from_str(text: &str) -> Result<Self, BadValue> {
        if text == "all" {
            return Ok(Self(Security::ALL.to_vec()));
        }
        let known = || Security::ALL.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let security =
            text.parse().map_err(|_: SecurityError| BadValue::NoSecurity { known: known() });
        Ok(Self(vec![security?]))
    }
}

impl Server {
    /// Fails if OPC UA options are given for a vendor without an OPC UA server, or certificate
    /// options without security.
    pub(super) fn is_of(&self, vendor: Vendor) -> Result<(), Failure> {
        let is_secured = !self.securities.is_empty();
        let said = [
            ("--security", is_secured),
            ("--user", self.user.is_some()),
            ("--pki", self.pki.is_some()),
            ("--renew-certificate", self.renew_certificate.is_some()),
        ];
        let Some((option, _)) = said.into_iter().find(|(_, is_said)| *is_said) else {
            return Ok(());
        };
        if vendor != Vendor::Codesys {
            let what = Cannot::UseOptionOf { option, vendor: vendor.as_str() };
            let remedy = Do::SimulateWithServer { option };
            return Err(Failure::new(Exit::Usage, &what, &ReasonText::NoServer, &remedy));
        }
        if is_secured {
            return Ok(());
        }
        let what = Cannot::UseOption { option };
        Err(Failure::new(Exit::Usage, &what, &ReasonText::NotSecured, &Do::SaySecurity))
    }

    /// Starts the controller with this server.
    pub(super) async fn listen(
        &self,
        mut controller: VirtualCodesys,
        address: SocketAddr,
    ) -> Result<RunningCodesys, Failure> {
        let mut securities: Vec<Security> = Vec::new();
        for it in self.securities.iter().flat_map(|it| &it.0) {
            if !securities.contains(it) {
                securities.push(*it);
            }
        }
        if !securities.is_empty() {
            controller = controller.securities(securities);
        }
        if let Some(user) = &self.user {
            controller = controller.user(user, self.password(user)?.expose()).no_anonymous();
        }
        if let Some(folder) = &self.pki {
            controller = controller.pki(folder);
        }
        controller.listen(address).await.map_err(|error| match error {
            VirtualStartError::Listen(error) => Failure::cannot_listen("--listen", address, &error),
            VirtualStartError::Certificate(error) => Failure::new(
                Exit::Usage,
                &Cannot::SecureChannels,
                Message::system(&error),
                &Do::CertificateFolder,
            ),
        })
    }

    /// When the certificate is replaced.
    pub(super) fn renewed_after(&self) -> Option<Duration> {
        self.renew_certificate
    }

    fn password(&self, user: &str) -> Result<Password, Failure> {
        let what = Cannot::LetIn { user };
        let password = match &self.password_file {
            Some(file) => {
                let text = fs::read_to_string(file).map_err(|error| {
                    let why = ReasonText::OfFile { file, why: Message::system(&error) };
                    Failure::new(Exit::Usage, &what, &why, &Do::NamePasswordFile)
                })?;
                let line = text.lines().next().unwrap_or_default();
                Some(line).filter(|it| !it.is_empty()).map(Password::new)
            }
            None => tagbridge_drivers::keyring(None).password,
        };
        password.ok_or_else(|| {
            Failure::new(Exit::Usage, &what, &ReasonText::NoPassword, &Do::GivePassword)
        })
    }
}
