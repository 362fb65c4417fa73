//! A fake controller, a fake service and a small disk for tests. The test determines their behaviour.

mod controller;
mod service;
mod small_disk;

pub(crate) use self::{
    controller::{Controller, FakeResponse},
    service::{Reply, Service},
    small_disk::SmallDisk,
};
