use std::collections::HashSet;

use proptest::prelude::*;
use tagbridge_driver::Explanation;

use super::{limits::reply_size, *};
use crate::codec::read::MAX_ITEMS;

fn plan(names: &[String], pdu: u16) -> Plan {
    Plan::new(names, Limits::new(pdu), &Memory::default())
}

fn check_trips(what: &str, names: &[String], trips: [usize; 3]) {
    for (pdu, trips) in [240, 480, 960].into_iter().zip(trips) {
        let plan = plan(names, pdu);
        check_sound(&plan, names, pdu);
        assert_eq!(plan.round_trips(), trips, "{what} at PDU {pdu}: {:#?}", plan.explain(names));
    }
}

fn names<T: std::fmt::Display>(tags: impl IntoIterator<Item = T>) -> Vec<String> {
    tags.into_iter().map(|it| it.to_string()).collect()
}

#[test]
fn reaches_the_floor() {
    // 2,000 bytes: 222, 462 or 942 per trip.
    check_trips("contiguous bytes", &names(["DB1.DBB0[2000]"]), [10, 5, 3]);
    // 500 REALs: 55, 115 or 235 per trip.
    check_trips(
        "dense reals",
        &names((0..500).map(|it| format!("DB1.DBD{}:REAL", it * 4))),
        [10, 5, 3],
    );
    // 12 bytes apart: joined across their gaps, 19, 39 or 79 per trip.
    check_trips(
        "reals apart",
        &names((0..500).map(|it| format!("DB2.DBD{}:REAL", it * 12))),
        [20, 12, 6],
    );
    // Too far apart to join: 19, 20 and 20 per trip.
    let scattered = (0..500).map(|it| format!("DB{}.DBD{}", 1 + it % 10, it / 10 * 1000));
    check_trips("scattered", &names(scattered), [27, 25, 25]);
    check_trips("nothing", &[], [0, 0, 0]);
    check_trips("one bit", &names(["M0.0"]), [1, 1, 1]);
    check_trips("a string larger than a PDU", &names(["DB1.DBB0:STRING"]), [2, 1, 1]);
}

#[test]
fn the_floor_counts_the_head_of_each_part() {
    let contiguous = names(["DB1.DBB0[2000]"]);
    let floors = [240, 480, 960].map(|pdu| plan(&contiguous, pdu).floor());
    assert_eq!(floors, [10, 5, 3]);
}

#[test]
fn a_plan_explains_itself() {
    let mut memory = Memory::default();
    memory.dark.insert(9, Failure::Item(0x0A));
    memory.alone.insert(range(&"DB2.DBD0".parse().expect("an address")), Failure::Item(0x05));
    let names = names(["DB1.DBB0[1000]", "DB1.DBD4", "DB2.DBD0", "DB9.DBD0", "Speed"]);
    let plan = Plan::new(&names, Limits::new(960), &memory);
    let Explanation { requests, not_asked, .. } = plan.explain(&names);
    let reads = |at: usize| requests[at].reads.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(reads(0), ["DB1 0 to 941 for 2 tags"]);
    assert_eq!((requests[0].request_bytes, requests[0].reply_bytes), (24, 960));
    assert_eq!(
        (requests[0].limit_bytes, &*requests[0].why.to_string()),
        (960, "the reply is full")
    );
    assert_eq!(
        reads(1),
        ["DB9 0 to 0 for 1 tags", "DB2 0 to 3 for 1 tags", "DB1 942 to 999 for 1 tags"]
    );
    assert!(requests[1].why.to_string().contains("failed before"), "{}", requests[1].why);
    assert_eq!(not_asked[0].0, "DB9.DBD0");
    assert_eq!(not_asked[1].0, "Speed");
    assert_eq!((requests.len(), not_asked.len()), (2, 2));
}

/// Strings of 256 bytes do not fill a response: the minimum, computed from bytes, is far below the
/// possible number, and the time for planning still grows only with their number.
#[test]
fn thousands_of_strings_are_planned() {
    let string =
        |it: usize, step: usize| format!("DB{}.DBB{}:STRING", 1 + it / 120, it % 120 * step);
    let strings = |step: usize| (0..2_400).map(move |it| string(it, step));
    for (what, step) in [("side by side", 256), ("apart", 400)] {
        let names = names(strings(step));
        let plan = plan(&names, 960);
        check_sound(&plan, &names, 960);
        assert_eq!(plan.round_trips(), 800, "{what}");
        assert!(plan.floor() < 700, "{what}: {}", plan.floor());
    }
}

/// Many scattered items leave space that dense blocks can fill.
#[test]
fn dense_blocks_travel_in_the_room_that_scattered_tags_leave() {
    let scattered = (0..200).map(|it| format!("DB1.DBD{}", it * 2000));
    let dense = (0..6000).step_by(4).map(|it| format!("DB2.DBD{it}:REAL"));
    let names = names(scattered.chain(dense));
    let plan = plan(&names, 960);
    check_sound(&plan, &names, 960);
    assert_eq!(plan.round_trips(), plan.floor(), "{:#?}", plan.explain(&names));
    assert_eq!(plan.floor(), 11, "{:#?}", plan.explain(&names));
}

/// Every tag has its bytes once, in order; no message exceeds the PDU; no request has too many
/// items.
fn check_sound(plan: &Plan, names: &[String], pdu: u16) {
    assert_eq!(plan.tags.len(), names.len());
    let mut asked = vec![0; plan.reads.len()];
    for request in &plan.requests {
        assert!((1..=MAX_ITEMS).contains(&request.len()));
        assert!(12 + 12 * request.len() <= usize::from(pdu));
        let lens = request.iter().map(|&it| plan.reads[it].range.len());
        // Padded in this order, as a controller does it.
        let (last, others) = request.split_last().expect("not empty");
        let filled: u32 =
            others.iter().map(|&it| 4 + plan.reads[it].range.len().next_multiple_of(2)).sum();
        let exact = filled + 4 + plan.reads[*last].range.len();
        assert!(14 + exact <= u32::from(pdu), "{exact} bytes of items");
        assert_eq!(exact, reply_size(lens));
        for &read in request {
            asked[read] += 1;
        }
    }
    assert!(asked.iter().all(|&it| it == 1), "a read is asked once");
    for tag in plan.tags.iter().flatten() {
        let mut at = 0;
        for piece in &tag.pieces {
            // Only the padding of strings between elements is omitted.
            assert!(piece.at == at || piece.at == at + 1, "{}: {:?}", tag.address, tag.pieces);
            let range = plan.reads[piece.read].range;
            assert_eq!(range.area, tag.address.area);
            assert_eq!(bytes(range.start) + piece.offset, bytes(tag.address.start) + piece.at);
            assert!(piece.offset + piece.len <= bytes(range.len()));
            at = piece.at + piece.len;
        }
        assert_eq!(at, bytes(tag.address.size()), "{}: {:?}", tag.address, tag.pieces);
    }
}

fn address() -> impl Strategy<Value = String> {
    let kinds = prop::sample::select(vec![
        "BOOL",
        "BYTE",
        "INT",
        "REAL",
        "LREAL",
        "DTL",
        "STRING[7]",
        "STRING[20]",
        "WSTRING[9]",
        "STRING",
    ]);
    let count = prop_oneof![3 => Just(None), 1 => (1u32..40).prop_map(Some), 1 => (200u32..1500).prop_map(Some)];
    (0u16..4, 0u32..3000, kinds, count).prop_map(|(block, start, kind, count)| {
        let count = match (kind, count) {
            ("STRING", _) | (_, None) => String::new(),
            (_, Some(count)) => format!("[{}]", count.min(90).max(count / 8)),
        };
        match block {
            0 if kind == "REAL" => format!("T{}[5]", start % 200),
            0 if kind == "BOOL" => format!("M{start}.3"),
            0 => format!("MB{start}{}", if kind == "BYTE" { count } else { String::new() }),
            _ if kind == "BOOL" => format!("%DB{block}:{start}.{}:BOOL{count}", start % 8),
            _ => format!("%DB{block}:{start}:{kind}{count}"),
        }
    })
}

/// A memory in which the value of each byte depends on its address.
fn byte_at(area: Area, at: u32) -> u8 {
    let seed = match area {
        Area::Block(number) => u32::from(number),
        Area::Memory => 77,
        _ => 99,
    };
    u8::try_from((at.wrapping_mul(31) ^ (at >> 8) ^ seed.wrapping_mul(57)) & 0xFF).expect("masked")
}

proptest! {
    #[test]
    fn plans_are_sound_and_merged_reads_give_the_values_of_single_ones(
        names in prop::collection::vec(address(), 0..150),
        pdu in prop_oneof![Just(112u16), Just(240), Just(241), Just(480), Just(960)],
    ) {
        let plan = plan(&names, pdu);
        check_sound(&plan, &names, pdu);
        prop_assert!(plan.floor() <= plan.round_trips());
        let replies: Vec<Vec<u8>> = plan.reads.iter()
            .map(|it| (it.range.start..it.range.end).map(|at| byte_at(it.range.area, at)).collect())
            .collect();
        for tag in plan.tags.iter().flatten() {
            let address = tag.address;
            let single: Vec<u8> =
                (address.start..address.end()).map(|at| byte_at(address.area, at)).collect();
            let mut merged = vec![0; single.len()];
            for piece in &tag.pieces {
                merged[piece.at..][..piece.len]
                    .copy_from_slice(&replies[piece.read][piece.offset..][..piece.len]);
            }
            // The bytes between the strings of an array are not part of a value.
            let stride = bytes(address.kind.stride());
            let size = bytes(address.kind.size());
            for (at, (one, other)) in merged.iter().zip(&single).enumerate() {
                prop_assert!(one == other || at % stride >= size, "{} at {}", address, at);
            }
        }
    }

    #[test]
    fn guard_reads_come_last_and_cost_nothing(
        names in prop::collection::vec(address(), 0..100),
        blocks in prop::collection::btree_map(1u16..30, 2u32..3000, 0..30),
        bad in prop::collection::vec(any::<prop::sample::Index>(), 0..10),
        pdu in prop_oneof![Just(112u16), Just(240), Just(480), Just(960)],
    ) {
        let set = with_ends(&names, blocks);
        let mut memory = Memory::default();
        check_guard_reads(&set, &memory, pdu);
        for index in bad.iter().filter(|_| !set.is_empty()) {
            let address: Address = index.get(set.names()).parse().expect("an address");
            memory.alone.insert(range(&address), Failure::Item(0x05));
        }
        let plan = Plan::of(&set, Limits::new(pdu), &memory);
        let asked: Vec<usize> = plan.requests.iter().flatten().copied().collect();
        prop_assert_eq!(asked.iter().collect::<HashSet<_>>().len(), plan.reads.len());
        prop_assert_eq!(asked.len(), plan.reads.len());
    }

    #[test]
    fn what_is_set_apart_is_read_by_itself(
        names in prop::collection::vec(address(), 1..60),
        bad in prop::collection::vec(any::<prop::sample::Index>(), 1..10),
        dark in 1u16..4,
    ) {
        let mut memory = Memory::default();
        for index in bad {
            let address: Address = index.get(&names).parse().expect("an address");
            memory.alone.insert(range(&address), Failure::Item(0x05));
        }
        memory.dark.insert(dark, Failure::Item(0x0A));
        let plan = Plan::new(&names, Limits::new(480), &memory);
        for tag in plan.tags.iter().flatten() {
            let whole = range(&tag.address);
            if tag.address.area == Area::Block(dark) {
                prop_assert!(tag.pieces.is_empty());
                let probe = tag.probe.expect("a probe");
                prop_assert_eq!(plan.reads[probe].range, first_byte(dark));
            } else if memory.alone.contains_key(&whole) {
                for piece in &tag.pieces {
                    let range = plan.reads[piece.read].range;
                    prop_assert!(whole.start <= range.start && range.end <= whole.end);
                }
            } else {
                prop_assert!(!tag.pieces.is_empty());
            }
        }
    }
}

/// A set whose guard reads are the ends of blocks, each with this number of bytes.
fn with_ends(names: &[String], blocks: impl IntoIterator<Item = (u16, u32)>) -> TagSet {
    let ends = blocks.into_iter().flat_map(|(block, bytes)| {
        [bytes - 1, bytes].map(|at| format!("DB{block}.DBB{at}:BYTE[1]"))
    });
    TagSet::guarded(names.iter().cloned(), ends)
}

/// Guard reads need no additional request of the others. Each is read once, alone in its item, and
/// after the others of its area, or in an additional request if there is no space.
fn check_guard_reads(set: &TagSet, memory: &Memory, pdu: u16) -> Plan {
    let limits = Limits::new(pdu);
    let (names, from) = (set.names(), set.guard_reads_from());
    let plan = Plan::of(set, limits, memory);
    check_sound(&plan, names, pdu);
    let without = Plan::new(&names[..from], limits, memory);
    assert_eq!(plan.round_trips(), without.round_trips());
    assert_eq!(plan.floor(), without.floor());
    let request_of = |read| plan.requests.iter().position(|it| it.contains(&read));
    let reads_of =
        |place: usize| plan.tags[place].iter().flat_map(|it| &it.pieces).map(|it| it.read);
    for (place, name) in names.iter().enumerate().skip(from) {
        let [read] = reads_of(place).collect::<Vec<_>>()[..] else { panic!("{name}") };
        let area = plan.reads[read].range.area;
        assert!(plan.reads[read].tags.iter().all(|&it| it >= from), "{name}");
        let others = (0..from).flat_map(reads_of).filter(|&it| plan.reads[it].range.area == area);
        let last = others.map(request_of).max().flatten().unwrap_or(0);
        let at = request_of(read).expect("it is asked for");
        assert!(at >= last, "{name} in request {at}, others up to {last}");
        if at >= plan.always {
            let range = plan.reads[read].range;
            let full = |request: &Vec<usize>| !has_room(request, range, &plan.reads, limits);
            assert!(plan.requests[last..plan.always].iter().all(full), "{name}");
        }
    }
    plan
}

#[test]
fn the_ends_of_blocks_cost_no_round_trip() {
    // Requests of every scan at 240, 480 and 960, and those that take turns.
    for (what, names, blocks, always, in_turns) in [
        (
            "dense reals",
            names((0..500).map(|it| format!("DB1.DBD{}:REAL", it * 4))),
            vec![(1, 2000)],
            [10, 5, 3],
            [0, 0, 0],
        ),
        (
            "reals apart",
            names((0..500).map(|it| format!("DB2.DBD{}:REAL", it * 12))),
            vec![(2, 6000)],
            [20, 12, 6],
            [1, 0, 1],
        ),
        // 20 items per request is the minimum of all controllers, and all are used: one request for
        // the ends of ten blocks at 480 and 960, and 18 items at 240 in addition to the remaining
        // 13.
        (
            "scattered",
            names((0..500).map(|it| format!("DB{}.DBD{}", 1 + it % 10, it / 10 * 1000))),
            (1..=10).map(|it| (it, 50_000)).collect(),
            [27, 25, 25],
            [1, 1, 1],
        ),
        ("one bit", names(["DB1.DBX0.0"]), vec![(1, 20)], [1, 1, 1], [0, 0, 0]),
        ("a block to the brim", names(["DB1.DBB0[942]"]), vec![(1, 942)], [5, 3, 1], [0, 0, 1]),
    ] {
        let set = with_ends(&names, blocks);
        let plans = [240, 480, 960].map(|pdu| check_guard_reads(&set, &Memory::default(), pdu));
        assert_eq!(plans.each_ref().map(|it| it.always), always, "{what}");
        assert_eq!(plans.each_ref().map(|it| it.requests.len() - it.always), in_turns, "{what}");
    }
}

#[test]
fn a_machines_ends_travel_along() {
    for (seed, share) in (3..9).enumerate() {
        let names = machine(u32::try_from(seed).expect("small") * 7919 + 13, share);
        let blocks: HashMap<u16, u32> = names
            .iter()
            .filter_map(|it| match it.parse::<Address>().expect("an address") {
                it @ Address { area: Area::Block(number), .. } => Some((number, it.end())),
                _ => None,
            })
            .fold(HashMap::new(), |mut blocks, (number, end)| {
                let bytes = blocks.entry(number).or_default();
                *bytes = end.next_multiple_of(2).max(*bytes);
                blocks
            });
        let set = with_ends(&names, blocks);
        for pdu in [240, 480, 960] {
            let plan = check_guard_reads(&set, &Memory::default(), pdu);
            let most = (set.len() - names.len()).div_ceil(plan.limits.items);
            assert!(plan.requests.len() - plan.always <= most, "{share} at {pdu}");
        }
    }
}

/// Tags of a machine: blocks of structures with members of several types, of which `share` in ten
/// are read, and structures in between that are not read.
fn machine(seed: u32, share: u32) -> Vec<String> {
    let members = [
        ("0:BOOL", 2),
        (":INT", 2),
        (":REAL", 4),
        (":DINT", 4),
        (":REAL", 4),
        (":STRING[16]", 18),
        (":WORD", 2),
        (":TIME", 4),
    ];
    let mut state = seed;
    let mut dice = |sides: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % sides
    };
    let mut tags = Vec::new();
    for block in 1.. {
        let mut at = 0;
        for _ in 0..20 + dice(60) {
            for (kind, size) in members {
                if dice(10) < share {
                    tags.push(format!("%DB{block}:{at}.{kind}").replace(".:", ":"));
                }
                at += size;
            }
            at += dice(5) * 20;
        }
        if tags.len() >= 2000 {
            break;
        }
    }
    tags.truncate(2000);
    tags
}

#[test]
fn a_machines_blocks_are_read_at_the_floor() {
    for (seed, share) in (3..9).enumerate() {
        let names = machine(u32::try_from(seed).expect("small") * 7919 + 13, share);
        for pdu in [240, 480, 960] {
            let plan = plan(&names, pdu);
            check_sound(&plan, &names, pdu);
            // At 240 the minimum may leave less than one spare byte in each request.
            let most = plan.floor() + usize::from(pdu == 240);
            assert!(plan.round_trips() <= most, "{} at {pdu}", plan.round_trips());
        }
    }
}
