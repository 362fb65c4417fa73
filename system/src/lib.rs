//! The differences between operating systems: file permissions, file names, the real path of a
//! file, free disk space, the request to end a process, reports to a service manager, background
//! programs.

mod background;
mod beneath;
mod file_id;
mod names;
mod private;
mod room;
mod signals;
mod supervisor;

pub use self::{
    background::{
        ARE_SAID_BY_UNITS, BackgroundEntry, BackgroundState, ManagerError, host, install, standing,
        start, stop, uninstall,
    },
    beneath::{is_remote, open_beneath},
    file_id::FileId,
    names::is_device_name,
    private::{
        Background, create_private, create_private_folder, is_open_to_all, make_private,
        open_to_background, sync_file, sync_folder, write_private, write_whole,
    },
    room::{free_bytes, is_disk_full, open_files, total_bytes},
    signals::asked_to_end,
    supervisor::{stderr_is_journal, tell_ready, tell_state, tell_stopping},
};
