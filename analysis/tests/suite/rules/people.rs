//! Names, comments, addresses, and the access of outsiders.

use tagbridge_analysis::{NameCase, NamingRules, Options, analyse};
use tagbridge_logic::Index;

use crate::project::{controller, found, l5x, of_text};

const NONE: [&str; 0] = [];

fn block(head: &str, code: &str, rule: &str) -> Vec<String> {
    let text = format!(
        "FUNCTION_BLOCK \"F\"\n{head}VERSION : 0.1\nVAR\na : Bool;\nn : Int;\nEND_VAR\nBEGIN\n{code}\n\
         END_FUNCTION_BLOCK\n"
    );
    found(&of_text("F.scl", &text), rule)
}

#[test]
fn names_are_held_against_what_was_asked_for() {
    let project = controller(
        &["Speed:REAL", "xRun:BOOL", "a__b:DINT", "AVeryLongNameIndeed:DINT"],
        &[("R", &["NOP();"])],
    );
    let index = Index::build(&project);
    let rules = |naming| {
        let analysis = analyse(&project, &index, &Options { naming, ..Options::default() });
        let naming = analysis.findings().filter(|it| it.rule.id.starts_with("TB-N"));
        naming.map(|it| format!("{}: {}", it.rule.id, it.message)).collect::<Vec<_>>()
    };
    assert_eq!(rules(None), NONE);
    let naming = NamingRules {
        longest: Some(16),
        plain: true,
        case: Some(NameCase::Pascal),
        prefixes: vec![("BOOL".to_owned(), "x".to_owned()), ("REAL".to_owned(), "r".to_owned())],
    };
    assert_eq!(
        rules(Some(naming)),
        [
            "TB-N01: AVeryLongNameIndeed has 19 characters (limit 16).",
            "TB-N02: a__b has characters other than letters, digits and single underscores of \
             ASCII.",
            "TB-N03: a__b is not written like MotorSpeed.",
            "TB-N04: Speed is of type REAL and does not begin with r.",
        ]
    );
}

#[test]
fn a_block_says_what_it_is_for() {
    assert_eq!(
        block("", "#n := 1;", "K01"),
        ["F: F has no comment, neither in its properties nor at the beginning of its code."]
    );
    assert_eq!(block("", "// Counts.\n#n := 1;", "K01"), NONE);
}

#[test]
fn code_is_not_kept_in_comments() {
    assert_eq!(
        block("", "#n := 1;\n// #n := 2;\n// #a := TRUE;\n", "K02"),
        ["F line 2: 2 lines of comment are disabled code: #n := 2;"]
    );
    for prose in ["// Sets n to 2;", "// n := 2", "(* see F(1) *)"] {
        assert_eq!(block("", prose, "K02"), NONE, "{prose}");
    }
}

#[test]
fn addresses_have_names() {
    assert_eq!(
        block("", "#a := %I0.3 AND %I0.3;", "D01"),
        ["F line 1 + F line 1: %I0.3 is used in code by its address 2 times."]
    );
    assert_eq!(block("", "#a := #n = 3;", "D01"), NONE);
}

#[test]
fn unused_tags_are_not_written_from_outside() {
    let open = |access: &str| {
        let text = l5x(&["Used:BOOL", "Spare:DINT"], &[("R", &["XIC(Used)OTE(Used);"])]);
        found(&of_text("line.L5X", &text.replace("\"None\"", &format!("\"{access}\""))), "G03")
    };
    assert_eq!(
        open("Read/Write"),
        ["Spare: One tag of the controller can be written from outside, but no code uses it."]
    );
    assert_eq!(open("Read Only"), NONE);
}

#[test]
fn what_an_operator_enters_is_limited() {
    let entered = |rung: &str| {
        let text = l5x(&["HMI_Speed:REAL", "Out:REAL"], &[("R", &[rung])]);
        found(&of_text("line.L5X", &text.replace("\"None\"", "\"Read/Write\"")), "G01")
    };
    assert_eq!(
        entered("MOV(HMI_Speed,Out);"),
        [
            "P/R:0: HMI_Speed is entered outside of the controller, but the code does not check its range."
        ]
    );
    for fine in ["LES(HMI_Speed,50.0)MOV(HMI_Speed,Out);", "MOV(Out,HMI_Speed)MOV(HMI_Speed,Out);"]
    {
        assert_eq!(entered(fine), NONE, "{fine}");
    }
}

#[test]
fn somebody_watches_the_controller() {
    let watched = |rung: &str| found(&controller(&["a:DINT"], &[("R", &[rung])]), "G02").len();
    assert_eq!(watched("MOV(1,a);"), 1);
    assert_eq!(watched("GSV(Controller,,MajorFaultRecord,a);"), 0);
    assert_eq!(watched("XIC(S:MINOR)MOV(1,a);"), 0);
}
