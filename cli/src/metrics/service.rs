//! The service's metrics.

use std::path::Path;

use prometheus::{IntCounter, IntCounterVec, IntGauge, Opts, Registry};
use tagbridge_service::{IntakeState, IntakeView, Service};

/// All metrics, in the format of Prometheus, except those that cannot be determined. Blocks.
pub(crate) fn page(service: &Service, data: &Path) -> String {
    let registry = Registry::new();
    let gauge = |name: &str, help: &str, figure: Option<u64>| {
        if let Some(figure) = figure.and_then(|it| i64::try_from(it).ok()) {
            let gauge = IntGauge::with_opts(Opts::new(name, help).namespace("tagbridge_service"));
            if let Some(gauge) = super::registered(&registry, gauge) {
                gauge.set(figure);
            }
        }
    };
    let figures = service.figures().ok();
    gauge("database_up", "Whether the data can be read", Some(figures.is_some().into()));
    gauge("projects", "Projects", figures.map(|it| it.projects));
    gauge("keys", "Keys that are valid", figures.map(|it| it.keys));
    gauge("working", "Services that work on the data", figures.map(|it| it.working));
    gauge("data_bytes", "Bytes of the file with projects, keys and values", bytes(data));
    gauge("disk_free_bytes", "Bytes that are free on its disk", tagbridge_system::free_bytes(data));
    if let Some(view) = service.intake() {
        of_broker(&registry, &view);
    }
    super::text(&registry)
}

/// The MQTT broker of the subscription, if there is one.
fn of_broker(registry: &Registry, view: &IntakeView) {
    let named = |name: &str, help: &str| Opts::new(name, help).namespace("tagbridge_service_mqtt");
    let gauge = |name: &str, help: &str, is: bool| {
        if let Some(gauge) = super::registered(registry, IntGauge::with_opts(named(name, help))) {
            gauge.set(is.into());
        }
    };
    let counter = |name: &str, help: &str, figure: u64| {
        let counter = IntCounter::with_opts(named(name, help));
        if let Some(counter) = super::registered(registry, counter) {
            counter.inc_by(figure);
        }
    };
    let is_online = matches!(view.state, IntakeState::Online { .. });
    gauge("online", "Whether snapshots are taken from the MQTT broker, 1 or 0", is_online);
    gauge("held_up", "Whether messages wait for the data to be writable, 1 or 0", view.is_held_up);
    counter("connections_total", "Connections that were made to the broker", view.connections);
    counter("messages_total", "Messages that came, some of them again", view.messages);
    counter("stored_total", "Messages whose snapshot is stored", view.stored);
    counter("left_total", "Messages that were left to the push", view.left);
    let refused = named("refused_total", "Messages that were refused");
    if let Some(refused) = super::registered(registry, IntCounterVec::new(refused, &["error"])) {
        for (error, count) in &view.refused {
            refused.with_label_values(&[error]).inc_by(*count);
        }
    }
}

/// The size of the database, with data that is not in its main file yet.
fn bytes(data: &Path) -> Option<u64> {
    let size = |name: &str| std::fs::metadata(data.join(name)).map(|it| it.len());
    size("service.sqlite").ok().map(|file| file + size("service.sqlite-wal").unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broker_that_is_taken_from_has_figures() {
        let registry = Registry::new();
        let refused = [("bad_request", 3)].into();
        let view = IntakeView { stored: 7, is_held_up: true, refused, ..IntakeView::default() };
        of_broker(&registry, &view);
        let page = super::super::text(&registry);
        let refused = "refused_total{error=\"bad_request\"} 3";
        for line in ["online 0", "held_up 1", "stored_total 7", "left_total 0", refused] {
            assert!(page.contains(&format!("\ntagbridge_service_mqtt_{line}\n")), "{line}\n{page}");
        }
    }

    #[test]
    fn an_empty_service_has_figures() {
        let data = tempfile::tempdir().expect("a folder");
        let service = crate::verbs::serve::open(data.path()).expect("it opens");
        let page = page(&service, data.path());
        assert!(page.contains("tagbridge_service_projects 0\n"), "{page}");
        for name in ["data_bytes", "disk_free_bytes"] {
            let line =
                page.lines().find(|it| it.starts_with(&format!("tagbridge_service_{name} ")));
            let figure = line.and_then(|it| it.split(' ').nth(1)?.parse::<u64>().ok());
            assert!(figure.is_some_and(|it| it > 0), "{name}\n{page}");
        }
    }
}
