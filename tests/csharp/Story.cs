// Does a whole story with the C# client: puts files in, asks, streams, analyzes, exports.
//
// Usage: Story.exe URL CUT KEY FILE FOLDER
//
// CUT is the service behind what cuts connections. Prints a line of JSON with what came of it.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using Tagbridge;
using Tagbridge.Generated.Model;

static class Story
{
    static int Main(string[] words)
    {
        Console.WriteLine(Tell(words[0], words[1], words[2], words[3], words[4]).GetAwaiter().GetResult().ToString(Formatting.None));
        return 0;
    }

    static async Task<JObject> Tell(string url, string cut, string key, string file, string folder)
    {
        using (var client = new Client(url, key))
        using (var behind = new Client(cut, key))
        {
            var before = client.Projects().Count();
            var small = await client.UploadAsync(file, name: "Small");
            // Too large to be sent inline: blanks behind the last element.
            var large = Path.Combine(folder, "large.L5X");
            var bytes = File.ReadAllBytes(file).Concat(Enumerable.Repeat((byte)' ', 5000000)).ToArray();
            File.WriteAllBytes(large, bytes);
            var version = await client.UploadAsync(large, project: small.ProjectId);
            var answer = (await client.AskAsync(small.ProjectId, "Why is Run_1 off?")).ActualInstance as AnswerTurn;
            var events = behind.Stream(small.ProjectId, "Why is Run_1 off?").ToList();
            var written = string.Concat(events.Where(it => it.Name == "token").Select(it => (string)it.Data["text"]));
            var plan = (await client.GenerateAsync(small.ProjectId, "Add a tag Standby of type BOOL")).ActualInstance;
            var pending = plan as PlanTurn;
            var code = pending == null ? null : (await client.GenerateAsync(small.ProjectId, conversation: pending.ConversationId, approve: true)).ActualInstance;
            var run = await client.AnalyzeAsync(small.ProjectId);
            var saved = Path.Combine(folder, "saved.L5X");
            await (await (await client.ExportAsync(small.ProjectId)).WaitAsync()).SaveAsync(saved);
            JArray refused = null;
            try { await client.ProjectAsync("prj_0"); }
            catch (ApiError error) { refused = new JArray(error.Status, error.Error, error.IsRetryable, error.SuggestedAction != null); }
            var exported = File.ReadAllBytes(saved);
            var original = await client.OriginalAsync(small.ProjectId);
            return new JObject
            {
                ["health"] = (await client.HealthAsync()).ActorType,
                ["projects"] = client.Projects().Count() - before,
                ["resolutions"] = new JArray(small.Resolution, version.Resolution),
                ["answer"] = answer?.GetType().Name,
                ["last"] = events.Last().Name,
                ["same_answer"] = written == answer?.Answer,
                ["turns"] = new JArray(plan.GetType().Name, code?.GetType().Name),
                ["analysis"] = run.Status,
                ["same_file"] = exported.SequenceEqual(bytes) && original.SequenceEqual(bytes),
                ["found"] = (await client.SearchAsync(small.ProjectId, "Run_1")).Count > 0,
                ["parsed"] = (await client.SourceAsync(small.ProjectId)).Format,
                ["live"] = (await client.ValuesAsync(small.ProjectId)).Live,
                ["token"] = JObject.FromObject((await client.MintEmbedTokenAsync(small.ProjectId)).Permissions),
                ["refused"] = refused,
            };
        }
    }
}
