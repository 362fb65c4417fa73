//! A complete installation: the service with a project and a key, and a bridge that streams to it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::{Consumer, Process, Tagbridge, free_port};

/// A service with one project and a key, and the configuration of a bridge that streams to it.
pub struct Site {
    folder: tempfile::TempDir,
    port: u16,
    project: String,
    secret: String,
    /// Additional settings of the session, as lines of its configuration.
    session: String,
    interval: String,
}

impl Site {
    /// Creates an installation in its own folder.
    pub fn new() -> Self {
        Self::with(&["--name", "Line 4", "--vendor", "allen-bradley"], "")
    }

    /// Creates an installation with the project of this file; `session` has further lines of the
    /// session's configuration.
    pub fn of(file: &str, session: &str) -> Self {
        Self::with(&[file], session)
    }

    /// Creates an installation with these further lines of the session's configuration.
    pub fn of_session(session: &str) -> Self {
        Self::with(&["--name", "Line 4", "--vendor", "allen-bradley"], session)
    }

    fn with(project: &[&str], session: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let data = text(&folder.path().join("service"));
        let add = [&["project", "add", "--data", &data, "--json"], project].concat();
        let project = Tagbridge::new(add).output().json(0);
        let key = Tagbridge::new([
            "key",
            "create",
            "--data",
            &data,
            "--name",
            "test",
            "--permissions",
            "hmi_view,hmi_edit,hmi_push,code_read",
            "--json",
        ])
        .output()
        .json(0);
        let word = |value: &Value| value.as_str().expect("text").to_owned();
        let (project, secret) = (word(&project["project_id"]), word(&key["secret"]));
        let (port, session) = (free_port(), session.to_owned());
        let interval = "500ms".to_owned();
        Self { folder, port, project, secret, session, interval }
    }

    /// Sets the scan interval, which is 500 ms by default.
    pub fn every(self, interval: &str) -> Self {
        Self { interval: interval.to_owned(), ..self }
    }

    /// The service's data folder.
    pub fn service_data(&self) -> String {
        text(&self.folder.path().join("service"))
    }

    /// Starts the service, and waits until it listens.
    pub fn service(&self) -> Process {
        self.service_after(":")
    }

    /// Starts the service in a shell that executes a command first, and waits until it listens.
    pub fn service_after(&self, command: &str) -> Process {
        let listen = format!("127.0.0.1:{}", self.port);
        let data = self.service_data();
        let serve = Tagbridge::new(["serve", "--listen", &listen, "--data", &data, "--json"]);
        let service = serve.after(command).start();
        service.next_line();
        service
    }

    /// Starts a bridge that reads these tags and prints its state as JSON.
    pub fn bridge(&self, endpoint: &str, tags: &[&str]) -> Process {
        self.run(endpoint, tags, &["--json"])
    }

    /// Starts `tagbridge run` with these further arguments.
    pub fn run(&self, endpoint: &str, tags: &[&str], arguments: &[&str]) -> Process {
        self.configure(endpoint, tags);
        let file = self.config_file();
        Tagbridge::new([&["run", "--config", &file], arguments].concat())
            .env("TAGBRIDGE_KEY", &self.secret)
            .start()
    }

    /// Starts the last configured bridge with another data folder.
    pub fn bridge_of_copy(&self, data: &str) -> Process {
        let config = fs::read_to_string(self.config_file()).expect("it was configured");
        let file = self.folder.path().join(format!("{data}.toml"));
        let config = config.replace("data = \"bridge\"", &format!("data = {data:?}"));
        fs::write(&file, config).expect("the configuration is written");
        Tagbridge::new(["run", "--config", &text(&file), "--json"])
            .env("TAGBRIDGE_KEY", &self.secret)
            .start()
    }

    /// Writes the configuration of a bridge that reads these tags.
    pub fn configure(&self, endpoint: &str, tags: &[&str]) {
        let Self { port, project, session, interval, .. } = self;
        let config = format!(
            r#"
            data = "bridge"
            [service]
            url = "http://127.0.0.1:{port}/api/v1"
            key = {{ env = "TAGBRIDGE_KEY" }}
            [[session]]
            name = "line-4"
            project = "{project}"
            endpoint = "{endpoint}"
            interval = "{interval}"
            request_timeout = "3s"
            tags = {tags:?}
            {session}
            "#
        );
        fs::write(self.config_file(), config).expect("the configuration is written");
    }

    /// The service's port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The project's id.
    pub fn project(&self) -> &str {
        &self.project
    }

    /// Creates a further key with these permissions.
    pub fn key(&self, permissions: &str) -> String {
        let data = self.service_data();
        let create = ["key", "create", "--data", &data, "--name", "further", "--json"];
        let create = [&create[..], &["--permissions", permissions]].concat();
        let key = Tagbridge::new(create).output().json(0);
        key["secret"].as_str().expect("text").to_owned()
    }

    /// The key's secret.
    pub fn secret(&self) -> &str {
        &self.secret
    }

    /// The path of the bridge's configuration.
    pub fn config_file(&self) -> String {
        text(&self.folder.path().join("tagbridge.toml"))
    }

    /// The bridge's data folder.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("bridge")
    }

    /// A consumer of the project.
    pub fn consumer(&self) -> Consumer {
        let service = format!("http://127.0.0.1:{}/api/v1", self.port);
        Consumer::new(&service, &self.project, &self.secret)
    }
}

impl Default for Site {
    fn default() -> Self {
        Self::new()
    }
}

fn text(path: &Path) -> String {
    path.to_str().expect("a plain path").to_owned()
}
