//! The MQTT broker that receives the values in addition to the service.

use std::path::Path;

use tagbridge_mirror::Mirror;
use tokio::sync::watch;

use crate::{backoff::Backoff, config::MqttConfig, status::BridgeStatus};

/// Starts to publish. The state of the connection is in the status.
pub(crate) fn start(
    config: &MqttConfig,
    data: &Path,
    board: watch::Sender<BridgeStatus>,
) -> Mirror {
    let options = config.options(&board.borrow().device_id, data);
    let mut backoff = Backoff::new(rand::random());
    let pauses = move |failures| backoff.after(failures);
    Mirror::start(options, pauses, move |view| board.send_modify(|it| it.mqtt = Some(view)))
}
