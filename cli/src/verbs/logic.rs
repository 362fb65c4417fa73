//! `tagbridge logic`: the uses of a name in the code of a project.

pub(super) mod diff;
mod document;
mod explain;
mod gap;
mod print;
mod why;
mod words;

use std::{path::PathBuf, sync::Arc};

use clap::{Args, Subcommand};
use tagbridge_logic::{
    Index, Logic, PlaceId, UnitId,
    query::{Direction, Found, Turned, Wanted},
};
use tagbridge_project::{Project, Symbols};

use self::document::{Document, Row};
pub(crate) use self::{document::Cited, print::place, why::in_short};
use super::project::open;
use crate::{
    arguments::within,
    failure::{Exit, Failure},
    output::{self, Output},
};

/// Show what the code of a project does with a tag, a block or a rung.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tagbridge logic Line4.L5X used Conveyor_Run\n  \
    tagbridge logic Line4.L5X on Conveyor_Run\n  \
    tagbridge logic Line4.L5X why Conveyor_Run --live logix://10.0.0.5/1,0\n\n\
    FILE has the same formats as for `tagbridge project inspect`. NAME is a name as in the \
    program: its full name or the end of it, such as Program:Main.Start, Start, \"DB\".Valve or \
    FB_Motor.Speed. If several objects have this name, the command lists them.\n\n\
    Exit codes: 0 answered; 1 several objects have this name, or there is no answer. `tagbridge \
    --help` lists the other exit codes.")]
pub(crate) struct LogicArguments {
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
    /// Show the differences between this file and another version.
    #[command(after_help = "Example: tagbridge logic Line4.L5X diff Line4-new.L5X")]
    Diff {
        /// The file or folder of the other version.
        new: PathBuf,
    },
}

impl Question {
    /// The name of the tag, if the question is about one.
    fn place(&self) -> Option<&str> {
        match self {
            Self::Why(question) => Some(&question.name),
            Self::Rows(rows) => match rows {
                Rows::Used { name }
                | Rows::Read { name }
                | Rows::Written { name }
                | Rows::On { name }
                | Rows::Off { name }
                | Rows::Slice { name, .. } => Some(name),
                _ => None,
            },
            Self::Explain(_) | Self::Diff { .. } => None,
        }
    }
}

/// Questions whose answer is rows with citations.
#[derive(Subcommand)]
enum Rows {
    /// List all places where a tag is used.
    #[command(after_help = "Example: tagbridge logic Line4.L5X used Conveyor_Run")]
    Used {
        /// The tag.
        name: String,
    },
    /// List the places where a tag is read.
    #[command(after_help = "Example: tagbridge logic Line4.L5X read Conveyor_Run")]
    Read {
        /// The tag.
        name: String,
    },
    /// List the places where a tag is written.
    #[command(after_help = "Example: tagbridge logic Line4.L5X written Conveyor_Run --json")]
    Written {
        /// The tag.
        name: String,
    },
    /// Show the code that turns a tag on, and its conditions.
    #[command(after_help = "Example: tagbridge logic Line4.L5X on Conveyor_Run")]
    On {
        /// The tag.
        name: String,
    },
    /// Show the code that turns a tag off, and its conditions.
    #[command(after_help = "Example: tagbridge logic Line4.L5X off Fault_Latched")]
    Off {
        /// The tag.
        name: String,
    },
    /// List the tags that a tag depends on, directly and indirectly.
    #[command(after_help = "Example: tagbridge logic Line4.L5X slice Conveyor_Run --depth 2")]
    Slice {
        /// The tag.
        name: String,
        /// List the tags that depend on this tag instead.
        #[arg(long)]
        forward: bool,
        /// The largest number of steps from tag to tag, 1 to 8.
        #[arg(long, default_value_t = 3, value_parser = within::<u32>(1..=8))]
        depth: u32,
    },
    /// List the callers of a block or a routine.
    #[command(after_help = "Example: tagbridge logic Line4.L5X calls MotorControl")]
    Calls {
        /// The block, the routine or the instance.
        name: String,
    },
    /// Show which task executes a routine or a rung, and through which calls.
    #[command(after_help = "Example: tagbridge logic Line4.L5X runs MainProgram/Start:4")]
    Runs {
        /// The routine (`Program/Routine`) or the rung (`Program/Routine:4`).
        name: String,
    },
    /// List the states of a chart, or of a sequence that stores its state as a number in a tag.
    #[command(after_help = "Example: tagbridge logic Line4.L5X states Step")]
    States {
        /// The routine, the block or a step of the chart, or the tag with the number.
        name: String,
    },
    /// List suspicious code: set without reset, set and reset in different routines, coils that are
    /// written twice, tags that several tasks write.
    #[command(after_help = "Example: tagbridge logic Line4.L5X findings")]
    Findings {
        /// The tag [default: all tags].
        name: Option<String>,
    },
    /// List code that is never executed, or whose condition is never true.
    #[command(after_help = "Example: tagbridge logic Line4.L5X unreachable")]
    Unreachable,
}

pub(crate) async fn run(arguments: &LogicArguments, output: Output) -> Result<Exit, Failure> {
    let project = Arc::new(open(&arguments.file)?);
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let asked = arguments.question.place();
    let unnamed = asked.and_then(|name| UnusedDeclaration::of(&project, &logic, name));
    let logic = unnamed.as_ref().map_or(logic, |it| Logic::new(&project, &it.index));
    let document = match &arguments.question {
        Question::Why(question) => match find(&logic, &question.name, unnamed.as_ref()) {
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
            let newer = Logic::new(&newer, &index);
            return diff::run(&logic, &newer, output.is_json());
        }
        Question::Rows(question) => answer(&logic, question, unnamed.as_ref()),
    };
    if output.is_json() {
        output::json(&document)?;
    } else {
        document.print()?;
    }
    Ok(if document.is_answer() { Exit::Done } else { Exit::SomeBad })
}

/// The possible meanings of an ambiguous name.
fn asked_back(logic: &Logic<'_>, found: Found<PlaceId>) -> Document {
    match found {
        Found::Several(places) => {
            Document::options(places.into_iter().map(|place| logic.place(place)).collect())
        }
        Found::Unused(names) => Document::options(names),
        Found::One(_) | Found::None => Document::unresolved(),
    }
}

/// A declaration that no code uses, with an index that contains its place.
struct UnusedDeclaration {
    name: String,
    index: Index,
    place: PlaceId,
}

impl UnusedDeclaration {
    /// The meaning of a name that no code uses, if it is unique.
    fn of(project: &Arc<Project>, logic: &Logic<'_>, name: &str) -> Option<Self> {
        let whole = match logic.find(name) {
            Found::One(place) if logic.is_called(place, name) => return None,
            Found::Several(places) if places.iter().all(|it| logic.is_called(*it, name)) => {
                return None;
            }
            Found::Unused(mut names) if names.len() == 1 => names.pop()?,
            Found::Unused(_) => return None,
            // A part of a name, not only its end.
            Found::One(_) | Found::Several(_) | Found::None => {
                Symbols::new(Arc::clone(project)).find_without_hint(name).ok()?.name()
            }
        };
        let (index, place) = logic.index.naming(project, &whole)?;
        Some(Self { name: whole, index, place })
    }
}

/// The place of a name.
fn find(logic: &Logic<'_>, name: &str, unnamed: Option<&UnusedDeclaration>) -> Found<PlaceId> {
    unnamed.map_or_else(|| logic.find(name), |it| Found::One(it.place))
}

/// The rung or the routine of this name, otherwise the units that write the tag of this name.
fn units(logic: &Logic<'_>, name: &str) -> Result<Vec<UnitId>, Box<Document>> {
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

fn answer(logic: &Logic<'_>, question: &Rows, unnamed: Option<&UnusedDeclaration>) -> Document {
    let about = |name: &str, ask: &dyn Fn(PlaceId) -> Document| match find(logic, name, unnamed) {
        Found::One(place) if unnamed.is_some() && !logic.is_reached(place) => {
            let constant = unnamed.map(|it| logic.constant_uses(&it.name)).unwrap_or_default();
            match constant.as_slice() {
                [] => Document::unused(logic, place),
                citations => Document::constant(citations),
            }
        }
        Found::One(place) => ask(place),
        found => asked_back(logic, found),
    };
    let by_name = |name: &str| unnamed.map_or(name, |it| it.name.as_str()).to_owned();
    let uses = |name: &str, wanted| {
        about(name, &|place| {
            let answer = logic.uses(place, wanted).asked_by(logic, place, &by_name(name));
            let mentions = logic.mentions(place, wanted);
            Document::of(logic, answer, |row| vec![Row::of_use(&row)]).and_outside(logic, &mentions)
        })
    };
    let turned = |name: &str, wanted| {
        about(name, &|place| {
            let answer = logic.turned(place, wanted).asked_by(logic, place, &by_name(name));
            let mentions = logic.mentions(place, Wanted::Written);
            Document::of(logic, answer, |row| vec![Row::of_effect(logic, &row, wanted)])
                .and_outside(logic, &mentions)
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
            let answer = logic.slice(place, way, *depth).asked_by(logic, place, &by_name(name));
            Document::of(logic, answer, |slice| Row::of_slice(&slice))
        }),
        Rows::Calls { name } if !logic.is_callable(name) => Document::unresolved(),
        Rows::Calls { name } => {
            Document::of(logic, logic.callers(name), |row| vec![Row::of_call(logic, row)])
        }
        Rows::Runs { name } => match logic.find_unit(name) {
            Found::One(unit) => {
                Document::of(logic, logic.runs(unit), |row| vec![Row::of_run(logic, row)])
            }
            // All rungs of one routine are executed in the same way.
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
