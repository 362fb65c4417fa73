//! A malicious or faulty server: no data causes a panic or a hang, and every case has a clear
//! status.

mod frames;
mod login;
mod server;
mod services;
mod values;

use std::{sync::Arc, time::Duration};

use tagbridge_driver::{
    Connection, Driver, Endpoint, Keyring, LinkError, LinkOptions, Reading, Scan, TagSet,
};
use tagbridge_opcua::OpcUa;

use self::server::{Reply, Server};

/// A test that takes longer hangs.
const HANGS: Duration = Duration::from_mins(2);
/// Time-out for an expected answer, sufficient on a busy machine.
const OPTIONS: LinkOptions = options(30);
/// Time-out for an answer that is never sent.
const SHORT: LinkOptions = options(1);
/// The tags of all tests: the second one has the error.
const TAGS: [&str; 3] = ["ns=1;s=sound", "ns=1;s=spoilt", "ns=1;s=other"];

const fn options(seconds: u64) -> LinkOptions {
    LinkOptions {
        connect_timeout: Duration::from_secs(seconds),
        request_timeout: Duration::from_secs(seconds),
        ..LinkOptions::DEFAULT
    }
}

/// A short time-out, so that tests of silence are fast.
fn options_for(says: &str) -> LinkOptions {
    if says.starts_with("no answer") { SHORT } else { OPTIONS }
}

fn driver(server: &Server, options: LinkOptions) -> OpcUa {
    driver_with(server, "security=None", options)
}

fn driver_with(server: &Server, parameters: &str, options: LinkOptions) -> OpcUa {
    let endpoint: Endpoint = format!("{}?{parameters}", server.url()).parse().expect("a URL");
    OpcUa::new(&endpoint, options, Keyring::default()).expect("an endpoint")
}

/// Connects and reads the tags this number of times; returns the last scan.
async fn scans(
    options: LinkOptions,
    times: usize,
    spoil: impl Fn(&mut Reply) + Send + Sync + 'static,
) -> Result<Scan, LinkError> {
    let server = Server::start(Arc::new(spoil));
    let driver = driver(&server, options);
    let all = async {
        let mut connection: Box<dyn Connection> = driver.connect().await?;
        let tags = TagSet::new(TAGS);
        let mut last = connection.read(&tags).await;
        for _ in 1..times {
            if last.is_ok() {
                last = connection.read(&tags).await;
            }
        }
        connection.close().await;
        last
    };
    tokio::time::timeout(HANGS, all).await.expect("it does not hang")
}

/// Checks the error of the link.
async fn link(what: &str, says: &str, spoil: impl Fn(&mut Reply) + Send + Sync + 'static) {
    match scans(options_for(says), 2, spoil).await {
        Ok(scan) => panic!("{what}: {:?}", scan.answers),
        Err(error) => {
            let text = format!("{error} → {}", error.remedy());
            assert!(text.contains(says), "{what}: {text}");
        }
    }
}

/// Checks the result of the tag; the others must be correct.
async fn tag(what: &str, says: &str, spoil: impl Fn(&mut Reply) + Send + Sync + 'static) {
    let scan = scans(OPTIONS, 2, spoil).await.unwrap_or_else(|error| panic!("{what}: {error}"));
    let said: Vec<String> = scan.answers.iter().map(|it| told(&it.reading)).collect();
    assert_eq!((&*said[0], &*said[2]), ("Int(7) Int32", "Int(7) Int32"), "{what}: {said:?}");
    assert!(said[1].contains(says), "{what}: {}", said[1]);
}

fn told(reading: &Reading) -> String {
    match reading {
        Reading::Good(it) => format!("{:?} {}", it.value, it.type_name),
        Reading::Uncertain(it, cause) => format!("{:?} {}, but {cause}", it.value, it.type_name),
        Reading::Bad(cause) => cause.to_string(),
    }
}

#[tokio::test]
async fn one_that_means_well_is_read() {
    tag("nothing is spoilt", "Int(7) Int32", |_| {}).await;
}
