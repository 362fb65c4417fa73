//! The driver's names for a symbol.

use std::collections::BTreeMap;

use tagbridge_driver::{Cause, Reason};

use crate::{
    Place, Project, Symbol, Symbols, Vendor,
    expand::{MAX_DEPTH, Shape, World, count, elementary},
    reason::Why,
};

/// Maximum number of leaves of one symbol that are read separately.
const MAX_LEAVES: usize = 10_000;
/// Maximum number of leaves, structures and unreadable parts: types may be nested so that they
/// contain nothing else, and too often to visit all of them.
const MAX_PARTS: usize = 100_000;

/// The protocol of the driver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// By name, over EtherNet/IP. The driver decodes structures and arrays.
    Logix,
    /// By absolute address, over S7 communication.
    S7 {
        /// Numbers of data blocks whose files do not contain them, by name, without quotes. Names
        /// are not case-sensitive.
        numbers: BTreeMap<String, u16>,
    },
    /// By node, over OPC UA: the server of a CODESYS runtime or of a Siemens controller.
    OpcUa {
        /// The text before the application in the node ids of a CODESYS runtime, such as `CODESYS
        /// Control Win V3 x64`; empty if the ids have no such text. `None`: the driver determines
        /// it. Not used for Siemens.
        prefix: Option<String>,
    },
}

/// How a symbol is read: with one tag of the driver, or with several that are combined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reads {
    /// A tag of the driver: `Program:Main.X`, `DB20.DBD4:REAL`, `nsu=…;s=…`. Its value may be an
    /// array or a structure.
    Leaf(String),
    /// The elements, in order.
    Array(Vec<Reads>),
    /// The readable members by name, in the order of the type.
    Structure(Vec<(String, Reads)>),
}

impl Reads {
    /// The names of all tags of the driver, in order.
    pub fn leaves(&self) -> Vec<&str> {
        let mut leaves = Vec::new();
        self.collect(&mut leaves);
        leaves
    }

    fn collect<'a>(&'a self, leaves: &mut Vec<&'a str>) {
        match self {
            Self::Leaf(name) => leaves.push(name),
            Self::Array(elements) => elements.iter().for_each(|it| it.collect(leaves)),
            Self::Structure(members) => members.iter().for_each(|(_, it)| it.collect(leaves)),
        }
    }
}

impl Target {
    /// The usual target for the platform of a project, with the data of the project.
    pub fn of(project: &Project) -> Self {
        match project.vendor {
            Vendor::AllenBradley => Self::Logix,
            Vendor::Siemens => Self::S7 { numbers: BTreeMap::new() },
            Vendor::Codesys => {
                let model = project.controller.as_ref().and_then(|it| it.model.clone());
                Self::OpcUa { prefix: model }
            }
        }
    }
}

impl Symbols {
    /// The address of a symbol, for display: the name of the driver, or where a structure begins
    /// (`P#DB20.DBX4.0`, in the pointer notation of STEP 7). The error is why it cannot be read.
    pub fn address<'p>(&'p self, of: &Symbol<'p>, target: &Target) -> Result<String, Cause> {
        let world = self.world();
        let shape = world.shape(of);
        let whole = match target {
            _ if of.hidden().is_some() => None,
            Target::Logix => Some(of.name()),
            Target::OpcUa { prefix } => Some(node(of, prefix.as_deref(), &of.operand())?),
            Target::S7 { numbers } => match absolute(world, of, shape, numbers)? {
                None if !matches!(shape, Shape::Scalar(_)) => {
                    let (area, bit) = memory(of, numbers)?;
                    let dot = if area.starts_with("DB") { ".DBX" } else { "" };
                    Some(format!("P#{area}{dot}{}.{}", bit / 8, bit % 8))
                }
                address => address,
            },
        };
        match whole {
            Some(address) => Ok(address),
            None => Err(of.hidden().unwrap_or_else(|| no_layout(of.type_name()))),
        }
    }

    /// How a symbol is read over a protocol. The error is why it cannot be read.
    pub fn reads<'p>(&'p self, of: &Symbol<'p>, target: &Target) -> Result<Reads, Cause> {
        let mut left = Left { leaves: MAX_LEAVES, parts: MAX_PARTS };
        self.reads_within(of, target, &mut left, 0)
    }

    fn reads_within<'p>(
        &'p self,
        of: &Symbol<'p>,
        target: &Target,
        left: &mut Left,
        depth: usize,
    ) -> Result<Reads, Cause> {
        left.parts = left.parts.checked_sub(1).ok_or_else(|| too_many(of))?;
        if let Some(cause) = of.hidden() {
            return Err(cause);
        }
        let world = self.world();
        let shape = world.shape(of);
        let whole = match (target, shape) {
            (Target::Logix, _) => Some(of.name()),
            (Target::OpcUa { prefix }, shape) if is_elementary(world, shape) => {
                Some(node(of, prefix.as_deref(), &of.operand_from())?)
            }
            (Target::S7 { numbers }, shape) => absolute(world, of, shape, numbers)?,
            _ => None,
        };
        if let Some(name) = whole {
            left.leaves = left.leaves.checked_sub(1).ok_or_else(|| too_many(of))?;
            return Ok(Reads::Leaf(name));
        }
        if depth >= MAX_DEPTH {
            return Err(too_many(of));
        }
        match shape {
            Shape::Scalar(typed) => Err(no_layout(typed.name)),
            Shape::Structure(members) => {
                let mut reads = Vec::new();
                let mut first = None;
                for member in World::visible(members) {
                    let part = world.member(of, member);
                    match self.reads_within(&part, target, left, depth + 1) {
                        Ok(read) => reads.push((member.name.clone(), read)),
                        Err(cause) if cause.reason == Reason::OverBudget => return Err(cause),
                        Err(cause) => first = first.or(Some(cause)),
                    }
                }
                match (reads.is_empty(), first) {
                    (true, Some(cause)) => Err(cause),
                    (true, None) => Err(Cause::new(
                        Reason::NoAddress,
                        &Why::MembersUnknown { type_name: of.type_name() },
                    )),
                    (false, _) => Ok(Reads::Structure(reads)),
                }
            }
            Shape::Array { dimensions, element } => {
                let elements = count(dimensions);
                if elements > MAX_LEAVES as u64 {
                    return Err(too_many(of));
                }
                let read = |at| {
                    let part = world.element(of, dimensions, element, at);
                    self.reads_within(&part, target, left, depth + 1)
                };
                let flat = (0..elements).map(read).collect::<Result<Vec<_>, _>>()?;
                Ok(rows(flat, dimensions))
            }
        }
    }
}

/// The remaining number of leaves and parts of a symbol.
struct Left {
    leaves: usize,
    parts: usize,
}

/// Groups elements into arrays of arrays, the outermost dimension first.
fn rows(flat: Vec<Reads>, dimensions: &[crate::Dimension]) -> Reads {
    let mut all = flat;
    for dimension in dimensions.iter().skip(1).rev() {
        let size = (dimension.count() as usize).max(1);
        let mut rest = all.into_iter();
        all = std::iter::from_fn(|| {
            let row: Vec<Reads> = rest.by_ref().take(size).collect();
            (!row.is_empty()).then_some(Reads::Array(row))
        })
        .collect();
    }
    Reads::Array(all)
}

/// Whether a value is a single node: a scalar or an array of scalars.
fn is_elementary(world: World<'_>, shape: Shape<'_>) -> bool {
    match shape {
        Shape::Scalar(_) => true,
        Shape::Array { element, .. } => {
            matches!(world.types.shape(world.project, element), Shape::Scalar(_))
        }
        Shape::Structure(_) => false,
    }
}

/// The node id of a scalar or an array of scalars. It is not known whether a server has nodes for
/// elements, and how it numbers them, so the operand contains where arrays begin.
fn node(of: &Symbol<'_>, prefix: Option<&str>, operand: &str) -> Result<String, Cause> {
    if let Some(cause) = of.denied() {
        return Err(cause);
    }
    if matches!(of.path.last(), Some(crate::Step::Bit(_))) {
        return Err(Cause::new(Reason::NoAddress, &Why::BitOfNode));
    }
    match (&of.tag.place, of.vendor) {
        (Place::Node { path, .. }, _) => {
            let Some(prefix) = prefix else { return Ok(format!("{path}{operand}")) };
            let dot = if prefix.is_empty() { "" } else { "." };
            Ok(format!("nsu=CODESYSSPV3/3S/IecVarAccess;s=|var|{prefix}{dot}{path}{operand}"))
        }
        (Place::Block { .. } | Place::Optimised { .. } | Place::Area { .. }, Vendor::Siemens) => {
            let name = quoted(&of.tag.name) + operand;
            Ok(format!("nsu=http://www.siemens.com/simatic-s7-opcua;s={name}"))
        }
        _ => Err(Cause::new(Reason::NoAddress, &Why::NoNode)),
    }
}

/// Quotes each part of a name.
fn quoted(name: &str) -> String {
    if name.starts_with('"') {
        return name.to_owned();
    }
    name.split('.').map(|part| format!("\"{part}\"")).collect::<Vec<_>>().join(".")
}

/// The absolute address of a scalar or a one-dimensional array of scalars; `None` for other values,
/// which are read by their parts.
fn absolute(
    world: World<'_>,
    of: &Symbol<'_>,
    shape: Shape<'_>,
    numbers: &BTreeMap<String, u16>,
) -> Result<Option<String>, Cause> {
    let (area, bit) = memory(of, numbers)?;
    let (typed, elements) = match shape {
        Shape::Scalar(typed) => (typed, None),
        Shape::Array { dimensions: [dimension], element } => {
            match world.types.shape(world.project, element) {
                Shape::Scalar(typed) => (typed, Some(dimension.count())),
                _ => return Ok(None),
            }
        }
        _ => return Ok(None),
    };
    let Some((Some(name), size)) = elementary(typed) else { return Ok(None) };
    let (byte, low) = (bit / 8, bit % 8);
    let mut address = match (area.as_str(), size) {
        ("T" | "C", _) => format!("{area}{bit}"),
        (area, 1) if area.starts_with("DB") => format!("{area}.DBX{byte}.{low}"),
        (area, 1) => format!("{area}{byte}.{low}"),
        (area, size) => {
            let letter = match size {
                16 => 'W',
                32 => 'D',
                _ => 'B',
            };
            let dot = if area.starts_with("DB") { ".DB" } else { "" };
            format!("{area}{dot}{letter}{byte}:{name}")
        }
    };
    if let Some(count) = elements {
        address = format!("{address}[{count}]");
    }
    Ok(Some(address))
}

/// The area and the bit: `DB20`, `M`.
fn memory(of: &Symbol<'_>, numbers: &BTreeMap<String, u16>) -> Result<(String, u32), Cause> {
    let no = |why: &Why<'_>| Err(Cause::new(Reason::NoAddress, why));
    match of.place() {
        Place::Area { area, bit } => Ok((area.to_string(), bit)),
        Place::Block { block, number, bit } => match number_of(&block, numbers).or(number) {
            Some(number) => Ok((format!("DB{number}"), bit)),
            None => no(&Why::NoNumber { block: &block }),
        },
        Place::Optimised { block, certain: true } => no(&Why::Optimised { block: &block }),
        Place::Optimised { block, certain: false } => no(&Why::PerhapsOptimised { block: &block }),
        Place::Nowhere { reason } => Err(Cause::new(Reason::NoAddress, reason)),
        Place::Symbol | Place::Node { .. } => no(&Why::NoAddress),
    }
}

/// The number that the user configured for a block.
pub(crate) fn number_of(block: &str, numbers: &BTreeMap<String, u16>) -> Option<u16> {
    let same = |name: &str| lowercase(name.trim_matches('"')).eq(lowercase(block));
    numbers.iter().find(|(name, _)| same(name)).map(|(_, number)| *number)
}

fn lowercase(name: &str) -> impl Iterator<Item = char> {
    name.chars().flat_map(char::to_lowercase)
}

fn no_layout(name: &str) -> Cause {
    Cause::new(Reason::NoAddress, &Why::LayoutUnknown { type_name: name })
}

fn too_many(of: &Symbol<'_>) -> Cause {
    Cause::new(Reason::OverBudget, &Why::TooMany { name: &of.tag.name, most: MAX_LEAVES })
}

#[cfg(test)]
mod tests;
