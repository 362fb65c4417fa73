//! Recipes as ladder networks behind the last one of a block.

use super::{
    declare::kept,
    markup::{Markup, Object},
    networks::{behind_last, ladder},
    operands::{bits, named},
    series::{step, units},
    wires::{End, Flow, Fragment, Named, pin},
};
use crate::{
    condition::Condition,
    context::Context,
    draft::{Draft, Stop},
    meaning::Meaning,
    recipe::{Line, Recipe},
    says::{Assumed, Said, Why},
    text::{add::literal, world::bare},
};

/// Adds the code of a recipe.
pub(super) fn author(markup: &Markup<'_, '_>) -> Result<Draft, Stop> {
    let context = markup.world.context;
    let recipe = Recipe::of(context.request)?.done("Q");
    let object = markup.place(|it| !units(*it).is_empty())?;
    let object = markup.writable(object)?;
    let mut draft = Draft::default();
    for (tag, kind) in &recipe.tags {
        match named(markup, object, tag, *kind == "BOOL") {
            Err(Stop::No(Why::NoTag { .. })) => {
                let kind = if *kind == "BOOL" { "Bool" } else { "DInt" };
                kept(markup, object, &mut draft, Context::name(tag)?, kind)?;
            }
            Err(stop) => return Err(stop),
            Ok(_) => {
                let count = context.writes(&format!("\"{}\"", bare(tag)));
                if recipe.writes(tag) && count > 0 {
                    return Err(Why::AlreadyWritten { name: tag.clone(), count }.into());
                }
            }
        }
    }
    for (timer, _) in recipe.timers() {
        kept(markup, object, &mut draft, timer, "TON_TIME")?;
    }
    let drawing = Drawing { markup, object, recipe: &recipe };
    let lines = recipe.lines.iter().map(|line| drawing.network(line));
    let networks: Vec<String> = lines.collect::<Result<_, Stop>>()?;
    let number = units(object).len() + 1;
    behind_last(object, &mut draft, &networks)?;
    let place = object.name.to_owned();
    let (what, of) = (recipe.what.to_owned(), recipe.name.clone());
    let said = Said::Recipe { what, name: of, place: place.clone() };
    step(markup, object, &mut draft, (number, &networks.join("\n")), said);
    draft.assumed.push(Assumed::AtTheEnd { place });
    draft.affect(&recipe.name);
    let routine = draft.near.last().cloned().unwrap_or_default();
    draft.meanings.push((routine, Meaning::Added { count: recipe.lines.len() }));
    Ok(draft)
}

/// What networks of a recipe are drawn of.
struct Drawing<'m, 'a, 'i> {
    markup: &'m Markup<'a, 'i>,
    object: Object<'a, 'i>,
    recipe: &'m Recipe,
}

impl Drawing<'_, '_, '_> {
    /// An operand: what the recipe declares is not in the file yet.
    fn named(&self, name: &str, is_bit: bool) -> Result<Named, Stop> {
        match named(self.markup, self.object, name, is_bit) {
            Err(_) if self.recipe.declares(name) => Ok(Named {
                scope: "LocalVariable",
                parts: name.split('.').map(ToOwned::to_owned).collect(),
                kind: if is_bit { "Bool" } else { "DInt" }.to_owned(),
            }),
            found => found,
        }
    }

    fn condition(&self, flow: &mut Flow, when: &Condition) -> Result<Fragment, Stop> {
        let bits = bits(when);
        flow.build(when, &mut |name| self.named(name, bits.iter().any(|it| it == name)))
    }

    /// A line as a network.
    fn network(&self, line: &Line) -> Result<String, Stop> {
        let mut flow = Flow::new("\n    ");
        let always = || Fragment { ins: Vec::new(), out: End::Rail };
        let (before, entry) = match line {
            Line::Follow { to, when } => {
                let before = self.condition(&mut flow, when)?;
                let operand = flow.access(&self.named(to, true)?);
                let coil = flow.part("Coil", "", &[]);
                flow.wire(vec![operand, pin(&coil, "operand")]);
                (before, pin(&coil, "in"))
            }
            Line::Run { timer, when, time } => {
                let before = self.condition(&mut flow, when)?;
                let part = flow.timer("TON", timer, &literal("TIME", time)?);
                (before, pin(&part, "IN"))
            }
            Line::Count { number, when } => {
                let before = self.condition(&mut flow, when)?;
                let number = self.named(number, false)?;
                (before, flow.calculated("Add", (&number, "1"), &number))
            }
            Line::Divide { to, from, by } => {
                let (to, from) = (self.named(to, false)?, self.named(from, false)?);
                (always(), flow.calculated("Div", (&from, &by.to_string()), &to))
            }
        };
        if !before.ins.is_empty() {
            flow.wire(std::iter::once(End::Rail).chain(before.ins).collect());
        }
        flow.wire(vec![before.out, entry]);
        ladder(self.object, &flow)
    }
}
