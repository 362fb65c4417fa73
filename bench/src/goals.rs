//! Compares our results with the goals.

use crate::{
    contest::{Measurement, Outcome},
    suite::{Goal, Standing, Suite, Workload},
};

/// A goal for a workload, and our result.
#[derive(Debug, PartialEq)]
pub(crate) struct Verdict {
    pub(crate) goal: String,
    pub(crate) is_met: bool,
    /// The measurement that is compared.
    pub(crate) figure: String,
    /// Why it is missed.
    pub(crate) because: Option<&'static str>,
}

/// Compares our results of a workload with the goals. Clients that failed set no goal.
pub(crate) fn verdicts(suite: &Suite, workload: &Workload, outcomes: &[Outcome]) -> Vec<Verdict> {
    let Some(Outcome::Measured(ours)) = outcomes.first() else {
        return vec![Verdict {
            goal: "it is read".into(),
            is_met: false,
            figure: "it cannot".into(),
            because: because(suite, workload, Goal::RoundTrips),
        }];
    };
    let mut verdicts = vec![(
        Goal::RoundTrips,
        format!("{} round trips or fewer", workload.goal),
        #[expect(clippy::cast_precision_loss, reason = "a few hundred")]
        (ours.round_trips <= workload.goal as f64),
        format!("{:.1}", ours.round_trips),
    )];
    if let Some(most) = workload.within {
        let p50 = ours.p50 * 1e3;
        let goal = format!("half of the snapshots within {most:.0} ms");
        verdicts.push((Goal::Elapsed, goal, p50 <= most, format!("{p50:.1} ms")));
    }
    if let Some(most) = workload.core {
        let core = ours.core();
        let goal = format!("{:.1} % of a core or less", most * 100.0);
        verdicts.push((Goal::Core, goal, core <= most, format!("{:.2} %", core * 100.0)));
    }
    for (entrant, outcome) in suite.entrants.iter().zip(outcomes) {
        let Outcome::Measured(peer) = outcome else { continue };
        let Standing::Rival { speed, cpu } = entrant.standing else { continue };
        let name = entrant.name;
        let times = |of: fn(&Measurement) -> f64| of(ours) / of(peer);
        // Where the link or the pace is what takes time, there is another goal.
        if let (Some(least), None, None) = (speed, workload.within, workload.core) {
            let faster = times(|it| it.per_second);
            let goal = format!("snapshots/s of {name} × {least} or more");
            verdicts.push((Goal::Speed(name), goal, faster >= least, format!("× {faster:.1}")));
        }
        if let Some(most) = cpu {
            let part = times(|it| it.cpu);
            let goal = format!("CPU time of {name} × {most} or less");
            verdicts.push((Goal::Cpu(name), goal, part <= most, format!("× {part:.2}")));
        }
    }
    let judged = verdicts.into_iter().map(|(kind, goal, is_met, figure)| Verdict {
        goal,
        is_met,
        figure,
        because: if is_met { None } else { because(suite, workload, kind) },
    });
    judged.collect()
}

fn because(suite: &Suite, workload: &Workload, goal: Goal) -> Option<&'static str> {
    let found = suite.findings.iter().find(|it| (it.0, it.1) == (workload.name, goal));
    found.map(|it| it.2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{contest::Measurement, logix};

    fn measured(round_trips: f64, per_second: f64, cpu: f64) -> Outcome {
        Outcome::Measured(Measurement { round_trips, per_second, cpu, ..Default::default() })
    }

    /// Goals at the first workload, whose floor is two round trips.
    fn check(outcomes: &[Outcome], met: &[bool]) {
        let suite = logix::suite();
        let verdicts = verdicts(&suite, &suite.workloads[0], outcomes);
        let got: Vec<_> = verdicts.iter().map(|it| it.is_met).collect();
        assert_eq!(got, met, "{verdicts:?}");
        assert!(verdicts.iter().all(|it| !it.is_met || it.because.is_none()));
    }

    #[test]
    fn ours_is_judged_beside_each_peer() {
        let failed = || Outcome::Failed("no answer".into());
        let by_name = || measured(3.0, 2000.0, 0.1);
        let peers = |ours| {
            [ours, by_name(), measured(5.0, 1000.0, 1.0), measured(3.0, 100.0, 9.0), failed()]
        };
        check(&peers(measured(2.0, 1001.0, 0.5)), &[true, true, true, true]);
        check(&peers(measured(3.0, 999.0, 0.51)), &[false, false, false, false]);
        check(&peers(failed()), &[false]);
    }
}
