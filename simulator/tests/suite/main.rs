//! The virtual controllers with our clients and with clients of other vendors.

mod from_project;
mod opcua_from_project;
mod opcua_other_clients;
mod opcua_our_driver;
mod opcua_switches;
mod other_clients;
mod our_driver;
mod our_driver_at_random;
mod our_driver_by_declaration;
mod our_driver_by_list;
mod our_driver_recalls;
mod s7_from_project;
mod s7_other_clients;
mod s7_our_driver;
mod support;
mod wire;
