//! Tests that PLCopen XML and symbol configurations give the same model as an export.

use super::*;

#[test]
fn plcopen_declarations_are_those_of_text() {
    let text = "<project><types><dataTypes><dataType name='ST'><baseType><struct><variable \
                name='x'><type><array><dimension lower='0' upper='GVL.N'/><baseType><string \
                length='9'/></baseType></array></type></variable></struct></baseType></dataType>\
                </dataTypes></types><addData><data name='http://x/globalvars'><globalVars \
                name='GVL'><variable name='N'><type><INT/></type></variable><addData><data \
                name='http://x/mixedattrsvarlist'><MixedAttrsVarList><globalVars constant='true'>\
                <variable name='N'><type><INT/></type><initialValue><simpleValue value='2'/>\
                </initialValue></variable></globalVars></MixedAttrsVarList></data><data \
                name='http://x/attributes'><Attributes><Attribute Name='symbol' Value='read'/>\
                </Attributes></data></addData></globalVars></data><data name='http://x/pou'><pou \
                name='P' pouType='program'><interface><localVars><variable name='s' \
                address='%MW5'><type><derived name='ST'/></type><initialValue><structValue><value \
                member='x'><arrayValue><value repetitionValue='2'><simpleValue value='&quot;a&quot;'/>\
                </value></arrayValue></value></structValue></initialValue><documentation><xhtml> said \
                </xhtml></documentation></variable></localVars></interface></pou><pou name='Q' \
                pouType='functionBlock'><interface><addData><data name='x/interfaceasplaintext'>\
                <InterfaceAsPlainText><xhtml>FUNCTION_BLOCK Q EXTENDS R\nVAR_INPUT\n a : REFERENCE TO \
                INT; // plain\nEND_VAR</xhtml></InterfaceAsPlainText></data></addData></interface>\
                </pou></data></addData></project>";
    let project = read_plcopen("a.xml", text.as_bytes()).unwrap();
    assert_eq!(
        tags(&project),
        [
            "GVL.N: INT @Application.GVL.N Yes = Scalar(\"2\") constant ReadOnly",
            "P.s: ST @Application.P.s Unknown = Parts({\".x[0]\": \"\\\"a\\\"\", \".x[1]\": \
             \"\\\"a\\\"\"}) at %MW5 // said",
        ]
    );
    let member = &project.data_types[0].members[0];
    assert_eq!((member.type_use.dimensions[0].high, member.type_use.length), (2, Some(9)));
    let block = &project.blocks[0];
    assert_eq!(block.members[0].comment.as_deref(), Some("plain"));
    assert_eq!(block.members[0].access, Access::None, "a reference has no node");
    assert_eq!(notes(&project).len(), 1, "{:?}", notes(&project));
    assert!(notes(&project)[0].contains("does not name the application"));
}

#[test]
fn symbol_configurations_tell_types_by_key() {
    let text = "<Symbolconfiguration><Header><ProjectInfo name='P' devicename='D' appname='A'/>\
                </Header><TypeList><TypeSimple name='T_S' iecname='STRING(6)'/><TypeArray \
                name='T_A' basetype='T_AA'><ArrayDim minrange='1' maxrange='2'/></TypeArray>\
                <TypeArray name='T_AA' basetype='T_U'><ArrayDim minrange='0' maxrange='3'/>\
                </TypeArray><TypeArray name='T_L' basetype='T_L'><ArrayDim minrange='0' \
                maxrange='1'/></TypeArray><TypeUserDef name='T_U' typeclass='Userdef' \
                pouclass='STRUCTURE' iecname='U'><UserDefElement iecname='s' type='T_S' \
                byteoffset='4' access='Read'/></TypeUserDef><TypeUserDef name='T_U2' \
                pouclass='STRUCTURE' iecname='u'/><TypeUserDef name='T_E' typeclass='Enum' \
                iecname='E' basetype='T_INT'><UserDefElement iecname='A' enumvalue='-1'/>\
                </TypeUserDef></TypeList><NodeList><Node name='A'><Node name='G'><Node name='x' \
                type='T_A' access='Read'><Comment> one\n two </Comment></Node><Node name='x' \
                type='T_S'/><Node name='e' type='T_E' access='ReadWrite'/><Node name='l' \
                type='T_L' access='Write'/></Node></Node></NodeList></Symbolconfiguration>";
    let project = read_symbols("a.xml", text.as_bytes()).unwrap();
    assert_eq!(
        tags(&project),
        [
            "G.x: U @A.G.x Yes ReadOnly // one\ntwo",
            "G.e: E @A.G.e Yes ReadWrite",
            "G.l: T_L @nowhere: it is published only for writing None",
        ]
    );
    let bounds: Vec<_> =
        project.tags[0].type_use.dimensions.iter().map(|it| (it.low, it.high)).collect();
    assert_eq!(bounds, [(1, 2), (0, 3)]);
    let member = &project.data_types[0].members[0];
    assert_eq!((member.bit_offset, member.type_use.length), (Some(32), Some(6)));
    assert_eq!(project.data_types[1].values[0].number, Some(-1));
    assert_eq!(project.notes.iter().filter(|it| it.kind == NoteKind::Conflict).count(), 2);
    assert!(project.tags.iter().all(|it| it.scope == "G"));
}

#[test]
fn tasks_and_devices_of_plcopen_name_variables() {
    let text = "<project xmlns='http://www.plcopen.org/xml/tc6_0200'><types><pous>\
        <pou name='PLC_PRG' pouType='program'><interface><localVars><variable name='Go'><type><BOOL/>\
        </type></variable><variable name='Lamp'><type><BOOL/></type></variable></localVars></interface>\
        <body><ST><xhtml>PLC_PRG.Lamp := PLC_PRG.Go;</xhtml></ST></body></pou></pous></types>\
        <instances><configurations><configuration name='Device'><resource name='App'>\
        <task name='Fast' single='PLC_PRG.Go' priority='1'/></resource></configuration>\
        </configurations></instances><addData><data name='device'><Device name='IO'>\
        <Parameter><Mapping>App.PLC_PRG.Lamp</Mapping></Parameter></Device></data></addData></project>";
    let project = read_plcopen("a.xml", text.as_bytes()).expect("a project");
    let mentions = project.mentions.iter();
    let shown: Vec<_> =
        mentions.map(|it| format!("{:?} {} {} {}", it.kind, it.by, it.field, it.operand)).collect();
    assert_eq!(shown, ["Event Fast single PLC_PRG.Go", "Mapped IO Mapping PLC_PRG.Lamp"]);
}
