//! A simulated controller with the memory, the statuses and the sizes of real ones. The
//! visualisation in the recording reads words by their addresses; here each word is a DINT with a
//! name.

use std::{
    collections::{BTreeMap, HashMap},
    sync::OnceLock,
    time::Duration,
};

use tagbridge_cip::{
    Logix,
    codec::{Elementary, Service, Status, read_tag::TagType},
};
use tagbridge_driver::{
    LinkOptions, Value,
    conformance::{self, Fixture},
};

use super::{Message, VENDORS_OWN, frames, key, messages};
use crate::peers::controller::{Answered, Habits, patient_controller, typed};

/// The status and the bytes of each word at its first read, by its name.
type Said = BTreeMap<String, (u8, Vec<u8>)>;

static SAID: OnceLock<Said> = OnceLock::new();

/// A read with the vendor-specific service: an address, and a number of words.
fn address(message: &Message) -> Option<(u32, u16)> {
    let is_read =
        message.service == Service::READ_TAG.code() && message.path.0.first() == Some(&VENDORS_OWN);
    let [a, b, c, d, low, high] = message.data[..] else { return None };
    is_read.then(|| (u32::from_le_bytes([a, b, c, d]), u16::from_le_bytes([low, high])))
}

/// The pairs of requests and responses in the recording; `None`: it is not installed.
fn said() -> Option<Said> {
    let mut said = Said::default();
    let mut asked = HashMap::new();
    for frame in frames()? {
        let (key, messages) = (key(&frame), messages(&frame));
        if frame.is_request {
            asked.insert(key, messages);
            continue;
        }
        // Responses are in the order of their requests, packets first.
        let Some(requests) = asked.remove(&key) else { continue };
        let inner = requests.iter().filter(|it| it.service != Service::UNCONNECTED_SEND.code());
        for (request, answer) in inner.zip(&messages) {
            if let Some((address, count)) = address(request) {
                let size = 4 * usize::from(count);
                assert!(answer.status != 0 || answer.data.len() == size, "frame {}", frame.frame);
                for (at, word) in (0..).zip(answer.data.chunks(4)) {
                    let name = format!("C{}_{:08X}", frame.connection, address + 4 * at);
                    let word = (answer.status, word.to_vec());
                    said.entry(name).or_insert(word);
                }
            }
        }
    }
    Some(said)
}

fn word(name: &str) -> Answered {
    let said = SAID.get().expect("the recording was read");
    match said.get(name) {
        Some((0, bytes)) => {
            (Status::default(), typed(TagType::Elementary(Elementary::Dint), bytes))
        }
        Some((status, _)) => (Status::of(*status), Vec::new()),
        None => (Status::of(Status::PATH_SEGMENT_ERROR), Vec::new()),
    }
}

#[tokio::test]
async fn the_driver_keeps_its_promises_to_what_real_controllers_said() {
    let Some(read) = said() else { return };
    let said = SAID.get_or_init(|| read);
    let known: Vec<(String, Value)> = said
        .iter()
        .filter(|(_, (status, _))| *status == 0)
        .map(|(name, (_, bytes))| {
            let bytes = bytes[..].try_into().expect("a word has four bytes");
            (name.clone(), Value::Int(i32::from_le_bytes(bytes).into()))
        })
        .collect();
    assert!(known.len() > 400, "{}", known.len());
    let habits = Habits { tag: |name, _, _| word(name), ..Habits::default() };
    let (address, dialled) = patient_controller(habits).await;
    let endpoint = format!("logix://{address}").parse().expect("an endpoint");
    let request_timeout = Duration::from_secs(30);
    let options = LinkOptions { request_timeout, ..LinkOptions::default() };
    let driver = Box::new(Logix::new(&endpoint, options).expect("Logix"));
    let unreadable = ["C0_FFFFFFFF", "Nobody", "C0_", "1x", "C1_00000000[7]"];
    let unreadable = unreadable.map(str::to_owned).to_vec();
    let count = known.len();
    conformance::check(&Fixture { driver, known, unreadable }).await;
    eprintln!("{count} words, {dialled:?} connections");
}
