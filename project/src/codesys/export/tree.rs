//! The tree of entries, by their GUID and the GUID of their parent. Paths contain localized names,
//! and are not used.

use std::collections::HashMap;

use super::{
    super::{MAX_NAME, archive::Item},
    kind::Kind,
};

/// Maximum number of parents of an entry: the references may be circular.
const MAX_STEPS: usize = 64;

/// The entries, and their parents.
pub(super) struct Tree<'a, 'input> {
    entries: Vec<Entry<'a, 'input>>,
    by_guid: HashMap<String, usize>,
    duplicates: Vec<usize>,
}

/// An entry.
pub(super) struct Entry<'a, 'input> {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) type_guid: String,
    pub(super) object: Option<Item<'a, 'input>>,
    guid: String,
    parent: String,
    /// The parent in the view, which also has the folders of the pool.
    view_parent: String,
}

impl<'a, 'input> Tree<'a, 'input> {
    pub(super) fn new(items: Vec<Item<'a, 'input>>) -> Self {
        let entries: Vec<_> = items.into_iter().filter_map(Entry::new).collect();
        let mut by_guid = HashMap::new();
        let mut duplicates = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            if *by_guid.entry(entry.guid.clone()).or_insert(index) != index
                && !entry.guid.is_empty()
            {
                duplicates.push(index);
            }
        }
        Self { entries, by_guid, duplicates }
    }

    /// The entries in the order of the file, without repeated GUIDs.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry<'a, 'input>> {
        let is_first = |(index, _): &(usize, _)| self.duplicates.binary_search(index).is_err();
        self.entries.iter().enumerate().filter(is_first).map(|(_, entry)| entry)
    }

    /// The entries whose GUID an earlier entry has.
    pub(super) fn duplicates(&self) -> impl Iterator<Item = &Entry<'a, 'input>> {
        self.duplicates.iter().map(|index| &self.entries[*index])
    }

    /// The objects that contain an entry, from the outermost.
    pub(super) fn owners(&self, entry: &Entry<'_, '_>) -> Vec<String> {
        let mut owners: Vec<String> = self
            .above(entry)
            .filter(|above| above.kind != Kind::Folder)
            .take_while(|above| owns(above.kind))
            .map(|above| above.name.clone())
            .collect();
        owners.reverse();
        owners
    }

    /// The folders of an entry, from the outermost.
    pub(super) fn folder(&self, entry: &Entry<'_, '_>) -> Vec<String> {
        let mut folder: Vec<String> = self
            .above(entry)
            .filter(|above| above.kind == Kind::Folder)
            .map(|above| above.name.clone())
            .collect();
        folder.reverse();
        folder
    }

    /// The application of an entry.
    pub(super) fn application(&self, entry: &Entry<'_, '_>) -> Option<String> {
        self.above(entry)
            .find(|above| above.kind == Kind::Application)
            .map(|above| above.name.clone())
    }

    /// The device of an entry.
    pub(super) fn device_above(&self, entry: &Entry<'_, '_>) -> Option<&Entry<'a, 'input>> {
        self.above(entry).find(|above| above.kind == Kind::Device)
    }

    fn above<'tree>(
        &'tree self,
        entry: &Entry<'_, '_>,
    ) -> impl Iterator<Item = &'tree Entry<'a, 'input>> + use<'tree, 'a, 'input> {
        std::iter::successors(self.parent(entry), |above| self.parent(above)).take(MAX_STEPS)
    }

    /// The parent of an entry. The view contains folders, which the object's own parent omits.
    fn parent(&self, entry: &Entry<'_, '_>) -> Option<&Entry<'a, 'input>> {
        [&entry.view_parent, &entry.parent]
            .into_iter()
            .filter(|guid| **guid != entry.guid)
            .find_map(|guid| self.by_guid.get(guid))
            .map(|index| &self.entries[*index])
    }
}

impl<'a, 'input> Entry<'a, 'input> {
    /// Returns `None` if the entry has no name, or one that is too long.
    fn new(item: Item<'a, 'input>) -> Option<Self> {
        let meta = item.field("MetaObject")?;
        let guid = |item: Item<'a, 'input>, field: &str| {
            item.scalar(field).map(|text| text.to_ascii_lowercase()).unwrap_or_default()
        };
        let type_guid = guid(meta, "TypeGuid");
        let name = meta.scalar("Name").filter(|name| name.len() <= MAX_NAME)?;
        Some(Self {
            name: name.into_owned(),
            kind: Kind::of(&type_guid),
            type_guid,
            object: item.field("Object"),
            guid: guid(meta, "Guid"),
            parent: guid(meta, "ParentGuid"),
            view_parent: guid(item, "ParentSVNodeGuid"),
        })
    }
}

/// Whether the children of this kind of entry are its parts: methods, actions, accessors.
fn owns(kind: Kind) -> bool {
    matches!(kind, Kind::Pou | Kind::Interface | Kind::Property | Kind::Other)
}
