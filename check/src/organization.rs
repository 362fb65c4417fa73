//! The inputs that the operating system of S7-1200 and S7-1500 gives to an organization block.
//!
//! They have fixed names for each event class. A source may omit them, and code may read them.
//! S7-1200 system manual (A5E02486680), §"Organization blocks (OBs)", the tables of start
//! information; STEP 7 (TIA Portal) help, "Start information of organization blocks".

use tagbridge_project::Vendor;

use crate::checker::Checker;

/// The inputs by the event class, in the words of TIA Portal Openness (`OB.SecondaryType`).
const INPUTS: [(&str, &str); 17] = [
    ("ProgramCycle", "Initial_Call Remanence"),
    ("Startup", "LostRetentive LostRTC"),
    ("TimeOfDay", "CaughtUp SecondTime"),
    ("TimeDelayInterrupt", "Sign"),
    ("CyclicInterrupt", "Initial_Call Event_Count"),
    ("HardwareInterrupt", "LADDR USI IChannel EventType"),
    ("Status", "LADDR Slot Specifier"),
    ("Update", "LADDR Slot Specifier"),
    ("Profile", "LADDR Slot Specifier"),
    ("SynchronousCycle", SYNCHRONOUS),
    ("MCServo", SYNCHRONOUS),
    ("MCInterpolator", SYNCHRONOUS),
    ("TimeErrorInterrupt", "Fault_ID Csg_OBnr Csg_Prio"),
    ("DiagnosticErrorInterrupt", "IO_State LADDR Channel MultiError"),
    ("PullOrPlugOfModules", "LADDR Event_Class Fault_ID"),
    ("RackOrStationFailure", "LADDR Event_Class Fault_ID"),
    ("ProgrammingError", ACCESS),
];

const SYNCHRONOUS: &str =
    "Initial_Call PIP_Input PIP_Output IO_System Event_Count Synchronous SyncCycleTime";

/// The inputs for errors of the program; those of errors of access to I/O are the same.
const ACCESS: &str = "BlockNr Reaction Fault_ID BlockType Area DBNr Csg_OBNr Csg_Prio Width";

/// Whether the operating system gives this input to an organization block. A block of an unknown
/// class may have the inputs of each class.
pub(crate) fn has_input(checker: &Checker<'_>, block: &str, name: &str) -> bool {
    if checker.vendor() != Vendor::Siemens {
        return false;
    }
    let mut tasks = checker.project.tasks.iter();
    let Some(task) = tasks.find(|it| it.name.eq_ignore_ascii_case(block)) else { return false };
    let class = match task.kind.as_str() {
        "IOAccessError" => "ProgrammingError",
        class => class,
    };
    let is_known = INPUTS.iter().any(|(known, _)| *known == class);
    let mut inputs = INPUTS.iter().filter(|(known, _)| !is_known || *known == class);
    inputs.any(|(_, names)| names.split(' ').any(|it| it.eq_ignore_ascii_case(name)))
}
