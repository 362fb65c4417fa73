//! What a controller's program says, and answers to questions about it.
//!
//! Pure: a [`Project`](tagbridge_project::Project) in, answers out; no I/O and no clock. Values and
//! history are passed in.
