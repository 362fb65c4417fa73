//! How many requests our driver needs to learn a program on a slow network: each request costs the
//! round-trip delay.

use std::{net::Ipv4Addr, path::Path};

use tagbridge_cip::Logix;
use tagbridge_driver::{Driver, LinkOptions, Listing, PATIENT, Reading, TagSet};
use tagbridge_simulator::logix::{Fault, Model, RunningController, VirtualLogix};
use tempfile::TempDir;

use crate::{
    our_driver_by_declaration::Informed,
    support::plant::{PLANT, plant},
};

const NAMES: [&str; 6] = ["Short", "Outer1", "Outers[3].In", "Cube", "Flags", "Local:1:I"];

fn driver(controller: &RunningController, folder: Option<&Path>) -> Logix {
    let endpoint = format!("logix://{}/1,0", controller.addr()).parse().expect("an endpoint");
    let options = LinkOptions { patience: PATIENT, ..LinkOptions::DEFAULT };
    Logix::learning_in(&endpoint, options, folder).expect("a Logix endpoint")
}

/// Reads over a new connection; returns the number of requests for learning.
async fn learning(driver: &dyn Driver) -> u32 {
    let mut connection = driver.connect().await.expect("a connection");
    let scan = connection.read(&TagSet::new(NAMES)).await.expect("a scan");
    for (name, answer) in NAMES.iter().zip(&scan.answers) {
        assert!(matches!(answer.reading, Reading::Good(_)), "{name}: {:?}", answer.reading);
    }
    connection.close().await;
    scan.learning
}

/// The driver reads the description of a program once, across connections, runs and drivers.
#[tokio::test]
async fn the_second_connection_costs_one_look() {
    let folder = TempDir::new().expect("a folder");
    let controller = plant().listen((Ipv4Addr::LOCALHOST, 0).into()).await.expect("it listens");
    let informed = |folder| Informed(driver(&controller, folder), PLANT);
    let first = informed(Some(folder.path()));
    assert!(learning(&first).await > 5);
    assert_eq!(learning(&first).await, 1, "the same run");
    assert_eq!(learning(&informed(Some(folder.path()))).await, 1, "another run");
    assert!(learning(&informed(None)).await > 5, "nothing is kept without a folder");

    // A damaged file is ignored.
    for entry in std::fs::read_dir(folder.path()).expect("it is there") {
        let path = entry.expect("an entry").path();
        let mut bytes = std::fs::read(&path).expect("it can be read");
        let half = bytes.len() / 2;
        bytes[half] ^= 1;
        std::fs::write(&path, bytes).expect("it can be written");
    }
    assert!(learning(&informed(Some(folder.path()))).await > 5);

    // A different program is read again.
    controller.download(plant());
    assert!(learning(&first).await > 5);
    assert_eq!(learning(&first).await, 1);
}

/// After browsing, the driver knows the types that a project needs, and the sizes of arrays.
#[tokio::test]
async fn what_was_listed_is_not_sought() {
    let controller = plant().listen((Ipv4Addr::LOCALHOST, 0).into()).await.expect("it listens");
    let informed = Informed(driver(&controller, None), PLANT);
    let mut connection = informed.connect().await.expect("a connection");
    connection.browse(&mut |_| ()).await.expect("a list");
    let scan = connection.read(&TagSet::new(NAMES)).await.expect("a scan");
    assert!(scan.answers.iter().all(|it| matches!(it.reading, Reading::Good(_))), "{scan:?}");
    assert_eq!(scan.learning, 0);
    connection.close().await;
    assert_eq!(learning(&informed).await, 1);
}

/// The connection is cut repeatedly while the list is read: parts that were received are not read
/// again, and in the end the whole list is known.
#[tokio::test]
async fn a_cut_connection_goes_on_where_it_stood() {
    /// Requests before the list, and requests that are lost or repeated at each cut.
    const OF_A_CUT: u64 = 9;
    let plant = || {
        let mut model = Model::new();
        for at in 0..3000 {
            model.add(&format!("Conveyor_{at:04}_Speed"), "DINT").expect("a tag");
        }
        VirtualLogix::builder(model)
    };
    let whole = plant().listen((Ipv4Addr::LOCALHOST, 0).into()).await.expect("it listens");
    let mut connection = driver(&whole, None).connect().await.expect("a connection");
    connection.browse(&mut |_| ()).await.expect("a list");
    connection.close().await;

    let cut = plant().faults(vec![Fault::Reset { every: 12 }]);
    let cut = cut.listen((Ipv4Addr::LOCALHOST, 0).into()).await.expect("it listens");
    let driver = driver(&cut, None);
    let (mut cuts, mut listed) = (0, 0);
    while listed < 3000 {
        listed = 0;
        let mut connection = driver.connect().await.expect("a connection");
        let browsed = connection
            .browse(&mut |it| {
                if let Listing::Tags(tags) = it {
                    listed += tags.len();
                }
            })
            .await;
        if browsed.is_err() {
            (cuts, listed) = (cuts + 1, 0);
        }
        assert!(cuts < 50, "it never ends");
    }
    let (whole, cut) = (whole.counters().replies, cut.counters().replies);
    assert!(cuts >= 3, "{cuts} cuts");
    assert!(cut <= whole + cuts * OF_A_CUT, "{cut} requests with {cuts} cuts, {whole} without");
}

/// A packet contains many definitions: the delay of a slow network is not paid for each type.
#[tokio::test]
async fn a_hundred_types_take_a_few_requests() {
    let mut model = Model::new();
    for at in 0..100 {
        let kind = if at % 2 == 0 { "DINT".to_owned() } else { format!("Type{}", at - 1) };
        let members = [("First", "DINT"), ("Second", "REAL"), ("Third", kind.as_str())];
        model.add_structure(&format!("Type{at}"), &members).expect("a structure");
        model.add(&format!("Tag{at}"), &format!("Type{at}")).expect("a tag");
    }
    let controller = VirtualLogix::builder(model);
    let controller = controller.listen((Ipv4Addr::LOCALHOST, 0).into()).await.expect("it listens");
    let driver = driver(&controller, None);
    let before: u64 = driver.traffic().expect("an account").sent().map(|it| it.1).sum();
    let mut connection = driver.connect().await.expect("a connection");
    let tags = TagSet::new((0..100).map(|at| format!("Tag{at}")));
    let scan = connection.read(&tags).await.expect("a scan");
    assert!(scan.answers.iter().all(|it| matches!(it.reading, Reading::Good(_))), "{scan:?}");
    assert!(scan.learning <= 12, "{} requests, from {before}", scan.learning);
    connection.close().await;
}
