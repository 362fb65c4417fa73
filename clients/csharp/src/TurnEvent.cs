using System;
using System.Collections.Generic;
using System.IO;
using System.Net.Http;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

namespace Tagbridge
{
    /// <summary>An event of a turn: <c>status</c>, <c>token</c>, <c>outcome</c> or <c>done</c>.</summary>
    public sealed class TurnEvent
    {
        /// <summary>Its name.</summary>
        public string Name { get; }
        /// <summary>What it says.</summary>
        public JObject Data { get; }

        internal string Id { get; }

        TurnEvent(string name, string id, JObject data)
        {
            Name = name;
            Id = id;
            Data = data;
        }

        /// <summary>The events of a stream (HTML, section 9.2: server-sent events), up to where it ends.
        /// So long may it be silent; the service says something every 15 seconds.</summary>
        internal static async Task<TurnEvent> NextAsync(StreamReader lines, TimeSpan silence, CancellationToken stop)
        {
            string name = "", id = "";
            var data = new List<string>();
            while (true)
            {
                var reading = lines.ReadLineAsync();
                using (var watch = CancellationTokenSource.CreateLinkedTokenSource(stop))
                {
                    var first = await Task.WhenAny(reading, Task.Delay(silence, watch.Token)).ConfigureAwait(false);
                    watch.Cancel();
                    stop.ThrowIfCancellationRequested();
                    if (first != reading) throw new IOException("the stream fell silent");
                }
                var line = await reading.ConfigureAwait(false);
                if (line == null) return null;
                if (line.Length > 0)
                {
                    var colon = line.IndexOf(':');
                    var field = colon < 0 ? line : line.Substring(0, colon);
                    var value = colon < 0 ? "" : line.Substring(colon + 1);
                    if (value.StartsWith(" ", StringComparison.Ordinal)) value = value.Substring(1);
                    if (field == "event") name = value;
                    else if (field == "id") id = value;
                    else if (field == "data") data.Add(value);
                    continue;
                }
                // Without data it only says how long to wait before a new attempt.
                if (data.Count > 0) return new TurnEvent(name, id, Transport.Read<JObject>(string.Join("\n", data)));
                (name, id) = ("", "");
            }
        }
    }
}
