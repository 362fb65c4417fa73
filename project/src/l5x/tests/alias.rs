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
