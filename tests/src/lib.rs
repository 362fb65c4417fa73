//! The common code of the end-to-end tests: the binary and foreign programs as processes, a
//! consumer of the service, and the code that causes faults and records them.

mod bucket;
mod consumer;
pub mod corpus;
mod cpppo;
pub mod faults;
mod foreign;
pub mod guard;
pub mod instances;
mod mosquitto;
pub mod plants;
mod postgres;
mod process;
pub mod shared_subscription;
mod site;
mod tagbridge;
mod tap;

pub use bucket::BucketServer;
pub use consumer::Consumer;
pub use cpppo::Cpppo;
pub use foreign::{Foreign, installed};
pub use mosquitto::{Mosquitto, SparkplugHost};
pub use postgres::Postgres;
pub use process::{Process, patiently, python};
pub use site::Site;
pub use tagbridge::{Outcome, Tagbridge, binary};
pub use tagbridge_driver::conformance::free_port;
pub use tap::NetworkRelay;
