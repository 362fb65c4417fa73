//! Scans without a session, for the commands `read` and `watch`.

use indexmap::IndexMap;
use serde::{Serialize, Serializer};
use tagbridge_api::{
    Timestamp,
    hmi::{Controller, TagValue, Tags},
};
use tagbridge_driver::{
    Connection, Driver, Endpoint, EndpointError, Explanation, Keyring, LinkError, LinkOptions,
    Listing, PlannedRequest, TagSet,
};
use tagbridge_naming::{Named, Names};
use tagbridge_texts::{Coded, Message};

use crate::snapshot::{ScanStart, cause, controller, scanned};

/// A connection to a controller, which is read on demand.
pub struct Reader {
    connection: Box<dyn Connection>,
    sequence: u64,
}

/// Why the controller cannot be read.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "read")]
pub enum ReadError {
    /// The endpoint is invalid.
    #[coded(transparent)]
    Endpoint(#[from] EndpointError),
    /// The controller cannot be reached.
    #[coded(transparent)]
    Link(#[from] LinkError),
}

/// A scan, as `tagbridge read --json` prints it.
#[derive(Debug, Clone, PartialEq)]
pub struct ScanReport {
    /// The number of the scan of this reader, from 1.
    pub sequence: u64,
    /// Start of the scan.
    pub timestamp: Timestamp,
    /// The duration of the scan.
    pub duration_ms: f64,
    /// Number of requests of the scan.
    pub round_trips: u32,
    /// The controller.
    pub controller: Controller,
    /// The tags, in the requested order.
    pub tags: Tags,
    /// The complete reason of each tag without a value, or with an uncertain one.
    pub causes: IndexMap<String, Message>,
}

impl Serialize for ScanReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = |(name, value): (&'_ String, &'_ TagValue)| {
            let cause = self.causes.get(name);
            (name.clone(), Row { value: value.clone(), why: cause.map(ToString::to_string), cause })
        };
        let printed = Printed {
            sequence: self.sequence,
            timestamp: self.timestamp,
            duration_ms: self.duration_ms,
            round_trips: self.round_trips,
            controller: &self.controller,
            tags: self.tags.iter().map(row).collect(),
        };
        printed.serialize(serializer)
    }
}

#[derive(Serialize)]
struct Printed<'a> {
    sequence: u64,
    timestamp: Timestamp,
    duration_ms: f64,
    round_trips: u32,
    controller: &'a Controller,
    tags: IndexMap<String, Row<'a>>,
}

/// A tag, with its complete reason as a sentence and as a code with arguments.
#[derive(Serialize)]
struct Row<'a> {
    #[serde(flatten)]
    value: TagValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'a Message>,
}

/// How tags are read, as `tagbridge read --explain --json` prints it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlanReport {
    /// The requests, one per round trip.
    pub requests: Vec<RequestReport>,
    /// Tags that are not requested from the controller, and why, in English.
    pub not_asked: IndexMap<String, String>,
    /// The same reasons as codes.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub causes: IndexMap<String, Message>,
}

/// One round trip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RequestReport {
    /// What the request reads, and how.
    #[serde(flatten, with = "tagbridge_texts::json::reads")]
    pub reads: Vec<Message>,
    /// Its size, counted as for the protocol's limit.
    pub request_bytes: usize,
    /// The size of the expected reply, counted in the same way.
    pub reply_bytes: usize,
    /// The maximum of both sizes.
    pub limit_bytes: usize,
    /// Why this is a separate request, and why it reads its tags in this way.
    #[serde(flatten, with = "tagbridge_texts::json::why")]
    pub why: Message,
}

impl From<Explanation> for PlanReport {
    fn from(explanation: Explanation) -> Self {
        let causes: IndexMap<_, _> = explanation.not_asked.into_iter().collect();
        Self {
            requests: explanation.requests.into_iter().map(Into::into).collect(),
            not_asked: causes.iter().map(|(name, why)| (name.clone(), why.to_string())).collect(),
            causes,
        }
    }
}

impl From<PlannedRequest> for RequestReport {
    fn from(request: PlannedRequest) -> Self {
        let PlannedRequest { reads, request_bytes, reply_bytes, limit_bytes, why } = request;
        Self { reads, request_bytes, reply_bytes, limit_bytes, why }
    }
}

impl Reader {
    /// Connects to the controller, with the password and certificates of this user's environment.
    pub async fn connect(endpoint: &Endpoint, options: &LinkOptions) -> Result<Self, ReadError> {
        Self::connect_with(endpoint, options, &tagbridge_drivers::keyring(None)).await
    }

    /// Connects to the controller with this keyring.
    pub async fn connect_with(
        endpoint: &Endpoint,
        options: &LinkOptions,
        keyring: &Keyring,
    ) -> Result<Self, ReadError> {
        let driver = tagbridge_drivers::driver_with(endpoint, options, keyring)?;
        Ok(Self::over(driver.connect().await?))
    }

    /// Connects to the controller, and reads it by the names of a project.
    pub async fn connect_by(
        names: Names,
        endpoint: &Endpoint,
        options: &LinkOptions,
        keyring: &Keyring,
    ) -> Result<Self, ReadError> {
        let driver = tagbridge_drivers::driver_with(endpoint, options, keyring)?;
        Ok(Self::over(Named::by(driver.into(), names).connect().await?))
    }

    fn over(connection: Box<dyn Connection>) -> Self {
        Self { connection, sequence: 0 }
    }

    /// Reads all tags once.
    pub async fn scan(&mut self, tags: &TagSet) -> Result<ScanReport, LinkError> {
        let began = ScanStart { wall: jiff::Timestamp::now(), at: std::time::Instant::now() };
        let scan = self.connection.read(tags).await?;
        self.sequence += 1;
        let causes = tags
            .names()
            .iter()
            .zip(&scan.answers)
            .filter_map(|(name, it)| Some((name.clone(), cause(&it.reading)?.message())))
            .collect();
        Ok(ScanReport {
            sequence: self.sequence,
            timestamp: began.wall.into(),
            duration_ms: began.millis_until(std::time::Instant::now()),
            round_trips: scan.round_trips,
            controller: controller(self.connection.identity(), scan.mode),
            tags: scanned(tags, &scan, began),
            causes,
        })
    }

    /// The identity of the controller, as in results.
    pub fn controller(&self) -> Controller {
        let identity = self.connection.identity();
        controller(identity, identity.mode)
    }

    /// Passes the tags of the controller's own tag list to `sink`, as they arrive.
    pub async fn browse(
        &mut self,
        sink: &mut (dyn FnMut(Listing) + Send),
    ) -> Result<(), LinkError> {
        self.connection.browse(sink).await
    }

    /// How the tags are read in repeated scans, and why.
    pub async fn explain(&mut self, tags: &TagSet) -> Result<PlanReport, LinkError> {
        Ok(self.connection.explain(tags).await?.into())
    }

    /// Disconnects from the controller.
    pub async fn close(self) {
        self.connection.close().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{Controller, FakeResponse};

    #[tokio::test]
    async fn a_scan_prints_as_the_command_line_promises() {
        let controller = Controller::default();
        controller.reading([FakeResponse::Well, FakeResponse::Standstill]);
        let mut reader = Reader::over(controller.connect().await.expect("it connects"));
        let tags = TagSet::new(["Speed", "Nope"]);
        let report = reader.scan(&tags).await.expect("it reads");
        let (began, took) = (report.timestamp, report.duration_ms);
        let at = |name: &str| report.tags[name].timestamp;
        assert_eq!(
            serde_json::to_string(&report).unwrap(),
            format!(
                concat!(
                    r#"{{"sequence":1,"timestamp":"{}","duration_ms":{:?},"round_trips":1,"#,
                    r#""controller":{{"name":"conveyor","type":"PLC-1","status":"run","ipAddress":"10.0.0.5"}},"#,
                    r#""tags":{{"Speed":{{"value":1,"type":"DINT","quality":"good","timestamp":"{}"}},"#,
                    r#""Nope":{{"value":null,"type":"","quality":"bad","reason":"unknown_tag","timestamp":"{}","#,
                    r#""why":"unknown tag","cause":{{"code":"reason-unknown-tag"}}}}}}}}"#
                ),
                began,
                took,
                at("Speed"),
                at("Nope")
            )
        );
        assert_eq!(report.causes["Nope"].to_string(), "unknown tag");
        assert_eq!(report.causes.len(), 1);
        let second = reader.scan(&tags).await.expect("it reads again");
        assert_eq!((second.sequence, second.controller.status.as_str()), (2, "program"));
        reader.close().await;
        assert_eq!(controller.log().last().map(String::as_str), Some("close"));
    }

    #[tokio::test]
    async fn an_explanation_prints_as_the_command_line_promises() {
        let controller = Controller::default();
        let mut reader = Reader::over(controller.connect().await.expect("it connects"));
        let report = reader.explain(&TagSet::new(["A", "B"])).await.expect("it explains");
        assert_eq!(
            serde_json::to_string(&report).unwrap(),
            concat!(
                r#"{"requests":[{"reads":["A","B"],"read_messages":["#,
                r#"{"code":"verbatim","arguments":{"text":"A"}},"#,
                r#"{"code":"verbatim","arguments":{"text":"B"}}],"#,
                r#""request_bytes":16,"reply_bytes":20,"#,
                r#""limit_bytes":500,"why":"all tags fit into one request"}],"not_asked":{}}"#
            )
        );
    }

    #[tokio::test]
    async fn an_endpoint_of_no_protocol_is_refused() {
        let endpoint = "modbus://10.0.0.5".parse().expect("it is a URL");
        let error = Reader::connect(&endpoint, &LinkOptions::default()).await.err();
        assert!(matches!(error, Some(ReadError::Endpoint(_))), "{error:?}");
    }
}
