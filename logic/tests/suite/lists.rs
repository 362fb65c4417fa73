//! The effects of statement lists and GRAPH sequences of S7.

use tagbridge_logic::{Certainty, Index};
use tagbridge_project::{Body, Language, Project, Source, SourceFile, read};

use crate::{
    golden::check,
    samples,
    text_lowering::{project, statements},
};

fn awl(body: &str) -> Project {
    project(
        "a.awl",
        &format!(
            "FUNCTION_BLOCK \"G\"\nVAR_INPUT\n in : Bool;\nEND_VAR\nVAR_OUTPUT\n out : Bool;\nEND_VAR\n\
             BEGIN\nNETWORK\nTITLE =\nEND_FUNCTION_BLOCK\n\
             FUNCTION_BLOCK \"F\"\nVAR_INPUT\n a : Bool;\n b : Bool;\n c : Bool;\n n : Int;\n\
             END_VAR\nVAR\n x : Bool;\n y : Bool;\n m : Int;\n g : \"G\";\nEND_VAR\nBEGIN\nNETWORK\n\
             TITLE =\n{body}\nEND_FUNCTION_BLOCK\n"
        ),
    )
}

#[test]
fn the_result_of_logic_operation_is_a_condition() {
    for (body, expected) in [
        ("A #a; AN #b; = #x;", &["TRUE -> F#x Follow F#a AND NOT F#b"][..]),
        ("U #a; U #b; O; UN #c; = #x;", &["TRUE -> F#x Follow F#a AND F#b OR NOT F#c"]),
        (
            "O #a; O #b; O #c; = #x; = #y;",
            &["TRUE -> F#x Follow F#a OR F#b OR F#c", "TRUE -> F#y Follow F#a OR F#b OR F#c"],
        ),
        (
            "A( ; O #a; O #b; ) ; A #c; S #x; A #b; R #x;",
            &["(F#a OR F#b) AND F#c -> F#x Latch TRUE", "F#b -> F#x Unlatch FALSE"],
        ),
        ("X #a; X #b; NOT; = #x;", &["TRUE -> F#x Follow NOT (F#a XOR F#b)"]),
        ("A #a; FP #y; = #x;", &["TRUE -> F#y Follow F#a", "TRUE -> F#x Follow RISING(F#a)"]),
        (
            "L #n; L 5; >I; A #a; = #x; L #n; + 3; T #m;",
            &["TRUE -> F#x Follow F#n > 5 AND F#a", "TRUE -> F#m Store F#n + 3"],
        ),
        ("L #n; SLW 4; T #m;", &["TRUE -> F#m Store SLW(F#n, 4)"]),
        ("L 3; L #n; SSI; T #m;", &["TRUE -> F#m Store SSI(F#n, 3)"]),
        ("= #x;", &["TRUE -> F#x Follow ?the result of logic operation"]),
        ("SET; = #x; CLR; = #y;", &["TRUE -> F#x Follow TRUE", "TRUE -> F#y Follow FALSE"]),
    ] {
        let found = statements(&awl(body));
        assert_eq!(found.len(), expected.len(), "{body}: {found:?}");
        for (found, expected) in found.iter().zip(expected) {
            // A name keeps its first spelling, which can be that of an operation.
            assert_eq!(found.to_lowercase(), expected.to_lowercase(), "{body}");
        }
    }
}

/// The same list as SimaticML stores it: a token and an operand for each statement.
fn simaticml(statements: &[(&str, &str)]) -> Project {
    let member = |it: &str, kind: &str| format!("<Member Name=\"{it}\" Datatype=\"{kind}\"/>");
    let bits: String = ["a", "b", "c", "x", "y"].iter().map(|it| member(it, "Bool")).collect();
    let members = bits + &member("n", "Int") + &member("m", "Int");
    let operand = |it: &str| match it.strip_prefix('#') {
        _ if it.is_empty() || it.starts_with('<') => it.to_owned(),
        Some(name) => format!(
            "<Access Scope=\"LocalVariable\"><Symbol><Component Name=\"{name}\"/></Symbol></Access>"
        ),
        None => format!(
            "<Access Scope=\"LiteralConstant\"><Constant><ConstantValue>{it}</ConstantValue>\
             </Constant></Access>"
        ),
    };
    let statement = |(token, it): &(&str, &str)| {
        format!("<StlStatement><StlToken Text=\"{token}\"/>{}</StlStatement>", operand(it))
    };
    let list: String = statements.iter().map(statement).collect();
    project(
        "F.xml",
        &format!(
            "<Document><SW.Blocks.FB ID=\"0\"><AttributeList><Interface><Sections><Section Name=\"Static\">\
             {members}</Section></Sections></Interface><Name>F</Name><ProgrammingLanguage>STL\
             </ProgrammingLanguage></AttributeList><ObjectList><SW.Blocks.CompileUnit ID=\"1\">\
             <AttributeList><NetworkSource><StatementList>{list}</StatementList></NetworkSource>\
             <ProgrammingLanguage>STL</ProgrammingLanguage></AttributeList></SW.Blocks.CompileUnit>\
             </ObjectList></SW.Blocks.FB></Document>"
        ),
    )
}

#[test]
fn a_list_of_simaticml_does_what_the_same_source_does() {
    const REMARK: &str = "<LineComment><Text>one\nA #c; = #y</Text></LineComment>";
    const CALL: &str = "<Access Scope=\"Call\"><CallInfo Name=\"G\"><Instance Scope=\"LocalVariable\">\
        <Component Name=\"g\"/></Instance><Parameter Name=\"in\"><Access Scope=\"LocalVariable\"><Symbol>\
        <Component Name=\"a\"/></Symbol></Access></Parameter></CallInfo></Access>";
    let (list, source): (&[(&str, &str)], _) = (
        &[
            ("A_BRACK", ""),
            ("O", "#a"),
            ("ON", "#b"),
            ("BRACKET", ""),
            ("COMMENT", REMARK),
            ("A", "#c"),
            ("Assign", "#x"),
            ("L", "#n"),
            ("L", "5"),
            ("GT_I", ""),
            ("Rise", "#y"),
            ("S", "#x"),
            ("L", "#n"),
            ("ADD_I", ""),
            ("T", "#m"),
            ("NOP_0", ""),
            ("EMPTY_LINE", ""),
            ("CALL", CALL),
        ],
        "A(; O #a; ON #b; ); A #c; = #x; L #n; L 5; >I; FP #y; S #x; L #n; +I; T #m; NOP 0; \
         CALL \"G\", #g (in := #a);",
    );
    let (list, source) = (statements(&simaticml(list)), statements(&awl(source)));
    let known = |all: Vec<String>| all.into_iter().filter(|it| !it.contains("UnknownCallee"));
    assert!(known(list.clone()).eq(known(source.clone())), "{list:?} {source:?}");
    assert!(list.iter().any(|it| it.contains("call FunctionBlock")), "{list:?}");
}

#[test]
fn an_address_lies_in_the_block_that_was_opened_last() {
    for (body, expected) in [
        ("AUF DB 5; L 1; T DBW 2;", &["%DB5.DBW2"][..]),
        // An address with a block opens this block.
        ("AUF DB 5; L DB10.DBW 0; T DBW 2;", &["%DB10.DBW2"]),
        ("AUF DB 5; L 1; T DB10.DBW 0; T DBW 2;", &["%DB10.DBW0", "%DB10.DBW2"]),
        ("AUF DB 5; L \"Other\".a; T DBW 2;", &["\"Other\".%DBW2"]),
        ("AUF \"Other\"; L 1; T DBW 2;", &["\"Other\".%DBW2"]),
        // All ways to a label have opened the same block.
        ("AUF DB 5; U #a; SPB m1; L 1; T DBW 0; m1: L 2; T DBW 4;", &["%DB5.DBW0", "%DB5.DBW4"]),
        ("AUF DB 5; m1: L 1; T DBW 0; U #a; SPB m1; L 2; T DBW 4;", &["%DB5.DBW0", "%DB5.DBW4"]),
        ("U #a; SPB m1; AUF DB 5; SPA m2; m1: AUF DB 5; m2: L 1; T DBW 0;", &["%DB5.DBW0"]),
        // A block that ends opens the blocks of its caller again; an argument can open another.
        ("AUF DB 5; UC \"G\"; L 1; T DBW 0;", &["%DB5.DBW0"]),
        ("AUF DB 5; CALL #g; L 1; T DBW 0;", &["%DB5.DBW0"]),
        // The block of an instance has a separate register.
        ("AUF DB 5; AUF DI 10; L 1; T DBW 4; T DIW 6;", &["%DB5.DBW4", "%DB10.DBW6"]),
        ("AUF DB 5; AUF DI 10; TDB; L 1; T DBW 4; T DIW 6;", &["%DB10.DBW4", "%DB5.DBW6"]),
        ("AUF DI 10; AUF DB 5; SET; = DIX 0.1; = DBX 0.1;", &["%DB10.DBX0.1", "%DB5.DBX0.1"]),
        // The block of an instance is not open.
        ("AUF DB 5; L 1; T DIW 6;", &["%DIW6"]),
        ("AUF DB 5; CALL #g (in := DB7.DBX 0.0, out := #x); L 1; T DBW 0;", &["%DBW0"]),
    ] {
        let found = statements(&awl(body));
        let assigned = found.iter().filter(|it| it.contains(" Store ") || it.contains(" Follow "));
        let target = |it: &String| Some(it.split(" -> ").nth(1)?.split(' ').next()?.to_owned());
        let written: Vec<String> = assigned.filter_map(target).collect();
        assert_eq!(written, expected, "{body}: {found:?}");
    }
}

#[test]
fn an_address_may_lie_in_each_block_that_may_be_open() {
    let project = awl("U #a; SPB m1; AUF DB 5; SPA m2; m1: AUF DB 10; m2: L DBW 0; T #m; T DBW 2;");
    let index = Index::build(&project);
    let uses = |name: &str| {
        let place = index.places.ids().find(|it| index.places.text(*it, &index.names) == name);
        let uses = index.refs_to(place.unwrap_or_else(|| panic!("no {name}")));
        uses.iter().map(|at| index.reference(*at).certainty).collect::<Vec<_>>()
    };
    for name in ["%DB5.DBW0", "%DB10.DBW0", "%DB5.DBW2", "%DB10.DBW2"] {
        assert_eq!(uses(name), [Certainty::Unknown], "{name}");
    }
}

#[test]
fn the_accumulator_is_the_number_of_a_jump_in_a_list() {
    let found = statements(&awl(
        "L #n; SPL m3; SPA m1; SPA m2; m3: SET; = #x; BEA; m1: SET; = #y; BEA; m2: CLR; = #y;",
    ));
    let of = |effect: &str| -> Vec<&String> {
        found.iter().filter(|it| it.to_lowercase().contains(effect)).collect()
    };
    let end = of("f#x follow");
    assert!(end.len() == 1 && end[0].contains("= 0") && end[0].contains("= 1"), "{found:?}");
    let first = of("f#y follow true");
    assert!(
        first.len() == 1 && first[0].contains("= 0") && !first[0].starts_with("FALSE"),
        "{found:?}"
    );
}

#[test]
fn arguments_have_the_addresses_of_lists() {
    let project = awl("AUF DB 5; CALL \"G\", DB 20 (\n in := M 1.0,\n out := DBX 2.1 );");
    let index = Index::build(&project);
    assert!(index.opaque().is_empty(), "{:?}", index.opaque());
    let named: Vec<String> =
        index.places.ids().map(|it| index.places.text(it, &index.names)).collect();
    for name in ["%M1.0", "%DB5.DBX2.1", "\"DB20\""] {
        assert!(named.iter().any(|it| it == name), "{name}: {named:?}");
    }
}

#[test]
fn jumps_guard_what_they_pass_and_labels_forget() {
    let found = statements(&awl("A #a; JC M1; A #b; = #x; BEU; M1: A #c; = #y;"));
    let expected = [
        "f#a -> jump(some(nameid(",
        "not f#a -> f#x follow f#b",
        "not f#a -> return",
        "f#a -> label(nameid(",
        "f#a -> f#y follow f#c",
    ];
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.to_lowercase().starts_with(expected), "{found}");
    }
    let found = statements(&awl("M1: A #a; = #x; A #b; JC M1; A #c; = #y;"));
    assert!(found[1].ends_with("repeated") && !found[3].ends_with("repeated"), "{found:?}");
}

#[test]
fn addresses_timers_and_calls_are_understood() {
    for (body, expected) in [
        ("U E 0.0; = A 4.1;", &["TRUE -> %Q4.1 Follow %I0.0"][..]),
        ("A #a; L S5T#2S; SD T 5; A T 5; = #x;", &["TRUE -> run %T5", "TRUE -> F#x Follow %T5"]),
        ("OPN DB 7; A DBX 0.1; = #x;", &["TRUE -> F#x Follow %DB7.DBX0.1"]),
        (
            "CALL \"G\", \"Unknown_DB\" (\n in := #a,\n out := #x );",
            &["TRUE -> call FunctionBlock"],
        ),
        ("CALL #g (\n in := #a, // it\n out := #x\n);", &["TRUE -> call FunctionBlock"]),
        ("A #a; CC \"G\";", &["F#a -> call Function"]),
        ("L MW [MD 10]; T #m;", &["TRUE -> F#m Store ?a computed address"]),
        ("WHAT #a;", &["TRUE -> UnknownInstruction(NameId("]),
    ] {
        let found = statements(&awl(body));
        assert_eq!(found.len(), expected.len(), "{body}: {found:?}");
        for (found, expected) in found.iter().zip(expected) {
            let (found, expected) = (found.to_lowercase(), expected.to_lowercase());
            assert!(found.starts_with(&expected), "{body}: {found}");
        }
    }
    let project = awl("CALL #g (\n in := #a,\n out := #x\n);");
    let index = Index::build(&project);
    let modes: Vec<String> = index
        .units()
        .flat_map(|(id, _)| index.refs_of(id))
        .map(|it| {
            let name = index.places.text(it.place, &index.names);
            format!("{name} {:?}", it.mode)
        })
        .collect();
    assert_eq!(modes, ["F#G Both", "F#a Read", "F#x Write"]);
}

#[test]
fn lists_of_the_samples_are_understood_and_cover_their_text() {
    let Some(root) = samples::root() else { return };
    let mut operations = 0;
    for name in ["Bool2.awl", "Function_Call.awl", "Multiple_Elements.awl", "Var_Declaration.awl"] {
        let path = root.join("siemens/diffblue__cbmc").join(name);
        let source = Source::open(&path).expect("a sample");
        let project = read(&source).expect("a project");
        for routine in &project.routines {
            assert_eq!(routine.language, Language::Il);
            let Body::Rungs(rungs) = &routine.body else { continue };
            for rung in rungs {
                // Only blanks and semicolons separate statements.
                let mut end = 0;
                for line in rung.list.iter().flatten() {
                    let between = &rung.text[end..line.span.start as usize];
                    assert!(between.chars().all(|c| c.is_whitespace() || c == ';'), "{between}");
                    end = line.span.end as usize;
                    operations += 1;
                }
            }
        }
        let index = Index::build(&project);
        let unknown = |reason: &tagbridge_logic::OpaqueReason| {
            !matches!(reason, tagbridge_logic::OpaqueReason::UnknownCallee(_))
        };
        let not_understood: Vec<_> =
            index.opaque().iter().filter(|opaque| unknown(&opaque.reason)).collect();
        assert!(not_understood.is_empty(), "{name}: {not_understood:?}");
    }
    assert_eq!(operations, 6);
}

#[test]
fn hostile_lists_end() {
    for body in
        ["A( ;".repeat(20_000), "O;".repeat(20_000), "A #a; JC M;".repeat(2_000), "\"".repeat(999)]
    {
        let project = awl(&body);
        let index = Index::build(&project);
        assert!(index.units().count() > 0);
    }
}

#[test]
fn a_sequence_is_as_in_the_golden_files() {
    check(&["GRAPH"], "", 1);
}

#[test]
fn a_sequence_that_is_cut_anywhere_is_no_danger() {
    let parts: Vec<usize> = GRAPH.match_indices('>').map(|(at, _)| at + 1).collect();
    for pair in parts.windows(2) {
        // Without one element.
        let cut = format!("{}{}", &GRAPH[..pair[0]], &GRAPH[pair[1]..]);
        let files = vec![SourceFile { path: "a.xml".to_owned(), bytes: cut.into_bytes() }];
        let source = Source { name: "a.xml".to_owned(), files, hash: String::new() };
        if let Ok(project) = read(&source) {
            Index::build(&project);
        }
    }
}

/// A sequence with a simultaneous branch, a jump, an interlock and permanent operations.
const GRAPH: &str = r#"<Document><SW.Blocks.FB ID="0"><AttributeList><Name>Seq</Name>
<ProgrammingLanguage>GRAPH</ProgrammingLanguage></AttributeList><ObjectList>
<SW.Blocks.CompileUnit ID="1"><AttributeList><NetworkSource><Graph><PreOperations>
<PermanentOperation ProgrammingLanguage="LAD"><FlgNet><Parts><Access Scope="GlobalVariable" UId="1">
<Symbol><Component Name="In"/></Symbol></Access><Access Scope="GlobalVariable" UId="2"><Symbol>
<Component Name="Out"/></Symbol></Access><Part Name="Contact" UId="3"/><Part Name="Coil" UId="4"/>
</Parts><Wires><Wire><Powerrail/><NameCon UId="3" Name="in"/></Wire><Wire><IdentCon UId="1"/>
<NameCon UId="3" Name="operand"/></Wire><Wire><NameCon UId="3" Name="out"/><NameCon UId="4"
Name="in"/></Wire><Wire><IdentCon UId="2"/><NameCon UId="4" Name="operand"/></Wire></Wires></FlgNet>
</PermanentOperation></PreOperations><Sequence><Steps>
<Step Number="1" Init="true" Name="Idle" MaximumStepTime="T#10S"><Actions><Action/></Actions></Step>
<Step Number="2" Name="Left"><Actions><Action Qualifier="N"><Access Scope="GlobalVariable"><Symbol>
<Component Name="Valve"/></Symbol></Access></Action></Actions></Step>
<Step Number="3" Name="Right"><Actions><Action Qualifier="S" Event="S1" Interlock="true">
<Access Scope="GlobalVariable"><Symbol><Component Name="Pump"/></Symbol></Access></Action></Actions>
<Interlocks><Interlock><FlgNet><Parts><Access Scope="GlobalVariable" UId="1"><Symbol>
<Component Name="Safe"/></Symbol></Access><Part Name="Contact" UId="2"/><Part Name="IlCoil" UId="3"/>
</Parts><Wires><Wire><Powerrail/><NameCon UId="2" Name="in"/></Wire><Wire><IdentCon UId="1"/><NameCon
UId="2" Name="operand"/></Wire><Wire><NameCon UId="2" Name="out"/><NameCon UId="3" Name="in"/></Wire>
</Wires></FlgNet></Interlock></Interlocks></Step></Steps><Transitions>
<Transition Number="1" Name="T1"><FlgNet><Parts><Access Scope="GlobalVariable" UId="1"><Symbol>
<Component Name="Go"/></Symbol></Access><Part Name="Contact" UId="2"/><Part Name="TrCoil" UId="3"/>
</Parts><Wires><Wire><Powerrail/><NameCon UId="2" Name="in"/></Wire><Wire><IdentCon UId="1"/><NameCon
UId="2" Name="operand"/></Wire><Wire><NameCon UId="2" Name="out"/><NameCon UId="3" Name="in"/></Wire>
</Wires></FlgNet></Transition><Transition Number="2" Name="T2"><FlgNet><Parts><Part Name="TrCoil"
UId="3"/></Parts><Wires><Wire><Powerrail/><NameCon UId="3" Name="in"/></Wire></Wires></FlgNet>
</Transition></Transitions><Branches><Branch Number="1" Type="SimBegin"/><Branch Number="2"
Type="SimEnd"/></Branches><Connections>
<Connection><NodeFrom><StepRef Number="1"/></NodeFrom><NodeTo><TransitionRef Number="1"/></NodeTo>
<LinkType>Direct</LinkType></Connection>
<Connection><NodeFrom><TransitionRef Number="1"/></NodeFrom><NodeTo><BranchRef Number="1" In="0"/>
</NodeTo><LinkType>Direct</LinkType></Connection>
<Connection><NodeFrom><BranchRef Number="1" Out="0"/></NodeFrom><NodeTo><StepRef Number="2"/></NodeTo>
<LinkType>Direct</LinkType></Connection>
<Connection><NodeFrom><BranchRef Number="1" Out="1"/></NodeFrom><NodeTo><StepRef Number="3"/></NodeTo>
<LinkType>Direct</LinkType></Connection>
<Connection><NodeFrom><StepRef Number="2"/></NodeFrom><NodeTo><BranchRef Number="2"/></NodeTo>
<LinkType>Direct</LinkType></Connection>
<Connection><NodeFrom><StepRef Number="3"/></NodeFrom><NodeTo><BranchRef Number="2"/></NodeTo>
<LinkType>Direct</LinkType></Connection>
<Connection><NodeFrom><BranchRef Number="2"/></NodeFrom><NodeTo><TransitionRef Number="2"/></NodeTo>
<LinkType>Direct</LinkType></Connection>
<Connection><NodeFrom><TransitionRef Number="2"/></NodeFrom><NodeTo><StepRef Number="1"/></NodeTo>
<LinkType>Jump</LinkType></Connection></Connections></Sequence></Graph></NetworkSource>
<ProgrammingLanguage>GRAPH</ProgrammingLanguage></AttributeList></SW.Blocks.CompileUnit></ObjectList>
</SW.Blocks.FB></Document>"#;

#[test]
fn steps_act_while_they_are_active_and_transitions_hand_over() {
    let project = project("a.xml", GRAPH);
    let Body::Rungs(rungs) = &project.routines[0].body else { panic!("rungs") };
    let texts: Vec<&str> = rungs.iter().map(|rung| rung.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "PERMANENT BEFORE: Contact(\"In\")Coil(\"Out\");",
            "STEP 1 (initial)\nTIMES maximum T#10S",
            "STEP 2\nN \"Valve\";",
            "STEP 3\nINTERLOCK: Contact(\"Safe\")IlCoil();\nS1 SC \"Pump\";",
            "FROM step 1 TO step 2, step 3: Contact(\"Go\")TrCoil();",
            "FROM step 2, step 3 TO step 1 (jump): TrCoil();",
        ]
    );
    assert_eq!(
        statements(&project),
        [
            "TRUE -> \"Out\" Follow \"In\"",
            "TRUE -> \"Valve\" Follow Seq#Left.X",
            "rising(Seq#Right.X) AND \"Safe\" -> \"Pump\" Latch TRUE",
            "Seq#Idle.X AND \"Go\" -> Seq#Idle.X Unlatch FALSE",
            "Seq#Idle.X AND \"Go\" -> Seq#Left.X Latch TRUE",
            "Seq#Idle.X AND \"Go\" -> Seq#Right.X Latch TRUE",
            "Seq#Left.X AND Seq#Right.X -> Seq#Left.X Unlatch FALSE",
            "Seq#Left.X AND Seq#Right.X -> Seq#Right.X Unlatch FALSE",
            "Seq#Left.X AND Seq#Right.X -> Seq#Idle.X Latch TRUE",
        ]
    );
}

#[test]
fn what_an_action_waits_for_is_told_by_its_step() {
    let action = |event: &str| {
        let part = "<Action Qualifier=\"S\" Event=\"S1\" Interlock=\"true\">";
        let other = format!("<Action Qualifier=\"S\" Event=\"{event}\">");
        GRAPH.replace(part, &other)
    };
    let supervision = |text: &str| {
        let from = text.find("<Interlocks>").expect("an interlock");
        let to = text.find("</Interlocks>").expect("its end") + "</Interlocks>".len();
        let own = text[from..to].replace("Interlock", "Supervision").replace("IlCoil", "SvCoil");
        text.replacen("</Interlocks>", &format!("</Interlocks>{}", own.replace("Safe", "Slow")), 1)
    };
    let step = "Seq#Right";
    for (event, expected) in [
        ("S0", format!("falling({step}.X)")),
        ("L1", format!("rising({step}.X AND NOT \"Safe\")")),
        ("L0", format!("{step}.X AND rising(\"Safe\")")),
        ("V1", format!("rising({step}.X AND \"Slow\")")),
        ("V0", format!("falling({step}.X AND \"Slow\")")),
        ("A1", format!("{step}.A1")),
        ("R1", format!("{step}.R1")),
    ] {
        let project = project("a.xml", &supervision(&action(event)));
        assert_eq!(statements(&project)[2], format!("{expected} -> \"Pump\" Latch TRUE"));
    }
    // Without a supervision, its event never happens.
    assert_eq!(statements(&project("a.xml", &action("V1")))[2], "FALSE -> \"Pump\" Latch TRUE");
}

#[test]
fn gates_of_function_block_diagrams_are_conditions() {
    let access = |uid: u32, name: &str| {
        format!(
            "<Access Scope=\"LocalVariable\" UId=\"{uid}\"><Symbol><Component Name=\"{name}\"/>\
             </Symbol></Access>"
        )
    };
    let wire = |from: &str, uid: u32, pin: &str| {
        format!("<Wire>{from}<NameCon UId=\"{uid}\" Name=\"{pin}\"/></Wire>")
    };
    let operand = |uid: u32| format!("<IdentCon UId=\"{uid}\"/>");
    let out = |uid: u32| format!("<NameCon UId=\"{uid}\" Name=\"out\"/>");
    let parts = [access(1, "a"), access(2, "b"), access(3, "c"), access(4, "x")].concat();
    let wires = [
        wire(&operand(1), 11, "in1"),
        wire(&operand(2), 11, "in2"),
        wire(&out(11), 12, "in1"),
        wire(&operand(3), 12, "in2"),
        wire(&out(12), 13, "in"),
        wire(&operand(4), 13, "operand"),
    ];
    let text = format!(
        "<Document><SW.Blocks.FC ID=\"0\"><AttributeList><Name>F</Name><ProgrammingLanguage>FBD\
         </ProgrammingLanguage></AttributeList><ObjectList><SW.Blocks.CompileUnit ID=\"1\">\
         <AttributeList><NetworkSource><FlgNet><Parts>{parts}<Part Name=\"A\" UId=\"11\"/><Part \
         Name=\"X\" UId=\"12\"><Negated Name=\"in2\"/></Part><Part Name=\"Coil\" UId=\"13\"/>\
         </Parts><Wires>{}</Wires></FlgNet></NetworkSource><ProgrammingLanguage>FBD\
         </ProgrammingLanguage></AttributeList></SW.Blocks.CompileUnit></ObjectList></SW.Blocks.FC>\
         </Document>",
        wires.concat()
    );
    assert_eq!(
        statements(&project("a.xml", &text)),
        ["TRUE -> F#x Follow F#a AND F#b XOR NOT F#c"]
    );
}

fn il(body: &str) -> Project {
    let variable = |(name, kind): &(&str, &str)| {
        format!("<variable name=\"{name}\"><type><{kind}/></type></variable>")
    };
    let variables = [("a", "BOOL"), ("b", "BOOL"), ("c", "BOOL"), ("x", "BOOL"), ("y", "BOOL")];
    let numbers = [("n", "INT"), ("m", "INT")];
    let variables: String = variables.iter().chain(&numbers).map(variable).collect();
    project(
        "a.xml",
        &format!(
            "<project xmlns=\"http://www.plcopen.org/xml/tc6_0200\"><types><pous><pou name=\"F\" \
             pouType=\"functionBlock\"><interface><localVars>{variables}<variable name=\"t\"><type>\
             <derived name=\"TON\"/></type></variable></localVars></interface><body><IL><xhtml>\
             {body}</xhtml></IL></body></pou></pous></types></project>"
        ),
    )
}

#[test]
fn instruction_lists_of_codesys_are_conditions() {
    for (body, expected) in [
        ("LD a\nANDN b // why\nST x", &["TRUE -> F.x Store F.a AND NOT F.b"][..]),
        (
            "LD a\nAND( b\nOR c\n)\nST x\nSTN y",
            &["TRUE -> F.x Store F.a AND (F.b OR F.c)", "TRUE -> F.y Store NOT F.x"],
        ),
        ("LD a\nOR(\nLD b\nXOR c\n)\nNOT\nS x", &["NOT (F.a OR F.b XOR F.c) -> F.x Latch TRUE"]),
        ("LDN a\nR x", &["NOT F.a -> F.x Unlatch FALSE"]),
        (
            "LD n\nADD 3\nST m\nGT 5\nST x",
            &["TRUE -> F.m Store F.n + 3", "TRUE -> F.x Store F.m > 5"],
        ),
        ("ST x", &["TRUE -> F.x Store ?the current result"]),
    ] {
        let found = statements(&il(body));
        assert_eq!(found, expected, "{body}");
    }
    // Labels and instructions are shown by number.
    let found = |body: &str| -> Vec<String> {
        let shown = statements(&il(body)).into_iter();
        shown.map(|it| it.split("(NameId").next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(
        found("LD a\nJMPC M1\nLD b\nRETCN\nST x\nM1: LD c\nST y\nFOO z"),
        [
            "F.a -> Jump(Some",
            "NOT F.b AND NOT F.a -> Return",
            "NOT F.a AND NOT (NOT F.b AND NOT F.a) -> F.x Store F.b",
            "NOT (NOT F.b AND NOT F.a) -> Label",
            "NOT (NOT F.b AND NOT F.a) -> F.y Store F.c",
            "TRUE -> UnknownInstruction",
        ]
    );
    assert_eq!(
        found("CAL t(IN := a,\n PT := T#5s)\nLD t.Q\nST x"),
        ["TRUE -> run F.t", "TRUE -> F.x Store F.t.Q"]
    );
    assert_eq!(
        found("LD a\n)\nAND(\nLD b\nJMP\nST 5"),
        ["TRUE -> Unparsed", "TRUE -> NotChosen", "TRUE -> Unparsed", "TRUE -> Unparsed"]
    );
    let deep = format!("LD a\n{}ST x", "AND(\n".repeat(100_000));
    assert!(Index::build(&il(&deep)).opaque().len() > 99_000);
    let long = "LD a AND b ".repeat(20_000);
    assert!(!Index::build(&il(&long)).opaque().is_empty());
}
