//! Tests of declarations: tags by section, publication, constants, inheritance.

use super::*;

#[test]
fn variables_become_tags_by_their_sections() {
    let project = plant(
        "PROGRAM PLC_PRG\nVAR_INPUT\n a : INT := 5; // speed\nEND_VAR\nVAR_OUTPUT b : BOOL; \
         END_VAR\nVAR_IN_OUT c : REAL; END_VAR\nVAR_TEMP d : INT; END_VAR\nVAR CONSTANT e : INT := \
         3; END_VAR\nVAR f AT %IX0.0 : BOOL; g : POINTER TO INT; h : REFERENCE TO BOOL; i : I_X; \
         END_VAR\nVAR_EXTERNAL j : INT; END_VAR",
        "VAR_GLOBAL\n x : STRING(20) := 'a';\nEND_VAR\nVAR_GLOBAL CONSTANT\n N : INT := 4;\nEND_VAR",
        &[("I_X", INTERFACE, declared("INTERFACE I_X"))],
    );
    let nowhere = "nowhere: a pointer or reference has no node; read its target";
    assert_eq!(
        tags(&project),
        [
            "PLC_PRG.a: INT @App.PLC_PRG.a Unknown = Scalar(\"5\") // speed",
            "PLC_PRG.b: BOOL @App.PLC_PRG.b Unknown",
            "PLC_PRG.c: REAL @nowhere: VAR_IN_OUT refers to a variable of the caller; read that \
             one",
            "PLC_PRG.e: INT @App.PLC_PRG.e Unknown = Scalar(\"3\") constant",
            "PLC_PRG.f: BOOL @App.PLC_PRG.f Unknown at %IX0.0",
            &format!("PLC_PRG.g: POINTER TO INT @{nowhere}"),
            &format!("PLC_PRG.h: REFERENCE TO BOOL @{nowhere}"),
            "PLC_PRG.i: I_X @nowhere: a variable of an interface refers to a function block; read \
             that one",
            "GVL.x: STRING @App.GVL.x Unknown = Scalar(\"'a'\")",
            "GVL.N: INT @App.GVL.N Unknown = Scalar(\"4\") constant",
        ]
    );
    assert_eq!(names(&project.programs[0].members), ["a", "b", "c", "d", "j"]);
    assert_eq!(notes(&project), [""; 0]);
}

#[test]
fn pragmas_and_symbol_configurations_publish() {
    let symbols = |variables: &[(&str, u8)]| {
        let variables: Vec<_> = variables
            .iter()
            .map(|(name, access)| {
                format!(
                    "<Single><Single Name=\"VarAccess\">{access}</Single>\
                     <Single Name=\"VarName\">{name}</Single></Single>"
                )
            })
            .collect();
        let object = format!(
            "<List2 Name=\"SelectionSigns\"><Single><Single Name=\"SignName\">PLC_PRG</Single>\
             <List2 Name=\"SignVariables\">{}</List2></Single></List2>",
            variables.concat()
        );
        ("Symbols", SYMBOLS, object)
    };
    let check = |program: &str, more: &[(&'static str, &str, String)], expected: &[&str]| {
        let project = plant(program, "VAR_GLOBAL x : INT; END_VAR", more);
        let published: Vec<String> = tags(&project)
            .iter()
            .map(|it| it.split_once(" @").unwrap().1.replace("App.", ""))
            .collect();
        assert_eq!(published, expected, "{program}");
    };
    let plain = "PROGRAM PLC_PRG VAR a : INT; b : INT; END_VAR";
    check(plain, &[], &["PLC_PRG.a Unknown", "PLC_PRG.b Unknown", "GVL.x Unknown"]);
    check(plain, &[symbols(&[("A", 1)])], &["PLC_PRG.a Yes ReadOnly", "PLC_PRG.b No", "GVL.x No"]);
    check(
        plain,
        &[symbols(&[("a", 3), ("b", 2)])],
        &["PLC_PRG.a Yes ReadWrite", "nowhere: it is published only for writing None", "GVL.x No"],
    );
    check(
        "{attribute 'symbol' := 'readwrite'}\nPROGRAM PLC_PRG VAR a : INT; {attribute 'symbol' := \
         'none'} b : INT; END_VAR",
        &[],
        &["PLC_PRG.a Yes ReadWrite", "PLC_PRG.b No None", "GVL.x Unknown"],
    );
    check(
        "PROGRAM PLC_PRG VAR {attribute 'symbol' := 'read'} a : INT; b : INT; END_VAR",
        &[symbols(&[("b", 3)])],
        &["PLC_PRG.a Yes ReadOnly", "PLC_PRG.b Yes ReadWrite", "GVL.x No"],
    );
    let without = symbols(&[]);
    let without =
        (without.0, without.1, without.2 + "<Single Name=\"SupportOPCUA\">False</Single>");
    let project = plant(plain, "", &[without]);
    assert!(
        notes(&project)[0].contains("`Support OPC UA features` is off"),
        "{:?}",
        notes(&project)
    );
}

#[test]
fn constants_inheritance_and_initial_values() {
    let project = plant(
        "PROGRAM PLC_PRG VAR a : ARRAY[1..GVL.N] OF ST := [(x := 1), (y := 'b')]; m : FB_B; \
         t : TON; u : Lib.FB_U; b : ARRAY[0..NOPE] OF INT; s : SUB; END_VAR",
        "VAR_GLOBAL CONSTANT N : INT := HALF * 2; HALF : INT := 1; END_VAR",
        &[
            ("ST", TYPE, declared("TYPE ST : STRUCT x : INT; y : STRING; END_STRUCT END_TYPE")),
            ("SUB", TYPE, declared("TYPE SUB EXTENDS ST : STRUCT z : E; END_STRUCT END_TYPE")),
            ("E", TYPE, declared("TYPE E : (A, B := 5, C) UINT := B; END_TYPE")),
            ("FB_A", POU, declared("FUNCTION_BLOCK FB_A VAR_INPUT a : INT; END_VAR")),
            ("FB_B", POU, declared("FUNCTION_BLOCK FB_B EXTENDS FB_A VAR b : INT; END_VAR")),
            ("FB_C", POU, declared("FUNCTION_BLOCK FB_C EXTENDS FB_C VAR c : INT; END_VAR")),
        ],
    );
    let tag = &project.tags[0];
    assert_eq!((tag.type_use.dimensions[0].low, tag.type_use.dimensions[0].high), (1, 2));
    let parts = [("[1].x".to_owned(), "1".to_owned()), ("[2].y".to_owned(), "'b'".to_owned())];
    assert_eq!(tag.initial, Some(Initial::Parts(parts.into())));
    let block =
        |name: &str| names(&project.blocks.iter().find(|it| it.name == name).unwrap().members);
    assert_eq!(
        (block("FB_A"), block("FB_B"), block("FB_C")),
        (vec!["a"], vec!["a", "b"], vec!["c"])
    );
    assert_eq!(block("TON"), ["IN", "PT", "Q", "ET"]);
    let types: Vec<_> = project.data_types.iter().map(|it| names(&it.members)).collect();
    assert_eq!(types, [vec!["x", "y"], vec!["x", "y", "z"], vec![]]);
    let values: Vec<_> = project.data_types[2].values.iter().map(|it| it.number).collect();
    assert_eq!(values, [Some(0), Some(5), Some(6)]);
    let notes = notes(&project);
    assert_eq!(notes.len(), 3, "{notes:?}");
    assert!(notes[0].starts_with("Missing PLC_PRG: `0..NOPE` needs a constant"), "{notes:?}");
    assert!(notes[1].contains("FB_C: it inherits from itself"), "{notes:?}");
    assert!(notes[2].starts_with("Missing Lib.FB_U: the type is from a library"), "{notes:?}");
}

#[test]
fn inheritance_modifiers_and_what_values_outlive_are_kept() {
    use crate::{Modifier, Retention};

    let project = plant(
        "PROGRAM PLC_PRG\nVAR RETAIN r : INT; END_VAR\nEND_PROGRAM",
        "VAR_GLOBAL PERSISTENT RETAIN\n p : INT;\nEND_VAR",
        &[
            ("I_X", INTERFACE, declared("INTERFACE I_X EXTENDS I_Y, I_Z")),
            (
                "FB_A",
                POU,
                declared(
                    "FUNCTION_BLOCK PUBLIC ABSTRACT FB_A EXTENDS FB_B IMPLEMENTS I_X, I_W\nVAR a AT \
                     %IX0.0 : BOOL; END_VAR",
                ),
            ),
        ],
    );
    let block = |name: &str| project.blocks.iter().find(|it| it.name == name).expect("a block");
    assert_eq!(block("I_X").extends, ["I_Y", "I_Z"]);
    let fb = block("FB_A");
    assert_eq!(
        (&fb.extends[..], &fb.implements[..]),
        (&["FB_B".to_owned()][..], &["I_X".to_owned(), "I_W".to_owned()][..])
    );
    assert_eq!(fb.modifiers, [Modifier::Public, Modifier::Abstract]);
    assert_eq!(fb.members[0].at.as_deref(), Some("%IX0.0"));
    let kept =
        |name: &str| project.tags.iter().find(|it| it.name == name).expect("a tag").retention;
    assert_eq!(kept("PLC_PRG.r"), Some(Retention::Retain));
    assert_eq!(kept("GVL.p"), Some(Retention::Persistent));
}

#[test]
fn a_constant_is_that_of_the_list_it_is_named_with() {
    let project = plant(
        "PROGRAM PLC_PRG VAR a : ARRAY[1..N] OF INT; b : ARRAY[1..App.GVL.N] OF INT; \
         c : ARRAY[1..Lib.N] OF INT; END_VAR",
        "{attribute 'qualified_only'}\nVAR_GLOBAL CONSTANT N : INT := 2; END_VAR",
        &[("OTHER", GLOBALS, declared("VAR_GLOBAL CONSTANT N : INT := 3; END_VAR"))],
    );
    let bounds = project.tags.iter().take(3).map(|it| it.type_use.dimensions[0].high);
    assert_eq!(bounds.collect::<Vec<_>>(), [3, 2, -1]);
    let notes = notes(&project);
    assert!(notes[0].starts_with("Missing PLC_PRG: `1..Lib.N` needs a constant"), "{notes:?}");
}

#[test]
fn an_enumeration_without_a_name_is_a_type_named_by_its_declaration() {
    let project = plant(
        "PROGRAM PLC_PRG VAR m : (Off, On := 5, Auto) := Auto; n : (OFF, On := 5, Auto); \
         k : ARRAY[0..1] OF (Slow, Fast := Most) UINT; o : (Off, On := 5, Auto); END_VAR \
         VAR CONSTANT Most : INT := 7; END_VAR",
        "VAR_GLOBAL x : INT; END_VAR",
        &[("FB", POU, declared("FUNCTION_BLOCK FB VAR m : (Slow, Fast := 16#10) UINT; END_VAR"))],
    );
    let kinds: Vec<&str> = project.tags.iter().map(|it| it.type_use.name.as_str()).collect();
    let (mode, upper) = ("(Off, On := 5, Auto)", "(OFF, On := 5, Auto)");
    assert_eq!(kinds, [mode, upper, "(Slow, Fast := 7) UINT", mode, "INT", "INT"]);
    assert_eq!(project.blocks[0].members[0].type_use.name, "(Slow, Fast := 16) UINT");
    let shown = |it: &crate::DataType| {
        let values: Vec<_> =
            it.values.iter().map(|it| format!("{}={}", it.name, it.number.unwrap())).collect();
        format!("{:?} {} {}", it.kind, values.join(" "), it.base.as_ref().unwrap().name)
    };
    assert_eq!(
        project.data_types.iter().map(shown).collect::<Vec<_>>(),
        [
            "Enumeration Off=0 On=5 Auto=6 INT",
            "Enumeration OFF=0 On=5 Auto=6 INT",
            "Enumeration Slow=0 Fast=7 UINT",
            "Enumeration Slow=0 Fast=16 UINT",
        ]
    );
    assert_eq!(notes(&project), [""; 0]);
    // A long declaration is cut, and stays distinct.
    let names: Vec<String> = (0..100).map(|it| format!("Value_{it}")).collect();
    let long = |last: &str| format!("({}, {last})", names.join(", "));
    let variables = format!("a : {}; b : {}; c : {};", long("X"), long("Y"), long("X"));
    let project = plant(&format!("PROGRAM PLC_PRG VAR {variables} END_VAR"), "", &[]);
    let kinds: Vec<&str> = project.tags.iter().map(|it| it.type_use.name.as_str()).collect();
    assert!(kinds[0].ends_with("…) 1") && kinds[1].ends_with("…) 2"), "{kinds:?}");
    assert_eq!(kinds[0], kinds[2]);
    assert_eq!(project.data_types[1].values.len(), 101);
}
