//! The search for tags.

use tagbridge_project::{Vendor, english_address};

use crate::tag_notes::DescribedTag;

/// A search for tags by a part of their names, their comments in any language, or their addresses.
pub(crate) struct TagSearch {
    text: String,
    /// The text as in an address: without `%`, and with the English letters of inputs and outputs.
    address: String,
}

impl TagSearch {
    pub(crate) fn new(text: &str, vendor: Option<Vendor>) -> Self {
        let text = text.trim().to_lowercase();
        let address = english_address(vendor, &text);
        Self { text, address }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether a name or a comment contains the text.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        text.to_lowercase().contains(&self.text)
    }

    /// Whether the comment or the address of a tag contains the text.
    pub(crate) fn is_of(&self, tag: &DescribedTag) -> bool {
        tag.note.comment.texts().any(|it| self.is_in(it)) || self.is_in_address(&tag.address)
    }

    /// Whether an address contains the text.
    pub(crate) fn is_in_address(&self, address: &str) -> bool {
        !self.address.is_empty() && address.to_lowercase().contains(&self.address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_found_in_its_spellings() {
        let check = |search: &str, address: &str, expected: bool| {
            let found = TagSearch::new(search, Some(Vendor::Siemens)).is_in_address(address);
            assert_eq!(found, expected, "{search} in {address}");
        };
        check("%I0.3", "%I0.3", true);
        check("i0.3", "%I0.3", true);
        check("E0.3", "%I0.3", true);
        check("%AW64", "%QW64", true);
        check("A4.0", "%QW64", false);
        check("dbw4", "%DB20.DBW4", true);
        check("", "%I0.3", false);
        check("Alarm", "%Q4.0", false);
        let logix = TagSearch::new("data.3", Some(Vendor::AllenBradley));
        assert!(logix.is_in_address("Local:1:I.Data.3"));
    }
}
