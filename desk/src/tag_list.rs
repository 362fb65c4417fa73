//! When a controller's tag list is read: converts between a screen's and the drivers' types.

use crate::view::TagList;

impl From<TagList> for tagbridge_driver::TagList {
    fn from(list: TagList) -> Self {
        match list {
            TagList::Never => Self::Never,
            TagList::WhenItSaves => Self::WhenItSaves,
        }
    }
}

impl From<tagbridge_driver::TagList> for TagList {
    fn from(list: tagbridge_driver::TagList) -> Self {
        match list {
            tagbridge_driver::TagList::Never => Self::Never,
            tagbridge_driver::TagList::WhenItSaves => Self::WhenItSaves,
        }
    }
}
