//! The targets of aliases and the memory locations of places, computed after all code is read.

use std::collections::HashMap;

use tagbridge_project::{Memory, Place as Where, Project, Stored, Vendor};
use tagbridge_structured_text::absolute_address;

use super::{
    Relation,
    extent::{Area, Extent, address, bits_of},
    grouped::Grouped,
};
use crate::{NameId, Names, PlaceId, Places, Scope, Step};

/// The targets of aliases and the memory locations of places.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layout {
    /// Each place with all aliases resolved.
    pub(super) canonical: Vec<PlaceId>,
    /// The places below each root, with aliases resolved.
    pub(super) by_root: Grouped<PlaceId>,
    /// The places that end with a name.
    pub(super) by_name: Grouped<NameId>,
    /// The known memory locations of places.
    extents: HashMap<PlaceId, Extent>,
    /// The places of each memory area.
    areas: HashMap<Area, Vec<PlaceId>>,
}

/// A place with a memory address, and its type if it determines the addresses of its parts.
struct Base<'p> {
    extent: Extent,
    stored: Option<Stored<'p>>,
}

impl Layout {
    pub(crate) fn new(
        project: &Project,
        places: &mut Places,
        names: &mut Names,
        aliases: &HashMap<PlaceId, PlaceId>,
    ) -> Self {
        let mut layout = Self::default();
        let count = places.len();
        for at in 0..count {
            let id = PlaceId::at(at);
            let canonical = layout.follow(id, places, aliases);
            layout.canonical.push(canonical);
        }
        let (mut by_root, mut by_name) = (Vec::new(), Vec::new());
        for at in 0..places.len() {
            let id = PlaceId::at(at);
            // Parts that only aliases reach are their own targets.
            if at >= count {
                layout.canonical.push(id);
            }
            let root = places.root_of(layout.canonical[at]);
            by_root.push((root, id));
            if let Step::Root(_, name) | Step::Member(name) = places.step(id) {
                by_name.push((name, id));
            }
        }
        layout.by_root = Grouped::new(by_root);
        layout.by_name = Grouped::new(by_name);
        if project.vendor != Vendor::AllenBradley {
            let memory = Memory::new(project);
            let bases = Bases { project, places, names, memory: &memory }.all();
            layout.place_all(&bases, &memory, places, names, project.vendor);
        }
        layout
    }

    /// Resolves all aliases of a place; a circle ends where it closes.
    fn follow(
        &self,
        id: PlaceId,
        places: &mut Places,
        aliases: &HashMap<PlaceId, PlaceId>,
    ) -> PlaceId {
        const MAXIMUM_CHAIN: usize = 64;
        let mut at = match places.parent(id) {
            // Containers precede their parts.
            Some(parent) => {
                let parent = self.canonical.get(parent.index()).copied().unwrap_or(parent);
                let step = places.step(id);
                places.part(parent, step)
            }
            None => id,
        };
        for _ in 0..MAXIMUM_CHAIN {
            let found = places
                .path(at)
                .into_iter()
                .enumerate()
                .rev()
                .find_map(|(depth, prefix)| Some((depth, *aliases.get(&prefix)?)));
            let Some((depth, target)) = found else { break };
            let rest: Vec<Step> =
                places.path(at)[depth + 1..].iter().map(|part| places.step(*part)).collect();
            at = rest.into_iter().fold(target, |of, step| places.part(of, step));
        }
        at
    }

    /// The relation between two places in memory.
    pub(super) fn relation(&self, one: PlaceId, other: PlaceId) -> Relation {
        match (self.extents.get(&one), self.extents.get(&other)) {
            (Some(one), Some(other)) => one.relation(*other),
            _ => Relation::Disjoint,
        }
    }

    /// Whether a place is in the inputs or outputs.
    pub(super) fn is_input_or_output(&self, place: PlaceId) -> bool {
        let area = self.extents.get(&place).map(|extent| extent.area);
        matches!(area, Some(Area::Letter('I' | 'Q')))
    }

    /// The places that share bits with a place.
    pub(super) fn beside(&self, place: PlaceId) -> impl Iterator<Item = PlaceId> {
        let extent = self.extents.get(&place);
        let area = extent.and_then(|extent| self.areas.get(&extent.area));
        area.into_iter().flatten().copied().filter(move |other| {
            let other = self.extents.get(other);
            extent.zip(other).is_some_and(|(one, other)| one.relation(*other) != Relation::Disjoint)
        })
    }

    fn place_all<'p>(
        &mut self,
        bases: &HashMap<PlaceId, Base<'p>>,
        memory: &'p Memory<'p>,
        places: &Places,
        names: &Names,
        vendor: Vendor,
    ) {
        for id in places.ids() {
            let path = places.path(id);
            let base = path.iter().enumerate().rev();
            let Some((depth, base)) =
                base.into_iter().find_map(|(at, id)| Some((at, bases.get(id)?)))
            else {
                continue;
            };
            let (mut extent, mut stored) = (base.extent, base.stored);
            for part in &path[depth + 1..] {
                let step = places.step(*part);
                let inner = stored.and_then(|of| match step {
                    Step::Member(name) => memory.member(of, names.text(name)),
                    Step::Index(index) => {
                        let indexes: Option<Vec<i32>> = places
                            .indexes(index)
                            .iter()
                            .map(|index| index.and_then(|index| i32::try_from(index).ok()))
                            .collect();
                        memory.element(of, &indexes?)
                    }
                    _ => None,
                });
                match (inner, bits_in(step)) {
                    (Some((offset, part)), _) => {
                        let rest = extent.bits.saturating_sub(u64::from(offset));
                        let bits = memory.bits(part).map_or(rest, u64::from);
                        let bit = extent.bit + u64::from(offset);
                        extent = Extent { bit, bits, ..extent };
                        stored = Some(part);
                    }
                    (None, Some((first, bits))) if extent.bits <= 64 => {
                        extent = match vendor {
                            Vendor::Siemens => extent.swapped(first, bits),
                            _ => extent.sub_extent(first, bits),
                        };
                        stored = None;
                    }
                    // Somewhere within the range.
                    _ => (extent.sure, stored) = (false, None),
                }
            }
            self.extents.insert(id, extent);
            self.areas.entry(extent.area).or_default().push(id);
        }
    }
}

fn bits_in(step: Step) -> Option<(u64, u64)> {
    match step {
        Step::Bit(bit) => Some((u64::from(bit), 1)),
        Step::Slice(width, at) => Some((u64::from(width) * u64::from(at), u64::from(width))),
        _ => None,
    }
}

/// Finds the places with a memory address.
struct Bases<'a, 'p> {
    project: &'p Project,
    places: &'a Places,
    names: &'a Names,
    memory: &'p Memory<'p>,
}

impl<'p> Bases<'_, 'p> {
    fn all(&self) -> HashMap<PlaceId, Base<'p>> {
        let siemens = self.project.vendor == Vendor::Siemens;
        let mut bases = HashMap::new();
        for id in self.places.ids() {
            if let Step::Root(Scope::Address, name) = self.places.step(id)
                && let Some(extent) = address(self.names.text(name), !siemens)
            {
                bases.insert(id, Base { extent, stored: None });
            }
        }
        if siemens {
            self.addresses(&mut bases);
            self.tags(&mut bases);
            self.overlays(&mut bases);
        } else {
            self.variables(&mut bases);
        }
        bases
    }

    /// Addresses in data blocks that code names: `"DB".%DBW4`.
    fn addresses(&self, bases: &mut HashMap<PlaceId, Base<'p>>) {
        for id in self.places.ids() {
            let (Step::Member(name), Some(block)) = (self.places.step(id), self.places.parent(id))
            else {
                continue;
            };
            let Step::Root(Scope::Global, own) = self.places.step(block) else { continue };
            let written = self.names.text(name);
            let Some(found) =
                written.strip_prefix('%').and_then(|it| address(&format!("DB0.{it}"), false))
            else {
                continue;
            };
            let mut blocks = self.project.blocks.iter();
            let block = blocks.find(|it| it.name.eq_ignore_ascii_case(self.names.text(own)));
            let number = block.and_then(|block| block.number);
            let area = number.map_or(Area::Named(own), |number| Area::Block(number.into()));
            bases.insert(id, Base { extent: Extent { area, ..found }, stored: None });
        }
    }

    fn root(&self, scope: Scope, name: &str) -> Option<PlaceId> {
        self.places.find(None, Step::Root(scope, self.names.find(name)?))
    }

    /// PLC tags, and members of data blocks with standard layout.
    fn tags(&self, bases: &mut HashMap<PlaceId, Base<'p>>) {
        for tag in &self.project.tags {
            let (id, area, bit) = match &tag.place {
                Where::Area { area, bit } if matches!(area, 'I' | 'Q' | 'M' | 'T' | 'C') => {
                    let id = self.root(Scope::Global, tag.name.trim_matches('"'));
                    (id, Area::Letter(*area), u64::from(*bit))
                }
                Where::Block { block, number, bit } => {
                    let member = tag.name.split("\".").nth(1).unwrap_or_default();
                    let id = self.root(Scope::Global, block).and_then(|block| {
                        let member = self.names.find(member.trim_matches('"'))?;
                        self.places.find(Some(block), Step::Member(member))
                    });
                    let named = || Some(Area::Named(self.names.find(block)?));
                    let area = number.map(|number| Area::Block(number.into())).or_else(named);
                    let Some(area) = area else { continue };
                    (id, area, u64::from(*bit))
                }
                // The process image does not contain it: `PEW 256`.
                Where::Nowhere { reason } => {
                    let written = reason.arguments().get("address").map(ToString::to_string);
                    let spelled = written.and_then(|it| absolute_address(&it));
                    let Some(found) = spelled.and_then(|it| address(&it, false)) else { continue };
                    (self.root(Scope::Global, tag.name.trim_matches('"')), found.area, found.bit)
                }
                _ => continue,
            };
            let stored = self.memory.of(&tag.type_use);
            let bits = match area {
                Area::Letter('T' | 'C') => Some(1),
                _ => self.memory.bits(stored).map(u64::from),
            };
            if let (Some(id), Some(bits)) = (id, bits.or_else(|| bits_of(&tag.type_use.name))) {
                let extent = Extent { area, bit, bits, sure: true };
                bases.insert(id, Base { extent, stored: Some(stored) });
            }
        }
    }

    /// Members of a block that overlay other members.
    fn overlays(&self, bases: &mut HashMap<PlaceId, Base<'p>>) {
        let blocks = self.project.blocks.iter().map(|block| (&block.name, &block.members));
        let programs = self.project.programs.iter().map(|it| (&it.name, &it.members));
        for (owner, members) in blocks.chain(programs) {
            let Some(scope) = self.names.find(owner).map(Scope::Block) else { continue };
            for member in members {
                let Some(over) = &member.at else { continue };
                let target = members.iter().find(|it| it.name.eq_ignore_ascii_case(over));
                let ends = [target, Some(member)];
                let ids = ends.map(|end| self.root(scope, &end?.name));
                // An unused place needs no id, but the place that overlays it does.
                let Some(area) = ids[0].or(ids[1]).map(Area::Over) else { continue };
                for (id, end) in ids.into_iter().zip(ends) {
                    let (Some(id), Some(end)) = (id, end) else { continue };
                    let stored = self.memory.of(&end.type_use);
                    let bits = self.memory.bits(stored).map_or(u64::from(u32::MAX), u64::from);
                    let known = bases.get(&id).map(|base: &Base<'p>| base.extent);
                    let extent = known.unwrap_or(Extent { area, bit: 0, bits, sure: true });
                    bases.insert(id, Base { extent, stored: Some(stored) });
                }
            }
        }
    }

    /// Variables of CODESYS that are declared with an address.
    fn variables(&self, bases: &mut HashMap<PlaceId, Base<'p>>) {
        let tags = self.project.tags.iter().filter_map(|tag| {
            let own = tag.name.rsplit('.').next()?;
            Some((tag.scope.as_str(), own, tag.alias_for.as_deref()?, &tag.type_use))
        });
        let blocks = self.project.blocks.iter().flat_map(|block| {
            block.members.iter().filter_map(|member| {
                let at = member.at.as_deref()?;
                Some((block.name.as_str(), member.name.as_str(), at, &member.type_use))
            })
        });
        for (list, own, at, type_use) in tags.chain(blocks) {
            let scope = self.names.find(list).map(Scope::Unit);
            let id = scope.and_then(|scope| self.root(scope, own));
            if let (Some(id), Some(extent)) = (id, address(at, true)) {
                let scalar = type_use.dimensions.is_empty();
                let own = bits_of(&type_use.name).filter(|_| scalar);
                let bits = own.unwrap_or(extent.bits);
                let extent = Extent { bits, sure: own.is_some(), ..extent };
                bases.insert(id, Base { extent, stored: None });
            }
        }
    }
}
