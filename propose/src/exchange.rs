//! Two signals whose addresses are exchanged, where only their declarations have these addresses.

use tagbridge_api::generate::{ChangeAction, RiskKind, RiskLevel};
use tagbridge_diff::{ChangeKind, units::key};
use tagbridge_interpret::area;
use tagbridge_project::{Place, Tag, spelling::plain};

use crate::{
    context::Context,
    copy::FileText,
    draft::{Content, Draft, Stop},
    meaning::is_protection,
    says::{Danger, Said, Why},
};

/// Exchanges the addresses of two signals of the same kind.
pub(crate) fn addresses(context: Context<'_>) -> Result<Draft, Stop> {
    let slots = if context.get("one").is_some() { ["one", "other"] } else { ["first", "second"] };
    let [one, other] = [signal(context, slots[0])?, signal(context, slots[1])?];
    let kinds = [one.0, other.0].map(|it| (area(it), it.type_use.name.to_uppercase()));
    if kinds[0] != kinds[1] || one.1 == other.1 {
        return Err(Why::BadValue { value: other.1, of: one.0.name.clone() }.into());
    }
    let mut draft = Draft::default();
    for file in 0..context.source.files.len() {
        let Ok(text) = FileText::of(context.source, file) else { continue };
        for (from, to) in [(&one.1, &other.1), (&other.1, &one.1)] {
            for (at, _) in
                text.text.match_indices(from.as_str()).filter(|it| is_whole(&text.text, it))
            {
                draft.splice(file, at, at + from.len(), to.as_str());
            }
        }
    }
    draft.splices.sort_by_key(|it| (it.file, it.start));
    for ((tag, from), to) in [(&one, &other.1), (&other, &one.1)] {
        let said = Said::Value { name: tag.name.clone(), from: from.clone(), to: to.clone() };
        draft.step(ChangeAction::Update, tag.name.clone(), "Tag", said, Content::Given(to.clone()));
        draft.touch(key("tag", &tag.name));
        if tag.alias_for.is_some() {
            draft.expect(ChangeKind::TagAlias, &[&tag.name]);
        }
        let danger = Danger::External { name: tag.name.clone() };
        draft.risk(RiskLevel::High, RiskKind::ExternalAccess, danger);
        draft.affect(&tag.name);
    }
    Ok(draft)
}

/// A signal, and the address that it has.
fn signal<'a>(context: Context<'a>, slot: &str) -> Result<(&'a Tag, String), Stop> {
    let name = context.need(slot);
    let wanted = plain(name);
    let mut tags = context.logic.project.tags.iter();
    let same = |it: &&Tag| plain(&it.name) == wanted;
    let tag = tags.find(same).ok_or_else(|| Why::NoTag { name: name.to_owned() })?;
    if tag.safety || is_protection(context.logic, &tag.name) {
        return Err(Why::Safety { name: tag.name.clone() }.into());
    }
    let of_area = || match tag.place {
        Place::Area { area, bit } => Some(format!("%{area}{}.{}", bit / 8, bit % 8)),
        _ => None,
    };
    let is_bit = tag.type_use.name.eq_ignore_ascii_case("BOOL");
    let address = tag.alias_for.clone().or_else(of_area).filter(|_| is_bit);
    let address = address.ok_or_else(|| Why::NoValue { name: tag.name.clone() })?;
    Ok((tag, address))
}

/// Whether a text is not a part of a longer address.
fn is_whole(text: &str, (at, own): &(usize, &str)) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || "_.:".contains(it);
    let (before, behind) = (text[..*at].chars().next_back(), text[at + own.len()..].chars().next());
    !before.is_some_and(is_part) && !behind.is_some_and(is_part)
}
