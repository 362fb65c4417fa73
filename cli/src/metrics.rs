//! Metrics for Prometheus, on request: `GET /metrics`, without a key, because they contain neither
//! values nor secrets. Names and labels are stable: dashboards use them (`installer/grafana.json`).

mod bridge;
mod service;

use std::{io, net::SocketAddr};

use axum::{Router, http::header::CONTENT_TYPE, routing::get};
use prometheus::{Registry, TextEncoder, core::Collector};
use tagbridge_texts::Message;
use tokio::{net::TcpListener, task::AbortHandle};

pub(crate) use self::{bridge::page as of_bridge, service::page as of_service};
use crate::{failure::Failure, messages::Line, output};

/// The format of <https://prometheus.io/docs/instrumenting/exposition_formats/>.
const FORMAT: &str = prometheus::TEXT_FORMAT;

/// The running metrics server. Dropping it stops it.
pub(crate) struct Metrics(AbortHandle);

impl Drop for Metrics {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Serves the page that `page` creates for each request. It may block.
pub(crate) async fn serve(
    address: SocketAddr,
    page: impl Fn() -> String + Clone + Send + Sync + 'static,
) -> Result<Metrics, Failure> {
    let cannot_listen = |error: io::Error| Failure::cannot_listen("--metrics", address, &error);
    let listener = TcpListener::bind(address).await.map_err(cannot_listen)?;
    let address = listener.local_addr().map_err(cannot_listen)?;
    let answer = move || {
        let page = page.clone();
        async move {
            let text = tokio::task::spawn_blocking(page).await.unwrap_or_default();
            ([(CONTENT_TYPE, FORMAT)], text)
        }
    };
    let router = Router::new().route("/metrics", get(answer));
    output::aside(&Line::MetricsOn { address: &address });
    let serving = tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, router).await {
            output::aside(&Line::MetricsEnded { why: Message::system(&error) });
        }
    });
    Ok(Metrics(serving.abort_handle()))
}

/// A metric with a valid name; a test finds invalid ones.
fn registered<C: Collector + Clone + 'static>(
    registry: &Registry,
    figure: prometheus::Result<C>,
) -> Option<C> {
    let figure = figure.ok()?;
    registry.register(Box::new(figure.clone())).ok()?;
    Some(figure)
}

/// The page. Valid metrics always have one.
fn text(registry: &Registry) -> String {
    TextEncoder::new().encode_to_string(&registry.gather()).unwrap_or_default()
}
