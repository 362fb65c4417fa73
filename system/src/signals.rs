//! Requests to end the program, from a user or the system.

/// Waits until the program is asked to end: by Ctrl-C or SIGTERM, and by the end of its terminal
/// unless it was started to survive that (`nohup`); on Windows by Ctrl-C, Ctrl-Break, its service
/// control manager, the end of its console, of the login or of the system. Windows kills it some
/// seconds after the last three.
pub async fn asked_to_end() {
    if asked().await.is_err() {
        // If the system does not report it, the default action still ends the process.
        std::future::pending::<()>().await;
    }
}

#[cfg(unix)]
async fn asked() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let hangup = heeds_hangup().then(|| signal(SignalKind::hangup()).ok()).flatten();
    let hung_up = async {
        match hangup {
            Some(mut hangup) => drop(hangup.recv().await),
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
        () = hung_up => {}
    }
    Ok(())
}

#[cfg(windows)]
async fn asked() -> std::io::Result<()> {
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};

    let (mut interrupt, mut stop, mut close) = (ctrl_c()?, ctrl_break()?, ctrl_close()?);
    let (mut log_off, mut shut_down) = (ctrl_logoff()?, ctrl_shutdown()?);
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = stop.recv() => {}
        _ = close.recv() => {}
        _ = log_off.recv() => {}
        _ = shut_down.recv() => {}
        () = crate::background::asked_to_stop() => {}
    }
    Ok(())
}

/// Whether the process was started with SIGHUP not ignored, on systems that report it, as Linux
/// does.
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
