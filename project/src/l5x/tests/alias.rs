//! Tests of aliases, and of parameters that are aliases of local tags.

use super::{controller, notes, tag, type_of};
use tagbridge_texts::Coded;

use crate::Place;
use crate::reason::Why;

const TYPES: &str = "<DataTypes><DataType Name=\"Motor\"><Members>\
    <Member Name=\"Speed\" DataType=\"REAL\" Dimension=\"0\"/>\
    <Member Name=\"Word\" DataType=\"INT\" Dimension=\"0\"/>\
    <Member Name=\"Secret\" DataType=\"DINT\" Dimension=\"0\" ExternalAccess=\"None\"/>\
    <Member Name=\"Ramps\" DataType=\"TIMER\" Dimension=\"4\"/></Members></DataType></DataTypes>\
    <AddOnInstructionDefinitions><AddOnInstructionDefinition Name=\"Valve\"><Parameters>\
    <Parameter Name=\"Out\" Usage=\"Output\" TagType=\"Alias\" AliasFor=\"Inner.Ramps[2].ACC\"/>\
    <Parameter Name=\"Same\" Usage=\"Output\" TagType=\"Alias\" AliasFor=\"Out.3\"/>\
    <Parameter Name=\"Lost\" Usage=\"Output\" TagType=\"Alias\" AliasFor=\"Gone.3\"/></Parameters>\
    <LocalTags><LocalTag Name=\"Inner\" DataType=\"Motor\"/></LocalTags>\
    </AddOnInstructionDefinition></AddOnInstructionDefinitions>";

/// The type and the place of an alias in a program, by its target.
#[test]
fn an_alias_is_what_it_stands_for() {
    let hidden = |why: Why<'_>| Place::Nowhere { reason: why.message() };
    let member = hidden(Why::HiddenMember { name: "Secret" });
    let local = hidden(Why::HiddenLocal { name: "Inner" });
    let why = Why::OwnAccessNone.message();
    let base = hidden(Why::AliasOfHidden { name: "Hidden", why });
    let circle = hidden(Why::AliasCircle);
    for (target, type_name, place) in [
        ("M", "Motor", Place::Symbol),
        ("m.speed", "REAL", Place::Symbol),
        ("M.Word.15", "BOOL", Place::Symbol),
        ("M.Ramps", "TIMER[4]", Place::Symbol),
        ("M.Ramps[3].DN", "BOOL", Place::Symbol),
        ("Many", "Motor[2][3]", Place::Symbol),
        ("Many[1,2].Ramps[0].PRE.31", "BOOL", Place::Symbol),
        ("Valve1.Out", "DINT", Place::Symbol),
        ("Valve1.Same", "BOOL", Place::Symbol),
        ("OwnAlias", "REAL", Place::Symbol),
        ("Chain.DN", "BOOL", Place::Symbol),
        ("Own", "LINT", Place::Symbol),
        ("\\Other.Shared", "SINT", Place::Symbol),
        ("M.Secret", "DINT", member),
        ("Valve1.Inner.Speed", "REAL", local),
        ("Hidden.7", "BOOL", base),
        ("Round", "", circle),
        // These targets are not in the file.
        ("Gone", "", Place::Symbol),
        ("M.Gone", "", Place::Symbol),
        ("M.Word.16", "", Place::Symbol),
        ("M.Speed.0", "", Place::Symbol),
        ("M[0]", "", Place::Symbol),
        ("Many[1]", "", Place::Symbol),
        ("Many.Speed", "", Place::Symbol),
        ("M.Ramps[M.Word]", "", Place::Symbol),
    ] {
        let project = controller(&format!(
            "{TYPES}<Tags><Tag Name=\"M\" DataType=\"Motor\"/>\
             <Tag Name=\"Many\" DataType=\"Motor\" Dimensions=\"2 3\"/>\
             <Tag Name=\"Valve1\" DataType=\"Valve\"/>\
             <Tag Name=\"Own\" DataType=\"DINT\"/>\
             <Tag Name=\"Round\" AliasFor=\"About\"/><Tag Name=\"About\" AliasFor=\"Round\"/>\
             <Tag Name=\"Chain\" AliasFor=\"Link[3]\"/><Tag Name=\"Link\" AliasFor=\"M.Ramps\"/>\
             <Tag Name=\"Hidden\" DataType=\"DINT\" ExternalAccess=\"None\"/></Tags>\
             <Programs><Program Name=\"Other\"><Tags><Tag Name=\"Shared\" DataType=\"SINT\"/></Tags>\
             </Program><Program Name=\"P\"><Tags><Tag Name=\"Own\" DataType=\"LINT\"/>\
             <Tag Name=\"OwnAlias\" AliasFor=\"M.Speed\"/>\
             <Tag Name=\"A\" TagType=\"Alias\" AliasFor=\"{target}\"/></Tags></Program></Programs>"
        ));
        let alias = tag(&project, "Program:P.A");
        assert_eq!(alias.alias_for.as_deref(), Some(target));
        assert_eq!((type_of(alias).as_str(), &alias.place), (type_name, &place), "{target}");
        let says = notes(&project).iter().any(|it| it.starts_with("Program:P.A: "));
        assert_eq!(says, type_name.is_empty(), "{target}: {:?}", notes(&project));
        assert!(
            notes(&project)
                .contains(&"Valve.Lost: its target is not in the file: Gone.3".to_owned())
        );
    }
}

/// A text of a module has a type that the file does not define: its data shows what it is.
#[test]
fn an_alias_of_a_module_s_text_stands_for_its_parts() {
    let project = controller(
        "<Modules><Module Name=\"Reader\"><Communications><Connections><Connection Name=\"C\">\
         <InputTag><Data Format=\"Decorated\"><Structure DataType=\"AB:5000_Rd:I:0\">\
         <StructureMember Name=\"Code\" DataType=\"AB:5000_String32_Struct:I:0\">\
         <DataValueMember Name=\"LEN\" DataType=\"DINT\" Value=\"3\"/>\
         <DataValueMember Name=\"DATA\" DataType=\"AB:5000_String32_Struct:I:0\" Radix=\"ASCII\">\
         <![CDATA['ABC']]></DataValueMember></StructureMember></Structure></Data></InputTag>\
         </Connection></Connections></Communications></Module></Modules><Tags>\
         <Tag Name=\"Length\" AliasFor=\"Reader:I.Code.LEN\"/>\
         <Tag Name=\"Last\" AliasFor=\"Reader:I.Code.DATA[31]\"/></Tags>",
    );
    assert_eq!(type_of(tag(&project, "Length")), "DINT");
    assert_eq!(type_of(tag(&project, "Last")), "SINT");
    assert_eq!(notes(&project), [""; 0]);
}

#[test]
fn ends_of_connections_and_tags_in_texts_of_alarms_are_mentioned() {
    let project = controller(
        "<Tags><Tag Name=\"Alm\" DataType=\"ALARM_DIGITAL\"><Data Format=\"Alarm\">\
         <AlarmDigitalParameters Severity=\"500\"/><AlarmConfig><Messages><Message Type=\"AM\">\
         <Text Lang=\"en-US\"><![CDATA[Tank /*N:5 Level.Now NOFILL DP:0*/ high]]></Text></Message>\
         </Messages></AlarmConfig></Data></Tag></Tags><ParameterConnections>\
         <ParameterConnection EndPoint1=\"\\Main.In\" EndPoint2=\"Speed\"/></ParameterConnections>",
    );
    let mentions = project.mentions.iter().map(|it| (it.operand.as_str(), it.other.as_str()));
    let expected = [("Level.Now", ""), ("\\Main.In", "Speed"), ("Speed", "\\Main.In")];
    assert_eq!(mentions.collect::<Vec<_>>(), expected);
}
