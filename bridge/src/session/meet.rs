//! Who answers at the endpoint.

use tagbridge_api::Timestamp;
use tagbridge_driver::Connection;

use super::Session;
use crate::{
    logged::{Logged, event},
    sequencer::Event,
};

impl Session {
    /// Goes on with a connection, and keeps whose it is; of one that `is_refused` already and still
    /// the same nothing but who it is was asked.
    pub(super) async fn meet(&mut self, connection: Box<dyn Connection>, is_refused: bool) {
        let identity = connection.identity().clone();
        let device = identity.device();
        let is_expected = !self.sequencer.refuses(&device);
        self.connection = Some(connection);
        self.status.update(|it| it.controller = Some((&identity).into()));
        if is_refused && !is_expected {
            self.identity = Some(identity);
            return self.tell(Event::Connected(device));
        }
        event!(
            info,
            Logged::Connected,
            vendor = device.vendor,
            product = device.product,
            serial = device.serial
        );
        self.logins.accepted();
        self.recorder.require_complete();
        self.live_since = Some(Timestamp::now());
        self.has_values = false;
        self.status.update(|it| it.connections += 1);
        self.identity = Some(identity);
        if is_expected {
            self.last_read.keep(&device).await;
        }
        self.tell(Event::Connected(device));
        self.assign_lanes();
        self.record_nothing_to_read().await;
    }
}
