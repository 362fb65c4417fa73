//! Possible writers of a place: calls of blocks, unknown code, hidden code.

use tagbridge_logic::{
    Index, Logic, PlaceId,
    expr::Scalar,
    query::{Found, Wanted},
    why::{Answer, ConditionSource, Remark, Sample, Snapshot, why},
};
use tagbridge_project::{Project, Source, read};

use crate::{effects::base_tag, text_lowering::project};

/// A project with an add-on instruction, tags, and routines; the first routine calls the others.
fn logix(tags: &[(&str, &str)], routines: &[(&str, &[&str])]) -> Project {
    let rungs = |rungs: &[&str]| {
        let text = |(at, text): (usize, &&str)| {
            format!("<Rung Number=\"{at}\" Type=\"N\"><Text><![CDATA[{text}]]></Text></Rung>")
        };
        rungs.iter().enumerate().map(text).collect::<String>()
    };
    let routine = |(name, all): (&str, &[&str])| {
        let all = rungs(all);
        format!("<Routine Name=\"{name}\" Type=\"RLL\"><RLLContent>{all}</RLLContent></Routine>")
    };
    let parameter = |name: &str, usage: &str, required: bool| {
        format!(
            "<Parameter Name=\"{name}\" TagType=\"Base\" DataType=\"BOOL\" Usage=\"{usage}\" \
             Required=\"{required}\" Visible=\"true\"/>"
        )
    };
    let parameters = [
        parameter("Cmd", "Input", true),
        parameter("Manual", "Input", false),
        parameter("Open", "Output", false),
    ];
    let logic = routine(("Logic", &["[XIC(Cmd) ,XIC(Manual) ]OTE(Open);"]));
    let tags: String = tags.iter().map(base_tag).collect();
    let routines: String = routines.iter().map(|it| routine(*it)).collect();
    let text = format!(
        "<?xml version=\"1.0\"?><RSLogix5000Content SchemaRevision=\"1.0\" \
         SoftwareRevision=\"33.00\" TargetName=\"C\" TargetType=\"Controller\">\
         <Controller Use=\"Target\" Name=\"C\"><AddOnInstructionDefinitions>\
         <AddOnInstructionDefinition Name=\"MyValve\"><Parameters>{}</Parameters><LocalTags/>\
         <Routines>{logic}</Routines></AddOnInstructionDefinition></AddOnInstructionDefinitions>\
         <Tags>{tags}</Tags><Programs><Program Name=\"Main\" MainRoutineName=\"M\"><Tags/>\
         <Routines>{routines}</Routines></Program></Programs><Tasks><Task Name=\"T\" \
         Type=\"CONTINUOUS\"><ScheduledPrograms><ScheduledProgram Name=\"Main\"/>\
         </ScheduledPrograms></Task></Tasks></Controller></RSLogix5000Content>",
        parameters.concat()
    );
    read(&Source::of_bytes("C.L5X", text.into_bytes()).expect("a source")).expect("a project")
}

fn place(logic: Logic<'_>, name: &str) -> PlaceId {
    let Index { places, names, .. } = logic.index;
    let mut ids = places.ids();
    ids.find(|id| places.text(*id, names).eq_ignore_ascii_case(name))
        .unwrap_or_else(|| panic!("no {name}"))
}

fn bits(on: &[&str], off: &[&str]) -> Snapshot {
    let mut snapshot = Snapshot::new(1);
    for (names, value) in [(on, true), (off, false)] {
        for name in names {
            snapshot.insert(name, Sample::Good(Scalar::Bool(value)));
        }
    }
    snapshot
}

fn ask(project: &Project, name: &str, now: &Snapshot, history: &[Snapshot]) -> Answer {
    let index = Index::build(project);
    let logic = Logic::new(project, &index);
    why(logic, place(logic, name), true, now, history)
}

/// The remarks about a place that is off.
fn remarks(project: &Project, name: &str) -> Vec<Remark> {
    ask(project, name, &bits(&[], &[name]), &[]).remarks
}

#[test]
fn a_call_writes_what_its_block_writes_and_no_more() {
    let tags = [("V1", "MyValve"), ("Cmd", "BOOL"), ("Lamp", "BOOL"), ("Other", "BOOL")];
    let rungs = ["MyValve(V1,Cmd);", "XIC(V1.Open)XIC(V1.Manual)XIC(Other)OTE(Lamp);"];
    let project = logix(&tags, &[("M", &rungs)]);
    assert_eq!(remarks(&project, "V1.Open"), [Remark::MayBeWritten(1)]);
    assert_eq!(
        remarks(&project, "V1.Manual"),
        [Remark::NeverWritten],
        "an input that is not given"
    );
    assert_eq!(remarks(&project, "AOI:MyValve.Cmd"), [Remark::MayBeWritten(1)], "inside");
    let lamp = ask(&project, "Lamp", &bits(&[], &["Lamp", "V1.Open", "V1.Manual", "Other"]), &[]);
    let sources: Vec<_> =
        lamp.blocking[0].iter().map(|it| (it.name.as_str(), &it.source)).collect();
    assert!(sources.contains(&("V1.Open", &ConditionSource::Logic)), "{sources:?}");
    assert!(sources.contains(&("V1.Manual", &ConditionSource::Outside)), "{sources:?}");

    let text = "FUNCTION_BLOCK \"V\"\nVAR_INPUT cmd : Bool; END_VAR\nVAR_OUTPUT open : Bool; \
         END_VAR\nVAR own : Bool; END_VAR\nBEGIN\n#open := #cmd;\nEND_FUNCTION_BLOCK\n\
         FUNCTION_BLOCK \"F\"\nVAR a, x, y, lamp, s : Bool; v : \"V\"; END_VAR\nBEGIN\n\
         #v(cmd := #a, open => #lamp);\nIF #s THEN #lamp := TRUE; END_IF;\n#x := #v.open;\n\
         #y := #v.own;\nEND_FUNCTION_BLOCK\n";
    let blocks = self::project("a.scl", text);
    for name in ["F#v.open", "V#cmd"] {
        assert_eq!(remarks(&blocks, name), [Remark::MayBeWritten(1)], "{name}");
    }
    assert_eq!(remarks(&blocks, "F#v.own"), [Remark::NeverWritten]);
    let lamp = ask(&blocks, "F#lamp", &bits(&[], &["F#lamp", "F#s"]), &[]);
    assert_eq!(lamp.remarks, [Remark::MayBeWritten(1)], "the call writes it now");
}

#[test]
fn a_subroutine_gets_its_parameters_from_its_callers() {
    let tags = [("In", "BOOL"), ("Given", "BOOL"), ("Lamp", "BOOL")];
    let called: &[&str] = &["SBR(In);", "XIC(In)OTE(Lamp);"];
    let project = logix(&tags, &[("M", &["JSR(R,1,Given);"]), ("R", called)]);
    let said = remarks(&project, "In");
    assert!(matches!(said[..], [Remark::MayBeWritten(_)]), "{said:?}");
}

#[test]
fn an_operand_of_what_is_not_known_may_be_written() {
    let tags = [("a", "BOOL"), ("Tag1", "BOOL"), ("Tag2", "BOOL"), ("Lamp", "BOOL")];
    let rungs = ["XIC(a)VENDOR_INSTR(Tag1);", "XIC(Tag1)XIC(Tag2)OTE(Lamp);"];
    let project = logix(&tags, &[("M", &rungs)]);
    assert_eq!(remarks(&project, "Tag1"), [Remark::MayBeWritten(1)]);
    assert_eq!(remarks(&project, "Tag2"), [Remark::NeverWritten]);
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let Found::One(tag) = logic.find("Tag1") else { panic!("no tag") };
    let rows = logic.uses(tag, Wanted::Written).rows;
    assert_eq!(rows.len(), 1);
    assert!(rows[0].may_write && logic.unseen_writers(tag).is_empty());

    let text = "FUNCTION_BLOCK \"F\"\nVAR a, b, x : Bool; END_VAR\nBEGIN\n\
         \"Elsewhere\"(io := #a);\n#x := #a AND #b;\nEND_FUNCTION_BLOCK\n";
    let blocks = self::project("a.scl", text);
    assert_eq!(remarks(&blocks, "F#a"), [Remark::MayBeWritten(1)]);
    assert_eq!(remarks(&blocks, "F#b"), [Remark::NeverWritten]);
}

#[test]
fn code_that_is_not_understood_may_write_what_it_names() {
    let tags = [("a", "BOOL"), ("Tag1", "BOOL"), ("Tag2", "BOOL"), ("Lamp", "BOOL")];
    let rungs = ["XIC(Tag1)XIC(Tag2)OTE(Lamp);", "XIC(a[OTE(Tag1"];
    let project = logix(&tags, &[("M", &rungs)]);
    assert_eq!(remarks(&project, "Tag1"), [Remark::MayBeWritten(1)]);
    assert_eq!(remarks(&project, "Tag2"), [Remark::NeverWritten]);
}

#[test]
fn who_wrote_last_is_asked_of_what_was_called() {
    let tags =
        [("Auto", "BOOL"), ("Pulse", "BOOL"), ("P", "BOOL"), ("Lamp", "BOOL"), ("S", "BOOL")];
    let main: &[&str] = &["XIC(S)OTL(Lamp);", "XIC(Auto)JSR(R,0);", "XIC(Pulse)OTU(Lamp);"];
    let project = logix(&tags, &[("M", main), ("R", &["XIC(P)OTU(Lamp);"])]);
    let at = |lamp: bool, auto: bool| {
        let (mut on, mut off) = (vec!["P"], vec!["Pulse", "S"]);
        if lamp {
            on.push("Lamp");
        } else {
            off.push("Lamp");
        }
        if auto {
            on.push("Auto");
        } else {
            off.push("Auto");
        }
        bits(&on, &off)
    };
    let last = |auto: bool| {
        let (before, after) = (at(true, auto), at(false, auto));
        let now = at(false, false);
        let answer = ask(&project, "Lamp", &now, &[before, after, now.clone()]);
        answer
            .remarks
            .into_iter()
            .find(|it| matches!(it, Remark::LastBy(_) | Remark::LastByOneOf(_)))
    };
    assert_eq!(last(false), Some(Remark::LastByOneOf(Vec::new())), "nothing called it");
    assert!(matches!(last(true), Some(Remark::LastBy(_))));
}
