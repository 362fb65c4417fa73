//! Writes a recording as a file for Wireshark.
//!
//! The drivers record sent and received bytes, not network packets: addresses and ports are those
//! of the sockets, the TCP sequence numbers are computed here.

use std::{borrow::Cow, collections::HashMap, net::SocketAddr, time::Duration};

use etherparse::PacketBuilder;
use pcap_file::{
    DataLink, PcapError,
    pcapng::{
        PcapNgWriter,
        blocks::{
            enhanced_packet::{EnhancedPacketBlock, EnhancedPacketOption},
            interface_description::{InterfaceDescriptionBlock, InterfaceDescriptionOption},
            section_header::{SectionHeaderBlock, SectionHeaderOption},
        },
    },
};

use super::frame::Frame;

/// Number of bytes of a frame in one packet.
const PACKET: usize = 60_000;
/// The number of decimals of the times in seconds.
const NANOSECONDS: u8 = 9;
/// The hop limit of the packets, which is not evaluated.
const HOPS: u8 = 64;
/// The TCP window, which is not evaluated.
const WINDOW: u16 = u16::MAX;

/// Frames as pcapng, with an interface for each session. Login frames keep their length, but
/// contain zeros.
pub(crate) fn pcapng(frames: &[&Frame]) -> Result<Vec<u8>, PcapError> {
    let about = SectionHeaderOption::UserApplication(Cow::Borrowed(concat!(
        "Tagbridge ",
        env!("CARGO_PKG_VERSION")
    )));
    let section = SectionHeaderBlock { options: vec![about], ..SectionHeaderBlock::default() };
    let mut file = PcapNgWriter::with_section_header(Vec::new(), section)?;
    let mut sessions: Vec<&str> = Vec::new();
    for frame in frames {
        if sessions.contains(&&*frame.session) {
            continue;
        }
        sessions.push(&frame.session);
        let about = format!("{} at {}", frame.protocol.name, frame.wire.peer);
        file.write_pcapng_block(InterfaceDescriptionBlock {
            linktype: DataLink::RAW,
            snaplen: 0,
            options: vec![
                InterfaceDescriptionOption::IfName(Cow::Borrowed(&frame.session)),
                InterfaceDescriptionOption::IfDescription(Cow::Owned(about)),
                InterfaceDescriptionOption::IfTsResol(NANOSECONDS),
            ],
        })?;
    }
    // Number of bytes that each end has sent, by session and connection.
    let mut sent: HashMap<(&str, u32), [u32; 2]> = HashMap::new();
    for frame in frames {
        let place = sessions.iter().position(|it| *it == &*frame.session).unwrap_or_default();
        let counts = sent.entry((&frame.session, frame.wire.number)).or_insert([1, 1]);
        let mut bytes = frame.bytes();
        let mut options = Vec::new();
        if bytes.len() != frame.bytes {
            bytes.resize(frame.bytes, 0);
            options.push(EnhancedPacketOption::Comment(Cow::Borrowed("a login, left out")));
        }
        for piece in bytes.chunks(PACKET) {
            let data = packet(frame, piece, counts);
            file.write_pcapng_block(EnhancedPacketBlock {
                interface_id: u32::try_from(place).unwrap_or_default(),
                timestamp: since_1970(frame),
                original_len: u32::try_from(data.len()).unwrap_or(u32::MAX),
                data: Cow::Owned(data),
                options: options.clone(),
            })?;
        }
    }
    Ok(file.into_inner())
}

fn since_1970(frame: &Frame) -> Duration {
    Duration::from_nanos(u64::try_from(frame.at.as_nanosecond()).unwrap_or_default())
}

/// A piece of a frame as a TCP packet between the two ends of its connection.
fn packet(frame: &Frame, piece: &[u8], [ours, theirs]: &mut [u32; 2]) -> Vec<u8> {
    let (from, to, sequence, heard) = if frame.is_ours {
        (frame.wire.local, frame.wire.peer, ours, *theirs)
    } else {
        (frame.wire.peer, frame.wire.local, theirs, *ours)
    };
    let builder = match (from, to) {
        (SocketAddr::V4(from), SocketAddr::V4(to)) => {
            PacketBuilder::ipv4(from.ip().octets(), to.ip().octets(), HOPS)
        }
        (from, to) => {
            let octets = |end: SocketAddr| match end {
                SocketAddr::V4(it) => it.ip().to_ipv6_mapped().octets(),
                SocketAddr::V6(it) => it.ip().octets(),
            };
            PacketBuilder::ipv6(octets(from), octets(to), HOPS)
        }
    };
    let builder = builder.tcp(from.port(), to.port(), *sequence, WINDOW).ack(heard).psh();
    *sequence = sequence.wrapping_add(u32::try_from(piece.len()).unwrap_or_default());
    let mut data = Vec::with_capacity(builder.size(piece.len()));
    builder.write(&mut data, piece).unwrap_or_default();
    data
}
