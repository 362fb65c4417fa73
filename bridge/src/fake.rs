//! What the tests stand on: a controller and a service that do as they are told.

mod controller;
mod service;

pub(crate) use self::{
    controller::{Controller, Deed},
    service::{Reply, Service},
};
