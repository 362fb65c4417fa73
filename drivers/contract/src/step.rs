//! What was being done with a controller when it failed.

use tagbridge_texts::Coded;

/// A step of opening a connection, of reading, or of closing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Coded)]
#[coded(prefix = "step")]
pub enum LinkStep {
    /// Nobody has answered yet.
    Connect,
    /// The controller may not let this user in.
    LogIn,
    /// Find out who is there.
    TellWhoIsThere,
    /// Ask for vendor, product and serial number.
    TellIdentity,
    /// Ask for the name of the project in it.
    TellProjectName,
    /// Ask whether it runs its program.
    TellMode,
    /// Have it answer who it is, before anything else.
    SayWho,
    /// Begin a session of the protocol.
    RegisterSession,
    /// End it.
    UnregisterSession,
    /// Open a connection within it.
    OpenConnection,
    /// Close that.
    CloseConnection,
    /// The transport below the protocol.
    OpenTransport,
    /// Agree on sizes.
    SetUp,
    /// Read how the device describes itself.
    ReadStatusList,
    /// Read its own list of tags.
    ListTags,
    /// Look at the types that are read.
    LearnTypes,
    /// Read values.
    Read,
    /// Let it know that somebody is there.
    KeepAlive,
    /// Which ways in it offers.
    ListEndpoints,
    /// Which servers it knows.
    ListServers,
    /// The encrypted channel.
    OpenChannel,
    /// Choose one of its ways in.
    AgreeOnSecurity,
    /// Look at its certificate.
    ShowCertificate,
    /// Make or read our certificate.
    UseOwnCertificate,
    /// Read the user's certificate.
    UseUserCertificate,
    /// Begin a session without a user.
    CreateSession,
    /// And have it accepted.
    ActivateSession,
    /// End it.
    CloseSession,
    /// Walk through its tree.
    Browse,
    /// Have names prepared for reading.
    RegisterNodes,
    /// Have values sent.
    Subscribe,
    /// Choose which.
    MonitorNodes,
    /// Wait for them.
    HearSubscription,
    /// Have them sent no more.
    DeleteSubscription,
    /// Anything else.
    Ask,
}
