//! How a person or the system asks a running verb to stop.

/// Waits for Ctrl-C or, where there are such, SIGTERM and the end of the terminal.
pub(crate) async fn stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
                () = hung_up() => {}
            },
            // Without a handler for SIGTERM the system's default still ends the process.
            Err(_) => drop(tokio::signal::ctrl_c().await),
        }
    }
    #[cfg(not(unix))]
    drop(tokio::signal::ctrl_c().await);
}

/// Waits until the terminal is closed; forever where that does not matter, as under `nohup`, and
/// where the system does not tell: there its default stays, whatever it is.
#[cfg(unix)]
async fn hung_up() {
    use tokio::signal::unix::{SignalKind, signal};
    let hangup = heeds_hangup().then(|| signal(SignalKind::hangup()).ok()).flatten();
    match hangup {
        Some(mut hangup) => drop(hangup.recv().await),
        None => std::future::pending().await,
    }
}

/// Whether the system tells, as Linux does, that the process was not begun with SIGHUP ignored.
#[cfg(unix)]
fn heeds_hangup() -> bool {
    std::fs::read_to_string("/proc/self/status").is_ok_and(|it| is_first_heeded(&it))
}

/// SIGHUP is signal 1: the last bit of the mask in `SigIgn:`, 16 hexadecimal digits (`proc(5)`).
#[cfg(unix)]
fn is_first_heeded(status: &str) -> bool {
    let mask = status.lines().find_map(|it| it.strip_prefix("SigIgn:"));
    mask.and_then(|it| u64::from_str_radix(it.trim(), 16).ok()).is_some_and(|it| it & 1 == 0)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_was_begun_to_outlive_its_terminal_does() {
        for (status, heeded) in [
            ("Name:\ttagbridge\nSigIgn:\t0000000000001001\nSigCgt:\t0\n", false),
            ("SigBlk:\t0000000000000001\nSigIgn:\t0000000000001000\n", true),
            ("tagbridge 4711 of a system that does not tell", false),
        ] {
            assert_eq!(is_first_heeded(status), heeded, "{status:?}");
        }
    }
}
