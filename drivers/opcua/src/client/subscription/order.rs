//! Sorts the messages of a subscription by their sequence numbers.

use opcua::types::NotificationMessage;

use super::WAITING;

/// Sorts messages: responses to waiting requests may arrive in another order.
#[derive(Default)]
pub(super) struct Order {
    next: Option<u32>,
    early: Vec<NotificationMessage>,
}

impl Order {
    /// The messages that are next in the sequence. `Err`: a message is missing.
    pub(super) fn take(
        &mut self,
        message: NotificationMessage,
        has_data: bool,
    ) -> Result<Vec<NotificationMessage>, String> {
        let number = message.sequence_number;
        let next = *self.next.get_or_insert(number);
        if !has_data {
            // A keep-alive has the next sequence number, but does not use it.
            return if number == next || number.wrapping_sub(next) < u32::from(WAITING) {
                Ok(Vec::new())
            } else {
                Err(format!("messages {next} to {} went missing", number.wrapping_sub(1)))
            };
        }
        if number != next && next.wrapping_sub(number) <= u32::from(WAITING) {
            // It was sent before the first received message.
            return Err(format!("message {number} came late"));
        }
        self.early.push(message);
        let mut ready = Vec::new();
        while let Some(place) =
            self.early.iter().position(|it| Some(it.sequence_number) == self.next)
        {
            ready.push(self.early.swap_remove(place));
            self.next = self.next.map(following);
        }
        if self.early.len() >= usize::from(WAITING) {
            return Err(format!("message {} went missing", self.next.unwrap_or_default()));
        }
        Ok(ready)
    }
}

/// Sequence numbers skip 0 when they start again (OPC UA Part 4 §7.26).
fn following(number: u32) -> u32 {
    number.checked_add(1).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages with data by their numbers, and keep-alives as negative ones.
    fn check(numbers: &[i64], expected: Result<&[u32], &str>) {
        let mut order = Order::default();
        let mut followed = Vec::new();
        for number in numbers {
            let message = NotificationMessage {
                sequence_number: u32::try_from(number.unsigned_abs()).unwrap(),
                ..NotificationMessage::default()
            };
            match order.take(message, *number > 0) {
                Ok(ready) => followed.extend(ready.iter().map(|it| it.sequence_number)),
                Err(why) => {
                    let says = expected.expect_err("all messages came");
                    assert!(why.contains(says), "{why}");
                    return;
                }
            }
        }
        assert_eq!(expected, Ok(followed.as_slice()), "{numbers:?}");
    }

    #[test]
    fn messages_are_followed_in_order() {
        check(&[1, 2, 3], Ok(&[1, 2, 3]));
        check(&[7, 9, 8, 10], Ok(&[7, 8, 9, 10]));
        check(&[-1, 1, -2, -2, 2], Ok(&[1, 2]));
        check(&[i64::from(u32::MAX), 1, 2], Ok(&[u32::MAX, 1, 2]));
    }

    #[test]
    fn a_message_that_is_missing_ends_it() {
        check(&[1, 3, 4, 5], Err("message 2 went missing"));
        check(&[1, -9], Err("messages 2 to 8 went missing"));
    }
}
