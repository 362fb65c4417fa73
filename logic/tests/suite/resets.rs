//! Timers, counters and alarms of Logix: running, reset and in alarm, scan by scan.

use tagbridge_logic::{Index, Logic, PlaceId, expr::Scalar};
use tagbridge_project::{Project, Source, read};
use tagbridge_scan::Machine;

use crate::effects::base_tag;

const RUNGS: [&str; 6] = [
    "XIC(go)RTO(Time,?,?);",
    "XIC(clear)RES(Time);",
    "XIC(go)CTU(Count,?,?);",
    "XIC(clear)RES(Count);",
    "XIC(go)ALMD(Alarm,0,0,0,0);",
    "XIC(Alarm.InAlarm)OTE(seen);",
];

fn project() -> Project {
    let tags = [
        ("go", "BOOL"),
        ("clear", "BOOL"),
        ("seen", "BOOL"),
        ("Time", "TIMER"),
        ("Count", "COUNTER"),
        ("Alarm", "ALARM_DIGITAL"),
    ];
    let tags: String = tags.iter().map(base_tag).collect();
    let rung = |(at, text): (usize, &&str)| {
        format!("<Rung Number=\"{at}\" Type=\"N\"><Text><![CDATA[{text}]]></Text></Rung>")
    };
    let rungs: String = RUNGS.iter().enumerate().map(rung).collect();
    let text = format!(
        "<RSLogix5000Content TargetName=\"C\" TargetType=\"Controller\"><Controller Use=\"Target\" \
         Name=\"C\"><Tags>{tags}</Tags><Programs><Program Name=\"P\" MainRoutineName=\"M\"><Tags/>\
         <Routines><Routine Name=\"M\" Type=\"RLL\"><RLLContent>{rungs}</RLLContent></Routine>\
         </Routines></Program></Programs><Tasks><Task Name=\"T\" Type=\"CONTINUOUS\">\
         <ScheduledPrograms><ScheduledProgram Name=\"P\"/></ScheduledPrograms></Task></Tasks>\
         </Controller></RSLogix5000Content>"
    );
    read(&Source::of_bytes("C.L5X", text.into_bytes()).expect("a source")).expect("a project")
}

fn place(index: &Index, name: &str) -> PlaceId {
    let mut ids = index.places.ids();
    let is_it = |id: &PlaceId| index.places.text(*id, &index.names).eq_ignore_ascii_case(name);
    ids.find(is_it).unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn they_go_on_and_begin_again() {
    let project = project();
    let index = Index::build(&project);
    let logic = Logic { project: &project, index: &index };
    let mut machine = Machine::new(logic, logic.executed());
    for (name, value) in [("Time.PRE", 100), ("Time.ACC", 40), ("Count.PRE", 2), ("Count.ACC", 0)] {
        machine.set(place(&index, name), Scalar::Int(value));
    }
    // The inputs, and the timer, the counter and the alarm after a scan of 50 ms.
    for (go, clear, time, count, alarm) in [
        (false, false, 40, 0, false),
        (true, false, 90, 1, true),
        (true, false, 100, 1, true),
        (false, false, 100, 1, false),
        (true, false, 100, 2, true),
        (true, true, 0, 0, true),
        (true, false, 50, 0, true),
        (false, false, 50, 0, false),
    ] {
        machine.set(place(&index, "go"), Scalar::Bool(go));
        machine.set(place(&index, "clear"), Scalar::Bool(clear));
        machine.scan(50);
        let value = |name: &str| machine.value(place(&index, name)).cloned();
        assert_eq!(value("Time.ACC"), Some(Scalar::Int(time)), "go {go} clear {clear}");
        assert_eq!(value("Time.DN"), Some(Scalar::Bool(time == 100)), "go {go} clear {clear}");
        assert_eq!(value("Count.ACC"), Some(Scalar::Int(count)), "go {go} clear {clear}");
        assert_eq!(value("seen"), Some(Scalar::Bool(alarm)), "go {go} clear {clear}");
    }
}
