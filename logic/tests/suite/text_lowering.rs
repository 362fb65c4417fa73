//! The effects of structured text, and their conditions.

use std::collections::BTreeMap;

use tagbridge_logic::{Effect, Index, Logic, UseMode, explain::Language, query::Wanted};
use tagbridge_project::{Project, Source, SourceFile, read};

use crate::golden;

pub(crate) fn project(path: &str, text: &str) -> Project {
    let files = vec![SourceFile { path: path.to_owned(), bytes: text.as_bytes().to_vec() }];
    let source = Source { name: path.to_owned(), files, hash: String::new() };
    read(&source).unwrap_or_else(|error| panic!("{error}"))
}

fn scl(body: &str) -> Project {
    project(
        "a.scl",
        &format!(
            "FUNCTION_BLOCK \"F\"\nVAR_INPUT a, b, c : Bool; n : Int; END_VAR\nVAR x, y : Bool; m : \
             Int; t : TON_TIME; END_VAR\nBEGIN\n{body}\nEND_FUNCTION_BLOCK\n"
        ),
    )
}

/// All statements: their conditions and their effects.
pub(crate) fn statements(project: &Project) -> Vec<String> {
    let index = Index::build(project);
    let logic = Logic::new(project, &index);
    let text = |id| index.exprs.text(id, &index.places, &index.names);
    let place = |id| index.places.text(index.reference(id).place, &index.names);
    let mut all = Vec::new();
    for (id, _) in index.units() {
        for (_, statement) in index.statements_of(id) {
            let what = match &statement.effect {
                Effect::Assign { to, value, how } => {
                    format!("{} {how:?} {}", place(*to), text(*value))
                }
                Effect::Run { instance, .. } => {
                    format!("run {}", instance.map(place).unwrap_or_default())
                }
                Effect::Call { how, .. } => format!("call {how:?}"),
                Effect::Opaque(reason) => format!("{reason:?}"),
                other => format!("{other:?}"),
            };
            let looped = if statement.repeated { " repeated" } else { "" };
            let quote = logic.cite(id, statement.span).quote;
            assert!(!quote.is_empty(), "{what} is quoted");
            all.push(format!("{} -> {what}{looped}", text(statement.guard)));
        }
    }
    all
}

#[test]
fn branches_loops_and_leaving_are_conditions() {
    for (body, expected) in [
        ("#x := #a AND NOT #b;", &["TRUE -> F#x Store F#a AND NOT F#b"][..]),
        (
            "IF #a THEN #x := TRUE; ELSIF #b THEN #x := FALSE; ELSE #y := #c; END_IF;",
            &[
                "F#a -> F#x Store TRUE",
                "NOT F#a AND F#b -> F#x Store FALSE",
                "NOT F#a AND NOT F#b -> F#y Store F#c",
            ],
        ),
        (
            "CASE #n OF 1: #m := 5; 2, 4..6: #m := 6; ELSE #m := 0; END_CASE;",
            &[
                "F#n = 1 -> F#m Store 5",
                "F#n = 2 OR F#n >= 4 AND F#n <= 6 -> F#m Store 6",
                "NOT (F#n = 1 OR (F#n = 2 OR F#n >= 4 AND F#n <= 6)) -> F#m Store 0",
            ],
        ),
        ("IF #a THEN RETURN; END_IF; #x := #b;", &["F#a -> Return", "NOT F#a -> F#x Store F#b"]),
        (
            "WHILE #a DO IF #b THEN EXIT; END_IF; #x := #c; END_WHILE; #y := #c;",
            &[
                "F#a AND F#b -> Jump(None) repeated",
                "F#a AND NOT (F#a AND F#b) -> F#x Store F#c repeated",
                "TRUE -> F#y Store F#c",
            ],
        ),
        (
            "#t(IN := #a, PT := T#5s, Q => #x); #m += #n;",
            &["TRUE -> run F#t", "TRUE -> F#x Store F#t.Q", "TRUE -> F#m Store F#m + F#n"],
        ),
        ("#x := := #a; #y := #b;", &["TRUE -> Unparsed", "TRUE -> F#y Store F#b"]),
    ] {
        assert_eq!(statements(&scl(body)), expected, "{body}");
    }
}

#[test]
fn networks_of_codesys_say_what_their_text_says() {
    let text = "<project xmlns=\"http://www.plcopen.org/xml/tc6_0200\"><types><pous><pou name=\"P\" \
         pouType=\"program\"><interface><localVars><variable name=\"a\"><type><BOOL/></type></variable>\
         <variable name=\"x\"><type><BOOL/></type></variable></localVars></interface><body><LD>\
         <leftPowerRail localId=\"1\"/><contact localId=\"2\"><connectionPointIn><connection \
         refLocalId=\"1\"/></connectionPointIn><variable>a</variable></contact><coil localId=\"3\">\
         <connectionPointIn><connection refLocalId=\"2\"/></connectionPointIn><variable>x</variable>\
         </coil></LD></body></pou></pous></types></project>";
    let project = project("plc.xml", text);
    let said = statements(&project);
    assert!(said.iter().any(|it| it.contains("P.x") && it.contains("P.a")), "{said:?}");
}

#[test]
fn step_7_classic_has_addresses_without_a_sign_and_code_without_begin() {
    let text = "FUNCTION_BLOCK FB10\nVAR_INPUT x : INT; END_VAR\nVAR y : INT; v : BOOL; END_VAR\nVAR_TEMP i : INT; \
                END_VAR\nv := M0.0 AND E1.3;\nA4.1 := NOT DB20.D4.0;\ny := EW 256 + PEW256;\nDB20.DW6 := y;\n\
                MW[i] := 3;\nOK := TRUE;\nEND_FUNCTION_BLOCK\n\
                DATA_BLOCK DB20 FB10\nBEGIN\nEND_DATA_BLOCK\n\
                ORGANIZATION_BLOCK OB1\nFB10.DB20(x := 5);\nEND_ORGANIZATION_BLOCK\n";
    let text = text.replace("EW 256", "EW256");
    let project = project("a.scl", &text);
    let found = statements(&project);
    let expected = [
        "TRUE -> FB10#v Store %M0.0 AND %I1.3",
        "TRUE -> %Q4.1 Store NOT %DB20.DBX4.0",
        "TRUE -> FB10#y Store %IW256 + %PIW256",
        "TRUE -> %DB20.DBW6 Store FB10#y",
        "TRUE -> %MW[i] Store 3",
        "TRUE -> call FunctionBlock",
    ];
    assert_eq!(found, expected);
    let index = Index::build(&project);
    let reasons: Vec<_> = index.opaque().iter().map(|it| it.reason).collect();
    assert_eq!(reasons, [tagbridge_logic::OpaqueReason::ComputedAddress]);
    assert_eq!(project.notes, []);
}

#[test]
fn actions_properties_and_parents_of_codesys_are_read() {
    let text = "FUNCTION_BLOCK FB_Base\nVAR PROTECTED\n n : INT;\nEND_VAR\nn := n + 1;\nEND_FUNCTION_BLOCK\n\
                FUNCTION_BLOCK FB_Own EXTENDS FB_Base\nVAR\n a : BOOL;\nEND_VAR\nSUPER^();\n\
                __TRY\n n := 1;\n__CATCH(exc)\n n := 2;\n__ENDTRY\nEND_FUNCTION_BLOCK\n\
                PROPERTY PUBLIC Speed : INT\nGET\nSpeed := n;\nEND_GET\nSET\nn := Speed;\nEND_SET\nEND_PROPERTY\n\
                ACTION Reset:\nn := 0;\nEND_ACTION\n";
    let project = project("plant.st", text);
    let found = statements(&project);
    for expected in [
        "TRUE -> call FunctionBlock",
        "TRUE -> FB_Base.n Store 1",
        "?exc -> FB_Base.n Store 2",
        "TRUE -> FB_Base.n Store FB_Own.Speed",
        "TRUE -> FB_Base.n Store 0",
    ] {
        assert!(found.iter().any(|it| it == expected), "{expected}: {found:#?}");
    }
    assert_eq!(project.notes, []);
}

/// The occurrences of a project: unit, place, use.
fn occurrences(project: &Project, only: &str) -> BTreeMap<(String, String, String), usize> {
    let index = Index::build(project);
    let logic = Logic::new(project, &index);
    let mut all = BTreeMap::new();
    for (id, unit) in index.units() {
        let path = logic.path(unit.routine).to_lowercase();
        if !path.contains(only) {
            continue;
        }
        for reference in index.refs_of(id) {
            let place = index.places.text(reference.place, &index.names).to_lowercase();
            let mode = match reference.mode {
                UseMode::Address => UseMode::Read,
                mode => mode,
            };
            *all.entry((path.clone(), place, format!("{mode:?}"))).or_default() += 1;
        }
    }
    all
}

#[test]
fn one_project_in_two_formats_is_one() {
    let Some(samples) = crate::samples::root() else { return };
    for (left, right, only, least) in [
        (
            "codesys/MichielVanwelsenaere__HomeAutomation.CoDeSys3/HomeAutomation.export",
            "codesys/MichielVanwelsenaere__HomeAutomation.CoDeSys3/HomeAutomation.xml",
            "",
            1_400,
        ),
        (
            "siemens/czarnak_simaticml_v21/Types/Blocks/AnalogInput.xml",
            "siemens/czarnak_simaticsd_v21/Types/Blocks/AnalogInput.s7dcl",
            "analoginput",
            25,
        ),
    ] {
        let one = occurrences(&golden::project(&samples, left), only);
        let other = occurrences(&golden::project(&samples, right), only);
        assert!(one.len() >= least, "{left}: only {}", one.len());
        let differing: Vec<_> = one
            .iter()
            .filter(|(key, count)| other.get(key) != Some(count))
            .chain(other.iter().filter(|(key, count)| one.get(key) != Some(count)))
            .take(10)
            .collect();
        assert!(differing.is_empty(), "{left}: {differing:?}");
    }
}

#[test]
fn a_timer_that_a_text_calls_runs_by_its_input() {
    let said = |body: &str| -> Vec<String> {
        let project = scl(body);
        let index = Index::build(&project);
        let logic = Logic::new(&project, &index);
        let (unit, _) = index.units().next().expect("a unit");
        let rows = logic.explain(unit).rows;
        rows.iter().map(|row| logic.sentence(row, Language::English)).collect()
    };
    assert_eq!(
        said("#t(IN := #a AND NOT #b, PT := T#5s);"),
        ["Timer #t (TON_TIME) runs while #a is on and #b is off."]
    );
    assert_eq!(
        said("IF #c THEN #t(IN := #a, PT := T#5s); END_IF;"),
        ["#t is called when #c is on."]
    );
}

#[test]
fn scl_is_read_as_libraries_of_siemens_write_it() {
    let read = |body: &str| {
        let project = scl(body);
        let index = Index::build(&project);
        let unclear: Vec<_> = index.opaque().iter().map(|it| it.reason).collect();
        (statements(&project), unclear)
    };
    let (all, unclear) = read("ENO := TRUE; #x := #a;");
    assert_eq!((all, unclear.len()), (vec!["TRUE -> F#x Store F#a".to_owned()], 0));
    let (all, unclear) = read("#m := #n := 5;");
    let stored = ["TRUE -> F#m Store 5", "TRUE -> F#n Store 5"];
    assert_eq!((all, unclear.len()), (stored.map(str::to_owned).to_vec(), 0));
    let (all, unclear) = read("#t.TON(IN := #a, PT := T#2s, Q => #x);");
    let timed = ["TRUE -> run F#t", "TRUE -> F#x Store F#t.Q"];
    assert_eq!((all, unclear.len()), (timed.map(str::to_owned).to_vec(), 0));
    let (all, unclear) = read("IF #a THEN RESET_TIMER(#t); END_IF;");
    assert_eq!((all, unclear.len()), (vec!["F#a -> run ".to_owned()], 0));
    let (all, _) = read(
        "IF #a THEN POKE_BOOL(area := 16#84, dbNumber := 201, byteOffset := 2, \
                         bitOffset := 3, value := TRUE); END_IF;",
    );
    assert_eq!(all, ["F#a -> run "]);
}

#[test]
fn values_of_an_enumeration_without_a_name_are_those_of_its_unit() {
    let text = "PROGRAM PLC_PRG\nVAR\n Mode : (Off, On := 5, Auto) := Auto;\n x : INT;\nEND_VAR\n\
                IF Mode = On THEN Mode := Auto; END_IF\nEND_PROGRAM\n\
                FUNCTION_BLOCK FB\nVAR\n Mode : (Auto, On);\nEND_VAR\n\
                IF Mode = On THEN Mode := Auto; END_IF\nEND_FUNCTION_BLOCK\n";
    let project = project("a.st", text);
    let expected = ["PLC_PRG.Mode = 5 -> PLC_PRG.Mode Store 6", "FB.Mode = 1 -> FB.Mode Store 0"];
    assert_eq!(statements(&project), expected);
    let index = Index::build(&project);
    assert_eq!(index.opaque().len(), 0);
}

#[test]
fn a_variable_that_a_pragma_names_is_reached_and_neither_read_nor_written() {
    let text = "VAR_GLOBAL\n  Limit : INT;\n  Idle : INT;\nEND_VAR\n\
                {attribute 'pin_presentation_order_inputs' := 'B, A, *'}\nFUNCTION_BLOCK FB_Base\n\
                VAR_INPUT\n  A : BOOL;\n  B : BOOL;\nEND_VAR\nVAR\n  \
                {attribute 'is_connected' := 'A'}\n  HasA : BOOL;\n  Own : BOOL;\nEND_VAR\n\
                METHOD Check : BOOL\n{IF defined (variable: Own)}\nCheck := TRUE;\n{END_IF}\nEND_METHOD\n\
                END_FUNCTION_BLOCK\n\
                FUNCTION_BLOCK FB_Motor EXTENDS FB_Base\nVAR\nEND_VAR\n\n\
                {IF hastype (variable: b, BOOL) AND defined (variable: limit)}\n;\n{END_IF}\n\
                END_FUNCTION_BLOCK\n";
    let project = project("GVL.st", text);
    let index = Index::build(&project);
    let named = |name: &str| {
        let (index, place) = index.naming(&project, name).expect("declared");
        let logic = Logic::new(&project, &index);
        let counts = [Wanted::Read, Wanted::Written].map(|it| logic.mentions(place, it).len());
        assert_eq!((counts, logic.is_reached(place)), ([0, 0], name != "GVL.Idle"), "{name}");
        let rows = logic.mentions(place, Wanted::Used);
        let row = |it: &tagbridge_logic::query::MentionRow<'_>| {
            (it.mention.by.clone(), it.mention.field.clone())
        };
        rows.iter().map(row).collect::<Vec<_>>()
    };
    let row = |by: &str, field: &str| (by.to_owned(), field.to_owned());
    let order = row("FB_Base", "pin_presentation_order_inputs");
    assert_eq!(named("FB_Base.A"), [order.clone(), row("FB_Base.HasA", "is_connected")]);
    assert_eq!(named("FB_Base.B"), [order, row("FB_Motor", "IF")]);
    assert_eq!(named("FB_Base.Own"), [row("FB_Base.Check", "IF")]);
    assert_eq!(named("GVL.Limit"), [row("FB_Motor", "IF")]);
    assert_eq!(named("GVL.Idle"), []);
    let lines: Vec<u32> = project.mentions.iter().map(|it| it.origin.line).collect();
    assert_eq!(lines, [5, 5, 5, 26, 26, 17]);
}

#[test]
fn a_variable_that_a_task_or_a_device_names_is_reached() {
    let variable = |name: &str| format!("<variable name='{name}'><type><BOOL/></type></variable>");
    let variables = ["Go", "Lamp", "Idle"].map(variable).concat();
    let text = format!(
        "<project xmlns='http://www.plcopen.org/xml/tc6_0200'><types><pous><pou name='PLC_PRG' \
         pouType='program'><interface><localVars>{variables}</localVars></interface><body><ST><xhtml/>\
         </ST></body></pou></pous></types><instances><configurations><configuration name='C'><resource \
         name='App'><task name='Fast' single='PLC_PRG.Go'/></resource></configuration>\
         </configurations></instances><addData><data name='d'><Device name='IO'><Parameter \
         Mapping='App.PLC_PRG.Lamp'/></Device></data></addData></project>"
    );
    let project = project("a.xml", &text);
    let index = Index::build(&project);
    for (name, expected) in [("Go", (1, 0)), ("Lamp", (1, 1)), ("Idle", (0, 0))] {
        let (index, place) = index.naming(&project, &format!("PLC_PRG.{name}")).expect("declared");
        let logic = Logic::new(&project, &index);
        let count = |wanted| logic.mentions(place, wanted).len();
        assert_eq!((count(Wanted::Read), count(Wanted::Written)), expected, "{name}");
        assert_eq!(logic.is_reached(place), expected.0 > 0, "{name}");
    }
}
