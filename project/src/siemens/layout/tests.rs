use super::*;
use crate::declaration::{Cursor, Dialect, Lowering};

fn members(text: &str) -> Vec<Member> {
    let mut cursor = Cursor::new(text, Dialect::Siemens);
    let mut lowering = Lowering::new(Dialect::Siemens, &|_| None);
    let mut members = Vec::new();
    while let Some(section) = cursor.section(&[]) {
        let kind = section.section();
        members.extend(section.variables.iter().map(|variable| lowering.member(variable, kind)));
    }
    assert_eq!(cursor.problems, []);
    members
}

/// Formats the members as `name byte.bit`, and the total size in bytes.
fn layout(types: &[(&str, &str)], text: &str) -> String {
    let types: Vec<_> = types.iter().map(|(name, text)| (*name, members(text))).collect();
    let over = HashMap::from([("over".to_owned(), "a".to_owned())]);
    let layouts = Layouts::new(
        types.iter().map(|(name, members)| (*name, Structured { members, over: Some(&over) })),
    );
    let mut members = members(text);
    let total = match layouts.place(&mut members, &HashMap::new()) {
        Ok(bits) => (bits / 8).to_string(),
        Err(reason) => reason.to_string(),
    };
    let mut lines: Vec<String> = members
        .iter()
        .map(|member| match member.bit_offset {
            Some(bit) => format!("{} {}.{}", member.name, bit / 8, bit % 8),
            None => format!("{} ?", member.name),
        })
        .collect();
    lines.push(total);
    lines.join(" | ")
}

#[test]
fn members_follow_one_another() {
    let check = |text: &str, expected: &str| {
        let text = format!("VAR {text} END_VAR");
        assert_eq!(layout(&[], &text), expected, "{text}");
    };
    check("a : Bool; b : Bool; c : Byte; d : Int;", "a 0.0 | b 0.1 | c 1.0 | d 2.0 | 4");
    check("a : Byte; b : Real; c : Bool;", "a 0.0 | b 2.0 | c 6.0 | 8");
    check("a : Bool; b : LReal; c : Char;", "a 0.0 | b 2.0 | c 10.0 | 12");
    check("a : String[10]; b : WString[3]; c : Int;", "a 0.0 | b 12.0 | c 22.0 | 24");
    check("a : String; b : Int;", "a 0.0 | b 256.0 | 258");
    check("a : Bool; s : Struct x : Bool; END_STRUCT; b : Bool;", "a 0.0 | s 2.0 | b 4.0 | 6");
    check("a : Array[0..15] of Bool; b : Int;", "a 0.0 | b 2.0 | 4");
    check("a : Array[1..2, 0..2] of Int; b : DTL; c : Any;", "a 0.0 | b 12.0 | c 24.0 | 34");
    check("a : Array[0..2, 0..8] of Bool; b : Int;", "a 0.0 | b 6.0 | 8");
    check("a : Array[0..2, 0..1, 0..3] of Bool; b : Int;", "a 0.0 | b 6.0 | 8");
    check("a : Array[0..2, 0..2] of Byte; b : Int;", "a 0.0 | b 10.0 | 12");
    check("a : Array[0..1] of String[3]; b : Int;", "a 0.0 | b 12.0 | 14");
    check("a : Pointer; b : Any; c : Int;", "a 0.0 | b 6.0 | c 16.0 | 18");
    check("a : CONN_OUC; b : CONN_R_ID; c : Int;", "a 0.0 | b 2.0 | c 6.0 | 8");
    check("a : TON_TIME; b : CTU; c : Date_And_Time;", "a 0.0 | b 16.0 | c 22.0 | 30");
    // The rule of `ARRAYS_END_EVEN`.
    check("a : Array[0..2] of Byte; b : Byte;", "a 0.0 | b 4.0 | 6");
    check("a : Array[0..7] of Bool; b : Bool;", "a 0.0 | b 2.0 | 4");
    check("a : String[5]; b : Byte;", "a 0.0 | b 8.0 | 10");
}

#[test]
fn types_are_known_by_name_in_any_case() {
    let types = [("Motor", "VAR on : Bool; speed : Real; END_VAR")];
    let check = |text: &str, expected: &str| {
        let text = format!("VAR {text} END_VAR");
        assert_eq!(layout(&types, &text), expected, "{text}");
    };
    check("a : Bool; m : \"MOTOR\"; b : Bool;", "a 0.0 | m 2.0 | b 8.0 | 10");
    check("m : Array[1..3] of \"Motor\"; b : Bool;", "m 0.0 | b 18.0 | 20");
    let unknown = "the type Pump is not in the project (`p`)";
    check("a : Bool; p : \"Pump\"; b : Bool;", &format!("a 0.0 | p 2.0 | b ? | {unknown}"));
    check("a : Array[*] of Int; b : Int;", "a 0.0 | b ? | the size of array `a` is not known");
    check(
        "a : Array[0..2000000000] of LReal; b : Int;",
        "a 0.0 | b ? | `a` ends beyond the largest data block",
    );
}

#[test]
fn sections_lie_in_their_own_order() {
    let text = "VAR s : Bool; END_VAR VAR_TEMP t : Int; END_VAR VAR_IN_OUT r : Int; q : String; \
                END_VAR VAR_OUTPUT o : Bool; END_VAR VAR_INPUT i : Bool; END_VAR";
    assert_eq!(layout(&[], text), "s 12.0 | t ? | r 4.0 | q 6.0 | o 2.0 | i 0.0 | 14");
}

#[test]
fn what_lies_over_something_else_takes_no_room() {
    let types = [("Valve", "VAR a : Word; over : Array[0..15] of Bool; b : Int; END_VAR")];
    assert_eq!(layout(&types, "VAR v : \"Valve\"; y : Int; END_VAR"), "v 0.0 | y 4.0 | 6");
    // Places show the overlap without names.
    let mut placed = members(types[0].1);
    for (member, bit) in placed.iter_mut().zip([0, 0, 16]) {
        member.bit_offset = Some(bit);
    }
    let layouts =
        Layouts::new([("Valve", Structured { members: &placed, over: None })].into_iter());
    assert_eq!(layouts.stride(&TypeUse::scalar("Valve")), Some(32));
}

#[test]
fn a_type_without_members_is_not_known() {
    assert_eq!(
        layout(&[("Closed", "")], "VAR x : \"Closed\"; y : Int; END_VAR"),
        "x 0.0 | y ? | the members of Closed are not known (`x`)"
    );
}

#[test]
fn a_type_that_holds_itself_has_no_size() {
    let types = [("A", "VAR b : \"B\"; END_VAR"), ("B", "VAR a : Array[0..1] of \"A\"; END_VAR")];
    let layout = layout(&types, "VAR x : \"A\"; y : Int; END_VAR");
    assert!(layout.starts_with("x 0.0 | y ? | the type A contains itself"), "{layout}");
}
