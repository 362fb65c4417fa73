//! The console: the window's screens in a browser, for this computer only.
//!
//! Invariants: it listens on loopback addresses only. Without the token, only the files of the
//! screens are served; commands and values require the token, and a page with this address. Host
//! names other than this computer's are refused, because a foreign DNS may resolve them to this
//! address.

mod authentication;
pub(crate) mod screens;
mod socket;

use std::{io, net::SocketAddr};

use axum::{Router, routing::get};
use tagbridge_desk::Desk;
use tagbridge_texts::Message;
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

use self::authentication::Token;
use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Do, Line, ReasonText},
    output,
};

/// The default address of the console.
pub(crate) const ADDRESS: &str = "127.0.0.1:8751";

/// A bound address for the console.
pub(crate) struct BoundAddress {
    listener: TcpListener,
    address: SocketAddr,
}

/// A running console. Dropping it stops it.
pub(crate) struct Console {
    address: SocketAddr,
    token: Token,
    _stop: DropGuard,
}

/// The state of requests.
#[derive(Clone)]
struct Shared {
    desk: Desk,
    token: Token,
    stop: CancellationToken,
}

impl BoundAddress {
    /// Binds an address before other parts are started.
    pub(crate) async fn take(address: SocketAddr) -> Result<Self, Failure> {
        if !address.ip().is_loopback() {
            return Err(Failure::new(
                Exit::Usage,
                &Cannot::OpenConsole { address: &address },
                &ReasonText::ConsoleIsLocal,
                &Do::UseTunnel { address: ADDRESS },
            ));
        }
        let cannot_listen = |error: io::Error| Failure::cannot_listen("--console", address, &error);
        let listener = TcpListener::bind(address).await.map_err(cannot_listen)?;
        let address = listener.local_addr().map_err(cannot_listen)?;
        Ok(Self { listener, address })
    }

    /// Serves the screens of a desk.
    pub(crate) fn serve(self, desk: Desk) -> Console {
        let Self { listener, address } = self;
        let (token, stop) = (Token::of_folder(desk.data()), CancellationToken::new());
        let router = router(Shared { desk, token: token.clone(), stop: stop.clone() });
        let stopped = stop.clone();
        tokio::spawn(async move {
            let serving = axum::serve(listener, router);
            tokio::select! {
                outcome = serving.into_future() => if let Err(error) = outcome {
                    output::aside(&Line::ConsoleEnded { why: Message::system(&error) });
                },
                () = stopped.cancelled() => {}
            }
        });
        Console { address, token, _stop: stop.drop_guard() }
    }
}

impl Console {
    /// The address to open in a browser. It contains the token.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/#token={}", self.address, self.token.reveal())
    }
}

fn router(shared: Shared) -> Router {
    Router::new()
        .route("/socket", get(socket::open))
        .fallback(screens::file)
        .layer(axum::middleware::from_fn(authentication::check_host))
        .with_state(shared)
}

#[cfg(test)]
mod tests;
