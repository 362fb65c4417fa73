//! When a controller's list of tags is read: between a screen's words and the drivers'.

use crate::view::TagList;

impl From<TagList> for tagbridge_driver::TagList {
    fn from(it: TagList) -> Self {
        match it {
            TagList::Never => Self::Never,
            TagList::WhenItSaves => Self::WhenItSaves,
        }
    }
}

impl From<tagbridge_driver::TagList> for TagList {
    fn from(it: tagbridge_driver::TagList) -> Self {
        match it {
            tagbridge_driver::TagList::Never => Self::Never,
            tagbridge_driver::TagList::WhenItSaves => Self::WhenItSaves,
        }
    }
}
