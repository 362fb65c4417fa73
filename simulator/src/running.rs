//! A virtual controller that listens, whichever vendor's it is.

use crate::{logix::RunningController, opcua::RunningCodesys, s7::RunningS7};

/// A virtual controller that listens. Dropping it stops it.
pub enum Running {
    /// Of Allen-Bradley.
    Logix(RunningController),
    /// Of Siemens.
    S7(RunningS7),
    /// Of CODESYS.
    Codesys(RunningCodesys),
}

impl Running {
    /// How it is reached.
    pub fn endpoint(&self) -> String {
        match self {
            Self::Logix(controller) => controller.endpoint(),
            Self::S7(controller) => controller.endpoint(),
            Self::Codesys(controller) => controller.endpoint(),
        }
    }

    /// The SHA-256 of its certificate, as people compare it. `None`: it has none.
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
