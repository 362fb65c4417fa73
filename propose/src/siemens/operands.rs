//! Operands of networks: variables of the block, and tags of the program.

use super::{
    markup::{Markup, Object},
    wires::{Flow, Fragment, Named},
};
use crate::{condition::Condition, draft::Stop, element::name_of, says::Why, text::world::bare};

pub(super) fn build(
    markup: &Markup<'_, '_>,
    object: Object<'_, '_>,
    flow: &mut Flow,
    when: &Condition,
) -> Result<Fragment, Stop> {
    let bits = bits(when);
    flow.build(when, &mut |name| named(markup, object, name, bits.contains(&name.to_owned())))
}

pub(super) fn bits(when: &Condition) -> Vec<String> {
    match when {
        Condition::Bit { name, .. } => vec![name.clone()],
        Condition::Compare { .. } => Vec::new(),
        Condition::All(of) | Condition::Any(of) => of.iter().flat_map(bits).collect(),
    }
}

/// An operand that is visible in the block: a local variable, otherwise one of the program.
pub(super) fn named(
    markup: &Markup<'_, '_>,
    object: Object<'_, '_>,
    name: &str,
    is_bit: bool,
) -> Result<Named, Stop> {
    let plain = bare(name);
    let no_tag = || Stop::No(Why::NoTag { name: name.to_owned() });
    let own = object.node.descendants().find(|it| {
        it.tag_name().name() == "Member"
            && it.parent().is_some_and(|it| it.tag_name().name() == "Section")
            && name_of(*it).eq_ignore_ascii_case(&plain)
    });
    let (scope, parts, kind) = if let Some(own) = own {
        let kind = own.attribute("Datatype").unwrap_or_default().to_owned();
        ("LocalVariable", vec![name_of(own).to_owned()], kind)
    } else {
        let tags = &markup.world.context.logic.project.tags;
        let tag = tags.iter().find(|it| bare(&it.name).eq_ignore_ascii_case(&plain));
        // A member of the only data block that has it.
        let of_data = || {
            let last = |name: &str| bare(name).rsplit('.').next().map(str::to_lowercase);
            let own = plain.to_lowercase();
            let mut all = tags.iter().filter(|it| last(&it.name).as_deref() == Some(&*own));
            all.next().filter(|_| all.next().is_none())
        };
        let tag = tag.or_else(of_data);
        let tag = tag.ok_or_else(no_tag)?;
        if tag.safety {
            return Err(Why::Safety { name: tag.name.clone() }.into());
        }
        if !tag.type_use.dimensions.is_empty() {
            return Err(no_tag());
        }
        let parts = parts(&tag.name);
        ("GlobalVariable", parts, tag.type_use.name.clone())
    };
    if kind.eq_ignore_ascii_case("Bool") != is_bit {
        let of = if is_bit { "BOOL" } else { "REAL" }.to_owned();
        return Err(Why::BadValue { value: name.to_owned(), of }.into());
    }
    Ok(Named { scope, parts, kind })
}

/// The parts of `"DB 1".x."y z"`.
fn parts(name: &str) -> Vec<String> {
    let (mut found, mut part, mut quoted) = (Vec::new(), String::new(), false);
    for char in name.chars() {
        match char {
            '"' => quoted = !quoted,
            '.' if !quoted => found.push(std::mem::take(&mut part)),
            _ => part.push(char),
        }
    }
    found.push(part);
    found
}
