//! `tagbridge logic`: what the code of a project does with a name.

mod document;
mod print;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use tagbridge_logic::{
    Index, PlaceId,
    query::{Direction, Found, Turned, Wanted},
};

use self::document::{Document, Row};
use super::project::open;
use crate::{
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
    /// Where it is used at all.
    Used {
        /// The tag.
        name: String,
    },
    /// Where its value is needed.
    Read {
        /// The tag.
        name: String,
    },
    /// Where it gets its value.
    Written {
        /// The tag.
        name: String,
    },
    /// What turns it on, under which condition.
    On {
        /// The tag.
        name: String,
    },
    /// What turns it off, under which condition.
    Off {
        /// The tag.
        name: String,
    },
    /// What it depends on, step by step.
    Slice {
        /// The tag.
        name: String,
        /// What depends on it instead.
        #[arg(long)]
        forward: bool,
        /// How many steps.
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=8))]
        depth: u32,
    },
    /// Who calls a block or a routine.
    Calls {
        /// The block, the routine or the instance.
        name: String,
    },
    /// From which task a routine or a rung (`Program/Routine:4`) is executed, and through which
    /// calls.
    Runs {
        /// The routine or the rung.
        name: String,
    },
    /// The states of a number that holds the state of a sequence.
    States {
        /// The tag.
        name: String,
    },
    /// Code that no task executes and nothing calls.
    Unreachable,
}

pub(crate) fn run(arguments: &Logic, output: Output) -> Result<Exit, Failure> {
    let project = open(&arguments.file)?;
    let index = Index::build(&project);
    let logic = tagbridge_logic::Logic::new(&project, &index);
    let document = answer(&logic, &arguments.question);
    if output.is_json() {
        output::json(&document)?;
    } else {
        document.print()?;
    }
    Ok(if document.is_answer() { Exit::Done } else { Exit::SomeBad })
}

fn answer(logic: &tagbridge_logic::Logic<'_>, question: &Question) -> Document {
    let about = |name: &str, ask: &dyn Fn(PlaceId) -> Document| match logic.find(name) {
        Found::One(place) => ask(place),
        Found::Several(places) => {
            Document::options(places.into_iter().map(|place| logic.place(place)).collect())
        }
        Found::None => Document::unresolved(),
    };
    let uses = |name, wanted| {
        about(name, &|place| {
            Document::of(logic, logic.uses(place, wanted), |row| vec![Row::of_use(&row)])
        })
    };
    let turned = |name, wanted| {
        about(name, &|place| {
            let answer = logic.turned(place, wanted);
            Document::of(logic, answer, |row| vec![Row::of_effect(logic, &row)])
        })
    };
    match question {
        Question::Used { name } => uses(name, Wanted::Used),
        Question::Read { name } => uses(name, Wanted::Read),
        Question::Written { name } => uses(name, Wanted::Written),
        Question::On { name } => turned(name, Turned::On),
        Question::Off { name } => turned(name, Turned::Off),
        Question::Slice { name, forward, depth } => about(name, &|place| {
            let way = if *forward { Direction::Forward } else { Direction::Back };
            Document::of(logic, logic.slice(place, way, *depth), |slice| Row::of_slice(&slice))
        }),
        Question::Calls { name } if !logic.is_callable(name) => Document::unresolved(),
        Question::Calls { name } => {
            Document::of(logic, logic.callers(name), |row| vec![Row::of_call(logic, row)])
        }
        Question::Runs { name } => match logic.find_unit(name) {
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
            Found::None => Document::unresolved(),
        },
        Question::States { name } => about(name, &|place| {
            Document::of(logic, logic.states(place), |row| Row::of_states(logic, row))
        }),
        Question::Unreachable => Document::of(logic, logic.dead_code(), |row| vec![Row::at(&row)]),
    }
}
