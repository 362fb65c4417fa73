//! The last look before the socket: what is no read does not leave.
//!
//! Takes the final bytes apart anew, whoever made them, and compares them to the allow-list: opening
//! the transport connection; the jobs *setup communication* and *read variable*; the user data
//! *read SZL* and *read clock*. It shares no code with the encoders, and nothing may ride along
//! that it has passed over.

/// Why a packet must not leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It cannot be understood in full.
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
        /// Function group, with the request's mark in the upper half.
        group: u8,
        /// Function in the group.
        function: u8,
    },
}

/// Passes a packet that does nothing but read.
pub fn check(packet: &[u8]) -> Result<(), Refused> {
    let [3, 0, high, low, length, kind, rest @ ..] = packet else {
        return Err(Refused::Malformed("TPKT"));
    };
    if usize::from(u16::from_be_bytes([*high, *low])) != packet.len() {
        return Err(Refused::Malformed("TPKT length"));
    }
    match (kind, length, rest) {
        // Connect request: all of it is header.
        (0xE0, length, _) if usize::from(*length) == packet.len() - 5 => Ok(()),
        // Data in one fragment.
        (0xF0, 2, [0x80, message @ ..]) => check_message(message),
        (0xE0 | 0xF0, ..) => Err(Refused::Malformed("COTP")),
        (kind, ..) => Err(Refused::Kind(*kind)),
    }
}

fn check_message(message: &[u8]) -> Result<(), Refused> {
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

fn check_job(parameters: &[u8], data: &[u8]) -> Result<(), Refused> {
    match parameters {
        [0xF0, 0, rest @ ..] if rest.len() == 6 && data.is_empty() => Ok(()),
        [0x04, count, items @ ..] if data.is_empty() => {
            let (items, rest) = items.as_chunks::<12>();
            let whole = rest.is_empty() && items.len() == usize::from(*count);
            let known = items.iter().all(|it| it.starts_with(&[0x12, 0x0A, 0x10]));
            if whole && known { Ok(()) } else { Err(Refused::Malformed("items")) }
        }
        [0xF0 | 0x04, ..] => Err(Refused::Malformed("job")),
        [function, ..] => Err(Refused::Function(*function)),
        [] => Err(Refused::Malformed("job without function")),
    }
}

fn check_user_data(parameters: &[u8], data: &[u8]) -> Result<(), Refused> {
    let (group, function) = match parameters {
        [0, 1, 0x12, 4, 0x11, group, function, _sequence] => (*group, *function),
        [0, 1, 0x12, 8, 0x12, group, function, _sequence, 0, 0, 0, 0] => (*group, *function),
        _ => return Err(Refused::Malformed("user data")),
    };
    let first = parameters[3] == 4;
    match (group, function, data) {
        // A list is named by its identifier and its index; the next part of it by nothing.
        (0x44, 0x01, [0xFF, 0x09, 0, 4, _, _, _, _]) | (0x47, 0x01, [0x0A, 0, 0, 0]) if first => {
            Ok(())
        }
        (0x44, 0x01, [0x0A, 0, 0, 0]) if !first => Ok(()),
        (0x44 | 0x47, 0x01, _) => Err(Refused::Malformed("user data")),
        _ => Err(Refused::UserData { group, function }),
    }
}

#[cfg(test)]
mod tests {
    use bytes::BytesMut;
    use proptest::prelude::*;

    use super::*;
    use crate::codec::{
        clock, cotp, item,
        pdu::{Pdu, Rosctr},
        read, setup, szl,
    };

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

    /// The whole space of message kind × job function: two pass.
    #[test]
    fn of_all_jobs_setup_and_read_pass() {
        let good = ours();
        let mut passed = Vec::new();
        for kind in 0..=u8::MAX {
            for function in 0..=u8::MAX {
                for shape in [&good[0].parameters[..], &good[1].parameters, &[0, 0], &[0]] {
                    let mut parameters = shape.to_vec();
                    parameters[0] = function;
                    for data in [&[][..], &[0xFF, 4, 0, 8, 1]] {
                        if check(&raw(kind, &parameters, data)).is_ok() {
                            passed.push((kind, function, data.len()));
                        }
                    }
                }
            }
        }
        passed.sort_unstable();
        passed.dedup();
        assert_eq!(passed, [(1, 0x04, 0), (1, 0xF0, 0)]);
    }

    /// The whole space of message kind × group × function of user data, in its two shapes.
    #[test]
    fn of_all_user_data_szl_and_clock_pass() {
        let shapes: Vec<Pdu> =
            ours().into_iter().filter(|it| it.rosctr == Rosctr::UserData).collect();
        let mut passed = Vec::new();
        for (number, shape) in shapes.iter().enumerate() {
            let mut bytes = raw(0, &shape.parameters, &shape.data);
            // All kinds in the first shape; in the others the kinds that there are.
            let kinds = (0..=u8::MAX).filter(|it| number == 0 || matches!(it, 1 | 2 | 3 | 7));
            for kind in kinds {
                for group in 0..=u8::MAX {
                    for function in 0..=u8::MAX {
                        (bytes[8], bytes[22], bytes[23]) = (kind, group, function);
                        if check(&bytes).is_ok() {
                            passed.push((kind, group, function));
                        }
                    }
                }
            }
        }
        passed.sort_unstable();
        passed.dedup();
        assert_eq!(passed, [(7, 0x44, 1), (7, 0x47, 1)]);
    }

    /// Transport: data and connect requests alone.
    #[test]
    fn of_all_transport_codes_two_pass() {
        let good = packet(&ours()[0]);
        let passed: Vec<u8> = (0..=u8::MAX)
            .filter(|&code| {
                let mut bytes = good.clone();
                bytes[5] = code;
                let mut connect = vec![3, 0, 0, 11, 6, code, 0, 0, 0, 1, 0];
                connect[3] = 11;
                check(&bytes).is_ok() || check(&connect).is_ok()
            })
            .collect();
        assert_eq!(passed, [0xE0, 0xF0]);
    }

    proptest! {
        /// Nothing rides along: a byte more, a byte less, a fragment, are refused.
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
