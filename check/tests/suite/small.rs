//! Small projects: what is refused, and what is nearly that and is not.

use tagbridge_check::{
    Allowed, ContentError, Diagnostic, UnitName, check, check_change, check_content,
};
use tagbridge_logic::{Index, Logic};
use tagbridge_project::{Project, Source};

fn project(path: &str, text: &str) -> Project {
    let source = Source::of_bytes(path.to_owned(), text.as_bytes().to_vec()).expect("a source");
    tagbridge_project::read(&source).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn codes(found: &[Diagnostic]) -> Vec<String> {
    found.iter().map(|it| it.code().trim_start_matches("check-").to_owned()).collect()
}

fn checked(project: &Project) -> Vec<String> {
    let index = Index::build(project);
    codes(&check(Logic::new(project, &index)))
}

const ST: &str = "FUNCTION Add : INT\nVAR_INPUT\n x : INT; y : INT;\nEND_VAR\nAdd := x + y;\nEND_FUNCTION\n\
    FUNCTION_BLOCK Motor\nVAR_INPUT\n start : BOOL; speed : REAL;\nEND_VAR\nVAR_IN_OUT\n count : DINT;\nEND_VAR\n\
    VAR_OUTPUT\n running : BOOL;\nEND_VAR\nrunning := start;\nEND_FUNCTION_BLOCK\n";

fn st(code: &str) -> Project {
    let program = format!(
        "{ST}FUNCTION_BLOCK Line\nVAR\n a : BOOL; i : INT; d : DINT; r : REAL; s : STRING; t : TIME;\n\
         m : Motor; ton1 : TON; w : WORD; lib : Lib_Flag; arr : ARRAY[1..4] OF INT;\nEND_VAR\nVAR CONSTANT\n MOST : INT := 4;\n\
         END_VAR\n{code}\nEND_FUNCTION_BLOCK\n"
    );
    project("line.st", &program)
}

#[test]
fn structured_text_is_checked() {
    for (code, expected) in [
        ("a := i > 3 AND r < 2.5;", &[][..]),
        ("i := a;", &["assign"]),
        ("i := d;", &["assign"]),
        ("d := i; r := i;", &[]),
        ("s := 5;", &["assign"]),
        ("t := T#5S; t := t + T#1S;", &[]),
        ("i := 70000;", &["too-large"]),
        ("IF i THEN a := TRUE; END_IF", &["condition"]),
        ("a := i AND a;", &["operators"]),
        ("a := s + 1;", &["operator"]),
        ("i := arr[5];", &["out-of-bounds"]),
        ("i := arr[1, 2];", &["dimensions"]),
        ("i := i[1];", &["no-array"]),
        ("a := w.16;", &["bit-too-high"]),
        ("a := m.run;", &["no-member"]),
        ("MOST := 5;", &["constant-written"]),
        ("m(start := a, speed := r, count := d);", &[]),
        ("m(start := a, speed := r);", &["parameter-missing"]),
        ("m(start := i, count := d);", &["parameter-type"]),
        ("m(go := a, count := d);", &["no-parameter"]),
        ("m(start := a, count := 5);", &["parameter-variable"]),
        ("m(running := a, count := d);", &["parameter-way"]),
        ("m(count := d, count := d);", &["parameter-twice"]),
        ("ton1(IN := a, PT := T#1S); a := ton1.Q;", &[]),
        ("ton1(IN := i, PT := 5.0);", &["parameter-type", "parameter-type"]),
        // A type of a library may be anything.
        ("lib := a; a := lib; ton1(IN := lib, PT := T#1S);", &[]),
        ("i := Add(1, 2);", &[]),
        ("i := Add(1, 2, 3);", &["argument-count"]),
        ("i := Add(1);", &["parameter-missing"]),
        ("a := Add(1, 2);", &["assign"]),
        ("Motor(start := a, count := d);", &["not-callable"]),
        ("i := LIMIT(1, i);", &["argument-count"]),
        ("i := REAL_TO_INT(r);", &[]),
        ("IF a THEN i := 1;", &["missing-end"]),
        ("i := (1 + 2;", &["syntax"]),
        ("i := 1", &["missing-end"]),
        ("FOR r := 1 TO 5 DO i := 1; END_FOR", &["whole-number"]),
        ("JMP there;", &["unknown-label"]),
        ("i := 1; (* no end", &["unterminated"]),
        ("i := Library.Count; i := other;", &["external", "external"]),
        ("i := most2; a := ruuning;", &["external", "external"]),
    ] {
        assert_eq!(checked(&st(code)), expected, "{code}");
    }
}

#[test]
fn lists_of_step_7_classic_verify() {
    let text = "FUNCTION_BLOCK FB 1\nVAR_INPUT\n go : BOOL ;\nEND_VAR\nBEGIN\nNETWORK\n NOP 0;\nEND_FUNCTION_BLOCK\n\
                DATA_BLOCK DB 20\n FB 1\nBEGIN\nEND_DATA_BLOCK\n\
                FUNCTION FC 1 : VOID\nBEGIN\nNETWORK\n U M 0.0;\n = L 20.0;\n CALL FB 1, DB 20 (\n go := M 1.0);\n\
                AUF DB 20;\n U DBX 0.0;\n = A 4.0;\nEND_FUNCTION\n";
    assert_eq!(checked(&project("a.awl", text)), [""; 0]);
}

#[test]
fn a_place_has_its_line_and_its_column() {
    let project = st("a := TRUE;\n\ti := a;");
    let index = Index::build(&project);
    let found = check(Logic::new(&project, &index));
    let tagbridge_check::DiagnosticPlace::Code { citation, line, column } = &found[0].place else {
        panic!("{found:?}")
    };
    assert_eq!((*line, citation.quote.as_str()), (2, "a"));
    assert!(*column > 5, "{column}");
    assert!(citation.origin.as_ref().is_some_and(|it| it.line > 20), "{citation:?}");
}

fn l5x(rung: &str) -> Project {
    let rung = format!("<Rung Number=\"0\" Type=\"N\"><Text><![CDATA[{rung}]]></Text></Rung>");
    routine("RLL", &format!("<RLLContent>{rung}</RLLContent>"))
}

fn logix_st(line: &str) -> Project {
    let line = format!("<Line Number=\"0\"><![CDATA[{line}]]></Line>");
    routine("ST", &format!("<STContent>{line}</STContent>"))
}

fn routine(kind: &str, content: &str) -> Project {
    project(
        "line.L5X",
        &format!(
            "<RSLogix5000Content><Controller Name=\"C\"><AddOnInstructionDefinitions>\
             <AddOnInstructionDefinition Name=\"Inst\"><Parameters><Parameter Name=\"Data\" TagType=\"Base\" DataType=\"SINT\" \
             Dimensions=\"20\" Usage=\"InOut\" Required=\"true\"/></Parameters><LocalTags><LocalTag Name=\"First\" DataType=\"BOOL\"/>\
             </LocalTags><Routines><Routine Name=\"Logic\" Type=\"RLL\"><RLLContent><Rung Number=\"0\" Type=\"N\"><Text>\
             <![CDATA[XIC(S:FS)OTE(First);]]></Text></Rung></RLLContent></Routine></Routines></AddOnInstructionDefinition>\
             </AddOnInstructionDefinitions><Tags><Tag Name=\"A\" TagType=\"Base\" DataType=\"BOOL\"/>\
             <Tag Name=\"N\" TagType=\"Base\" DataType=\"DINT\"/><Tag Name=\"T\" TagType=\"Base\" DataType=\"TIMER\"/>\
             <Tag Name=\"K\" TagType=\"Base\" DataType=\"DINT\" Constant=\"true\"/>\
             <Tag Name=\"X\" TagType=\"Base\" DataType=\"AXIS_VIRTUAL\"/><Tag Name=\"M\" TagType=\"Base\" DataType=\"MOTION_INSTRUCTION\"/>\
             <Tag Name=\"G\" TagType=\"Base\" DataType=\"DUAL_CHANNEL_INPUT_STOP\"/>\
             <Tag Name=\"Port\" TagType=\"Base\" DataType=\"SERIAL_PORT_CONTROL\"/>\
             <Tag Name=\"Short\" TagType=\"Base\" DataType=\"SINT\" Dimensions=\"10\"/>\
             <Tag Name=\"Long\" TagType=\"Base\" DataType=\"SINT\" Dimensions=\"21\"/>\
             <Tag Name=\"I\" TagType=\"Base\" DataType=\"Inst\"/></Tags><Programs>\
             <Program Name=\"P\" MainRoutineName=\"Main\"><Routines><Routine Name=\"Main\" Type=\"{kind}\">{content}</Routine></Routines>\
             </Program></Programs><Tasks><Task Name=\"T1\" Type=\"CONTINUOUS\"><ScheduledPrograms>\
             <ScheduledProgram Name=\"P\"/></ScheduledPrograms></Task></Tasks></Controller></RSLogix5000Content>"
        ),
    )
}

#[test]
fn rungs_are_checked() {
    for (rung, expected) in [
        ("XIC(A)OTE(A);", &[][..]),
        ("XIC(A)TON(T,?,?);", &[]),
        ("XIC(T.DN)MOV(5,N);", &[]),
        ("XIC(A);", &["no-output"]),
        ("XIC(A)OTE();", &["operand-count"]),
        ("XIC(N)OTE(A);", &["operand-type"]),
        ("XIC(A)MOV(A,N);", &["operand-type"]),
        ("XIC(A)TON(N,?,?);", &["operand-type"]),
        ("XIC(A)ADD(N,1);", &["operand-count"]),
        ("XIC(A)MOV(5,K);", &["constant-written"]),
        ("XIC(B)OTE(A);", &["undeclared"]),
        ("XIC(T.X)OTE(A);", &["no-member"]),
        ("XIC(N.32)OTE(A);", &["bit-too-high"]),
        ("XIC(A)OTX(A);", &["unknown-instruction"]),
        ("XIC(A)JSR(Other,0);", &["unknown-routine"]),
        ("XIC(A)JMP(There);", &["unknown-label"]),
        ("[XIC(A) ,XIO(A) OTE(A);", &["unbalanced"]),
        ("XIC(A)OTE(A", &["unbalanced-end"]),
        // Choices of motion and safety instructions have no declaration.
        (
            "MAM(X,M,0,100,N,Units per sec,50,% of Maximum,50,% of Maximum,S-Curve,1,1,% of Time,Disabled,0,0,None,0,0);",
            &[],
        ),
        ("MCS(X,M,Coordinated Transform,No,100,Units per sec2,Yes,100.0,% of Time);", &[]),
        ("MCPM(X,M,N,1,N,0,Immediate Forward Only);", &[]),
        ("MAM(X,M,0,Missing,N,Units per sec,50,% of Maximum);", &["undeclared"]),
        ("DCS(G,EMERGENCY STOP,EQUIVALENT - ACTIVE HIGH,500,MANUAL,MANUAL,A,A,A,A);", &[]),
        (
            "DCS(G,SAFETY GATE,EQUIVALENT - ACTIVE HIGH,500,AUTOMATIC,AUTOMATIC,A,Gone,A,A);",
            &["undeclared"],
        ),
        ("XIC(A)AWT(0,Long[0],Port,?,?);", &[]),
        // The array may be longer than the parameter.
        ("Inst(I,Long);", &[]),
        ("Inst(I,Short);", &["parameter-type"]),
        ("XIC(A)CPT(N,N*.5);", &[]),
    ] {
        assert_eq!(checked(&l5x(rung)), expected, "{rung}");
    }
    for (line, expected) in [
        ("N := N + .5; N [:=] .25 * N;", &[][..]),
        ("A := N.5;", &[]),
        (
            "MAM(X, M, 1, N, 50, Unitspersec, 50, %ofMaximum, 50, %ofMaximum, 1, 100.0, 100.0, %ofTime, 0, 0, 0, None, 0, 0);",
            &[],
        ),
        ("MAG(X, X, M, 1, Missing, 1, 1, Actual, Real, Disabled, 10, 1);", &["undeclared"]),
    ] {
        assert_eq!(checked(&logix_st(line)), expected, "{line}");
    }
}

#[test]
fn a_content_is_checked_before_it_is_written() {
    let project = l5x("XIC(A)OTE(A);");
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let unit =
        |routine: &str, rung| UnitName { owner: "P".to_owned(), routine: routine.to_owned(), rung };
    let content =
        |rung, text: &str| check_content(logic, &unit("Main", rung), text).map(|it| codes(&it));
    assert_eq!(content(None, "// A comment.\nXIC(A)OTE(A);\nXIC(A)ADD(N,1,N);"), Ok(vec![]));
    assert_eq!(content(Some(0), "XIC(A)OTE(Left);"), Ok(vec!["undeclared".to_owned()]));
    let missing = check_content(logic, &unit("Other", None), "");
    assert_eq!(missing, Err(ContentError::NoUnit { name: "P/Other".to_owned() }));
}

#[test]
fn a_change_may_not_touch_what_is_not_planned_nor_leave_names_undeclared() {
    let (before, after) = (st("i := Library.Count;"), st("i := Library.Count; d := newly;"));
    let (old, new) = (Index::build(&before), Index::build(&after));
    let changed = |allowed: Allowed<'_>| {
        codes(&check_change(Logic::new(&before, &old), Logic::new(&after, &new), allowed))
    };
    assert_eq!(changed(Allowed::All), ["undeclared"]);
    let (motor, line) = (["Motor".to_owned()], ["line".to_owned()]);
    assert_eq!(changed(Allowed::Units(&motor)), ["undeclared", "outside-plan"]);
    assert_eq!(changed(Allowed::Units(&line)), ["undeclared"]);
    let same =
        check_change(Logic::new(&before, &old), Logic::new(&before, &old), Allowed::Units(&[]));
    assert_eq!(codes(&same), Vec::<String>::new());
}

const SCL: &str = "FUNCTION_BLOCK \"Valve\"\nVAR_INPUT\n open : Bool;\nEND_VAR\nVAR_OUTPUT\n q : Bool;\nEND_VAR\n\
    BEGIN\n#q := #open;\nEND_FUNCTION_BLOCK\n";

#[test]
fn scl_is_checked() {
    for (code, expected) in [
        ("#a := #i > 3;", &[][..]),
        ("#a := #missing;", &["undeclared"]),
        ("#i := #d;", &["assign"]),
        ("#d := #i;", &[]),
        ("#v(open := #a, q => #a);", &[]),
        ("#v(open := #i);", &["parameter-type"]),
        ("#v(opne := #a);", &["no-parameter"]),
        ("#v(q := #a);", &["parameter-way"]),
        ("#i := #arr[4];", &["out-of-bounds"]),
        ("#a := #w.%X16;", &["bit-too-high"]),
        ("IF #a THEN #i := 1; END_IF", &["missing-end"]),
        ("#a := \"Other\".value;", &["external"]),
    ] {
        let text = format!(
            "{SCL}FUNCTION_BLOCK \"Line\"\nVAR\n a : Bool; i : Int; d : DInt; w : Word; v : \"Valve\";\n\
             arr : Array[0..3] of Int;\nEND_VAR\nBEGIN\n{code}\nEND_FUNCTION_BLOCK\n"
        );
        assert_eq!(checked(&project("line.scl", &text)), expected, "{code}");
    }
}

/// A source may omit the inputs that the operating system gives to an organization block.
#[test]
fn an_organization_block_has_the_inputs_of_its_class() {
    for (block, input, expected) in [
        ("OB 40", "LADDR", &[][..]),
        ("OB 40", "Event_Count", &["undeclared"]),
        ("OB 30", "Event_Count", &[]),
        ("OB 30", "LADDR", &["undeclared"]),
        ("OB 122", "Csg_Prio", &[]),
        ("OB 1", "initial_call", &[]),
        // A block without a number may be of each class.
        ("\"Cut\"", "LADDR", &[]),
        ("\"Cut\"", "Missing", &["undeclared"]),
    ] {
        let text = format!(
            "ORGANIZATION_BLOCK {block}\nVAR_TEMP\n w : Word; x : DInt;\nEND_VAR\nBEGIN\n\
             IF #{input} = 0 THEN #x := 1; END_IF;\nEND_ORGANIZATION_BLOCK\n"
        );
        assert_eq!(checked(&project("cut.scl", &text)), expected, "{text}");
    }
}
