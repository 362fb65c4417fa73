//! Diagnostics of a session: the allowed and the sent requests, its counters, its wire trace; and
//! the doctor.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tagbridge_bridge::{
    Config,
    config::{KeySource, OutboxConfig, ServiceConfig, SessionConfig},
    doctor::{self, Verdict},
};
use tagbridge_driver::Traffic;
use tagbridge_texts::Coded;

use crate::{
    desk::Desk,
    failures::invalid,
    problem::{Problem, Remedy},
    rates::at_the_usual_rate,
    time::{count, now, small},
    view::{
        Counters, Diagnostics, Failure, Finding, RequestKind, StartSession, Statement, SwitchTrace,
        Trace,
    },
    wire::Log,
};

/// Maximum duration of a wire trace, in seconds.
const TRACE_MAX: u32 = 600;

impl Desk {
    pub(crate) fn diagnostics(&self, session: &str) -> Result<Diagnostics, Failure> {
        let traffic = self.room(session, |room| room.feed.traffic.clone())?;
        Ok(Diagnostics {
            statement: self.statement(session, traffic.as_deref())?,
            counters: self.counters(session)?,
            trace: traffic.as_deref().map(trace).unwrap_or_default(),
        })
    }

    pub(crate) fn trace(&self, switch: &SwitchTrace) -> Result<Trace, Failure> {
        if switch.seconds > TRACE_MAX {
            return Err(invalid(&Problem::TraceTooLong, &Remedy::ShorterTrace));
        }
        let traffic = self
            .room(&switch.session, |room| room.feed.traffic.clone())?
            .ok_or_else(|| Failure::new("refused", &Problem::NoFrames, &Remedy::OtherTool))?;
        let until = Instant::now() + Duration::from_secs(switch.seconds.into());
        traffic.record((switch.seconds > 0).then_some(until));
        Ok(trace(&traffic))
    }

    pub(crate) async fn doctor(&self) -> Result<Vec<Finding>, Failure> {
        let (client, _, url) = self.connected()?;
        let starts: Vec<_> = {
            let rooms = self.rooms();
            let running = rooms.iter().filter(|(_, room)| room.is_running());
            running
                .map(|(name, room)| (name.clone(), room.last.project.clone(), room.start.clone()))
                .collect()
        };
        let sessions = starts.into_iter().filter_map(|(name, project, start)| {
            let endpoint = start.endpoint.parse().ok()?;
            let start = StartSession { project, tags: self.tags_of(&start), ..start };
            let session = self.configuration(&name, endpoint, &start);
            let tags = at_the_usual_rate(session.tags, start.groups());
            Some(SessionConfig { tags, ..session })
        });
        let config = Config {
            data: self.0.options.data.clone(),
            device_id: None,
            service: ServiceConfig {
                url,
                key: KeySource::Given(client.key()),
                pki: self.0.options.pki.clone(),
                push_interval: ServiceConfig::PUSH_INTERVAL,
            },
            outbox: OutboxConfig::default(),
            recording: None,
            mqtt: None,
            sessions: sessions.collect(),
        };
        let findings = doctor::examine(&config).await;
        self.keep_doctor(&findings);
        Ok(findings.into_iter().map(finding).collect())
    }

    /// Reads the communication log of all sessions.
    pub(crate) fn wire_log<T>(&self, look: impl FnOnce(&Log) -> T) -> T {
        let wires: Vec<_> = {
            let rooms = self.rooms();
            let wires = rooms.iter().filter_map(|(name, room)| {
                let scheme = room.start.endpoint.split("://").next()?;
                let protocol = tagbridge_drivers::of_scheme(scheme)?;
                Some((name.clone(), protocol, room.feed.traffic.clone()?))
            });
            wires.collect()
        };
        self.0.wire_log.look(&wires, look)
    }

    /// Number of dropped frames in the recordings of a session (`None`: of all), and the end of the
    /// longest active recording.
    pub(crate) fn recordings(&self, session: Option<&str>) -> (u32, Option<f64>) {
        let all = self.all_traffic();
        let traces = all
            .iter()
            .filter(|(name, _)| session.is_none_or(|it| it == name))
            .map(|(_, traffic)| trace(traffic));
        traces.fold((0, None), |(dropped, until), it| {
            (dropped + it.dropped, until.into_iter().chain(it.until).reduce(f64::max))
        })
    }

    pub(crate) fn statement(
        &self,
        session: &str,
        traffic: Option<&Traffic>,
    ) -> Result<Statement, Failure> {
        let endpoint = self.room(session, |room| room.start.endpoint.clone())?;
        let kinds = traffic.iter().flat_map(|it| it.sent()).map(|(kind, sent)| RequestKind {
            name: kind.name.to_string(),
            said: kind.name.message(),
            code: kind.code.to_owned(),
            sent: count(sent),
        });
        Ok(Statement {
            session: session.to_owned(),
            protocol: endpoint.split("://").next().unwrap_or_default().to_owned(),
            kinds: kinds.collect(),
            writes: 0.0,
            refused: traffic.map_or(0.0, |it| count(it.refused())),
            promise: ReadOnlyStatement.to_string(),
            said: ReadOnlyStatement.message(),
        })
    }

    pub(crate) fn counters(&self, session: &str) -> Result<Counters, Failure> {
        // Updates the status from the bridge.
        let _all = self.sessions();
        self.room(session, |room| {
            let it = &room.last;
            Counters {
                session: session.to_owned(),
                since: room.began,
                scans: count(it.scan.count),
                missed: count(it.scan.missed),
                reconnects: count(it.connections.saturating_sub(1)),
                pushes: count(it.service.pushes),
                failed_pushes: count(it.service.failed_pushes),
            }
        })
    }

    /// The traffic of all sessions, by name.
    pub(crate) fn all_traffic(&self) -> Vec<(String, Arc<Traffic>)> {
        let rooms = self.rooms();
        rooms
            .iter()
            .filter_map(|(name, it)| Some((name.clone(), it.feed.traffic.clone()?)))
            .collect()
    }
}

fn trace(traffic: &Traffic) -> Trace {
    traffic.trace(|it| Trace {
        until: it.until.map(|until| {
            let left = until.saturating_duration_since(Instant::now());
            now() + left.as_secs_f64() * 1000.0
        }),
        frames: small(it.frames.len()),
        bytes: count(it.bytes as u64),
        dropped: u32::try_from(it.dropped).unwrap_or(u32::MAX),
    })
}

/// The statement about all requests that can be sent.
#[derive(Debug, Coded)]
#[coded(prefix = "desk-promise")]
pub(crate) struct ReadOnlyStatement;

fn finding(finding: doctor::Finding) -> Finding {
    let verdict = match finding.verdict {
        Verdict::Fine => "fine",
        Verdict::Untried => "untried",
        Verdict::Doubtful => "doubtful",
        Verdict::Unusable | Verdict::Machine => "unusable",
        Verdict::Unreachable => "unreachable",
        Verdict::Refused => "refused",
    };
    Finding {
        subject: finding.subject,
        verdict: verdict.to_owned(),
        detail: finding.detail,
        remedy: finding.remedy,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_that_was_not_made_is_not_fine() {
        let (subject, detail) = (ReadOnlyStatement.message(), ReadOnlyStatement.message());
        let untried = doctor::Finding { subject, verdict: Verdict::Untried, detail, remedy: None };
        assert_eq!(finding(untried).verdict, "untried");
    }
}
