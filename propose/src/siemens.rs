//! Changes of Siemens projects: sources as text, and SimaticML.

use tagbridge_structured_text::Dialect;

use crate::{
    context::Context,
    copy::FileText,
    draft::{Draft, Stop},
    request::Kind,
    says::Why,
    text::{self, World, outline::UnitKind, piece::Piece, world::bare},
};

/// Plans a change.
pub(crate) fn author(context: Context<'_>) -> Result<Draft, Stop> {
    let world = world(context)?;
    match context.request.kind {
        Kind::AddTag => text::add::variable(&world),
        Kind::AddMember => text::add::member(&world),
        Kind::Rename => {
            let (unit, name) = world.variable(context.need("from"))?;
            text::rename::variable(&world, (unit, &name), &Vec::new())
        }
        Kind::SetValue => text::value::set(&world),
        Kind::SetConstant => text::code::constant(&world),
        Kind::AddContact => text::code::add_condition(&world),
        Kind::RemoveContact => text::code::remove_condition(&world),
        Kind::AddAlarm => text::code::alarm(&world),
        Kind::Duplicate => text::copies::duplicate(&world),
        Kind::Comment => text::remark::comment(&world),
        Kind::Delete => delete(&world),
        Kind::AddAlias => Err(Why::OtherPlatform { what: "Alias".to_owned() }.into()),
        Kind::Schedule => Err(Why::OtherPlatform { what: "Task".to_owned() }.into()),
    }
}

fn delete(world: &World<'_>) -> Result<Draft, Stop> {
    let noun = world.context.need("noun");
    let said = bare(world.context.need("name"));
    let is_type = world.unit(&said).is_some_and(|it| world.units[it].kind == UnitKind::Type);
    match noun {
        "udt" | "type" | "typ" | "dut" => text::remove::data_type(world),
        "tag" | "variable" if !is_type => text::remove::variable(world),
        other => Err(Why::OtherPlatform { what: other.to_owned() }.into()),
    }
}

fn world(context: Context<'_>) -> Result<World<'_>, Stop> {
    let mut world = World::new(context, Dialect::Siemens);
    for (at, file) in context.source.files.iter().enumerate() {
        let path = file.path.to_ascii_lowercase();
        let ends = |all: &[&str]| all.iter().any(|it| path.ends_with(it));
        if ends(&[".scl", ".db", ".udt", ".awl"]) {
            let text = world.text(Piece::of_file(&FileText::of(context.source, at)?));
            let mut units = world.declare(text);
            if ends(&[".awl"]) {
                for unit in &mut units {
                    unit.code = None;
                }
                let said = world.texts[text].piece.text.clone();
                world.beside.push((at, said));
            }
            world.units.extend(units);
        } else if ends(&[".s7dcl"]) {
            let text = String::from_utf8_lossy(&file.bytes).into_owned();
            world.beside.push((at, text));
        }
    }
    Ok(world)
}
