//! The questions of a screen, one at a time.

use tokio_util::sync::CancellationToken;

use super::Screen;
use crate::{
    problem::{Problem, Remedy},
    view::{AnswerTags, AnswerValues, AskAnswer, AskQuestion, CitedPlace, Failure, OpenCited},
};

impl Screen {
    pub(crate) async fn ask(&self, question: AskQuestion) -> Result<AskAnswer, Failure> {
        let stop = CancellationToken::new();
        let before = self.with(|state| {
            state.heard.clear();
            state.asking.replace(stop.clone())
        });
        if let Some(before) = before {
            before.cancel();
        }
        let tell = |heard| {
            if !stop.is_cancelled() {
                self.with(|state| state.heard.push_back(heard));
            }
        };
        tokio::select! {
            answer = self.desk.ask(question, tell) => answer,
            () = stop.cancelled() => {
                Err(Failure::new("cancelled", &Problem::AnswerEnded, &Remedy::AskAgain))
            }
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "all commands have one shape")]
    pub(crate) fn cancel_ask(&self, (): ()) -> Result<(), Failure> {
        if let Some(stop) = self.with(|state| state.asking.take()) {
            stop.cancel();
        }
        Ok(())
    }

    pub(crate) async fn cited_place(&self, open: OpenCited) -> Result<CitedPlace, Failure> {
        self.desk.cited_place(open).await
    }

    pub(crate) async fn answer_values(&self, tags: AnswerTags) -> Result<AnswerValues, Failure> {
        self.desk.answer_values(tags).await
    }
}
