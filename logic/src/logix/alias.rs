//! The targets of alias tags and alias parameters.

use super::{
    declared::{CodeScope, Declared},
    operand::Reader,
};
use crate::{
    PlaceId, Scope, Span, Step,
    emit::Emit,
    unit::{Operand, UseMode},
};

/// Records the direct target of every alias of the project.
pub(crate) fn aliases(emit: &mut Emit<'_>, declared: &Declared) {
    let project = emit.project;
    for tag in &project.tags {
        let Some(target) = &tag.alias_for else { continue };
        let scope = emit.name(&tag.scope);
        let own = match tag.name.rsplit_once('.') {
            Some((_, own)) if !tag.scope.is_empty() => own,
            _ => &tag.name,
        };
        let home = CodeScope::Program(scope);
        let alias = declared.root(emit, home, own);
        // The target of a controller tag is a controller tag.
        let target = place(emit, declared, home, target);
        emit.alias(alias, target);
    }
    // A connected parameter is an alias of the other end; the first one if there are several.
    let nowhere = CodeScope::Program(emit.name(""));
    for connection in &project.connections {
        let ends = [&connection.from, &connection.to];
        let [from, to] = ends.map(|end| place(emit, declared, nowhere, end));
        let (Some(from), Some(to)) = (from, to) else { continue };
        let is_parameter = |end: &str| end.starts_with('\\');
        if is_parameter(ends[0]) && emit.index.alias(from).is_none() {
            emit.alias(from, Some(to));
        } else if emit.index.alias(to).is_none() {
            emit.alias(to, Some(from));
        }
    }
    for block in &project.blocks {
        let owner = emit.name(&block.name);
        for member in &block.members {
            let Some(target) = &member.alias_for else { continue };
            let name = emit.name(&member.name);
            let alias = emit.index.places.root(Scope::AddOn(owner), name);
            let target = place(emit, declared, CodeScope::AddOn(owner), target);
            emit.alias(alias, target);
        }
    }
}

/// Records the places that the file names outside code.
pub(crate) fn mentions(emit: &mut Emit<'_>, declared: &Declared) {
    for (mention, at) in emit.project.mentions.iter().zip(0..) {
        let home = CodeScope::Program(emit.name(&mention.scope));
        let Some(found) = place(emit, declared, home, &mention.operand) else { continue };
        let root = emit.index.places.root_of(found);
        if matches!(emit.index.places.step(root), Step::Root(Scope::Undeclared, _)) {
            continue;
        }
        let found = emit.elements(found, mention.count);
        emit.index.mentions.push((found, at));
    }
}

/// The place that a text outside all units names.
pub(super) fn place(
    emit: &mut Emit<'_>,
    declared: &Declared,
    home: CodeScope,
    text: &str,
) -> Option<PlaceId> {
    let first = emit.next_ref();
    let what = (emit.spec("alias"), Operand::None);
    let span = Span::new(0, text.len());
    let given = Reader::new(emit, declared, home, text, span, what).whole(UseMode::Read);
    let place = given.and_then(|given| given.at).map(|at| emit.index.refs[at.index()].place);
    emit.forget(first);
    place
}
