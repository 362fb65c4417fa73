//! Tests that each code of the bridge has its sentences.

use tagbridge_texts::{Coded, assert_complete};

use crate::{
    ClientError, DeviceError, ExportError, Lack, OutboxError, ReadError, StartError, UplinkError,
    client::{BadAnswer, NoAnswer, Rival, Untrusted, UplinkRemedy},
    config::{self, FileProtection, Secret, SecretError, SecretLocation},
    doctor,
    kept_pace::MissedScans,
    logged::Logged,
    preflight,
    status::{
        AcceptedOther, Copy, NewerVersion, NotProjects, OutboxNote, Oversize, OversizeRemedy,
        PartnerTookOver, Replaced, SessionNote, VersionUsed,
    },
    status_file::StatusFileError,
};

#[test]
fn each_code_has_its_sentences() {
    let of_doctor = doctor::codes();
    let codes = [
        Logged::CODES,
        config::error::Unreadable::CODES,
        config::error::Mistake::CODES,
        config::error::Mistakes::CODES,
        config::error::Advice::CODES,
        preflight::says::Seen::CODES,
        preflight::says::Later::CODES,
        preflight::says::Remedy::CODES,
        SessionNote::CODES,
        Replaced::CODES,
        NotProjects::CODES,
        AcceptedOther::CODES,
        NewerVersion::CODES,
        VersionUsed::CODES,
        MissedScans::CODES,
        PartnerTookOver::CODES,
        SecretError::CODES,
        Secret::CODES,
        SecretLocation::CODES,
        FileProtection::CODES,
        Lack::CODES,
        ReadError::CODES,
        ClientError::CODES,
        UplinkError::CODES,
        BadAnswer::CODES,
        NoAnswer::CODES,
        Untrusted::CODES,
        UplinkRemedy::CODES,
        StartError::CODES,
        OutboxError::CODES,
        OutboxNote::CODES,
        Copy::CODES,
        Rival::CODES,
        ExportError::CODES,
        StatusFileError::CODES,
        DeviceError::CODES,
        Oversize::CODES,
        OversizeRemedy::CODES,
        of_doctor[0],
        of_doctor[1],
        of_doctor[2],
        of_doctor[3],
    ];
    assert_complete("bridge", &codes);
}
