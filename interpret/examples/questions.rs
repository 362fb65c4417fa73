//! Prints the answers to a list of questions, for a person who judges them against the files.
//!
//! `cargo run -p tagbridge-interpret --example questions LIST`: the list is a table with tabs and the columns
//! `id`, `project` (the path of its file or folder) and `question`.
#![expect(clippy::print_stdout, reason = "the answers are the output")]

use std::{collections::BTreeMap, env, fs, path::Path, sync::Arc};

use tagbridge_api::turn::Outcome;
use tagbridge_interpret::{Before, Facts, Given, answer, understand};
use tagbridge_project::Source;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let list = env::args_os().nth(1).ok_or("name the list of questions")?;
    let text = fs::read_to_string(list)?;
    let mut lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().ok_or("the list is empty")?;
    let column = |name: &str| {
        let at = head.iter().position(|it| *it == name);
        at.ok_or_else(|| format!("the list has no column {name}"))
    };
    let [id, project, question] = [column("id")?, column("project")?, column("question")?];
    let mut known: BTreeMap<String, Facts> = BTreeMap::new();
    for (number, line) in lines.enumerate() {
        let cell = |at: usize| line.get(at).copied();
        let (Some(id), Some(project), Some(question)) = (cell(id), cell(project), cell(question))
        else {
            return Err(format!("line {} has too few columns", number + 2).into());
        };
        if !known.contains_key(project) {
            let read = tagbridge_project::read(&Source::open(Path::new(project))?)?;
            known.insert(project.to_owned(), Facts::new(Arc::new(read)));
        }
        let asked = understand(&known[project], question, &Before::default());
        println!("\n== {id} · {project} · {question}\n   {:?}", asked.queries);
        match answer(&known[project], &asked, &Given::default()) {
            Outcome::Answer { answer, .. } => println!("{answer}"),
            Outcome::NeedsInput { questions } => {
                for it in questions {
                    println!("? {} {}", it.question, it.options.join(" | "));
                }
            }
            Outcome::Unresolved { reason } => println!("! {reason}"),
            other => println!("{other:?}"),
        }
    }
    Ok(())
}
