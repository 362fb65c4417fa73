//! The definitions of a few types, without the list of tags.
//!
//! A reply to a read names its structure by a handle. Which template has that handle is asked of
//! all templates there can be, many in a packet; then the template itself is read, with those that
//! it refers to (1756-PM020, "Template object"). Several templates may have the same handle, and
//! are then told apart by their names.

use std::collections::{HashMap, VecDeque};

use tagbridge_driver::{Cause, Reason};

use super::{Kind, Template, declared::Found, describe::Describing};
use crate::codec::{
    EPath, Reply, Request, Status,
    read_tag::{TagType, TypedData, read_tag},
    symbol_list::TypeWord,
    template,
};

/// Instances of templates: those of projects and modules, then the firmware's own.
const INSTANCES: std::ops::RangeInclusive<u16> = 0x100..=0xFFF;
/// Tags that are tried for one type, since the controller may not have all of them.
const MAX_TAGS: usize = 4;

/// More handles than a packet can tell.
const AT_A_TIME: usize = 512;

/// What to ask next.
#[derive(Debug, Clone)]
pub(crate) enum Ask {
    One(Request),
    /// As many of these as fit into a packet.
    Many(Vec<Request>),
}

/// What is sought, and what was found.
#[derive(Debug)]
pub(crate) struct Seek {
    queue: VecDeque<Sought>,
    found: Found,
    describing: Describing,
    /// Templates that have a handle.
    handles: HashMap<u16, Vec<u16>>,
    /// Instances that are still to be asked for their handles.
    unasked: VecDeque<u16>,
    /// Those of them that could not tell at the moment.
    put_off: Vec<u16>,
}

#[derive(Debug)]
struct Sought {
    type_name: String,
    /// Tags of this type, by name.
    tags: Vec<EPath>,
    handle: Option<u16>,
}

impl Seek {
    pub(crate) fn new() -> Self {
        Self {
            queue: VecDeque::new(),
            found: Found::new(),
            describing: Describing::default(),
            handles: HashMap::new(),
            unasked: INSTANCES.collect(),
            put_off: Vec::new(),
        }
    }

    /// What was found so far.
    pub(crate) fn found(&self) -> &Found {
        &self.found
    }

    /// Seeks this type, too, of which there is a tag.
    pub(crate) fn want(&mut self, type_name: &str, tag: EPath) {
        let type_name = type_name.to_ascii_lowercase();
        if self.found.contains_key(&type_name) {
            return;
        }
        match self.queue.iter_mut().find(|it| it.type_name == type_name) {
            Some(sought) if sought.handle.is_none() && sought.tags.len() < MAX_TAGS => {
                if !sought.tags.contains(&tag) {
                    sought.tags.push(tag);
                }
            }
            Some(_) => {}
            None => self.queue.push_back(Sought { type_name, tags: vec![tag], handle: None }),
        }
    }

    /// Asks once more for what the controller could not tell at the moment.
    pub(crate) fn resume(&mut self) {
        self.unasked.extend(self.put_off.drain(..));
    }

    /// What to ask for next; `None` when nothing is sought any more, or the controller cannot tell it
    /// at the moment.
    pub(crate) fn ask(&self) -> Option<Ask> {
        if let Some(request) = self.describing.request() {
            return Some(Ask::One(request));
        }
        let sought = self.queue.front()?;
        if sought.handle.is_none() {
            return Some(Ask::One(read_tag(sought.tags.first()?.clone(), 1)));
        }
        let instances = self.unasked.iter().take(AT_A_TIME).copied();
        let requests: Vec<Request> = instances.map(template::handle_request).collect();
        (!requests.is_empty()).then_some(Ask::Many(requests))
    }

    /// Takes the reply to [`Ask::One`].
    pub(crate) fn take(&mut self, reply: &Reply<'_>) {
        if self.describing.request().is_some() {
            self.describing.take(reply);
        } else {
            self.identify(reply);
        }
        self.settle();
    }

    /// Takes the replies to the first of [`Ask::Many`].
    pub(crate) fn take_handles<'a>(&mut self, replies: impl Iterator<Item = Reply<'a>>) {
        for reply in replies {
            let Some(instance) = self.unasked.pop_front() else { break };
            if reply.status.passes() {
                self.put_off.push(instance);
            } else if reply.status.is_success()
                && let Ok(handle) = template::decode_handle(reply.data)
            {
                self.handles.entry(handle).or_default().push(instance);
            }
        }
        self.settle();
    }

    /// Gives up whatever is sought: the controller does not answer such questions.
    pub(crate) fn give_up(&mut self, why: &str) {
        for sought in std::mem::take(&mut self.queue) {
            self.found.insert(sought.type_name.clone(), Err(undefined(&sought.type_name, why)));
        }
    }

    /// The type that a tag's reply says.
    fn identify(&mut self, reply: &Reply<'_>) {
        let is_there = matches!(reply.status.general, Status::SUCCESS | Status::PARTIAL_TRANSFER);
        let kind = match TypedData::decode(reply.data) {
            Ok(data) if is_there => data.kind,
            // Whoever still wants it says so again.
            _ if reply.status.passes() => return drop(self.queue.pop_front()),
            _ => {
                let why = format!("the controller does not tell it: {}", reply.status);
                return self.conclude_unless_another(Err(why));
            }
        };
        match (kind, self.queue.front_mut()) {
            (TagType::LOGIX_STRING, _) => {
                let kind = Kind::Structure(Template::logix_string().into());
                self.conclude_unless_another(Ok(kind));
            }
            (TagType::Structure { handle }, Some(sought)) => sought.handle = Some(handle),
            (TagType::Structure { .. }, None) => {}
            (TagType::Elementary(kind), _) => self.conclude_unless_another(Ok(Kind::Atomic(kind))),
            (TagType::Unknown(code), _) => self.conclude_unless_another(Ok(Kind::Unknown(code))),
        }
    }

    /// Takes the first of what is sought as far as it goes without a question.
    fn settle(&mut self) {
        while self.describing.request().is_none()
            && let Some(Sought { type_name, handle: Some(handle), .. }) = self.queue.front()
        {
            let (type_name, handle) = (type_name.clone(), *handle);
            let candidates = self.handles.get(&handle).cloned().unwrap_or_default();
            self.describing.want(candidates.iter().copied());
            if self.describing.request().is_some() {
                return;
            }
            let is_swept = self.unasked.is_empty() && self.put_off.is_empty();
            let word = |instance: u16| TypeWord(0x8000 | instance);
            let kinds: Vec<Kind> =
                candidates.iter().map(|it| self.describing.kind(word(*it))).collect();
            let is_it = |it: &&Kind| it.name().eq_ignore_ascii_case(&type_name);
            let only = match &kinds[..] {
                [kind @ Kind::Structure(_)] if is_swept => Some(kind),
                _ => None,
            };
            match (kinds.iter().find(is_it), only, kinds.len()) {
                (Some(kind), ..) => self.conclude(Ok(kind.clone())),
                _ if !is_swept => return,
                (None, Some(kind), _) => self.conclude_unless_another(Ok(kind.clone())),
                (None, None, count) => {
                    let why = match count {
                        0 => format!("no template has the handle {handle:#06x}"),
                        1 => "the controller does not describe it".to_owned(),
                        _ => format!("several templates have the handle {handle:#06x}"),
                    };
                    self.conclude_unless_another(Err(why));
                }
            }
        }
    }

    /// Another tag of this type may be of it where this one is not.
    fn conclude_unless_another(&mut self, found: Result<Kind, String>) {
        match self.queue.front_mut() {
            Some(sought) if sought.tags.len() > 1 => {
                sought.tags.remove(0);
                sought.handle = None;
            }
            _ => self.conclude(found),
        }
    }

    fn conclude(&mut self, found: Result<Kind, String>) {
        if let Some(Sought { type_name, .. }) = self.queue.pop_front() {
            let found = found.map_err(|why| undefined(&type_name, &why));
            self.found.insert(type_name, found);
        }
    }
}

fn undefined(type_name: &str, why: &str) -> Cause {
    let detail = format!(
        "the definition of {type_name} is not to be had ({why}); name its members, or let the \
         controller's list of tags be read"
    );
    Cause::new(Reason::TypeMismatch, detail)
}

#[cfg(test)]
mod tests;
