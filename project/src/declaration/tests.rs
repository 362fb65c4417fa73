//! Tests with small declarations and their outlines.

use super::*;

/// One line for each variable: `name : type [:= initial] [// comment]`.
fn outline(variables: &[Variable]) -> String {
    let line = |variable: &Variable| {
        let kind = variable.type_expr.as_ref().map_or_else(|| "-".to_owned(), spell);
        let at = variable.at.as_ref().map(|it| format!(" @{it}")).unwrap_or_default();
        let initial = variable.initial.as_ref().map(|it| format!(" = {it}")).unwrap_or_default();
        let comment = variable.comment.as_ref().map(|it| format!(" // {it}")).unwrap_or_default();
        format!("{}{at}: {kind}{initial}{comment}", variable.name)
    };
    variables.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn spell(expr: &TypeExpr) -> String {
    match expr {
        TypeExpr::Named { name, quoted, length } => {
            let quote = if *quoted { "\"" } else { "" };
            let length = length.as_ref().map(|it| format!("[{it}]")).unwrap_or_default();
            format!("{quote}{name}{quote}{length}")
        }
        TypeExpr::Array { bounds, of } => {
            let bounds: Vec<_> = bounds.iter().map(|b| format!("{}..{}", b.low, b.high)).collect();
            format!("[{}]{}", bounds.join(","), spell(of))
        }
        TypeExpr::Structure(members) => format!("{{{}}}", outline(members).replace('\n', "; ")),
        TypeExpr::Union(members) => format!("U{{{}}}", outline(members).replace('\n', "; ")),
        TypeExpr::Enumeration { values, base } => {
            let values: Vec<_> = values
                .iter()
                .map(|it| format!("{}={}", it.name, it.number.as_deref().unwrap_or("?")))
                .collect();
            format!("({}){}", values.join(","), base.as_deref().unwrap_or(""))
        }
        TypeExpr::Reference(text) => format!("&{text}"),
    }
}

fn check(dialect: Dialect, text: &str, expected: &str) {
    let section = format!("VAR\n{text}\nEND_VAR");
    let mut cursor = Cursor::new(&section, dialect);
    let found = cursor.section(&[]).map(|it| outline(&it.variables));
    assert_eq!(found.as_deref(), Some(expected), "{text}");
    assert_eq!(cursor.problems, [], "{text}");
}

#[test]
fn variables_of_siemens_sources() {
    let check = |text, expected| check(Dialect::Siemens, text, expected);
    check("a : Int;", "a: Int");
    check("\"a b\" : Int := 5;   // of it", "a b: Int = 5 // of it");
    check("a { S7_SetPoint := 'True'} : Real := 1.5;", "a: Real = 1.5");
    check("a {InstructionName := 'TON'; LibVersion := '1.0'} : TON;", "a: TON");
    check("a : \"Motor\";", "a: \"Motor\"");
    check("a : _.Motor;", "a: \"Motor\"");
    check("a : String[20] := 'it''s; $'so';", "a: String[20] = 'it''s; $'so'");
    check("a : Array[0..#UNITS, -1..1] of Real;", "a: [0..#UNITS,-1..1]Real");
    check("a : Array[*] of WString;", "a: [..]WString");
    check("a AT b : Word;", "a @b: Word");
    check("End_Position : Real; b : Int;", "End_Position: Real\nb: Int");
    check("a : Struct   // all\n b : Bool; // one\nEND_STRUCT;", "a: {b: Bool // one} // all");
    check("a : Ref_To \"X\";", "a: &Ref_To \"X\"");
    check("a : Time := T#1s; b : FB 5;", "a: Time = T#1s\nb: FB5");
    check("Limit := 0.0; // low", "Limit: - = 0.0 // low");
    check("\"! #$%&'()*+,-./:;<=>?@[]^_`{|}~\" : Bool;", "! #$%&'()*+,-./:;<=>?@[]^_`{|}~: Bool");
    check("(* above *)\na : Int;\n\n// far\n\nb : Int;", "a: Int // above\nb: Int");
}

#[test]
fn variables_of_codesys() {
    let check = |text, expected| check(Dialect::Codesys, text, expected);
    check("a, b : INT := 5; // of both", "a: INT = 5 // of both\nb: INT = 5 // of both");
    check("a AT %IX0.0 : BOOL;", "a @%IX0.0: BOOL");
    check("a AT %I* : BOOL;", "a @%I*: BOOL");
    check("end_time : TIME; a : END_STATE; b : INT;", "end_time: TIME\na: END_STATE\nb: INT");
    check("a : STRING(80) := \"wide; $\" \";", "a: STRING[80] = \"wide; $\" \"");
    check("a : STRING(GVL.MAX);", "a: STRING[GVL.MAX]");
    check("a : INT(0..100) := 5;", "a: INT = 5");
    check("fb : FB_Motor(speed := 5, name := 'x');", "fb: FB_Motor = (speed := 5, name := 'x')");
    check("s : ST := (a := 1, b := [3(0)]);", "s: ST = (a := 1, b := [3(0)])");
    check("p : POINTER TO ARRAY [0..9] OF  BYTE;", "p: &POINTER TO ARRAY [0..9] OF BYTE");
    check("e : (Idle, Busy := 5) := Idle;", "e: (Idle=?,Busy=5) = Idle");
    check("a : ARRAY[0..1] OF ARRAY[2..3] OF Lib.T;", "a: [0..1][2..3]Lib.T");
    check("{attribute 'symbol' := 'read'}\n// above\na : INT;", "a: INT // above");
    check("(* out (* nested *) *) a : INT;", "a: INT // out (* nested *)");
    check("(* not (* nested *) a : INT;", "a: INT // not (* nested");
}

#[test]
fn units() {
    let text = "{attribute 'reflection'}\n// A motor\nFUNCTION_BLOCK ABSTRACT FB_M EXTENDS Lib.FB_D \
                IMPLEMENTS I_A, I_B\nVAR_INPUT RETAIN\na : INT;\nEND_VAR\nVAR CONSTANT\nN : INT := \
                3;\nEND_VAR\nbody := 5;";
    let unit = unit(text, Dialect::Codesys);
    assert_eq!(unit.comment.as_deref(), Some("A motor"));
    let head = unit.head.expect("a head");
    assert_eq!(
        (head.keyword.as_str(), head.name.as_str(), head.modifiers),
        ("FUNCTION_BLOCK", "FB_M", vec!["ABSTRACT".to_owned()])
    );
    assert_eq!((head.extends, head.implements), (names(&["Lib.FB_D"]), names(&["I_A", "I_B"])));
    assert_eq!(unit.sections.len(), 2);
    assert!(unit.sections[1].is_constant());
    assert_eq!(unit.problems, []);
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn types() {
    let check = |text: &str, expected: &str| {
        let unit = unit(text, Dialect::Codesys);
        let found: Vec<_> =
            unit.types.iter().map(|it| format!("{}: {}", it.name, spell(&it.expr))).collect();
        assert_eq!(found.join("\n"), expected, "{text}");
        assert_eq!(unit.problems, [], "{text}");
    };
    check("TYPE S EXTENDS T :\nSTRUCT\n a : INT;\nEND_STRUCT\nEND_TYPE", "S: {a: INT}");
    check("TYPE U : UNION a : INT; b : REAL; END_UNION END_TYPE", "U: U{a: INT; b: REAL}");
    check("TYPE E :\n(\n A := 0, // first\n B\n) UINT := B;\nEND_TYPE", "E: (A=0,B=?)UINT");
    check("TYPE A : ARRAY[0..3] OF INT; B : REAL := 1.0; END_TYPE", "A: [0..3]INT\nB: REAL");
}

#[test]
fn what_is_broken_is_noted_and_the_rest_is_read() {
    let check = |text: &str, found: &str, problem: &str| {
        let mut cursor = Cursor::new(text, Dialect::Siemens);
        let outline = cursor.section(&[]).map(|it| outline(&it.variables));
        assert_eq!(outline.as_deref(), Some(found), "{text}");
        let problems: Vec<_> =
            cursor.problems.iter().map(|it| format!("{}: {}", it.line, it.what)).collect();
        assert!(problems.join("\n").contains(problem), "{text}: {problems:?}");
    };
    check("VAR a : Int;", "a: Int", "1: END_VAR is missing before the end of the text");
    check(
        "VAR\na Int;\nb : Int;\nEND_VAR",
        "a: -\nb: Int",
        "2: `a` needs `:` and a type, but `Int` was found",
    );
    check(
        "VAR\na : ;\nb : Int;\nEND_VAR",
        "a: -\nb: Int",
        "2: a type's name is missing before `;`",
    );
    check("VAR a : Array[0..3 of Int;\nb : Int; END_VAR", "a: -\nb: Int", "bounds end with `] of`");
    check("VAR a : Int b : Int; END_VAR", "a: Int\nb: Int", "`a` needs `;` before `b`");
    check("VAR ) ] : = END_VAR", "?: -", "a variable's name is missing before `)`");
    check("VAR a : Struct b : Int; END_VAR", "a: {b: Int}", "END_STRUCT is missing");
    let deep = format!("VAR {} END_VAR", "a : Struct ".repeat(5000));
    let mut cursor = Cursor::new(&deep, Dialect::Siemens);
    cursor.section(&[]);
    assert!(cursor.problems.iter().any(|it| it.what.to_string().contains("deeper than 32 levels")));
}

#[test]
fn bounds_and_lengths_come_from_constants() {
    let text = "VAR a : Array[0..#N] of String[N]; b : Array[1..M] of Int; c : String[M]; END_VAR";
    let section = Cursor::new(text, Dialect::Siemens).section(&[]).expect("a section");
    let seven = |name: &str| (name == "N").then_some(7);
    let mut lowering = Lowering::new(Dialect::Siemens, &seven);
    let members: Vec<_> =
        section.variables.iter().map(|variable| lowering.member(variable, None)).collect();
    assert_eq!(members[0].type_use.dimensions[0].high, 7);
    assert_eq!(members[0].type_use.length, Some(7));
    assert_eq!(members[1].type_use.dimensions[0].count(), 0);
    assert_eq!(members[2].type_use, crate::TypeUse::scalar("String[M]"), "no text of 254");
    assert_eq!(lowering.unresolved, ["1..M", "M"]);
}
