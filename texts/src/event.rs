//! Events of the log as codes.

/// An event of `tracing` whose sentence has a code: its level, what has the code, and fields as
/// `tracing` takes them: `event!(warn, Logged::DiskFull, path, %error)`.
///
/// The field `message` is the message's JSON, as a field with a code is anywhere in the log; who
/// writes a log makes the sentence of it. `event!(target: NAME, info, …)` says it under another name than the
/// module's.
#[macro_export]
macro_rules! event {
    (target: $target:expr, $level:ident, $said:expr $(, $($fields:tt)+)?) => {
        ::tracing::$level!(
            target: $target,
            message = ?$crate::Coded::message(&$said) $(, $($fields)+)?
        )
    };
    ($level:ident, $said:expr $(, $($fields:tt)+)?) => {
        ::tracing::$level!(message = ?$crate::Coded::message(&$said) $(, $($fields)+)?)
    };
}
