//! The elements that array instructions use, starting at the named one (1756-RM003, Array
//! (File)/Misc.).

use tagbridge_project::TypeUse;

use crate::{RefId, Scope, Step, emit::Emit, unit::UseMode};

/// Records the number of elements of the source and the destination of a copy. `length` counts
/// elements of the destination; absent if it is computed.
pub(crate) fn record_copy_range(
    emit: &mut Emit<'_>,
    (source, destination): (Option<RefId>, Option<RefId>),
    length: Option<u32>,
) {
    let kinds = [source, destination].map(|at| at.and_then(|at| element(emit, at)));
    let count = length.unwrap_or(u32::MAX);
    if let Some(at) = destination {
        emit.widen(at, count);
    }
    let Some(at) = source.filter(|at| emit.index.refs[at.index()].mode == UseMode::Read) else {
        return;
    };
    let count = match (length, &kinds) {
        (Some(count), [Some(source), Some(destination)]) if source == destination => count,
        // Between different types, the bytes of the destination are copied.
        (Some(count), [Some(source), Some(destination)]) => {
            let bytes = |name: &str| bytes(name).map(u64::from);
            match (bytes(source), bytes(destination)) {
                (Some(source), Some(destination)) => {
                    let elements = (u64::from(count) * destination).div_ceil(source);
                    u32::try_from(elements).unwrap_or(u32::MAX)
                }
                _ => u32::MAX,
            }
        }
        _ => u32::MAX,
    };
    emit.widen(at, count);
}

/// The number of elements that an instruction uses from its operand, if its other operands
/// determine it: the elements of a shift register have 32 bits (1756-RM003, Array (File)/Shift),
/// and the controller clock has seven numbers (Input/Output, `WallClockTime`).
pub(crate) fn told<'t>(name: &str, operand: impl Fn(usize) -> &'t str) -> Option<u32> {
    let is = |at: usize, known: &str| operand(at).trim().eq_ignore_ascii_case(known);
    match name {
        "BSL" | "BSR" => literal(operand(3)).map(|bits| bits.div_ceil(32)),
        "GSV" | "SSV" if is(0, "WallClockTime") => {
            (is(2, "DateTime") || is(2, "LocalDateTime")).then_some(7)
        }
        _ => None,
    }
}

/// The element type of an array, if it is a tag of the project.
fn element(emit: &Emit<'_>, at: RefId) -> Option<String> {
    let places = &emit.index.places;
    let place = emit.index.refs[at.index()].place;
    let root = match places.step(place) {
        Step::Index(_) => places.parent(place)?,
        _ => place,
    };
    let Step::Root(scope, name) = places.step(root) else { return None };
    let name = emit.index.names.text(name);
    let full = match scope {
        Scope::Controller => name.to_owned(),
        Scope::Program(program) => {
            format!("Program:{}.{name}", emit.index.names.text(program))
        }
        _ => return None,
    };
    let tag = emit.project.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(&full))?;
    let TypeUse { name, members, .. } = &tag.type_use;
    members.is_empty().then(|| name.to_ascii_uppercase())
}

fn bytes(name: &str) -> Option<u8> {
    Some(match name {
        "SINT" | "USINT" => 1,
        "INT" | "UINT" => 2,
        "DINT" | "UDINT" | "REAL" => 4,
        "LINT" | "ULINT" | "LREAL" => 8,
        _ => return None,
    })
}

/// The value of a length, if it is a literal.
pub(crate) fn literal(text: &str) -> Option<u32> {
    match super::operand::constant(text.trim())? {
        crate::expr::Constant::Int(number) => u32::try_from(number).ok(),
        _ => None,
    }
}
