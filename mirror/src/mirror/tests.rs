//! The mirror before Mosquitto, which says in MQTT 5 how large a packet may be, and ends the
//! connection over a larger one in 3.1.1.

use std::{
    fs,
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
};

use tagbridge_api::hmi::GroupedTags;
use tagbridge_broker::{Broker, BrokerTls, MqttOptions, ProtocolVersion};
use tempfile::TempDir;
use tokio::sync::watch;

use super::*;
use crate::{
    options::SparkplugNames,
    update::fixture::{good, of, seen},
};

/// Time-out of all waits in tests.
const PATIENCE: Duration = Duration::from_secs(30);
/// Bytes of the largest packet that the broker takes.
const LARGEST: usize = 2000;

struct Mosquitto {
    process: Child,
    port: u16,
    folder: TempDir,
}

impl Mosquitto {
    async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let port = TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr());
        let port = port.expect("a port is free").port();
        let config = folder.path().join("mosquitto.conf");
        let text = format!(
            "user root\nlistener {port} 127.0.0.1\nallow_anonymous true\nmax_packet_size {LARGEST}\n"
        );
        fs::write(&config, text).expect("it is written");
        let mut command = Command::new("/usr/sbin/mosquitto");
        let process = command.arg("-c").arg(config).stderr(Stdio::null()).spawn();
        let it = Self { process: process.expect("it is installed"), port, folder };
        let listens = async {
            while TcpStream::connect(("127.0.0.1", port)).is_err() {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(PATIENCE, listens).await.expect("it listens");
        it
    }

    fn broker(&self) -> Broker {
        Broker { host: "127.0.0.1".into(), port: self.port, is_encrypted: false }
    }

    fn connection(client_id: &str, version: ProtocolVersion) -> MqttOptions {
        MqttOptions {
            version,
            client_id: client_id.into(),
            credentials: None,
            tls: BrokerTls::default(),
            keep_alive: Duration::from_mins(1),
            taking: None,
        }
    }

    /// Subscribed to everything.
    async fn listener(&self) -> BrokerLink {
        let options = Self::connection("listener", ProtocolVersion::V3);
        let mut link = BrokerLink::open(&options, &self.broker(), None).expect("it opens");
        link.connected(&self.broker()).await.expect("it connects");
        link.subscribe(vec!["#".into()]);
        while !matches!(link.heard().await, BrokerEvent::Subscribed { .. }) {}
        link
    }

    fn mirror(
        &self,
        version: ProtocolVersion,
        format: MirrorFormat,
    ) -> (Mirror, watch::Receiver<MirrorView>) {
        let (tell, view) = watch::channel(MirrorView::default());
        let options = Options {
            brokers: vec![self.broker()],
            connection: Self::connection("mirror", version),
            format,
            queue: 100,
            counter: self.folder.path().join("counter"),
        };
        let pauses = |_| Duration::from_millis(20);
        (Mirror::start(options, pauses, move |it| drop(tell.send_replace(it))), view)
    }
}

impl Drop for Mosquitto {
    fn drop(&mut self) {
        let _gone = self.process.kill();
        let _gone = self.process.wait();
    }
}

fn update(number: i64, length: usize) -> Update {
    let text = format!("{number} {}", "x".repeat(length));
    let tags: GroupedTags =
        [("A".to_owned(), good("STRING", text.into(), number))].into_iter().collect();
    of("s", seen(tags, number))
}

fn json() -> MirrorFormat {
    MirrorFormat::Json { prefix: "plant".into(), device_id: "d".into() }
}

/// The sequences of the snapshots that come, up to this one.
async fn sequences(listener: &mut BrokerLink, last: u64) -> Vec<u64> {
    let mut found = Vec::new();
    let heard = async {
        while found.last() != Some(&last) {
            let BrokerEvent::Message { topic, payload, .. } = listener.heard().await else {
                continue;
            };
            if topic.ends_with("/snapshot") {
                let it: serde_json::Value = serde_json::from_slice(&payload).expect("JSON");
                found.push(it["sequence"].as_u64().expect("a number"));
            }
        }
    };
    timeout(PATIENCE, heard).await.expect("it comes");
    found
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn a_message_that_the_broker_does_not_take_is_dropped_alone() {
    for version in [ProtocolVersion::V5, ProtocolVersion::V3] {
        let broker = Mosquitto::start().await;
        let mut listener = broker.listener().await;
        let (mirror, mut view) = broker.mirror(version, json());
        let feed = mirror.feed();
        for number in 1..=9 {
            feed.offer(update(number, if number == 4 { LARGEST } else { 10 }));
        }
        let mut found = sequences(&mut listener, 9).await;
        found.dedup();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, [1, 2, 3, 5, 6, 7, 8, 9], "{version:?}");
        let told = view.wait_for(|it| it.snapshots >= 8 && it.queued == 0);
        let told =
            timeout(PATIENCE, told).await.expect("it is confirmed").expect("it runs").clone();
        assert_eq!(told.dropped, 1, "{version:?}");
        if version == ProtocolVersion::V5 {
            assert_eq!(told.connections, 1, "it is not worth a connection");
        }
        mirror.end().await;
    }
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn a_device_whose_birth_is_too_large_does_not_end_the_connection() {
    let broker = Mosquitto::start().await;
    let mut listener = broker.listener().await;
    let names = SparkplugNames { group: "g".into(), edge_node: "n".into(), primary_host: None };
    let (mirror, mut view) = broker.mirror(ProtocolVersion::V5, MirrorFormat::Sparkplug(names));
    let feed = mirror.feed();
    feed.offer(update(1, LARGEST));
    let dropped = view.wait_for(|it| it.dropped == 1);
    timeout(PATIENCE, dropped).await.expect("it is dropped").expect("it runs");
    feed.offer(update(2, 10));
    let born = async {
        loop {
            if let BrokerEvent::Message { topic, .. } = listener.heard().await
                && topic.contains("/DBIRTH/")
            {
                return;
            }
        }
    };
    timeout(PATIENCE, born).await.expect("it is born when it fits");
    assert_eq!(view.borrow().connections, 1);
    mirror.end().await;
}
