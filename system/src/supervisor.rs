//! What the system that runs a service wants to know of it: systemd by its protocol (`sd_notify(3)`),
//! Windows by its service control manager. Where none does, nothing is told.

#[cfg(unix)]
use sd_notify::NotifyState;

/// It does its work from now on. Within a runtime of tokio that runtime tells from now on, twice in the
/// time that was set for it, that it still gets round to it (`WatchdogSec=`).
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

/// It ends in order, which may take a while.
pub fn tell_stopping() {
    #[cfg(windows)]
    crate::background::tell_stopping();
    #[cfg(unix)]
    tell(&[NotifyState::Stopping]);
}

/// How it stands, in one line for `systemctl status`.
pub fn tell_state(line: &str) {
    #[cfg(unix)]
    tell(&[NotifyState::Status(line)]);
    #[cfg(not(unix))]
    let _ = line;
}

/// Whoever does not listen is not told.
#[cfg(unix)]
fn tell(state: &[NotifyState<'_>]) {
    drop(sd_notify::notify(state));
}

/// Whether stderr is systemd's journal, which stamps lines itself and takes their severity before them: it says which of its
/// streams it gave (`JOURNAL_STREAM` in `systemd.exec(5)`), and a child may have another.
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
