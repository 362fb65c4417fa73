//! Tests of a controller that is not the project's.

use tagbridge_naming::{ExpectedController as Known, Naming, Supplement, fixture};

use super::*;

/// The controller of these tests has the name `conveyor` and the serial number 1 or 2.
fn project(name: &str, inside: &str) -> Naming {
    let text = fixture::CONTROLLER
        .replace("Name=\"Line\" ProcessorType", &format!("Name=\"{name}\" ProcessorType"))
        .replace("<Tags>", &format!("{inside}<Tags>"));
    Naming::Project(Arc::new(fixture::names("l.L5X", &text, "logix", Supplement::default())))
}

const REDUNDANT: &str = "<RedundancyInfo Enabled=\"true\"/>";

/// Starts a session with a project that can change, and with the state in this folder.
fn begin_by(
    naming: &watch::Sender<Naming>,
    controller: &Controller,
    kept: &TempDir,
    accepts_any: bool,
) -> Fixture {
    let (mut session, outbox, values, board, folder) = build(controller, &["A"], 10);
    session.whose = ControllerCheck::new(naming.subscribe(), accepts_any);
    session.last_read = LastRead::of(kept.path(), "line", "logix://plc".into());
    session.sequencer = session.sequencer.set_last_device(session.last_read.device().cloned());
    begin(controller, session, outbox, values, &board, folder)
}

fn is_live(it: &SessionView) -> bool {
    matches!(it.status, SessionStatus::Live { .. })
}

fn cause(view: &SessionView) -> String {
    match &view.status {
        SessionStatus::Stopped { cause } => cause.to_string(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn another_controller_than_the_projects_is_read_only_after_it_was_accepted() {
    let (controller, kept) = (Controller::default(), tempfile::tempdir().unwrap());
    let naming = watch::Sender::new(project("press", ""));
    let mut it = begin_by(&naming, &controller, &kept, false);
    let view = it.until(|it| it.status.wants_acceptance()).await;
    assert!(
        cause(&view).contains("name is conveyor, in the project it is press"),
        "{}",
        cause(&view)
    );
    assert_eq!(view.controller.and_then(|it| it.name).as_deref(), Some("conveyor"));
    it.commands.send(Command::AcceptController).await.unwrap();
    let view = it.until(|it| is_live(it) && it.scan.count > 0).await;
    assert!(view.attention[0].to_string().contains("but was accepted"), "{:?}", view.attention);
    let (snapshots, log) = it.end().await;
    assert_eq!(shorts(&snapshots[..2]), ["*A:not_connected", "*A=1"]);
    assert_eq!(snapshots[0].controller.name, "", "it is not named as the project's");
    assert_eq!(log[..4], ["connect", "close", "connect", "read A"].map(String::from));
    // An accepted controller is still accepted after a restart, and the difference is still shown.
    let mut it = begin_by(&naming, &controller, &kept, false);
    let view = it.until(|it| is_live(it) && it.scan.count > 0).await;
    assert_eq!(view.attention.len(), 1, "{:?}", view.attention);
    it.end().await;
    naming.send_replace(project("welder", ""));
    let mut it = begin_by(&naming, &controller, &kept, false);
    it.until(|it| it.status.wants_acceptance()).await;
    it.end().await;
}

#[tokio::test(start_paused = true)]
async fn the_configuration_can_accept_every_controller() {
    let (controller, kept) = (Controller::default(), tempfile::tempdir().unwrap());
    let naming = watch::Sender::new(project("press", ""));
    let mut it = begin_by(&naming, &controller, &kept, true);
    let view = it.until(|it| is_live(it) && it.scan.count > 0).await;
    assert_eq!(view.attention.len(), 1, "{:?}", view.attention);
    it.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_project_that_is_known_later_is_compared_then() {
    let (controller, kept) = (Controller::default(), tempfile::tempdir().unwrap());
    let naming = watch::Sender::new(Naming::Controllers(Known::Unknown));
    let mut it = begin_by(&naming, &controller, &kept, false);
    it.until(|it| is_live(it) && it.scan.count > 0).await;
    naming.send_replace(project("press", ""));
    it.until(|it| it.status.wants_acceptance()).await;
    naming.send_replace(project("conveyor", ""));
    let view = it.until(is_live).await;
    assert!(view.attention.is_empty(), "{:?}", view.attention);
    let other =
        tagbridge_naming::OtherPlatform::between(tagbridge_project::Vendor::Siemens, "logix");
    naming.send_replace(Naming::Controllers(Known::OtherPlatform(other.unwrap())));
    let view = it.until(|it| it.status.wants_acceptance()).await;
    assert!(cause(&view).contains("the project is for siemens"), "{}", cause(&view));
    it.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_redundant_partner_is_read_by_itself() {
    for (inside, goes_on) in [(REDUNDANT, true), ("", false)] {
        let (controller, kept) = (Controller::default(), tempfile::tempdir().unwrap());
        controller.reading([FakeResponse::Well, FakeResponse::Fail]);
        controller.set_connect_results([
            FakeResponse::Well,
            FakeResponse::Replace,
            FakeResponse::Replace,
        ]);
        let naming = watch::Sender::new(project("conveyor", inside));
        let mut it = begin_by(&naming, &controller, &kept, false);
        it.until(|it| it.scan.count == 1).await;
        let view = it.until(|it| it.status.wants_acceptance() || it.scan.count == 2).await;
        assert_eq!(view.scan.count == 2, goes_on, "{:?}", view.status);
        let notes: Vec<String> = view.notes.iter().map(ToString::to_string).collect();
        assert_eq!(notes.concat().contains("serial number 2 instead of 1"), goes_on, "{notes:?}");
        it.end().await;
    }
}
