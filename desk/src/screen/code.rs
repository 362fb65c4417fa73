//! A project's code, for a screen.

use std::sync::Arc;

use tagbridge_api::hmi::request::RequestTags;
use tagbridge_bridge::LiveView;

use super::{Screen, past::DisplayedMoment};
use crate::{
    code,
    failures::{invalid, not_found},
    problem::{MissingThing, Problem, Remedy},
    projects::blocking,
    view::{
        AskForTags, AskWhy, CodeChanges, CompareCode, DrawnRoutine, Failure, FindNames, FoundNames,
        OpenOutline, OpenRoutine, Outline, WhyNow,
    },
};

/// Maximum number of requested tags.
const ASKED_MAX: usize = 200;
/// The lease of requested tags, in seconds: a screen that displays them requests them again before.
const LEASE: u64 = 60;

impl Screen {
    pub(crate) async fn outline(&self, of: OpenOutline) -> Result<Outline, Failure> {
        let book = self.desk.book_in_use(&of.project).await?;
        blocking(move || Ok(code::outline(&book, of.language))).await
    }

    pub(crate) async fn find_names(&self, of: FindNames) -> Result<FoundNames, Failure> {
        let book = self.desk.book_in_use(&of.project).await?;
        blocking(move || Ok(code::find(&book.symbols, &of))).await
    }

    pub(crate) async fn routine(&self, open: OpenRoutine) -> Result<DrawnRoutine, Failure> {
        let book = match open.version {
            None => self.desk.book_in_use(&open.project).await?,
            number => self.desk.book_of(&open.project, number).await?,
        };
        let (view, unread, is_one_scan) = self.shown_with(&open);
        let of = open.routine.to_string();
        let drawn = blocking(move || {
            let symbols = Arc::clone(&book.symbols);
            let shown = code::DisplayedValues {
                view: view.as_deref(),
                symbols: &symbols,
                is_one_scan,
                unread,
            };
            Ok(code::drawn(&book, &open, shown))
        });
        drawn.await?.ok_or_else(|| not_found(MissingThing::Place, &of, &Remedy::ReloadScreen))
    }

    pub(crate) async fn why(&self, of: AskWhy) -> Result<WhyNow, Failure> {
        let past = self.past();
        let (project, view, unread, is_one_scan) = self.desk.room(&of.session, |room| {
            let (view, unread) = DisplayedMoment::shown(past.as_ref(), &of.session, room);
            (room.start.project.clone(), view, unread, room.last.groups.is_empty())
        })?;
        let book = self.desk.book_in_use(&project).await?;
        let tag = of.tag.clone();
        let why = blocking(move || {
            let symbols = Arc::clone(&book.symbols);
            let shown = code::DisplayedValues {
                view: view.as_deref(),
                symbols: &symbols,
                is_one_scan,
                unread,
            };
            Ok(code::why(&book, &of.tag, shown))
        });
        why.await?.ok_or_else(|| not_found(MissingThing::Tag, &tag, &Remedy::ChooseTag))
    }

    pub(crate) async fn compare_code(&self, of: CompareCode) -> Result<CodeChanges, Failure> {
        let from = self.desk.book_of(&of.from.project, of.from.version).await?;
        let to = self.desk.book_of(&of.to.project, of.to.version).await?;
        if from.symbols.project().vendor != to.symbols.project().vendor {
            return Err(invalid(&Problem::OtherVendors, &Remedy::OneVendor));
        }
        blocking(move || Ok(code::changes(&from, &to))).await
    }

    /// The newest values of the project's session, if they are not too old; otherwise the reason;
    /// and whether they are of one scan.
    fn shown_with(
        &self,
        open: &OpenRoutine,
    ) -> (Option<Arc<LiveView>>, Option<&'static str>, bool) {
        if !open.live || open.version.is_some() {
            return (None, None, true);
        }
        if let Some(view) = self.past().and_then(|it| it.of_project(&open.project)) {
            return (Some(view), None, true);
        }
        let rooms = self.desk.rooms_now();
        let own = || rooms.values().filter(|it| it.start.project == open.project);
        match own().find(|it| it.is_running()).or_else(|| own().next()) {
            None => (None, Some("no_session"), true),
            Some(room) => match room.now() {
                Ok(view) => (Some(view), None, room.last.groups.is_empty()),
                Err(unread) => (None, Some(unread), true),
            },
        }
    }

    /// Requests tags from the service that no session reads, for a minute.
    pub(crate) async fn ask_for_tags(&self, of: AskForTags) -> Result<(), Failure> {
        if of.tags.len() > ASKED_MAX {
            return Err(invalid(&Problem::TooManyTags, &Remedy::ShownTags));
        }
        let (client, ..) = self.desk.connected()?;
        let request = RequestTags { tags: of.tags, group: None, lease_s: Some(LEASE) };
        client.request_tags(&of.project, &request).await?;
        Ok(())
    }
}
