//! How a reply is sent: late, in pieces, in part, or not at all.

use std::{io, time::Duration};

use tokio::{
    io::{AsyncWrite, AsyncWriteExt},
    time::sleep,
};

/// When and how a reply is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Delivery {
    pub(crate) after: Duration,
    pub(crate) manner: ReplyDelivery,
}

impl Delivery {
    pub(crate) const AT_ONCE: Self = Self { after: Duration::ZERO, manner: ReplyDelivery::Whole };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReplyDelivery {
    Whole,
    /// One byte at a time, with this interval.
    Dripping(Duration),
    /// Half of the reply, then a reset.
    Torn,
    Never,
}

impl ReplyDelivery {
    /// Writes the part of a reply that is sent. For [`ReplyDelivery::Torn`], the caller, which owns the
    /// socket, resets the connection.
    pub(crate) async fn write(
        self,
        reply: &[u8],
        to: &mut (impl AsyncWrite + Unpin),
    ) -> io::Result<()> {
        match self {
            Self::Whole => to.write_all(reply).await,
            Self::Torn => to.write_all(&reply[..reply.len() / 2]).await,
            Self::Never => Ok(()),
            Self::Dripping(gap) => {
                for byte in reply {
                    to.write_all(&[*byte]).await?;
                    if gap > Duration::ZERO {
                        sleep(gap).await;
                    }
                }
                Ok(())
            }
        }
    }
}
