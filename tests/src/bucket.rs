//! An S3-compatible store from a third party: moto's server.

use std::{
    net::TcpStream,
    process::{Command, Stdio},
};

use crate::{Process, free_port, patiently, python};

/// A server with one bucket. Dropping it ends the server and deletes its contents.
pub struct BucketServer {
    _server: Process,
    port: u16,
}

impl BucketServer {
    /// The name of the bucket.
    pub const BUCKET: &str = "tagbridge";

    /// Starts it.
    pub fn start() -> Self {
        let port = free_port();
        let mut command = Command::new(python());
        command.args(["-m", "moto.server", "-H", "127.0.0.1", "-p", &port.to_string()]);
        let server = Process::start(command.stderr(Stdio::null()));
        patiently("a store of buckets", || TcpStream::connect(("127.0.0.1", port)).ok());
        let server = Self { _server: server, port };
        ureq::put(format!("{}/{}", server.endpoint(), Self::BUCKET))
            .send_empty()
            .expect("the bucket is made");
        server
    }

    /// Its URL.
    pub fn endpoint(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The settings of `store.toml` for it, below `[store]`.
    pub fn table(&self) -> String {
        format!(
            "[store.bucket]\nname = \"{}\"\nendpoint = \"{}\"\nregion = \"us-east-1\"\n\
             key = \"id\"\nsecret = {{ file = \"bucket.key\" }}\n",
            Self::BUCKET,
            self.endpoint()
        )
    }

    /// Replaces the bytes of a key.
    pub fn overwrite(&self, key: &str, bytes: &[u8]) {
        let url = format!("{}/{}/{key}", self.endpoint(), Self::BUCKET);
        ureq::put(url)
            .header("authorization", "AWS id:signature")
            .send(bytes)
            .expect("it is put in");
    }
}
