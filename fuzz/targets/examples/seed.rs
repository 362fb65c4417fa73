//! Writes what the captures hold into the corpus, cut to what each target reads:
//! `cargo run -p tagbridge-fuzz-targets --example seed`, then minimise.

use std::{fs, path::Path};

use bytes::BytesMut;
use tagbridge_cip::codec::{
    Command, Frame, Incoming, Reply, Service, cpf, multiple_service,
    symbol_list::{Entry, TypeWord},
    template::{Attributes, Definition, MemberDefinition},
};
use tagbridge_driver::Access;
use tagbridge_s7::codec::{cotp::Tpdu, pdu::Pdu, tpkt, userdata};

const LOGIX: &[&str] = &[
    include_str!("../../../drivers/cip/tests/captures/cpppo.hex"),
    include_str!("../../../drivers/cip/tests/captures/pycomm3.hex"),
    include_str!("../../../drivers/cip/tests/captures/pylogix.hex"),
];
const S7: &[&str] = &[
    include_str!("../../../drivers/s7/tests/captures/nodes7.hex"),
    include_str!("../../../drivers/s7/tests/captures/snap7_c.hex"),
    include_str!("../../../drivers/s7/tests/captures/snap7_python.hex"),
];
/// Sizes of pieces, for targets that are given a stream.
const CUTS: [u8; 4] = [3, 0, 6, 40];

const NAMES: &str = "Program:Main.Motor[3].Name\nA[1,2,300]\nA[10..19]\nStatus.8\nLocal:1:I.Data.3\n\
                     1,0\n2,10.0.0.9,1,5\n20,abc\nA[ 1, 2 .. 3 ]\n1a\na[1";
const ADDRESSES: &str = "DB1.DBX0.3\n%DB1.DBD4\nM0.0\nMB1\nIW4\nQB0\nT5\nC3\nDB1,R4\nDB1.S10.20\n\
                         %DB1:4:REAL\nDB1.DBB0:STRING[20][3]\nDB1.DBX0.3[10]\nDB2.DBB8:DTL\n\
                         DB2.DBB8:LREAL[4]\nDB1.DBW2:S5TIME\nMD8:TIME_OF_DAY\nDB1.DBB0:WSTRING(9)\n\
                         DB1.DBB0:DATE_AND_TIME\nDB1.DBB0:LDT\nDB1.DBB0:LTIME_OF_DAY\nDB1.DBW0:DATE\n\
                         DB1.DBW0:WCHAR\nDB1.DBB0:LINT\nDB1.DBB0:CHAR";

/// What stands in a controller's export, one kind of element each.
const L5X: &[&str] = &[
    "<DataTypes><DataType Name=\"M\" Family=\"NoFamily\"><Members><Member Name=\"Z\" \
     DataType=\"SINT\" Dimension=\"0\" Hidden=\"true\"/><Member Name=\"B\" DataType=\"BIT\" \
     Dimension=\"0\" ExternalAccess=\"None\"/><Member Name=\"T\" DataType=\"TIMER\" \
     Dimension=\"2\"/></Members></DataType><DataType Name=\"S\" Family=\"StringFamily\"><Members>\
     <Member Name=\"LEN\" DataType=\"DINT\"/><Member Name=\"DATA\" DataType=\"SINT\" \
     Dimension=\"8\"/></Members></DataType></DataTypes><Tags><Tag Name=\"A\" DataType=\"M\" \
     Dimensions=\"2 3\"/><Tag Name=\"B\" AliasFor=\"A[1,2].T[0].ACC.3\"/></Tags>",
    "<Tags><Tag Name=\"A\" DataType=\"X\" Constant=\"true\"><Description><![CDATA[a]]]]>\
     <![CDATA[>b]]></Description><Comments><Comment Operand=\".B[0]\">&amp;&#65;</Comment>\
     </Comments><Data Format=\"Decorated\"><Structure DataType=\"X\"><DataValueMember \
     Name=\"V\" DataType=\"REAL\" Value=\"1.5e3\"/><ArrayMember Name=\"B\" DataType=\"S\" \
     Dimensions=\"1\"><Element Index=\"[0]\"><Structure DataType=\"S\"><DataValueMember \
     Name=\"LEN\" Value=\"1\"/><DataValueMember Name=\"DATA\" Radix=\"ASCII\"><![CDATA['x']]>\
     </DataValueMember></Structure></Element></ArrayMember></Structure></Data></Tag></Tags>",
    "<AddOnInstructionDefinitions><AddOnInstructionDefinition Name=\"V\" Revision=\"1.0\">\
     <Parameters><Parameter Name=\"P\" Usage=\"Output\" AliasFor=\"L.DN\"/></Parameters>\
     <LocalTags><LocalTag Name=\"L\" DataType=\"TIMER\"/></LocalTags><Routines><EncodedData \
     EncodedType=\"Routine\" Name=\"Logic\"/></Routines></AddOnInstructionDefinition>\
     </AddOnInstructionDefinitions>",
    "<Programs><Program Name=\"P\"><Tags><Tag Name=\"T\" Usage=\"InOut\" DataType=\"DINT\"/></Tags>\
     <Routines><Routine Name=\"L\" Type=\"RLL\"><RLLContent><Rung Number=\"0\" Type=\"N\"><Text>\
     <![CDATA[XIC(A)OTE(B);]]></Text></Rung></RLLContent></Routine><Routine Name=\"F\"><FBDContent>\
     <Sheet Number=\"1\"><IRef ID=\"0\" Operand=\"A\"/><Block Type=\"ADD\" ID=\"1\"/><Wire \
     FromID=\"0\" ToID=\"1\" ToParam=\"In\"/></Sheet></FBDContent></Routine><Routine Name=\"S\">\
     <SFCContent><Step ID=\"0\" Operand=\"A\"><Action ID=\"1\"><Body><STContent><Line>x;</Line>\
     </STContent></Body></Action></Step><DirectedLink FromID=\"0\" ToID=\"0\"/></SFCContent>\
     </Routine></Routines></Program></Programs>",
    "<Modules><Module Name=\"R\" ParentModule=\"Local\"><Ports><Port Address=\"10.0.0.9\" \
     Type=\"Ethernet\" Upstream=\"true\"/></Ports><Communications><ConfigTag><Data \
     Format=\"Decorated\"><Array DataType=\"SINT\" Dimensions=\"4\"/></Data></ConfigTag>\
     <Connections><Connection InputTagSuffix=\"I1\"><InputTag/></Connection></Connections>\
     </Communications></Module><Module Name=\"D\" ParentModule=\"R\"><Ports><Port Address=\"2\" \
     Type=\"PointIO\" Upstream=\"true\"/></Ports><Communications><Connections><RackConnection>\
     <InAliasTag/></RackConnection></Connections></Communications></Module></Modules>",
];

fn main() {
    for inside in L5X {
        let whole = format!(
            "<RSLogix5000Content SoftwareRevision=\"33.01\"><Controller Use=\"Target\" \
             Name=\"C\">{inside}</Controller></RSLogix5000Content>"
        );
        save("l5x", whole.as_bytes());
    }
    for frame in frames(LOGIX) {
        save("cip_frame", &[&CUTS[..], &frame].concat());
        save("cip_guard", &frame);
        let frame = Frame::decode(&mut BytesMut::from(&frame[..])).expect("whole").expect("whole");
        save("cip_cpf", &frame.data);
        match frame.command {
            Command::SEND_RR_DATA | Command::SEND_UNIT_DATA => {
                let data = cpf::SendData::decode(&frame.data).expect("decodes");
                logix_message(data.packet.message());
            }
            Command::LIST_IDENTITY => {
                for item in cpf::decode_items(&frame.data).unwrap_or_default() {
                    save("cip_identity", item.data);
                }
            }
            _ => {}
        }
    }
    for packet in frames(S7) {
        save("s7_stream", &[&CUTS[..], &packet].concat());
        save("s7_guard", &packet);
        let packet = tpkt::decode(&mut BytesMut::from(&packet[..])).expect("whole").expect("whole");
        if let Ok(Tpdu::Data { payload, .. }) = Tpdu::decode(&packet) {
            save("s7_message", &payload);
            let pdu = Pdu::decode(&payload).expect("decodes");
            if let Ok(userdata::Reply { data: Ok(data), .. }) = userdata::Reply::decode(&pdu) {
                save("s7_szl", &[&CUTS[..], &data].concat());
            }
        }
    }
    for name in NAMES.lines() {
        save("cip_name", name.as_bytes());
    }
    for address in ADDRESSES.lines() {
        save("s7_address", address.as_bytes());
        save(
            "s7_value",
            &[address.as_bytes(), b"\n\x10\x07\x12\x25\x08\x30\x15\x20\0\0\0\0"].concat(),
        );
    }
    catalogue();
    save("service_push", include_bytes!("../../../api/golden/push.json"));
    save("service_push", include_bytes!("../../../api/golden/heartbeat.json"));
}

/// No capture holds these: they begin with what we would write ourselves.
fn catalogue() {
    let entry = |instance, name: &str, kind, dimensions| Entry {
        instance,
        name: name.into(),
        kind: TypeWord(kind),
        dimensions,
        access: Access::ReadOnly,
    };
    for access in [false, true] {
        let mut page = Vec::new();
        entry(1, "Count", 0x20C4, [100, 0, 0]).encode(access, &mut page);
        entry(0x1_0000, "Program:Main", 0x1068, [0; 3]).encode(access, &mut page);
        entry(0x1_0001, "Motor", 0x8123, [0; 3]).encode(access, &mut page);
        save("cip_tag_list", &page);
    }
    save(
        "cip_tag_list",
        b"\x05\0\x01\0\0\0\x01\0\x02\0\0\0\x02\0\x03\0\0\0\x03\0\0\0\
        \x04\0\0\0\x04\0\0\0\x0A\0\0\0\x05\0\0\0",
    );
    let member = |name: &str, kind, info, offset| MemberDefinition {
        name: name.into(),
        info,
        kind: TypeWord(kind),
        offset,
    };
    let members = vec![
        member("ZZZZZZZZZZMotor0", 0xC2, 0, 0),
        member("Running", 0xC1, 0, 0),
        member("Speeds", 0x20CA, 4, 4),
    ];
    let definition = Definition { name: "Motor".into(), members };
    save("cip_template", &[&[3, 0][..], &definition.encode()].concat());
    let sizes =
        Attributes { handle: 0x1234, member_count: 3, definition_words: 20, structure_size: 20 };
    save("cip_template", &sizes.encode());
}

fn logix_message(message: &[u8]) {
    if let Ok(request) = Incoming::decode(message) {
        save("cip_path", message);
        if request.is(Service::MULTIPLE_SERVICE_PACKET) {
            save("cip_packet", request.data);
        } else {
            save("cip_connection", request.data);
        }
    }
    let Ok(reply) = Reply::decode(message) else { return };
    save("cip_reply", message);
    if reply.answers(Service::MULTIPLE_SERVICE_PACKET) {
        save("cip_packet", reply.data);
        for member in multiple_service::split(reply.data).unwrap_or_default() {
            logix_message(member);
        }
    } else if reply.answers(Service::GET_ATTRIBUTES_ALL) {
        save("cip_identity", reply.data);
    } else if reply.answers(Service::READ_TAG) || reply.answers(Service::READ_TAG_FRAGMENTED) {
        save("cip_data", &[&[1, 0], reply.data].concat());
    } else {
        save("cip_connection", reply.data);
    }
}

/// The bytes of each line of each capture.
fn frames(captures: &[&str]) -> Vec<Vec<u8>> {
    let lines = captures.iter().flat_map(|it| it.lines());
    let hex = lines.filter_map(|it| it.strip_prefix("> ").or(it.strip_prefix("< ")));
    let bytes = |hex: &str| {
        let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex");
        (0..hex.len()).step_by(2).map(byte).collect()
    };
    hex.map(bytes).collect()
}

/// Under a name that follows from the bytes, so that each is there once.
fn save(target: &str, input: &[u8]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(target);
    let name = input.iter().fold(0xCBF2_9CE4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join(format!("{name:016x}")), input).expect("a file");
}
