//! A service in a temporary folder, with a clock that only changes when a test moves it, on an
//! SQLite file or on PostgreSQL ([`stores`](crate::stores)).

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Request, StatusCode},
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tagbridge_api::{Permission, Timestamp, hmi::live::LiveValues, project::Vendor};
use tagbridge_service::{NewKey, NewProject, Options, Service};
use tower::ServiceExt;
use uuid::Uuid;

use crate::stores::Schema;

/// The default stream of tests.
pub(crate) const STREAM: &str = "0b6e7f1c-3a55-4b0e-9a55-1f6f2a1c9d10";
/// Another one.
pub(crate) const OTHER_STREAM: &str = "a6f5f2a4-7d0e-4a49-8f4c-1f0d9e3c2b11";
/// How long before this time the scans began, in milliseconds.
pub(crate) const LONG_MS: i64 = 10_000_000_000;
/// The start of the clock: 2026-01-01.
pub(crate) const START_MS: i64 = 1_767_225_600_000;

pub(crate) struct House {
    pub(crate) folder: Arc<tempfile::TempDir>,
    pub(crate) service: Service,
    pub(crate) router: Router,
    clock: Arc<AtomicI64>,
    /// `None`: the data is in the folder.
    schema: Option<Schema>,
    pub(crate) project: String,
    /// A key with all permissions.
    pub(crate) key: String,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

impl House {
    pub(crate) fn new() -> Self {
        // Tests may send any number of requests.
        Self::with(|options| options.requests_per_minute = |_| 1_000_000)
    }

    pub(crate) fn with(change: impl FnOnce(&mut Options)) -> Self {
        Self::on(Schema::fresh(), change)
    }

    /// For properties of the SQLite file only: the data is in the folder, independent of the store
    /// of the run.
    pub(crate) fn embedded() -> Self {
        Self::on(None, |options| options.requests_per_minute = |_| 1_000_000)
    }

    fn on(schema: Option<Schema>, change: impl FnOnce(&mut Options)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        if let Some(schema) = &schema {
            schema.name_in(folder.path(), folder.path());
        }
        let clock = Arc::new(AtomicI64::new(START_MS));
        let mut options = Options { clock: Some(ticking(&clock)), ..Options::default() };
        change(&mut options);
        let service = Service::open(folder.path(), options).unwrap();
        let project = NewProject { name: "Conveyor".into(), vendor: Vendor::AllenBradley };
        let project = service.create_project(project).unwrap().project_id;
        let router = service.router();
        let key = String::new();
        let folder = Arc::new(folder);
        let mut house = Self { folder, service, router, clock, schema, project, key };
        house.key = house.make_key(Permission::ALL, None);
        house
    }

    /// The same service for a new organization, with its own project and key.
    pub(crate) fn of_org(&self, id: &str) -> Self {
        self.service.create_org(id, id).unwrap();
        let service = self.service.for_org(id).unwrap();
        let project = NewProject { name: "Conveyor".into(), vendor: Vendor::AllenBradley };
        let project = service.create_project(project).unwrap().project_id;
        let (folder, router, clock) =
            (self.folder.clone(), self.router.clone(), self.clock.clone());
        let (schema, key) = (self.schema.clone(), String::new());
        let mut house = Self { folder, service, router, clock, schema, project, key };
        house.key = house.make_key(Permission::ALL, None);
        house
    }

    /// `None`: the data is in the folder.
    pub(crate) fn schema(&self) -> Option<&Schema> {
        self.schema.as_ref()
    }

    /// Another service on the same data; `None`: an SQLite file has only one service.
    pub(crate) fn beside(&self) -> Option<Self> {
        self.beside_with(Some(self.folder.path()))
    }

    /// The same with these files, or its own.
    pub(crate) fn beside_with(&self, files: Option<&std::path::Path>) -> Option<Self> {
        let Some(schema) = self.schema.clone() else {
            tagbridge_needs::runs_on_postgres();
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        schema.name_in(folder.path(), files.unwrap_or(folder.path()));
        let options = Options {
            clock: Some(ticking(&self.clock)),
            requests_per_minute: |_| 1_000_000,
            ..Options::default()
        };
        let service = Service::open(folder.path(), options).unwrap();
        let (router, clock, schema) = (service.router(), self.clock.clone(), Some(schema));
        let (project, key) = (self.project.clone(), self.key.clone());
        let folder = Arc::new(folder);
        Some(Self { folder, service, router, clock, schema, project, key })
    }

    /// Drops the service without shutting it down, and opens its folder again.
    pub(crate) fn restart(&mut self) {
        let options = Options {
            clock: Some(ticking(&self.clock)),
            requests_per_minute: |_| 1_000_000,
            ..Options::default()
        };
        self.service = Service::open(self.folder.path(), options).unwrap();
        self.router = self.service.router();
    }

    pub(crate) fn make_key(&self, permissions: &[Permission], projects: Option<&[&str]>) -> String {
        let key = NewKey {
            name: "test".into(),
            permissions: permissions.to_vec(),
            projects: projects.map(|ids| ids.iter().map(|&id| id.to_owned()).collect()),
            ..NewKey::default()
        };
        self.service.create_key(key).unwrap().1.reveal().to_owned()
    }

    /// The rows that a query returns; columns are separated by `|`.
    pub(crate) fn query(&self, sql: &str) -> Vec<String> {
        if let Some(schema) = &self.schema {
            return schema.query(sql);
        }
        let db = rusqlite::Connection::open(self.folder.path().join("service.sqlite")).unwrap();
        let mut statement = db.prepare(sql).unwrap();
        let columns = statement.column_count();
        let text = |row: &rusqlite::Row<'_>, column| match row.get_ref(column).unwrap() {
            rusqlite::types::ValueRef::Integer(number) => number.to_string(),
            other => other.as_str_or_null().unwrap().unwrap_or_default().to_owned(),
        };
        let joined = |row: &rusqlite::Row<'_>| {
            let all: Vec<_> = (0..columns).map(|column| text(row, column)).collect();
            Ok(all.join("|"))
        };
        statement.query_map([], joined).unwrap().map(Result::unwrap).collect()
    }

    /// The only number that a query returns.
    pub(crate) fn number(&self, sql: &str) -> i64 {
        self.query(sql)[0].parse().unwrap()
    }

    pub(crate) fn advance_ms(&self, ms: i64) {
        self.clock.fetch_add(ms, Ordering::SeqCst);
    }

    pub(crate) fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.clock.load(Ordering::SeqCst)).unwrap()
    }

    pub(crate) fn path(&self, below: &str) -> String {
        format!("/api/v1/projects/{}/{below}", self.project)
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.unwrap();
        let body = if bytes.is_empty() {
            Value::Null
        } else {
            serde_json::from_slice(&bytes).expect("every body is JSON")
        };
        Answer { status: parts.status, headers: parts.headers, body }
    }

    pub(crate) async fn read(&self, path: &str) -> Answer {
        self.send(self.request("GET", path).body(Body::empty()).unwrap()).await
    }

    /// A write with a fresh idempotency key.
    pub(crate) async fn write(&self, path: &str, body: &Value) -> Answer {
        self.write_as(path, body, &Uuid::new_v4().to_string()).await
    }

    pub(crate) async fn write_as(&self, path: &str, body: &Value, idempotency_key: &str) -> Answer {
        let request = self
            .request("POST", path)
            .header("content-type", "application/json")
            .header("idempotency-key", idempotency_key);
        self.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    pub(crate) fn request(&self, method: &str, path: &str) -> axum::http::request::Builder {
        Request::builder()
            .method(method)
            .uri(path)
            .header("authorization", format!("Bearer {}", self.key))
    }

    /// Pushes to the default stream; it must be accepted. Returns `stored_through`.
    pub(crate) async fn push(&self, snapshots: &[Value]) -> u64 {
        self.push_with(json!({ "snapshots": snapshots })).await.ok()["stored_through"]
            .as_u64()
            .unwrap()
    }

    /// Pushes with these fields instead of the default ones; null removes a field. The snapshot
    /// with the highest sequence has just been read.
    pub(crate) async fn push_with(&self, fields: Value) -> Answer {
        let mut body = json!({ "device_id": "laptop-7", "stream_id": STREAM, "snapshots": [],
            "sent_at": self.now(), "skew_least_ms": 0 });
        for (name, value) in fields.as_object().unwrap() {
            body[name] = value.clone();
        }
        let sequences = body["snapshots"].as_array().into_iter().flatten();
        let newest = sequences.filter_map(|it| it["sequence"].as_u64()).max();
        if let (Some(sequence), None) = (newest, body.get("newest")) {
            body["newest"] = json!({ "sequence": sequence, "age_ms": 0 });
        }
        let told = body.as_object_mut().unwrap();
        told.retain(|_, value| !value.is_null());
        self.write(&self.path("hmi/values"), &body).await
    }

    pub(crate) async fn values(&self) -> LiveValues {
        self.read(&self.path("hmi/values")).await.ok_as()
    }

    /// Sequence, value and timestamp of each entry of a tag, most recent first.
    pub(crate) async fn history(&self, tag: &str) -> Vec<u64> {
        let path = self.path(&format!("hmi/history?tag={tag}&limit=600"));
        let history = self.read(&path).await.ok();
        assert_eq!(history["count"], history["history"].as_array().unwrap().len());
        history["history"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["sequence"].as_u64().unwrap())
            .collect()
    }
}

impl Answer {
    /// The body of a success response.
    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{:#}", self.body);
        self.check_request_id();
        self.body
    }

    #[track_caller]
    pub(crate) fn ok_as<T: DeserializeOwned>(self) -> T {
        serde_json::from_value(self.ok()).unwrap()
    }

    /// The message of an error with the expected status and code, and a complete envelope.
    #[track_caller]
    pub(crate) fn refused(self, status: u16, code: &str) -> String {
        assert_eq!(self.status.as_u16(), status, "{:#}", self.body);
        let id = self.check_request_id();
        let error: tagbridge_api::Error = serde_json::from_value(self.body).unwrap();
        assert_eq!(error.error, code, "{error:?}");
        assert_eq!(error.request_id, Some(id));
        let known = error.code().expect("a code that the API knows");
        assert_eq!(known.status(), status);
        assert_eq!(known.is_retryable(), error.is_retryable);
        error.message
    }

    fn check_request_id(&self) -> String {
        let id = self.headers.get("request-id").expect("every answer has a request-id");
        id.to_str().unwrap().to_owned()
    }
}

/// A complete snapshot of tags with these values.
pub(crate) fn complete(sequence: u64, tags: &[(&str, i64)]) -> Value {
    snapshot(sequence, true, tags)
}

/// A snapshot with only these tags.
pub(crate) fn delta(sequence: u64, tags: &[(&str, i64)]) -> Value {
    snapshot(sequence, false, tags)
}

fn snapshot(sequence: u64, complete: bool, tags: &[(&str, i64)]) -> Value {
    let second = i64::try_from(sequence).unwrap() * 1000;
    let timestamp = Timestamp::from_millis(START_MS - LONG_MS + second).unwrap();
    let tags: serde_json::Map<_, _> = tags
        .iter()
        .map(|&(name, value)| {
            let value =
                json!({ "value": value, "type": "DINT", "quality": "good", "timestamp": timestamp });
            (name.to_owned(), value)
        })
        .collect();
    json!({
        "sequence": sequence, "timestamp": timestamp, "duration_ms": 3.5,
        "controller": { "name": "Line4", "type": "1756", "status": "run", "ipAddress": "10.0.0.5" },
        "complete": complete, "tags": tags,
    })
}

fn ticking(clock: &Arc<AtomicI64>) -> tagbridge_service::Clock {
    let clock = clock.clone();
    Arc::new(move || Timestamp::from_millis(clock.load(Ordering::SeqCst)).unwrap())
}
