//! Creates a tag's value from the responses with its bytes.

use std::borrow::Cow;

use tagbridge_driver::Value;

use crate::{
    address::Address,
    codec::DecodeError,
    plan::{Tag, bytes},
    types::{self, Type},
};

/// The value, with the bytes of each read; `None` if a read has no bytes.
pub(crate) fn of<'a>(
    tag: &Tag,
    bytes_of: impl Fn(usize) -> Option<&'a [u8]>,
) -> Option<Result<Value, DecodeError>> {
    let gathered: Cow<'_, [u8]> = if let [one] = tag.pieces[..] {
        bytes_of(one.read)?.get(one.offset..one.offset + one.len)?.into()
    } else {
        let mut whole = vec![0; bytes(tag.address.size())];
        for it in &tag.pieces {
            let piece = bytes_of(it.read)?.get(it.offset..it.offset + it.len)?;
            whole.get_mut(it.at..it.at + it.len)?.copy_from_slice(piece);
        }
        whole.into()
    };
    Some(decode(&tag.address, &gathered))
}

fn decode(address: &Address, data: &[u8]) -> Result<Value, DecodeError> {
    let kind = address.kind;
    let Some(count) = address.count else {
        return types::decode(kind, data, address.bit);
    };
    let element = |index: u32| {
        if kind == Type::Bool {
            let bit = u32::from(address.bit) + index;
            let at = bytes(bit / 8).min(data.len());
            return types::decode(kind, &data[at..], u8::try_from(bit % 8).unwrap_or_default());
        }
        let start = bytes(kind.stride() * index).min(data.len());
        let end = (start + bytes(kind.size())).min(data.len());
        types::decode(kind, &data[start..end], 0)
    };
    (0..count).map(element).collect::<Result<_, _>>().map(Value::Array)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(tag: &str, data: &[u8], values: &[Value]) {
        let address: Address = tag.parse().expect(tag);
        assert_eq!(bytes(address.size()), data.len(), "{tag}");
        assert_eq!(decode(&address, data), Ok(Value::Array(values.to_vec())), "{tag}");
    }

    #[test]
    fn arrays_have_their_elements_in_order() {
        let text = |it: &str| Value::Text(it.to_owned());
        check("DB1.DBB0[3]", &[1, 2, 3], &[1, 2, 3].map(Value::Uint));
        check("DB1.DBW0:INT[2]", &[0, 1, 0xFF, 0xFF], &[1, -1].map(Value::Int));
        check("DB1.DBX0.6[4]", &[0x40, 0x02], &[true, false, false, true].map(Value::Bool));
        // Strings begin at even addresses.
        check("DB1.DBB0:STRING[1][2]", b"\x01\x01a\0\x01\x01b", &[text("a"), text("b")]);
        check(
            "T0[2]",
            &[0x01, 0x00, 0x11, 0x00],
            &[1_000, 10_000].map(|it| Value::Duration(jiff::SignedDuration::from_millis(it))),
        );
    }
}
