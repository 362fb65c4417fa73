//! One signed file that sets up many installations: a bridge's configuration with the files that it
//! names. Each installation gets its own key with an enrolment code.
//!
//! The author of a fleet writes the configuration of one installation in a folder, tests it there,
//! and signs the folder. Secrets are not included: keys and passwords stay in their places. The
//! user who applies the file names the required signer. No file is changed before the whole fleet
//! file is verified and the service has created the key.

mod apply;
mod collect;
mod error;
mod examine;
mod sessions;
mod signed;
mod signer;

pub use apply::{AppliedFleet, Installation, apply};
pub use collect::sign;
pub use error::FleetError;
pub use examine::examine;
pub use signer::{SignerKey, SigningKey};

/// The name of a configuration in the file, and where it is applied.
pub const CONFIGURATION: &str = "tagbridge.toml";
/// The last applied fleet file, next to the configuration.
const KEPT: &str = "fleet.signed";
/// The required signer of a file.
const SIGNER: &str = "fleet.signer";

#[cfg(test)]
mod texts {
    use tagbridge_texts::{Coded, assert_complete};

    use crate::{
        FleetError,
        error::FleetRemedy,
        examine::{Advice, FleetCheck, Subject},
    };

    #[test]
    fn each_code_has_its_sentences() {
        let codes = [
            FleetError::CODES,
            FleetRemedy::CODES,
            Subject::CODES,
            FleetCheck::CODES,
            Advice::CODES,
        ];
        assert_complete("fleet", &codes);
    }
}
