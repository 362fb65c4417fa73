//! The variables that pragmas name.

use tagbridge_structured_text::{Attribute, Dialect, TokenKind, tokens, variables_in_pragma};

use super::super::object::{Object, ObjectKind};
use crate::{
    declaration::Variable,
    model::{Body, Code, Mention, MentionKind, Origin, Project},
};

/// A name in a pragma.
struct Named<'a> {
    /// The attribute, or the keyword of a condition.
    field: &'a str,
    name: &'a str,
    /// The object, or the variable that has the attribute.
    by: String,
    origin: Origin,
}

/// Returns the places of variables in the pragmas of declarations and code.
pub(super) fn mentions(objects: &[Object], project: &Project) -> Vec<Mention> {
    let mut found = Vec::new();
    for object in objects {
        let mut named = in_declaration(object);
        named.extend(in_code(object, project));
        found.extend(named.into_iter().filter_map(|it| {
            let operand = full_name(object, it.name, objects, project)?;
            Some(Mention {
                kind: MentionKind::Pragma,
                by: it.by,
                field: it.field.to_owned(),
                operand,
                scope: String::new(),
                other: String::new(),
                count: 1,
                origin: it.origin,
            })
        }));
    }
    found
}

fn in_declaration<'a>(object: &'a Object) -> Vec<Named<'a>> {
    let Some(origin) = &object.declared else { return Vec::new() };
    let mut found = Vec::new();
    let mut add = |attributes: &'a [Attribute], by: String| {
        for attribute in attributes {
            found.extend(
                attribute.variables().into_iter().map(|name| (attribute, name, by.clone())),
            );
        }
    };
    add(&object.unit.attributes, object.full_name());
    for section in &object.unit.sections {
        add(&section.attributes, object.full_name());
        for variable in &section.variables {
            add(&variable.attributes, format!("{}.{}", object.full_name(), variable.name));
        }
    }
    found
        .into_iter()
        .map(|(of, name, by)| Named { field: &of.name, name, by, origin: origin.clone() })
        .collect()
}

fn in_code<'a>(object: &Object, project: &'a Project) -> Vec<Named<'a>> {
    let own = object.full_name();
    let has_pragma = |code: &Code| matches!(&code.body, Body::Text(text) if text.contains('{'));
    if !object.code.as_ref().is_some_and(has_pragma) {
        return Vec::new();
    }
    let Some(routine) = project.routines.iter().find(|it| it.name == own) else {
        return Vec::new();
    };
    let Body::Text(text) = &routine.body else { return Vec::new() };
    let pragmas = tokens(text, Dialect::Codesys).into_iter();
    let named = pragmas.filter(|it| it.kind == TokenKind::Pragma).flat_map(|token| {
        let pragma = &text[token.span.range()];
        let by = own.clone();
        variables_in_pragma(pragma).into_iter().filter_map(move |at| {
            let start = token.span.start as usize + at.start;
            let field = pragma.trim_start_matches(['{', ' ', '\t']).split([' ', '\t']).next();
            Some(Named {
                field: field.unwrap_or_default(),
                name: &pragma[at],
                by: by.clone(),
                origin: routine.origin_of(None, start)?,
            })
        })
    });
    named.collect()
}

/// The full name of the variable that is meant in an object: its own, one of its owners or of what it
/// extends, or a global variable with this name.
fn full_name(object: &Object, name: &str, objects: &[Object], project: &Project) -> Option<String> {
    let mut around: Vec<String> = Vec::new();
    let mut next = Some(object.full_name());
    while let Some(owner) = next.filter(|it| !around.contains(it)) {
        let of = objects.iter().find(|it| it.full_name().eq_ignore_ascii_case(&owner))?;
        if let Some(variable) = own_variable(of, name) {
            return Some(format!("{owner}.{}", variable.name));
        }
        let extended = of.unit.head.as_ref().and_then(|it| it.extends.first()).cloned();
        let outer = (!of.owners.is_empty()).then(|| of.owners.join("."));
        next = outer.or(extended);
        around.push(owner);
    }
    let is_global = |scope: &str| {
        let mut globals = objects.iter().filter(|it| it.kind == ObjectKind::Globals);
        globals.any(|it| it.name.eq_ignore_ascii_case(scope))
    };
    let own = |full: &str| full.rsplit('.').next().is_some_and(|it| it.eq_ignore_ascii_case(name));
    let tag = project.tags.iter().find(|it| own(&it.name) && is_global(&it.scope))?;
    Some(tag.name.clone())
}

fn own_variable<'a>(object: &'a Object, name: &str) -> Option<&'a Variable> {
    let mut all = object.unit.sections.iter().flat_map(|it| &it.variables);
    all.find(|it| it.name.eq_ignore_ascii_case(name))
}
