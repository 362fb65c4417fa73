//! All parts of the demo except its screens, set up as a user would do it.

use std::{error::Error, io};

use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use tagbridge_bridge::Client;
use tagbridge_desk::{
    Desk, Journal, Options,
    view::{self, Face},
};
use tagbridge_texts::Message;
use tempfile::TempDir;

use super::plant::{self, Controller};
use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Do},
};

/// The tag whose stop the guide asks about.
const WATCHED: &str = "Line_Running";
/// From one scan of the first session to the next, in milliseconds.
const INTERVAL_MS: u32 = 500;

pub(super) struct Stage {
    pub(super) desk: Desk,
    pub(super) controllers: Vec<Controller>,
    /// The service's address.
    pub(super) service: String,
    /// The streaming project's id in the service.
    pub(super) project: String,
    pub(super) client: Client,
    /// Contains all files, and is deleted when this is dropped.
    _folder: TempDir,
}

impl Stage {
    pub(super) async fn set(journal: Journal) -> Result<Self, Failure> {
        Self::set_up(journal).await.map_err(|error| {
            let system = error.downcast_ref::<io::Error>().map(Message::system);
            let failed = || Some(error.downcast_ref::<view::Failure>()?.said());
            let why = system.or_else(failed);
            let why = why.unwrap_or_else(|| Message::verbatim(error.to_string()));
            Failure::new(Exit::Ours, &Cannot::SetUpDemo, why, &Do::LoopbackAndFolder)
        })
    }

    async fn set_up(journal: Journal) -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let loopback = "127.0.0.1:0".parse()?;
        let controllers = plant::start(loopback).await?;
        let options = Options {
            settings: folder.path().join("settings.toml"),
            data: folder.path().join("data"),
            face: Face::Console,
            has_screens: true,
            keychain: false,
            built_in: loopback,
            pki: Some(folder.path().join("pki")),
            demo: controllers.iter().map(Controller::endpoint).collect(),
        };
        let desk = Desk::open(options, journal).await;
        let screen = desk.screen();
        let call = async |command: &str, arguments: Value| -> Result<Value, view::Failure> {
            screen.call(command, arguments).await
        };
        let service = call("use_service", json!({ "kind": "builtIn" })).await?;
        let mut projects = Vec::new();
        // The last added one is the first in the list, so that the projects to start with are
        // first.
        for it in &controllers {
            let bytes = BASE64_STANDARD.encode(&it.bytes);
            let file = json!({ "name": it.file_name, "source": { "bytes": bytes }, "add": true });
            projects.push(call("open_project", file).await?["id"].clone());
        }
        let project = projects.first().and_then(Value::as_str).unwrap_or_default().to_owned();
        let endpoint = controllers.first().map(Controller::endpoint);
        let start = json!({
            "project": project, "endpoint": endpoint, "intervalMs": INTERVAL_MS, "tags": null,
            "causeSet": { "of": [WATCHED] },
        });
        call("start_session", start).await?;
        let client = desk.client().ok_or("the service was not taken")?;
        let service = service["url"].as_str().unwrap_or_default().to_owned();
        Ok(Self { desk, controllers, service, project, client, _folder: folder })
    }

    /// Ends the sessions properly, then the service, then the controllers.
    pub(super) async fn clear(self) {
        self.desk.stop().await;
        for it in self.controllers {
            it.stop().await;
        }
    }
}
