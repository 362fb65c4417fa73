//! `tagbridge`: the command line program with all commands.
//!
//! A command converts its arguments, calls the bridge, the service or the simulator, and converts
//! the result to output and exit code. Logic that the window also needs is in other crates.

mod arguments;
mod command_line;
mod console;
mod failure;
mod files;
mod fonts;
mod logging;
mod messages;
mod metrics;
mod output;
mod verbs;

use std::{process::ExitCode, time::Duration};

use clap::Parser;
use tagbridge_desk::Journal;
use tagbridge_texts::{Language, Message};

use crate::{
    arguments::{Arguments, Verb},
    failure::{Exit, Failure},
    logging::Log,
    messages::Cannot,
    output::Output,
};

/// Time-out for background work at the end.
const LEFT_BEHIND: Duration = Duration::from_secs(1);

fn main() -> ExitCode {
    let mut arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return command_line::refuse(&error),
    };
    if let Verb::Service(it) = arguments.verb {
        match it.into_host() {
            Ok(host) => return verbs::service::host(host),
            Err(it) => arguments.verb = Verb::Service(it),
        }
    }
    let output = Output::new(arguments.json);
    match live(arguments, Log::Stderr) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            failure.report(output);
            failure.exit.into()
        }
    }
}

/// Executes a command line.
fn live(arguments: Arguments, log: Log<'_>) -> Result<Exit, Failure> {
    // JSON stays the same on every computer, unless a language is given.
    let default = if arguments.json { Language::English } else { Language::of_environment() };
    output::set_language(arguments.language.unwrap_or(default));
    let output = Output::new(arguments.json);
    let journal = logging::start(
        arguments.verbose,
        matches!(arguments.verb, Verb::Serve(_)),
        arguments.log_format,
        log,
    );
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::ours(&Cannot::Start, Message::system(&error)))?;
    let outcome = runtime.block_on(dispatch(arguments.verb, output, journal));
    // Work that cannot be interrupted, such as the index of a large project, may take minutes.
    // Ending it is safe, because its result has another name until it is complete.
    runtime.shutdown_timeout(LEFT_BEHIND);
    outcome
}

async fn dispatch(verb: Verb, output: Output, journal: Journal) -> Result<Exit, Failure> {
    match verb {
        Verb::Demo(it) => verbs::demo::run(it, output, journal).await,
        Verb::Discover(it) => verbs::discover::run(it, output).await,
        Verb::Browse(it) => verbs::browse::run(it, output).await,
        Verb::Read(it) => verbs::read::run(it, output).await,
        Verb::Watch(it) => verbs::watch::run(it, output).await,
        Verb::Preflight(it) => verbs::preflight::run(it, output).await,
        Verb::Trust(it) => verbs::trust::run(it, output).await,
        Verb::Simulate(it) => verbs::simulate::run(it, output).await,
        Verb::Serve(it) => verbs::serve::run(it, output).await,
        Verb::Mcp(it) => verbs::mcp::run(it).await,
        Verb::Project(it) => verbs::project::run(it, output),
        Verb::Logic(it) => verbs::logic::run(&it, output).await,
        Verb::Ask(it) => verbs::ask::run(&it, output).await,
        Verb::History(it) => verbs::history::run(&it, output).await,
        Verb::Propose(it) => verbs::propose::run(&it, output),
        Verb::Check(it) => verbs::check::run(&it, output),
        Verb::Analyse(it) => verbs::analyse::run(&it, output),
        Verb::Report(it) => verbs::report::run(&it, output),
        Verb::Key(it) => verbs::key::run(it, output),
        Verb::Org(it) => verbs::org::run(it, output),
        Verb::Team(it) => verbs::team::run(it, output),
        Verb::Fleet(it) => verbs::fleet::run(it, output).await,
        Verb::Audit(it) => verbs::audit::run(&it, output),
        Verb::Backup(it) => verbs::backup::back_up(&it, output),
        Verb::Restore(it) => verbs::backup::restore(&it, output),
        Verb::Store(it) => verbs::store::run(&it, output),
        Verb::Run(it) => verbs::run::run(it, output, journal).await,
        Verb::Service(it) => verbs::service::run(it, output).await,
        Verb::Sessions(it) => verbs::sessions::run(&it, output),
        Verb::Cause(it) => verbs::cause::run(&it, output),
        Verb::Recording(it) => verbs::recording::run(&it, output),
        Verb::Incident(it) => verbs::incident::run(&it, output),
        Verb::Outbox(it) => verbs::outbox::run(&it, output),
        Verb::Config(it) => verbs::config::run(it, output),
        Verb::Doctor(it) => verbs::doctor::run(it, output).await,
        Verb::Bundle(it) => verbs::bundle::run(it, output),
        Verb::Completions(it) => verbs::manual::complete(&it),
        Verb::Man(it) => verbs::manual::write(&it),
    }
}
