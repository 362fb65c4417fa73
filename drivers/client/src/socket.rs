//! The socket of a client, and what is said when it fails.

use std::{error::Error, fmt::Display, time::Duration};

use bytes::BytesMut;
use tagbridge_driver::{LinkError, LinkStep, Traffic};
use tokio::{io::AsyncReadExt, net::TcpStream, time::timeout};

/// Connects to a host, name resolution included, within this time.
pub async fn dial(host: &str, port: u16, after: Duration) -> Result<TcpStream, LinkError> {
    let stream = match timeout(after, TcpStream::connect((host, port))).await {
        Ok(Ok(stream)) => stream,
        Ok(Err(source)) => {
            return Err(LinkError::Connect { endpoint: format!("{host}:{port}"), source });
        }
        Err(_) => return Err(LinkError::Timeout { doing: LinkStep::Connect, after }),
    };
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "the socket stays with delayed sending");
    }
    Ok(stream)
}

/// Waits for more bytes, adds them to those that are there, and notes them.
pub async fn receive(
    doing: LinkStep,
    stream: &mut TcpStream,
    inbox: &mut BytesMut,
    traffic: &Traffic,
) -> Result<(), LinkError> {
    match stream.read_buf(inbox).await {
        Ok(0) => Err(LinkError::Closed { doing }),
        Ok(read) => {
            traffic.note(false, &inbox[inbox.len().saturating_sub(read)..]);
            Ok(())
        }
        Err(error) => Err(closed(doing, &error)),
    }
}

/// The socket is of no more use.
pub fn closed(doing: LinkStep, error: &dyn Display) -> LinkError {
    tracing::debug!(%doing, %error, "the socket failed");
    LinkError::Closed { doing }
}

/// Bytes that do not keep to the protocol.
pub fn protocol(doing: LinkStep, error: impl Error + Send + Sync + 'static) -> LinkError {
    LinkError::Protocol { doing, source: Box::new(error) }
}
