//! S7 networks in ladder: neutral text and SIMATIC SD, brought to one form.

mod effect;
mod ladder;
mod network;

pub(crate) use self::ladder::lower as ladder;
