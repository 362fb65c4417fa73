//! Tests of rate groups: each is read at its own interval, independent of the others.

use tagbridge_driver::TagSet;

use super::{
    super::lane::{Lane, LaneAssignment},
    *,
};
use crate::status::GroupView;

fn group(name: &str, millis: u64, tags: &[&str]) -> GroupConfig {
    GroupConfig { name: name.into(), interval: Duration::from_millis(millis), ..normal(tags) }
}

fn of<'a>(view: &'a SessionView, name: &str) -> Option<&'a GroupView> {
    view.groups.iter().find(|it| it.name == name)
}

fn count(view: &SessionView, name: &str) -> u64 {
    of(view, name).map_or(0, |it| it.scan.count)
}

fn reads(log: &[String], what: &str) -> usize {
    log.iter().filter(|it| *it == what).count()
}

/// With the clock of the tests, which does not wait for a disk: a single lane.
#[tokio::test(start_paused = true)]
async fn a_group_that_is_late_makes_no_other_late() {
    let controller = Controller::default();
    let driver: Arc<dyn Driver> = Arc::new(controller.clone());
    let pace = |millis| Pace {
        interval: Duration::from_millis(millis),
        max_requests_per_second: None,
        accept_replaced: true,
    };
    let (reports, mut reported) = mpsc::channel(1000);
    let device = driver.connect().await.unwrap().identity().device();
    let mut duty_of = Vec::new();
    let mut begin = |group: usize, millis, tag: &str| {
        let tags = TagSet::new([tag]);
        let duty = LaneAssignment { tags, device: Some(device.clone()), sharing: 2, epoch: 1 };
        let (assign, duties) = watch::channel(duty);
        duty_of.push(assign);
        let lane = Lane {
            group,
            driver: Arc::clone(&driver),
            link: tagbridge_driver::LinkOptions::default(),
            sequencer: Sequencer::new(pace(millis), false, 1, Instant::now().into_std()),
            duties,
            reports: reports.clone(),
            connection: None,
            epoch: 0,
        };
        tokio::spawn(lane.run(CancellationToken::new()))
    };
    let lanes = [begin(1, 200, "B"), begin(2, 1000, "Sluggish")];
    tokio::time::sleep(Duration::from_millis(20_050)).await;
    lanes.iter().for_each(JoinHandle::abort);
    let mut last = [(0, 0); 3];
    while let Ok(report) = reported.try_recv() {
        let read = report.outcome.expect("it is read");
        let millis = if report.group == 1 { 0.0 } else { 5000.0 };
        assert!((read.duration_ms - millis).abs() < f64::EPSILON, "{read:?}");
        last[report.group] = (last[report.group].0 + 1, read.missed);
    }
    assert_eq!(last[1..], [(101, 0), (3, 10)], "scans, and those that were missed");
    assert_eq!(reads(&controller.log(), "connect"), 3, "each has a connection of its own");
}

/// The session may have found another controller while the old connection of the lane still works.
#[tokio::test(start_paused = true)]
async fn a_group_gets_a_new_connection_whenever_the_session_has_one() {
    let controller = Controller::default();
    let driver: Arc<dyn Driver> = Arc::new(controller.clone());
    let device = driver.connect().await.unwrap().identity().device();
    let tags = TagSet::new(["Sluggish"]);
    let duty = |device, epoch| LaneAssignment { tags: tags.clone(), device, sharing: 1, epoch };
    let (assign, duties) = watch::channel(duty(Some(device.clone()), 1));
    let (reports, mut reported) = mpsc::channel(10);
    let pace = Pace {
        interval: Duration::from_secs(1),
        max_requests_per_second: None,
        accept_replaced: true,
    };
    let lane = Lane {
        group: 1,
        driver,
        link: tagbridge_driver::LinkOptions::default(),
        sequencer: Sequencer::new(pace, false, 1, Instant::now().into_std()),
        duties,
        reports,
        connection: None,
        epoch: 0,
    };
    let reading = tokio::spawn(lane.run(CancellationToken::new()));
    tokio::time::sleep(Duration::from_secs(1)).await;
    // Both changes happen during one scan.
    assign.send_replace(duty(None, 2));
    assign.send_replace(duty(Some(device), 2));
    for epoch in [1, 2] {
        assert_eq!(reported.recv().await.expect("it reads").duty.epoch, epoch);
    }
    reading.abort();
    let asked: Vec<String> = controller.log().into_iter().skip(1).collect();
    assert_eq!(asked[..5], ["connect", "read Sluggish", "close", "connect", "read Sluggish"]);
}

#[tokio::test]
async fn a_group_that_is_not_answered_holds_no_other_up() {
    let controller = Controller::default();
    let groups = vec![group("fast", 20, &["B"]), group("slow", 100, &["S"])];
    controller.hang("S");
    let own = GroupConfig { interval: Duration::from_millis(100), ..normal(&["A"]) };
    let mut it = start_with(&controller, own, groups, 10);
    it.until(|it| count(it, "fast") >= 40 && it.scan.count >= 8).await;
    assert_eq!(reads(&controller.log(), "read S"), 1, "one is under way all the while");
    controller.let_go();
    let view = it.until(|it| count(it, "slow") >= 2).await;
    let slow = of(&view, "slow").unwrap();
    assert!(slow.scan.missed >= 3 && slow.tags == 1, "{slow:?}");
    assert_eq!(view.groups[0].name, "normal");
    let (snapshots, log) = it.end().await;
    assert_eq!((reads(&log, "connect"), reads(&log, "close")), (3, 3));
    // Each scan of each group is one snapshot, and all snapshots have one order.
    assert!(snapshots.len() >= 40 + 8 + 2, "{}", snapshots.len());
    assert!(snapshots.iter().filter(|it| it.complete).all(|it| it.tags.len() == 3));
}

#[tokio::test]
async fn the_own_group_holds_no_other_up_either() {
    let controller = Controller::default();
    controller.hang("A");
    let own = GroupConfig { interval: Duration::from_millis(100), ..normal(&["A"]) };
    let mut it = start_with(&controller, own, vec![group("fast", 20, &["B"])], 10);
    it.until(|it| count(it, "fast") >= 40).await;
    assert_eq!(it.status.borrow().sessions[0].scan.count, 0);
    assert_eq!(reads(&controller.log(), "read A"), 1);
    controller.let_go();
    it.until(|it| it.scan.count >= 2).await;
    it.end().await;
}

#[tokio::test]
async fn values_that_are_not_renewed_in_time_are_stale_while_others_are_good() {
    let controller = Controller::default();
    let own = GroupConfig { interval: Duration::from_millis(300), ..normal(&["A"]) };
    let mut it = start_with(&controller, own, vec![group("g", 100, &["Gone"])], 10);
    it.until(|it| count(it, "g") > 2).await;
    controller.hang("Gone");
    let began = Instant::now();
    let gone = |view: &Option<Arc<LiveView>>| view.as_ref().map(|it| it.tags["Gone"].clone());
    let is_stale =
        |view: &Option<Arc<LiveView>>| gone(view).and_then(|it| it.reason) == Some(Reason::Stale);
    let view = it.values.wait_for(is_stale).await.unwrap().clone().unwrap();
    let after = began.elapsed();
    assert!((6..10).contains(&after.as_secs()), "{after:?}");
    assert_eq!((view.tags["A"].quality, view.tags["Gone"].quality), (Quality::Good, Quality::Bad));
    // The lane drops its connection, and the next one succeeds.
    controller.let_go();
    let is_good =
        |view: &Option<Arc<LiveView>>| gone(view).is_some_and(|it| it.quality == Quality::Good);
    it.values.wait_for(is_good).await.unwrap();
    let (snapshots, _) = it.end().await;
    let told = snapshots.iter().filter(|it| !it.complete).filter_map(|it| it.tags.get("Gone"));
    let told: Vec<_> = told.map(|it| it.reason).collect();
    assert!(told.contains(&Some(Reason::Stale)), "{told:?}");
    let again = told.windows(2).any(|it| it[0].is_some() && it[0] == it[1]);
    assert!(!again, "a reason is told once: {told:?}");
    // The other group may have been read before the session's own group was read for the first time.
    let own = snapshots.iter().filter_map(|it| it.tags.get("A")).map(|it| it.quality);
    let own: Vec<_> = own.skip_while(|it| *it == Quality::Bad).collect();
    assert!(own.len() > 20 && own.iter().all(|it| *it == Quality::Good), "{own:?}");
}

#[tokio::test]
async fn a_group_without_a_connection_says_why_and_the_others_go_on() {
    let controller = Controller::default();
    controller.set_connect_results([FakeResponse::Well, FakeResponse::Fail]);
    let mut it = start_with(&controller, normal(&["A"]), vec![group("g", 100, &["B"])], 10);
    let problem = |it: &SessionView| of(it, "g").and_then(|it| it.problem.clone());
    let view = it.until(|it| problem(it).is_some()).await;
    assert!(problem(&view).unwrap().to_string().contains("closed"));
    it.until(|it| problem(it).is_none() && count(it, "g") > 0).await;
    let (snapshots, _) = it.end().await;
    let all = shorts(&snapshots);
    assert!(all.iter().any(|it| it.contains("A=") && it.contains("B:")), "{all:?}");
    assert!(all.iter().any(|it| it.contains("B=")), "{all:?}");
}

#[tokio::test]
async fn where_no_other_group_is_read_one_without_a_connection_has_its_reason_too() {
    let controller = Controller::default();
    controller.set_connect_results([FakeResponse::Well, FakeResponse::Fail, FakeResponse::Fail]);
    let mut it = start_with(&controller, normal(&[]), vec![group("g", 100, &["B"])], 10);
    let problem = |it: &SessionView| of(it, "g").and_then(|it| it.problem.clone());
    it.until(|it| problem(it).is_some()).await;
    let asked =
        TagRequests { names: vec!["C".into()], groups: [("C".to_owned(), "g".to_owned())].into() };
    it.commands.send(Command::Requested(asked)).await.unwrap();
    it.until(|it| count(it, "g") > 0).await;
    let (snapshots, _) = it.end().await;
    let all = shorts(&snapshots);
    assert_eq!(all[..2], ["*B:not_connected", "*B:not_connected C:not_connected"]);
    assert!(all[2].starts_with("B="), "{all:?}");
}

#[tokio::test]
async fn after_a_loss_no_group_has_values_until_it_was_read_again() {
    let controller = Controller::default();
    let mut it = start_with(&controller, normal(&["A"]), vec![group("g", 200, &["B"])], 10);
    it.until(|it| it.scan.count >= 2 && count(it, "g") >= 3).await;
    it.commands.send(Command::Pause).await.unwrap();
    it.until(|it| it.status == SessionStatus::Idle).await;
    let last = it.values.borrow().clone().unwrap();
    assert!(last.tags.len() == 2 && last.tags.values().all(|it| it.quality == Quality::Bad));
    it.commands.send(Command::Resume).await.unwrap();
    it.until(|it| it.tags.good == 2).await;
    let (snapshots, _) = it.end().await;
    let all = shorts(&snapshots);
    let absent = all.iter().position(|it| it == "*A:not_connected B:not_connected").unwrap();
    let values = |part: &[String]| -> Vec<i64> {
        let told = part.iter().filter_map(|it| it.split("B=").nth(1)?.split(' ').next());
        told.map(|it| it.parse().unwrap()).collect()
    };
    let (before, after) = (values(&all[..absent]), values(&all[absent..]));
    assert!(after.first() > before.last(), "{all:?}");
}

#[tokio::test]
async fn a_requested_name_is_read_at_the_rate_that_was_asked_for() {
    let controller = Controller::default();
    let mut it = start(&controller, &["A"], 10);
    it.stored(1).await;
    assert_eq!(reads(&controller.log(), "connect"), 1, "groups without tags have no connection");
    let asked = |name: &str, group: &str| TagRequests {
        names: vec![name.into()],
        groups: [(name.to_owned(), group.to_owned())].into(),
    };
    it.commands.send(Command::Requested(asked("B", "fast"))).await.unwrap();
    it.until(|it| count(it, "fast") >= 20).await;
    let own = reads(&controller.log(), "read A");
    assert!(own < 15, "{own}: it is read no more often than before");
    it.commands.send(Command::Requested(TagRequests::default())).await.unwrap();
    it.until(|it| it.groups.is_empty()).await;
    let before = reads(&controller.log(), "read B");
    let own = it.status.borrow().sessions[0].scan.count;
    it.until(|it| it.scan.count > own + 1).await;
    let (snapshots, log) = it.end().await;
    assert!(reads(&log, "read B") <= before + 1, "it has left");
    assert!(!shorts(&snapshots).last().unwrap().contains("B="));
}

/// The expected values are computed independently, from the controller's values and the deadband.
#[tokio::test(start_paused = true)]
async fn what_moves_within_its_deadband_is_told_once_and_is_young() {
    let mut it = start(&Controller::default(), &["Deaf", "A"], 10);
    it.stored(70).await;
    let view = it.values.borrow().clone().unwrap();
    assert_eq!(view.tags["Deaf"].timestamp, view.tags["A"].timestamp, "it was read as the other");
    let (snapshots, _) = it.end().await;
    let mut held = None;
    for snapshot in &snapshots {
        // The fake controller counts its scans, and returns the count as the value of each tag.
        let read = snapshot.tags["A"].value.as_i64().unwrap();
        let told = held.is_none_or(|held: i64| (read - held).abs() > 4);
        held = if told { Some(read) } else { held };
        let pushed = snapshot.tags.get("Deaf").map(|it| it.value.as_i64().unwrap());
        assert_eq!(pushed, held.filter(|_| told || snapshot.complete), "{snapshot:?}");
    }
}
