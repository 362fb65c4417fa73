//! Copies of blocks and types in sources (Siemens).

use tagbridge_diff::{ChangeKind, units::key};

use super::{add::code_type, outline::UnitKind, piece::Edit, world::World};
use crate::{
    draft::{Content, Draft, Stop},
    says::Why,
};

/// Copies the text of a unit after itself, with the other name.
pub(crate) fn duplicate(world: &World<'_>) -> Result<Draft, Stop> {
    let with = world.context;
    let (at, unit, to) = world.copied()?;
    let other = || Stop::No(Why::OtherPlatform { what: unit.name.clone() });
    for routine in &with.logic.project.routines {
        if routine.owner.eq_ignore_ascii_case(&unit.name) {
            with.writable(&routine.owner, &routine.name)?;
        }
    }
    // The number of an organization block determines its event; a copy would have no number.
    let name = unit.name_at.clone().filter(|_| unit.kind != UnitKind::Program).ok_or_else(other)?;
    let text = &world.texts[unit.piece].piece.text;
    let end = unit.whole.end;
    // A function assigns its result to its own name.
    let mut names = vec![name];
    if unit.keyword == "FUNCTION" {
        names.extend(own_values(world, at));
    }
    let (mut copy, mut from) = (String::new(), unit.whole.start);
    for name in names {
        copy.push_str(&text[from..name.start]);
        copy.push_str(to);
        from = name.end;
    }
    copy.push_str(&text[from..end]);
    let mut draft = Draft::default();
    let edit = Edit { at: (end, end), text: format!("\n\n{copy}") };
    world.edit(&mut draft, vec![(unit.piece, edit)]);
    expect(world, &mut draft, &unit.name, to);
    draft.copied(&unit.name, to, code_type(world, unit), Content::Given(copy));
    Ok(draft)
}

/// The positions where a function names itself without a call.
pub(crate) fn own_values(world: &World<'_>, at: usize) -> Vec<std::ops::Range<usize>> {
    let unit = &world.units[at];
    let Some((text, code)) = &unit.code else { return Vec::new() };
    let tokens = 0..world.texts[*text].tokens.len();
    let own = tokens.filter_map(|token| {
        let (name, range) = world.name(*text, token)?;
        let name = name.trim_start_matches('#');
        let is_own = *text == unit.piece
            && code.contains(&range.start)
            && name.eq_ignore_ascii_case(&unit.name)
            && world.word(*text, token + 1) != "("
            && (token == 0 || world.word(*text, token - 1) != ".");
        is_own.then(|| range.end - name.len()..range.end)
    });
    own.collect()
}

/// Expects the unit in the model once more with the other name.
pub(crate) fn expect(world: &World<'_>, draft: &mut Draft, from: &str, to: &str) {
    let project = world.context.logic.project;
    let same = |name: &str| name.eq_ignore_ascii_case(from);
    let part = |name: &str| {
        let head = name.get(..from.len()).filter(|it| same(it))?;
        name[head.len()..].starts_with('.').then(|| format!("{to}{}", &name[head.len()..]))
    };
    let named = |name: &str| if same(name) { Some(to.to_owned()) } else { part(name) };
    for block in &project.blocks {
        if let Some(name) = named(&block.name) {
            draft.expect(ChangeKind::BlockAdded, &[&name]).touch(key("block", &name));
        }
    }
    if project.programs.iter().any(|it| same(&it.name)) {
        draft.expect(ChangeKind::ProgramAdded, &[to]).touch(key("program", to));
    }
    if project.data_types.iter().any(|it| same(&it.name)) {
        draft.expect(ChangeKind::TypeAdded, &[to]).touch(key("type", to));
    }
    for routine in &project.routines {
        if let (Some(owner), Some(name)) = (named(&routine.owner), named(&routine.name)) {
            draft.expect(ChangeKind::RoutineAdded, &[&name]);
            draft.touch(key("routine", &format!("{owner}/{name}")));
        }
    }
    for tag in project.tags.iter().filter(|it| same(&it.scope)) {
        let quoted = tag.name.strip_prefix('"').and_then(|it| it.get(from.len()..));
        let name = match quoted {
            Some(rest) => format!("\"{to}{rest}"),
            None => format!("{to}{}", tag.name.get(from.len()..).unwrap_or_default()),
        };
        draft.expect(ChangeKind::TagAdded, &[&name]).touch(key("tag", &name));
    }
}
