//! The device that a session read last, stored next to its outbox: if the controller was replaced
//! while this program did not run, the new one is not read without confirmation either.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use tagbridge_driver::Device;
use tagbridge_system::write_whole;
use tagbridge_texts::Message;
use tokio::task::spawn_blocking;

use crate::log_message::{LogMessage, event};

/// The last read device of a session.
#[derive(Debug)]
pub(crate) struct LastRead {
    path: PathBuf,
    endpoint: String,
    device: Option<Device>,
    /// The difference from the project's controller that a person accepted.
    accepted: Option<Message>,
    /// Whether the file contains this state.
    is_kept: bool,
}

/// The contents of the file.
#[derive(Serialize, Deserialize)]
struct LastReadFile {
    /// Another device at another endpoint is no surprise.
    endpoint: String,
    vendor: String,
    product: String,
    serial: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    accepted: Option<Message>,
}

impl LastRead {
    /// Reads the state of a session from its file. The state of another endpoint is ignored.
    pub(crate) fn of(data: &Path, session: &str, endpoint: String) -> Self {
        let path = data.join(format!("{session}.controller"));
        let kept = fs::read(&path).ok().and_then(|it| serde_json::from_slice(&it).ok());
        let kept = kept.filter(|it: &LastReadFile| it.endpoint == endpoint);
        let accepted = kept.as_ref().and_then(|it| it.accepted.clone());
        let device = kept.map(|LastReadFile { vendor, product, serial, .. }| Device {
            vendor,
            product,
            serial,
        });
        Self { path, endpoint, is_kept: device.is_some(), device, accepted }
    }

    /// The difference from the project's controller that a person accepted.
    pub(crate) fn accepted(&self) -> Option<&Message> {
        self.accepted.as_ref()
    }

    /// Accepts a controller that differs in this from the project's; the difference is stored with
    /// the device.
    pub(crate) fn accept(&mut self, difference: Message) {
        (self.accepted, self.is_kept) = (Some(difference), false);
    }

    pub(crate) fn device(&self) -> Option<&Device> {
        self.device.as_ref()
    }

    /// Stores the device that is read from now on. Writes the file only if the device changed, or
    /// if the last write failed.
    pub(crate) async fn keep(&mut self, device: &Device) {
        if self.is_kept && self.device.as_ref() == Some(device) {
            return;
        }
        self.device = Some(device.clone());
        let Device { vendor, product, serial } = device.clone();
        let (endpoint, accepted) = (self.endpoint.clone(), self.accepted.clone());
        let kept = LastReadFile { endpoint, vendor, product, serial, accepted };
        let path = self.path.clone();
        let write = move || write_whole(&path, &serde_json::to_vec(&kept)?);
        let written = spawn_blocking(write).await;
        self.is_kept = matches!(written, Ok(Ok(())));
        if let Ok(Err(error)) = written {
            event!(warn, LogMessage::ControllerNotKept, %error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device(serial: &str) -> Device {
        Device { vendor: "v".into(), product: "p".into(), serial: serial.into() }
    }

    #[tokio::test]
    async fn it_is_known_at_the_same_endpoint_alone() {
        let folder = tempfile::tempdir().unwrap();
        let of = |endpoint: &str| LastRead::of(folder.path(), "line.1", endpoint.to_owned());
        assert_eq!(of("s7://plc").device(), None);
        of("s7://plc").keep(&device("1")).await;
        assert_eq!(of("s7://plc").device(), Some(&device("1")));
        assert_eq!(of("s7://other").device(), None);
        of("s7://plc").keep(&device("2")).await;
        assert_eq!(of("s7://plc").device(), Some(&device("2")));
        fs::write(folder.path().join("line.1.controller"), "{").unwrap();
        assert_eq!(of("s7://plc").device(), None, "nothing is made of half a file");
    }

    #[tokio::test]
    async fn a_disk_that_keeps_nothing_stops_nothing_and_is_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        fs::write(&data, "a file where the folder should be").unwrap();
        let of = || LastRead::of(&data, "line", "s7://plc".into());
        let mut it = of();
        it.keep(&device("1")).await;
        assert_eq!(it.device(), Some(&device("1")));
        fs::remove_file(&data).unwrap();
        assert_eq!(of().device(), None);
        it.keep(&device("1")).await;
        assert_eq!(of().device(), Some(&device("1")));
    }
}
