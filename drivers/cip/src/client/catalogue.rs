//! The upload of a tag list over the link.

use tagbridge_client::protocol;
use tagbridge_driver::{LinkError, LinkStep, Listing};
use tagbridge_texts::Coded;

use super::link::Link;
use crate::{
    catalogue::{Catalogue, Progress, Symbol, Upload, UploadError},
    codec::{Remedy, Reply},
};

const DOING: LinkStep = LinkStep::ListTags;

/// Asks for the next piece of an upload. What is wrong with the list is no fault of the link.
pub(super) async fn step(
    link: &mut Link,
    upload: &mut Upload,
) -> Result<Result<Progress, UploadError>, LinkError> {
    let Some(request) = upload.request() else {
        return Ok(Ok(Progress::Done));
    };
    let bytes = link.ask(DOING, &request.to_bytes()).await?;
    let reply = Reply::decode(&bytes).map_err(|error| protocol(DOING, error))?;
    Ok(upload.take(&reply))
}

/// Uploads the whole list and hands on each page as soon as its types are known.
pub(super) async fn browse(
    link: &mut Link,
    sink: &mut (dyn FnMut(Listing) + Send),
) -> Result<Catalogue, LinkError> {
    let mut upload = Upload::new();
    loop {
        match step(link, &mut upload).await?.map_err(failed)? {
            Progress::Onwards => {}
            Progress::Anew => sink(Listing::Anew),
            Progress::Listed { from } => {
                let tags = upload.symbols()[from..].iter().map(Symbol::info).collect();
                sink(Listing::Tags(tags));
            }
            Progress::Done => return Ok(upload.finish()),
        }
    }
}

fn failed(error: UploadError) -> LinkError {
    let remedy = match &error {
        UploadError::Refused(_) => Remedy::OtherController,
        UploadError::Changing => Remedy::Edit,
        UploadError::TooLong { .. } => Remedy::ByName,
        UploadError::Bytes(_) => {
            return LinkError::Protocol { doing: DOING, source: Box::new(error) };
        }
    };
    LinkError::Refused { doing: DOING, why: error.message(), remedy: Some(remedy.message()) }
}
