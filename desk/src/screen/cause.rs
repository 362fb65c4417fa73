//! The first cause of a tag's last change, for a screen.

use tagbridge_api::Timestamp;
use tagbridge_cause::{
    CauseLink, ChainEnd, FirstOut, FirstOutOutcome, first_out, last_edge, names,
};
use tagbridge_recording::Recording;

use super::Screen;
use crate::{
    code::written,
    lock::lock,
    parsed_project::ParsedProject,
    projects::blocking,
    recorded::RecordedPast,
    tag_label::Labels,
    time::{millis, timestamp},
    view::{CauseEnd, CauseOutcome, CauseStep, Failure, FindCause, FirstCause},
};

impl Screen {
    pub(crate) async fn first_cause(&self, of: FindCause) -> Result<FirstCause, Failure> {
        let project = self.desk.room(&of.session, |room| room.start.project.clone())?;
        let book = self.desk.book_in_use(&project).await?;
        let desk = self.desk.clone();
        let cause = blocking(move || {
            let at = of.at.and_then(timestamp).unwrap_or_else(Timestamp::now);
            let recording = desk.recording(&of.session)?;
            let recording = lock(&recording);
            Ok(cause(&book, &recording, &of.tag, at))
        });
        cause.await
    }
}

fn cause(book: &ParsedProject, recording: &Recording, tag: &str, at: Timestamp) -> FirstCause {
    let logic = book.logic();
    let none = |outcome| FirstCause { outcome, chains: Vec::new() };
    let past = RecordedPast::new(recording, &book.symbols);
    let names = names(logic, tag);
    // For a bit the question is usually why it went off, unless the moment is that of another
    // change.
    let last = last_edge(&past, &names, None, at.get());
    let is_shown = last.as_ref().is_some_and(|it| Timestamp::from(it.after) == at);
    let fell = if is_shown { None } else { last_edge(&past, &names, Some(false), at.get()) };
    let Some(edge) = fell.or(last) else { return none(CauseOutcome::NoChange) };
    let Some(found) = first_out(logic, &past, tag, &edge) else {
        return none(CauseOutcome::NoCode);
    };
    let FirstOut { outcome, explanations, effect } = found;
    let aliases = Labels::new(logic.project);
    let step = |it: &CauseLink| step(it, &aliases);
    let mut chains: Vec<Vec<CauseStep>> = explanations
        .iter()
        .flat_map(|it| &it.chains)
        .map(|chain| chain.iter().map(&step).collect())
        .collect();
    if chains.is_empty() {
        chains.push(vec![step(&effect)]);
    }
    let outcome = match outcome {
        FirstOutOutcome::Certain => CauseOutcome::Certain,
        FirstOutOutcome::OneOf => CauseOutcome::OneOf,
        FirstOutOutcome::NotRecorded => CauseOutcome::NotRecorded,
    };
    FirstCause { outcome, chains }
}

fn step(link: &CauseLink, aliases: &Labels<'_>) -> CauseStep {
    let (end, missing) = match &link.end {
        None => (None, Vec::new()),
        Some(ChainEnd::NotRecorded(tags)) => (Some(CauseEnd::NotRecorded), tags.clone()),
        Some(ChainEnd::Input) => (Some(CauseEnd::Input), Vec::new()),
        Some(ChainEnd::Outside) => (Some(CauseEnd::Outside), Vec::new()),
        Some(ChainEnd::Unseen) => (Some(CauseEnd::Unseen), Vec::new()),
        Some(ChainEnd::Gap) => (Some(CauseEnd::Gap), Vec::new()),
        Some(ChainEnd::ByItself) => (Some(CauseEnd::ByItself), Vec::new()),
        Some(ChainEnd::NotUnderstood) => (Some(CauseEnd::NotUnderstood), Vec::new()),
    };
    CauseStep {
        name: aliases.alias(&link.name).unwrap_or(&link.name).to_owned(),
        from: link.from.as_ref().map(written),
        to: link.to.as_ref().map(written),
        at: millis(link.after.into()),
        path: link.citation.as_ref().map(|it| it.path.clone()),
        rung: link.citation.as_ref().and_then(|it| it.rung),
        end,
        missing,
    }
}
