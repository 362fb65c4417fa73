//! A fake controller and a fake service for tests. The test determines their behaviour.

mod controller;
mod service;

pub(crate) use self::{
    controller::{Controller, Deed},
    service::{Reply, Service},
};
