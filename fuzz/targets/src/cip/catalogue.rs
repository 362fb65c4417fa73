//! The catalogue of a controller: its tags, its structures, and its change mark.

use tagbridge_cip::codec::{
    changes::Mark,
    symbol_list::Entry,
    template::{Attributes, Definition},
};

/// A page of the tag list reads back, with its tags' access or without.
pub fn tag_list(input: &[u8]) {
    for access in [false, true] {
        let Ok(entries) = Entry::decode_page(input, access) else { continue };
        let mut again = Vec::new();
        for entry in &entries {
            assert!(entry.dimensions[entry.kind.rank()..].iter().all(|&it| it == 0));
            assert!(entry.kind.template().is_none() || entry.kind.code().is_none());
            entry.encode(access, &mut again);
        }
        assert_eq!(again.len(), input.len());
        assert_eq!(Entry::decode_page(&again, access), Ok(entries));
    }
    if let Ok(mark) = Mark::decode(input) {
        assert_eq!(Mark::decode(input), Ok(mark));
    }
}

/// A template's size and definition read back.
///
/// The input is the number of members (16 bits) followed by the definition; or the whole input is
/// the sizes.
pub fn template(input: &[u8]) {
    if let Ok(sizes) = Attributes::decode(input) {
        assert!(sizes.definition_size() <= sizes.definition_words.saturating_mul(4));
        assert_eq!(Attributes::decode(&sizes.encode()), Ok(sizes));
    }
    let [low, high, data @ ..] = input else { return };
    let count = u16::from_le_bytes([*low, *high]);
    if let Ok(definition) = Definition::decode(data, count) {
        assert_eq!(definition.members.len(), usize::from(count));
        assert_eq!(Definition::decode(&definition.encode(), count), Ok(definition));
    }
}
