//! What to do when the service refuses a push because of its snapshots: the one that it means is given up, and
//! the others are delivered. What is too large for it is kept.

use tagbridge_texts::Message;
use uuid::Uuid;

use super::{
    BadAnswer, UplinkError,
    batch::offender,
    journey::{Failure, Journey, Outcome},
    uploader::Uploader,
};
use crate::{
    logged::{Logged, event},
    outbox::LossCause,
};

impl Uploader {
    /// What to do about a refusal of these snapshots in particular.
    pub(super) async fn refused(
        &self,
        error: UplinkError,
        stream_id: Uuid,
        sent: &[u64],
        journey: &mut Journey,
    ) -> Result<Outcome, Failure> {
        let (lost, cause) = match (&error, sent) {
            (UplinkError::TooLarge(_) | UplinkError::Rejected(_), []) => {
                // It is not a snapshot that the service does not like.
                return Err(self
                    .client
                    .incompatible(BadAnswer::Refuses { error: error.to_string() })
                    .into());
            }
            (UplinkError::Rejected(envelope), _) => match (offender(&envelope.message, sent), sent)
            {
                (Some(named), _) => (named, LossCause::Rejected),
                (None, [one]) => {
                    self.heartbeat(stream_id, journey).await?;
                    (*one, LossCause::Rejected)
                }
                (None, _) => {
                    journey.portion.halve(sent.len());
                    return Ok(Outcome::Again);
                }
            },
            // What is between, as a proxy is, may take less than the service does. It is kept, and goes
            // in smaller pieces.
            (UplinkError::TooLarge(_), _)
                if sent.len() > 1 || !journey.portion.is_least_refused() =>
            {
                journey.portion.halve(sent.len());
                return Ok(Outcome::Again);
            }
            _ => return Err(error.into()),
        };
        event!(warn, Logged::SnapshotGivenUp, sequence = lost, error = ?Message::from(&error));
        journey.incomplete = true;
        self.outbox.give_up(stream_id, vec![lost], cause).await?;
        Ok(Outcome::Again)
    }
}
