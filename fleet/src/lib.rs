//! One signed file that sets up many installations: a bridge's configuration with the files that it
//! names, and for each installation a key of its own by an enrolment code.
//!
//! Whoever prepares a fleet writes the configuration of one installation in a folder, tries it there, and
//! signs the folder. No secret goes along: keys and passwords stay where they are. Who applies the file
//! says whose signature it must have; nothing is changed before all of it is known to be good and the
//! service has made the key.

mod apply;
mod collect;
mod error;
mod examine;
mod sessions;
mod signed;
mod signer;

pub use apply::{Applied, Installation, apply};
pub use collect::sign;
pub use error::FleetError;
pub use examine::examine;
pub use signer::{SignerKey, SigningKey};

/// What a configuration is called in the file, and where it is applied.
pub const CONFIGURATION: &str = "tagbridge.toml";
/// The file as it was applied last, beside the configuration.
const KEPT: &str = "fleet.signed";
/// Whose signature a file must have.
const SIGNER: &str = "fleet.signer";

#[cfg(test)]
mod texts {
    use tagbridge_texts::{Coded, assert_complete};

    use crate::{
        FleetError,
        error::FleetRemedy,
        examine::{Advice, Seen, Subject},
    };

    #[test]
    fn each_code_has_its_sentences() {
        let codes =
            [FleetError::CODES, FleetRemedy::CODES, Subject::CODES, Seen::CODES, Advice::CODES];
        assert_complete("fleet", &codes);
    }
}
