//! The short form of `cargo xtask soak`: each fault once, and some random ones.

use std::time::Duration;

use tagbridge_tests::faults::{
    BACK_AT_ONCE, CLOCKS, Case, DELIVERY, FleetSize, MANY_REQUESTED, NOTHING_STALE, RECORDING,
    returning, run_all, soak, throttled,
};

const FEW: FleetSize =
    FleetSize { bridges: 8, tags: 50, interval: Duration::from_millis(500), on_postgres: false };

/// Runs these cases; each must keep the promises.
fn check(cases: &[Case]) {
    let findings = run_all(cases, cases.len());
    let broken: Vec<_> = findings.iter().filter(|(_, finding)| !finding.holds()).collect();
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn no_old_value_is_shown_as_live() {
    check(NOTHING_STALE);
}

#[test]
fn as_many_requested_names_as_a_project_has_leave_the_live_view_alone() {
    check(&[MANY_REQUESTED]);
}

#[test]
fn what_passes_by_itself_keeps_nobody_waiting() {
    check(BACK_AT_ONCE);
}

#[test]
fn nothing_is_lost_or_given_up_on_the_way_to_the_service() {
    check(DELIVERY);
}

#[test]
fn what_is_lost_of_a_recording_is_named_and_the_rest_is_true() {
    check(RECORDING);
}

#[test]
fn bridges_that_return_at_once_are_all_served_and_send_little_twice() {
    let returned = returning(FEW, Duration::from_secs(10)).expect("it needs no PostgreSQL");
    assert!(returned.holds(), "{returned:?}");
    assert!(returned.pushes.copies * 10 <= returned.pushes.snapshots, "{returned:?}");
}

#[test]
fn a_service_that_runs_a_tenth_of_the_time_stays_bounded_and_shows_nothing_old_as_live() {
    let throttled = throttled(FEW, Duration::from_secs(12), 10).expect("it needs no PostgreSQL");
    assert!(throttled.holds(), "{throttled:?}");
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn wrong_clocks_disorder_nothing_and_are_told() {
    check(CLOCKS);
}

#[test]
fn kills_and_faults_at_random_lose_and_double_nothing() {
    let account = soak(Duration::from_secs(40), 1, |_| {});
    assert!(account.holds(), "{account:?}");
}
