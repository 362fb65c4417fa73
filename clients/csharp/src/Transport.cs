using System;
using System.IO;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Tagbridge
{
    /// <summary>Sends requests, and sends one again, under the same key, where that may help.</summary>
    internal sealed class Transport : IDisposable
    {
        /// <summary>So often is a request sent that may succeed when it is sent again.</summary>
        internal const int Attempts = 6;

        /// <summary>Times stay text where no type says that they are one: a tag's value may look like one.</summary>
        static readonly JsonSerializerSettings Reading = new JsonSerializerSettings
        {
            DateParseHandling = DateParseHandling.None,
            ConstructorHandling = ConstructorHandling.AllowNonPublicDefaultConstructor,
        };

        readonly HttpClient http;
        readonly Uri root;
        readonly AuthenticationHeaderValue key;
        readonly TimeSpan timeout;

        internal Transport(string baseUrl, string key, TimeSpan timeout)
        {
            const string prefix = "/api/v1";
            baseUrl = baseUrl.TrimEnd('/');
            if (!baseUrl.EndsWith(prefix, StringComparison.Ordinal)) baseUrl += prefix;
            root = new Uri(baseUrl + "/");
            this.key = new AuthenticationHeaderValue("Bearer", key);
            this.timeout = timeout;
            http = new HttpClient { Timeout = Timeout.InfiniteTimeSpan };
        }

        public void Dispose() => http.Dispose();

        internal async Task<T> GetAsync<T>(string path, CancellationToken stop) =>
            Read<T>(await TextAsync(() => Request(HttpMethod.Get, path), stop).ConfigureAwait(false));

        internal async Task<T> PostAsync<T>(string path, JObject body, CancellationToken stop)
        {
            var once = NewKey();
            return Read<T>(await TextAsync(() => Post(path, body, once), stop).ConfigureAwait(false));
        }

        /// <summary>The same for a body that the caller tells the types of.</summary>
        internal static T Read<T>(string text) => JsonConvert.DeserializeObject<T>(text, Reading);

        internal static string NewKey() => Guid.NewGuid().ToString();

        internal HttpRequestMessage Request(HttpMethod method, string path)
        {
            var request = new HttpRequestMessage(method, new Uri(root, path));
            request.Headers.Authorization = key;
            return request;
        }

        internal HttpRequestMessage Post(string path, JObject body, string once)
        {
            var request = Request(HttpMethod.Post, path);
            request.Headers.Add("idempotency-key", once);
            if (body != null)
                request.Content = new StringContent(body.ToString(Formatting.None), Encoding.UTF8, "application/json");
            return request;
        }

        async Task<string> TextAsync(Func<HttpRequestMessage> request, CancellationToken stop)
        {
            using (var response = await SendAsync(request, HttpCompletionOption.ResponseContentRead, stop).ConfigureAwait(false))
                return await response.Content.ReadAsStringAsync().ConfigureAwait(false);
        }

        /// <summary>The answer where it is a success. A request is made anew for each attempt.</summary>
        internal async Task<HttpResponseMessage> SendAsync(
            Func<HttpRequestMessage> request, HttpCompletionOption completion, CancellationToken stop, TimeSpan? patience = null)
        {
            for (var attempt = 0; ; attempt++)
            {
                var isLast = attempt + 1 == Attempts;
                TimeSpan? told = null;
                using (var limit = CancellationTokenSource.CreateLinkedTokenSource(stop))
                {
                    limit.CancelAfter(patience ?? timeout);
                    try
                    {
                        var response = await http.SendAsync(request(), completion, limit.Token).ConfigureAwait(false);
                        if (response.IsSuccessStatusCode) return response;
                        using (response)
                        {
                            var refused = ApiError.Of(response, await response.Content.ReadAsStringAsync().ConfigureAwait(false));
                            if (isLast || !refused.IsRetryable) throw refused;
                            told = refused.RetryAfter;
                        }
                    }
                    catch (Exception error) when (!isLast && IsCut(error, stop))
                    {
                        // Another attempt.
                    }
                }
                await PauseAsync(attempt, told, stop).ConfigureAwait(false);
            }
        }

        /// <summary>Whether a connection failed or was too slow, rather than anybody saying no.</summary>
        internal static bool IsCut(Exception error, CancellationToken stop) =>
            !stop.IsCancellationRequested
            && (error is HttpRequestException || error is IOException || error is OperationCanceledException);

        internal static Task PauseAsync(int attempt, TimeSpan? told, CancellationToken stop) =>
            Task.Delay(told ?? TimeSpan.FromSeconds(Math.Min(Math.Pow(2, attempt) / 4, 8)), stop);
    }
}
