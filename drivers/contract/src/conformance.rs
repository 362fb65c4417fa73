//! The rules for every driver, written once and run against each driver and its servers.
//!
//! A test creates a [`Fixture`] of a server with constant values and calls [`check`], which panics
//! with the text of a broken rule.

mod port;

use std::{
    pin::pin,
    task::{Context, Waker},
    time::Instant,
};

pub use self::port::free_port;
use crate::{Connection, Driver, Reading, Scan, TagSet, Value};

/// A driver and a server with constant values.
pub struct Fixture {
    /// The server's endpoint.
    pub driver: Box<dyn Driver>,
    /// Tags of the server, with their values.
    pub known: Vec<(String, Value)>,
    /// Well-formed names that the server does not have, and names that cannot be parsed.
    pub unreadable: Vec<String>,
}

/// Checks all rules for a driver.
pub async fn check(fixture: &Fixture) {
    assert!(!fixture.known.is_empty(), "a fixture needs tags with known values");
    answers_in_the_order_asked(fixture).await;
    answers_nothing_to_nothing(fixture).await;
    one_bad_tag_harms_no_other(fixture).await;
    answers_a_name_as_often_as_it_is_asked_for(fixture).await;
    keeps_sets_apart(fixture).await;
    answers_guard_reads_like_all_others(fixture).await;
    serves_connections_side_by_side(fixture).await;
    comes_back_after_leaving(fixture).await;
    takes_no_stale_answer_after_an_abandoned_read(fixture).await;
}

async fn answers_in_the_order_asked(fixture: &Fixture) {
    let mut connection = connect(fixture).await;
    let identity = connection.identity();
    assert!(!identity.product.is_empty(), "a controller says what it is: {identity:?}");
    let backwards = TagSet::new(names(fixture).rev());
    let began = Instant::now();
    let first = scan(&mut *connection, &backwards).await;
    let answered = Instant::now();
    for (answer, (name, value)) in first.answers.iter().zip(fixture.known.iter().rev()) {
        assert_good(name, &answer.reading, value);
        let arrived = answer.arrived;
        assert!((began..=answered).contains(&arrived), "{name} arrived while it was read");
    }
    let second = scan(&mut *connection, &backwards).await;
    assert!(
        second.round_trips <= first.round_trips,
        "a set that was read before needs no more round trips: {} after {}",
        second.round_trips,
        first.round_trips
    );
    assert_values(fixture, &backwards, &second);
    connection.keep_alive().await.expect("a connection in use is alive");
    connection.close().await;
}

async fn answers_nothing_to_nothing(fixture: &Fixture) {
    let mut connection = connect(fixture).await;
    let nothing = scan(&mut *connection, &TagSet::new(Vec::<String>::new())).await;
    assert_eq!(nothing.answers, [], "no tags, no answers");
    connection.close().await;
}

async fn one_bad_tag_harms_no_other(fixture: &Fixture) {
    let mut connection = connect(fixture).await;
    let bad = fixture.unreadable.iter().cloned();
    let mut mixed: Vec<String> = names(fixture).collect();
    // Mixed with the good ones: at the front, in the middle, and at the end.
    for (i, name) in bad.enumerate() {
        mixed.insert((i * 7) % (mixed.len() + 1), name);
    }
    let set = TagSet::new(mixed);
    for _ in 0..2 {
        let scan = scan(&mut *connection, &set).await;
        assert_values(fixture, &set, &scan);
    }
    connection.close().await;
}

async fn answers_a_name_as_often_as_it_is_asked_for(fixture: &Fixture) {
    let mut connection = connect(fixture).await;
    let twice = TagSet::new(names(fixture).chain(names(fixture)));
    let scan = scan(&mut *connection, &twice).await;
    assert_values(fixture, &twice, &scan);
    connection.close().await;
}

async fn keeps_sets_apart(fixture: &Fixture) {
    let mut connection = connect(fixture).await;
    let all = TagSet::new(names(fixture));
    let one = TagSet::new(names(fixture).take(1));
    for set in [&all, &one, &all, &one.clone()] {
        let scan = scan(&mut *connection, set).await;
        assert_values(fixture, set, &scan);
    }
    connection.close().await;
}

/// Once immediately, and again in scans that are too early for the turns of guard reads.
async fn answers_guard_reads_like_all_others(fixture: &Fixture) {
    let mut connection = connect(fixture).await;
    let others = fixture.known.len() / 2;
    let unreadable = fixture.unreadable.iter().cloned();
    let guards = names(fixture).skip(others).chain(unreadable);
    let set = TagSet::guarded(names(fixture).take(others), guards);
    for _ in 0..3 {
        let scan = scan(&mut *connection, &set).await;
        assert_values(fixture, &set, &scan);
    }
    connection.close().await;
}

async fn serves_connections_side_by_side(fixture: &Fixture) {
    let (mut one, mut other) = (connect(fixture).await, connect(fixture).await);
    assert_eq!(one.identity().device(), other.identity().device(), "both reach the same device");
    let set = TagSet::new(names(fixture));
    for _ in 0..2 {
        for connection in [&mut one, &mut other] {
            let scan = scan(&mut **connection, &set).await;
            assert_values(fixture, &set, &scan);
        }
    }
    one.close().await;
    let after = scan(&mut *other, &set).await;
    assert_values(fixture, &set, &after);
    other.close().await;
}

async fn comes_back_after_leaving(fixture: &Fixture) {
    let set = TagSet::new(names(fixture).take(1));
    for _ in 0..10 {
        let mut connection = connect(fixture).await;
        let scan = scan(&mut *connection, &set).await;
        assert_values(fixture, &set, &scan);
        connection.close().await;
    }
}

/// After a read was dropped while its answer was in transit, the connection either fails or returns
/// correct values.
async fn takes_no_stale_answer_after_an_abandoned_read(fixture: &Fixture) {
    let mut connection = connect(fixture).await;
    let all = TagSet::new(names(fixture));
    {
        let mut abandoned = pin!(connection.read(&all));
        let _ = abandoned.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    }
    let backwards = TagSet::new(names(fixture).rev());
    if let Ok(scan) = connection.read(&backwards).await {
        assert_values(fixture, &backwards, &scan);
    }
    connection.close().await;
}

async fn connect(fixture: &Fixture) -> Box<dyn Connection> {
    fixture.driver.connect().await.unwrap_or_else(|error| panic!("the server answers: {error}"))
}

async fn scan(connection: &mut dyn Connection, tags: &TagSet) -> Scan {
    let scan = connection.read(tags).await.unwrap_or_else(|error| panic!("it reads: {error}"));
    assert_eq!(scan.answers.len(), tags.len(), "one answer for each tag");
    scan
}

fn names(fixture: &Fixture) -> impl DoubleEndedIterator<Item = String> {
    fixture.known.iter().map(|(name, _)| name.clone())
}

/// The known tags are good and correct, all others are bad.
fn assert_values(fixture: &Fixture, tags: &TagSet, scan: &Scan) {
    for (name, answer) in tags.names().iter().zip(&scan.answers) {
        match fixture.known.iter().find(|(known, _)| known == name) {
            Some((_, value)) => assert_good(name, &answer.reading, value),
            None => assert!(
                matches!(answer.reading, Reading::Bad(_)),
                "{name} cannot be read, but came as {:?}",
                answer.reading
            ),
        }
    }
}

fn assert_good(name: &str, reading: &Reading, expected: &Value) {
    match reading {
        Reading::Good(read) => assert_eq!(&read.value, expected, "the value of {name}"),
        other => panic!("{name} came as {other:?}, not as {expected:?}"),
    }
}
