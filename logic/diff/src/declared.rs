//! The differences of declarations: tags, types, blocks, tasks, programs, modules.

use std::collections::{BTreeMap, HashMap};

use tagbridge_project::{Block, DataType, Initial, Member, Program, Project, Tag, Task};

use crate::{
    ChangeKind::{self as Kind},
    LogicChange,
    rename::{Name, Renames},
    values::Values,
};

/// Compares everything except code.
pub(crate) fn compare(
    old: &Project,
    new: &Project,
    renames: &Renames,
    before: &HashMap<Name, String>,
    values: &Values<'_>,
) -> Vec<LogicChange> {
    let mut changes = Vec::new();
    tags(old, new, (renames, before), values, &mut changes);
    let kinds = (Kind::TypeAdded, Kind::TypeRemoved);
    both(&old.data_types, &new.data_types, |it| it.name.clone(), kinds, &mut changes, data_type);
    let kinds = (Kind::BlockAdded, Kind::BlockRemoved);
    both(
        &old.blocks,
        &new.blocks,
        |it| it.name.clone(),
        kinds,
        &mut changes,
        |old, new, out| {
            members(&old.name, &old.members, &new.members, (renames, before), out);
            block(old, new, out);
        },
    );
    let kinds = (Kind::TaskAdded, Kind::TaskRemoved);
    both(&old.tasks, &new.tasks, |it| it.name.clone(), kinds, &mut changes, task);
    let kinds = (Kind::ProgramAdded, Kind::ProgramRemoved);
    both(
        &old.programs,
        &new.programs,
        |it| it.name.clone(),
        kinds,
        &mut changes,
        |old, new, out| {
            program(old, new, (renames, before), out);
        },
    );
    let kinds = (Kind::ModuleAdded, Kind::ModuleRemoved);
    both(
        &old.modules,
        &new.modules,
        |it| it.name.clone(),
        kinds,
        &mut changes,
        |old, new, out| {
            let model = [old.model.clone(), new.model.clone()].map(Option::unwrap_or_default);
            differs(Kind::ModuleChanged, &new.name, model, out);
            let parent = [old, new].map(|it| {
                let [parent, address] =
                    [&it.parent, &it.address].map(|it| it.clone().unwrap_or_default());
                format!("{parent}:{address}")
            });
            differs(Kind::ModuleChanged, &new.name, parent, out);
            comment(&new.name, old.comment.as_deref(), new.comment.as_deref(), out);
        },
    );
    changes
}

/// The elements in both versions by key, and those in only one.
fn both<T>(
    old: &[T],
    new: &[T],
    key: impl Fn(&T) -> String,
    (added, removed): (Kind, Kind),
    changes: &mut Vec<LogicChange>,
    mut compare: impl FnMut(&T, &T, &mut Vec<LogicChange>),
) {
    let mut there: BTreeMap<String, Vec<&T>> = BTreeMap::new();
    for item in new.iter().rev() {
        there.entry(key(item).to_lowercase()).or_default().push(item);
    }
    for item in old {
        match there.get_mut(&key(item).to_lowercase()).and_then(Vec::pop) {
            Some(other) => compare(item, other, changes),
            None => changes.push(LogicChange::new(removed, key(item))),
        }
    }
    for item in there.into_values().flatten() {
        changes.push(LogicChange::new(added, key(item)));
    }
}

fn tags(
    old: &Project,
    new: &Project,
    (renames, before): (&Renames, &HashMap<Name, String>),
    values: &Values<'_>,
    changes: &mut Vec<LogicChange>,
) {
    let in_new = |tag: &Tag| {
        let bare = tag.name.rsplit_once('.').map_or(tag.name.as_str(), |it| it.1);
        let bare = if tag.scope.is_empty() { tag.name.as_str() } else { bare };
        let quoted = bare.trim_matches('"');
        let to = match renames.of(&tag.scope, quoted) {
            same if same == quoted => renames.of("", quoted),
            to => to,
        };
        let end = tag.name.len() - bare.len() + usize::from(bare.starts_with('"'));
        format!("{}{to}{}", &tag.name[..end], &tag.name[end + quoted.len()..])
    };
    let olds: Vec<(String, &Tag)> = old.tags.iter().map(|tag| (in_new(tag), tag)).collect();
    let news: Vec<(String, &Tag)> = new.tags.iter().map(|tag| (tag.name.clone(), tag)).collect();
    let kinds = (Kind::TagAdded, Kind::TagRemoved);
    both(
        &olds,
        &news,
        |it| it.0.clone(),
        kinds,
        changes,
        |(_, old), (name, new), out| {
            let target = |tag: &Tag| tag.alias_for.clone().unwrap_or_default();
            let was = renames.rewritten(&target(old), &old.scope.to_lowercase(), before);
            // The type of an alias is that of its target.
            if was.eq_ignore_ascii_case(&target(new)) {
                let types = [old, new].map(|it| crate::type_text(&it.type_use));
                differs(Kind::TagType, name, types, out);
            }
            differs(Kind::TagAlias, name, [was, target(new)], out);
            values.compare((old, new), renames, out);
            let access =
                [old, new].map(|it| format!("{:?}", (it.access, it.constant, &it.exchange)));
            differs(Kind::TagAccess, name, access, out);
            comment(name, old.comment.as_deref(), new.comment.as_deref(), out);
            if normalized_comments(&old.comments) != normalized_comments(&new.comments) {
                out.push(LogicChange::new(Kind::Comment, name.clone()));
            }
        },
    );
}

fn data_type(old: &DataType, new: &DataType, changes: &mut Vec<LogicChange>) {
    let members = |it: &DataType| -> Vec<String> {
        it.members
            .iter()
            .map(|it| {
                let initial = it.initial.as_ref().map(|it| format!(" := {}", value(Some(it))));
                let text = crate::type_text(&it.type_use);
                format!("{}: {text}{}", it.name, initial.unwrap_or_default())
            })
            .collect()
    };
    let values = |it: &DataType| -> Vec<String> {
        it.values.iter().map(|it| format!("{} = {:?}", it.name, it.number)).collect()
    };
    let text = |it: &DataType| {
        let base = it.base.as_ref().map(crate::type_text).unwrap_or_default();
        [members(it), values(it), vec![base]].concat().join("; ")
    };
    differs(Kind::TypeChanged, &new.name, [text(old), text(new)], changes);
    comment(&new.name, old.comment.as_deref(), new.comment.as_deref(), changes);
}

fn block(old: &Block, new: &Block, changes: &mut Vec<LogicChange>) {
    let bases = [old, new].map(|it| [it.extends.join(", "), it.implements.join(", ")].join("; "));
    differs(Kind::BlockChanged, &new.name, bases, changes);
    comment(&new.name, old.comment.as_deref(), new.comment.as_deref(), changes);
}

fn members(
    owner: &str,
    old: &[Member],
    new: &[Member],
    renames: (&Renames, &HashMap<Name, String>),
    changes: &mut Vec<LogicChange>,
) {
    let (renames, before) = renames;
    let olds: Vec<(String, &Member)> =
        old.iter().map(|it| (renames.of(owner, &it.name).to_owned(), it)).collect();
    let news: Vec<(String, &Member)> = new.iter().map(|it| (it.name.clone(), it)).collect();
    let kinds = (Kind::ParameterAdded, Kind::ParameterRemoved);
    let key = |it: &(String, &Member)| format!("{owner}.{}", it.0);
    both(&olds, &news, key, kinds, changes, |(_, old), (name, new), out| {
        let name = format!("{owner}.{name}");
        let text = |it: &Member, was: bool| {
            let section = it.section.map(|it| format!("{it:?} ")).unwrap_or_default();
            let alias = it.alias_for.clone().unwrap_or_default();
            let alias =
                if was { renames.rewritten(&alias, &owner.to_lowercase(), before) } else { alias };
            // The type of an alias is that of its target.
            let what = match alias.as_str() {
                "" => crate::type_text(&it.type_use),
                alias => format!("= {alias}"),
            };
            let how = [flag(it.required, " required"), flag(it.constant, " constant")].concat();
            format!("{section}{what}{how}")
        };
        differs(Kind::ParameterChanged, &name, [text(old, true), text(new, false)], out);
        let initial = [old, new].map(|it| value(it.initial.as_ref()));
        differs(Kind::ParameterChanged, &name, initial, out);
        comment(&name, old.comment.as_deref(), new.comment.as_deref(), out);
    });
}

fn task(old: &Task, new: &Task, changes: &mut Vec<LogicChange>) {
    let ms = |it: Option<f64>| it.map(|it| format!("{it} ms")).unwrap_or_default();
    let texts = |it: &Task| {
        [
            it.kind.clone(),
            ms(it.interval_ms),
            it.priority.map(|it| it.to_string()).unwrap_or_default(),
            ms(it.watchdog_ms),
            it.trigger.clone().unwrap_or_default(),
            flag(it.inhibited, "inhibited"),
            flag(it.outputs_left, "outputs left"),
            it.programs.join(", "),
        ]
    };
    for (from, to) in texts(old).into_iter().zip(texts(new)) {
        differs(Kind::TaskChanged, &new.name, [from, to], changes);
    }
    comment(&new.name, old.comment.as_deref(), new.comment.as_deref(), changes);
}

fn program(
    old: &Program,
    new: &Program,
    (renames, before): (&Renames, &HashMap<Name, String>),
    changes: &mut Vec<LogicChange>,
) {
    members(&old.name, &old.members, &new.members, (renames, before), changes);
    let routine = |it: &Option<String>| it.clone().unwrap_or_default();
    let texts = |it: &Program, of: &dyn Fn(&str) -> String| {
        [
            of(&routine(&it.main_routine)),
            of(&routine(&it.fault_routine)),
            of(&routine(&it.prestate_routine)),
            flag(it.equipment_phase, "equipment phase"),
            it.event.clone().unwrap_or_default(),
            flag(it.disabled, "inhibited"),
        ]
    };
    let olds = texts(old, &|name| renames.of(&old.name, name).to_owned());
    let news = texts(new, &str::to_owned);
    for (from, to) in olds.into_iter().zip(news) {
        differs(Kind::ProgramChanged, &new.name, [from, to], changes);
    }
    comment(&new.name, old.comment.as_deref(), new.comment.as_deref(), changes);
}

fn flag(set: bool, text: &str) -> String {
    if set { text.to_owned() } else { String::new() }
}

fn differs(kind: Kind, subject: &str, [from, to]: [String; 2], changes: &mut Vec<LogicChange>) {
    if !from.eq_ignore_ascii_case(&to) {
        changes.push(LogicChange::new(kind, subject).from(from).to(to));
    }
}

/// Comments by operand, without differences in blanks and line ends.
fn normalized_comments(comments: &BTreeMap<String, String>) -> BTreeMap<&str, Vec<&str>> {
    comments.iter().map(|(operand, text)| (operand.as_str(), words(text))).collect()
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

fn comment(subject: &str, old: Option<&str>, new: Option<&str>, changes: &mut Vec<LogicChange>) {
    if words(old.unwrap_or_default()) != words(new.unwrap_or_default()) {
        let [from, to] = [old, new].map(Option::unwrap_or_default);
        changes.push(LogicChange::new(Kind::Comment, subject).from(from).to(to));
    }
}

fn value(initial: Option<&Initial>) -> String {
    match initial {
        None => String::new(),
        Some(Initial::Scalar(text)) => text.clone(),
        Some(Initial::Parts(parts)) => parts
            .iter()
            .map(|(part, value)| format!("{part} = {value}"))
            .collect::<Vec<_>>()
            .join(", "),
    }
}
