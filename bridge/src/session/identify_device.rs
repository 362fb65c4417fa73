//! Identifies the device at the endpoint.

use tagbridge_api::Timestamp;
use tagbridge_driver::Connection;

use super::Session;
use crate::{
    log_message::{LogMessage, event},
    sequencer::Event,
};

impl Session {
    /// Continues with a new connection, and stores the identity of its device. If the device must
    /// not be read, only its identity is requested.
    pub(super) async fn meet(&mut self, connection: Box<dyn Connection>) {
        let identity = connection.identity().clone();
        let device = identity.device();
        self.connection = Some(connection);
        self.status.update(|it| it.controller = Some((&identity).into()));
        self.look_for_partner(&identity);
        if self.is_foreign(&identity) {
            return self.tell(Event::Foreign(device));
        }
        if self.sequencer.refuses(&device) {
            return self.tell(Event::Connected(device));
        }
        event!(
            info,
            LogMessage::Connected,
            vendor = device.vendor,
            product = device.product,
            serial = device.serial
        );
        self.logins.accepted();
        self.recorder.require_complete();
        self.live_since = Some(Timestamp::now());
        self.has_values = false;
        self.unreadable_logged = 0;
        self.kept_pace.restart();
        self.status.update(|it| it.connections += 1);
        self.identity = Some(identity);
        self.show_attention();
        self.last_read.keep(&device).await;
        self.tell(Event::Connected(device));
        self.assign_lanes();
        self.record_nothing_to_read().await;
    }
}
