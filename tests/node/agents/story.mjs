// Does an agent's story with the tools of a service by a client of the TypeScript SDK, and the same by the
// API of another service: what a tool answers must be what its endpoint answers.
//
// usage: story.mjs ORIGIN KEY TWIN_ORIGIN TWIN_KEY FILE CLIENT MODE
// CLIENT is `sdk` (@modelcontextprotocol/sdk) or `client` (@modelcontextprotocol/client); MODE, which the
// latter alone knows, `auto` or `legacy`. The story and what is printed are those of
// ../../python/agent_story.py.
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

const [origin, key, twinOrigin, twinKey, file, kind, mode] = process.argv.slice(2);
const data = await readFile(file);
const story = JSON.parse(await readFile(new URL('../../story/agents.json', import.meta.url)));
const OWN = /"(\w*(?:_id|Id|_at|_url)|id|token|next_cursor|analysis_status)":"(?:[^"\\]|\\.)*"/g;
const bare = (text) => text.replace(OWN, '"$1":*');

function filled(value, known) {
  if (Array.isArray(value)) return value.map((it) => filled(it, known));
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, filled(it, known)]));
  }
  return typeof value === 'string' ? value.replace(/\$(\w+)/g, (_, name) => known[name]) : value;
}

function check(holds, ...told) {
  if (!holds) throw new Error(told.map((it) => JSON.stringify(it)).join('\n'));
}

// The first answer that is not refused for its rate, and has the status.
async function patiently(ask, until) {
  for (let turn = 0; turn < 120; turn += 1) {
    const [text, refused] = await ask();
    const answer = JSON.parse(text);
    if (refused && answer.error === 'rate_limited') await setTimeout(1000);
    else if (!refused && until && ![until, 'error'].includes(answer.status)) await setTimeout(500);
    else {
      check(!refused, text);
      return text;
    }
  }
  throw new Error(`never ${until}`);
}

async function connected() {
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  const address = new URL(`${origin}/mcp`);
  const info = { name: 'story', version: '1' };
  if (kind === 'sdk') {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const http = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    const client = new Client(info);
    const transport = new http.StreamableHTTPClientTransport(address, { requestInit });
    await client.connect(transport);
    return [client, transport.protocolVersion];
  }
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client(info, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
  return [client, client.getNegotiatedProtocolVersion()];
}

const [client, version] = await connected();
const tools = (await client.listTools()).tools.map((it) => it.name);
const longer = Buffer.concat([data, Buffer.from('\n')]).toString('base64');
const [ours, theirs] = [{ longer }, { longer }];
const called = new Set();
let equal = 0;
for (const step of story) {
  if (step.put) {
    for (const known of [ours, theirs]) {
      const put = await fetch(filled(step.put, known), { method: 'PUT', body: data });
      check(put.ok, await put.text());
    }
    continue;
  }
  called.add(step.tool);
  const byTool = async () => {
    const result = await client.callTool({ name: step.tool, arguments: filled(step.arguments, ours) });
    if (result.isError) return [JSON.stringify(result.structuredContent), true];
    const text = result.content[0].text;
    check(JSON.stringify(JSON.parse(text)) === JSON.stringify(result.structuredContent), step, text);
    return [text, false];
  };
  const [method, path] = step.twin;
  const headers = { authorization: `Bearer ${twinKey}` };
  const twinAsked = () => {
    const asked = { method, headers: { ...headers } };
    if (method === 'POST') asked.headers['idempotency-key'] = randomUUID();
    if (step.body) {
      asked.headers['content-type'] = 'application/json';
      asked.body = JSON.stringify(filled(step.body, theirs));
    }
    return fetch(`${twinOrigin}/api/v1${filled(path, theirs)}`, asked);
  };
  let text = await patiently(byTool, step.until);
  const answer = JSON.parse(text);
  if (step.file) {
    const fetched = Buffer.from(await (await fetch(answer.url)).arrayBuffer());
    const twin = Buffer.from(await (await twinAsked()).arrayBuffer());
    check(fetched.equals(twin), 'the files differ');
    check(createHash('sha256').update(twin).digest('hex') === answer.sha256, answer);
    equal += 1;
    continue;
  }
  const twin = await patiently(async () => {
    const response = await twinAsked();
    return [await response.text(), !response.ok];
  }, step.until);
  for (const name of step.beside ?? []) {
    check(answer[name]?.length, step, answer);
    delete answer[name];
    text = JSON.stringify(answer);
  }
  check(!('generated_code' in answer), answer);
  check(bare(text) === bare(twin), step, text, twin);
  equal += 1;
  for (const [name, field] of Object.entries(step.take ?? {})) {
    ours[name] = answer[field];
    theirs[name] = JSON.parse(twin)[field];
  }
  for (const [name, value] of Object.entries(step.expect ?? {})) check(answer[name] === value, step, answer);
}
// `sdk` holds a refusal against the tool's schema as well.
const unknown = await client.callTool({ name: 'svc_get_project', arguments: { id: 'prj_0' } });
const refused = [unknown.isError, unknown.structuredContent.error];
console.log(JSON.stringify({ version, tools, called: [...called].sort(), equal, refused }));
await client.close();
