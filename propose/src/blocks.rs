//! Names of variables of blocks: `Valve.Open` or `Valve#Open` is `Open` in the code of `Valve`.

use tagbridge_logic::{Logic, PlaceId, UnitId, query::Found};
use tagbridge_project::{Block, BlockKind, Vendor, spelling::plain};

use crate::request::{ChangeRequest, RequestedChange};

/// The block with code and the variable that a name consists of.
pub(crate) fn variable<'n>(logic: Logic<'_>, name: &'n str) -> Option<(&'n str, &'n str)> {
    let mark = name.find(['#', '.'])?;
    let (block, own) = (&name[..mark], &name[mark + 1..]);
    // A structure of CODESYS or Siemens has a member behind a period.
    let is_marked = name[mark..].starts_with('#') || logic.project.vendor == Vendor::AllenBradley;
    (is_marked && called(logic, block).is_some()).then_some((block, own))
}

fn called<'a>(logic: Logic<'a>, name: &str) -> Option<&'a Block> {
    let mut blocks = logic.project.blocks.iter();
    blocks.find(|it| {
        it.kind != BlockKind::DataBlock && it.name.eq_ignore_ascii_case(name.trim_matches('"'))
    })
}

/// The place of a name; in a block, that of its own variable.
pub(crate) fn place(logic: Logic<'_>, block: Option<&str>, name: &str) -> Found<PlaceId> {
    let (block, own) = variable(logic, name).map_or((block, name), |it| (Some(it.0), it.1));
    let found = logic.find(own);
    let Some(block) = block.and_then(|it| it.split('/').next()) else { return found };
    let wanted = plain(&format!("{block}#{own}"));
    let is_it = |it: &&PlaceId| plain(&logic.place(**it)) == wanted;
    match &found {
        Found::Several(all) => all.iter().find(is_it).map_or(found.clone(), |it| Found::One(*it)),
        _ => found,
    }
}

/// The type of a variable of a block.
pub(crate) fn type_of(logic: Logic<'_>, name: &str) -> Option<String> {
    let (block, own) = variable(logic, name)?;
    let members = &called(logic, block)?.members;
    let member = members.iter().find(|it| it.name.eq_ignore_ascii_case(own))?;
    Some(member.type_use.name.to_uppercase())
}

/// Names that are variables of a block become the names in its code; the block becomes the place.
pub(crate) fn separate(logic: Logic<'_>, request: &mut ChangeRequest) {
    let is_new = matches!(request.kind, RequestedChange::AddTag | RequestedChange::AddMember);
    let slots: Vec<(&'static str, String)> =
        request.slots().map(|(slot, value)| (slot, value.to_owned())).collect();
    let mut block: Option<String> = None;
    for (slot, value) in slots {
        if is_new || matches!(slot, "place" | "rung" | "to" | "text" | "value") {
            continue;
        }
        if let Some((of, own)) = variable(logic, &value) {
            block.get_or_insert_with(|| of.to_owned());
            request.set(slot, own);
        }
    }
    let bare = |name: &str, _: bool| -> Result<String, ()> {
        Ok(variable(logic, name).map_or(name, |it| it.1).to_owned())
    };
    let when = request.when.clone();
    if let Some(name) = when.iter().flat_map(|it| it.names()).find_map(|it| variable(logic, it)) {
        block.get_or_insert_with(|| name.0.to_owned());
    }
    if let Some(Ok(when)) = when.map(|it| it.written(&mut { bare })) {
        request.when = Some(when);
    }
    if let Some(block) = block.filter(|_| request.get("place").is_none()) {
        request.set("place", block);
    }
}

/// Whether a name or a path says that it belongs to a simulation.
pub(crate) fn is_of_simulation(name: &str) -> bool {
    let mut words = name.split(|it: char| !it.is_alphanumeric());
    words.any(|it| it.eq_ignore_ascii_case("sim") || it.to_lowercase().starts_with("simul"))
}

/// Whether a unit is a part of a simulation.
pub(crate) fn is_simulated(logic: Logic<'_>, unit: UnitId) -> bool {
    is_of_simulation(&logic.path(logic.index.unit(unit).routine))
}
