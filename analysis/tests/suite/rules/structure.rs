//! Complexity, nesting, size, parameters, branches.

use crate::project::{controller, found, of_text};

const NONE: [&str; 0] = [];

fn block(code: &str, rule: &str) -> Vec<String> {
    let text = format!(
        "FUNCTION_BLOCK \"F\"\nVERSION : 0.1\nVAR\na : Bool;\nb : Bool;\nn : Int;\ni : Int;\nEND_VAR\nBEGIN\n\
         {code}\nEND_FUNCTION_BLOCK\n"
    );
    found(&of_text("F.scl", &text), rule)
}

#[test]
fn a_text_is_not_too_complex() {
    let branches = |count: usize| "IF #a THEN\n#n := 1;\nEND_IF;\n".repeat(count);
    assert_eq!(block(&branches(9), "C01"), NONE);
    assert_eq!(
        block(&branches(10), "C01"),
        ["F: F has a cyclomatic complexity of 11 (limit 10) and a cognitive complexity of 10 \
             (limit 20)."]
    );
    // Each level counts one more than the enclosing one: 1 + 2 + 3 + 4 + 5 + 6.
    let nested = |depth: usize| {
        format!("{}#n := 1;\n{}", "IF #a THEN\n".repeat(depth), "END_IF;\n".repeat(depth))
    };
    assert_eq!(
        block(&nested(6), "C01"),
        ["F: F has a cyclomatic complexity of 7 (limit 10) and a cognitive complexity of 21 \
             (limit 20)."]
    );
    assert_eq!(block(&nested(6), "C02"), ["F: F nests 6 levels deep (limit 5)."]);
    assert_eq!(block(&nested(5), "C02"), NONE);
    assert_eq!(block(&"#n := 1;\n// Only code counts.\n".repeat(300), "C03"), NONE);
    assert_eq!(
        block(&"#n := 1;\n".repeat(301), "C03"),
        ["F: F has 301 lines of code (limit 300)."]
    );
}

#[test]
fn a_rung_is_not_too_long() {
    let rung = |count: usize| format!("{}OTE(b);", "XIC(a)".repeat(count));
    let of = |count| {
        let rung = rung(count);
        found(&controller(&["a:BOOL", "b:BOOL"], &[("R", &[rung.as_str()])]), "C01")
    };
    assert_eq!(of(25), NONE);
    assert_eq!(
        of(26),
        ["P/R:0: A rung or network of P/R has 26 contacts and comparisons (limit 25)."]
    );
}

#[test]
fn a_block_has_few_parameters() {
    let of = |count: usize| {
        let inputs: Vec<String> = (0..count).map(|at| format!("i{at} : Bool;\n")).collect();
        let inputs = inputs.concat();
        let text = format!(
            "FUNCTION_BLOCK \"F\"\nVERSION : 0.1\nVAR_INPUT\n{inputs}END_VAR\nBEGIN\n;\n\
             END_FUNCTION_BLOCK\n"
        );
        found(&of_text("F.scl", &text), "C04")
    };
    assert_eq!(of(10), NONE);
    assert_eq!(of(11), ["F: F has 11 inputs (limit 10)."]);
}

#[test]
fn what_is_listed_has_an_else() {
    for (code, count) in [
        ("CASE #n OF\n1: #a := TRUE;\nEND_CASE;", 1),
        ("CASE #n OF\n1: #a := TRUE;\nELSE\n#a := FALSE;\nEND_CASE;", 0),
        ("CASE #n OF\n1: #a := TRUE;\nELSE\n;\nEND_CASE;", 0),
        ("CASE #n OF\n1: IF #a THEN #n := 1; ELSE #n := 2; END_IF;\nEND_CASE;", 1),
        ("IF #a THEN\n#n := 1;\nELSIF #n = 3 THEN\n#n := 2;\nEND_IF;", 1),
        ("IF #a THEN\n#n := 1;\nELSIF NOT #a THEN\n#n := 2;\nEND_IF;", 0),
        ("IF #n > 1 THEN\n#a := TRUE;\nELSIF #n <= 1 THEN\n#a := FALSE;\nEND_IF;", 0),
        ("IF #a AND NOT #b THEN\n#n := 1;\nELSIF NOT #a THEN\n#n := 2;\nEND_IF;", 0),
        ("IF #n = 2 THEN\n#a := TRUE;\nELSIF #n = 4 THEN\n#a := FALSE;\nEND_IF;", 0),
        ("IF #n >= 9 THEN\n#n := 9;\nELSIF #n <= 1 THEN\n#n := 1;\nEND_IF;", 0),
        ("IF #a THEN\n#n := 1;\nEND_IF;", 0),
    ] {
        assert_eq!(block(code, "C05").len(), count, "{code}");
    }
}

#[test]
fn what_leaves_is_told_once() {
    assert_eq!(
        block("IF #a THEN RETURN; END_IF;\nIF #n = 1 THEN RETURN; END_IF;\n#n := 2;", "C06"),
        ["F line 1 + F line 2: F uses RETURN 2 times."]
    );
    assert_eq!(block("#n := 2;\nRETURN;", "C06"), NONE);
    assert_eq!(
        found(&controller(&["a:BOOL"], &[("R", &["XIC(a)JMP(End);", "LBL(End)NOP();"])]), "C06"),
        ["P/R:0: P/R uses JMP once."]
    );
    let of = |rung: &str| found(&controller(&["a:BOOL"], &[("R", &[rung])]), "C06");
    assert_eq!(of("XIC(a)RET();"), ["P/R:0: P/R uses RET once."]);
    assert_eq!(of("RET();"), NONE);
}
