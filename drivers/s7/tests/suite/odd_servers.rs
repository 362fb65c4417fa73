//! Servers that implement the protocol only partially: gateways, programs and communication
//! processors that do not answer status lists, or return another PDU size.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use tagbridge_driver::{Connection, Driver, LinkOptions, Reading, RunMode, TagSet, Value};
use tagbridge_s7::{
    S7,
    codec::{
        item::Item,
        pdu::{Pdu, Rosctr, function},
        read::{self, ItemReply},
        setup::Setup,
        szl, userdata,
    },
};

use crate::server::{self, Answer};

/// A server's reaction to a request for a status list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lists {
    Refused,
    Silence,
    Closes,
    /// An invalid response.
    Garbage,
    /// It returns the module, but does not respond to the request for the components.
    ModuleAlone,
}

#[derive(Debug, Clone, Copy)]
struct Habits {
    lists: Lists,
    /// The granted size, for any requested size.
    pdu_size: u16,
}

async fn server(habits: Habits) -> (SocketAddr, Arc<AtomicUsize>) {
    server::server(move |asked| answer(asked, habits)).await
}

fn answer(asked: &Pdu, habits: Habits) -> Answer {
    let reply = |parameters: Vec<u8>, data: Vec<u8>| Pdu {
        rosctr: Rosctr::AckData,
        reference: asked.reference,
        error: 0,
        parameters: parameters.into(),
        data: data.into(),
    };
    if asked.rosctr == Rosctr::UserData {
        return status_list(asked, habits.lists);
    }
    Answer::Message(match asked.parameters.first() {
        Some(&function::SETUP) => {
            let wanted = Setup::decode(&asked.parameters).expect("a setup");
            let granted = Setup { pdu_size: habits.pdu_size, ..wanted };
            reply(granted.encode(), Vec::new()).encode()
        }
        Some(&function::READ) => {
            let items = read::decode_request(&asked.parameters).expect("items");
            // The value of a byte is its address.
            let bytes = |it: &Item| -> Vec<u8> {
                (it.address / 8..).map(|it| it.to_le_bytes()[0]).take(it.count.into()).collect()
            };
            let items: Vec<_> = items.iter().map(|it| ItemReply::data(bytes(it))).collect();
            let (parameters, data) = read::encode_reply(&items);
            let message = reply(parameters, data).encode();
            assert!(message.len() <= usize::from(habits.pdu_size), "it asks for too much");
            message
        }
        other => panic!("{other:?}"),
    })
}

fn status_list(asked: &Pdu, lists: Lists) -> Answer {
    let request = userdata::Request::decode(asked).expect("user data");
    let (group, function) = (request.group, request.function);
    let reply = |error, data| {
        let reply = userdata::Reply { group, function, sequence: 1, more: false, error, data };
        Answer::Message(reply.into_pdu(asked.reference).encode())
    };
    let is_module = request.data.starts_with(&szl::id::MODULE.to_be_bytes());
    match lists {
        Lists::Refused => reply(0xD401, Err(0x0A)),
        Lists::Closes => Answer::End,
        Lists::Garbage => reply(0, Ok(Bytes::from_static(&[1]))),
        Lists::ModuleAlone if is_module => {
            let name = *b"6ES7 315-2EH14-0AB0 ";
            let record = [&[0, 1][..], &name, &[0; 6]].concat();
            let list =
                szl::Szl { id: szl::id::MODULE, index: 0, record_size: 28, records: record.into() };
            reply(0, Ok(list.encode().into()))
        }
        Lists::Silence | Lists::ModuleAlone => Answer::Silence,
    }
}

fn driver(address: SocketAddr, rest: &str) -> S7 {
    let endpoint = format!("s7://{address}{rest}").parse().expect("an endpoint");
    let request_timeout = Duration::from_millis(500);
    S7::new(&endpoint, LinkOptions { request_timeout, ..LinkOptions::default() }).expect("S7")
}

async fn check_values(connection: &mut dyn Connection) {
    let tags = TagSet::new(["DB1.DBW4", "MB7", "DB2.DBB0[1200]"]);
    let scan = connection.read(&tags).await.expect("the link holds");
    let long = (0..1200_u64).map(|it| Value::Uint(it % 256)).collect();
    let expected = [Value::Uint(0x0405), Value::Uint(7), Value::Array(long)];
    for (answer, expected) in scan.answers.iter().zip(expected) {
        let Reading::Good(read) = &answer.reading else { panic!("{:?}", answer.reading) };
        assert_eq!(read.value, expected);
    }
}

#[tokio::test]
async fn who_answers_no_status_list_is_read_without_identity() {
    for (lists, product, dials) in [
        (Lists::Refused, "S7 controller", [1, 2]),
        (Lists::Silence, "S7 controller", [2, 3]),
        (Lists::Closes, "S7 controller", [2, 3]),
        (Lists::Garbage, "S7 controller", [2, 3]),
        (Lists::ModuleAlone, "6ES7 315-2EH14-0AB0", [4, 5]),
    ] {
        let (address, accepted) = server(Habits { lists, pdu_size: 240 }).await;
        let driver = driver(address, "");
        for dials in dials {
            let mut connection = driver.connect().await.expect("it can be read");
            assert_eq!(accepted.load(Ordering::Relaxed), dials, "{lists:?}");
            assert_eq!(connection.identity().product, product, "{lists:?}");
            check_values(&mut *connection).await;
            assert_eq!(connection.keep_alive().await.expect("alive"), RunMode::Unknown);
            assert_eq!(connection.program_mark().await.expect("alive"), None);
            connection.close().await;
        }
    }
}

#[tokio::test]
async fn the_smaller_size_counts_whatever_is_granted() {
    for (rest, pdu_size) in [("?pdu=240", 480), ("", 2048), ("?pdu=112", u16::MAX), ("", 240)] {
        let lists = Lists::Refused;
        let (address, _) = server(Habits { lists, pdu_size }).await;
        let mut connection = driver(address, rest).connect().await.expect("it is set up");
        check_values(&mut *connection).await;
        let plan = connection.explain(&TagSet::new(["DB2.DBB0[1200]"])).await.expect("a plan");
        let asked = rest.strip_prefix("?pdu=").map_or(960, |it| it.parse().expect("a number"));
        let most = usize::from(pdu_size.min(asked));
        assert!(plan.requests.iter().all(|it| it.reply_bytes <= most), "{rest}: {plan:?}");
    }
    let (address, _) = server(Habits { lists: Lists::Refused, pdu_size: 40 }).await;
    let error = driver(address, "").connect().await.err().expect("nothing fits into that");
    assert!(error.to_string().contains("at least 64"), "{error}");
}
