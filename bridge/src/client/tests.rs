use axum::{
    Router,
    extract::{Request, State},
    http::header::CONTENT_TYPE as CONTENT,
    response::{IntoResponse, Response},
};
use reqwest::{
    StatusCode,
    header::{HeaderMap, RETRY_AFTER},
};
use tagbridge_api::{hmi::push::VALUES_PATH, project::ProjectListQuery};

use super::*;
use crate::fake::Service;

#[test]
fn retry_after_is_seconds_or_a_date() {
    let now: jiff::Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
    for (retry_after, date, expected) in [
        ("7", None, Some(7)),
        (" 0 ", None, Some(0)),
        ("Thu, 01 Jan 2026 00:00:30 GMT", None, Some(30)),
        ("Wed, 31 Dec 2025 00:00:30 GMT", None, Some(0)),
        ("Sun, 06 Nov 1994 08:49:37 GMT", Some("Sun, 06 Nov 1994 08:49:30 GMT"), Some(7)),
        ("9999999999", None, Some(86_400)),
        ("soon", None, None),
        ("-1", None, None),
    ] {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, retry_after.parse().unwrap());
        if let Some(date) = date {
            headers.insert(DATE, date.parse().unwrap());
        }
        assert_eq!(wait(&headers, now).map(|it| it.as_secs()), expected, "{retry_after}");
    }
    assert_eq!(wait(&HeaderMap::new(), now), None);
}

#[test]
fn a_key_never_travels_in_clear_text() {
    let key = Key::new("tb_1").unwrap();
    for (url, safe) in [
        ("https://example.com/api/v1", true),
        ("http://127.0.0.1:1/api/v1", true),
        ("http://localhost/api/v1", true),
        ("http://[::1]:1", true),
        ("http://10.0.0.5/api/v1", false),
        ("http://localhost.example.com/", false),
    ] {
        let url: Url = url.parse().unwrap();
        assert_eq!(Client::new(&url, &key, None).is_ok(), safe, "{url}");
    }
}

#[test]
fn a_projects_id_stays_one_segment() {
    let url: Url = "http://127.0.0.1:1/api/v1/".parse().unwrap();
    let client = Client::new(&url, &Key::new("tb_1").unwrap(), None).unwrap();
    assert_eq!(
        client.below("../a b?", VALUES_PATH).as_str(),
        "http://127.0.0.1:1/api/v1/projects/..%2Fa%20b%3F/hmi/values"
    );
    assert!(!format!("{client:?}").contains("tb_1"));
}

#[tokio::test]
async fn what_was_held_back_is_asked_once_and_not_all_at_once() {
    const SESSIONS: usize = 5;
    let service = Service::start().await;
    let client = Client::new(&service.url, &Key::new("tb_test").unwrap(), None).unwrap();
    // Longer than a request may take.
    let held = Duration::from_millis(2500);
    client.gate(|gate| gate.hold(Instant::now().into_std() + held));
    let looks = (0..SESSIONS).map(|_| client.requested_tags("p", None));
    let began = Instant::now();
    for look in futures::future::join_all(looks).await {
        look.expect("it is answered");
    }
    assert_eq!(service.looks().len(), SESSIONS, "each of them once");
    let spaces = u32::try_from(SESSIONS - 1).unwrap();
    assert!(
        began.elapsed() >= held + RequestPacer::request_interval() * spaces,
        "{:?}",
        began.elapsed()
    );
}

#[tokio::test(start_paused = true)]
async fn who_waits_when_a_hold_comes_takes_a_place_behind_it() {
    let url = "http://127.0.0.1:1/api/v1".parse().unwrap();
    let client = Client::new(&url, &Key::new("tb_test").unwrap(), None).unwrap();
    let (began, held) = (Instant::now(), Duration::from_secs(10));
    let turns = (0..4).map(|_| async {
        client.turn().await;
        began.elapsed()
    });
    let (turns, ()) = tokio::join!(futures::future::join_all(turns), async {
        tokio::time::sleep(RequestPacer::request_interval() / 2).await;
        client.gate(|gate| gate.hold((began + held).into_std()));
    });
    // The first request was sent before the hold.
    for (turn, place) in turns[1..].iter().zip(0..) {
        let expected = held + RequestPacer::request_interval() * place;
        let late = turn.checked_sub(expected);
        assert!(late.is_some_and(|it| it < Duration::from_millis(5)), "{turns:?}");
    }
}

type Log = Arc<Mutex<Vec<String>>>;

/// Responds to each path with the golden resource of the API, and logs the requests.
async fn golden(State(log): State<Log>, request: Request) -> Response {
    let path = request.uri().to_string();
    let keyed = request.headers().contains_key(IDEMPOTENCY_KEY_HEADER);
    log.lock().unwrap().push(format!(
        "{} {path}{}",
        request.method(),
        if keyed { " with a key" } else { "" }
    ));
    macro_rules! golden {
        ($name:literal) => {
            include_str!(concat!("../../../api/golden/", $name, ".json"))
        };
    }
    let body = match path.split(['?', '/']).skip(3).collect::<Vec<_>>()[..] {
        ["health"] => golden!("health"),
        ["projects"] | ["projects", "limit=7&cursor=a%26b"] => golden!("project_list"),
        ["projects", "p"] => golden!("project"),
        ["projects", "p", "hmi", "values"] => golden!("live_values"),
        ["projects", "p", "hmi", "history", _] => golden!("history"),
        ["projects", "p", "hmi", "request-tags"] => golden!("tags_requested"),
        _ => return (StatusCode::NOT_FOUND, golden!("error")).into_response(),
    };
    ([(CONTENT, "application/json")], body).into_response()
}

#[tokio::test]
async fn every_endpoint_is_asked_as_the_specification_says() {
    let log = Log::default();
    let router = Router::new().fallback(golden).with_state(Arc::clone(&log));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/api/v1", listener.local_addr().unwrap()).parse().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    let client = Client::new(&url, &Key::new("tb_1").unwrap(), None).unwrap();
    client.health().await.expect("health");
    client.projects(&ProjectListQuery::default()).await.expect("projects");
    let cursor = Some("a&b".into());
    let page = ProjectListQuery { limit: Some(7), cursor, ..ProjectListQuery::default() };
    client.projects(&page).await.expect("a page of projects");
    client.project("p").await.expect("a project");
    client.live_values("p").await.expect("live values");
    let query = HistoryQuery { tag: "Recipe[3].Name".into(), limit: Some(5), before: None };
    client.history("p", &query).await.expect("history");
    let names = RequestTags { tags: vec!["A".into()], group: None, lease_s: None };
    client.request_tags("p", &names).await.expect("requested tags");
    let unknown = client.project("q").await.expect_err("no such project");
    assert!(matches!(unknown, UplinkError::Forbidden(_)), "{unknown}");
    assert_eq!(
        *log.lock().unwrap(),
        [
            "GET /api/v1/health",
            "GET /api/v1/projects",
            "GET /api/v1/projects?limit=7&cursor=a%26b",
            "GET /api/v1/projects/p",
            "GET /api/v1/projects/p/hmi/values",
            "GET /api/v1/projects/p/hmi/history?tag=Recipe%5B3%5D.Name&limit=5",
            "POST /api/v1/projects/p/hmi/request-tags with a key",
            "GET /api/v1/projects/q",
        ]
    );
}
