//! What differs between operating systems: who may read a file, how much room there is, and how the
//! system asks a program to end.

mod private;
mod room;
mod signals;

pub use self::{
    private::{
        create_private, create_private_folder, is_open_to_all, make_private, sync_folder,
        write_private,
    },
    room::{free_bytes, open_files},
    signals::asked_to_end,
};
