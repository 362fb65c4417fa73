using System;
using System.IO;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

namespace Tagbridge
{
    /// <summary>The events of a turn over as many connections as it takes.</summary>
    internal sealed class ResumedStream : IDisposable
    {
        readonly Transport transport;
        readonly string path;
        readonly JObject body;
        readonly TimeSpan silence;
        readonly CancellationToken stop;
        readonly string once = Transport.NewKey();

        string last;
        int attempt;
        HttpResponseMessage response;
        StreamReader lines;

        internal ResumedStream(Transport transport, string path, JObject body, TimeSpan silence, CancellationToken stop)
        {
            this.transport = transport;
            this.path = path;
            this.body = body;
            this.silence = silence;
            this.stop = stop;
        }

        /// <summary>The next event; after <c>done</c> there is none.</summary>
        internal async Task<TurnEvent> NextAsync()
        {
            while (true)
            {
                try
                {
                    if (lines == null) await ConnectAsync().ConfigureAwait(false);
                    var next = await TurnEvent.NextAsync(lines, silence, stop).ConfigureAwait(false);
                    if (next?.Name == "error") throw new ApiError((int)response.StatusCode, next.Data);
                    if (next != null)
                    {
                        (last, attempt) = (next.Id, 0);
                        return next;
                    }
                    if (attempt + 1 >= Transport.Attempts) throw new TimeoutException("the stream did not come to its end");
                }
                catch (Exception error) when (attempt + 1 < Transport.Attempts && Transport.IsCut(error, stop))
                {
                    // It goes on where it was.
                }
                Dispose();
                await Transport.PauseAsync(attempt++, null, stop).ConfigureAwait(false);
            }
        }

        async Task ConnectAsync()
        {
            response = await transport.SendAsync(Request, HttpCompletionOption.ResponseHeadersRead, stop).ConfigureAwait(false);
            lines = new StreamReader(await response.Content.ReadAsStreamAsync().ConfigureAwait(false));
        }

        HttpRequestMessage Request()
        {
            var request = transport.Post(path, body, once);
            if (last != null) request.Headers.Add("last-event-id", last);
            return request;
        }

        public void Dispose()
        {
            lines?.Dispose();
            response?.Dispose();
            (lines, response) = (null, null);
        }
    }
}
