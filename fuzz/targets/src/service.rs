//! Messages of clients to the service.

use tagbridge_api::hmi::push::Push;

/// A body that is a push is the same after being written and read again.
pub fn push(input: &[u8]) {
    if let Ok(push) = serde_json::from_slice::<Push>(input) {
        let text = serde_json::to_vec(&push).expect("what was read is written");
        assert_eq!(serde_json::from_slice::<Push>(&text).expect("and read again"), push);
    }
}
