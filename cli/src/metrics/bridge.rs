//! A bridge's metrics, for each session.

use prometheus::{Gauge, GaugeVec, IntCounter, IntCounterVec, Opts, Registry};
use tagbridge_api::Timestamp;
use tagbridge_bridge::MirrorState;
use tagbridge_bridge::status::{BridgeStatus, ServiceState, SessionStatus, SessionView};

/// The prefix of all names.
const PREFIX: &str = "tagbridge_session";
/// The labels of a metric.
const OF: [&str; 2] = ["session", "project"];

/// All metrics, in the format of Prometheus.
pub(crate) fn page(status: &BridgeStatus, now: Timestamp) -> String {
    let page = Page { status, registry: Registry::new() };
    page.gauge("live", "Whether it reads its controller, 1 or 0", |it| {
        Some(flag(matches!(it.status, SessionStatus::Live { .. })))
    });
    page.gauge("delivering", "Whether the service accepts pushes, 1 or 0", |it| {
        Some(flag(matches!(it.service.state, ServiceState::Ok)))
    });
    page.gauge("tags_good", "Tags with a good value in the last scan", |it| {
        Some(number(it.tags.good))
    });
    page.gauge("tags_uncertain", "Tags with an uncertain value in the last scan", |it| {
        Some(number(it.tags.uncertain))
    });
    page.gauge("tags_bad", "Tags without a value in the last scan", |it| Some(number(it.tags.bad)));
    page.gauge("tags_requested", "Tags that consumers ask for", |it| Some(number(it.requested)));
    page.gauge("scan_p50_seconds", "Half of the latest scans were as fast", |it| {
        it.scan.p50_ms.map(|ms| ms / 1e3)
    });
    page.gauge("scan_p99_seconds", "99 of 100 of the latest scans were as fast", |it| {
        it.scan.p99_ms.map(|ms| ms / 1e3)
    });
    page.gauge("scan_interval_seconds", "From the start of one scan to that of the next", |it| {
        Some(it.scan.interval_ms / 1e3)
    });
    page.gauge("outbox_snapshots", "Snapshots that wait for delivery", |it| {
        Some(long(it.outbox.depth))
    });
    page.gauge("outbox_bytes", "Their bytes on disk", |it| Some(long(it.outbox.bytes)));
    page.gauge("outbox_oldest_age_seconds", "How long the oldest of them has waited", |it| {
        let oldest = it.outbox.oldest?;
        Some(seconds(now.as_millis().saturating_sub(oldest.as_millis())))
    });
    page.gauge(
        "clock_skew_seconds",
        "How far the service's clock is ahead of this machine's",
        |it| it.service.skew_ms.map(seconds),
    );
    page.counter("connections_total", "Connections that were made to the controller", |it| {
        it.connections
    });
    page.counter("scans_total", "Scans that were made", |it| it.scan.count);
    page.counter(
        "scans_missed_total",
        "Scans whose time passed while another was under way",
        |it| it.scan.missed,
    );
    page.counter("snapshots_lost_total", "Snapshots that left the outbox undelivered", |it| {
        it.outbox.lost
    });
    page.gauge("snapshots_quarantined", "Refused snapshots in quarantine", |it| {
        Some(long(it.outbox.quarantined))
    });
    page.counter("pushes_total", "Pushes that the service took", |it| it.service.pushes);
    page.counter("pushes_failed_total", "Pushes that it did not", |it| it.service.failed_pushes);
    page.broker();
    super::text(&page.registry)
}

struct Page<'a> {
    status: &'a BridgeStatus,
    registry: Registry,
}

impl Page<'_> {
    /// The MQTT broker that also receives the snapshots, if there is one.
    fn broker(&self) {
        let Some(view) = &self.status.mqtt else { return };
        let named = |name: &str, help: &str| Opts::new(name, help).namespace("tagbridge_mqtt");
        let gauge = |name: &str, help: &str, figure: f64| {
            if let Some(it) = super::registered(&self.registry, Gauge::with_opts(named(name, help)))
            {
                it.set(figure);
            }
        };
        let counter = |name: &str, help: &str, figure: u64| {
            let counter = IntCounter::with_opts(named(name, help));
            if let Some(it) = super::registered(&self.registry, counter) {
                it.inc_by(figure);
            }
        };
        let is_online = matches!(view.state, MirrorState::Online { .. });
        gauge("online", "Whether the MQTT broker is told, 1 or 0", flag(is_online));
        gauge("queued_snapshots", "Snapshots that wait for the broker", number(view.queued));
        counter("snapshots_total", "Snapshots that the broker was told", view.snapshots);
        counter("messages_total", "Messages that were handed to it", view.messages);
        counter("dropped_total", "Snapshots that it did not take in time", view.dropped);
        counter("connections_total", "Connections that were made to it", view.connections);
        counter("rebirths_total", "Births that a host asked for anew", view.rebirths);
    }

    /// A gauge; `None`: it has no value now.
    fn gauge(&self, name: &str, help: &str, figure: impl Fn(&SessionView) -> Option<f64>) {
        let of_all = GaugeVec::new(Opts::new(name, help).namespace(PREFIX), &OF);
        let of_all = super::registered(&self.registry, of_all);
        for session in &self.status.sessions {
            if let (Some(of_all), Some(figure)) = (&of_all, figure(session)) {
                of_all.with_label_values(&[&session.name, &session.project]).set(figure);
            }
        }
    }

    /// A counter, which only increases while the program runs.
    fn counter(&self, name: &str, help: &str, figure: impl Fn(&SessionView) -> u64) {
        let of_all = IntCounterVec::new(Opts::new(name, help).namespace(PREFIX), &OF);
        let of_all = super::registered(&self.registry, of_all);
        for session in &self.status.sessions {
            if let Some(of_all) = &of_all {
                of_all
                    .with_label_values(&[&session.name, &session.project])
                    .inc_by(figure(session));
            }
        }
    }
}

fn flag(is: bool) -> f64 {
    f64::from(u8::from(is))
}

fn number(count: usize) -> f64 {
    long(count as u64)
}

/// Converts milliseconds to seconds, with their sign.
fn seconds(ms: i64) -> f64 {
    let size = long(ms.unsigned_abs()) / 1e3;
    if ms < 0 { -size } else { size }
}

/// Converts a count; exact up to 2^53, which our counts never reach.
#[expect(clippy::cast_precision_loss, reason = "no such count is so large")]
fn long(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tagbridge_bridge::{MirrorView, status::ScanView};

    use super::*;

    #[test]
    fn each_session_has_its_figures() {
        let mut session = SessionView {
            name: "line \"3\"".into(),
            project: "p".into(),
            ..SessionView::default()
        };
        let now = Timestamp::now();
        session.outbox.oldest = Some(now.saturating_sub(Duration::from_mins(1)));
        session.outbox.lost = 7;
        session.scan.p99_ms = Some(12.5);
        session.tags.good = 500;
        session.service.skew_ms = Some(-1500);
        let idle = SessionView { name: "b".into(), project: "q".into(), ..SessionView::default() };
        let status = BridgeStatus {
            device_id: "d".into(),
            sessions: vec![session, idle],
            ..BridgeStatus::default()
        };
        let page = page(&status, now);
        let of = r#"{project="p",session="line \"3\""}"#;
        for (name, figure) in [
            ("live", "0"),
            ("tags_good", "500"),
            ("scan_p99_seconds", "0.0125"),
            ("outbox_oldest_age_seconds", "60"),
            ("clock_skew_seconds", "-1.5"),
            ("snapshots_lost_total", "7"),
        ] {
            let line = format!("tagbridge_session_{name}{of} {figure}\n");
            assert!(page.contains(&line), "{line}\n{page}");
        }
        assert!(!page.contains("scan_p99_seconds{project=\"q\""), "it has no scan yet: {page}");
    }

    #[test]
    fn a_broker_that_is_told_has_its_own() {
        let mut status = BridgeStatus::default();
        let now = Timestamp::now();
        assert!(!page(&status, now).contains("tagbridge_mqtt"), "there is none");
        let state = MirrorState::Online { since: now };
        status.mqtt = Some(MirrorView { state, dropped: 7, queued: 2, ..MirrorView::default() });
        let page = page(&status, now);
        for line in ["online 1", "queued_snapshots 2", "dropped_total 7", "rebirths_total 0"] {
            assert!(page.contains(&format!("\ntagbridge_mqtt_{line}\n")), "{line}\n{page}");
        }
    }

    #[test]
    fn the_dashboard_asks_for_figures_that_there_are() {
        let (p50_ms, p99_ms) = (Some(1.0), Some(1.0));
        let scan = ScanView { p50_ms, p99_ms, ..ScanView::default() };
        let mut session = SessionView { scan, ..SessionView::default() };
        let now = Timestamp::now();
        session.outbox.oldest = Some(now);
        session.service.skew_ms = Some(0);
        let status = BridgeStatus {
            device_id: "d".into(),
            sessions: vec![session],
            ..BridgeStatus::default()
        };
        let page = page(&status, now);
        let board: serde_json::Value =
            serde_json::from_str(include_str!("../../../installer/grafana.json")).expect("JSON");
        let panels = board["panels"].as_array().expect("panels");
        let ids = panels.iter().map(|it| it["id"].as_u64().expect("an id"));
        let ids: std::collections::BTreeSet<_> = ids.collect();
        assert_eq!(ids.len(), panels.len(), "each panel has an id of its own");
        for panel in panels {
            for target in panel["targets"].as_array().expect("targets") {
                let asked = target["expr"].as_str().expect("a question");
                let names = asked.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
                let mut names = names.filter(|it| it.starts_with("tagbridge_session_")).peekable();
                assert!(names.peek().is_some(), "{asked}");
                for name in names {
                    assert!(page.contains(&format!("\n{name}{{")), "{name}\n{page}");
                }
            }
        }
    }
}
