//! Places: objects with a value, as paths from a declaration.

use std::{
    collections::HashMap,
    fmt::{self, Write},
};

use crate::{
    ids::{NameId, PlaceId},
    names::Names,
};

/// The beginning of a path: the scope that declares its first name. It determines the notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The controller (Logix): `Tag`. Also module tags (`Local:1:I`).
    Controller,
    /// A Logix program: `Program:P.Tag`.
    Program(NameId),
    /// A parameter or local of an add-on instruction: `AOI:Name.Param`.
    AddOn(NameId),
    /// A whole S7 program, with PLC tags and data blocks: `"Tag"`, `"DB".x`.
    Global,
    /// The interface of an S7 block: `Block#local`.
    Block(NameId),
    /// A CODESYS unit or variable list: `GVL.x`, `POU.x`, `POU.Method.x`.
    Unit(NameId),
    /// An address: `%I0.0`, `M0.0`.
    Address,
    /// Not declared in the file: `?x`.
    Undeclared,
}

/// One step of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// The root.
    Root(Scope, NameId),
    /// `.name`
    Member(NameId),
    /// `[1,3]`, `[i]`: the text between the brackets without blanks;
    /// [`Places::indexes`] has the numbers.
    Index(NameId),
    /// `[2]`, and a number of elements from there, which an instruction copies or fills;
    /// [`u32::MAX`] if the number is unknown.
    Elements(NameId, u32),
    /// `.3`: a bit of an integer.
    Bit(u16),
    /// `.[i]`: a computed bit of an integer.
    AnyBit(NameId),
    /// `.%X3`, `.%B1`: the width in bits, and the position.
    Slice(u16, u16),
    /// `^`: the target of a pointer.
    Behind,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    parent: Option<PlaceId>,
    step: Step,
}

/// All places of a project that its code names, each once; the prefixes of a place are places, too.
#[derive(Debug, Clone, Default)]
pub struct Places {
    nodes: Vec<Node>,
    known: HashMap<(Option<PlaceId>, Step), PlaceId>,
    children: HashMap<PlaceId, Vec<PlaceId>>,
    indexes: HashMap<NameId, Box<[Option<i64>]>>,
}

impl Places {
    /// Number of places.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no places.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All of them.
    pub fn ids(&self) -> impl Iterator<Item = PlaceId> + use<> {
        (0..self.nodes.len()).map(PlaceId::at)
    }

    /// Returns the place of a declaration.
    pub fn root(&mut self, scope: Scope, name: NameId) -> PlaceId {
        self.intern(None, Step::Root(scope, name))
    }

    /// Returns a part of a place.
    pub fn part(&mut self, of: PlaceId, step: Step) -> PlaceId {
        self.intern(Some(of), step)
    }

    /// Returns elements of a place; the indexes are the text between the brackets.
    pub fn element(&mut self, of: PlaceId, indexes: &str, names: &mut Names) -> PlaceId {
        let text: String = indexes.chars().filter(|c| !c.is_whitespace()).collect();
        let name = names.name(&text);
        self.indexes
            .entry(name)
            .or_insert_with(|| text.split(',').map(|index| index.parse().ok()).collect());
        self.intern(Some(of), Step::Index(name))
    }

    /// Finds a known place.
    pub fn find(&self, parent: Option<PlaceId>, step: Step) -> Option<PlaceId> {
        self.known.get(&(parent, step)).copied()
    }

    /// The place that contains it.
    pub fn parent(&self, id: PlaceId) -> Option<PlaceId> {
        self.nodes[id.index()].parent
    }

    /// Its last step.
    pub fn step(&self, id: PlaceId) -> Step {
        self.nodes[id.index()].step
    }

    /// Its direct parts that the code names.
    pub fn children(&self, id: PlaceId) -> &[PlaceId] {
        self.children.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The numbers between the brackets of an index; absent if they are computed.
    pub fn indexes(&self, index: NameId) -> &[Option<i64>] {
        self.indexes.get(&index).map_or(&[], |numbers| numbers)
    }

    /// Its path from the root.
    pub fn path(&self, id: PlaceId) -> Vec<PlaceId> {
        let mut path = vec![id];
        let mut at = id;
        while let Some(parent) = self.parent(at) {
            path.push(parent);
            at = parent;
        }
        path.reverse();
        path
    }

    /// Its root.
    pub fn root_of(&self, id: PlaceId) -> PlaceId {
        let mut at = id;
        while let Some(parent) = self.parent(at) {
            at = parent;
        }
        at
    }

    /// Its full name in the notation of the platform: `Program:Main.Motor.Speed`, `"DB".x[3]`.
    pub fn text(&self, id: PlaceId, names: &Names) -> String {
        let mut text = String::new();
        for place in self.path(id) {
            let _infallible = write_step(&mut text, self.step(place), names);
        }
        text
    }

    fn intern(&mut self, parent: Option<PlaceId>, step: Step) -> PlaceId {
        let next = PlaceId::at(self.nodes.len());
        let id = *self.known.entry((parent, step)).or_insert(next);
        if id == next {
            self.nodes.push(Node { parent, step });
            if let Some(parent) = parent {
                self.children.entry(parent).or_default().push(id);
            }
        }
        id
    }
}

fn write_step(out: &mut String, step: Step, names: &Names) -> fmt::Result {
    let text = |id| names.text(id);
    match step {
        Step::Root(scope, name) => {
            let name = text(name);
            match scope {
                Scope::Controller | Scope::Address => out.write_str(name),
                Scope::Program(program) => write!(out, "Program:{}.{name}", text(program)),
                Scope::AddOn(add_on) => write!(out, "AOI:{}.{name}", text(add_on)),
                Scope::Global => write!(out, "\"{name}\""),
                Scope::Block(block) => write!(out, "{}#{name}", text(block)),
                Scope::Unit(unit) => write!(out, "{}.{name}", text(unit)),
                Scope::Undeclared => write!(out, "?{name}"),
            }
        }
        Step::Member(name) => write!(out, ".{}", text(name)),
        Step::Index(index) | Step::Elements(index, _) => write!(out, "[{}]", text(index)),
        Step::Bit(bit) => write!(out, ".{bit}"),
        Step::AnyBit(index) => write!(out, ".[{}]", text(index)),
        Step::Slice(width, at) => {
            let letter = match width {
                1 => 'X',
                8 => 'B',
                16 => 'W',
                32 => 'D',
                _ => 'L',
            };
            write!(out, ".%{letter}{at}")
        }
        Step::Behind => out.write_char('^'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_written_as_its_platform_writes_it() {
        let (mut names, mut places) = (Names::default(), Places::default());
        let main = names.name("Main");
        let tag = names.name("Tag");
        let root = places.root(Scope::Program(main), tag);
        let element = places.element(root, " 1, i+1 ", &mut names);
        let bit = places.part(element, Step::Bit(3));
        assert_eq!(places.text(bit, &names), "Program:Main.Tag[1,i+1].3");
        assert_eq!(places.root_of(bit), root);
        let Step::Index(index) = places.step(element) else { panic!("an index") };
        assert_eq!(places.indexes(index), [Some(1), None]);
        let block = places.root(Scope::Block(main), tag);
        assert_eq!(places.text(block, &names), "Main#Tag");
        assert_ne!(block, root);
    }
}
