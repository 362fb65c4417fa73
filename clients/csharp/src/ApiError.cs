using System;
using System.Net.Http;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Tagbridge
{
    /// <summary>What the service refused. Act on <see cref="Error"/> and <see cref="IsRetryable"/>, never on text.</summary>
    public sealed class ApiError : Exception
    {
        /// <summary>The HTTP status.</summary>
        public int Status { get; }
        /// <summary>The code, such as <c>not_found</c>; empty where what answered is no service of ours.</summary>
        public string Error { get; }
        /// <summary>What to show a person, where the service says so.</summary>
        public string UserMessage { get; }
        /// <summary>What to do about it, where the service says so.</summary>
        public string SuggestedAction { get; }
        /// <summary>Whether the same request may succeed later.</summary>
        public bool IsRetryable { get; }
        /// <summary>When to send it again at the earliest, where the service says so.</summary>
        public TimeSpan? RetryAfter { get; }
        /// <summary>What the service's log calls the request.</summary>
        public string RequestId { get; }

        internal ApiError(int status, JObject envelope, TimeSpan? retryAfter = null)
            : base($"{Text(envelope, "error")} ({status}): {Text(envelope, "message")}")
        {
            Status = status;
            Error = Text(envelope, "error") ?? "";
            UserMessage = Text(envelope, "userMessage");
            SuggestedAction = Text(envelope, "suggestedAction");
            IsRetryable = envelope["isRetryable"]?.Type == JTokenType.Boolean && (bool)envelope["isRetryable"];
            RequestId = Text(envelope, "request_id");
            RetryAfter = retryAfter;
        }

        internal static ApiError Of(HttpResponseMessage response, string body)
        {
            JObject envelope;
            try { envelope = JObject.Parse(body); }
            catch (JsonException) { envelope = new JObject { ["message"] = response.ReasonPhrase }; }
            return new ApiError((int)response.StatusCode, envelope, response.Headers.RetryAfter?.Delta);
        }

        static string Text(JObject envelope, string name) =>
            envelope[name]?.Type == JTokenType.String ? (string)envelope[name] : null;
    }
}
