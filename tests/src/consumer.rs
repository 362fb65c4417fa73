//! A consumer of the service's live values, over plain HTTP and without our code.

use std::{
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use ureq::{Agent, http::Response};

use crate::process::PATIENCE;

/// A consumer of one project.
pub struct Consumer {
    /// The URL of the project's resources: `http://…/api/v1/projects/{id}`.
    project: String,
    secret: String,
    agent: Agent,
}

impl Consumer {
    /// Creates a consumer of a project of a service (`http://127.0.0.1:8750/api/v1`), with a key.
    pub fn new(service: &str, project: &str, secret: &str) -> Self {
        // Some tests wait for a refused connection or an error status: it must not be an `Err`.
        let config = Agent::config_builder().http_status_as_error(false);
        let agent = config.timeout_global(Some(PATIENCE)).build().new_agent();
        Self { project: format!("{service}/projects/{project}"), secret: secret.into(), agent }
    }

    /// The current values, `GET hmi/values`; `None` while the service cannot be reached or is busy.
    pub fn values(&self) -> Option<Value> {
        self.get("hmi/values").filter(|it| it.status() != 503).and_then(body)
    }

    /// The history, most recent first: `GET hmi/history`.
    pub fn history(&self, tag: &str) -> Vec<Value> {
        let tag = tag.replace('[', "%5B").replace(']', "%5D").replace('"', "%22");
        let mut answer =
            self.read(&format!("hmi/history?limit=600&tag={tag}")).expect("history is readable");
        match answer["history"].take() {
            Value::Array(entries) => entries,
            other => panic!("history is no array: {other}"),
        }
    }

    /// The complete history, most recent first, page by page; the entries have different times.
    pub fn whole_history(&self, tag: &str) -> Vec<Value> {
        let mut entries: Vec<Value> = self.history(tag);
        let mut last = entries.len();
        while let Some(oldest) = entries.last().filter(|_| last > 0) {
            let before = oldest["timestamp"].as_str().expect("a time");
            let page = format!("hmi/history?limit=600&tag={tag}&before={before}");
            let mut page = self.read(&page).expect("history is readable");
            let Value::Array(page) = page["history"].take() else { panic!("no array") };
            last = page.len();
            entries.extend(page);
        }
        entries
    }

    /// `POST hmi/request-tags`.
    pub fn request(&self, tags: &[&str]) -> Value {
        self.request_with(&json!({ "tags": tags }))
    }

    /// The same with this body.
    pub fn request_with(&self, asked: &Value) -> Value {
        self.post("hmi/request-tags", asked)
    }

    /// `POST hmi/values`, as a bridge does.
    pub fn push(&self, snapshots: &Value) -> Value {
        self.post("hmi/values", snapshots)
    }

    fn post(&self, path: &str, what: &Value) -> Value {
        let answer = self
            .agent
            .post(format!("{}/{path}", self.project))
            .header("authorization", format!("Bearer {}", self.secret))
            .header("idempotency-key", format!("test-{:?}", Instant::now()))
            .send_json(what)
            .expect("the service responds");
        body(answer).expect("the request is taken")
    }

    /// Reads values until they are as expected, and returns them.
    pub fn wait_for(&self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let values = self.values();
            match values {
                Some(values) if wanted(&values) => return values,
                last => assert!(Instant::now() < deadline, "never saw {what}; last: {last:?}"),
            }
            // Far below the service's limit of 600 requests per minute.
            thread::sleep(Duration::from_millis(150));
        }
    }

    /// `POST interpret`, answered as one body.
    pub fn ask(&self, question: &str) -> Value {
        let answer = self
            .agent
            .post(format!("{}/interpret", self.project))
            .header("authorization", format!("Bearer {}", self.secret))
            .header("idempotency-key", format!("test-{:?}", Instant::now()))
            .send_json(json!({ "prompt": question }))
            .expect("the service responds");
        body(answer).expect("it is answered")
    }

    /// `GET search-context`, for words without special characters of URLs.
    pub fn search(&self, query: &str) -> Value {
        self.read(&format!("search-context?query={query}")).expect("it is answered")
    }

    fn read(&self, path: &str) -> Option<Value> {
        self.get(path).and_then(body)
    }

    fn get(&self, path: &str) -> Option<Response<ureq::Body>> {
        let request = self.agent.get(format!("{}/{path}", self.project));
        request.header("authorization", format!("Bearer {}", self.secret)).call().ok()
    }
}

fn body(mut answer: Response<ureq::Body>) -> Option<Value> {
    let status = answer.status();
    let text = answer.body_mut().read_to_string().ok()?;
    assert!(status.is_success(), "the service answered {status}: {text}");
    serde_json::from_str(&text).ok()
}
