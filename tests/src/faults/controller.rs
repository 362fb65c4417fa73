//! A virtual controller whose tag is the time at which it was read: a value contains its own age.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use tagbridge_driver::{Value, conformance::free_port};
use tagbridge_simulator::{
    Program,
    s7::{Memory, RunningS7, VirtualS7},
};
use tokio::runtime::Runtime;

/// The tag: the time of the harness's clock in milliseconds, a few milliseconds old when it is
/// read.
pub(super) const CLOCK: &str = "DB1.DBD0:DINT";

/// The harness's clock: monotonic, and independent of the tested programs.
#[derive(Debug, Clone, Copy)]
pub(super) struct LedgerClock(Instant);

impl LedgerClock {
    /// Starts at zero.
    pub(super) fn start() -> Self {
        Self(Instant::now())
    }

    /// Milliseconds since its start.
    pub(super) fn now_ms(self) -> i64 {
        i64::try_from(self.0.elapsed().as_millis()).unwrap_or(i64::MAX)
    }
}

/// A controller that can be switched off and on, always at the same address.
pub(super) struct ClockController {
    runtime: Runtime,
    address: SocketAddr,
    clock: LedgerClock,
    running: Option<RunningS7>,
}

/// Writes the time into the tag.
struct Timekeeper(LedgerClock);

impl Program<Memory> for Timekeeper {
    fn advance(&mut self, memory: &mut Memory, _elapsed: Duration) {
        let now = Value::Int(self.0.now_ms());
        memory.set(CLOCK, &now).expect("the block is there");
    }
}

impl ClockController {
    /// Starts one.
    pub(super) fn start(clock: LedgerClock) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("a runtime");
        let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
        let mut controller = Self { runtime, address, clock, running: None };
        controller.switch_on();
        controller
    }

    /// Its TCP port.
    pub(super) fn port(&self) -> u16 {
        self.address.port()
    }

    /// Powers it up.
    pub(super) fn switch_on(&mut self) {
        let controller = VirtualS7::new().block(1, 16).program(Box::new(Timekeeper(self.clock)));
        let listening = self.runtime.block_on(controller.listen(self.address));
        self.running = Some(listening.expect("its port is free"));
    }

    /// Powers the controller down: connections are cut, and no port is open.
    pub(super) fn switch_off(&mut self) {
        if let Some(running) = self.running.take() {
            self.runtime.block_on(running.stop());
        }
    }
}

impl Drop for ClockController {
    fn drop(&mut self) {
        self.switch_off();
    }
}
