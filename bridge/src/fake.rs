//! A fake controller and a fake service for tests, which behave as the test says.

mod controller;
mod service;

pub(crate) use self::{
    controller::{Controller, Deed},
    service::{Reply, Service},
};
