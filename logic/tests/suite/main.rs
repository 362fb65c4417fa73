//! What the crate promises, from outside.

mod conditions;
