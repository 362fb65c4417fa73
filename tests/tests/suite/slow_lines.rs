//! A look at a controller of 5,000 tags before it is polled: its requests do not depend on the delay of the line.

use std::{net::Ipv4Addr, sync::Arc, time::Duration};

use tagbridge_bridge::{
    Names, Supplement,
    config::CauseSet,
    preflight::{PreflightQuestion, Verdict, preflight},
};
use tagbridge_driver::{Keyring, LinkOptions};
use tagbridge_project::{Project, Source, Symbols};
use tagbridge_simulator::{logix::VirtualLogix, opcua::VirtualCodesys};
use tagbridge_tests::{
    NetworkRelay,
    plants::{self, Plant, TAGS},
};

/// Measures the exploration of this plant over a network with this delay. `requests` counts the
/// requests at the controller.
async fn look(
    (scheme, project): (&str, &Arc<Project>),
    (endpoint, port): (String, u16),
    delay: u64,
    requests: impl Fn() -> u64,
) -> u64 {
    let tap = NetworkRelay::far(port, Duration::from_millis(delay));
    let endpoint = endpoint.replacen(&format!(":{port}"), &format!(":{}", tap.port()), 1);
    let folder = tempfile::tempdir().expect("a folder");
    let symbols = Arc::new(Symbols::new(Arc::clone(project)));
    let question = PreflightQuestion {
        endpoint: endpoint.parse().expect("an endpoint"),
        // A machine that is busy with other things is no controller that is silent.
        link: LinkOptions { request_timeout: Duration::from_mins(1), ..LinkOptions::DEFAULT },
        keyring: Keyring { pki: Some(folder.path().join("pki")), ..Keyring::default() },
        names: Some(Names::new(symbols, scheme, Supplement::default()).expect("names")),
        tags: None,
        max_tags: TAGS,
        cause_set: CauseSet::Off,
    };
    let before = requests();
    let found = preflight(question, &|_| ()).await.expect("a result");
    assert_eq!((found.readable_count, found.verdict), (TAGS, Verdict::Matches));
    requests() - before
}

fn project(plant: Plant) -> Arc<Project> {
    let source = Source::of_bytes(plant.file, plant.text.into_bytes()).expect("a source");
    Arc::new(tagbridge_project::read(&source).expect("a project"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_at_a_logix_controller_reads_all_tags_once() {
    let project = project(plants::logix());
    let controller = VirtualLogix::from_project(&project, 1).still_after(0);
    let controller = controller.listen((Ipv4Addr::LOCALHOST, 0).into()).await.expect("a result");
    for delay in [0, 20] {
        let at = (controller.endpoint(), controller.addr().port());
        let replies = || controller.counters().replies;
        let requests = look(("logix", &project), at, delay, replies).await;
        assert!(requests <= 124, "{requests} at {delay} ms");
    }
    controller.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_at_a_codesys_controller_needs_no_more_over_a_fast_line() {
    let project = project(plants::codesys());
    let controller = VirtualCodesys::from_project(&project, 1).expect("a project").still_after(0);
    let controller = controller.listen((Ipv4Addr::LOCALHOST, 0).into()).await.expect("a result");
    for delay in [5, 20] {
        let at = (controller.endpoint(), controller.addr().port());
        let total = || controller.counters().total();
        let requests = look(("opc.tcp", &project), at, delay, total).await;
        assert!(requests <= 910, "{requests} at {delay} ms");
    }
    controller.stop().await;
}
