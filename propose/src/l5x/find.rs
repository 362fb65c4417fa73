//! What a request names, in the file.

use super::Node;
use crate::{
    context::Context,
    copy::FileText,
    draft::{Stop, ask},
    element::{child, children, name_of},
    says::{Ask, Why},
};

/// The file that is changed.
#[derive(Clone, Copy)]
pub(super) struct File<'a, 'i> {
    pub(super) context: Context<'a>,
    pub(super) text: &'a FileText,
    pub(super) root: Node<'a, 'i>,
}

/// Where tags are declared.
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

    /// What it calls itself to a person.
    pub(super) fn shown(&self) -> String {
        match self.kind {
            ScopeKind::Controller => "Controller".to_owned(),
            _ => self.name().to_owned(),
        }
    }

    /// A tag of it, as the model names it.
    pub(super) fn full(&self, tag: &str) -> String {
        match self.kind {
            ScopeKind::Controller => tag.to_owned(),
            ScopeKind::Program => format!("Program:{}.{tag}", self.name()),
            ScopeKind::AddOn => format!("{}.{tag}", self.name()),
        }
    }

    /// The element that holds its tags.
    pub(super) fn list(&self) -> Option<Node<'a, 'i>> {
        let name = if self.kind == ScopeKind::AddOn { "LocalTags" } else { "Tags" };
        child(self.node, name)
    }

    /// Its declarations: tags, of add-on instructions local tags and parameters.
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

    /// All places where tags are declared.
    pub(super) fn scopes(&self) -> Vec<Scope<'a, 'i>> {
        let scope = |kind| move |node| Scope { kind, node };
        let controller = self.controller().map(scope(ScopeKind::Controller));
        let programs = self.programs().into_iter().map(scope(ScopeKind::Program));
        let add_ons = self.add_ons().into_iter().map(scope(ScopeKind::AddOn));
        controller.into_iter().chain(programs).chain(add_ons).collect()
    }

    /// The place where tags are declared that the request names.
    pub(super) fn scope(&self) -> Result<Scope<'a, 'i>, Stop> {
        let with_list: Vec<Scope<'a, 'i>> =
            self.scopes().into_iter().filter(|it| it.list().is_some()).collect();
        let names: Vec<String> = with_list.iter().map(Scope::shown).collect();
        let Some(said) = self.context.place() else {
            return match with_list.as_slice() {
                [one] => Ok(*one),
                [] => Err(Why::NoPlace { name: String::new(), known: String::new() }.into()),
                _ => Err(ask("place", Ask::Place, Ask::WhyPlace, names)),
            };
        };
        self.scope_called(said).filter(|it| it.list().is_some()).ok_or_else(|| {
            let known = names.join(", ");
            Why::NoPlace { name: said.to_owned(), known }.into()
        })
    }

    /// The same by its name.
    pub(super) fn scope_called(&self, said: &str) -> Option<Scope<'a, 'i>> {
        const CONTROLLER: [&str; 5] = ["controller", "global", "steuerung", "projekt", "project"];
        let program = said.split('/').next().unwrap_or(said);
        let folded = program.to_lowercase();
        self.scopes().into_iter().find(|it| match it.kind {
            ScopeKind::Controller => {
                CONTROLLER.contains(&folded.as_str()) || it.name().eq_ignore_ascii_case(program)
            }
            _ => it.name().eq_ignore_ascii_case(program),
        })
    }

    /// The declaration that a name means: `Tag`, `Program:P.Tag`, `Aoi.Tag`.
    pub(super) fn declared(&self, said: &str) -> Result<(Scope<'a, 'i>, Node<'a, 'i>), Stop> {
        let no_tag = || Stop::No(Why::NoTag { name: said.to_owned() });
        let said = said.trim_matches('"');
        let qualified = said.strip_prefix("Program:").unwrap_or(said);
        if let Some((owner, tag)) = qualified.split_once('.')
            && let Some(scope) = self.scope_called(owner)
            && let Some(found) = scope.tag(tag)
        {
            return Ok((scope, found));
        }
        if let Some(place) = self.context.place() {
            let scope = self.scope_called(place).ok_or_else(no_tag)?;
            return scope.tag(said).map(|it| (scope, it)).ok_or_else(no_tag);
        }
        let found: Vec<(Scope<'a, 'i>, Node<'a, 'i>)> =
            self.scopes().into_iter().filter_map(|it| Some((it, it.tag(said)?))).collect();
        match found.as_slice() {
            [] => Err(no_tag()),
            [one] => Ok(*one),
            several => {
                let names = several.iter().map(|it| it.0.shown()).collect();
                Err(ask("place", Ask::Place, Ask::WhyPlace, names))
            }
        }
    }

    /// Every routine whose code the file has, by owner and name.
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

    /// The routine of ladder that the request names.
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

    /// Where the model's tag stands in the scope of a routine: its own program's before the controller's.
    pub(super) fn visible(&self, owner: &str, name: &str) -> Option<(Scope<'a, 'i>, Node<'a, 'i>)> {
        let root = name.split(['.', '[']).next().unwrap_or(name);
        let own = self.scope_called(owner);
        let is_add_on = own.is_some_and(|it| it.kind == ScopeKind::AddOn);
        let all = self.controller().map(|node| Scope { kind: ScopeKind::Controller, node });
        let scopes = own.into_iter().chain(all.filter(|_| !is_add_on));
        scopes.into_iter().find_map(|it| Some((it, it.tag(root)?)))
    }
}
