//! Finds the objects of a request in the file.

use super::Node;
use crate::{
    context::Context,
    copy::FileText,
    draft::{Stop, ask},
    element::{child, children, name_of},
    says::{Ask, Why},
};

/// The changed file.
#[derive(Clone, Copy)]
pub(super) struct File<'a, 'i> {
    pub(super) context: Context<'a>,
    pub(super) text: &'a FileText,
    pub(super) root: Node<'a, 'i>,
}

/// A scope of tags.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a, 'i> {
    pub(super) kind: ScopeKind,
    pub(super) node: Node<'a, 'i>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScopeKind {
    Controller,
    Program,
    AddOn,
}

impl<'a, 'i> Scope<'a, 'i> {
    pub(super) fn name(&self) -> &'a str {
        name_of(self.node)
    }

    fn is_called(&self, name: &str) -> bool {
        self.name().eq_ignore_ascii_case(name)
    }

    /// Its name for a person.
    pub(super) fn shown(&self) -> String {
        match self.kind {
            ScopeKind::Controller => "Controller".to_owned(),
            _ => self.name().to_owned(),
        }
    }

    /// The full name of one of its tags in the model.
    pub(super) fn full(&self, tag: &str) -> String {
        match self.kind {
            ScopeKind::Controller => tag.to_owned(),
            ScopeKind::Program => format!("Program:{}.{tag}", self.name()),
            ScopeKind::AddOn => format!("{}.{tag}", self.name()),
        }
    }

    /// The element with its tags.
    pub(super) fn list(&self) -> Option<Node<'a, 'i>> {
        let name = if self.kind == ScopeKind::AddOn { "LocalTags" } else { "Tags" };
        child(self.node, name)
    }

    /// Its declarations: tags; for add-on instructions, local tags and parameters.
    pub(super) fn tags(&self) -> Vec<Node<'a, 'i>> {
        let lists = ["Tags", "LocalTags", "Parameters"];
        let lists = lists.iter().filter_map(|it| child(self.node, it));
        lists.flat_map(|it| it.children()).filter(Node::is_element).collect()
    }

    pub(super) fn tag(&self, name: &str) -> Option<Node<'a, 'i>> {
        self.tags().into_iter().find(|it| name_of(*it).eq_ignore_ascii_case(name))
    }
}

impl<'a, 'i> File<'a, 'i> {
    pub(super) fn controller(&self) -> Option<Node<'a, 'i>> {
        child(self.root, "Controller")
    }

    fn listed(&self, list: &str, name: &str) -> Vec<Node<'a, 'i>> {
        let list = self.controller().and_then(|it| child(it, list));
        list.map(|it| children(it, name).collect()).unwrap_or_default()
    }

    pub(super) fn programs(&self) -> Vec<Node<'a, 'i>> {
        self.listed("Programs", "Program")
    }

    pub(super) fn add_ons(&self) -> Vec<Node<'a, 'i>> {
        self.listed("AddOnInstructionDefinitions", "AddOnInstructionDefinition")
    }

    pub(super) fn types(&self) -> Vec<Node<'a, 'i>> {
        self.listed("DataTypes", "DataType")
    }

    /// Whether its instructions have the names of version 36 and later: `GT` instead of `GRT`.
    pub(super) fn is_new_syntax(&self) -> bool {
        let version = self.root.attribute("SoftwareRevision");
        let major = version.and_then(|it| it.split('.').next()?.parse::<u32>().ok());
        major.is_some_and(|it| it >= 36)
    }

    /// All scopes of tags.
    pub(super) fn scopes(&self) -> Vec<Scope<'a, 'i>> {
        let scope = |kind| move |node| Scope { kind, node };
        let controller = self.controller().map(scope(ScopeKind::Controller));
        let programs = self.programs().into_iter().map(scope(ScopeKind::Program));
        let add_ons = self.add_ons().into_iter().map(scope(ScopeKind::AddOn));
        controller.into_iter().chain(programs).chain(add_ons).collect()
    }

    /// The scope in the request.
    pub(super) fn scope(&self) -> Result<Scope<'a, 'i>, Stop> {
        let with_list = |mut all: Vec<Scope<'a, 'i>>| {
            all.retain(|it| it.list().is_some());
            all
        };
        let all = with_list(self.scopes());
        let found = self.places().map_or_else(|| all.clone(), with_list);
        match found.as_slice() {
            [one] => Ok(*one),
            [] => {
                let name = self.context.place().unwrap_or_default().to_owned();
                Err(Why::NoPlace { name, known: self.told_apart(&all).join(", ") }.into())
            }
            several => Err(ask("place", Ask::Place, Ask::WhyPlace, self.told_apart(several))),
        }
    }

    /// The scopes in the request, or those that the caller means; `None` if there are neither.
    fn places(&self) -> Option<Vec<Scope<'a, 'i>>> {
        if let Some(said) = self.context.get("place") {
            return Some(self.scopes_called(said));
        }
        // The caller means a program or a block.
        let hint = self.context.hint.0?;
        Some(self.owner(hint).map_or_else(|| self.scopes_called(hint), |it| vec![it]))
    }

    /// The scopes with a name: `Controller`, or `Program:P` only for a program; a name alone may
    /// mean the controller and a program.
    fn scopes_called(&self, said: &str) -> Vec<Scope<'a, 'i>> {
        let said = said.split('/').next().unwrap_or(said);
        let is_meant = |it: &Scope<'a, 'i>| match (it.kind, program_of(said)) {
            (ScopeKind::Program, Some(name)) => it.is_called(name),
            (_, Some(_)) => false,
            (ScopeKind::Controller, None) => is_controller(said) || it.is_called(said),
            (_, None) => !is_controller(said) && it.is_called(said),
        };
        self.scopes().into_iter().filter(is_meant).collect()
    }

    /// Unique names of scopes.
    fn told_apart(&self, scopes: &[Scope<'a, 'i>]) -> Vec<String> {
        let name = |it: &Scope<'a, 'i>| match self.scopes_called(&it.shown()).as_slice() {
            [one] if one.node == it.node => it.shown(),
            _ if it.kind == ScopeKind::Program => format!("Program:{}", it.name()),
            _ => it.shown(),
        };
        scopes.iter().map(name).collect()
    }

    /// The program or the add-on instruction with routines.
    pub(super) fn owner(&self, name: &str) -> Option<Scope<'a, 'i>> {
        let mut owners = self.scopes().into_iter().filter(|it| it.kind != ScopeKind::Controller);
        owners.find(|it| it.is_called(name))
    }

    /// The declaration of a name: `Tag`, `Program:P.Tag`, `Aoi.Tag`.
    pub(super) fn declared(&self, said: &str) -> Result<(Scope<'a, 'i>, Node<'a, 'i>), Stop> {
        let said = said.trim_matches('"');
        let qualified = self.qualified(said);
        let is_plain = qualified.is_empty();
        let mut found = if is_plain { self.plain(said) } else { qualified };
        if let Some(places) = self.places()
            && (is_plain || found.len() > 1)
        {
            found.retain(|(scope, _)| places.iter().any(|it| it.node == scope.node));
        }
        match found.as_slice() {
            [] => Err(Why::NoTag { name: said.to_owned() }.into()),
            [one] => Ok(*one),
            several => {
                let scopes: Vec<Scope<'a, 'i>> = several.iter().map(|it| it.0).collect();
                Err(ask("place", Ask::Place, Ask::WhyPlace, self.told_apart(&scopes)))
            }
        }
    }

    /// All possible declarations of a name.
    pub(super) fn candidates(&self, said: &str) -> Vec<(Scope<'a, 'i>, Node<'a, 'i>)> {
        let found = self.qualified(said);
        if found.is_empty() { self.plain(said) } else { found }
    }

    fn plain(&self, tag: &str) -> Vec<(Scope<'a, 'i>, Node<'a, 'i>)> {
        self.scopes().into_iter().filter_map(|it| Some((it, it.tag(tag)?))).collect()
    }

    /// The declarations of a name with its scope: `Program:P.Tag`. If a tag has the name of the
    /// scope, the rest may be its member.
    fn qualified(&self, said: &str) -> Vec<(Scope<'a, 'i>, Node<'a, 'i>)> {
        let Some((place, tag)) = said.split_once('.') else { return Vec::new() };
        let is_told = program_of(place).is_some() || is_controller(place);
        if !is_told && !self.plain(place).is_empty() {
            return Vec::new();
        }
        let scopes = self.scopes_called(place).into_iter();
        scopes.filter_map(|it| Some((it, it.tag(tag)?))).collect()
    }

    /// All routines with code in the file, by owner and name.
    pub(super) fn routines(&self) -> Vec<(String, String, Node<'a, 'i>)> {
        let owners = self.programs().into_iter().chain(self.add_ons());
        let mut found = Vec::new();
        for owner in owners {
            let Some(list) = child(owner, "Routines") else { continue };
            for routine in children(list, "Routine") {
                found.push((name_of(owner).to_owned(), name_of(routine).to_owned(), routine));
            }
        }
        found
    }

    /// Routines with a name: `Program/Routine`, or `Routine`, in a scope if it is given.
    pub(super) fn routines_called(
        &self,
        said: &str,
        place: Option<&str>,
    ) -> Vec<(String, String, Node<'a, 'i>)> {
        let place = place.map(|it| program_of(it).unwrap_or(it));
        let mut found = self.routines();
        found.retain(|(owner, name, _)| {
            format!("{owner}/{name}").eq_ignore_ascii_case(said)
                || (name.eq_ignore_ascii_case(said)
                    && place.is_none_or(|it| it.eq_ignore_ascii_case(owner)))
        });
        found
    }

    /// The routine with a name in the scope of the request.
    pub(super) fn routine(&self, said: &str) -> Result<(String, String, Node<'a, 'i>), Stop> {
        let mut found = self.routines_called(said, self.context.place());
        if found.len() > 1 {
            let owners = found.into_iter().map(|it| it.0).collect();
            return Err(ask("place", Ask::Place, Ask::WhyPlace, owners));
        }
        found.pop().ok_or_else(|| Why::NoUnit { name: said.to_owned() }.into())
    }

    /// The ladder routine in the request.
    pub(super) fn ladder(&self) -> Result<(String, String, Node<'a, 'i>), Stop> {
        let all = self.routines();
        let ladder: Vec<(String, String)> = all
            .iter()
            .filter(|it| it.2.attribute("Type") == Some("RLL") && it.2.has_children())
            .map(|it| (it.0.clone(), it.1.clone()))
            .collect();
        let (owner, name) = self.context.choose_routine(&ladder)?;
        self.context.writable(&owner, &name)?;
        let found = all.into_iter().find(|it| it.0 == owner && it.1 == name);
        found.ok_or_else(|| Why::NoRoutine { name }.into())
    }

    /// The tag that a routine's code sees: that of its own program before that of the controller.
    pub(super) fn visible(&self, owner: &str, name: &str) -> Option<(Scope<'a, 'i>, Node<'a, 'i>)> {
        self.seen_from(self.owner(owner)?, name)
    }

    /// The tag that is visible in any scope.
    pub(super) fn seen_from(
        &self,
        own: Scope<'a, 'i>,
        name: &str,
    ) -> Option<(Scope<'a, 'i>, Node<'a, 'i>)> {
        let root = name.split(['.', '[']).next().unwrap_or(name);
        let all = self.controller().map(|node| Scope { kind: ScopeKind::Controller, node });
        let all = all.filter(|_| own.kind != ScopeKind::AddOn);
        [Some(own), all].into_iter().flatten().find_map(|it| Some((it, it.tag(root)?)))
    }
}

/// The text after `Program:`.
fn program_of(said: &str) -> Option<&str> {
    let (prefix, name) = said.split_once(':')?;
    prefix.eq_ignore_ascii_case("Program").then_some(name)
}

/// Whether a word means the controller, independent of its name.
fn is_controller(said: &str) -> bool {
    const WORDS: [&str; 5] = ["controller", "global", "steuerung", "projekt", "project"];
    WORDS.iter().any(|it| it.eq_ignore_ascii_case(said))
}
