//! The allow-list: services that read, with the classes that they read from.

use super::{Kind, Refused, request::Request, target::Target};
use crate::codec::{Reader, Service, read_tag::ReadTag};

/// Allows a service that is on the list for its target, with valid data.
pub(super) fn check_read(
    request: &Request<'_>,
    target: Target,
    seen: &mut dyn FnMut(Kind),
) -> Result<(), Refused> {
    let is_tag = matches!(target, Target::Tag | Target::Symbol);
    let is_object = target != Target::Tag;
    if is_object
        && (request.is(Service::GET_ATTRIBUTES_ALL) || request.is(Service::GET_ATTRIBUTE_SINGLE))
    {
        seen(Kind::Attributes);
        return Ok(Reader::new(request.data).finish("attribute request")?);
    }
    if is_object && request.is(Service::GET_ATTRIBUTE_LIST)
        || target == Target::Symbol && request.is(Service::INSTANCE_ATTRIBUTE_LIST)
    {
        let is_list = request.is(Service::INSTANCE_ATTRIBUTE_LIST);
        seen(if is_list { Kind::ListTags } else { Kind::Attributes });
        let mut reader = Reader::new(request.data);
        let count = usize::from(reader.u16("attribute count")?);
        reader.take("attributes", count * 2)?;
        return Ok(reader.finish("attribute list")?);
    }
    if is_tag && request.is(Service::READ_TAG) {
        seen(Kind::ReadTag);
        return Ok(ReadTag::decode(request.data, false).map(drop)?);
    }
    if is_tag && request.is(Service::READ_TAG_FRAGMENTED) {
        seen(Kind::ReadTagFragmented);
        return Ok(ReadTag::decode(request.data, true).map(drop)?);
    }
    if target == Target::Template && request.is(Service::READ_TAG) {
        seen(Kind::ReadType);
        let mut reader = Reader::new(request.data);
        reader.u32("template offset")?;
        reader.u16("template bytes")?;
        return Ok(reader.finish("read template")?);
    }
    Err(request.refused())
}
