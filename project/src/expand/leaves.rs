//! All leaves below a symbol, which are read as one value each.

use super::{
    MAX_DEPTH, Shape, Symbol, Typed,
    step::{World, count},
};
use crate::{Dimension, Member};

/// An iterator over the leaves below a symbol, which are created on demand.
///
/// A leaf is a scalar, a string, or a value with unknown parts. Bits of integers are not leaves.
/// Leaves that cannot be read are included, with their [`hidden`](Symbol::hidden) reason.
#[derive(Debug)]
pub struct Leaves<'p> {
    world: World<'p>,
    /// The first symbol, until it is visited.
    first: Option<Symbol<'p>>,
    open: Vec<Open<'p>>,
}

#[derive(Debug)]
enum Open<'p> {
    Structure { of: Symbol<'p>, rest: std::slice::Iter<'p, Member> },
    Array { of: Symbol<'p>, dimensions: &'p [Dimension], element: Typed<'p>, next: u64 },
}

impl<'p> Leaves<'p> {
    pub(crate) fn new(world: World<'p>, of: Symbol<'p>) -> Self {
        Self { world, first: Some(of), open: Vec::new() }
    }

    /// Enters a symbol, or returns it if it has no parts.
    fn enter(&mut self, symbol: Symbol<'p>) -> Option<Symbol<'p>> {
        if self.open.len() >= MAX_DEPTH {
            return Some(symbol);
        }
        match self.world.shape(&symbol) {
            Shape::Array { dimensions, element } if count(dimensions) > 0 => {
                self.open.push(Open::Array { of: symbol, dimensions, element, next: 0 });
                None
            }
            Shape::Structure(members) if World::visible(members).next().is_some() => {
                self.open.push(Open::Structure { of: symbol, rest: members.iter() });
                None
            }
            _ => Some(symbol),
        }
    }
}

impl<'p> Iterator for Leaves<'p> {
    type Item = Symbol<'p>;

    fn next(&mut self) -> Option<Symbol<'p>> {
        if let Some(first) = self.first.take()
            && let Some(leaf) = self.enter(first)
        {
            return Some(leaf);
        }
        loop {
            let child = match self.open.last_mut()? {
                Open::Structure { of, rest } => rest
                    .find(|member| super::is_visible(member.section))
                    .map(|member| self.world.member(of, member)),
                Open::Array { of, dimensions, element, next } => {
                    (*next < count(dimensions)).then(|| {
                        *next += 1;
                        self.world.element(of, dimensions, *element, *next - 1)
                    })
                }
            };
            match child {
                None => {
                    self.open.pop();
                }
                Some(child) => {
                    if let Some(leaf) = self.enter(child) {
                        return Some(leaf);
                    }
                }
            }
        }
    }
}
