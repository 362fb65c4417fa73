//! Reports to the service manager: systemd by its protocol (`sd_notify(3)`), Windows by its service
//! control manager. Without a manager, these functions do nothing.

#[cfg(unix)]
use sd_notify::NotifyState;

/// Reports that the program is ready. In a tokio runtime, the runtime then reports twice per
/// configured interval that it is alive (`WatchdogSec=`).
pub fn tell_ready() {
    #[cfg(windows)]
    crate::background::tell_running();
    #[cfg(unix)]
    {
        tell(&[NotifyState::Ready]);
        if let Some(within) = sd_notify::watchdog_enabled() {
            tokio::spawn(async move {
                let mut ticks = tokio::time::interval(within / 2);
                loop {
                    ticks.tick().await;
                    tell(&[NotifyState::Watchdog]);
                }
            });
        }
    }
}

/// Reports that the program is ending, which may take a while.
pub fn tell_stopping() {
    #[cfg(windows)]
    crate::background::tell_stopping();
    #[cfg(unix)]
    tell(&[NotifyState::Stopping]);
}

/// Reports a status line for `systemctl status`.
pub fn tell_state(line: &str) {
    #[cfg(unix)]
    tell(&[NotifyState::Status(line)]);
    #[cfg(not(unix))]
    let _ = line;
}

/// Errors are ignored.
#[cfg(unix)]
fn tell(state: &[NotifyState<'_>]) {
    drop(sd_notify::notify(state));
}

/// Whether stderr is systemd's journal, which adds time stamps and reads a severity prefix. systemd
/// names its stream in `JOURNAL_STREAM` (`systemd.exec(5)`); a child process may have another one.
pub fn stderr_is_journal() -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;

        let given = std::env::var("JOURNAL_STREAM").ok();
        let stderr =
            std::fs::metadata("/proc/self/fd/2").map(|it| format!("{}:{}", it.dev(), it.ino()));
        given.is_some() && given == stderr.ok()
    }
    #[cfg(not(unix))]
    false
}
