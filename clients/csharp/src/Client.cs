using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;
using Tagbridge.Generated.Model;

namespace Tagbridge
{
    /// <summary>A service and a key for it. Results are the types of <c>Tagbridge.Generated.Model</c>; what the service
    /// refuses is thrown as <see cref="ApiError"/>.</summary>
    public sealed class Client : IDisposable
    {
        const int InlineBytesMax = 4500000;
        /// <summary>How long a file may be on its way.</summary>
        static readonly TimeSpan FilePatience = TimeSpan.FromMinutes(10);

        readonly Transport transport;
        readonly TimeSpan timeout;

        /// <summary><paramref name="baseUrl"/> is where the service is, with or without <c>/api/v1</c>; a request may
        /// take <paramref name="timeout"/>, 60 seconds unless told.</summary>
        public Client(string baseUrl, string key, TimeSpan? timeout = null)
        {
            this.timeout = timeout ?? TimeSpan.FromSeconds(60);
            transport = new Transport(baseUrl, key, this.timeout);
        }

        /// <summary>Ends its connections.</summary>
        public void Dispose() => transport.Dispose();

        /// <summary>Whether the service is well, and whom it takes this for.</summary>
        public Task<Health> HealthAsync(CancellationToken stop = default) => transport.GetAsync<Health>("health", stop);

        /// <summary>All projects, most recently touched first. Each page is asked for, and waited for, when it is needed.</summary>
        public IEnumerable<ProjectListItem> Projects()
        {
            string cursor = null;
            do
            {
                var query = cursor == null ? "" : $"?cursor={Part(cursor)}";
                var page = transport.GetAsync<ProjectList>("projects" + query, default).GetAwaiter().GetResult();
                foreach (var project in page.Projects) yield return project;
                cursor = page.NextCursor;
            } while (!string.IsNullOrEmpty(cursor));
        }

        /// <summary>A project.</summary>
        public Task<Project> ProjectAsync(string project, CancellationToken stop = default) =>
            transport.GetAsync<Project>($"projects/{Part(project)}", stop);

        /// <summary>Its current version: <c>parsed</c>, <c>ladder</c> or <c>scl</c>.</summary>
        public Task<Source> SourceAsync(string project, string format = "parsed", CancellationToken stop = default) =>
            transport.GetAsync<Source>($"projects/{Part(project)}/source?format={Part(format)}", stop);

        /// <summary>The file of the current version, as it came.</summary>
        public Task<byte[]> OriginalAsync(string project, CancellationToken stop = default) =>
            BytesAsync($"projects/{Part(project)}/source?format=raw", stop);

        /// <summary>What is known of its tags now.</summary>
        public Task<LiveValues> ValuesAsync(string project, CancellationToken stop = default) =>
            transport.GetAsync<LiveValues>($"projects/{Part(project)}/hmi/values", stop);

        /// <summary>What a tag was, most recent first.</summary>
        public Task<History> HistoryAsync(string project, string tag, int limit = 50, CancellationToken stop = default) =>
            transport.GetAsync<History>($"projects/{Part(project)}/hmi/history?tag={Part(tag)}&limit={limit}", stop);

        /// <summary>Places of the project's code that are about something.</summary>
        public Task<SearchContext> SearchAsync(string project, string query, int limit = 8, CancellationToken stop = default) =>
            transport.GetAsync<SearchContext>($"projects/{Part(project)}/search-context?query={Part(query)}&limit={limit}", stop);

        /// <summary>Puts a file in: as the next version of a project, or of the one that it belongs to, or as a new one. A
        /// large one goes to a link of its own.</summary>
        public async Task<Uploaded> UploadAsync(string path, string project = null, string name = null, CancellationToken stop = default)
        {
            var file = new JObject();
            if (new FileInfo(path).Length <= InlineBytesMax) file["inline"] = Convert.ToBase64String(File.ReadAllBytes(path));
            else file["blob_url"] = await StageAsync(path, stop).ConfigureAwait(false);
            var body = new JObject { ["originalFilename"] = Path.GetFileName(path), ["file"] = file };
            if (name != null) body["name"] = name;
            var to = project == null ? "projects" : $"projects/{Part(project)}/versions";
            return await transport.PostAsync<Uploaded>(to, body, stop).ConfigureAwait(false);
        }

        /// <summary>Asks, and waits for what comes of it: an <see cref="AnswerTurn"/>, a <see cref="NeedsInputTurn"/> or an
        /// <see cref="UnresolvedTurn"/>, as the turn's <c>ActualInstance</c>.</summary>
        public Task<Turn> AskAsync(
            string project, string prompt = null, string conversation = null, IEnumerable<JObject> answers = null, CancellationToken stop = default) =>
            transport.PostAsync<Turn>($"projects/{Part(project)}/interpret", Question(prompt, conversation, answers), stop);

        /// <summary>Asks for a change of the program, and waits for its plan, a <see cref="PlanTurn"/>; with
        /// <paramref name="approve"/> for the plan that is pending in the conversation, carried out on a copy: a
        /// <see cref="CodeTurn"/>. No version is made.</summary>
        public Task<Turn> GenerateAsync(
            string project, string prompt = null, string conversation = null, IEnumerable<JObject> answers = null,
            bool approve = false, string amendment = null, CancellationToken stop = default)
        {
            var body = Question(prompt, conversation, answers);
            if (approve) body["approve"] = true;
            if (amendment != null) body["amendment"] = amendment;
            return transport.PostAsync<Turn>($"projects/{Part(project)}/generate", body, stop);
        }

        /// <summary>Asks; the events of the turn as they come, each waited for when it is needed. A stream that is cut
        /// goes on where it was.</summary>
        public IEnumerable<TurnEvent> Stream(
            string project, string prompt = null, string conversation = null, IEnumerable<JObject> answers = null, CancellationToken stop = default)
        {
            var body = Question(prompt, conversation, answers);
            body["mode"] = "stream";
            using (var stream = new ResumedStream(transport, $"projects/{Part(project)}/interpret", body, timeout, stop))
            {
                TurnEvent next;
                do
                {
                    next = stream.NextAsync().GetAwaiter().GetResult();
                    yield return next;
                } while (next.Name != "done");
            }
        }

        /// <summary>Analyzes the current version, and waits for the outcome: ten minutes unless told.</summary>
        public async Task<AnalysisRun> AnalyzeAsync(string project, TimeSpan? timeout = null, CancellationToken stop = default)
        {
            var run = await transport.PostAsync<AnalysisStarted>($"projects/{Part(project)}/analyses", null, stop).ConfigureAwait(false);
            var state = await WaitForAsync($"analyses/{Part(run.AnalysisId)}", timeout, stop).ConfigureAwait(false);
            return Transport.Read<AnalysisRun>(state.ToString());
        }

        /// <summary>Starts an export: <c>plc</c>, the vendor's file, or <c>pdf</c>, a report.</summary>
        public async Task<Export> ExportAsync(string project, string kind = "plc", CancellationToken stop = default)
        {
            var started = await transport.PostAsync<ExportStarted>($"projects/{Part(project)}/exports/{Part(kind)}", null, stop).ConfigureAwait(false);
            return new Export(this, started.ExportId);
        }

        /// <summary>Mints a token for a page in a browser.</summary>
        public Task<EmbedToken> MintEmbedTokenAsync(string project, CancellationToken stop = default) =>
            transport.PostAsync<EmbedToken>("embed-tokens", new JObject { ["project_id"] = project }, stop);

        internal async Task<byte[]> BytesAsync(string path, CancellationToken stop)
        {
            var response = await transport.SendAsync(() => transport.Request(HttpMethod.Get, path), HttpCompletionOption.ResponseContentRead, stop, FilePatience).ConfigureAwait(false);
            using (response) return await response.Content.ReadAsByteArrayAsync().ConfigureAwait(false);
        }

        /// <summary>What a job has come to.</summary>
        internal async Task<JObject> WaitForAsync(string path, TimeSpan? patience, CancellationToken stop)
        {
            var end = DateTime.UtcNow + (patience ?? TimeSpan.FromMinutes(10));
            for (var wait = 1; ; wait = Math.Min(wait * 2, 5))
            {
                var state = await transport.GetAsync<JObject>(path, stop).ConfigureAwait(false);
                var status = (string)state["status"];
                if (status != "pending" && status != "queued" && status != "running") return state;
                if (DateTime.UtcNow > end) throw new TimeoutException($"{path} is {status}");
                // A key may ask 12 times a minute.
                await Task.Delay(TimeSpan.FromSeconds(wait), stop).ConfigureAwait(false);
            }
        }

        async Task<string> StageAsync(string path, CancellationToken stop)
        {
            var body = new JObject { ["filename"] = Path.GetFileName(path) };
            var staged = await transport.PostAsync<StagedUpload>("uploads", body, stop).ConfigureAwait(false);
            // The link is the credential; the key goes nowhere else.
            Func<HttpRequestMessage> put = () =>
            {
                var content = new StreamContent(File.OpenRead(path));
                content.Headers.ContentLength = new FileInfo(path).Length;
                return new HttpRequestMessage(HttpMethod.Put, staged.UploadUrl) { Content = content };
            };
            try
            {
                (await transport.SendAsync(put, HttpCompletionOption.ResponseContentRead, stop, FilePatience).ConfigureAwait(false)).Dispose();
            }
            catch (ApiError refused) when (refused.Status == (int)HttpStatusCode.Conflict)
            {
                // It had come, though its answer had not.
            }
            return staged.FileBlobUrl;
        }

        internal static string Part(string text) => Uri.EscapeDataString(text);

        static JObject Question(string prompt, string conversation, IEnumerable<JObject> answers)
        {
            var body = new JObject();
            if (prompt != null) body["prompt"] = prompt;
            if (conversation != null) body["conversation_id"] = conversation;
            if (answers != null) body["answers"] = new JArray(answers.ToArray<object>());
            return body;
        }
    }
}
