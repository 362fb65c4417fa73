//! The effects of sequential function charts.

use std::fmt::Write;

use tagbridge_logic::{Index, Logic, query::Found};
use tagbridge_project::Project;

use crate::{
    golden::check,
    text_lowering::{project, statements},
};

fn chart(content: &str) -> Project {
    project(
        "a.L5X",
        &format!(
            "<RSLogix5000Content><Controller Name=\"C\"><Tags><Tag Name=\"Valve\" \
             DataType=\"BOOL\"/><Tag Name=\"Level\" DataType=\"DINT\"/><Tag Name=\"Lamp\" \
             DataType=\"BOOL\"/></Tags><Programs><Program Name=\"P\"><Tags><Tag Name=\"Fill\" \
             DataType=\"SFC_STEP\"/><Tag Name=\"Mix\" DataType=\"SFC_STEP\"/><Tag Name=\"Heat\" \
             DataType=\"SFC_STEP\"/><Tag Name=\"Open\" DataType=\"SFC_ACTION\"/><Tag Name=\"Beacon\" \
             DataType=\"SFC_ACTION\"/><Tag Name=\"Full\" DataType=\"BOOL\"/><Tag Name=\"Done\" \
             DataType=\"BOOL\"/></Tags><Routines><Routine Name=\"R\" Type=\"SFC\"><SFCContent>\
             {content}</SFCContent></Routine></Routines></Program></Programs></Controller>\
             </RSLogix5000Content>"
        ),
    )
}

const BATCH: &str = "<Step ID=\"0\" Operand=\"Fill\" InitialStep=\"true\"><Preset><STContent><Line>\
     <![CDATA[Level * 10;]]></Line></STContent></Preset><Action ID=\"1\" Operand=\"Open\" \
     Qualifier=\"N\"><Body><STContent><Line><![CDATA[IF Level < 5 THEN]]></Line><Line>\
     <![CDATA[    Valve := 1;]]></Line><Line><![CDATA[END_IF;]]></Line></STContent></Body></Action>\
     <Action ID=\"2\" Operand=\"Beacon\" Qualifier=\"S\" IsBoolean=\"true\" IndicatorTag=\"Lamp\"/>\
     </Step><Step ID=\"3\" Operand=\"Mix\"/><Step ID=\"4\" Operand=\"Heat\"/>\
     <Transition ID=\"5\" Operand=\"Full\"><Condition><STContent><Line><![CDATA[Level > 9]]></Line>\
     <Line><![CDATA[AND NOT Valve;]]></Line></STContent></Condition></Transition>\
     <Transition ID=\"6\" Operand=\"Done\"><Condition><STContent><Line><![CDATA[Mix.DN]]></Line>\
     </STContent></Condition></Transition>\
     <Branch ID=\"7\" BranchType=\"Simultaneous\" BranchFlow=\"Diverge\"><Leg ID=\"8\"/><Leg ID=\"9\"/>\
     </Branch><Branch ID=\"10\" BranchType=\"Simultaneous\" BranchFlow=\"Converge\"><Leg ID=\"11\"/>\
     <Leg ID=\"12\"/></Branch><DirectedLink FromID=\"0\" ToID=\"5\"/><DirectedLink FromID=\"5\" \
     ToID=\"7\"/><DirectedLink FromID=\"8\" ToID=\"3\"/><DirectedLink FromID=\"9\" ToID=\"4\"/>\
     <DirectedLink FromID=\"3\" ToID=\"11\"/><DirectedLink FromID=\"4\" ToID=\"12\"/>\
     <DirectedLink FromID=\"10\" ToID=\"6\"/><DirectedLink FromID=\"6\" ToID=\"0\"/>";

#[test]
fn a_chart_of_logix_acts_and_hands_over() {
    let project = chart(BATCH);
    let full = "Program:P.Fill.X AND (Level > 9 AND NOT Valve)";
    let done = "Program:P.Mix.X AND Program:P.Heat.X AND Program:P.Mix.DN";
    assert_eq!(
        statements(&project),
        [
            "TRUE -> Program:P.Fill.DN Follow Program:P.Fill.T >= Program:P.Fill.PRE".to_owned(),
            "Program:P.Fill.X -> Program:P.Fill.PRE Store Level * 10".to_owned(),
            "TRUE -> Program:P.Open.Q Follow Program:P.Fill.X".to_owned(),
            "Program:P.Fill.X AND Level < 5 -> Valve Store 1".to_owned(),
            "Program:P.Fill.X -> Program:P.Beacon.Q Latch TRUE".to_owned(),
            "TRUE -> Lamp Follow Program:P.Beacon.Q".to_owned(),
            "TRUE -> Program:P.Mix.DN Follow Program:P.Mix.T >= Program:P.Mix.PRE".to_owned(),
            "TRUE -> Program:P.Heat.DN Follow Program:P.Heat.T >= Program:P.Heat.PRE".to_owned(),
            "TRUE -> Program:P.Full Follow Level > 9 AND NOT Valve".to_owned(),
            format!("{full} -> Program:P.Fill.X Unlatch FALSE"),
            format!("{full} -> Program:P.Mix.X Latch TRUE"),
            format!("{full} -> Program:P.Heat.X Latch TRUE"),
            "TRUE -> Program:P.Done Follow Program:P.Mix.DN".to_owned(),
            format!("{done} -> Program:P.Mix.X Unlatch FALSE"),
            format!("{done} -> Program:P.Heat.X Unlatch FALSE"),
            format!("{done} -> Program:P.Fill.X Latch TRUE"),
        ]
    );
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    assert!(index.opaque().is_empty(), "{:?}", index.opaque());
    let Found::One(valve) = logic.find("Valve") else { panic!("a tag") };
    let written = logic.uses(valve, tagbridge_logic::query::Wanted::Written);
    assert_eq!(written.rows[0].citation.line, Some(5));
}

#[test]
fn a_chart_of_codesys_acts_and_hands_over() {
    let text = "<project xmlns='http://www.plcopen.org/xml/tc6_0200'><types><pous><pou name='P' pouType='program'><interface><localVars>\
         <variable name='lamp'><type><BOOL/></type></variable><variable name='n'><type><INT/></type>\
         </variable><variable name='bell'><type><BOOL/></type></variable></localVars></interface><actions><action name='Go'><body><ST><xhtml>n := n + 1;\
         </xhtml></ST></body></action></actions><body><SFC><step localId='0' name='Init' \
         initialStep='true'/><actionBlock><connectionPointIn><connection refLocalId='0'/>\
         </connectionPointIn><action qualifier='N'><reference name='Go'/></action>\
         <action qualifier='S'><reference name='lamp'/></action>\
         <action qualifier='D' duration='T#2s'><reference name='bell'/></action></actionBlock><transition><condition>\
         <inline><ST><xhtml>n &gt; 5</xhtml></ST></inline></condition></transition><step localId='4' \
         name='Work'/><transition><condition><inline><ST><xhtml>TRUE</xhtml></ST></inline></condition>\
         </transition><jumpStep targetName='Init'/></SFC></body></pou></pous></types></project>";
    let project = project("a.xml", text);
    let found = statements(&project);
    assert_eq!(
        found,
        [
            "P.Init.x -> call Action",
            "P.Init.x -> P.lamp Latch TRUE",
            "TRUE -> P.bell Follow P.Init.x AND P.Init.t >= 2000",
            "P.Init.x AND P.n > 5 -> P.Init.x Unlatch FALSE",
            "P.Init.x AND P.n > 5 -> P.Work.x Latch TRUE",
            "P.Work.x -> P.Work.x Unlatch FALSE",
            "P.Work.x -> P.Init.x Latch TRUE",
            "TRUE -> P.n Store P.n + 1",
        ]
    );
}

/// A program in an archive of CODESYS.
fn archive(kind: &str, content: &str) -> Project {
    let text = format!(
        "<ExportFile><StructuredView Guid=\"{{d9b2b2cc}}\"><Single><List2 Name=\"EntryList\"><Single>\
         <Single Name=\"MetaObject\"><Single Name=\"Guid\">p</Single><Single Name=\"ParentGuid\">0\
         </Single><Single Name=\"Name\">P</Single><Single Name=\"TypeGuid\">\
         6f9dac99-8de1-4efc-8465-68ac443b7d08</Single></Single><Single Name=\"Object\"><Single \
         Name=\"Interface\"><Single Name=\"TextDocument\"><Single \
         Name=\"TextBlobForSerialisation\">PROGRAM P VAR a, b, run : BOOL; t : TON; END_VAR</Single>\
         </Single></Single><Single Name=\"Implementation\" Type=\"{{{kind}}}\">{content}</Single>\
         </Single></Single></List2></Single></StructuredView></ExportFile>"
    );
    project("a.export", &text)
}

#[test]
fn an_archive_has_branches_and_continuous_charts() {
    let element = |kind: &str, name: &str| {
        format!(
            "<Single Type=\"{{{kind}-0}}\"><List2 Name=\"Attributes\"><Single><Single \
             Name=\"AttributeId\">38391c6d-6</Single><Single Name=\"Value\"><Single \
             Name=\"Value\">{name}</Single></Single></Single></List2></Single>"
        )
    };
    let (step, wait) = (|name: &str| element("86ee92a2", name), |it: &str| element("4ecb29e8", it));
    let segment = |field: &str, content: &str| {
        format!(
            "<Single{field} Type=\"{{f1db7f6f-4}}\"><Single Name=\"ElementList\"><List2>{content}\
             </List2></Single></Single>"
        )
    };
    let legs = segment("", &wait("a")) + &segment("", &(wait("b") + &element("7e39ac27", "One")));
    let branch = format!("<Single Type=\"{{b-0}}\"><List2 Name=\"Legs\">{legs}</List2></Single>");
    let chart = segment(" Name=\"Root\"", &(step("One") + &branch + &step("Two")));
    assert_eq!(
        statements(&archive("74f81948-1", &chart)),
        [
            "P.One.x AND P.a -> P.One.x Unlatch FALSE",
            "P.One.x AND P.a -> P.Two.x Latch TRUE",
            "P.One.x AND P.b -> P.One.x Unlatch FALSE",
            "P.One.x AND P.b -> P.One.x Latch TRUE",
        ]
    );
    let text = |name: &str| {
        format!("<Single Name=\"Text\"><Single Name=\"Text\">{name}</Single></Single>")
    };
    let pin =
        |field: &str, id: u32| format!("<Single{field}><Single Name=\"Id\">{id}</Single></Single>");
    let one = |kind: &str, field: &str, id: u32, name: &str| {
        format!("<Single Type=\"{{{kind}-0}}\">{}{}</Single>", pin(field, id), text(name))
    };
    let texts: String = ["IN", "Q", "TON", "t"]
        .map(|it| text(it).replace(" Name=\"Text\"><Single", "><Single"))
        .concat();
    let timer = format!(
        "<Single Type=\"{{f5becf35-b}}\"><List2 Name=\"Inputs\">{}</List2><List2 Name=\"Outputs\">{}\
         </List2><List2 Name=\"Texts\">{texts}</List2><Single Name=\"KindOfCall\">FunctionBlock\
         </Single></Single>",
        pin("", 2),
        pin("", 3)
    );
    let wire = |from: u32, to: u32| {
        format!(
            "<Single><Single Name=\"SourcePinId\">{from}</Single><Single Name=\"DestPinId\">{to}\
             </Single></Single>"
        )
    };
    let items = [
        one("d51129f5", " Name=\"Output\"", 1, "a"),
        timer,
        one("8d9e2b78", " Name=\"Input\"", 4, "run"),
        wire(1, 2),
        wire(3, 4),
    ];
    let items = format!("<List2 Name=\"Items\">{}</List2>", items.concat());
    let project = archive("32d3375e-c", &items);
    assert_eq!(statements(&project), ["TRUE -> run P.t", "TRUE -> P.run Store P.t.Q"]);
}

#[test]
fn what_a_step_does_for_a_time_has_the_time_in_its_condition() {
    let step = |qualifier: &str, preset: &str| {
        format!(
            "<Step ID=\"0\" Operand=\"Fill\"><Action ID=\"9\" Operand=\"Open\" \
             Qualifier=\"{qualifier}\" IsBoolean=\"true\">{preset}</Action></Step>"
        )
    };
    let preset = "<Preset><STContent><Line><![CDATA[500;]]></Line></STContent></Preset>";
    let fill = "Program:P.Fill";
    for (qualifier, expected) in [
        ("L", format!("TRUE -> Program:P.Open.Q Follow {fill}.X AND {fill}.T < 500")),
        ("D", format!("TRUE -> Program:P.Open.Q Follow {fill}.X AND {fill}.T >= 500")),
        ("DS", format!("{fill}.X AND {fill}.T >= 500 -> Program:P.Open.Q Latch TRUE")),
        ("SD", format!("TIME_SINCE({fill}.X) >= 500 -> Program:P.Open.Q Latch TRUE")),
        ("SL", format!("TRUE -> Program:P.Open.Q Follow TIME_SINCE({fill}.X) < 500")),
    ] {
        assert_eq!(statements(&chart(&step(qualifier, preset)))[1], expected);
    }
    // Exports of Studio 5000 contain whole words.
    for (written, short) in [
        ("NonStored", "N"),
        ("Stored", "S"),
        ("Reset", "R"),
        ("TimeLimited", "L"),
        ("TimeDelayed", "D"),
        ("Pulse", "P"),
        ("PulseRisingEdge", "P1"),
        ("PulseFallingEdge", "P0"),
        ("StoredTimeLimited", "SL"),
        ("StoredTimeDelayed", "SD"),
        ("TimeDelayedStored", "DS"),
    ] {
        let said = |qualifier| statements(&chart(&step(qualifier, preset)));
        assert_eq!(said(written), said(short), "{written}");
        assert!(!said(written)[1].contains("Opaque"), "{:?}", said(written));
    }
    // The body of an action is read, even if its qualifier is unknown.
    let body = "<Body><STContent><Line><![CDATA[Valve := Level > 5;]]></Line></STContent></Body>";
    let other = step("Whenever", body).replace("IsBoolean=\"true\"", "IsBoolean=\"false\"");
    let said = statements(&chart(&other));
    assert!(said.iter().any(|it| it.contains("Valve Store Level > 5")), "{said:?}");
    // Without an expression, the preset is in the tag of the action.
    assert_eq!(
        statements(&chart(&step("L", "")))[1],
        format!("TRUE -> Program:P.Open.Q Follow {fill}.X AND {fill}.T < Program:P.Open.PRE")
    );
}

#[test]
fn hostile_charts_end() {
    for text in ["STEP a\n".repeat(20_000), "LINK a -> a\n".repeat(20_000), "    N ".repeat(9_999)]
    {
        let step = format!(
            "<Step ID=\"0\" Operand=\"Fill\"><Action ID=\"1\" Operand=\"Open\" Qualifier=\"N\"><Body>\
             <STContent><Line><![CDATA[{text}]]></Line></STContent></Body></Action></Step>"
        );
        assert!(Index::build(&chart(&step)).units().count() == 1);
    }
    // A circle of branches.
    let mut circle = String::new();
    for at in 0..5_000 {
        let to = (at + 1) % 5_000;
        let link = format!("<DirectedLink FromID=\"{at}\" ToID=\"{to}\"/>");
        write!(circle, "<Branch ID=\"{at}\" BranchFlow=\"Diverge\"/>{link}").expect("text");
    }
    Index::build(&chart(&circle));
}

#[test]
fn a_ladder_of_plcopen_is_as_in_the_golden_files() {
    check(&["LD"], "", 4);
}

#[test]
fn charts_of_plcopen_are_as_in_the_golden_files() {
    check(&["SFC"], "", 0);
}
