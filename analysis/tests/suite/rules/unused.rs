//! Declarations and their uses.

use crate::project::{controller, found, l5x, of_text};

#[test]
fn a_tag_is_used_by_its_name_by_its_alias_by_a_part_or_as_a_whole() {
    let rungs = [
        "XIC(Start)OTE(Motor);",
        "COP(Recipe,Copy,1);",
        "XIC(Word.3)OTE(Lamps[2].1);",
        "Strange(Kept);",
    ];
    let tags = [
        "Start:BOOL",
        "Motor:BOOL",
        "Recipe:DINT",
        "Copy:DINT",
        "Word:DINT",
        "Lamps:DINT",
        "Kept:DINT",
        "Left:DINT",
        // The name marks it as unused.
        "Spare_2:DINT",
    ];
    assert_eq!(
        found(&controller(&tags, &[("R", &rungs)]), "X01"),
        ["Left: No code of this project uses the tag Left."]
    );
}

#[test]
fn a_tag_is_read_and_written() {
    let project = controller(&["Start:BOOL", "Motor:BOOL"], &[("R", &["XIC(Start)OTE(Motor);"])]);
    let not_written = found(&project, "X04");
    assert_eq!(not_written.len(), 1, "{not_written:?}");
    assert!(not_written[0].starts_with("Start + P/R:0: The code reads Start but never writes it"));
    assert_eq!(
        found(&project, "X05"),
        ["Motor + P/R:0: The code writes Motor but never reads it."]
    );
}

#[test]
fn a_variable_of_a_block_is_used() {
    let text = "FUNCTION_BLOCK \"F\"\nVAR_INPUT go, left : Bool; END_VAR\nVAR s, t, u : Int; END_VAR\n\
                BEGIN\nIF #go THEN #s := #t; END_IF;\nEND_FUNCTION_BLOCK\n";
    let project = of_text("a.scl", text);
    assert_eq!(
        found(&project, "X01"),
        [
            "F: The code of F does not use its variable left.",
            "F: The code of F does not use its variable u."
        ]
    );
    assert_eq!(
        found(&project, "X05"),
        ["F + F line 1: F writes its variable s but never reads it."]
    );
    assert_eq!(
        found(&project, "X04"),
        ["F + F line 1: F reads its variable t but never writes it: it keeps its initial value."]
    );
}

#[test]
fn a_tag_of_a_program_is_used() {
    let text = l5x(&["Start:BOOL"], &[("R", &["XIC(Start)NOP();"])]);
    let own = "<Tags><Tag Name=\"Left\" TagType=\"Base\" DataType=\"DINT\"/></Tags><Routines>";
    let project = of_text("a.L5X", &text.replace("<Routines>", own));
    assert_eq!(
        found(&project, "X01"),
        ["Program:P.Left: No code of this project uses the tag Program:P.Left."]
    );
}

#[test]
fn what_is_an_organization_block_s_own_is_used() {
    let text = "ORGANIZATION_BLOCK \"Main\"\nVAR_TEMP\nOB1_EV_CLASS : Byte;\nleft : Int;\nEND_VAR\nBEGIN\n;\n\
                END_ORGANIZATION_BLOCK\n";
    assert_eq!(
        found(&of_text("a.scl", text), "X01"),
        ["Main: The code of Main does not use its variable left."]
    );
}

#[test]
fn a_value_that_a_tag_begins_with_on_purpose_need_not_be_written() {
    let text = l5x(&["Limit:DINT"], &[("R", &["GRT(Limit,5)NOP();"])]);
    assert_eq!(found(&of_text("a.L5X", &text), "X04").len(), 1);
    let given = "DataType=\"DINT\" ExternalAccess=\"None\"><Data Format=\"Decorated\"><DataValue \
                 DataType=\"DINT\" Radix=\"Decimal\" Value=\"7\"/></Data></Tag>";
    let text = text.replace("DataType=\"DINT\" ExternalAccess=\"None\"/>", given);
    assert_eq!(found(&of_text("a.L5X", &text), "X04"), <[&str; 0]>::default());
}

#[test]
fn what_is_inherited_belongs_to_the_block_that_declares_it() {
    let project = of_text("ext.xml", include_str!("inherited.xml"));
    assert_eq!(found(&project, "X01"), [""; 0]);
}

#[test]
fn what_the_file_names_outside_of_code_is_used() {
    let text = l5x(&["Mg:MOTION_GROUP", "Got:DINT", "Idle:DINT"], &[("R", &["NOP();"])]);
    let message = "<Tag Name=\"Ask\" TagType=\"Base\" DataType=\"MESSAGE\" ExternalAccess=\"None\"><Data \
         Format=\"Message\"><MessageParameters MessageType=\"CIP Generic\" DestinationTag=\"Got\"/>\
         </Data></Tag></Tags>";
    let project = of_text("a.L5X", &text.replacen("</Tags>", message, 1));
    let found = found(&project, "X01");
    assert!(found.iter().any(|it| it.starts_with("Idle:")), "{found:?}");
    assert!(!found.iter().any(|it| it.starts_with("Got:")), "{found:?}");
}
