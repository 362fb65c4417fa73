//! A project's file from the service: downloaded, cached, refused, missing.

use tagbridge_api::Permission;
use tagbridge_service::{NewKey, NewProject, Options as ServiceOptions, Service};
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::*;

pub(super) struct Company {
    pub(super) service: Service,
    pub(super) url: String,
    _stop: DropGuard,
    _folder: TempDir,
}

pub(super) async fn company() -> Company {
    let folder = tempfile::tempdir().expect("it works");
    let service = Service::open(folder.path(), ServiceOptions::default()).expect("it works");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("it works");
    let url = format!("http://{}", listener.local_addr().expect("it works"));
    let (stop, serving) = (CancellationToken::new(), service.clone());
    let stopped = stop.clone();
    tokio::spawn(async move { serving.serve(listener, stopped).await });
    Company { service, url, _stop: stop.drop_guard(), _folder: folder }
}

impl Company {
    pub(super) fn key(&self, permissions: &[Permission]) -> String {
        let permissions = permissions.to_vec();
        let key = NewKey { name: "desk".into(), permissions, ..NewKey::default() };
        self.service.create_key(key).expect("it works").1.reveal().to_owned()
    }

    /// A project with the bottling line's file.
    pub(super) fn bottling(&self) -> String {
        let added = self.service.add_project(None, "bottling.L5X", L5X.as_bytes().to_vec());
        added.expect("it works").project_id
    }

    /// The user's input for this key.
    pub(super) fn choice(&self, key: Option<&str>) -> Value {
        json!({"kind": "remote", "url": self.url, "key": key, "keep": "file"})
    }

    /// Makes a desk use it, with a key that has these permissions; returns the key.
    pub(super) async fn used_by(&self, screen: &Screen, permissions: &[Permission]) -> String {
        let key = self.key(permissions);
        call(screen, "use_service", self.choice(Some(&key))).await;
        key
    }

    /// Makes connections to it fail.
    pub(super) fn goes_away(self) {
        drop(self);
    }
}

/// A company whose service a desk uses, with a live session.
pub(super) struct Running {
    pub(super) company: Company,
    pub(super) key: String,
    pub(super) session: String,
}

pub(super) async fn running(fixture: &Fixture) -> Running {
    let company = company().await;
    let key = company.used_by(&fixture.screen, Permission::ALL).await;
    let session = begun(&fixture.screen, &company.bottling(), &fixture.controller).await;
    crate::session(&fixture.screen, &session, |it| it["state"]["state"] == "live").await;
    Running { company, key, session }
}

/// Starts a session that reads all tags of a project; returns its name.
pub(super) async fn begun(screen: &Screen, project: &str, line: &RunningController) -> String {
    let endpoint = line.endpoint();
    let start = json!({"project": project, "endpoint": endpoint, "intervalMs": 50, "tags": null});
    let session = call(screen, "start_session", start).await["session"].clone();
    session.as_str().expect("it has a name").to_owned()
}

/// The known data of a project after its file was received or refused.
async fn detail(screen: &Screen, project: &str) -> Value {
    let wait = async {
        loop {
            let seen = call(screen, "project", json!({"project": project})).await;
            if seen["source"]["from"] != "pending" {
                return seen;
            }
        }
    };
    timeout(PATIENCE, wait).await.expect("the file comes")
}

#[tokio::test]
async fn a_projects_file_comes_from_the_service_and_stays_when_that_is_away() {
    let it = start().await;
    let company = company().await;
    let project = company.bottling();
    company.used_by(&it.screen, Permission::ALL).await;
    let seen = detail(&it.screen, &project).await;
    assert_eq!(seen["source"], json!({"from": "service"}));
    assert_eq!((&seen["file"]["tags"], &seen["file"]["withComment"]), (&json!(3), &json!(1)));
    let asked = json!({"project": project, "endpoint": it.controller.endpoint()});
    let preflight = call(&it.screen, "preflight", asked).await;
    assert_eq!((&preflight["tags"], &preflight["readable"]), (&json!(3), &json!(2)));
    company.goes_away();
    let copy = async {
        loop {
            let asked = json!({"project": project, "endpoint": it.controller.endpoint()});
            let preflight = call(&it.screen, "preflight", asked).await;
            if preflight["source"]["from"] == "copy" {
                return preflight;
            }
        }
    };
    let preflight = timeout(PATIENCE, copy).await.expect("the copy is taken");
    assert_eq!(preflight["readable"], 2, "{preflight}");
    it.desk.stop().await;
}

#[tokio::test]
async fn without_permission_or_file_it_is_said_what_is_missing() {
    let it = start().await;
    let company = company().await;
    let closed = company.bottling();
    let empty =
        NewProject { name: "Empty".into(), vendor: tagbridge_api::project::Vendor::AllenBradley };
    let empty = company.service.create_project(empty).expect("it works").project_id;
    let permissions = [Permission::HmiView, Permission::HmiPush];
    company.used_by(&it.screen, &permissions).await;
    let seen = detail(&it.screen, &closed).await;
    assert_eq!((&seen["source"]["from"], &seen["file"]), (&json!("controller"), &json!(null)));
    assert!(seen["source"]["remedy"].to_string().contains("desk-do-code-read"), "{seen}");
    let service = call(&it.screen, "overview", json!({})).await["service"].clone();
    let code = service["permissions"].as_array().expect("it works").iter();
    let code = code.filter(|it| it["name"] == "code_read").collect::<Vec<_>>();
    assert_eq!(code, [&json!({"name": "code_read", "may": false})]);
    // It continues with the controller's own names.
    let asked = json!({"project": closed, "endpoint": it.controller.endpoint()});
    let preflight = call(&it.screen, "preflight", asked).await;
    assert_eq!(
        (&preflight["source"]["from"], &preflight["fit"]),
        (&json!("controller"), &json!("unknown"))
    );
    assert!(preflight["readable"].as_f64() > Some(2.0), "{preflight}");
    company.used_by(&it.screen, Permission::ALL).await;
    let seen = detail(&it.screen, &empty).await;
    assert_eq!(seen["source"]["error"], "no_file", "{seen}");
    it.desk.stop().await;
}

#[tokio::test]
async fn a_session_goes_on_though_neither_controller_nor_service_is_there() {
    let it = start().await;
    let Running { company, session: name, .. } = running(&it).await;
    session(&it.screen, &name, |it| it["tags"]["good"] == 2).await;
    let port = it.controller.addr();
    it.desk.stop().await;
    company.goes_away();
    it.controller.stop().await;

    let desk = Desk::open(options(&it.folder), Journal::default()).await;
    let screen = desk.screen();
    let waits = session(&screen, &name, |it| it["state"]["state"] == "waiting").await;
    assert_eq!(
        (&waits["projectName"], &waits["tags"]["good"]),
        (&json!("Bottling"), &json!(0)),
        "{waits}"
    );
    // It is available again, and so are the values.
    let line = VirtualLogix::bottling(7).expect("it works").listen(port).await.expect("it works");
    session(&screen, &name, |it| {
        it["tags"]["good"] == 2 && it["outbox"]["depth"].as_f64() > Some(0.0)
    })
    .await;
    desk.stop().await;
    line.stop().await;
}
