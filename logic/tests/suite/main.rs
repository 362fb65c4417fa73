//! What the crate promises, from outside.

mod conditions;
mod text;
