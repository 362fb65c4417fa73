//! Whole numbers have the width of their types during the execution.

use std::{collections::HashMap, fmt::Write};

use tagbridge_logic::{Index, Logic, expr::Scalar};
use tagbridge_project::{Project, Source, read};
use tagbridge_scan::{Bound, not_executed};

use crate::text_lowering::project;

/// Executes two scans of a project; returns the value of each name.
fn executed(project: &Project, names: &[&str]) -> Vec<Option<Scalar>> {
    let index = Index::build(project);
    let mut code = Bound::new(Logic::new(project, &index));
    let mut values = HashMap::new();
    for _ in 0..2 {
        code.scan(
            100,
            &mut values,
            |values: &HashMap<String, Scalar>, name| values.get(name).cloned(),
            |values, name, value| {
                values.insert(name.to_owned(), value.clone());
            },
        );
    }
    names.iter().map(|name| values.get(*name).cloned()).collect()
}

/// Each row declares a result with its type, computes it, and has the expected value.
fn scl(rows: &[(&str, &str, Scalar)]) -> Project {
    let (mut declared, mut code) = (String::new(), String::new());
    for (at, (kind, expression, _)) in rows.iter().enumerate() {
        writeln!(declared, "r{at} : {kind};").expect("a text");
        writeln!(code, "#r{at} := {expression};").expect("a text");
    }
    let text = format!(
        "FUNCTION_BLOCK \"F\"\n{{ S7_Optimized_Access := 'FALSE' }}\nVAR\ni : Int; u : UInt; b : Byte; \
         w : Word; d : DInt; l : LInt;\n{declared}END_VAR\nBEGIN\n#i := 32767; #u := 5; #b := 16#0F; \
         #w := 16#21; #d := 2147483647; #l := 9223372036854775807;\n{code}END_FUNCTION_BLOCK\n\
         DATA_BLOCK \"D\"\n{{ S7_Optimized_Access := 'FALSE' }}\n\"F\"\nBEGIN\nEND_DATA_BLOCK\n\
         ORGANIZATION_BLOCK \"Main\"\nBEGIN\n\"D\"();\nEND_ORGANIZATION_BLOCK\n"
    );
    project("a.scl", &text)
}

#[test]
fn s7_computes_in_the_widest_type_of_the_operands() {
    let int = Scalar::Int;
    let rows = [
        ("Int", "#i + 1", int(-32_768)),
        ("UInt", "#u - 6", int(65_535)),
        ("DInt", "#d + 1", int(-2_147_483_648)),
        ("LInt", "#l + 1", int(i64::MIN)),
        ("Int", "#i * 2", int(-2)),
        ("DInt", "#i + #d", int(-2_147_450_882)),
        ("Byte", "NOT 16#0F", int(0xF0)),
        ("Byte", "NOT #b", int(0xF0)),
        ("Word", "SHL(IN := #w, N := 12)", int(0x1000)),
        ("Word", "SHL(IN := #w, N := 16)", int(0)),
        ("Word", "SHL(IN := #w, N := 70)", int(0)),
        ("Word", "SHR(IN := #w, N := 70)", int(0)),
        ("Int", "SHR(IN := -#i, N := 20)", int(-1)),
        // Before a value is stored.
        ("Bool", "#i + 1 < 0", Scalar::Bool(true)),
        ("Bool", "(NOT #b) = 16#F0", Scalar::Bool(true)),
        ("DInt", "#i + 1", int(-32_768)),
        ("Int", "DINT_TO_INT(#d)", int(-1)),
        ("Word", "INT_TO_WORD(-#i)", int(0x8001)),
    ];
    let project = scl(&rows);
    let names: Vec<String> = (0..rows.len()).map(|at| format!("\"D\".r{at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for (found, (kind, code, expected)) in executed(&project, &names).iter().zip(&rows) {
        assert_eq!(found.as_ref(), Some(expected), "{kind} := {code}");
    }
}

#[test]
fn logix_computes_in_a_dint_at_least_and_stores_the_lowest_bits() {
    let text = r#"<RSLogix5000Content TargetName="C"><Controller Name="C"><Tags>
<Tag Name="Small" DataType="SINT"/><Tag Name="Whole" DataType="DINT"/><Tag Name="Wide" DataType="BOOL"/>
<Tag Name="Most" DataType="DINT"/><Tag Name="Round" DataType="DINT"/></Tags><Programs>
<Program Name="P" MainRoutineName="R"><Routines><Routine Name="R" Type="RLL"><RLLContent>
<Rung Number="0"><Text>MOV(300,Small);</Text></Rung>
<Rung Number="1"><Text>MOV(2147483647,Most)ADD(Most,1,Whole);</Text></Rung>
<Rung Number="2"><Text>CMP(Small+100&gt;127)OTE(Wide);</Text></Rung>
<Rung Number="3"><Text>MOV(2.5,Round);</Text></Rung>
</RLLContent></Routine></Routines></Program></Programs><Tasks><Task Name="T" Type="CONTINUOUS">
<ScheduledPrograms><ScheduledProgram Name="P"/></ScheduledPrograms></Task></Tasks></Controller>
</RSLogix5000Content>"#;
    let source = Source::of_bytes("a.L5X", text.as_bytes().to_vec()).expect("a source");
    let project = read(&source).expect("a project");
    let found = executed(&project, &["Small", "Whole", "Wide", "Round"]);
    let expected =
        [Scalar::Int(44), Scalar::Int(i32::MIN.into()), Scalar::Bool(true), Scalar::Int(2)];
    assert_eq!(found, expected.map(Some));
}

#[test]
fn codesys_computes_wide_and_stores_the_lowest_bits() {
    let variable = |name: &str, kind: &str| {
        format!("<variable name='{name}'><type><{kind}/></type></variable>")
    };
    let locals = [("n", "USINT"), ("less", "BOOL"), ("b", "BYTE"), ("same", "BOOL")];
    let locals: String = locals.iter().map(|(name, kind)| variable(name, kind)).collect();
    let text = format!(
        "<project xmlns='http://www.plcopen.org/xml/tc6_0200'><types><pous><pou name='P' \
         pouType='program'><interface><localVars>{locals}</localVars></interface><body><ST><xhtml>\
         n := 0;\nless := n - 1 &lt; 0;\nn := n - 1;\nb := 16#0F;\nsame := (NOT b) = 16#F0;\n\
         </xhtml></ST></body></pou></pous></types></project>"
    );
    let found = executed(&project("a.xml", &text), &["P.n", "P.less", "P.same"]);
    let on = Scalar::Bool(true);
    assert_eq!(found, [Scalar::Int(255), on.clone(), on].map(Some));
}

#[test]
fn a_function_whose_value_is_not_computed_is_listed() {
    let project = scl(&[
        ("Word", "ROL(IN := #w, N := 1)", Scalar::Int(0)),
        ("Int", "ABS(#i)", Scalar::Int(0)),
        ("Int", "LIMIT(MN := 0, IN := #i, MX := 5)", Scalar::Int(0)),
        ("DInt", "INT_TO_DINT(#i)", Scalar::Int(0)),
    ]);
    let index = Index::build(&project);
    let found = not_executed(Logic::new(&project, &index));
    assert_eq!(found.keys().collect::<Vec<_>>(), ["ROL"], "{found:?}");
}
