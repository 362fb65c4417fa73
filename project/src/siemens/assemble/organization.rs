//! Organization blocks as tasks: when the operating system of the controller calls them.
//!
//! The class comes from `SecondaryType` of SimaticML (TIA Portal Openness, `OB.SecondaryType`), or,
//! if a source has none, from the number (S7-1500 system manual, §"Organization blocks").

use crate::{Program, Task};

/// A task for each organization block: the cyclic ones first, then the others in their order.
pub(super) fn tasks(programs: &[Program]) -> Vec<Task> {
    let mut tasks: Vec<Task> = programs.iter().map(task).collect();
    tasks.sort_by_key(|task| task.kind != "ProgramCycle");
    tasks
}

fn task(program: &Program) -> Task {
    let kind = program.event.clone().or_else(|| Some(by_number(program.number?)?.to_owned()));
    Task {
        name: program.name.clone(),
        kind: kind.unwrap_or_default(),
        programs: vec![program.name.clone()],
        safety: program.safety,
        comment: program.comment.clone(),
        ..Task::default()
    }
}

/// The event of an organization block whose number has a single meaning.
fn by_number(number: u16) -> Option<&'static str> {
    Some(match number {
        1 => "ProgramCycle",
        10..=17 => "TimeOfDay",
        20..=23 => "TimeDelayInterrupt",
        30..=38 => "CyclicInterrupt",
        40..=47 => "HardwareInterrupt",
        80 => "TimeErrorInterrupt",
        82 => "DiagnosticErrorInterrupt",
        83 => "PullOrPlugOfModules",
        86 => "RackOrStationFailure",
        100 => "Startup",
        121 => "ProgrammingError",
        122 => "IOAccessError",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_organization_block_is_a_task_of_its_class() {
        let program = |name: &str, number, event: Option<&str>| Program {
            name: name.to_owned(),
            number,
            event: event.map(str::to_owned),
            ..Program::default()
        };
        let programs = [
            program("Fast", Some(30), None),
            program("Main", Some(1), None),
            program("Second", Some(123), Some("ProgramCycle")),
            program("Odd", Some(200), None),
        ];
        let tasks = tasks(&programs);
        let shown: Vec<_> = tasks.iter().map(|it| (it.name.as_str(), it.kind.as_str())).collect();
        let expected = [
            ("Main", "ProgramCycle"),
            ("Second", "ProgramCycle"),
            ("Fast", "CyclicInterrupt"),
            ("Odd", ""),
        ];
        assert_eq!(shown, expected);
        assert_eq!(tasks[0].programs, ["Main"]);
    }
}
