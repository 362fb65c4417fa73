//! Function block diagrams of S7: the input pin of the signal at the left of a part.

use std::fmt::Write;

use tagbridge_logic::{Effect, Index, Logic, explain::Language};
use tagbridge_project::{Body, Project};

use crate::{
    networks::{networks, said},
    text_lowering::{project, statements},
};

fn check(cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        assert_eq!(said(&[text]), *expected, "{text}");
    }
}

#[test]
fn a_gate_has_all_its_inputs() {
    check(&[
        (
            "[\"b\" ,\"c\" ]A(in1 := \"a\")Coil(\"x\");",
            &["true -> \"x\" follow (\"b\" or \"c\") and \"a\""],
        ),
        ("A(in1 := \"a\", in2 := \"b\")Coil(\"x\");", &["true -> \"x\" follow \"a\" and \"b\""]),
        (
            "[\"b\" ,\"c\" ]A(in2 := \"a\")Coil(\"x\");",
            &["true -> \"x\" follow (\"b\" or \"c\") and \"a\""],
        ),
        ("X(in1 := \"a\", in2 := \"b\")Coil(\"x\");", &["true -> \"x\" follow \"a\" xor \"b\""]),
        (
            "[\"b\" ,\"c\" ]X(in1 := \"a\")Coil(\"x\");",
            &["true -> \"x\" follow (\"b\" or \"c\") xor \"a\""],
        ),
    ]);
}

#[test]
fn a_flip_flop_is_set_and_reset_by_the_pins_of_that_name() {
    let (set, reset) = ("\"s\" -> \"q\" latch true", "\"r\" -> \"q\" unlatch false");
    check(&[
        ("Sr(\"Q\", s := \"S\", r1 := \"R\");", &[set, reset]),
        ("Sr(\"Q\", r1 := \"R\", s := \"S\");", &[set, reset]),
        ("Contact(\"R\")Sr(\"Q\", s := \"S\");", &[set, reset]),
        ("Contact(\"S\")Sr(\"Q\", r1 := \"R\");", &[set, reset]),
        ("Rs(\"Q\", s1 := \"S\", r := \"R\");", &[reset, set]),
        ("Contact(\"S\")Rs(\"Q\", r := \"R\");", &[reset, set]),
        ("Contact(\"R\")Rs(\"Q\", s1 := \"S\");", &[reset, set]),
        ("Sr(\"Q\", s := \"S\");", &[set]),
        (
            "Sr(\"Q\", s := \"S\", r1 := A(in1 := \"a\", in2 := \"b\"), q => \"Z\");",
            &[set, "\"a\" and \"b\" -> \"q\" unlatch false", "true -> \"z\" follow \"q\""],
        ),
    ]);
}

#[test]
fn an_operand_straight_at_a_part_is_its_condition() {
    check(&[
        ("Coil(\"x\", in := \"a\");", &["true -> \"x\" follow \"a\""]),
        ("Coil(\"x\", in := NOT \"a\");", &["true -> \"x\" follow not \"a\""]),
        (
            "Coil(\"x\", in := \"a\")Coil(\"y\");",
            &["true -> \"x\" follow \"a\"", "true -> \"y\" follow \"a\""],
        ),
        ("SCoil(\"x\", in := \"a\");", &["\"a\" -> \"x\" latch true"]),
        ("RCoil(\"x\", in := \"a\");", &["\"a\" -> \"x\" unlatch false"]),
        (
            "PBox(in := \"a\", bit := \"m\")Coil(\"x\");",
            &["true -> \"m\" follow \"a\"", "true -> \"x\" follow rising(\"a\")"],
        ),
        ("Move(en := \"a\", in := 5, out1 => \"n\");", &["\"a\" -> \"n\" store 5"]),
        ("Inc(\"n\", en := \"a\");", &["\"a\" -> \"n\" store \"n\" + 1"]),
        ("Return(in := \"a\");", &["\"a\" -> return"]),
    ]);
    let jump =
        said(&["Jump(in := \"a\", label := M1);", "Coil(\"x\", in := \"b\");", "Label(M1);\n"]);
    assert_eq!(jump[1], "not \"a\" -> \"x\" follow \"b\"");
}

#[test]
fn a_timer_runs_by_what_is_at_its_input() {
    let first = |text: &str| {
        let project = networks(&[text]);
        let index = Index::build(&project);
        let (unit, _) = index.units().next().expect("a network");
        let (_, run) = index.statements_of(unit).next().expect("a statement");
        let Effect::Run { inputs, .. } = &run.effect else { panic!("{run:?}") };
        let logic = Logic::new(&project, &index);
        let sentence = logic.sentence(&logic.explain(unit).rows[0], Language::English);
        let pin = index.names.text(inputs[0].0).to_owned();
        (pin, index.exprs.text(inputs[0].1, &index.places, &index.names), sentence)
    };
    let (pin, input, sentence) = first("TON(#t, IN := \"a\", PT := T#5s)Coil(\"x\");");
    assert_eq!((pin.as_str(), input.as_str()), ("IN", "\"a\""));
    assert!(sentence.ends_with("runs while \"a\" is on."), "{sentence}");
    for (text, pin, input) in [
        ("Contact(\"r\")CTU(#t, CU := \"a\", PV := 5);", "CU", "\"a\""),
        ("Contact(\"a\")CTU(#t, R := \"r\", PV := 5);", "CU", "\"a\""),
        ("CTD(#t, CD := \"a\", LD := \"l\", PV := 5);", "CD", "\"a\""),
        ("Sd(timer := \"T1\", s := \"a\", tv := S5T#1s);", "IN", "\"a\""),
    ] {
        let (found, value, _) = first(text);
        assert_eq!((found.as_str(), value.as_str()), (pin, input), "{text}");
    }
    let all = said(&["TON(#t, IN := \"a\", PT := T#5s)Coil(\"x\");"]);
    assert_eq!(all[1], "true -> \"x\" follow main#t.q");
}

/// An exported function block diagram: parts with numbers from 1, and wires from an operand or a
/// part's pin to a part's pin.
fn diagram(parts: &[&str], wires: &[(&str, &str)]) -> Project {
    let end = |end: &str, operands: &mut String, id: usize| {
        if let Some((part, pin)) = end.split_once('.') {
            return format!("<NameCon UId=\"{part}\" Name=\"{pin}\"/>");
        }
        write!(
            operands,
            "<Access Scope=\"GlobalVariable\" UId=\"{id}\"><Symbol><Component Name=\"{end}\"/>\
             </Symbol></Access>"
        )
        .expect("a text");
        format!("<IdentCon UId=\"{id}\"/>")
    };
    let (mut operands, mut all) = (String::new(), String::new());
    for (at, (from, to)) in wires.iter().enumerate() {
        let ends = end(from, &mut operands, 100 + at) + &end(to, &mut operands, 200 + at);
        write!(all, "<Wire UId=\"{}\">{ends}</Wire>", 300 + at).expect("a text");
    }
    let part = |(at, part): (usize, &&str)| match part.strip_prefix("Call ") {
        Some(block) => {
            format!("<Call UId=\"{}\"><CallInfo Name=\"{block}\" BlockType=\"FC\"/></Call>", at + 1)
        }
        None => format!("<Part Name=\"{part}\" UId=\"{}\"/>", at + 1),
    };
    let parts: String = parts.iter().enumerate().map(part).collect();
    let text = format!(
        "<Document><SW.Blocks.FC ID=\"0\"><AttributeList><Name>F</Name><Number>1</Number>\
         <ProgrammingLanguage>FBD</ProgrammingLanguage></AttributeList><ObjectList>\
         <SW.Blocks.CompileUnit ID=\"3\" CompositionName=\"CompileUnits\"><AttributeList>\
         <NetworkSource><FlgNet xmlns=\"http://www.siemens.com/automation/Openness/SW/NetworkSource/FlgNet/v4\">\
         <Parts>{operands}{parts}</Parts><Wires>{all}</Wires></FlgNet></NetworkSource>\
         <ProgrammingLanguage>FBD</ProgrammingLanguage></AttributeList>\
         </SW.Blocks.CompileUnit></ObjectList></SW.Blocks.FC></Document>"
    );
    project("F.xml", &text)
}

fn drawn(parts: &[&str], wires: &[(&str, &str)]) -> (String, Vec<String>) {
    let project = diagram(parts, wires);
    let Body::Rungs(rungs) = &project.routines[0].body else { panic!("networks") };
    let said = statements(&project).into_iter().map(|it| it.to_lowercase()).collect();
    (rungs[0].text.clone(), said)
}

#[test]
fn diagrams_that_are_exported_say_what_they_do() {
    let or = [("b", "1.in1"), ("c", "1.in2")];
    let (text, all) = drawn(
        &["O", "A", "Coil"],
        &[&or[..], &[("a", "2.in1"), ("1.out", "2.in2"), ("2.out", "3.in"), ("x", "3.operand")]]
            .concat(),
    );
    assert_eq!(text, "[\"b\" ,\"c\" ]A(in1 := \"a\")Coil(\"x\");");
    assert_eq!(all, ["true -> \"x\" follow (\"b\" or \"c\") and \"a\""]);

    let (text, all) = drawn(&["Coil"], &[("a", "1.in"), ("x", "1.operand")]);
    assert_eq!(text, "Coil(\"x\", in := \"a\");");
    assert_eq!(all, ["true -> \"x\" follow \"a\""]);

    // Both inputs are wired to gates, the reset input first.
    let (text, all) = drawn(
        &["O", "A", "Sr"],
        &[
            &or[..],
            &[
                ("a", "2.in1"),
                ("d", "2.in2"),
                ("2.out", "3.r1"),
                ("1.out", "3.s"),
                ("q", "3.operand"),
            ],
        ]
        .concat(),
    );
    assert!(text.contains("s := [\"b\" ,\"c\" ]"), "{text}");
    assert_eq!(
        all,
        ["\"b\" or \"c\" -> \"q\" latch true", "\"a\" and \"d\" -> \"q\" unlatch false"]
    );

    // A gate with three inputs, of which the last one is wired.
    let (_, all) = drawn(
        &["O", "X", "Coil"],
        &[
            &or[..],
            &[
                ("a", "2.in1"),
                ("d", "2.in2"),
                ("1.out", "2.in3"),
                ("2.out", "3.in"),
                ("x", "3.operand"),
            ],
        ]
        .concat(),
    );
    assert_eq!(all, ["true -> \"x\" follow ((\"b\" or \"c\") xor \"a\") xor \"d\""]);
}

#[test]
fn a_parameter_that_is_wired_is_given_to_the_call() {
    let project = diagram(
        &["O", "Call G"],
        &[("b", "1.in1"), ("c", "1.in2"), ("1.out", "2.start"), ("d", "2.stop")],
    );
    let index = Index::build(&project);
    let (unit, _) = index.units().next().expect("a network");
    let (_, call) = index.statements_of(unit).next().expect("a call");
    let text = |id| index.exprs.text(id, &index.places, &index.names).to_lowercase();
    assert_eq!(text(call.guard), "true");
    let Effect::Call { bindings, .. } = &call.effect else { panic!("{call:?}") };
    let bound = index.bindings(bindings).iter();
    let bound: Vec<_> =
        bound.map(|it| (index.places.text(it.formal, &index.names), text(it.actual))).collect();
    let bound: Vec<_> = bound.iter().map(|it| (it.0.as_str(), it.1.as_str())).collect();
    assert_eq!(bound, [("G#stop", "\"d\""), ("G#start", "\"b\" or \"c\"")]);
}

#[test]
fn a_number_at_the_left_is_no_condition() {
    let add = [("a", "1.in1"), ("b", "1.in2")];
    let sub = [("1.out", "2.in2"), ("c", "2.in1"), ("2.out", "n")];
    let (_, all) = drawn(&["Add", "Sub"], &[&add[..], &sub].concat());
    assert_eq!(all, ["true -> \"n\" store \"c\" - (\"a\" + \"b\")"]);
    let greater = [("1.out", "2.in1"), ("c", "2.in2"), ("2.out", "3.in"), ("x", "3.operand")];
    let (_, all) = drawn(&["Add", "Gt", "Coil"], &[&add[..], &greater].concat());
    assert_eq!(all, ["true -> \"x\" follow \"a\" + \"b\" > \"c\""]);
    let move_ = [("1.out", "2.in"), ("e", "2.en"), ("2.out1", "n")];
    let (_, all) = drawn(&["Add", "Move"], &[&add[..], &move_].concat());
    assert_eq!(all, ["\"e\" -> \"n\" store \"a\" + \"b\""]);
}
