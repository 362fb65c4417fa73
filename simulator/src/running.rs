//! A virtual controller of any vendor that listens.

use crate::{logix::RunningController, opcua::RunningCodesys, s7::RunningS7};

/// A virtual controller that listens. Dropping it stops it.
pub enum RunningSimulator {
    /// Of Allen-Bradley.
    Logix(RunningController),
    /// Of Siemens.
    S7(RunningS7),
    /// Of CODESYS.
    Codesys(RunningCodesys),
}

impl RunningSimulator {
    /// The endpoint.
    pub fn endpoint(&self) -> String {
        match self {
            Self::Logix(controller) => controller.endpoint(),
            Self::S7(controller) => controller.endpoint(),
            Self::Codesys(controller) => controller.endpoint(),
        }
    }

    /// The SHA-256 of its certificate for comparison. `None` if it has no certificate.
    pub fn fingerprint(&self) -> Option<String> {
        match self {
            Self::Logix(_) | Self::S7(_) => None,
            Self::Codesys(controller) => controller.fingerprint(),
        }
    }

    /// Closes all sockets and waits until they are closed.
    pub async fn stop(self) {
        match self {
            Self::Logix(controller) => controller.stop().await,
            Self::S7(controller) => controller.stop().await,
            Self::Codesys(controller) => controller.stop().await,
        }
    }
}
