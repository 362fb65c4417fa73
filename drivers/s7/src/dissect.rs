//! Decodes packets of S7 communication for display, layer by layer.

use bytes::{Bytes, BytesMut};
use tagbridge_driver::{DissectedItem, Dissection, Dissector, FrameContent, FramePair};
use tagbridge_texts::Coded;

use crate::{
    client::{item_said, word_said},
    codec::{
        DecodeError,
        cotp::Tpdu,
        pdu::{ACK_HEADER, JOB_HEADER, Pdu, Rosctr, function},
        read::{self, ItemReply},
        tpkt::{self, HEADER_SIZE},
    },
    guard::{self, KINDS},
};

/// The dissector of this protocol.
pub const DISSECTOR: Dissector = Dissector { header: HEADER_SIZE, length, dissect };

/// Offset of the PDU in a data packet: TPKT and three bytes of COTP.
const PDU: usize = HEADER_SIZE + 3;

fn length(bytes: &[u8]) -> Option<usize> {
    let [3, 0, high, low, ..] = bytes else { return None };
    let length = usize::from(u16::from_be_bytes([*high, *low]));
    (HEADER_SIZE + 2..=tpkt::MAX_PACKET).contains(&length).then_some(length)
}

fn dissect(bytes: &[u8], is_ours: bool) -> Dissection {
    let mut out = Dissection::default();
    if is_ours && let Ok(kind) = guard::inspect(bytes) {
        out.content = FrameContent::Request(KINDS[kind as usize].name);
    }
    if let Err(error) = packet(&mut out, bytes) {
        out.content = FrameContent::Unreadable(error.message());
    }
    out
}

fn packet(out: &mut Dissection, bytes: &[u8]) -> Result<(), DecodeError> {
    let payload = tpkt::decode(&mut BytesMut::from(bytes))?;
    let payload = payload.ok_or_else(|| DecodeError::new("packet", 0, "a whole one", "a part"))?;
    out.field(0, (0, HEADER_SIZE), "TPKT", "");
    out.field(1, (2, 2), "Length", bytes.len().to_string());
    let tpdu = Tpdu::decode(&payload)?;
    let (code, name) = match &tpdu {
        Tpdu::ConnectRequest(_) => ("CR", "connect request"),
        Tpdu::ConnectConfirm(_) => ("CC", "connect confirm"),
        Tpdu::Disconnect { .. } => ("DR", "disconnect request"),
        Tpdu::Data { .. } => ("DT", "data"),
        Tpdu::Error { .. } => ("ER", "error"),
    };
    let header = 1 + usize::from(payload[0]);
    out.field(0, (HEADER_SIZE, header), "COTP", format!("{code}, {name}"));
    code.clone_into(&mut out.code);
    match tpdu {
        Tpdu::ConnectRequest(it) | Tpdu::ConnectConfirm(it) => {
            for (name, value) in [("Calling TSAP", it.calling), ("Called TSAP", it.called)] {
                if let Some(value) = value {
                    out.field(1, (HEADER_SIZE, header), name, format!("{value:#06x}"));
                }
            }
            // The only answered packet without a reference.
            out.pair = Some(FramePair { key: u64::MAX, channel: 0 });
            Ok(())
        }
        Tpdu::Data { last: true, payload } if !payload.is_empty() => pdu(out, &payload),
        _ => Ok(()),
    }
}

fn pdu(out: &mut Dissection, bytes: &Bytes) -> Result<(), DecodeError> {
    let it = Pdu::decode(bytes)?;
    let kind = match it.rosctr {
        Rosctr::Job => "Job",
        Rosctr::Ack => "Ack",
        Rosctr::AckData => "Ack_Data",
        Rosctr::UserData => "Userdata",
    };
    out.pair = Some(FramePair { key: it.reference.into(), channel: 0 });
    out.field(0, (PDU, bytes.len()), "S7 communication", "");
    out.field(1, (PDU + 1, 1), "ROSCTR", format!("{kind} {:#04x}", it.rosctr.code()));
    out.field(1, (PDU + 4, 2), "PDU reference", it.reference.to_string());
    out.field(1, (PDU + 6, 2), "Parameter length", it.parameters.len().to_string());
    out.field(1, (PDU + 8, 2), "Data length", it.data.len().to_string());
    let is_answer = matches!(it.rosctr, Rosctr::Ack | Rosctr::AckData);
    let header = if is_answer { ACK_HEADER } else { JOB_HEADER };
    if is_answer {
        out.field(1, (PDU + 10, 2), "Error class and code", format!("{:#06x}", it.error));
    }
    let function = it.parameters.first().copied();
    out.code = match (it.rosctr, function) {
        (Rosctr::UserData, _) => match it.parameters.get(5..7) {
            Some(&[group, function]) => {
                let name = user_data_name(group & 0x0F, function);
                format!("{kind} {:#03x}/{function:#04x} {name}", group & 0x0F)
            }
            _ => kind.to_owned(),
        },
        (_, Some(function)) => format!("{kind} {function:#04x} {}", name(function)),
        (_, None) => kind.to_owned(),
    };
    if is_answer && it.error != 0 {
        out.content = FrameContent::Refusal(word_said(it.error));
        return Ok(());
    }
    let at = PDU + header;
    match (it.rosctr, function) {
        (Rosctr::Job, Some(function::READ)) => {
            for (place, item) in read::decode_request(&it.parameters)?.iter().enumerate() {
                let name = item.to_string();
                out.field(1, (at + 2 + place * 12, 12), "Item", name.clone());
                out.items.push(DissectedItem { name, ..DissectedItem::default() });
            }
        }
        (Rosctr::AckData, Some(function::READ)) => {
            let mut at = at + it.parameters.len();
            for item in read::decode_reply(&it.parameters, &it.data)? {
                let (bytes, refused) = match &item {
                    ItemReply::Data { bytes, .. } => (bytes.len(), None),
                    ItemReply::Failed(code) => (0, Some(*code)),
                };
                let said = refused.map_or("0xff".to_owned(), |it| format!("{it:#04x}"));
                let value = format!("return code {said}, {bytes} bytes");
                out.field(1, (at, read::REPLY_HEAD + bytes), "Item", value);
                let refused = refused.map(item_said);
                out.items.push(DissectedItem { bytes, refused, ..DissectedItem::default() });
                at += read::REPLY_HEAD + bytes + bytes % 2;
            }
        }
        _ => {
            let (parameters, data) = (it.parameters.len(), it.data.len());
            out.field(1, (at, parameters), "Parameters", format!("{parameters} bytes"));
            out.field(1, (at + parameters, data), "Data", format!("{data} bytes"));
        }
    }
    Ok(())
}

/// Wireshark's names of the job functions.
fn name(of: u8) -> &'static str {
    match of {
        0x00 => "CPU services",
        function::READ => "Read Var",
        0x05 => "Write Var",
        0x1A => "Request download",
        0x1B => "Download block",
        0x1C => "Download ended",
        0x1D => "Start upload",
        0x1E => "Upload",
        0x1F => "End upload",
        0x28 => "PI-Service",
        0x29 => "PLC Stop",
        function::SETUP => "Setup communication",
        _ => "unknown function",
    }
}

/// Wireshark's names of the user data functions.
fn user_data_name(group: u8, function: u8) -> &'static str {
    match (group, function) {
        (0, _) => "Mode-transition",
        (1, _) => "Programmer commands",
        (2, _) => "Cyclic services",
        (3, 0x01) => "List blocks",
        (3, 0x02) => "List blocks of type",
        (3, 0x03) => "Get block info",
        (3, _) => "Block functions",
        (4, 0x01) => "Read SZL",
        (4, 0x02) => "Message service",
        (4, _) => "CPU functions",
        (5, _) => "Security",
        (6, _) => "PBC BSEND/BRECV",
        (7, 0x01) => "Read clock",
        (7, 0x02) => "Set clock",
        (7, _) => "Time functions",
        _ => "unknown function group",
    }
}
