//! Tests of charts of an archive: branches with their legs, and wires between pins.

use super::*;

/// Formats `A > B C` for each transition, by its condition.
fn ways(project: &Project) -> Vec<String> {
    let Body::Rungs(all) = &project.routines[0].body else { panic!("no chart") };
    let way = |rung: &crate::Rung| {
        let condition = rung.text.strip_prefix("TRANSITION ")?;
        let way = rung.way.as_ref().map(|way| (way.from.join(" "), way.to.join(" ")));
        let (from, to) = way.unwrap_or_default();
        Some(format!("{condition} {from} > {to}"))
    };
    all.iter().filter_map(way).collect()
}

#[test]
fn branches_of_an_archive_have_legs() {
    let named = |kind: &str, name: &str, more: &str| {
        format!(
            "<Single Type=\"{{{kind}}}\"><List2 Name=\"Attributes\"><Single><Single \
             Name=\"AttributeId\">38391c6d-6d4a</Single><Single Name=\"Value\"><Single \
             Name=\"Value\">{name}</Single></Single></Single>{more}</List2></Single>"
        )
    };
    let step = |name: &str| named("86ee92a2-d863", name, "");
    let transition = |condition: &str| named("4ecb29e8-0000", condition, "");
    let jump = |name: &str| named("7e39ac27-0000", name, "");
    let segment = |tag: &str, elements: &[String]| {
        format!(
            "<Single{tag} Type=\"{{f1db7f6f-4774}}\"><Single Name=\"ElementList\"><List2 \
             Name=\"InnerList\">{}</List2></Single></Single>",
            elements.concat()
        )
    };
    let branch = |parallel: bool, legs: &[Vec<String>]| {
        let legs: String = legs.iter().map(|leg| segment("", leg)).collect();
        format!(
            "<Single Type=\"{{b0000000-0000}}\"><List2 Name=\"Segments\">{legs}</List2><List2 \
             Name=\"Attributes\"><Single><Single Name=\"AttributeId\">23bdaa98-72ec</Single>\
             <Single Name=\"Value\"><Single Name=\"Value\">{parallel}</Single></Single></Single>\
             </List2></Single>"
        )
    };
    // A, then B and C at the same time, C followed by D; then E, or back to A.
    let chart = [
        step("A"),
        transition("t1"),
        branch(true, &[vec![step("B")], vec![step("C"), transition("t2"), step("D")]]),
        branch(
            false,
            &[vec![transition("t3")], vec![transition("t4"), jump("A")], vec![transition("t5")]],
        ),
        step("E"),
        transition("t6"),
        jump("A"),
    ];
    let object =
        declared("PROGRAM P") + &coded("74f81948-1328", &segment(" Name=\"Root\"", &chart));
    let text = export(&[("P", "p", "0", POU, object)]);
    let project = read_export("a.export", text.as_bytes()).unwrap();
    assert_eq!(
        ways(&project),
        ["t1; A > B C", "t2; C > D", "t3; B D > E", "t4; B D > A", "t5; B D > E", "t6; E > A"]
    );
    assert_eq!(
        rungs(&project)[2..=7],
        ["BRANCH PARALLEL;", "STEP B;", "LEG;", "STEP C;", "TRANSITION t2;", "STEP D;"]
    );
    // A leg that begins with a step instead of a transition: no transition is invented.
    let chart = [step("A"), branch(false, &[vec![step("B"), transition("t1")], vec![]]), step("C")];
    let object = declared("PROGRAM P") + &coded("74f81948", &segment(" Name=\"Root\"", &chart));
    let text = export(&[("P", "p", "0", POU, object)]);
    assert_eq!(ways(&read_export("a.export", text.as_bytes()).unwrap()), ["t1; B > C"]);
    let chart = [branch(false, &[vec![transition("t1")], vec![transition("t2")]])];
    let object = declared("PROGRAM P") + &coded("74f81948", &segment(" Name=\"Root\"", &chart));
    let text = export(&[("P", "p", "0", POU, object)]);
    let project = read_export("a.export", text.as_bytes()).unwrap();
    assert_eq!(ways(&project), ["t1;  > ", "t2;  > "]);
}

/// Elements of a continuous chart in the form of an archive.
mod continuous {
    use super::*;

    fn pin(name: &str, id: u32, negated: bool, more: &str) -> String {
        format!(
            "<Single{name}><Single Name=\"Negated\">{negated}</Single>{more}<Single \
             Name=\"Id\">{id}</Single></Single>"
        )
    }

    fn text(name: &str, says: &str) -> String {
        format!("<Single{name}><Single Name=\"Text\">{says}</Single></Single>")
    }

    fn element(kind: &str, content: &str) -> String {
        format!("<Single Type=\"{{{kind}-0000}}\">{content}</Single>")
    }

    fn input(id: u32, says: &str) -> String {
        let pin = pin(" Name=\"Output\"", id, false, "");
        element("d51129f5", &(pin + &text(" Name=\"Text\"", says)))
    }

    fn output(id: u32, says: &str, set: &str) -> String {
        let set = format!("<Single Name=\"SetReset\">{set}</Single>");
        let pin = pin(" Name=\"Input\"", id, false, &set);
        element("8d9e2b78", &(pin + &text(" Name=\"Text\"", says)))
    }

    /// A box; inputs with a negative number are negated.
    fn box_of(call: &str, inputs: &[i32], outputs: &[u32], texts: &[&str]) -> String {
        let list = |name: &str, items: String| {
            format!("<Single Name=\"{name}\"><List2 Name=\"InnerList\">{items}</List2></Single>")
        };
        let inputs = inputs.iter().map(|id| pin("", id.unsigned_abs(), *id < 0, "")).collect();
        let outputs = outputs.iter().map(|id| pin("", *id, false, "")).collect();
        let texts = texts.iter().map(|it| text("", it)).collect();
        let all = [list("Inputs", inputs), list("Outputs", outputs), list("Texts", texts)];
        let call = format!("<Single Name=\"KindOfCall\">{call}</Single>");
        element("f5becf35", &(all.concat() + &call))
    }

    fn wire(from: u32, to: u32) -> String {
        let ends = format!(
            "<Single Name=\"SourcePinId\">{from}</Single><Single Name=\"DestPinId\">{to}</Single>"
        );
        element("c0000000", &ends)
    }

    fn check(elements: &[String], expected: &[&str]) {
        let items = format!(
            "<Single Name=\"Items\"><List2 Name=\"InnerList\">{}</List2></Single>",
            elements.concat()
        );
        let object = declared("PROGRAM P") + &coded("32d3375e-c010", &items);
        let text = export(&[("P", "p", "0", POU, object)]);
        let project = read_export("a.export", text.as_bytes()).unwrap();
        assert_eq!(project.routines[0].language, crate::Language::Cfc);
        assert_eq!(rungs(&project), expected);
    }

    #[test]
    fn wires_lead_from_pin_to_pin() {
        check(
            &[
                input(1, "Start"),
                input(2, "Stop"),
                box_of("Operator", &[11, -12], &[13], &["", "", "", "AND"]),
                box_of(
                    "FunctionBlock",
                    &[21, 22],
                    &[23, 24],
                    &["IN", "PT", "Q", "ET", "TON", "t1"],
                ),
                output(31, "Run", "None"),
                output(32, "Seen", "Set"),
                output(33, "Other", "None"),
                element("ffffffff", &text(" Name=\"Text\"", "a remark")),
                element(
                    "eeeeeeee",
                    &(pin(" Name=\"Input\"", 99, false, "") + &text(" Name=\"Text\"", "L1")),
                ),
                wire(1, 11),
                wire(2, 12),
                wire(13, 21),
                wire(23, 31),
                wire(13, 32),
            ],
            &[
                "t1.TON(IN := (Start AND NOT Stop));",
                "Run := t1.Q;",
                "Seen S= (Start AND NOT Stop);",
                "Other := ???;",
                "// a remark",
                "??? L1",
            ],
        );
        let mark = |kind: &str, pin_of: &str, id: u32| {
            element(kind, &(pin(pin_of, id, false, "") + &text(" Name=\"Text\"", "C-1")))
        };
        check(
            &[
                input(1, "a"),
                mark("cfa51168", " Name=\"Input\"", 2),
                mark("9e94943e", " Name=\"Output\"", 3),
                output(4, "b", "Reset"),
                box_of("Method", &[5], &[6], &["x", "r", "FB_Base.Do", "Motor"]),
                box_of("Operator", &[7, 8], &[9], &["", "", "", "GT"]),
                output(10, "c", "None"),
                wire(1, 2),
                wire(3, 4),
                wire(1, 5),
                wire(1, 7),
                wire(6, 8),
                wire(9, 10),
            ],
            &["b R= a;", "Motor.Do(x := a);", "c := GT(a, Motor.r);"],
        );
    }

    #[test]
    fn circles_and_diamonds_end() {
        let circle = [
            box_of("Operator", &[1], &[2], &["", "", "NOT"]),
            output(3, "a", "None"),
            wire(2, 1),
            wire(2, 3),
        ];
        let items = |elements: &[String]| {
            let items = format!("<List2 Name=\"Items\">{}</List2>", elements.concat());
            let text = export(&[("P", "p", "0", POU, coded("32d3375e", &items))]);
            rungs(&read_export("a.export", text.as_bytes()).unwrap())
        };
        assert!(items(&circle)[0].contains('…'));
        let mut diamonds = vec![input(0, "x"), output(300, "a", "None"), wire(297, 300)];
        for at in (3..300).step_by(3) {
            let (first, second, out) = (at - 2, at - 1, at);
            let from = at - 3;
            let inputs = [first, second].map(|id| i32::try_from(id).unwrap());
            diamonds.push(box_of("Operator", &inputs, &[out], &["", "", "", "AND"]));
            diamonds.extend([wire(from, first), wire(from, second)]);
        }
        let shown = items(&diamonds);
        assert!(shown[0].contains('…') && shown[0].len() < 1 << 20, "{}", shown[0].len());
    }
}
