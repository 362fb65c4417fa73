//! Questions about a project.

use reqwest::Method;
use tagbridge_api::{
    IDEMPOTENCY_KEY_HEADER,
    turn::{Interpret, Turned},
};
use uuid::Uuid;

use super::{Client, UplinkError};

impl Client {
    /// `POST interpret`: asks a question about a project, and waits for what comes of it.
    pub async fn interpret(
        &self,
        project: &str,
        question: &Interpret,
    ) -> Result<Turned, UplinkError> {
        let request = self
            .request(Method::POST, self.url(&["projects", project, "interpret"]))
            .header(IDEMPOTENCY_KEY_HEADER, Uuid::new_v4().to_string())
            .json(question);
        self.answer(self.send(request).await?).await
    }
}
