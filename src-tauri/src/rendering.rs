//! How the web view paints on Linux.

/// Without a GPU the web view's shared buffers are painted by the CPU, and burn a core: they are
/// switched off before anything of it is loaded.
#[cfg(target_os = "linux")]
pub(crate) fn settle() {
    use std::{env, os::unix::process::CommandExt, process::Command};

    const SWITCH: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
    let has_gpu = std::fs::read_dir("/dev/dri").is_ok_and(|entries| {
        entries.flatten().any(|it| it.file_name().to_string_lossy().starts_with("renderD"))
    });
    if has_gpu || env::var_os(SWITCH).is_some() {
        return;
    }
    // A variable must be there before the first thread is: the program begins again with it.
    if let Ok(program) = env::current_exe() {
        let _returns_on_failure =
            Command::new(program).args(env::args_os().skip(1)).env(SWITCH, "1").exec();
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn settle() {}
