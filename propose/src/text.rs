//! Changes of declarations and structured text: SCL, DB and UDT sources, and the texts of CODESYS
//! objects.

pub(crate) mod add;
pub(crate) mod code;
pub(crate) mod condition;
pub(crate) mod copies;
pub(crate) mod expected;
mod feed;
pub(crate) mod names;
pub(crate) mod recipe;
pub(crate) mod remark;
pub(crate) mod remove;
pub(crate) mod rename;
pub(crate) mod series;
pub(crate) mod statements;
pub(crate) mod value;
pub(crate) mod world;

pub(crate) mod outline {
    //! The declarations of a text.

    pub(crate) use tagbridge_forms::outline::{
        SourceKind as UnitKind, SourceSection as Section, SourceUnit as Unit,
        SourceVariable as Variable, units,
    };
}

pub(crate) mod piece {
    //! A text within a file.

    pub(crate) use tagbridge_forms::piece::{
        DRAWN, PieceEdit as Edit, TextPiece as Piece, document, escaped,
    };
}

pub(crate) use self::world::World;
use crate::{
    draft::{Draft, Stop},
    request::RequestedChange,
};

/// Plans a change of statements or networks; `None` for other requests.
pub(crate) fn of_code(world: &World<'_>) -> Option<Result<Draft, Stop>> {
    Some(match world.context.request.kind {
        RequestedChange::SetConstant => code::constant(world),
        RequestedChange::AddContact => condition::add(world),
        RequestedChange::RemoveContact => condition::remove(world),
        RequestedChange::Feed => feed::change(world),
        RequestedChange::Invert
        | RequestedChange::Polarity
        | RequestedChange::Replace
        | RequestedChange::Take
        | RequestedChange::Series
        | RequestedChange::Parallel
        | RequestedChange::Latch
        | RequestedChange::InvertOutput => series::change(world),
        RequestedChange::Limit => statements::limit(world),
        RequestedChange::DeleteRung => statements::delete(world),
        RequestedChange::MoveRung => statements::relocate(world),
        RequestedChange::OnDelay | RequestedChange::OffDelay | RequestedChange::PulseOutput => {
            statements::delay(world)
        }
        kind if kind.is_recipe() => recipe::author(world),
        _ => return None,
    })
}
