//! Values in comparisons, divisions and indexes.

use crate::project::{controller, found, of_text};

const NONE: [&str; 0] = [];
const TAGS: [&str; 7] = [
    "Level:REAL",
    "Target:REAL",
    "Count:DINT",
    "Most:DINT",
    "Delay:TIMER",
    "Lamp:BOOL",
    "Out:REAL",
];

fn ladder(rung: &str, rule: &str) -> Vec<String> {
    found(&controller(&TAGS, &[("R", &[rung])]), rule)
}

/// A function block of S7 with these declarations and this code.
fn block(declared: &str, code: &str, rule: &str) -> Vec<String> {
    let text = format!(
        "FUNCTION_BLOCK \"F\"\nVERSION : 0.1\nVAR_INPUT\na : Real;\nn : Int;\nt : Time;\nEND_VAR\n\
         VAR\nb : Real;\nok : Bool;\nu : Time;\n{declared}\nEND_VAR\nBEGIN\n{code}\nEND_FUNCTION_BLOCK\n"
    );
    found(&of_text("F.scl", &text), rule)
}

#[test]
fn numbers_with_a_fraction_are_not_equal() {
    assert_eq!(
        ladder("EQU(Level,Target)OTE(Lamp);", "S01"),
        ["P/R:0: Level = Target compares floating-point numbers for equality; rounding \
             determines the result."]
    );
    assert_eq!(
        block("", "#ok := #a = #b;", "S01"),
        ["F line 1: #a = #b compares floating-point numbers for equality; rounding \
             determines the result."]
    );
    assert_eq!(block("", "IF INT_TO_REAL(#n) <> 1.5 THEN #ok := TRUE; END_IF;", "S01").len(), 1);
    for fine in [
        "EQU(Count,Most)OTE(Lamp);",
        "GRT(Level,Target)OTE(Lamp);",
        "EQU(Count,5)OTE(Lamp);",
        // Whether it has changed.
        "NEQ(Level,Target)OTE(Lamp)MOV(Level,Target);",
        "Strange(Level)EQU(Level,Target)OTE(Lamp);",
    ] {
        assert_eq!(ladder(fine, "S01"), NONE, "{fine}");
    }
    for fine in ["#ok := #a > #b;", "IF #b <> 0.0 THEN #b := #a / #b; END_IF;", "#ok := #n = 1;"] {
        assert_eq!(block("", fine, "S01"), NONE, "{fine}");
    }
    // Exactly this number is assigned; and a range that is empty.
    assert_eq!(block("", "#b := 100; #ok := #b = 100.0;", "S01"), NONE);
    assert_eq!(block("In_Max : Real; In_Min : Real;", "#ok := #In_Max = #In_Min;", "S01"), NONE);
}

#[test]
fn times_are_not_equal() {
    assert_eq!(
        ladder("EQU(Delay.ACC,500)OTE(Lamp);", "S02"),
        ["P/R:0: Delay.ACC = 500 compares times for equality; a scan may skip the exact value."]
    );
    assert_eq!(block("", "#ok := #t = #u;", "S02").len(), 1);
    assert_eq!(
        block("T1 : TON;", "#T1(IN := #ok, PT := #t); #ok := #T1.ET = T#5s;", "S02").len(),
        1
    );
    for fine in ["#ok := #t = T#0s;", "#ok := #t >= #u;", "#ok := #T1.ET = #T1.PT;"] {
        assert_eq!(block("T1 : TON;", fine, "S02"), NONE, "{fine}");
    }
    assert_eq!(ladder("GEQ(Delay.ACC,500)OTE(Lamp);", "S02"), NONE);
}

#[test]
fn a_divisor_is_kept_off_0() {
    assert_eq!(
        ladder("DIV(Level,Target,Out);", "S03"),
        ["P/R:0: Target is a divisor, and this routine does not exclude the value 0."]
    );
    assert_eq!(ladder("DIV(Level,0,Out);", "S03"), ["P/R:0: The divisor is the literal 0."]);
    assert_eq!(
        block("", "#b := #a / (#a - #b);", "S03"),
        ["F line 1: F#a - F#b is a divisor, and this routine does not exclude the value 0."]
    );
    for fine in [
        "NEQ(Target,0)DIV(Level,Target,Out);",
        "DIV(Level,2.0,Out);",
        "MOV(5,Target)DIV(Level,Target,Out);",
        "DIV(Level,Nowhere,Out);",
    ] {
        assert_eq!(ladder(fine, "S03"), NONE, "{fine}");
    }
    for (declared, fine) in [
        ("", "IF #a > 0 THEN #b := 1 / #a; END_IF;"),
        ("", "#b := #b / MAX(IN1 := #a, IN2 := 1.0);"),
        ("c : Real := 4.0;", "#b := #a / #c;"),
        ("", "#b := #a / (#a + 1.0);"),
        ("s : Real;", "#s := TIME_TO_DINT(#t); IF #t > T#0s THEN #b := #a / #s; END_IF;"),
    ] {
        assert_eq!(block(declared, fine, "S03"), NONE, "{fine}");
    }
}

#[test]
fn an_index_from_outside_is_checked() {
    let list = "list : Array[0..9] of Real;";
    assert_eq!(
        block(list, "#b := #list[#n];", "S04"),
        ["F line 1: F#n is a parameter and selects an element of F#list; this routine does not \
             check it against the bounds."]
    );
    for fine in [
        "IF #n >= 0 AND #n <= 9 THEN #b := #list[#n]; END_IF;",
        "#b := #list[LIMIT(MN := 0, IN := #n, MX := 9)];",
        "#n := 3; #b := #list[#n];",
        "#b := #list[3];",
    ] {
        assert_eq!(block(list, fine, "S04"), NONE, "{fine}");
    }
    assert_eq!(
        block(
            "list : Array[0..255] of Real; i : Int;",
            "FOR #i := 0 TO 9 DO #b := #list[#i]; END_FOR;",
            "S04"
        ),
        NONE
    );
}
