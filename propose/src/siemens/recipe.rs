//! Recipes as ladder networks behind the last one of a block.

use super::{
    declare::kept,
    markup::{Markup, Object},
    networks::{insert, ladder},
    operands::{bits, named},
    series::{step, units},
    wires::{End, Flow, Fragment, Named, pin},
};
use crate::{
    condition::Condition,
    context::Context,
    draft::{Draft, Stop},
    recipe::{Line, Recipe},
    says::{Assumed, Why},
    text::{add::literal, world::bare},
};

/// Adds the code of a recipe.
pub(super) fn author(markup: &Markup<'_, '_>) -> Result<Draft, Stop> {
    let context = markup.world.context;
    let recipe = Recipe::of(context)?.done("Q");
    let object = markup.place(|it| !units(*it).is_empty())?;
    let object = markup.writable(object)?;
    let mut draft = Draft::default();
    let mut declared = Vec::new();
    for (tag, kind) in &recipe.tags {
        match named(markup, object, tag, *kind == "BOOL") {
            Err(Stop::No(Why::NoTag { .. })) => {
                let kind = if *kind == "BOOL" { "Bool" } else { "DInt" };
                declared.push(kept(markup, object, &mut draft, Context::name(tag)?, kind)?);
            }
            Err(stop) => return Err(stop),
            Ok(_) => {
                if recipe.writes(tag) {
                    let count = context.writes(&format!("\"{}\"", bare(tag)));
                    recipe.not_written(&mut draft, tag, count)?;
                }
            }
        }
    }
    for (timer, _, is_off) in recipe.timers() {
        let kind = if is_off { "TOF_TIME" } else { "TON_TIME" };
        declared.push(kept(markup, object, &mut draft, timer, kind)?);
    }
    let drawing = Drawing { markup, object, declared };
    let lines = recipe.lines.iter().map(|line| drawing.network(line));
    let networks: Vec<String> = lines.collect::<Result<_, Stop>>()?;
    let before = context.get("rung").and_then(|it| it.parse().ok());
    let number = insert(object, &mut draft, &networks, before)?;
    let place = object.name.to_owned();
    let said = recipe.said(context, &place);
    step(markup, object, &mut draft, (number, &networks.join("\n")), said);
    if before.is_none() {
        draft.assumed.push(Assumed::AtTheEnd { place });
    }
    draft.affect(&recipe.name);
    let routine = draft.near.last().cloned().unwrap_or_default();
    draft.meanings.push((routine, recipe.meaning()));
    Ok(draft)
}

/// What networks of a recipe are drawn of.
struct Drawing<'m, 'a, 'i> {
    markup: &'m Markup<'a, 'i>,
    object: Object<'a, 'i>,
    /// What is not in the file yet.
    declared: Vec<Named>,
}

impl Drawing<'_, '_, '_> {
    /// An operand: what the recipe declares, a part of it, or what the block sees.
    fn named(&self, name: &str, is_bit: bool) -> Result<Named, Stop> {
        let (root, part) = name.split_once('.').map_or((name, None), |it| (it.0, Some(it.1)));
        let own = self.declared.iter().find(|it| it.parts.last().is_some_and(|it| it == root));
        let Some(own) = own else { return named(self.markup, self.object, name, is_bit) };
        let mut own = own.clone();
        if let Some(part) = part {
            own.parts.push(part.to_owned());
            "Bool".clone_into(&mut own.kind);
        }
        Ok(own)
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
            Line::Run { timer, when, time, is_off } => {
                let before = self.condition(&mut flow, when)?;
                let (kind, timer) = (if *is_off { "TOF" } else { "TON" }, self.named(timer, true)?);
                let part = flow.timer(kind, &timer, &literal("TIME", time)?);
                (before, pin(&part, "IN"))
            }
            Line::Count { number, when } => {
                let before = self.condition(&mut flow, when)?;
                let number = self.named(number, false)?;
                (before, flow.calculated("Add", (&number, "1"), &number))
            }
            Line::Put { number, value, when } => {
                let before = self.condition(&mut flow, when)?;
                if value == "TRUE" {
                    let operand = flow.access(&self.named(number, true)?);
                    let coil = flow.part("SCoil", "", &[]);
                    flow.wire(vec![operand, pin(&coil, "operand")]);
                    (before, pin(&coil, "in"))
                } else {
                    let number = self.named(number, false)?;
                    (before, flow.moved(value, &number))
                }
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
