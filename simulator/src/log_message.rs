//! The entries of the event log.

use tagbridge_texts::Coded;
pub(crate) use tagbridge_texts::event;

/// An event, without its subject.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "simulator-logged")]
pub(crate) enum LogMessage {
    LogixListens,
    S7Listens,
    CodesysListens,
    CodesysEnded,
    ClientNotAccepted,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_its_sentences() {
        let codes = [
            LogMessage::CODES,
            crate::FaultError::CODES,
            crate::rig::type_problem::TypeProblem::CODES,
            crate::logix::ModelError::CODES,
            crate::logix::TagError::CODES,
            crate::opcua::ModelError::CODES,
        ];
        tagbridge_texts::assert_complete("simulator", &codes);
    }
}
