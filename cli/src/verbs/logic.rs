//! `tagbridge logic`: what the code of a project does with a name.

pub(super) mod diff;
mod document;
mod explain;
mod gap;
mod print;
mod why;
mod words;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use tagbridge_logic::{
    Index, PlaceId, UnitId,
    query::{Direction, Found, Turned, Wanted},
};

use self::document::{Document, Row};
pub(crate) use self::why::in_short;
use super::project::open;
use crate::{
    arguments::within,
    failure::{Exit, Failure},
    output::{self, Output},
};

/// What the code of a project does with a tag, a block or a rung.
#[derive(Args)]
#[command(after_help = "Example: tagbridge logic Line4.L5X on Conveyor_Run\n\
    FILE is read as by `project inspect`. NAME is written as in the program, whole or its end: \
    Program:Main.Start, Start, \"DB\".Valve, FB_Motor.Speed. A name that means several is asked \
    back, with what it may mean.\n\
    Exit codes: 0 answered, 1 asked back or not resolved")]
pub(crate) struct Logic {
    /// The project's file or folder.
    file: PathBuf,

    #[command(subcommand)]
    question: Question,
}

#[derive(Subcommand)]
enum Question {
    #[command(flatten)]
    Rows(Rows),
    Why(why::Why),
    Explain(explain::Explain),
    /// What a new version of the file means that this one does not.
    #[command(after_help = "Example: tagbridge logic Line4.L5X diff Line4-new.L5X")]
    Diff {
        /// The new version.
        new: PathBuf,
    },
}

/// What is answered by rows with citations.
#[derive(Subcommand)]
enum Rows {
    /// Where it is used at all.
    #[command(after_help = "Example: tagbridge logic Line4.L5X used Conveyor_Run")]
    Used {
        /// The tag.
        name: String,
    },
    /// Where its value is needed.
    #[command(after_help = "Example: tagbridge logic Line4.L5X read Conveyor_Run")]
    Read {
        /// The tag.
        name: String,
    },
    /// Where it gets its value.
    #[command(after_help = "Example: tagbridge logic Line4.L5X written Conveyor_Run --json")]
    Written {
        /// The tag.
        name: String,
    },
    /// What turns it on, under which condition.
    #[command(after_help = "Example: tagbridge logic Line4.L5X on Conveyor_Run")]
    On {
        /// The tag.
        name: String,
    },
    /// What turns it off, under which condition.
    #[command(after_help = "Example: tagbridge logic Line4.L5X off Fault_Latched")]
    Off {
        /// The tag.
        name: String,
    },
    /// What it depends on, step by step.
    #[command(after_help = "Example: tagbridge logic Line4.L5X slice Conveyor_Run --depth 2")]
    Slice {
        /// The tag.
        name: String,
        /// What depends on it instead.
        #[arg(long)]
        forward: bool,
        /// How many steps.
        #[arg(long, default_value_t = 3, value_parser = within::<u32>(1..=8))]
        depth: u32,
    },
    /// Who calls a block or a routine.
    #[command(after_help = "Example: tagbridge logic Line4.L5X calls MotorControl")]
    Calls {
        /// The block, the routine or the instance.
        name: String,
    },
    /// From which task a routine or a rung (`Program/Routine:4`) is executed, and through which
    /// calls.
    #[command(after_help = "Example: tagbridge logic Line4.L5X runs MainProgram/Start:4")]
    Runs {
        /// The routine or the rung.
        name: String,
    },
    /// The states of a chart, or of a number that holds the state of a sequence.
    #[command(after_help = "Example: tagbridge logic Line4.L5X states Step")]
    States {
        /// The chart's routine or block, one of its steps, or the tag.
        name: String,
    },
    /// What looks wrong: latches without a partner or split over routines, coils that are written
    /// twice, places that several tasks write.
    #[command(after_help = "Example: tagbridge logic Line4.L5X findings")]
    Findings {
        /// The tag; all without.
        name: Option<String>,
    },
    /// Code that nothing executes, or whose condition never holds.
    #[command(after_help = "Example: tagbridge logic Line4.L5X unreachable")]
    Unreachable,
}

pub(crate) async fn run(arguments: &Logic, output: Output) -> Result<Exit, Failure> {
    let project = open(&arguments.file)?;
    let index = Index::build(&project);
    let logic = tagbridge_logic::Logic::new(&project, &index);
    let document = match &arguments.question {
        Question::Why(question) => match logic.find(&question.name) {
            Found::One(place) => {
                let values = question.snapshots(&logic, &arguments.file, place).await?;
                return question.answer(&logic, place, &values, output.is_json());
            }
            found => asked_back(&logic, found),
        },
        Question::Explain(question) => match units(&logic, &question.name) {
            Ok(units) => return explain::Explain::run(&logic, &units, output.is_json()),
            Err(document) => *document,
        },
        Question::Diff { new } => {
            let newer = open(new)?;
            let index = Index::build(&newer);
            let newer = tagbridge_logic::Logic::new(&newer, &index);
            return diff::run(&logic, &newer, output.is_json());
        }
        Question::Rows(question) => answer(&logic, question),
    };
    if output.is_json() {
        output::json(&document)?;
    } else {
        document.print()?;
    }
    Ok(if document.is_answer() { Exit::Done } else { Exit::SomeBad })
}

/// What a name may mean that does not mean one place.
fn asked_back(logic: &tagbridge_logic::Logic<'_>, found: Found<PlaceId>) -> Document {
    match found {
        Found::Several(places) => {
            Document::options(places.into_iter().map(|place| logic.place(place)).collect())
        }
        Found::Unused(_) => Document::unused(logic),
        Found::One(_) | Found::None => Document::unresolved(),
    }
}

/// The rung or the routine of this name; else the units that write the tag of this name.
fn units(logic: &tagbridge_logic::Logic<'_>, name: &str) -> Result<Vec<UnitId>, Box<Document>> {
    match logic.find_unit(name) {
        Found::One(unit) => return Ok(vec![unit]),
        Found::Several(units) => {
            return if logic.routine_of_all(&units).is_some() {
                Ok(units)
            } else {
                let names = units.iter().map(|unit| logic.name(*unit)).collect();
                Err(Box::new(Document::options(names)))
            };
        }
        Found::Unused(_) | Found::None => {}
    }
    match logic.find(name) {
        Found::One(place) => {
            let mut units: Vec<UnitId> = logic
                .uses(place, Wanted::Written)
                .rows
                .iter()
                .map(|row| row.citation.unit)
                .collect();
            units.dedup();
            Ok(units)
        }
        found => Err(Box::new(asked_back(logic, found))),
    }
}

fn answer(logic: &tagbridge_logic::Logic<'_>, question: &Rows) -> Document {
    let about = |name: &str, ask: &dyn Fn(PlaceId) -> Document| match logic.find(name) {
        Found::One(place) => ask(place),
        found => asked_back(logic, found),
    };
    let uses = |name, wanted| {
        about(name, &|place| {
            Document::of(logic, logic.uses(place, wanted), |row| vec![Row::of_use(&row)])
        })
    };
    let turned = |name, wanted| {
        about(name, &|place| {
            let answer = logic.turned(place, wanted);
            Document::of(logic, answer, |row| vec![Row::of_effect(logic, &row, wanted)])
        })
    };
    match question {
        Rows::Used { name } => uses(name, Wanted::Used),
        Rows::Read { name } => uses(name, Wanted::Read),
        Rows::Written { name } => uses(name, Wanted::Written),
        Rows::On { name } => turned(name, Turned::On),
        Rows::Off { name } => turned(name, Turned::Off),
        Rows::Slice { name, forward, depth } => about(name, &|place| {
            let way = if *forward { Direction::Forward } else { Direction::Back };
            Document::of(logic, logic.slice(place, way, *depth), |slice| Row::of_slice(&slice))
        }),
        Rows::Calls { name } if !logic.is_callable(name) => Document::unresolved(),
        Rows::Calls { name } => {
            Document::of(logic, logic.callers(name), |row| vec![Row::of_call(logic, row)])
        }
        Rows::Runs { name } => match logic.find_unit(name) {
            Found::One(unit) => {
                Document::of(logic, logic.runs(unit), |row| vec![Row::of_run(logic, row)])
            }
            // All rungs of one routine are executed alike.
            Found::Several(units) => match logic.routine_of_all(&units) {
                Some(unit) => {
                    Document::of(logic, logic.runs(unit), |row| vec![Row::of_run(logic, row)])
                }
                None => Document::options(units.iter().map(|unit| logic.name(*unit)).collect()),
            },
            Found::Unused(_) | Found::None => Document::unresolved(),
        },
        Rows::States { name } => {
            let of = |answer| Document::of(logic, answer, |row| Row::of_states(logic, &row));
            let chart = match logic.find_unit(name) {
                Found::One(unit) => Some(unit),
                Found::Several(units) => logic.routine_of_all(&units),
                Found::Unused(_) | Found::None => None,
            };
            let chart = chart.map(|unit| logic.sequence(logic.index.unit(unit).routine));
            match chart.filter(|answer| !answer.rows.is_empty()) {
                Some(answer) => of(answer),
                None => about(name, &|place| of(logic.states(place))),
            }
        }
        Rows::Findings { name: Some(name) } => about(name, &|place| {
            Document::of(logic, logic.findings(Some(place)), |row| Row::of_finding(&row))
        }),
        Rows::Findings { name: None } => {
            Document::of(logic, logic.findings(None), |row| Row::of_finding(&row))
        }
        Rows::Unreachable => Document::of(logic, logic.dead_code(), |row| vec![Row::of_dead(&row)]),
    }
}
