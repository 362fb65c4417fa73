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
use tagbridge_project::{Source, SourceFile};
use tagbridge_s7::codec::{cotp::Tpdu, pdu::Pdu, tpkt, userdata};

const LOGIX: &[&str] = &[
    include_str!("../../../drivers/cip/tests/suite/captures/cpppo.hex"),
    include_str!("../../../drivers/cip/tests/suite/captures/pycomm3.hex"),
    include_str!("../../../drivers/cip/tests/suite/captures/pylogix.hex"),
];
const S7: &[&str] = &[
    include_str!("../../../drivers/s7/tests/suite/captures/nodes7.hex"),
    include_str!("../../../drivers/s7/tests/suite/captures/snap7_c.hex"),
    include_str!("../../../drivers/s7/tests/suite/captures/snap7_python.hex"),
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

/// The parts of a controller's export, one element of each kind.
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

/// Blocks and types as sources write them.
const SIEMENS: &[&str] = &[
    "FUNCTION_BLOCK \"F\"\nTITLE = It's\n{ S7_Optimized_Access := 'FALSE' }\nVERSION : 0.1\n//text\n\
     VAR_INPUT i {ExternalWritable := 'False'} : Int := 5; // in\nEND_VAR\nVAR CONSTANT N : Int := \
     3; END_VAR\nVAR a : Array[0..#N, -1..1] of String[5]; v AT a : Word; END_VAR\nBEGIN\nREGION \
     x\n(* y *) #a[0,0] := 'z';\nEND_REGION\nEND_FUNCTION_BLOCK\nDATA_BLOCK DB 5\n\"F\"\nBEGIN\n\
     i := 7;\nEND_DATA_BLOCK\n",
    "TYPE \"T\"\nSTRUCT a : Struct b : Bool; END_STRUCT; END_STRUCT;\nEND_TYPE\nDATA_BLOCK DB7\n\
     { S7_Optimized_Access := 'FALSE' }\nSTRUCT t : Array[1..2] of \"T\"; w : WString; END_STRUCT;\n\
     BEGIN\nt[1].a.b := TRUE;\nEND_DATA_BLOCK\n",
    "FUNCTION \"A\" : Void\nKNOW_HOW_PROTECT\nBEGIN\nNETWORK\nTITLE = one\n// two\nM1:   A #in1;\n\
     JU M1;\nNETWORK\nEND_FUNCTION\n",
    "{\n S7_BlockNumber := \"3\";\n S7_Optimized := \"TRUE\"\n}\nFUNCTION_BLOCK \"S\"\n VAR\n \
     { S7_Access := \"ReadOnly := External\" }\n s : _.T;\n END_VAR\n { S7_Language := \"LAD\" }\n \
     NETWORK\n RUNG wire#powerrail\n END_RUNG\n END_NETWORK\nEND_FUNCTION_BLOCK\nTYPE\n T : STRUCT \
     x : Int; END_STRUCT;\nEND_TYPE\n",
    "\"Start\",\"%I0.3\",\"Bool\",\"True\",\"a\"\n\"Recipe\",\"DB 20\",\"DB 20\",\"\"\n",
];

/// Objects of a SimaticML document.
const SIMATIC_ML: &[&str] = &[
    "<SW.Blocks.GlobalDB ID=\"0\"><AttributeList><Interface><Sections><Section Name=\"Static\">\
     <Member Name=\"a\" Datatype=\"Array[0..1] of Struct\"><Member Name=\"b\" Datatype=\"Bool\">\
     <Subelement Path=\"1\"><StartValue>TRUE</StartValue></Subelement></Member></Member><Member \
     Name=\"c\" Datatype=\"&quot;T&quot;\"><AttributeList><IntegerAttribute Name=\"Offset\">16\
     </IntegerAttribute></AttributeList><Comment><MultiLanguageText Lang=\"de-DE\">d\
     </MultiLanguageText></Comment><Sections><Section Name=\"None\"><Member Name=\"x\" \
     Datatype=\"Int\"><StartValue>4</StartValue></Member></Section></Sections></Member></Section>\
     </Sections></Interface><MemoryLayout>Standard</MemoryLayout><Name>D</Name><Number>9</Number>\
     </AttributeList></SW.Blocks.GlobalDB>",
    "<SW.Blocks.FC ID=\"0\"><AttributeList><Name>F</Name><ProgrammingLanguage>LAD\
     </ProgrammingLanguage></AttributeList><ObjectList><SW.Blocks.CompileUnit><AttributeList>\
     <NetworkSource><FlgNet><Parts><Access Scope=\"GlobalVariable\" UId=\"1\"><Symbol><Component \
     Name=\"a\"/><Component Name=\"b\" SliceAccessModifier=\"x1\"><Access Scope=\"LiteralConstant\">\
     <Constant><ConstantValue>2</ConstantValue></Constant></Access></Component></Symbol></Access>\
     <Part Name=\"Contact\" UId=\"2\"><Negated Name=\"operand\"/></Part><Part Name=\"O\" UId=\"3\"/>\
     <Call UId=\"4\"><CallInfo Name=\"G\"><Instance Scope=\"LocalVariable\"><Component Name=\"g\"/>\
     </Instance></CallInfo></Call></Parts><Wires><Wire><Powerrail/><NameCon UId=\"2\" Name=\"in\"/>\
     <NameCon UId=\"3\" Name=\"in2\"/></Wire><Wire><IdentCon UId=\"1\"/><NameCon UId=\"2\" \
     Name=\"operand\"/></Wire><Wire><NameCon UId=\"2\" Name=\"out\"/><NameCon UId=\"3\" Name=\"in1\"/>\
     </Wire><Wire><NameCon UId=\"3\" Name=\"out\"/><NameCon UId=\"4\" Name=\"en\"/></Wire></Wires>\
     </FlgNet></NetworkSource></AttributeList></SW.Blocks.CompileUnit></ObjectList></SW.Blocks.FC>",
    "<SW.Blocks.FB ID=\"0\"><AttributeList><Name>S</Name><ProgrammingLanguage>SCL\
     </ProgrammingLanguage></AttributeList><ObjectList><SW.Blocks.CompileUnit><AttributeList>\
     <NetworkSource><StructuredText><Token Text=\"IF\"/><Blank Num=\"2\"/><Access Scope=\"Call\">\
     <Instruction Name=\"ABS\"><Token Text=\"(\"/><Parameter Name=\"IN\"><Access \
     Scope=\"LocalVariable\"><Symbol><Component Name=\"x\"/></Symbol></Access></Parameter><Token \
     Text=\")\"/></Instruction></Access><LineComment><Text>c</Text></LineComment><NewLine/>\
     </StructuredText></NetworkSource></AttributeList></SW.Blocks.CompileUnit>\
     <SW.Blocks.CompileUnit><AttributeList><NetworkSource><StatementList><StlStatement>\
     <LabelDeclaration><Label Name=\"M\"/></LabelDeclaration><StlToken Text=\"Assign\"/><Access \
     Scope=\"Address\"><Address Area=\"Memory\" Type=\"Bool\" BitOffset=\"9\"/></Access>\
     </StlStatement></StatementList></NetworkSource></AttributeList></SW.Blocks.CompileUnit>\
     </ObjectList></SW.Blocks.FB>",
    "<SW.Blocks.FB ID=\"0\"><AttributeList><Name>G</Name><ProgrammingLanguage>GRAPH\
     </ProgrammingLanguage></AttributeList><ObjectList><SW.Blocks.CompileUnit><AttributeList>\
     <NetworkSource><Graph><Sequence><Steps><Step Number=\"1\" Init=\"true\" Name=\"s\"><Actions>\
     <Action Qualifier=\"N\"><Token Text=\"x\"/></Action></Actions></Step></Steps><Transitions>\
     <Transition Name=\"t\" Number=\"1\"/></Transitions><Connections><Connection><NodeFrom><StepRef \
     Number=\"1\"/></NodeFrom><NodeTo><TransitionRef Number=\"1\"/></NodeTo></Connection>\
     </Connections></Sequence></Graph></NetworkSource></AttributeList></SW.Blocks.CompileUnit>\
     </ObjectList></SW.Blocks.FB>",
    "<SW.Tags.PlcTagTable ID=\"0\"><AttributeList><Name>T</Name></AttributeList><ObjectList>\
     <SW.Tags.PlcTag ID=\"1\"><AttributeList><DataTypeName>Bool</DataTypeName><LogicalAddress>%E1.2\
     </LogicalAddress><Name>a</Name></AttributeList></SW.Tags.PlcTag><SW.Tags.PlcUserConstant \
     ID=\"2\"><AttributeList><DataTypeName>Int</DataTypeName><Name>N</Name><Value>3</Value>\
     </AttributeList></SW.Tags.PlcUserConstant></ObjectList></SW.Tags.PlcTagTable>",
];

/// Members of a data block.
const MEMBERS: &[&str] = &[
    "a { A := 'x'; B := 'y' } : Array[0..\"N\", -1..1] of String[5] := [2('a'), 'b']; // c",
    "\"a b\" : Struct c : Bool; d : Array[0..8] of Bool; END_STRUCT; e, f : LReal := 1.5;",
    "t {InstructionName := 'TON'} : TON_TIME; p : REF_TO \"X\"; w AT t : DTL; (* z *) i : INT := 16#FF;",
];

/// Objects of a CODESYS export: the GUID of their kind, and their content.
const CODESYS: &[(&str, &str)] = &[
    (
        "6f9dac99",
        "<Single Name=\"Interface\"><Single Name=\"TextDocument\"><Single \
         Name=\"TextBlobForSerialisation\">{attribute 'symbol' := 'read'} PROGRAM P VAR_INPUT a : \
         ARRAY[0..N] OF T := [2(1)]; END_VAR VAR CONSTANT N : INT := 3; END_VAR VAR t : TON; b AT \
         %IX0.0 : POINTER TO INT; (* c *) END_VAR</Single></Single></Single><Single \
         Name=\"Implementation\" Type=\"{25e509de}\"><List2 Name=\"NetworkList\"><Single><List2 \
         Name=\"NetworkItems\"><Single Type=\"{9873c309}\"><Single Name=\"RValue\" \
         Type=\"{acfc6f68}\"><Single Name=\"BoxType\">AND</Single><List2 Name=\"InputItems\"><Single \
         Type=\"{c9b2f165}\"><Single Name=\"Operand\">a</Single></Single></List2></Single></Single>\
         </List2></Single></List2></Single>",
    ),
    (
        "2db5746d",
        "<Single Name=\"Interface\"><Single Name=\"TextDocument\"><Array Name=\"TextLines\"><Single>\
         <Single Name=\"Text\">TYPE T EXTENDS U : STRUCT a : INT := 5; END_STRUCT END_TYPE</Single>\
         </Single></Array></Single></Single>",
    ),
    (
        "6f9dac99",
        "<Single Name=\"Implementation\" Type=\"{74f81948}\"><Single Name=\"Root\"><Single \
         Name=\"ElementList\"><List2 Name=\"InnerList\"><Single Type=\"{86ee92a2}\"><List2 \
         Name=\"Attributes\"><Single><Single Name=\"AttributeId\">38391c6d</Single><Single \
         Name=\"Value\"><Single Name=\"Value\">Init</Single></Single></Single></List2></Single></List2>\
         </Single></Single></Single>",
    ),
    (
        "21d4fe94",
        "<List2 Name=\"SelectionSigns\"><Single><Single Name=\"SignName\">P</Single><List2 \
         Name=\"SignVariables\"><Single><Single Name=\"VarName\">a</Single><Single \
         Name=\"VarAccess\">3</Single></Single></List2></Single></List2>",
    ),
    (
        "98a2708a",
        "<Single Name=\"Interval\"><Single Name=\"Time\">t#20ms</Single></Single><List \
         Name=\"PouList\"><Single><Single Name=\"Name\">P</Single></Single></List>",
    ),
    ("f0fda5b8", "<Single Name=\"ModelJson\">{\"Networks\":[{\"Elements\":[]}]}</Single>"),
];

const PLCOPEN: &[&str] = &[
    "<types><dataTypes><dataType name='T'><baseType><struct><variable name='a'><type><array>\
     <dimension lower='0' upper='3'/><baseType><string length='9'/></baseType></array></type>\
     <initialValue><arrayValue><value repetitionValue='2'><simpleValue value='5'/></value>\
     </arrayValue></initialValue></variable></struct></baseType></dataType></dataTypes></types>",
    "<types><pous><pou name='P' pouType='program'><interface><localVars><variable name='a' \
     address='%IX0'><type><derived name='P'/></type></variable></localVars></interface><body><LD>\
     <leftPowerRail localId='0'/><contact localId='1'><connectionPointIn><connection \
     refLocalId='0'/></connectionPointIn><variable>a</variable></contact><coil localId='2'>\
     <connectionPointIn><connection refLocalId='1'/><connection refLocalId='2'/></connectionPointIn>\
     <variable>b</variable></coil></LD></body></pou></pous></types>",
    "<addData><data name='x/globalvars'><globalVars name='G' constant='true'><variable name='N'>\
     <type><INT/></type></variable></globalVars></data><data name='x/interface'><Interface name='I'>\
     <Methods><Method name='M'><interface><returnType><BOOL/></returnType></interface></Method>\
     </Methods></Interface></data><data name='x/application'><resource name='A'><task name='T' \
     interval='PT1M0.5S'/></resource></data></addData>",
];

const SYMBOL_CONFIGURATION: &str = "<Symbolconfiguration><TypeList><TypeSimple name='S' \
     iecname='STRING(6)'/><TypeArray name='A' basetype='U'><ArrayDim minrange='0' maxrange='3'/>\
     </TypeArray><TypeUserDef name='U' iecname='U'><UserDefElement iecname='s' type='S' \
     byteoffset='4' access='Read'/><UserDefElement iecname='u' type='U'/></TypeUserDef></TypeList>\
     <NodeList><Node name='App'><Node name='G'><Node name='x' type='A' access='Read'><Comment>c\
     </Comment></Node></Node></Node></NodeList></Symbolconfiguration>";

/// Folders: a path and a content each.
const FOLDERS: &[&[(&str, &str)]] = &[
    &[
        ("PLC_1/T.udt", "TYPE \"T\"\nSTRUCT\na : Int;\nEND_STRUCT;\nEND_TYPE\n"),
        (
            "PLC_1/D.db",
            "DATA_BLOCK \"D\"\n{ S7_Optimized_Access := 'FALSE' }\n\"T\"\nBEGIN\na := 5;\nEND_DATA_BLOCK\n",
        ),
    ],
    &[
        (
            "A/B.s7dcl",
            "FUNCTION_BLOCK B\n{ S7_MLC := \"1\" }\nVAR a : Bool; END_VAR\nEND_FUNCTION_BLOCK",
        ),
        ("A/B.s7res", "1:\n  en-US: said"),
        ("T.sdf", "\"a\",\"%I0.0\",\"Bool\",\"True\""),
    ],
    &[("L.L5X", "<RSLogix5000Content/>"), ("notes.txt", "FUNCTION: none")],
    &[("a.xml", "<Tagtable name='T'><Tag type='Bool' addr='%I0.0'>a</Tag></Tagtable>")],
];

/// A spreadsheet as TIA Portal exports tags into it.
const WORKBOOK: &[(&str, &str)] = &[
    (
        "xl/workbook.xml",
        "<workbook xmlns:r='r'><sheets><sheet name='PLC Tags' r:id='a'/></sheets></workbook>",
    ),
    (
        "xl/_rels/workbook.xml.rels",
        "<R><Relationship Id='a' Type='w' Target='s.xml'/><Relationship Type='/sharedStrings' \
         Target='/xl/t.xml'/></R>",
    ),
    (
        "xl/s.xml",
        "<w><sheetData><row><c t='s'><v>0</v></c><c t='s'><v>1</v></c><c t='s'><v>2</v></c></row>\
         <row><c r='A2'><v>5</v></c><c t='s'><v>3</v></c><c t='inlineStr'><is><t>%M0.1</t></is>\
         </c></row></sheetData></w>",
    ),
    (
        "xl/t.xml",
        "<sst><si><t>Name</t></si><si><t>Data Type</t></si><si><t>Logical Address</t></si><si>\
         <t>Bool</t></si></sst>",
    ),
];

fn main() {
    for files in FOLDERS {
        let parts: Vec<String> =
            files.iter().map(|(path, content)| format!("{path}\n{content}")).collect();
        save("project_files", parts.join("\0").as_bytes());
        save("project_archive", &packed(files));
    }
    let workbook = packed(WORKBOOK);
    save("project_archive", &workbook);
    save("project_files", &[b"io.xlsx\n", &workbook[..]].concat());
    for (kind, inside) in CODESYS {
        let whole = format!(
            "<ExportFile><StructuredView><Single><List2 Name=\"EntryList\"><Single><Single \
             Name=\"MetaObject\"><Single Name=\"Guid\">1</Single><Single \
             Name=\"Name\">P</Single><Single Name=\"TypeGuid\">{kind}</Single></Single><Single \
             Name=\"Object\">{inside}</Single></Single></List2></Single></StructuredView></ExportFile>"
        );
        save("codesys_export", whole.as_bytes());
    }
    for inside in PLCOPEN {
        let whole =
            format!("<project xmlns=\"http://www.plcopen.org/xml/tc6_0200\">{inside}</project>");
        save("plcopen", whole.as_bytes());
    }
    save("symbol_configuration", SYMBOL_CONFIGURATION.as_bytes());
    for source in SIEMENS {
        save("siemens_text", source.as_bytes());
    }
    for object in SIMATIC_ML {
        save("simaticml", format!("<Document>{object}</Document>").as_bytes());
    }
    for members in MEMBERS {
        save("declaration", members.as_bytes());
    }
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

fn packed(files: &[(&str, &str)]) -> Vec<u8> {
    let file = |(path, content): &(&str, &str)| SourceFile {
        path: (*path).to_owned(),
        bytes: content.as_bytes().to_vec(),
    };
    let files = files.iter().map(file).collect();
    let source = Source { name: "seed".to_owned(), files, hash: String::new() };
    source.into_one_file().expect("a few files").1
}

/// No capture contains these: the first inputs are encoded by our own code.
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

/// Saves an input under a name that is derived from its bytes, so each input exists once.
fn save(target: &str, input: &[u8]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(target);
    let name = input.iter().fold(0xCBF2_9CE4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join(format!("{name:016x}")), input).expect("a file");
}
