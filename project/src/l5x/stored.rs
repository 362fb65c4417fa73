//! Start values that the file only has in L5K form or as raw bytes.

use std::collections::{BTreeMap, HashMap};

use tagbridge_notation::{StoredValue, raw_values};

use super::{built_in, data::is_zero, tree::Element, types::type_use};
use crate::{Initial, TypeUse, expand::count, values};

/// The parts of the types in a file in L5K form, by name in lower case.
#[derive(Default)]
pub(super) struct Layouts(HashMap<String, Layout>);

enum Layout {
    Text,
    Structure(Vec<StoredMember>),
}

struct StoredMember {
    name: String,
    type_use: TypeUse,
    /// Whether it has no name in code: a host of bits.
    is_hidden: bool,
    /// The members that are its bits.
    bits: Vec<(String, u32)>,
}

impl StoredMember {
    fn new(name: String, type_use: TypeUse) -> Self {
        Self { name, type_use, is_hidden: false, bits: Vec::new() }
    }

    /// A value that has bits only.
    fn host() -> Self {
        Self { is_hidden: true, ..Self::new(String::new(), TypeUse::scalar("DINT")) }
    }
}

/// Built-in structures whose bits are in their first value, from bit 31 down in the order of the
/// members; and a member from which on they continue at a lower bit (Rockwell 1756-RM003, 1756-RM006).
const STATUS: [(&str, Option<(&str, u32)>); 6] = [
    ("TIMER", None),
    ("COUNTER", None),
    ("CONTROL", None),
    ("PID", Some(("INI", 15))),
    ("SFC_STEP", None),
    ("SFC_ACTION", Some(("PauseTimer", 21))),
];

impl Layouts {
    /// Only the built-in types.
    pub(super) fn new() -> Self {
        let status = STATUS.iter().filter_map(|(name, jump)| {
            let members = built_in::structure(name)?.members.into_iter();
            let (bits, values): (Vec<_>, Vec<_>) =
                members.partition(|it| it.type_use == TypeUse::scalar("BOOL"));
            let mut members: Vec<StoredMember> =
                values.into_iter().map(|it| StoredMember::new(it.name, it.type_use)).collect();
            if !["CTL", "Status"].contains(&members[0].name.as_str()) {
                members.insert(0, StoredMember::host());
            }
            let mut next = 31;
            for bit in bits {
                next = jump.filter(|(name, _)| *name == bit.name).map_or(next, |(_, to)| to);
                members[0].bits.push((bit.name, next));
                next -= 1;
            }
            Some((name.to_ascii_lowercase(), Layout::Structure(members)))
        });
        Self(status.chain([("string".to_owned(), Layout::Text)]).collect())
    }

    /// Adds a `DataType` element.
    pub(super) fn add(&mut self, element: Element<'_, '_>) {
        let mut members: Vec<StoredMember> = Vec::new();
        for member in element.within("Members", "Member") {
            let (name, kind) = (member.owned("Name"), member.owned("DataType"));
            if kind.eq_ignore_ascii_case("BIT") {
                let host = member.owned("Target");
                let bit = member.attribute("BitNumber").and_then(|bit| bit.parse().ok());
                let host = members.iter_mut().find(|it| it.name == host);
                if let (Some(host), Some(bit)) = (host, bit) {
                    host.bits.push((name, bit));
                }
            } else {
                let type_use = type_use(kind, member.attribute("Dimension").as_deref());
                let is_hidden = member.is("Hidden", "true");
                members.push(StoredMember { is_hidden, ..StoredMember::new(name, type_use) });
            }
        }
        let is_text = element.is("Family", "StringFamily");
        let layout = if is_text { Layout::Text } else { Layout::Structure(members) };
        self.0.entry(element.owned("Name").to_ascii_lowercase()).or_insert(layout);
    }

    /// Adds an `AddOnInstructionDefinition` element: the first value has the bits of the parameters and
    /// then of the local tags, in their order; the other parameters and local tags follow. Parameters
    /// that refer to other tags have no value. Instructions with more than 32 bits have several
    /// such values, whose places are not known.
    pub(super) fn add_instruction(&mut self, element: Element<'_, '_>) {
        let member = |it: Element<'_, '_>, is_hidden| {
            let of = type_use(it.owned("DataType"), it.attribute("Dimensions").as_deref());
            StoredMember { is_hidden, ..StoredMember::new(it.owned("Name"), of) }
        };
        let is_bit = |it: &StoredMember| it.type_use == TypeUse::scalar("BOOL");
        let parameters = element.within("Parameters", "Parameter");
        let parameters =
            parameters.filter(|it| !it.is("Usage", "InOut") && !it.is("TagType", "Alias"));
        let locals = element.within("LocalTags", "LocalTag").map(|it| member(it, true));
        let all = parameters.map(|it| member(it, false)).chain(locals);
        let (bits, values): (Vec<_>, Vec<_>) = all.partition(is_bit);
        if bits.len() > 32 {
            return;
        }
        let bits = bits.into_iter().zip(0..).filter(|(it, _)| !it.is_hidden);
        let mut host = StoredMember::host();
        host.bits.extend(bits.map(|(it, bit)| (it.name, bit)));
        let members = std::iter::once(host).chain(values).collect();
        let key = element.owned("Name").to_ascii_lowercase();
        self.0.entry(key).or_insert(Layout::Structure(members));
    }

    fn of(&self, kind: &str) -> Option<&Layout> {
        self.0.get(&kind.to_ascii_lowercase())
    }

    /// The start value of a tag whose data has neither of the usual forms. Returns an error if the
    /// form or the type cannot be read.
    pub(super) fn initial(
        &self,
        element: Element<'_, '_>,
        list: &'static str,
        type_use: &TypeUse,
    ) -> Result<Option<Initial>, ()> {
        let stored = |format: Option<&str>| {
            let mut data = element.named(list);
            data.find(|it| it.attribute("Format").as_deref() == format).map(Element::text)
        };
        let mut parts = BTreeMap::new();
        if let Some(text) = stored(Some("L5K")) {
            let list = StoredValue::parse(text).ok_or(())?;
            self.split(&list, type_use, "", &mut parts).ok_or(())?;
        } else if let Some(text) = stored(None).filter(|it| !it.is_empty()) {
            let count = usize::try_from(count(&type_use.dimensions)).map_err(|_| ())?;
            let is_text = matches!(self.of(&type_use.name), Some(Layout::Text));
            let all = raw_values(text, &type_use.name, count, is_text).ok_or(())?;
            for (index, value) in (0..).zip(all) {
                keep(values::operand(&type_use.dimensions, index), value, &mut parts);
            }
        } else {
            return Ok(None);
        }
        if type_use.dimensions.is_empty()
            && matches!(self.of(&type_use.name), None | Some(Layout::Text))
        {
            return Ok(parts.remove("").map(Initial::Scalar));
        }
        Ok((!parts.is_empty()).then_some(Initial::Parts(parts)))
    }

    /// Splits a value into its parts that are not zero, by operand.
    fn split(
        &self,
        value: &StoredValue,
        of: &TypeUse,
        at: &str,
        parts: &mut BTreeMap<String, String>,
    ) -> Option<()> {
        if !of.dimensions.is_empty() {
            let element = TypeUse::scalar(of.name.as_str());
            let items = value.items(count(&of.dimensions))?;
            return (0..).zip(items).try_for_each(|(index, item)| {
                let place = values::operand(&of.dimensions, index)?;
                self.split(item, &element, &format!("{at}{place}"), parts)
            });
        }
        match (self.of(&of.name), value) {
            (Some(Layout::Text), _) => keep(Some(at.to_owned()), value.text()?, parts),
            (Some(Layout::Structure(members)), StoredValue::Several(items)) => {
                if items.len() != members.len() {
                    return None;
                }
                for (member, item) in members.iter().zip(items) {
                    if !member.is_hidden {
                        let at = format!("{at}.{}", member.name);
                        self.split(item, &member.type_use, &at, parts)?;
                    }
                    let host: i64 =
                        if member.bits.is_empty() { 0 } else { item.scalar()?.parse().ok()? };
                    let set = member.bits.iter().filter(|(_, bit)| host >> bit.min(&63) & 1 == 1);
                    parts.extend(set.map(|(name, _)| (format!("{at}.{name}"), "1".to_owned())));
                }
            }
            (None, _) if built_in::is_elementary(&of.name) => {
                keep(Some(at.to_owned()), value.scalar()?, parts);
            }
            _ => return None,
        }
        Some(())
    }
}

/// Keeps a value that is not zero. The length of a text determines its characters, even if they
/// are zero.
fn keep(at: Option<String>, value: String, parts: &mut BTreeMap<String, String>) {
    let is_kept = if value.starts_with('\'') { value != "''" } else { !is_zero(&value) };
    parts.extend(at.filter(|at| is_kept || at.is_empty()).map(|at| (at, value)));
}
