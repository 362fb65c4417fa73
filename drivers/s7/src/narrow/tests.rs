use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::plan::Limits;

/// A controller with blocks of these lengths, each with one unreadable byte.
struct World {
    blocks: Vec<u32>,
    hole: u32,
    /// Whether it refuses whole messages instead of items.
    refuses_messages: bool,
}

impl World {
    fn item(&self, range: Range) -> Outcome {
        let Area::Block(block) = range.area else { panic!("blocks only") };
        match self.blocks.get(usize::from(block) - 1) {
            None => Err(Failure::Item(0x0A)),
            Some(&length) if range.end > length => Err(Failure::Item(0x05)),
            Some(_) if (range.start..range.end).contains(&self.hole) => Err(Failure::Item(0x03)),
            Some(_) => {
                Ok(Bytes::from(vec![u8::try_from(range.start % 251).unwrap(); bytes(range.len())]))
            }
        }
    }

    fn request(&self, ranges: &[Range]) -> Vec<Outcome> {
        let outcomes: Vec<Outcome> = ranges.iter().map(|&it| self.item(it)).collect();
        if self.refuses_messages && outcomes.iter().any(Result::is_err) {
            return ranges.iter().map(|_| Err(Failure::Message(0x8500))).collect();
        }
        outcomes
    }

    fn scan(&self, plan: &Plan) -> Vec<Outcome> {
        let mut outcomes = vec![Err(Failure::Item(0)); plan.reads.len()];
        for request in &plan.requests {
            let ranges: Vec<Range> = request.iter().map(|&it| plan.reads[it].range).collect();
            for (&read, outcome) in request.iter().zip(self.request(&ranges)) {
                outcomes[read] = outcome;
            }
        }
        outcomes
    }

    /// Whether a tag can be read separately.
    fn has(&self, plan: &Plan, tag: usize) -> bool {
        plan.tags[tag].as_ref().is_ok_and(|it| self.item(plan::range(&it.address)).is_ok())
    }
}

const LIMITS: u16 = 480;

/// Bad tags and number of rounds of one scan.
fn hunt(world: &World, plan: &Plan, memory: &mut Memory) -> (BTreeSet<usize>, usize) {
    let outcomes = world.scan(plan);
    let mut hunt = BadTagSearch::new(plan, &outcomes, memory);
    let mut rounds = 0;
    loop {
        let ranges = hunt.ranges();
        if ranges.is_empty() {
            break;
        }
        rounds += 1;
        assert!(rounds < 20, "the hunt ends");
        let requests = plan::pack_ranges(&ranges, Limits::new(LIMITS));
        let found = requests
            .into_iter()
            .flat_map(|it| world.request(&it.iter().map(|&at| ranges[at].0).collect::<Vec<_>>()))
            .collect();
        hunt.found(found);
    }
    (hunt.finish(memory).bad.into_keys().collect(), rounds)
}

fn check(world: &World, names: &[String]) {
    let limits = Limits::new(LIMITS);
    let mut memory = Memory::default();
    for _ in 0..3 {
        let plan = Plan::new(names, limits, &memory);
        let (bad, _) = hunt(world, &plan, &mut memory);
        for (tag, name) in names.iter().enumerate() {
            assert_eq!(!bad.contains(&tag), world.has(&plan, tag), "{name}");
        }
    }
    let plan = Plan::new(names, limits, &memory);
    let (_, rounds) = hunt(world, &plan, &mut memory);
    assert_eq!(rounds, 0, "the plan remembers");
}

fn reals(block: u16, count: u32, apart: u32) -> Vec<String> {
    (0..count).map(|it| format!("DB{block}.DBD{}:REAL", it * apart)).collect()
}

#[test]
fn only_the_bad_are_bad() {
    let world = |refuses_messages| World { blocks: vec![100, 4000], hole: 1002, refuses_messages };
    for refuses_messages in [false, true] {
        let world = world(refuses_messages);
        check(&world, &reals(1, 24, 4));
        check(&world, &reals(1, 40, 4));
        check(&world, &reals(2, 500, 4));
        // The unreadable byte is in a gap.
        check(
            &world,
            &reals(2, 500, 8)
                .into_iter()
                .map(|it| it.replace("DBD", "DBW").replace(":REAL", ""))
                .collect::<Vec<_>>(),
        );
        check(&world, &[reals(1, 40, 4), reals(2, 400, 8), reals(2, 3, 4)].concat());
        check(
            &world,
            &["DB1.DBB0[101]".to_owned(), "DB1.DBB0[100]".to_owned(), "DB1.DBW98".to_owned()],
        );
    }
    let whole_block = world(false);
    check(&whole_block, &[reals(9, 500, 4), reals(1, 10, 4)].concat());
}

#[test]
fn a_block_that_shows_nothing_is_probed_by_one_byte() {
    let mut world = World { blocks: vec![], hole: u32::MAX, refuses_messages: false };
    let limits = Limits::new(LIMITS);
    let names = reals(1, 500, 4);
    let mut memory = Memory::default();
    let plan = Plan::new(&names, limits, &memory);
    let (bad, rounds) = hunt(&world, &plan, &mut memory);
    assert_eq!((bad.len(), rounds), (500, 1));
    let plan = Plan::new(&names, limits, &memory);
    assert_eq!(plan.reads.len(), 1);
    let (bad, rounds) = hunt(&world, &plan, &mut memory);
    assert_eq!((bad.len(), rounds), (500, 0));
    world.blocks.push(4000);
    assert!(world.scan(&plan)[0].is_ok(), "the probe tells that the block is back");
}

#[test]
fn a_controller_that_refuses_everything_is_not_asked_again() {
    let names = [reals(1, 500, 4), reals(2, 500, 12)].concat();
    let plan = Plan::new(&names, Limits::new(LIMITS), &Memory::default());
    let outcomes = vec![Err(Failure::Message(0x8104)); plan.reads.len()];
    let hunt = BadTagSearch::new(&plan, &outcomes, &Memory::default());
    assert!(hunt.ranges().is_empty());
    let mut memory = Memory::default();
    assert_eq!(hunt.finish(&mut memory).bad.len(), names.len());
    assert!(memory.alone.is_empty() && memory.dark.is_empty());
}

proptest! {
    #[test]
    fn one_bad_address_harms_no_other(
        tags in prop::collection::vec((1u16..5, 0u32..1200, 0usize..4), 1..120),
        blocks in prop::collection::vec(1u32..1500, 1..4),
        hole in 1u32..1500,
        refuses_messages: bool,
    ) {
        let kinds = ["BYTE", "REAL", "DTL", "INT[40]"];
        let names: Vec<String> =
            tags.iter().map(|&(block, at, kind)| format!("%DB{block}:{at}:{}", kinds[kind])).collect();
        let world = World { blocks, hole, refuses_messages };
        let mut memory = Memory::default();
        for _ in 0..4 {
            let plan = Plan::new(&names, Limits::new(LIMITS), &memory);
            let (bad, _) = hunt(&world, &plan, &mut memory);
            for (tag, name) in names.iter().enumerate() {
                prop_assert_eq!(!bad.contains(&tag), world.has(&plan, tag), "{}", name);
            }
        }
        let plan = Plan::new(&names, Limits::new(LIMITS), &memory);
        let (_, rounds) = hunt(&world, &plan, &mut memory);
        prop_assert_eq!(rounds, 0, "the plan remembers");
    }
}
