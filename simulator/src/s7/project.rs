//! A virtual controller's memory from a project file: every block and area as long as the project's
//! tags need, with what they start with.

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

/// Leaves of all tags together; a controller has not room for more.
const MOST: usize = 1_000_000;
/// The last byte that an address can have.
const LARGEST: u32 = 65_536;

/// A value in memory that a tag of the project stands for.
struct Leaf {
    address: Address,
    /// Which tag it belongs to, by its place in the project.
    tag: usize,
    /// Whether a person sets it and the program lets it be.
    is_fixed: bool,
}

/// What a controller has of a project.
pub(super) struct Loaded {
    pub(super) memory: Memory,
    /// Lets some of the values change.
    pub(super) signals: Signals,
    /// Another number when a tag lies elsewhere, or is called otherwise.
    pub(super) layout: u64,
    /// The names of the tags that have no address.
    pub(super) left_out: Vec<String>,
}

/// `numbers` are those of blocks that the project does not tell, by name.
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
            if let Some(value) = told.or_else(|| initial::untold(address.kind)) {
                // What does not fit is not what the project meant either.
                let _ = memory.set(&name, &value);
            }
            places.push(Leaf { address, tag, is_fixed });
        }
        if places.len() == before {
            left_out.push(declared.name.clone());
        }
    }
    // A block may be longer than what is read of it: a timer ends with bits that nobody sees.
    for block in symbols.data_blocks(&target) {
        let size = block.bytes.filter(|it| *it <= LARGEST);
        memory.lengthen(Area::Block(block.number), size.unwrap_or_default() as usize);
    }
    let signals = Signals::new(&memory, &places, seed);
    Loaded { memory, signals, layout: layout.finish(), left_out }
}

/// Who the project says that its controller is; what it does not say is as usual.
pub(super) fn identity(project: &Project) -> Identity {
    let controller = project.controller.as_ref().map(|it| &it.name);
    let name = controller.filter(|it| !it.is_empty()).unwrap_or(&project.name);
    Identity { name: name.clone(), ..Identity::default() }
}

/// Blocks that are there and have no addresses.
fn optimised_blocks(project: &Project, memory: &mut Memory) {
    let blocks = project.blocks.iter().filter(|it| it.kind == BlockKind::DataBlock);
    for block in blocks.filter(|it| it.standard_layout != Some(true)) {
        if let Some(number) = block.number {
            memory.add_optimised_block(number);
        }
    }
}
