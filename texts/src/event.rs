//! Events of the log as codes.

/// Writes an event of `tracing` whose sentence has a code: its level, a value with a code, and
/// fields as in `tracing`: `event!(warn, LogMessage::DiskFull, path, %error)`.
///
/// The field `message` is the message as JSON, like every coded field of the log; the log writer
/// formats the sentence. `event!(target: NAME, info, …)` uses another target than the module's
/// name.
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
