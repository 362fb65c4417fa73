//! The elements of a project that the standard of its industry requires: counted, not assessed.

use tagbridge_logic::{Effect, Step};
use tagbridge_project::Access;
use tagbridge_texts::Coded;

use crate::{
    chapter_writer::ChapterWriter,
    facts::Facts,
    words::{any, words},
};

/// ISA-88.
#[derive(Coded)]
#[coded(prefix = "analysis-batch-figure")]
pub(super) enum BatchChapter {
    Phases,
    Recipes,
    Charts,
    Commands,
}

/// ISA-18.2.
#[derive(Coded)]
#[coded(prefix = "analysis-isa182-figure")]
pub(super) enum AlarmChapter {
    Instructions,
    Alarms,
    Described,
    Delays,
    Deadbands,
    Suppressed,
}

/// Safety of machinery.
#[derive(Coded)]
#[coded(prefix = "analysis-machine-figure")]
pub(super) enum SafetyChapter {
    Tasks,
    Programs,
    Blocks,
    Tags,
    Stops,
    Guards,
    Writable,
}

/// The chapter of a batch plant.
pub(crate) fn batch(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let project = facts.project;
    let named = |name: &str, of: &[&str]| any(&words(name), of);
    let phases = project.programs.iter().filter(|it| named(&it.name, &["phase", "ph", "em"]));
    let blocks = project.blocks.iter().filter(|it| named(&it.name, &["phase", "ph", "em"]));
    pen.figure(&BatchChapter::Phases, phases.count() + blocks.count());
    let recipes = project.tags.iter().filter(|it| named(&it.name, &["recipe", "rezept", "batch"]));
    pen.figure(&BatchChapter::Recipes, recipes.count());
    let charts =
        project.routines.iter().filter(|it| it.language == tagbridge_project::Language::Sfc);
    pen.figure(&BatchChapter::Charts, charts.count());
    let commands = ["hold", "abort", "restart", "reset", "stop", "start"];
    let found = commands.iter().filter(|command| {
        project
            .tags
            .iter()
            .any(|tag| tag.name.rsplit('.').next().is_some_and(|own| named(own, &[command])))
    });
    pen.figure(&BatchChapter::Commands, found.count());
}

/// The chapter of a plant with many alarms.
pub(crate) fn alarms(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let (index, project) = (facts.index, facts.project);
    let mut instructions = 0;
    for (id, _) in index.units() {
        pen.check();
        for (_, statement) in index.statements_of(id) {
            if let Effect::Run { spec, .. } = &statement.effect {
                let name = index.names.text(index.specs.name(*spec)).to_ascii_uppercase();
                instructions += usize::from(matches!(name.as_str(), "ALMA" | "ALMD"));
            }
        }
    }
    pen.figure(&AlarmChapter::Instructions, instructions);
    let is_alarm = |name: &str| any(&words(name), &["alarm", "alm", "alarms"]);
    let alarms = || project.tags.iter().filter(|tag| is_alarm(&tag.name));
    pen.figure(&AlarmChapter::Alarms, alarms().count());
    pen.figure(&AlarmChapter::Described, alarms().filter(|it| it.comment.is_some()).count());
    let members = |of: &[&str]| {
        let places = index.places.ids().filter(|place| match index.places.step(*place) {
            Step::Member(name) | Step::Root(_, name) => {
                let all = words(index.names.text(name));
                any(&all, of)
            }
            _ => false,
        });
        places.count()
    };
    pen.figure(&AlarmChapter::Delays, members(&["delay", "ondelay", "offdelay"]));
    pen.figure(&AlarmChapter::Deadbands, members(&["deadband", "hysteresis", "db"]));
    pen.figure(
        &AlarmChapter::Suppressed,
        members(&["suppress", "suppressed", "shelve", "shelved", "inhibit", "inhibited"]),
    );
}

/// The chapter of a machine.
pub(crate) fn machine(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let project = facts.project;
    pen.check();
    pen.figure(&SafetyChapter::Tasks, project.tasks.iter().filter(|it| it.safety).count());
    pen.figure(&SafetyChapter::Programs, project.programs.iter().filter(|it| it.safety).count());
    pen.figure(&SafetyChapter::Blocks, project.blocks.iter().filter(|it| it.safety).count());
    pen.figure(&SafetyChapter::Tags, project.tags.iter().filter(|it| it.safety).count());
    let named = |of: &[&str]| {
        let tags = project.tags.iter().filter(|tag| any(&words(&tag.name), of));
        tags.count()
    };
    pen.figure(&SafetyChapter::Stops, named(&["estop", "emergency", "nothalt"]));
    pen.figure(
        &SafetyChapter::Guards,
        named(&["guard", "guardlock", "door", "gate", "schutztuer"]),
    );
    let writable = project.tags.iter().filter(|it| it.safety && it.access == Access::ReadWrite);
    pen.figure(&SafetyChapter::Writable, writable.count());
}
