//! The memory of a virtual controller from a project file: blocks and areas with the sizes and
//! initial values of the project's tags.

mod initial;
mod signals;

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use tagbridge_project::{BlockKind, Project, Reads, Symbols, Target};
use tagbridge_s7::address::{Address, Area};

pub(super) use self::signals::Signals;
use super::{Identity, Memory};

/// Maximum number of leaves of all tags.
const MOST: usize = 1_000_000;
/// The largest address of a byte.
const LARGEST: u32 = 65_536;

/// A value in memory that belongs to a tag of the project.
struct Leaf {
    address: Address,
    /// The index of its tag in the project.
    tag: usize,
    /// Whether a person sets it and the program does not change it.
    is_fixed: bool,
}

/// The parts of a controller from a project.
pub(super) struct Loaded {
    pub(super) memory: Memory,
    /// Changes some of the values.
    pub(super) signals: Signals,
    /// A hash of the addresses and names of the tags.
    pub(super) layout: u64,
    /// The names of the tags that have no address.
    pub(super) left_out: Vec<String>,
}

/// `numbers` are the numbers of blocks that are missing in the project, by name.
pub(super) fn load(symbols: &Symbols, numbers: &BTreeMap<String, u16>, seed: u64) -> Loaded {
    let mut memory = Memory::default();
    optimised_blocks(symbols.project(), &mut memory);
    let target = Target::S7 { numbers: numbers.clone() };
    let mut places = Vec::new();
    let mut layout = DefaultHasher::new();
    let mut left_out = Vec::new();
    for (tag, symbol) in symbols.tags().enumerate() {
        let declared = symbol.tag;
        let is_fixed = declared.constant;
        let before = places.len();
        for leaf in symbols.leaves(symbol).take(MOST - places.len()) {
            let Ok(Reads::Leaf(name)) = symbols.reads(&leaf, &target) else { continue };
            let Ok(address) = name.parse::<Address>() else { continue };
            if address.start + address.size() > LARGEST {
                continue;
            }
            memory.make_room(&address);
            (leaf.name(), &name).hash(&mut layout);
            let told = leaf.initial.and_then(|text| initial::value(address.kind, text));
            if let Some(value) = told.or_else(|| initial::default_value(address.kind)) {
                // A value that does not fit the type is ignored.
                let _ = memory.set(&name, &value);
            }
            places.push(Leaf { address, tag, is_fixed });
        }
        if places.len() == before {
            left_out.push(declared.name.clone());
        }
    }
    // A block may be longer than its readable tags: a timer ends with hidden bits.
    for block in symbols.data_blocks(&target) {
        let size = block.bytes.filter(|it| *it <= LARGEST);
        memory.extend_area(Area::Block(block.number), size.unwrap_or_default() as usize);
    }
    let signals = Signals::new(&memory, &places, seed);
    Loaded { memory, signals, layout: layout.finish(), left_out }
}

/// Returns the identity from the project, with defaults for missing values.
pub(super) fn identity(project: &Project) -> Identity {
    let controller = project.controller.as_ref().map(|it| &it.name);
    let name = controller.filter(|it| !it.is_empty()).unwrap_or(&project.name);
    Identity { name: name.clone(), ..Identity::default() }
}

/// Adds the blocks without addresses.
fn optimised_blocks(project: &Project, memory: &mut Memory) {
    let blocks = project.blocks.iter().filter(|it| it.kind == BlockKind::DataBlock);
    for block in blocks.filter(|it| it.standard_layout != Some(true)) {
        if let Some(number) = block.number {
            memory.add_optimised_block(number);
        }
    }
}
