//! Structures that every controller has, and that no file defines.
//!
//! The members are in the order of the data of tags (Rockwell 1756-RM003; those of alarms as in
//! version 36). Only the structures that a file uses become types of its project. A structure that
//! is neither here nor in the file is read as the controller describes it.

use std::collections::HashSet;

use super::types::type_use;
use crate::says::Noted;
use crate::{DataType, DataTypeKind, Member, Note, NoteKind, Project, TypeUse};

/// The name, and members as `Name Type`, or `Name Type[n]` for an array. Checked against the data
/// in real files, if there is any.
const STRUCTURES: [(&str, &str); 14] = [
    ("TIMER", "PRE DINT,ACC DINT,EN BOOL,TT BOOL,DN BOOL"),
    ("COUNTER", "PRE DINT,ACC DINT,CU BOOL,CD BOOL,DN BOOL,OV BOOL,UN BOOL"),
    (
        "CONTROL",
        "LEN DINT,POS DINT,EN BOOL,EU BOOL,DN BOOL,EM BOOL,ER BOOL,UL BOOL,IN BOOL,FD BOOL",
    ),
    ("CONNECTION_STATUS", "RunMode BOOL,ConnectionFaulted BOOL"),
    ("CAM", "Master REAL,Slave REAL,SegmentType DINT"),
    ("STRING", "LEN DINT,DATA SINT[82]"),
    (
        "MESSAGE",
        "Flags INT,EW BOOL,ER BOOL,DN BOOL,ST BOOL,EN BOOL,TO BOOL,EN_CC BOOL,ERR INT,EXERR DINT,\
         ERR_SRC SINT,DN_LEN INT,REQ_LEN INT,DestinationLink INT,DestinationNode INT,\
         SourceLink INT,Class INT,Attribute INT,Instance DINT,LocalIndex DINT,Channel SINT,\
         Rack SINT,Group SINT,Slot SINT,Path STRING,RemoteIndex DINT,RemoteElement STRING,\
         UnconnectedTimeout DINT,ConnectionRate DINT,TimeoutMultiplier SINT",
    ),
    (
        "PID",
        "CTL DINT,EN BOOL,CT BOOL,CL BOOL,PVT BOOL,DOE BOOL,SWM BOOL,CA BOOL,MO BOOL,PE BOOL,\
         NDF BOOL,NOBC BOOL,NOZC BOOL,INI BOOL,SPOR BOOL,OLL BOOL,OLH BOOL,EWD BOOL,DVNA BOOL,\
         DVPA BOOL,PVLA BOOL,PVHA BOOL,SP REAL,KP REAL,KI REAL,KD REAL,BIAS REAL,MAXS REAL,\
         MINS REAL,DB REAL,SO REAL,MAXO REAL,MINO REAL,UPD REAL,PV REAL,ERR REAL,OUT REAL,\
         PVH REAL,PVL REAL,DVP REAL,DVN REAL,PVDB REAL,DVDB REAL,MAXI REAL,MINI REAL,TIE REAL,\
         MAXCV REAL,MINCV REAL,MINTIE REAL,MAXTIE REAL,DATA REAL[17]",
    ),
    (
        "ALARM",
        "EnableIn BOOL,In REAL,HHLimit REAL,HLimit REAL,LLimit REAL,LLLimit REAL,Deadband REAL,\
         ROCPosLimit REAL,ROCNegLimit REAL,ROCPeriod REAL,EnableOut BOOL,HHAlarm BOOL,HAlarm BOOL,\
         LAlarm BOOL,LLAlarm BOOL,ROCPosAlarm BOOL,ROCNegAlarm BOOL,ROC REAL,Status DINT,\
         InstructFault BOOL,DeadbandInv BOOL,ROCPosLimitInv BOOL,ROCNegLimitInv BOOL,\
         ROCPeriodInv BOOL",
    ),
    (
        "SFC_STEP",
        "Status DINT,X BOOL,FS BOOL,SA BOOL,LS BOOL,DN BOOL,OV BOOL,AlarmEn BOOL,AlarmLow BOOL,\
         AlarmHigh BOOL,Reset BOOL,PauseTimer BOOL,PRE DINT,T DINT,TMax DINT,Count DINT,\
         LimitLow DINT,LimitHigh DINT",
    ),
    ("SFC_ACTION", "Status DINT,A BOOL,Q BOOL,PauseTimer BOOL,PRE DINT,T DINT,Count DINT"),
    ("SFC_STOP", "Status DINT,X BOOL,Reset BOOL,Count DINT"),
    ("ALARM_DIGITAL", ALARM_DIGITAL),
    ("ALARM_ANALOG", ALARM_ANALOG),
];

const ALARM_DIGITAL: &str = "EnableIn BOOL,In BOOL,InFault BOOL,Condition BOOL,AckRequired BOOL,\
    Latched BOOL,ProgAck BOOL,OperAck BOOL,ProgReset BOOL,OperReset BOOL,ProgSuppress BOOL,\
    OperSuppress BOOL,ProgUnsuppress BOOL,OperUnsuppress BOOL,OperShelve BOOL,ProgUnshelve BOOL,\
    OperUnshelve BOOL,ProgDisable BOOL,OperDisable BOOL,ProgEnable BOOL,OperEnable BOOL,\
    AlarmCountReset BOOL,UseProgTime BOOL,ProgTime LINT,Severity DINT,MinDurationPRE DINT,\
    ShelveDuration DINT,MaxShelveDuration DINT,EnableOut BOOL,InAlarm BOOL,Acked BOOL,\
    InAlarmUnack BOOL,Suppressed BOOL,Shelved BOOL,Disabled BOOL,Commissioned BOOL,\
    MinDurationACC DINT,AlarmCount DINT,InAlarmTime LINT,AckTime LINT,RetToNormalTime LINT,\
    AlarmCountResetTime LINT,ShelveTime LINT,UnshelveTime LINT,Status DINT,InstructFault BOOL,\
    InFaulted BOOL,SeverityInv BOOL";

const ALARM_ANALOG: &str = "\
    EnableIn BOOL,InFault BOOL,HHEnabled BOOL,HEnabled BOOL,LEnabled BOOL,LLEnabled BOOL,\
    AckRequired BOOL,ProgAckAll BOOL,OperAckAll BOOL,HHProgAck BOOL,HHOperAck BOOL,HProgAck BOOL,\
    HOperAck BOOL,LProgAck BOOL,LOperAck BOOL,LLProgAck BOOL,LLOperAck BOOL,ROCPosProgAck BOOL,\
    ROCPosOperAck BOOL,ROCNegProgAck BOOL,ROCNegOperAck BOOL,ProgSuppress BOOL,OperSuppress BOOL,\
    ProgUnsuppress BOOL,OperUnsuppress BOOL,HHOperShelve BOOL,HOperShelve BOOL,LOperShelve BOOL,\
    LLOperShelve BOOL,ROCPosOperShelve BOOL,ROCNegOperShelve BOOL,ProgUnshelveAll BOOL,\
    HHOperUnshelve BOOL,HOperUnshelve BOOL,LOperUnshelve BOOL,LLOperUnshelve BOOL,\
    ROCPosOperUnshelve BOOL,ROCNegOperUnshelve BOOL,ProgDisable BOOL,OperDisable BOOL,\
    ProgEnable BOOL,OperEnable BOOL,AlarmCountReset BOOL,HHMinDurationEnable BOOL,\
    HMinDurationEnable BOOL,LMinDurationEnable BOOL,LLMinDurationEnable BOOL,In REAL,\
    HHLimit REAL,HHSeverity DINT,HLimit REAL,HSeverity DINT,LLimit REAL,LSeverity DINT,\
    LLLimit REAL,LLSeverity DINT,MinDurationPRE DINT,ShelveDuration DINT,MaxShelveDuration DINT,\
    Deadband REAL,ROCPosLimit REAL,ROCPosSeverity DINT,ROCNegLimit REAL,ROCNegSeverity DINT,\
    ROCPeriod REAL,EnableOut BOOL,InAlarm BOOL,AnyInAlarmUnack BOOL,HHInAlarm BOOL,HInAlarm BOOL,\
    LInAlarm BOOL,LLInAlarm BOOL,ROCPosInAlarm BOOL,ROCNegInAlarm BOOL,ROC REAL,HHAcked BOOL,\
    HAcked BOOL,LAcked BOOL,LLAcked BOOL,ROCPosAcked BOOL,ROCNegAcked BOOL,Suppressed BOOL,\
    Disabled BOOL,AlarmCount DINT,Status DINT,InstructFault BOOL,InFaulted BOOL";

/// Elementary types.
const ELEMENTARY: [&str; 17] = [
    "BOOL", "SINT", "INT", "DINT", "LINT", "USINT", "UINT", "UDINT", "ULINT", "REAL", "LREAL",
    "TIME", "TIME32", "LTIME", "DT", "LDT", "BIT",
];

/// Adds the built-in structures that the project uses and does not define; unknown structures are noted.
pub(super) fn add_used(project: &mut Project) {
    let mut known: HashSet<String> =
        ELEMENTARY.iter().map(|name| name.to_ascii_lowercase()).collect();
    known.extend(project.data_types.iter().map(|it| it.name.to_ascii_lowercase()));
    known.extend(project.blocks.iter().map(|it| it.name.to_ascii_lowercase()));
    let members = project.data_types.iter().flat_map(|it| &it.members);
    let members = members.chain(project.blocks.iter().flat_map(|it| &it.members));
    let uses = members.map(|it| &it.type_use).chain(project.tags.iter().map(|it| &it.type_use));
    let mut wanted: Vec<String> = Vec::new();
    for name in uses.map(|it| &it.name).filter(|name| !name.is_empty()) {
        if known.insert(name.to_ascii_lowercase()) {
            wanted.push(name.clone());
        }
    }
    while let Some(name) = wanted.pop() {
        let Some(found) = structure(&name) else {
            project.notes.push(Note::new(NoteKind::Missing, &name, &Noted::Structure));
            continue;
        };
        let inner = found.members.iter().map(|it| &it.type_use.name);
        wanted.extend(inner.filter(|it| known.insert(it.to_ascii_lowercase())).cloned());
        project.data_types.push(found);
    }
}

/// Whether a type is elementary.
pub(super) fn is_elementary(name: &str) -> bool {
    ELEMENTARY.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a structure is built in.
pub(super) fn knows(name: &str) -> bool {
    STRUCTURES.iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
}

/// A built-in structure.
pub(super) fn structure(name: &str) -> Option<DataType> {
    let (name, members) = STRUCTURES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
    let text = *name == "STRING";
    Some(DataType {
        name: (*name).to_owned(),
        kind: if text { DataTypeKind::String } else { DataTypeKind::Structure },
        members: members.split(',').filter_map(member).collect(),
        base: text.then(|| TypeUse { length: Some(82), ..TypeUse::scalar("STRING") }),
        ..DataType::default()
    })
}

fn member(text: &str) -> Option<Member> {
    let (name, of) = text.split_once(' ')?;
    let (of, dimension) = match of.split_once('[') {
        Some((of, count)) => (of, count.strip_suffix(']')),
        None => (of, None),
    };
    Some(Member { name: name.to_owned(), type_use: type_use(of, dimension), ..Member::default() })
}
