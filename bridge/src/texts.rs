//! Tests that each code of the bridge has its sentences.

use tagbridge_texts::{Coded, assert_complete};

use crate::{
    ClientError, DeviceError, ExportError, OutboxError, ProjectFileError, ReadError, StartError,
    UplinkError,
    client::{BadAnswer, NoAnswer, OtherDevice, Untrusted, UplinkRemedy},
    config::{self, FileProtection, Secret, SecretError, SecretLocation},
    doctor,
    log_message::LogMessage,
    preflight,
    scan_punctuality::MissedScans,
    status::{
        AcceptedController, Copy, ForeignController, NewerVersion, OutboxNote, Oversize,
        OversizeRemedy, PartnerTookOver, Replaced, SessionNote, UnreadableTags, VersionUsed,
    },
    status_file::StatusFileError,
};

#[test]
fn each_code_has_its_sentences() {
    let of_doctor = doctor::codes();
    let codes = [
        LogMessage::CODES,
        config::error::Unreadable::CODES,
        config::error::Mistake::CODES,
        config::error::Mistakes::CODES,
        config::error::Advice::CODES,
        preflight::messages::ComparisonOutcome::CODES,
        preflight::messages::ChangeDetection::CODES,
        preflight::messages::Remedy::CODES,
        SessionNote::CODES,
        Replaced::CODES,
        ForeignController::CODES,
        AcceptedController::CODES,
        NewerVersion::CODES,
        VersionUsed::CODES,
        MissedScans::CODES,
        PartnerTookOver::CODES,
        UnreadableTags::CODES,
        SecretError::CODES,
        Secret::CODES,
        SecretLocation::CODES,
        FileProtection::CODES,
        ProjectFileError::CODES,
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
        OtherDevice::CODES,
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
