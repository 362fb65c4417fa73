//! Textbook errors, each inserted once in code of each vendor: a rule finds it at its line.

use tagbridge_project::{Project, Vendor};

use crate::project::{analysed, l5x, of_text};

/// An error: the vendor, the statements or the rung, and the rule that finds it.
const SEEDS: &[(Vendor, &str, &str)] = &[
    (Vendor::Siemens, "#arr[12] := 3;", "V05"),
    (Vendor::Siemens, "#arr[-1] := 3;", "V05"),
    (Vendor::Siemens, "#r := #arr[10];", "V05"),
    (Vendor::Siemens, "#q := #w.%X16;", "V05"),
    (Vendor::Siemens, "IF #n < 0 THEN #r := 1; END_IF;", "S05"),
    (Vendor::Siemens, "IF #n >= 0 THEN #r := 1; END_IF;", "S05"),
    (Vendor::Siemens, "IF #k > 40000 THEN #r := 1; END_IF;", "S05"),
    (Vendor::Siemens, "FOR #i := 0 TO 9 DO #i := #i + 1; END_FOR;", "S06"),
    (Vendor::Siemens, "WHILE TRUE DO #r := #r + 1; END_WHILE;", "S07"),
    (Vendor::Siemens, "WHILE #a DO #r := #r + 1; END_WHILE;", "S07"),
    (Vendor::Siemens, "REPEAT #r := #r + 1; UNTIL FALSE END_REPEAT;", "S07"),
    (Vendor::Siemens, "#r := #r;", "S08"),
    (Vendor::Siemens, "IF #a THEN ; END_IF;", "S09"),
    (Vendor::Siemens, "#q := #a OR NOT #a;", "S10"),
    (Vendor::Siemens, "#q := #a AND #a;", "S10"),
    (Vendor::Siemens, "#q := #a AND #b AND NOT #a;", "S10"),
    (Vendor::Siemens, "#r := DINT_TO_INT(#d);", "S11"),
    (Vendor::Siemens, "#r := #d;", "V04"),
    (Vendor::Siemens, "#q := #tmp;", "S12"),
    (Vendor::Siemens, "#t1(IN := #a, PT := T#0s); #q := #t1.Q;", "T02"),
    (Vendor::Codesys, "arr[12] := 3;", "V05"),
    (Vendor::Codesys, "r := arr[-1];", "V05"),
    (Vendor::Codesys, "q := w.16;", "V05"),
    (Vendor::Codesys, "q := k.31;", "V05"),
    (Vendor::Codesys, "IF n < 0 THEN r := 1; END_IF", "S05"),
    (Vendor::Codesys, "IF y <= 255 THEN r := 1; END_IF", "S05"),
    (Vendor::Codesys, "IF k > 40000 THEN r := 1; END_IF", "S05"),
    (Vendor::Codesys, "IF 70000 = n THEN r := 1; END_IF", "S05"),
    (Vendor::Codesys, "FOR i := 0 TO 9 DO i := i + 1; END_FOR", "S06"),
    (Vendor::Codesys, "WHILE TRUE DO r := r + 1; END_WHILE", "S07"),
    (Vendor::Codesys, "WHILE k < 10 DO r := r + 1; END_WHILE", "S07"),
    (Vendor::Codesys, "REPEAT r := r + 1; UNTIL b END_REPEAT", "S07"),
    (Vendor::Codesys, "r := r;", "S08"),
    (Vendor::Codesys, "arr[1] := arr[1];", "S08"),
    (Vendor::Codesys, "a;", "S09"),
    (Vendor::Codesys, "IF a THEN ; END_IF", "S09"),
    (Vendor::Codesys, "q := a OR NOT a;", "S10"),
    (Vendor::Codesys, "q := a AND b AND a;", "S10"),
    (Vendor::Codesys, "r := DINT_TO_INT(d);", "S11"),
    (Vendor::Codesys, "r := d;", "V04"),
    (Vendor::Codesys, "t1(IN := a, PT := T#0S); q := t1.Q;", "T02"),
    (Vendor::AllenBradley, "XIC(A)MOV(3,Arr[12]);", "V05"),
    (Vendor::AllenBradley, "XIC(N.32)OTE(Q);", "V05"),
    (Vendor::AllenBradley, "XIC(W.16)OTE(Q);", "V05"),
    (Vendor::AllenBradley, "GRT(W,40000)OTE(Q);", "S05"),
    (Vendor::AllenBradley, "LES(S,-200)OTE(Q);", "S05"),
    (Vendor::AllenBradley, "LEQ(W,32767)OTE(Q);", "S05"),
    (Vendor::AllenBradley, "EQU(S,500)OTE(Q);", "S05"),
    (Vendor::AllenBradley, "MOV(N,N);", "S08"),
    (Vendor::AllenBradley, "XIC(A)MOV(W,W);", "S08"),
    (Vendor::AllenBradley, "XIC(A)XIC(B)XIC(A)OTE(Q);", "S10"),
    (Vendor::AllenBradley, "XIC(A)XIO(A)OTE(Q);", "S10"),
    (Vendor::AllenBradley, "[XIC(A) ,XIO(A) ]OTE(Q);", "S10"),
    (Vendor::AllenBradley, "[XIC(A) ,XIC(B) ,XIC(A) ]OTE(Q);", "S10"),
    (Vendor::AllenBradley, "MOV(N,W);", "S11"),
    (Vendor::AllenBradley, "MOV(W,S);", "S11"),
    (Vendor::AllenBradley, "MOV(F,N);", "S11"),
    (Vendor::AllenBradley, "XIC(A)[OTL(Q) ,OTU(Q) ];", "W07"),
    (Vendor::AllenBradley, "XIC(A)XIC(B)OTL(Q)OTU(Q);", "W07"),
    (Vendor::AllenBradley, "XIC(A)MOV(3,Arr[10]);", "V05"),
];

fn project(vendor: Vendor, code: &str) -> Project {
    match vendor {
        Vendor::Siemens => of_text(
            "line.scl",
            &format!(
                "FUNCTION_BLOCK \"F\"\nVAR_INPUT\n a : Bool; b : Bool; n : UInt; k : Int; w : Word; d : DInt;\n\
                 END_VAR\nVAR_OUTPUT\n q : Bool; r : Int;\nEND_VAR\nVAR\n arr : Array[0..9] of Int; t1 : TON_TIME;\n\
                 END_VAR\nVAR_TEMP\n tmp : Bool; i : Int;\nEND_VAR\nBEGIN\n{code}\nEND_FUNCTION_BLOCK\n"
            ),
        ),
        Vendor::Codesys => of_text(
            "line.st",
            &format!(
                "FUNCTION_BLOCK F\nVAR_INPUT\n a : BOOL; b : BOOL; n : UINT; k : INT; w : WORD; d : DINT; y : BYTE;\n\
                 END_VAR\nVAR_OUTPUT\n q : BOOL; r : INT;\nEND_VAR\nVAR\n arr : ARRAY[0..9] OF INT; t1 : TON; i : INT;\n\
                 END_VAR\n{code}\nEND_FUNCTION_BLOCK\n"
            ),
        ),
        Vendor::AllenBradley => {
            let text = l5x(
                &["A:BOOL", "B:BOOL", "Q:BOOL", "N:DINT", "W:INT", "S:SINT", "F:REAL", "Arr:DINT"],
                &[("Main", &["NOP();", code])],
            );
            let array = "Name=\"Arr\" TagType=\"Base\" DataType=\"DINT\"";
            of_text("line.L5X", &text.replace(array, &format!("{array} Dimensions=\"10\"")))
        }
    }
}

#[test]
fn a_planted_fault_is_found() {
    let mut missed = Vec::new();
    let mut counts = [(0, 0); 3];
    for (vendor, code, rule) in SEEDS {
        let analysis = analysed(&project(*vendor, code));
        assert!(analysis.failed_phases.is_empty(), "{code}: {:?}", analysis.failed_phases);
        let is_found = analysis.findings().any(|it| it.rule.id == format!("TB-{rule}"));
        let count = &mut counts[*vendor as usize];
        count.0 += 1;
        if is_found {
            count.1 += 1;
        } else {
            let rules: Vec<_> = analysis.findings().map(|it| it.rule.id).collect();
            missed.push(format!("{vendor:?} {code} ({rule}): {rules:?}"));
        }
    }
    for (all, found) in counts {
        assert!(found * 10 >= all * 9, "{missed:#?}");
    }
}

/// Code that resembles an error.
#[test]
fn code_that_is_nearly_a_fault_has_no_finding() {
    for (vendor, code) in [
        (Vendor::Siemens, "#arr[9] := 3; #arr[0] := #r;"),
        (Vendor::Siemens, "IF #n > 0 THEN #r := 1; END_IF;"),
        (Vendor::Siemens, "IF #n = 65535 THEN #r := 1; END_IF;"),
        (Vendor::Siemens, "FOR #i := 0 TO 9 DO #r := #i; END_FOR;"),
        (Vendor::Siemens, "WHILE #r < 10 DO #r := #r + 1; END_WHILE;"),
        (Vendor::Siemens, "WHILE TRUE DO #r := #r + 1; IF #r > 9 THEN EXIT; END_IF; END_WHILE;"),
        (Vendor::Siemens, "#tmp := #a; #q := #tmp;"),
        (Vendor::Siemens, "#r := #r + 1;"),
        (Vendor::Siemens, "#q := #a OR NOT #b;"),
        (Vendor::Siemens, "CASE #k OF 1: ; 2: #r := 1; END_CASE;"),
        (Vendor::Codesys, "q := k.15; q := w.15;"),
        (Vendor::Codesys, "REPEAT r := r + 1; UNTIL r > 10 END_REPEAT"),
        (Vendor::Codesys, "q := (a AND NOT b) OR (NOT a AND b);"),
        (Vendor::Codesys, "r := DINT_TO_INT(LIMIT(0, d, 100)); d := r;"),
        (Vendor::AllenBradley, "XIC(N.31)XIO(A)OTE(Q);"),
        (Vendor::AllenBradley, "GRT(W,32766)OTE(Q);"),
        (Vendor::AllenBradley, "XIC(A)OTL(Q);"),
        (Vendor::AllenBradley, "[XIC(A)XIO(B) ,XIO(A)XIC(B) ]OTE(Q);"),
    ] {
        let analysis = analysed(&project(vendor, code));
        let new = [
            "TB-S05", "TB-S06", "TB-S07", "TB-S08", "TB-S09", "TB-S10", "TB-S11", "TB-S12",
            "TB-W07",
        ];
        let is_new = |rule: &str| new.contains(&rule) || rule.starts_with("TB-V0");
        let found: Vec<_> = analysis
            .findings()
            .filter(|it| is_new(it.rule.id))
            .map(|it| it.message.to_string())
            .collect();
        assert!(found.is_empty(), "{code}: {found:?}");
    }
}
