// Adds the key that the conformance suite cannot send.
//
// usage: proxy.mjs UPSTREAM_PORT KEY
// Prints the port that it listens on.
import http from 'node:http';

const [upstream, key] = process.argv.slice(2);
const server = http.createServer((asked, answer) => {
  const headers = { ...asked.headers, authorization: `Bearer ${key}` };
  const to = { host: '127.0.0.1', port: upstream, method: asked.method, path: asked.url, headers };
  const sent = http.request(to, (got) => {
    answer.writeHead(got.statusCode, got.headers);
    got.pipe(answer);
  });
  sent.on('error', () => answer.destroy());
  answer.on('close', () => sent.destroy());
  asked.pipe(sent);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
