//! Plans the requests for every tag of a set, in the smallest possible number of packets.
//!
//! Has no I/O: the input is the names, the knowledge about them and the limits of the link; the
//! output is packets. Names of the same element (bits, duplicates, other spellings) share one read;
//! neighbouring elements of the same array become one run if their type is known.

mod catalogued;
mod explain;
mod knowledge;
mod merge;
mod named;
mod packing;
mod read_part;
mod units;
mod value_position;

use std::collections::HashMap;

use tagbridge_driver::{Cause, Reason};

#[cfg(test)]
pub(crate) use explain::Planned;
pub(crate) use knowledge::{Array, Key, Knowledge};
pub(crate) use packing::{Limits, Marks, Packet, Size};
pub(crate) use read_part::{Part, ReadPart, assembled};
pub(crate) use value_position::ValuePosition;

use crate::codec::{
    EPath, Reply, Request, class,
    identity::STATUS_ATTRIBUTE,
    read_tag::{TagType, read_tag},
    tag_name::TagName,
};
use crate::messages::Why;

/// Assumed size of an element of unknown type.
const ASSUMED_ELEMENT: usize = 4;
/// Maximum number of data bytes of a read. Longer slices become several reads, which share packets
/// if they fit: then devices that buffer their responses in 500 bytes, with any connection size,
/// need no additional round trips, and a wrong assumption about a type affects only one part.
const MAX_PIECE: usize = 488;
/// Bytes before the data in the response to a read of an elementary type.
const READ_REPLY_HEADER: usize = Reply::HEADER_SIZE + 2;

/// One read of a number of elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Read {
    pub(crate) key: Key,
    pub(crate) path: EPath,
    pub(crate) elements: u16,
    /// Its assumed or known sizes.
    pub(crate) size: Size,
    /// The array that it reads from, in lower case without its last index, and that index.
    pub(crate) index: Option<(String, u32)>,
    /// Whether it replaces several reads.
    pub(crate) is_joined: bool,
    /// The expected type of the response, and its expected size in bytes, if they are known.
    /// Another type means that the controller's program has changed.
    pub(crate) expected: Option<(TagType, Option<usize>)>,
    /// Whether its type was unknown.
    is_assumed: bool,
}

impl Read {
    pub(crate) fn request(&self) -> Request {
        read_tag(self.path.clone(), self.elements)
    }

    fn new(name: &TagName, key: Key, known: &Knowledge) -> Self {
        let path = name.path();
        let elements = key.1;
        let index = name.last_index().map(|it| (array_key(name), it));
        let shape = known.shape(&key);
        let reply = match (shape, &index) {
            (Some(shape), _) => Reply::HEADER_SIZE + shape.kind.header_size() + shape.bytes,
            (None, index) => {
                let element = index.as_ref().and_then(|it| known.element(&it.0));
                READ_REPLY_HEADER + element.unwrap_or(ASSUMED_ELEMENT) * usize::from(elements)
            }
        };
        let request = read_tag(path.clone(), elements).size();
        Self {
            key,
            path,
            elements,
            size: Size { request, reply },
            index,
            is_joined: false,
            is_assumed: shape.is_none(),
            expected: None,
        }
    }
}

/// The reads of a set of tags.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) reads: Vec<Read>,
    /// One per tag, in the requested order: the source of its value, part by part, or the reason
    /// why it cannot be read.
    pub(crate) takes: Vec<Result<ValueSource, Cause>>,
    pub(crate) packets: Vec<Packet>,
    /// The packet with space for [`mode_request`].
    pub(crate) mode_packet: Option<usize>,
    by_catalogue: bool,
}

/// How a tag's value is created from the results of reads.
#[derive(Debug)]
pub(crate) enum ValueSource {
    /// From several parts; the response contains the type.
    Taken(Vec<ReadPart>),
    /// From bytes whose type is already known.
    Aimed(ValuePosition),
}

/// Requests the status word with the mode.
pub(crate) fn mode_request() -> Request {
    Request::get_attribute_single(class::IDENTITY, 1, STATUS_ATTRIBUTE)
}

/// Its size, and that of a successful response.
const MODE_SIZE: Size = Size { request: 8, reply: Reply::HEADER_SIZE + 2 };

impl Plan {
    /// Creates the plan for the `names` with the current knowledge. Names with a cause in `missing`
    /// are not requested.
    pub(crate) fn by_names(
        names: &[String],
        known: &Knowledge,
        limits: Limits,
        missing: impl Fn(&str) -> Option<Cause>,
    ) -> Self {
        let (reads, takes) = Self::named(names.iter().map(String::as_str), known, limits, missing);
        let sizes: Vec<Size> = reads.iter().map(|it| it.size).collect();
        let packets = packing::pack(&sizes, limits);
        let takes = takes.into_iter().map(|it| it.map(ValueSource::Taken)).collect();
        Self::assembled(reads, takes, packets, limits)
    }

    /// The reads for these names, and the part that each name takes.
    fn named<'n>(
        names: impl Iterator<Item = &'n str>,
        known: &Knowledge,
        limits: Limits,
        missing: impl Fn(&str) -> Option<Cause>,
    ) -> (Vec<Read>, Vec<Result<Vec<ReadPart>, Cause>>) {
        let mut draft = Draft { known, limits, reads: Vec::new(), places: HashMap::new() };
        let take = |name: &str| missing(name).map_or_else(|| draft.take(name), Err);
        let mut takes: Vec<_> = names.map(take).collect();
        let reads = merge::runs(draft.reads, &mut takes, known, limits);
        (reads, takes)
    }

    /// The plan that tests whether elements exist: each element is read separately.
    pub(crate) fn of_elements(elements: &[(EPath, u16)], limits: Limits) -> Self {
        let read = |(path, elements): &(EPath, u16)| {
            let request = read_tag(path.clone(), *elements).size();
            let reply = READ_REPLY_HEADER + ASSUMED_ELEMENT * usize::from(*elements);
            Read {
                key: (String::new(), *elements),
                path: path.clone(),
                elements: *elements,
                size: Size { request, reply },
                index: None,
                is_joined: false,
                expected: None,
                is_assumed: true,
            }
        };
        let reads: Vec<Read> = elements.iter().map(read).collect();
        let sizes: Vec<Size> = reads.iter().map(|it| it.size).collect();
        Self::assembled(reads, Vec::new(), packing::pack(&sizes, limits), limits)
    }

    fn assembled(
        reads: Vec<Read>,
        takes: Vec<Result<ValueSource, Cause>>,
        packets: Vec<Packet>,
        limits: Limits,
    ) -> Self {
        let sizes: Vec<Size> = reads.iter().map(|it| it.size).collect();
        let mode_packet = packets.iter().rposition(|packet| match packet {
            Packet::InParts(_) => false,
            packet => packing::has_room(&sizes, packet, MODE_SIZE, limits),
        });
        Self { reads, takes, packets, mode_packet, by_catalogue: false }
    }

    /// The parts of tags whose responses contain the type.
    pub(crate) fn taken(&self) -> impl Iterator<Item = &ReadPart> {
        self.takes.iter().flatten().flat_map(|it| match it {
            ValueSource::Taken(takes) => &takes[..],
            ValueSource::Aimed(_) => &[],
        })
    }

    /// Whether it was created from the controller's list or a project's declarations.
    pub(crate) fn is_aimed(&self) -> bool {
        self.by_catalogue
    }

    /// Whether it has names for which the test read was not possible when it was created.
    pub(crate) fn lacks_a_look(&self) -> bool {
        let causes = self.takes.iter().filter_map(|it| it.as_ref().err());
        causes.into_iter().any(|it| it.reason == Reason::NotYetKnown)
    }

    /// Whether another plan is needed, because an assumed size is now known, or a size has
    /// increased.
    pub(crate) fn is_outgrown(&self, known: &Knowledge) -> bool {
        self.reads.iter().filter(|it| it.expected.is_none()).any(|read| {
            known.shape(&read.key).is_some_and(|shape| {
                let reply = Reply::HEADER_SIZE + shape.kind.header_size() + shape.bytes;
                read.is_assumed || reply != read.size.reply
            })
        })
    }
}

/// Whether a name alone is ambiguous: a tag or member without an index, which may be an array or a
/// structure; a slice of several dimensions, whose row size is unknown.
pub(crate) fn needs_list(name: &str) -> bool {
    TagName::parse(name).is_ok_and(|it| {
        it.members.last().is_some_and(|last| match it.run {
            Some(_) => last.indices.len() > 1,
            None => last.indices.is_empty(),
        })
    })
}

struct Draft<'a> {
    known: &'a Knowledge,
    limits: Limits,
    reads: Vec<Read>,
    places: HashMap<Key, usize>,
}

impl Draft<'_> {
    fn take(&mut self, text: &str) -> Result<Vec<ReadPart>, Cause> {
        let name = TagName::parse(text).map_err(|error| Cause::new(Reason::UnknownTag, &error))?;
        let Some(index) = name.last_index() else {
            return self.one(name, None);
        };
        let array = array_key(&name);
        match (self.known.array(&array), name.run) {
            (Some(Array::Packed | Array::PerhapsPacked), _) => self.packed(&name, index, &array),
            (_, Some(count)) => self.slice(&name, index, count, &array),
            (_, None) => self.one(name, Some(array)),
        }
    }

    /// An element, or a bit of one.
    fn one(&mut self, name: TagName, array: Option<String>) -> Result<Vec<ReadPart>, Cause> {
        let part = match name.bit {
            Some(bit) => Part::Bit { element: 0, bit },
            None => Part::Element(0),
        };
        Ok(vec![ReadPart { read: self.place(name, 1)?, part, array }])
    }

    /// A slice, in several parts.
    fn slice(
        &mut self,
        name: &TagName,
        index: u32,
        count: u16,
        array: &str,
    ) -> Result<Vec<ReadPart>, Cause> {
        let element = self.known.element(array).unwrap_or(ASSUMED_ELEMENT);
        self.pieces(count, element)
            .map(|(first, elements)| {
                let piece = name.clone().with_last_index(index + u32::from(first));
                Ok(ReadPart {
                    read: self.place(piece, elements)?,
                    part: Part::Run { first: 0, count: elements.into() },
                    array: Some(array.to_owned()),
                })
            })
            .collect()
    }

    /// An element or a slice of a BOOL array: its DWORDs, in several parts.
    fn packed(&mut self, name: &TagName, index: u32, array: &str) -> Result<Vec<ReadPart>, Cause> {
        if name.bit.is_some() {
            return Err(Cause::new(Reason::TypeMismatch, &Why::BoolBits));
        }
        let bit = usize::try_from(index % 32).unwrap_or_default();
        let count = usize::from(name.elements());
        let dwords = u16::try_from((bit + count).div_ceil(32)).unwrap_or(u16::MAX);
        self.pieces(dwords, 4)
            .map(|(first, elements)| {
                let piece = name.clone().with_last_index(index / 32 + u32::from(first));
                // Number of bits of the whole run before this part, and up to its end.
                let (before, end) = (32 * usize::from(first), 32 * usize::from(first + elements));
                let begin = bit.max(before);
                let part = match name.run {
                    None => Part::Packed(bit),
                    Some(_) => Part::PackedRun {
                        first: begin - before,
                        count: end.min(bit + count) - begin,
                    },
                };
                let read = self.place(piece, elements)?;
                Ok(ReadPart { read, part, array: Some(array.to_owned()) })
            })
            .collect()
    }

    /// Divides `count` elements of this size: the first element and the length of each part.
    fn pieces(&self, count: u16, element: usize) -> impl Iterator<Item = (u16, u16)> + use<> {
        let bytes = MAX_PIECE.min(self.limits.reply.saturating_sub(READ_REPLY_HEADER));
        let each = u16::try_from((bytes / element.max(1)).max(1)).unwrap_or(u16::MAX);
        (0..count).step_by(each.into()).map(move |first| (first, each.min(count - first)))
    }

    /// The index of the read for these elements, which may already exist.
    fn place(&mut self, mut name: TagName, elements: u16) -> Result<usize, Cause> {
        name.bit = None;
        name.run = None;
        let key = (name.to_string().to_ascii_lowercase(), elements);
        if let Some(&place) = self.places.get(&key) {
            return Ok(place);
        }
        let read = Read::new(&name, key.clone(), self.known);
        if read.size.request > self.limits.request {
            return Err(Cause::new(Reason::NoAddress, &Why::TooLong));
        }
        let place = self.reads.len();
        self.places.insert(key, place);
        self.reads.push(read);
        Ok(place)
    }
}

/// The array's name in lower case, without its last index: `motor[2].temps[`, `grid[3,`.
fn array_key(name: &TagName) -> String {
    let mut name = name.clone();
    name.bit = None;
    name.run = None;
    let mut key = name.to_string().to_ascii_lowercase();
    let end = key.rfind([',', '[']).map_or(key.len(), |it| it + 1);
    key.truncate(end);
    key
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::codec::{
        Elementary,
        read_tag::{TagType, TypedData},
    };

    fn by_names(names: &[String], known: &Knowledge, limits: Limits) -> Plan {
        Plan::by_names(names, known, limits, |_| None)
    }

    fn strings(names: &[&str]) -> Vec<String> {
        names.iter().map(|&it| it.to_owned()).collect()
    }

    fn check(names: &[&str], reads: &[&str]) {
        let plan = by_names(&strings(names), &Knowledge::default(), Limits::connected(500));
        let got: Vec<_> = plan.reads.iter().map(|it| it.key.0.as_str()).collect();
        assert_eq!(got, reads, "{names:?}");
        assert_eq!(plan.takes.len(), names.len());
    }

    #[test]
    fn names_of_the_same_element_share_a_read() {
        check(&["Status", "Status.8", "STATUS.9", "status"], &["status"]);
        check(&["a[1]", "a[1].3", "a[1..2]"], &["a[1]", "a[1]"]);
        check(&["no name", "a"], &["a"]);
    }

    #[test]
    fn a_name_that_is_none_has_its_cause() {
        let plan = by_names(&strings(&["1a"]), &Knowledge::default(), Limits::connected(500));
        let cause = plan.takes[0].as_ref().expect_err("no name");
        assert_eq!(cause.reason, Reason::UnknownTag);
        assert!(cause.to_string().contains("at character 1"), "{cause}");
        assert!(plan.packets.is_empty());
    }

    #[test]
    fn indices_of_bool_arrays_count_dwords() {
        let mut known = Knowledge::default();
        known.learn_array("flags[", Array::Packed);
        let names = strings(&["Flags[5]", "Flags[37]", "Flags[30..33]", "flags[31].2"]);
        let plan = by_names(&names, &known, Limits::connected(500));
        let reads: Vec<_> = plan.reads.iter().map(|it| (it.key.0.as_str(), it.elements)).collect();
        assert_eq!(reads, [("flags[0]", 1), ("flags[1]", 1), ("flags[0]", 2)]);
        let parts: Vec<_> = plan.taken().map(|it| it.part).collect();
        let run = Part::PackedRun { first: 30, count: 4 };
        assert_eq!(parts, [Part::Packed(5), Part::Packed(5), run]);
        assert_eq!(plan.takes[3].as_ref().unwrap_err().reason, Reason::TypeMismatch);
        let plan = by_names(&strings(&["flags[31..4000]"]), &known, Limits::connected(4002));
        let parts: Vec<_> = plan.taken().map(|it| it.part).collect();
        let run = |first, count| Part::PackedRun { first, count };
        assert_eq!(parts, [run(31, 122 * 32 - 31), run(0, 4001 - 122 * 32)]);
    }

    #[test]
    fn long_slices_travel_together_in_pieces() {
        let limits = Limits::connected(4002);
        let plan = by_names(&strings(&["Count[0..500]"]), &Knowledge::default(), limits);
        let reads: Vec<_> = plan.reads.iter().map(|it| (it.key.0.as_str(), it.elements)).collect();
        let rest = [("count[122]", 122), ("count[244]", 122), ("count[366]", 122)];
        assert_eq!(reads, [&[("count[0]", 122)], &rest[..], &[("count[488]", 13)]].concat());
        assert_eq!(plan.packets.len(), 1);
        let plan = by_names(&strings(&["Count[0..4999]"]), &Knowledge::default(), limits);
        assert_eq!(plan.packets.len(), 6);
    }

    #[test]
    fn what_replies_taught_is_planned_with() {
        let names = strings(&["a", "b"]);
        let limits = Limits::connected(500);
        let mut known = Knowledge::default();
        let plan = by_names(&names, &known, limits);
        assert!(!plan.is_outgrown(&known));
        let kind = TagType::Elementary(Elementary::Lint);
        known.learn(&plan.reads[0], TypedData { kind, bytes: &[0; 8] });
        assert!(plan.is_outgrown(&known));
        let plan = by_names(&names, &known, limits);
        assert!(!plan.is_outgrown(&known));
        assert_eq!((plan.reads[0].size.reply, plan.reads[1].size.reply), (14, 10));
    }

    proptest! {
        #[test]
        fn every_tag_is_covered_once_and_no_packet_is_too_large(
            tags in prop::collection::vec((0u8..6, 0u32..200, 1u32..400, any::<bool>()), 1..120),
            size in 300u16..4002,
        ) {
            let names: Vec<String> = tags
                .iter()
                .map(|&(array, index, count, slice)| { if slice { format!("Array{array}[{index}..{}]", index + count) } else { format!("Array{array}[{index}]") } })
                .collect();
            let limits = Limits::connected(size);
            let mut known = Knowledge::default();
            for pass in 0..2 {
                let plan = by_names(&names, &known, limits);
                let mut carried = BTreeSet::new();
                for packet in &plan.packets {
                    for &member in packet.members() {
                        prop_assert!(carried.insert(member), "read twice");
                    }
                }
                prop_assert_eq!(carried.len(), plan.reads.len());
                for (takes, &(_, index, count, slice)) in plan.takes.iter().zip(&tags) {
                    let mut next = index;
                    let Ok(ValueSource::Taken(takes)) = takes else { panic!("a good name") };
                    for take in takes {
                        let read = &plan.reads[take.read];
                        let begin = read.index.as_ref().expect("an element").1;
                        let (first, length) = match take.part {
                            Part::Run { first, count } => (first, count),
                            Part::Element(i) => (i, 1),
                            _ => panic!("neither element nor run"),
                        };
                        let at = begin + u32::try_from(first).unwrap();
                        prop_assert_eq!(at, next, "pass {}", pass);
                        prop_assert!(first + length <= usize::from(read.elements));
                        next += u32::try_from(length).unwrap();
                    }
                    prop_assert_eq!(next - index, if slice { count + 1 } else { 1 });
                }
                for read in &plan.reads {
                    let bytes = vec![0; 4 * usize::from(read.elements)];
                    let kind = TagType::Elementary(Elementary::Dint);
                    known.learn(read, TypedData { kind, bytes: &bytes });
                }
            }
        }
    }
}
