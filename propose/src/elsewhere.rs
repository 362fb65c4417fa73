//! Projects in formats that are read, and not changed here.

use crate::{
    context::Context,
    draft::{Draft, Stop},
    says::Why,
};

/// Says so.
pub(crate) fn author(context: Context<'_>) -> Result<Draft, Stop> {
    let what = context.source.name.clone();
    Err(Why::OtherPlatform { what }.into())
}
