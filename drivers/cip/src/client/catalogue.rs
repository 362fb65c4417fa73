//! The upload of a tag list over the link.

use tagbridge_driver::{LinkError, LinkStep, Listing};
use tagbridge_texts::Coded;

use super::{link::Link, questions};
use crate::{
    catalogue::{Catalogue, Progress, Symbol, Upload, UploadError},
    codec::{Remedy, Reply, changes::Mark},
};

const DOING: LinkStep = LinkStep::ListTags;

/// Sends the next requests of an upload. An error in the list is not an error of the link.
pub(super) async fn step(
    link: &mut Link,
    upload: &mut Upload,
) -> Result<Result<Progress, UploadError>, LinkError> {
    let replies = questions::ask(link, DOING, &upload.questions()).await?;
    let replies: Result<Vec<_>, _> = replies.iter().map(|it| Reply::decode(it)).collect();
    Ok(replies.map_err(UploadError::Bytes).and_then(|replies| upload.take(&replies)))
}

/// The cached list of the program with this mark; `None`: it is not complete.
pub(super) fn recalled(link: &Link, mark: &Mark) -> Option<Catalogue> {
    let mut upload = Upload::of(mark.clone());
    while !upload.is_listed() {
        let questions = upload.questions();
        let known = questions.iter().map_while(|it| link.recalled(&it.request.to_bytes()));
        let known: Vec<_> = known.collect();
        let replies: Vec<_> =
            known.iter().map(|it| Reply::decode(it)).collect::<Result<_, _>>().ok()?;
        if replies.is_empty() || upload.take(&replies).is_err() {
            return None;
        }
    }
    Some(finish(link, upload))
}

/// Uploads the whole list and passes on each page after its types are known.
pub(super) async fn browse(
    link: &mut Link,
    sink: &mut (dyn FnMut(Listing) + Send),
) -> Result<Catalogue, LinkError> {
    let mut upload = Upload::new();
    while !upload.is_done() {
        match step(link, &mut upload).await?.map_err(|it| failed(&it))? {
            Progress::Onwards | Progress::Done => {}
            Progress::Restarted => sink(Listing::Restarted),
            Progress::Listed { from } => {
                let tags = upload.symbols()[from..].iter().map(Symbol::info).collect();
                sink(Listing::Tags(tags));
            }
        }
    }
    Ok(finish(link, upload))
}

/// Returns the catalogue, with the addressing that the controller supports.
pub(super) fn finish(link: &Link, upload: Upload) -> Catalogue {
    let catalogue = upload.finish();
    if link.by_name { catalogue.by_names() } else { catalogue }
}

fn failed(error: &UploadError) -> LinkError {
    let remedy = match error {
        UploadError::Refused(_) => Remedy::OtherController,
        UploadError::Changing => Remedy::Edit,
        UploadError::TooLong { .. } | UploadError::Bytes(_) => Remedy::ByName,
    };
    LinkError::Refused { doing: DOING, why: error.message(), remedy: Some(remedy.message()) }
}
