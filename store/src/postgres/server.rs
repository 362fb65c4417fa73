//! The address of the database, and how to connect to it.

use std::{fmt, future::Future, num::NonZeroU16, path::PathBuf, str::FromStr};

use tokio::task::unconstrained;
use tokio_postgres::{
    Client, Config, Connection, NoTls, Socket,
    config::{Host, SslMode},
    tls::TlsStream,
};

use super::{refused, tls};
use crate::{
    StoreError,
    messages::{StoreOperation, UnexpectedState},
    sql::Transport,
};

/// Default maximum number of connections.
const CONNECTIONS: usize = 16;

/// A PostgreSQL server and one of its databases. Its password is never displayed.
#[derive(Clone)]
pub struct Server {
    config: Config,
    /// The authority of its certificate, in PEM; `None`: the system's trusted ones.
    authority: Option<PathBuf>,
    connections: usize,
}

/// Text that is not the address of a PostgreSQL database.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ServerAddressError(String);

impl FromStr for Server {
    type Err = ServerAddressError;

    /// Parses `postgres://user:password@host:port/database?sslmode=…`, or `host=… user=… dbname=…`.
    /// Over a network TLS with a verified certificate is used for every `sslmode` except `disable`,
    /// which is refused for other computers at the connect.
    fn from_str(text: &str) -> Result<Self, ServerAddressError> {
        // The names of the modes in other programs: here all modes with TLS verify the certificate.
        let text = text.replace("sslmode=verify-full", "sslmode=require");
        let config: Config = text.parse().map_err(|error: tokio_postgres::Error| {
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            ServerAddressError(cause.unwrap_or_else(|| error.to_string()))
        })?;
        if config.get_hosts().is_empty() {
            return Err(ServerAddressError("it names no host".to_owned()));
        }
        Ok(Self { config, authority: None, connections: CONNECTIONS })
    }
}

impl Server {
    /// Sets the file with the accepted certificate authorities, in PEM.
    #[must_use]
    pub fn signed_by(self, authority: Option<PathBuf>) -> Self {
        Self { authority, ..self }
    }

    /// Sets the password.
    #[must_use]
    pub fn with_password(mut self, password: &str) -> Self {
        self.config.password(password);
        self
    }

    /// Sets the maximum number of concurrent connections.
    #[must_use]
    pub fn with_connections(self, connections: NonZeroU16) -> Self {
        Self { connections: usize::from(connections.get()), ..self }
    }

    pub(crate) fn has_password(&self) -> bool {
        self.config.get_password().is_some()
    }

    pub(crate) fn connections(&self) -> usize {
        self.connections
    }

    /// Its display name: `PostgreSQL at db:5432, database plant`.
    pub fn name(&self) -> String {
        let ports = self.config.get_ports();
        let port = |no: usize| ports.get(no).or(ports.first()).copied().unwrap_or(5432);
        let hosts: Vec<String> = (0..)
            .zip(self.config.get_hosts())
            .map(|(no, host)| match host {
                Host::Tcp(host) => format!("{host}:{}", port(no)),
                #[cfg(unix)]
                Host::Unix(folder) => folder.display().to_string(),
            })
            .collect();
        let database = self.config.get_dbname().or(self.config.get_user()).unwrap_or_default();
        format!("PostgreSQL at {}, database {database}", hosts.join(", "))
    }

    /// Its display name with the connection options, usually the schema.
    pub(crate) fn full_name(&self) -> String {
        match self.config.get_options() {
            Some(options) => format!("{} ({options})", self.name()),
            None => self.name(),
        }
    }

    /// Whether the connection leaves this computer.
    fn is_elsewhere(&self) -> bool {
        self.config.get_hosts().iter().any(|host| match host {
            Host::Tcp(host) => {
                let address = host.parse::<std::net::IpAddr>();
                host != "localhost" && !address.is_ok_and(|address| address.is_loopback())
            }
            #[cfg(unix)]
            Host::Unix(_) => false,
        })
    }

    /// Opens a connection and returns it with its I/O driver. The runtime that opened it signals
    /// that there are bytes to read.
    pub(super) fn connect(
        &self,
    ) -> impl Future<Output = Result<(Client, Transport), StoreError>> + Send + 'static {
        let (mut config, authority) = (self.config.clone(), self.authority.clone());
        let is_elsewhere = self.is_elsewhere();
        config.application_name("tagbridge");
        async move {
            let is_plain = match config.get_ssl_mode() {
                SslMode::Disable if is_elsewhere => {
                    return Err(StoreError::broken(
                        &StoreOperation::Using,
                        UnexpectedState::InTheClear,
                    ));
                }
                SslMode::Prefer => !is_elsewhere && authority.is_none(),
                mode => mode == SslMode::Disable,
            };
            if is_plain {
                config.ssl_mode(SslMode::Disable);
                let connected = config.connect(NoTls).await;
                let (client, connection) =
                    connected.map_err(|error| refused::explained(error, &config, None))?;
                return Ok((client, transport(connection)));
            }
            config.ssl_mode(SslMode::Require);
            let tls = tls::connector(authority.as_deref())?;
            let connected = config.connect(tls).await;
            let (client, connection) = connected
                .map_err(|error| refused::explained(error, &config, authority.as_deref()))?;
            Ok((client, transport(connection)))
        }
    }
}

fn transport<T: TlsStream + Unpin + Send + 'static>(
    connection: Connection<Socket, T>,
) -> Transport {
    // A blocking wait inside a task polls it until everything was received: the task's budget would
    // be used up and not renewed.
    Box::pin(unconstrained(async move {
        // The user of the connection receives its end.
        drop(connection.await);
    }))
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_named_without_its_password() {
        for (text, name, is_elsewhere) in [
            (
                "postgres://plant:geheim@db.example:5433/tags?sslmode=verify-full",
                "PostgreSQL at db.example:5433, database tags",
                true,
            ),
            ("host=/run/pg user=me password=geheim", "PostgreSQL at /run/pg, database me", false),
            ("host=127.0.0.1 user=me", "PostgreSQL at 127.0.0.1:5432, database me", false),
            ("host=::1,db user=me", "PostgreSQL at ::1:5432, db:5432, database me", true),
        ] {
            let server: Server = text.parse().unwrap();
            assert_eq!(server.name(), name);
            assert_eq!(server.is_elsewhere(), is_elsewhere, "{text}");
            assert!(!format!("{server:?}").contains("geheim"));
        }
    }

    #[test]
    fn what_is_no_address_is_refused_without_repeating_it() {
        for text in ["postgres://", "dbname=geheim", "host=a geheim", "host=a port=geheim"] {
            let error = text.parse::<Server>().expect_err(text).to_string();
            assert!(!error.contains("geheim") && !error.is_empty(), "{error}");
        }
    }
}
