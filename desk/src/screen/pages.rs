//! The pages of a project, as a screen asks for them.
#![expect(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "all commands have one shape: arguments by value; an answer or a failure"
)]

use super::Screen;
use crate::{
    projects::blocking,
    tag_tree,
    view::{
        CodeFindings, CodeProposal, DeclaredTags, Failure, HistoryOf, LongWork, MadeFile,
        MakeReport, OneIncident, OpenTagTree, ProjectId, ProposeChange, SaveViews, SavedViews,
        TagHistory, TagTree, TagsOfGroup,
    },
};

impl Screen {
    pub(crate) async fn findings(&self, of: ProjectId) -> Result<Option<CodeFindings>, Failure> {
        self.desk.findings(&of.project).await
    }

    pub(crate) async fn analyse(&self, of: ProjectId) -> Result<CodeFindings, Failure> {
        let desk = &self.desk;
        self.work(LongWork::Analyse, async |working| {
            let analysed = desk.analyse(&of.project, &working).await?;
            Ok(desk.shown_findings(&analysed, true))
        })
        .await
    }

    pub(crate) async fn propose(&self, change: ProposeChange) -> Result<CodeProposal, Failure> {
        let desk = &self.desk;
        self.work(LongWork::Propose, async |working| desk.propose(change, &working).await).await
    }

    pub(crate) async fn make_report(&self, make: MakeReport) -> Result<MadeFile, Failure> {
        let desk = &self.desk;
        self.work(LongWork::Report, async |working| desk.make_report(make, &working).await).await
    }

    pub(crate) async fn tag_history(&self, of: HistoryOf) -> Result<TagHistory, Failure> {
        let desk = &self.desk;
        self.work(LongWork::Recording, async |working| desk.tag_history(of, &working).await).await
    }

    pub(crate) async fn save_history(&self, of: HistoryOf) -> Result<MadeFile, Failure> {
        let desk = &self.desk;
        self.work(LongWork::Recording, async |working| desk.save_history(of, &working).await).await
    }

    pub(crate) async fn save_incident(&self, of: OneIncident) -> Result<MadeFile, Failure> {
        let desk = &self.desk;
        self.work(LongWork::Recording, async |_| desk.save_incident(of).await).await
    }

    pub(crate) async fn tag_tree(&self, of: OpenTagTree) -> Result<TagTree, Failure> {
        let book = self.desk.book(&of.project).await?;
        blocking(move || Ok(tag_tree::groups(&book.symbols, &of.search))).await
    }

    pub(crate) async fn tags_of_group(&self, of: TagsOfGroup) -> Result<DeclaredTags, Failure> {
        let book = self.desk.book(&of.project).await?;
        blocking(move || Ok(tag_tree::of_group(&book.symbols, &of))).await
    }

    pub(crate) fn saved_views(&self, of: ProjectId) -> Result<SavedViews, Failure> {
        Ok(self.desk.saved_views(&of.project))
    }

    pub(crate) fn save_views(&self, save: SaveViews) -> Result<SavedViews, Failure> {
        self.desk.save_views(save)
    }
}
