//! The project's comments and units of a session's tags, by name.

use std::{collections::HashMap, sync::Arc, time::Duration};

use tagbridge_bridge::{LiveView, Names, Naming};
use tokio::{sync::watch, time::sleep};

use crate::parts::TagNote;

/// The interval at which the tags are checked for changes.
const EVERY: Duration = Duration::from_secs(1);

/// Comments and units by name.
pub(crate) type TagNotes = Arc<HashMap<String, TagNote>>;

/// Reads the project's data of the session's tags, again whenever either of them changes.
pub(crate) async fn update_tag_notes(
    mut naming: watch::Receiver<Naming>,
    mut values: watch::Receiver<Option<Arc<LiveView>>>,
    notes: watch::Sender<TagNotes>,
) {
    let (mut project, mut tags): (Option<Arc<Names>>, Vec<String>) = (None, Vec::new());
    loop {
        let names = naming.borrow_and_update().names().cloned();
        let view = values.borrow_and_update().clone();
        let is_same = match (&project, &names) {
            (Some(before), Some(now)) => Arc::ptr_eq(before, now),
            (before, now) => before.is_none() && now.is_none(),
        };
        if let Some(view) = view
            && (!is_same || !tags.iter().eq(view.tags.keys()))
        {
            project = names;
            tags = view.tags.keys().cloned().collect();
            let (project, tags) = (project.clone(), tags.clone());
            // On its own thread: thousands of names take some time.
            let said = tokio::task::spawn_blocking(move || said(project.as_deref(), &tags)).await;
            notes.send_replace(Arc::new(said.unwrap_or_default()));
        }
        let later = async {
            if !tags.is_empty() {
                sleep(EVERY).await;
            }
            values.changed().await
        };
        let outcome = tokio::select! {
            outcome = naming.changed() => outcome,
            outcome = later => outcome,
        };
        if outcome.is_err() {
            return;
        }
    }
}

fn said(project: Option<&Names>, tags: &[String]) -> HashMap<String, TagNote> {
    let Some(Names { symbols, .. }) = project else { return HashMap::new() };
    let note = |tag: &String| {
        let symbol = symbols.find_without_hint(tag).ok()?;
        let text = |it: Option<&str>| it.unwrap_or_default().to_owned();
        let note = TagNote { comment: text(symbol.comment), unit: text(symbol.unit) };
        (note != TagNote::default()).then(|| (tag.clone(), note))
    };
    tags.iter().filter_map(note).collect()
}
