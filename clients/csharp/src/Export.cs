using System;
using System.IO;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

namespace Tagbridge
{
    /// <summary>An export that was started.</summary>
    public sealed class Export
    {
        readonly Client client;

        /// <summary>Its id.</summary>
        public string Id { get; }

        internal Export(Client client, string id)
        {
            this.client = client;
            Id = id;
        }

        /// <summary>Waits until there is something to download; throws <see cref="ApiError"/> where there never will be.</summary>
        public async Task<Export> WaitAsync(TimeSpan? timeout = null, CancellationToken stop = default)
        {
            var state = await client.WaitForAsync($"exports/{Client.Part(Id)}", timeout, stop).ConfigureAwait(false);
            if ((string)state["status"] != "complete")
                throw new ApiError(200, new JObject { ["error"] = "export_failed", ["message"] = state["error"] });
            return this;
        }

        /// <summary>Downloads what was exported.</summary>
        public async Task SaveAsync(string path, CancellationToken stop = default)
        {
            var content = await client.BytesAsync($"exports/{Client.Part(Id)}/download", stop).ConfigureAwait(false);
            File.WriteAllBytes(path, content);
        }
    }
}
