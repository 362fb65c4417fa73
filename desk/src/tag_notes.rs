//! The project's comments, units and addresses of a session's tags, by name.

use std::{collections::HashMap, sync::Arc, time::Duration};

use tagbridge_bridge::{LiveView, Names, Naming};
use tokio::{sync::watch, time::sleep};

use crate::{
    parts::{TagNote, note},
    tag_address::address,
};

/// The interval at which the tags are checked for changes.
const EVERY: Duration = Duration::from_secs(1);

/// The project's data of tags by name.
pub(crate) type TagNotes = Arc<HashMap<String, DescribedTag>>;

/// The project's data of a tag.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct DescribedTag {
    pub(crate) note: TagNote,
    /// Empty: its name is its address.
    pub(crate) address: String,
}

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
            let work = move || described(project.as_deref(), &tags);
            let described = tokio::task::spawn_blocking(work).await;
            notes.send_replace(Arc::new(described.unwrap_or_default()));
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

fn described(project: Option<&Names>, tags: &[String]) -> HashMap<String, DescribedTag> {
    let Some(names) = project else { return HashMap::new() };
    let described = |tag: &String| {
        let symbol = names.symbols.find_without_hint(tag).ok()?;
        let note = note(&names.symbols, &symbol);
        let address = address(names, &symbol).unwrap_or_default();
        let is_empty = note == TagNote::default() && address.is_empty();
        (!is_empty).then(|| (tag.clone(), DescribedTag { note, address }))
    };
    tags.iter().filter_map(described).collect()
}
