//! The step that failed.

use tagbridge_texts::Coded;

/// A step of opening a connection, of reading, or of closing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Coded)]
#[coded(prefix = "step")]
pub enum LinkStep {
    /// Connect.
    Connect,
    /// Log in.
    LogIn,
    /// Discover devices.
    TellWhoIsThere,
    /// Read vendor, product and serial number.
    TellIdentity,
    /// Read the name of the project in the controller.
    TellProjectName,
    /// Read whether the controller executes its program.
    TellMode,
    /// Have the device identify itself first.
    SayWho,
    /// Open a session of the protocol.
    RegisterSession,
    /// Close the session of the protocol.
    UnregisterSession,
    /// Open a connection within the session.
    OpenConnection,
    /// Close the connection within the session.
    CloseConnection,
    /// Open the transport below the protocol.
    OpenTransport,
    /// Negotiate sizes.
    SetUp,
    /// Read the device's description of itself.
    ReadStatusList,
    /// Read the controller's tag list.
    ListTags,
    /// Read the types of the tags.
    LearnTypes,
    /// Read values.
    Read,
    /// Keep the connection alive.
    KeepAlive,
    /// List the server's endpoints.
    ListEndpoints,
    /// List the known servers.
    ListServers,
    /// Open the encrypted channel.
    OpenChannel,
    /// Select an endpoint.
    AgreeOnSecurity,
    /// Check the server's certificate.
    ShowCertificate,
    /// Create or read our certificate.
    UseOwnCertificate,
    /// Read the user's certificate.
    UseUserCertificate,
    /// Create a session without a user.
    CreateSession,
    /// Activate the session.
    ActivateSession,
    /// Close the session.
    CloseSession,
    /// Browse the address space.
    Browse,
    /// Register names for reading.
    RegisterNodes,
    /// Create a subscription.
    Subscribe,
    /// Add items to a subscription.
    MonitorNodes,
    /// Wait for the data of a subscription.
    HearSubscription,
    /// Delete a subscription.
    DeleteSubscription,
    /// Any other request.
    Ask,
}
