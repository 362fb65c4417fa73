//! Changes of L5X exports in the format of Studio 5000.

mod add;
mod copies;
mod drafts;
mod find;
mod member;
mod mentions;
mod recipe;
mod remark;
mod remove;
mod rename;
mod rung;
mod rungs;
mod series;
mod sheets;
mod value;

use tagbridge_api::generate::{ChangeAction, ProposedChange};

pub(crate) use self::drafts::not_carried_out;
use self::find::File;
use crate::{
    context::Context,
    copy::FileText,
    draft::{Draft, Stop},
    element::Element,
    request::RequestedChange,
    says::Why,
};

/// Plans a change.
pub(crate) fn author(context: Context<'_>) -> Result<Draft, Stop> {
    with_file(context, author_in)
}

/// Applies a change with given code.
pub(crate) fn draft(context: Context<'_>, change: &ProposedChange) -> Result<Draft, Stop> {
    with_file(context, |file| drafts::draft(file, change))
}

fn with_file(
    context: Context<'_>,
    make: impl FnOnce(&File<'_, '_>) -> Result<Draft, Stop>,
) -> Result<Draft, Stop> {
    let at = context
        .source
        .files
        .iter()
        .position(|it| it.bytes.windows(19).any(|window| window == b"<RSLogix5000Content"))
        .unwrap_or(0);
    let text = FileText::of(context.source, at)?;
    let document = roxmltree::Document::parse(&text.text)
        .map_err(|error| Why::Reread { why: error.to_string() })?;
    make(&File { context, text: &text, root: document.root_element() })
}

fn author_in(file: &File<'_, '_>) -> Result<Draft, Stop> {
    let of_sheet = file.context.request.kind.is_in_rung().then(|| sheets::change(file)).flatten();
    if let Some(changed) = of_sheet {
        return changed;
    }
    match file.context.request.kind {
        RequestedChange::AddTag => add::tag(file),
        RequestedChange::AddAlias => add::alias(file),
        RequestedChange::AddMember => member::add(file),
        RequestedChange::Rename => rename::rename(file),
        RequestedChange::SetValue => value::set(file),
        RequestedChange::SetConstant => rung::constant(file),
        RequestedChange::AddContact => rung::add_contact(file),
        RequestedChange::RemoveContact => rung::remove_contact(file),
        RequestedChange::Duplicate => copies::duplicate(file),
        RequestedChange::Comment => remark::comment(file),
        RequestedChange::Delete => remove::delete(file),
        RequestedChange::Invert
        | RequestedChange::Polarity
        | RequestedChange::Replace
        | RequestedChange::Take
        | RequestedChange::Series
        | RequestedChange::Feed
        | RequestedChange::Parallel
        | RequestedChange::Latch
        | RequestedChange::PulseOutput
        | RequestedChange::InvertOutput => series::change(file),
        RequestedChange::Limit => rung::limit(file),
        RequestedChange::DeleteRung => rungs::delete(file),
        RequestedChange::MoveRung => rungs::relocate(file),
        RequestedChange::OnDelay | RequestedChange::OffDelay => rungs::delay(file),
        kind if kind.is_recipe() => recipe::author(file),
        RequestedChange::Retype => Err(Why::OtherPlatform { what: "DataType".to_owned() }.into()),
        _ => Err(Why::OtherPlatform { what: "Task".to_owned() }.into()),
    }
}

/// Records the text of a new element as the proposed content.
fn created(draft: &mut Draft, file: &File<'_, '_>, at: usize, text: &str) {
    draft.splice(file.text.file, at, at, text);
}

/// Adds the step of a change of a ladder routine.
fn updates(draft: &mut Draft, owner: &str, name: &str, said: crate::says::Said) {
    let content = crate::draft::Content::Body { owner: owner.to_owned(), name: name.to_owned() };
    let target = format!("{owner}/{name}");
    draft.near.push((owner.to_owned(), name.to_owned()));
    draft.touch(tagbridge_diff::units::key("routine", &target));
    draft.step(ChangeAction::Update, target, "RLL", said, content);
}

type Node<'a, 'i> = Element<'a, 'i>;
