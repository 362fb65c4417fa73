//! Tests of graphic code as text.

use super::*;

#[test]
fn networks_read_as_statements() {
    let operand = |name: &str, flags: u8| {
        format!(
            "<Single Type=\"{{9de7f100}}\"><Single Name=\"Operand\" Type=\"{{c9b2f165-48a2}}\">\
             <Single Name=\"Operand\">{name}</Single><Single Name=\"Flags\"><Single \
             Name=\"Flags\">{flags}</Single></Single></Single></Single>"
        )
    };
    let in_field = |field: &str, node: String| {
        node.replacen("<Single ", &format!("<Single Name=\"{field}\" "), 1)
    };
    let box_of = |kind: &str, instance: &str, names: &[&str], inputs: &[String]| {
        let names: Vec<_> = names.iter().map(|it| format!("<Single>{it}</Single>")).collect();
        let names = names.concat();
        format!(
            "<Single Type=\"{{acfc6f68-8e3a-4af5}}\"><Single Name=\"BoxType\">{kind}</Single>\
             <Single Name=\"Instance\"><Single Name=\"Operand\">{instance}</Single></Single>\
             <Null Name=\"InputFlags\"/><List2 Name=\"InputItems\">{}</List2><Single \
             Name=\"InputParam\"><List2 Name=\"Names\">{names}</List2></Single></Single>",
            inputs.concat()
        )
    };
    let assign = |target: &str, flags: u8, value: String| {
        format!(
            "<Single Type=\"{{9873c309-1f09-4ebf}}\"><Single Name=\"OutputItems\"><List2 \
             Name=\"OutputItems\"><Single><Single Name=\"Operand\">{target}</Single><Single \
             Name=\"Flags\"><Single Name=\"Flags\">{flags}</Single></Single></Single></List2>\
             </Single>{}</Single>",
            in_field("RValue", value)
        )
    };
    let check = |item: String, expected: &str| {
        let network = format!(
            "<Single Name=\"DefaultViewMode\">Ld</Single><List2 Name=\"NetworkList\"><Single>\
             <Single Name=\"Title\">T</Single><List2 Name=\"NetworkItems\">{item}</List2></Single>\
             </List2>"
        );
        let object = declared("PROGRAM P") + &coded("25e509de-33d4-4447", &network);
        let text = export(&[("P", "p", "0", POU, object)]);
        let project = read_export("a.export", text.as_bytes()).unwrap();
        assert_eq!(rungs(&project), [expected]);
    };
    let either = box_of("OR", "", &[], &[operand("Start", 0), operand("Run", 0)]);
    let both = box_of("AND", "", &[], &[either, operand("Stop", 1)]);
    check(assign("Run", 0, both), "Run := ((Start OR Run) AND NOT Stop);");
    check(assign("Lamp", 2, operand("a", 0)), "Lamp S= a;");
    check(assign("Lamp", 3, operand("a", 1)), "Lamp R= NOT a;");
    check(
        box_of("TON", "t1", &["IN", "PT"], &[operand("a", 0), operand("T#1s", 0)]),
        "t1.TON(IN := a, PT := T#1s);",
    );
    let mut deep = operand("a", 0);
    for _ in 0..250 {
        deep = box_of("NOT", "", &[], &[deep]);
    }
    let object = declared("PROGRAM P")
        + &coded(
            "25e509de",
            &format!(
                "<List2 Name=\"NetworkList\"><Single><List2 \
           Name=\"NetworkItems\">{deep}</List2></Single></List2>"
            ),
        );
    let text = export(&[("P", "p", "0", POU, object)]);
    assert!(rungs(&read_export("a.export", text.as_bytes()).unwrap())[0].contains('…'));
}

#[test]
fn the_new_ladder_is_ladder_that_cannot_be_read() {
    let object =
        declared("PROGRAM P") + &coded("f0fda5b8", "<Single Name=\"ModelJson\">{}</Single>");
    let text = export(&[("P", "p", "0", POU, object)]);
    let project = read_export("a.export", text.as_bytes()).unwrap();
    let routine = &project.routines[0];
    assert_eq!((routine.language, &routine.body), (crate::Language::Ld, &Body::Absent));
}

#[test]
fn plcopen_graphs_read_as_statements() {
    let check = |body: &str, expected: &[&str]| {
        let text = format!(
            "<project><types><pous><pou name='P' pouType='program'><interface/><body>{body}</body>\
             </pou></pous></types></project>"
        );
        assert_eq!(rungs(&read_plcopen("a.xml", text.as_bytes()).unwrap()), expected);
    };
    let to = |ids: &[&str]| -> String {
        let connections: Vec<_> =
            ids.iter().map(|it| format!("<connection refLocalId='{it}'/>")).collect();
        format!("<connectionPointIn>{}</connectionPointIn>", connections.concat())
    };
    let contact = |id: &str, name: &str, negated: bool, from: &[&str]| {
        format!(
            "<contact localId='{id}' negated='{negated}'>{}<variable>{name}</variable></contact>",
            to(from)
        )
    };
    let ladder = format!(
        "<LD><leftPowerRail localId='0'/>{}{}{}<coil localId='4'>{}<variable>Run</variable></coil>\
         <coil localId='5' storage='set'>{}<variable>Lamp</variable></coil></LD>",
        contact("1", "Start", false, &["0"]),
        contact("2", "Run", false, &["0"]),
        contact("3", "Stop", true, &["1", "2"]),
        to(&["3"]),
        to(&["4"]),
    );
    check(
        &ladder,
        &["Run := (Start OR Run) AND NOT Stop;", "Lamp S= (Start OR Run) AND NOT Stop;"],
    );
    check(
        &format!(
            "<FBD><inVariable localId='1'><expression>a</expression></inVariable>\
             <block localId='2' typeName='TON' instanceName='t'><inputVariables><variable \
             formalParameter='IN'>{}</variable></inputVariables></block>\
             <outVariable localId='3'><connectionPointIn><connection refLocalId='2' \
             formalParameter='Q'/></connectionPointIn><expression>b</expression></outVariable></FBD>",
            to(&["1"])
        ),
        &["b := t.TON(IN := a).Q;"],
    );
    check(
        "<SFC><step localId='0' name='Init' initialStep='true'/><actionBlock><connectionPointIn>\
         <connection refLocalId='0'/></connectionPointIn><action qualifier='N'><reference \
         name='Go'/></action></actionBlock><transition><condition><inline><ST><xhtml>a &gt; 5\
         </xhtml></ST></inline></condition></transition><jumpStep targetName='Init'/></SFC>",
        &["INITIAL_STEP Init: N Go;", "TRANSITION a > 5;", "JUMP Init;"],
    );
    // A circular wire, and doubling diamonds: the text is limited.
    check(
        &format!("<LD><coil localId='1'>{}<variable>a</variable></coil></LD>", to(&["1"])),
        &["a := …;"],
    );
    let diamonds: String = (1..60)
        .map(|it| contact(&it.to_string(), "x", false, &[(it - 1).to_string().as_str(); 2]))
        .collect();
    let text = format!(
        "<project><pou name='P' pouType='program'><body><LD><leftPowerRail localId='0'/>{diamonds}\
         <coil>{}<variable>a</variable></coil></LD></body></pou></project>",
        to(&["59"])
    );
    let project = read_plcopen("a.xml", text.as_bytes()).unwrap();
    assert!(rungs(&project)[0].len() < 128 << 10);
    assert!(notes(&project).iter().any(|it| it.contains("network 1 and 0 more")));
}

#[test]
fn a_network_is_shown_whole_and_knows_what_it_is_drawn_of() {
    let connection = |id: usize| format!("<connection refLocalId='{id}'/>");
    let contacts = (1..=900)
        .map(|id| {
            format!(
                "<contact localId='{id}'><connectionPointIn>{}</connectionPointIn>\n<variable>\
                 Area.Conveyor_{id:04}.Running</variable></contact>",
                connection(0)
            )
        })
        .collect::<Vec<_>>()
        .concat();
    let joined: String = (1..=900).map(connection).collect();
    let text = format!(
        "<project><pou name='P' pouType='program'><body><LD><leftPowerRail localId='0'/>{contacts}\
         <coil localId='901'><connectionPointIn>{joined}</connectionPointIn><variable>Any</variable>\
         </coil></LD></body></pou></project>"
    );
    let project = read_plcopen("a.xml", text.as_bytes()).unwrap();
    let shown = &rungs(&project)[0];
    assert!(shown.ends_with(" OR Area.Conveyor_0900.Running);"), "{shown}");
    assert!(
        shown.len() > 16 << 10 && project.notes.iter().all(|it| !it.what.to_string().contains('…'))
    );
    let Body::Rungs(all) = &project.routines[0].body else { panic!("no networks") };
    let net = all[0].net.as_ref().unwrap();
    assert_eq!((net.nodes.len(), net.wires.len()), (902, 1800));
    let node = net.nodes.iter().find(|node| node.id == "450").unwrap();
    assert_eq!(
        (node.kind.as_str(), node.operand.as_deref()),
        ("contact", Some("Area.Conveyor_0450.Running"))
    );
    let span = node.spans[0].start as usize..node.spans[0].end as usize;
    assert_eq!(shown[span.clone()], *"Area.Conveyor_0450.Running");
    assert_eq!(project.routines[0].origin_of(Some(0), span.start).unwrap().line, 451);
}

#[test]
fn transitions_lead_through_branches() {
    let linked = |kind: &str, id: u32, name: &str, from: &[u32]| {
        let points = from
            .iter()
            .map(|id| {
                format!("<connectionPointIn><connection refLocalId='{id}'/></connectionPointIn>")
            })
            .collect::<Vec<_>>()
            .concat();
        format!(
            "<{kind} localId='{id}' name='{name}' targetName='{name}'>{points}<condition><reference \
             name='{name}'/></condition></{kind}>"
        )
    };
    // A, then B and C at the same time, then back to A, or to D.
    let chart = [
        linked("step", 1, "A", &[20]),
        linked("transition", 2, "t1", &[1]),
        linked("simultaneousDivergence", 3, "", &[2]),
        linked("step", 4, "B", &[3]),
        linked("step", 5, "C", &[3]),
        linked("simultaneousConvergence", 6, "", &[4, 5]),
        linked("selectionDivergence", 7, "", &[6]),
        linked("transition", 8, "t2", &[7]),
        linked("transition", 9, "t3", &[7]),
        linked("jumpStep", 10, "A", &[8]),
        linked("step", 11, "D", &[9]),
        linked("transition", 12, "t4", &[99]),
    ];
    let text = format!(
        "<project><pou name='P' pouType='program'><body><SFC>{}</SFC></body></pou></project>",
        chart.concat()
    );
    let project = read_plcopen("a.xml", text.as_bytes()).unwrap();
    let Body::Rungs(all) = &project.routines[0].body else { panic!("no chart") };
    let way = |name: &str| {
        let text = format!("TRANSITION {name};");
        let way = all.iter().find(|it| it.text == text).unwrap().way.as_ref()?;
        Some(format!("{} > {}", way.from.join(" "), way.to.join(" ")))
    };
    assert_eq!(way("t1").as_deref(), Some("A > B C"));
    assert_eq!(way("t2").as_deref(), Some("B C > A"));
    assert_eq!(way("t3").as_deref(), Some("B C > D"));
    assert_eq!(way("t4"), None);
}
