//! The final check before the socket: only requests that read are sent.
//!
//! Parses the final bytes again and compares them with the allow-list: opening the transport
//! connection; the jobs *setup communication* and *read variable*; the user data *read SZL* and
//! *read clock*. It shares no code with the encoders, and all bytes must belong to the parsed
//! request.

use tagbridge_driver::{RequestKind, RequestName};

/// Why a packet must not be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It cannot be decoded completely.
    #[error("the read-only guard cannot understand a packet of ours: {0}")]
    Malformed(&'static str),
    /// A kind of message that is not on the list.
    #[error("the read-only guard does not let messages of kind {0:#04x} pass")]
    Kind(u8),
    /// A job that is not on the list.
    #[error("the read-only guard does not let job function {0:#04x} pass")]
    Function(u8),
    /// User data that is not on the list.
    #[error(
        "the read-only guard does not let user data group {group:#03x} function {function:#04x} pass"
    )]
    UserData {
        /// Function group, with the mark of requests in the upper half.
        group: u8,
        /// Function in the group.
        function: u8,
    },
}

/// Every kind of request that can pass, in the order of [`Kind`].
pub(crate) const KINDS: &[RequestKind] = &[
    RequestKind { name: RequestName::Transport, code: "CR" },
    RequestKind { name: RequestName::Setup, code: "0xF0" },
    RequestKind { name: RequestName::ReadVariable, code: "0x04" },
    RequestKind { name: RequestName::ReadStatusList, code: "0x44 0x01" },
    RequestKind { name: RequestName::ReadClock, code: "0x47 0x01" },
];

/// The kinds that are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Connect,
    Setup,
    Read,
    StatusList,
    Clock,
}

/// Allows a packet that only reads.
pub fn check(packet: &[u8]) -> Result<(), Refused> {
    inspect(packet).map(drop)
}

/// Does the same, and returns the kind of the request.
pub(crate) fn inspect(packet: &[u8]) -> Result<Kind, Refused> {
    let [3, 0, high, low, length, kind, rest @ ..] = packet else {
        return Err(Refused::Malformed("TPKT"));
    };
    if usize::from(u16::from_be_bytes([*high, *low])) != packet.len() {
        return Err(Refused::Malformed("TPKT length"));
    }
    match (kind, length, rest) {
        // Connect request of class 0: it consists of the header only.
        (0xE0, length, [0, 0, _, _, 0, parameters @ ..])
            if usize::from(*length) == packet.len() - 5 =>
        {
            check_connect(parameters).map(|()| Kind::Connect)
        }
        // Data in one fragment.
        (0xF0, 2, [0x80, message @ ..]) => check_message(message),
        (0xE0 | 0xF0, ..) => Err(Refused::Malformed("COTP")),
        (kind, ..) => Err(Refused::Kind(*kind)),
    }
}

/// TPDU size and the two selectors, each at most once, and no other parameters.
fn check_connect(mut parameters: &[u8]) -> Result<(), Refused> {
    let mut before = [false; 3];
    while !parameters.is_empty() {
        let (which, rest) = match parameters {
            [0xC0, 1, 7..=13, rest @ ..] => (0, rest),
            [0xC1, 2, _, _, rest @ ..] => (1, rest),
            [0xC2, 2, _, _, rest @ ..] => (2, rest),
            _ => return Err(Refused::Malformed("COTP connect parameter")),
        };
        if std::mem::replace(&mut before[which], true) {
            return Err(Refused::Malformed("COTP connect parameter"));
        }
        parameters = rest;
    }
    Ok(())
}

fn check_message(message: &[u8]) -> Result<Kind, Refused> {
    let [0x32, kind, 0, 0, _, _, p1, p2, d1, d2, rest @ ..] = message else {
        return Err(Refused::Malformed("S7 header"));
    };
    let parameters = usize::from(u16::from_be_bytes([*p1, *p2]));
    let data = usize::from(u16::from_be_bytes([*d1, *d2]));
    if rest.len() != parameters + data {
        return Err(Refused::Malformed("S7 lengths"));
    }
    let (parameters, data) = rest.split_at(parameters);
    match kind {
        1 => check_job(parameters, data),
        7 => check_user_data(parameters, data),
        kind => Err(Refused::Kind(*kind)),
    }
}

fn check_job(parameters: &[u8], data: &[u8]) -> Result<Kind, Refused> {
    match parameters {
        [0xF0, 0, rest @ ..] if rest.len() == 6 && data.is_empty() => Ok(Kind::Setup),
        [0x04, count, items @ ..] if data.is_empty() => {
            let (items, rest) = items.as_chunks::<12>();
            let whole = *count > 0 && rest.is_empty() && items.len() == usize::from(*count);
            let known = items.iter().all(|it| it.starts_with(&[0x12, 0x0A, 0x10]));
            if whole && known { Ok(Kind::Read) } else { Err(Refused::Malformed("items")) }
        }
        [0xF0 | 0x04, ..] => Err(Refused::Malformed("job")),
        [function, ..] => Err(Refused::Function(*function)),
        [] => Err(Refused::Malformed("job without function")),
    }
}

fn check_user_data(parameters: &[u8], data: &[u8]) -> Result<Kind, Refused> {
    let (group, function) = match parameters {
        [0, 1, 0x12, 4, 0x11, group, function, _sequence] => (*group, *function),
        [0, 1, 0x12, 8, 0x12, group, function, _sequence, 0, 0, 0, 0] => (*group, *function),
        _ => return Err(Refused::Malformed("user data")),
    };
    let first = parameters[3] == 4;
    match (group, function, data) {
        // A list is identified by its identifier and its index; the next part of it by neither.
        (0x44, 0x01, [0xFF, 0x09, 0, 4, _, _, _, _]) if first => Ok(Kind::StatusList),
        (0x47, 0x01, [0x0A, 0, 0, 0]) if first => Ok(Kind::Clock),
        (0x44, 0x01, [0x0A, 0, 0, 0]) if !first => Ok(Kind::StatusList),
        (0x44 | 0x47, 0x01, _) => Err(Refused::Malformed("user data")),
        _ => Err(Refused::UserData { group, function }),
    }
}

#[cfg(test)]
mod tests {
    use bytes::BytesMut;
    use proptest::prelude::*;

    use super::*;
    use crate::codec::{clock, cotp, item, pdu::Pdu, read, setup, szl};

    fn packet(pdu: &Pdu) -> Vec<u8> {
        let mut out = BytesMut::new();
        cotp::encode_data(&pdu.encode(), &mut out);
        out.to_vec()
    }

    fn raw(kind: u8, parameters: &[u8], data: &[u8]) -> Vec<u8> {
        let lengths = [parameters.len(), data.len()]
            .map(|it| u16::try_from(it).expect("short").to_be_bytes())
            .concat();
        let message = [&[0x32, kind, 0, 0, 0, 1], &lengths[..], parameters, data].concat();
        let mut out = BytesMut::new();
        cotp::encode_data(&message, &mut out);
        out.to_vec()
    }

    fn ours() -> Vec<Pdu> {
        let setup = setup::Setup { calling_jobs: 8, called_jobs: 8, pdu_size: 960 };
        let item = item::Item {
            unit: item::unit::BYTE,
            count: 4,
            block: 1,
            area: item::area::BLOCKS,
            address: 32,
        };
        vec![
            Pdu::job(1, setup.encode()),
            Pdu::job(2, read::encode_request(&[item; 20])),
            szl::request(szl::id::MODE, 0).into_pdu(3),
            szl::next(7).into_pdu(4),
            clock::request().into_pdu(5),
        ]
    }

    #[test]
    fn passes_what_reads() {
        for pdu in ours() {
            assert_eq!(check(&packet(&pdu)), Ok(()), "{pdu:?}");
        }
    }

    /// Checks all combinations of ROSCTR × function × sub-function in messages of a form: `places`
    /// are their offsets in the packet. Few enough for a build without optimisation.
    fn check_all(mut packet: Vec<u8>, places: [usize; 3], expected: &[(u8, u8, u8)]) {
        let mut passed = Vec::new();
        for rosctr in 0..=u8::MAX {
            packet[places[0]] = rosctr;
            for function in 0..=u8::MAX {
                packet[places[1]] = function;
                for sub_function in 0..=u8::MAX {
                    packet[places[2]] = sub_function;
                    if check(&packet).is_ok() {
                        passed.push((rosctr, function, sub_function));
                    }
                }
            }
        }
        assert_eq!(passed, expected, "{packet:02x?}");
    }

    /// In a job, the second byte of the parameters: reserved in a setup, otherwise the number of
    /// items.
    fn check_all_jobs(packet: Vec<u8>, expected: &[(u8, u8, u8)]) {
        check_all(packet, [8, 17, 18], expected);
    }

    /// In user data, the mark of a request with the group, and the function.
    fn check_all_user_data(packet: Vec<u8>, expected: &[(u8, u8, u8)]) {
        check_all(packet, [8, 22, 23], expected);
    }

    #[test]
    fn of_all_in_the_shape_of_a_setup_it_alone_passes() {
        check_all_jobs(packet(&ours()[0]), &[(1, 0xF0, 0)]);
    }

    #[test]
    fn of_all_in_the_shape_of_a_read_it_alone_passes() {
        check_all_jobs(packet(&ours()[1]), &[(1, 0x04, 20)]);
    }

    #[test]
    fn of_all_in_the_shape_of_a_write_none_passes() {
        let item = &ours()[1].parameters[2..14];
        let write = [&[0x05, 1], item].concat();
        check_all_jobs(raw(1, &write, &[0, 4, 0, 32, 1, 2, 3, 4]), &[]);
    }

    #[test]
    fn of_all_in_the_shape_of_a_status_list_it_alone_passes() {
        check_all_user_data(packet(&ours()[2]), &[(7, 0x44, 1)]);
    }

    #[test]
    fn of_all_in_the_shape_of_a_next_part_that_of_a_status_list_alone_passes() {
        check_all_user_data(packet(&ours()[3]), &[(7, 0x44, 1)]);
    }

    #[test]
    fn of_all_in_the_shape_of_a_clock_its_reading_alone_passes() {
        check_all_user_data(packet(&ours()[4]), &[(7, 0x47, 1)]);
    }

    /// Parameters that are too short for a function with a sub-function, or of another form.
    #[test]
    fn of_all_shapes_of_parameters_none_other_passes() {
        for rosctr in 0..=u8::MAX {
            for function in 0..=u8::MAX {
                for length in 0..40 {
                    let mut parameters = vec![0; length];
                    if let Some(first) = parameters.first_mut() {
                        *first = function;
                    }
                    let is_ours = (rosctr, function, length) == (1, 0xF0, 8);
                    assert_eq!(check(&raw(rosctr, &parameters, &[])).is_ok(), is_ours);
                }
            }
        }
    }

    fn connect(parameters: &[u8]) -> Vec<u8> {
        let length = 11 + parameters.len();
        let lengths = [length, length - 5].map(|it| u8::try_from(it).expect("short"));
        let head = [3, 0, 0, lengths[0], lengths[1], 0xE0, 0, 0, 0, 1, 0];
        [&head, parameters].concat()
    }

    #[test]
    fn connects_with_known_parameters_alone() {
        let ours = cotp::Connect {
            destination: 0,
            source: 1,
            size: Some(10),
            calling: Some(0x0100),
            called: Some(0x0102),
        };
        let mut out = BytesMut::new();
        cotp::Tpdu::ConnectRequest(ours).encode(&mut out);
        assert_eq!(check(&out), Ok(()));
        for good in [&[][..], &[0xC0, 1, 7], &[0xC2, 2, 1, 2, 0xC0, 1, 13]] {
            assert_eq!(check(&connect(good)), Ok(()), "{good:02x?}");
        }
        for bad in [
            &[0xC0, 1, 6][..],
            &[0xC0, 1, 14],
            &[0xC0, 2, 10, 0],
            &[0xC1, 1, 1],
            &[0xC1, 3, 1, 0, 0],
            &[0xC1, 2, 1],
            &[0xC2],
            &[0xC1, 2, 1, 0, 0xC1, 2, 1, 0],
            &[0xC2, 2, 1, 2, 0],
        ] {
            assert!(check(&connect(bad)).is_err(), "{bad:02x?}");
        }
        for code in (0..=u8::MAX).filter(|it| !(0xC0..=0xC2).contains(it)) {
            for bad in [&[code, 0][..], &[code, 1, 10], &[code, 2, 1, 0]] {
                assert!(check(&connect(bad)).is_err(), "{bad:02x?}");
            }
        }
        // Another class, and a destination that is in use.
        for (at, value) in [(10, 0x20), (6, 1), (7, 1)] {
            let mut bytes = connect(&[]);
            bytes[at] = value;
            assert!(check(&bytes).is_err(), "{bytes:02x?}");
        }
    }

    /// Transport: only data and connect requests are allowed.
    #[test]
    fn of_all_transport_codes_two_pass() {
        let mut good = packet(&ours()[0]);
        let passed: Vec<u8> = (0..=u8::MAX)
            .filter(|&code| {
                let mut connect = connect(&[]);
                (good[5], connect[5]) = (code, code);
                check(&good).is_ok() || check(&connect).is_ok()
            })
            .collect();
        assert_eq!(passed, [0xE0, 0xF0]);
    }

    proptest! {
        /// One more byte, one byte less, or a fragment is refused.
        #[test]
        fn every_other_length_is_refused(which in 0usize..5, cut in any::<prop::sample::Index>(), more in 1usize..40) {
            let good = packet(&ours()[which]);
            prop_assert!(check(&good[..cut.index(good.len())]).is_err());
            let mut longer = good.clone();
            longer.resize(good.len() + more, 0);
            prop_assert!(check(&longer).is_err());
            let length = u16::try_from(longer.len()).expect("short").to_be_bytes();
            longer[2..4].copy_from_slice(&length);
            prop_assert!(check(&longer).is_err());
            let mut fragment = good;
            fragment[6] = 0;
            prop_assert!(check(&fragment).is_err());
        }
    }
}
