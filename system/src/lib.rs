//! The differences between operating systems: file permissions, file names, the real path of a
//! file, free disk space, the computer itself, the request to end a process, reports to a service
//! manager, background programs.

mod allowed_folders;
mod background;
pub mod computer;
mod disk_space;
mod file_id;
mod names;
mod private;
mod signals;
mod supervisor;

pub use self::{
    allowed_folders::{is_remote, open_beneath},
    background::{
        ARE_SAID_BY_UNITS, BackgroundEntry, BackgroundState, ManagerError, host, install, standing,
        start, stop, uninstall,
    },
    disk_space::{free_bytes, is_disk_full, open_files, total_bytes},
    file_id::FileId,
    names::is_device_name,
    private::{
        Background, create_private, create_private_folder, is_open_to_all, make_private,
        open_to_background, sync_file, sync_folder, write_private, write_whole,
    },
    signals::asked_to_end,
    supervisor::{stderr_is_journal, tell_ready, tell_state, tell_stopping},
};
