//! A controller that follows a script.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use async_trait::async_trait;
use tagbridge_driver::{
    Access, Answer, Connection, Driver, Explanation, Identity, LinkError, LinkStep, Listing,
    PlannedRequest, Reading, Reason, RunMode, Scan, TagInfo, TagSet, TagValue, Value,
};
use tagbridge_texts::Message;
use tokio::{sync::watch, time::Instant};

/// What the controller does next, instead of responding normally.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum FakeResponse {
    /// Connect or read successfully.
    Well,
    /// Refuse the connection, or close it.
    Fail,
    /// Refuse the login.
    Refuse,
    /// Close the connection during the login.
    HangUp,
    /// Do not respond.
    Hang,
    /// Respond as another device.
    Replace,
    /// Report a stopped program.
    Standstill,
    /// Panic in the driver.
    Panic,
    /// Panic when the identity is read.
    Nameless,
}

/// Returns a number that increases with each scan for every name; 7 for names that contain `Still`,
/// and "unknown tag" for names that contain `Nope`. A scan with a name that contains `Sluggish`
/// lasts 5 s.
#[derive(Clone, Default)]
pub(crate) struct Controller(Arc<Mutex<State>>, watch::Sender<String>);

#[derive(Default)]
struct State {
    connects: VecDeque<FakeResponse>,
    reads: VecDeque<FakeResponse>,
    log: Vec<(Instant, String)>,
    scans: i64,
}

impl Controller {
    /// Sets the results of the next attempts to connect; further attempts succeed.
    pub(crate) fn set_connect_results(&self, deeds: impl IntoIterator<Item = FakeResponse>) {
        self.state().connects.extend(deeds);
    }

    /// Sets the results of the next scans.
    pub(crate) fn reading(&self, deeds: impl IntoIterator<Item = FakeResponse>) {
        self.state().reads.extend(deeds);
    }

    /// Scans with this name get no response until [`let_go`](Self::let_go).
    pub(crate) fn hang(&self, name: &str) {
        self.1.send_replace(name.to_owned());
    }

    /// All scans get a response again.
    pub(crate) fn let_go(&self) {
        self.1.send_replace(String::new());
    }

    /// The received requests: `connect`, `read A B`, `close`, `keep alive`.
    pub(crate) fn log(&self) -> Vec<String> {
        self.state().log.iter().map(|(_, it)| it.clone()).collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    fn note(&self, what: impl Into<String>) {
        self.state().log.push((Instant::now(), what.into()));
    }
}

#[async_trait]
impl Driver for Controller {
    async fn connect(&self) -> Result<Box<dyn Connection>, LinkError> {
        self.note("connect");
        let deed = self.state().connects.pop_front().unwrap_or(FakeResponse::Well);
        match deed {
            FakeResponse::Fail => return Err(LinkError::Closed { doing: LinkStep::Connect }),
            FakeResponse::Refuse => {
                let (doing, why) = (LinkStep::LogIn, Message::verbatim("nobody is called joe"));
                return Err(LinkError::Refused { doing, why, remedy: None });
            }
            FakeResponse::HangUp => return Err(LinkError::Closed { doing: LinkStep::LogIn }),
            FakeResponse::Hang => std::future::pending().await,
            FakeResponse::Panic => panic!("a fault of the driver"),
            _ => {}
        }
        let serial = if deed == FakeResponse::Replace { "2" } else { "1" };
        let identity = Identity {
            vendor: "Acme".into(),
            product: "PLC-1".into(),
            revision: "1.1".into(),
            serial: serial.into(),
            name: Some("conveyor".into()),
            address: ([10, 0, 0, 5], 44818).into(),
            mode: RunMode::Run,
            keyswitch: None,
        };
        let identity = (deed != FakeResponse::Nameless).then_some(identity);
        Ok(Box::new(Link { controller: self.clone(), identity }))
    }
}

struct Link {
    controller: Controller,
    identity: Option<Identity>,
}

#[async_trait]
impl Connection for Link {
    fn identity(&self) -> &Identity {
        self.identity.as_ref().expect("it has a name")
    }

    async fn read(&mut self, tags: &TagSet) -> Result<Scan, LinkError> {
        self.controller.note(format!("read {}", tags.names().join(" ")));
        let deed = self.controller.state().reads.pop_front().unwrap_or(FakeResponse::Well);
        let mut hanging = self.controller.1.subscribe();
        let answered = hanging.wait_for(|it| !tags.names().contains(it));
        drop(answered.await);
        if tags.names().iter().any(|it| it.contains("Sluggish")) {
            tokio::time::sleep(Duration::from_secs(5)).await;
        }
        match deed {
            FakeResponse::Fail => return Err(LinkError::Closed { doing: LinkStep::Read }),
            FakeResponse::Hang => std::future::pending().await,
            FakeResponse::Panic => panic!("a fault of the driver"),
            _ => {}
        }
        let scans = {
            let mut state = self.controller.state();
            state.scans += 1;
            state.scans
        };
        let answers = tags.names().iter().map(|name| answer(name, scans)).collect();
        let mode = if deed == FakeResponse::Standstill { RunMode::Program } else { RunMode::Run };
        Ok(Scan { answers, round_trips: 1, learning: 0, mode })
    }

    async fn explain(&mut self, tags: &TagSet) -> Result<Explanation, LinkError> {
        let request = PlannedRequest {
            reads: tags.names().iter().map(Message::verbatim).collect(),
            request_bytes: 8 * tags.len(),
            reply_bytes: 10 * tags.len(),
            limit_bytes: 500,
            why: Message::verbatim("all tags fit into one request"),
        };
        Ok(Explanation { requests: vec![request], ..Explanation::default() })
    }

    async fn browse(&mut self, sink: &mut (dyn FnMut(Listing) + Send)) -> Result<(), LinkError> {
        for names in [["A", "B"], ["C", "D"]] {
            let tag = |name: &str| TagInfo {
                name: name.into(),
                type_name: "DINT".into(),
                dimensions: Vec::new(),
                access: Access::ReadWrite,
                is_system: false,
                members: Arc::default(),
            };
            sink(Listing::Tags(names.map(tag).to_vec()));
        }
        Ok(())
    }

    async fn keep_alive(&mut self) -> Result<RunMode, LinkError> {
        self.controller.note("keep alive");
        Ok(RunMode::Run)
    }

    async fn close(self: Box<Self>) {
        self.controller.note("close");
    }
}

fn answer(name: &str, scans: i64) -> Answer {
    let value = if name.contains("Still") { 7 } else { scans };
    let reading = if name.contains("Nope") {
        Reading::Bad(Reason::UnknownTag.into())
    } else {
        let value = Value::Int(value);
        Reading::Good(TagValue { value, type_name: "DINT".into(), source_time: None })
    };
    Answer { reading, arrived: Instant::now().into_std() }
}
