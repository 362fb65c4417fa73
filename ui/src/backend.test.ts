import { expect, test, vi } from 'vitest';

/** A WebSocket whose messages the test sends. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  readonly sent: { id: number; command: string }[] = [];
  onopen = (): void => undefined;
  onmessage = (_: { data: string }): void => undefined;
  onclose = (_: { code: number }): void => undefined;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { id: number; command: string });
  }
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }
  receive(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

vi.useFakeTimers();
vi.stubGlobal('WebSocket', FakeSocket);
vi.stubGlobal('location', { href: 'http://127.0.0.1:8751/', hash: '' });
vi.stubGlobal('sessionStorage', { getItem: () => 'token', setItem: () => undefined });
const { onConnection } = await import('./backend');

test('an open connection without messages counts as lost until the next message', async () => {
  const connections: string[] = [];
  onConnection((connection) => connections.push(connection));
  await vi.advanceTimersByTimeAsync(0);
  const socket = FakeSocket.all[0]!;
  socket.open();
  // Pushed messages are received.
  for (let second = 0; second < 20; second += 1) {
    socket.receive({ topic: 'status', data: { now: 0, sessions: [] } });
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect([connections, socket.sent]).toEqual([['open'], []]);
  // While the desk pushes nothing, it answers requests.
  for (let second = 0; second < 60; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    for (const { id } of socket.sent.splice(0)) socket.receive({ id, answer: {} });
  }
  expect(connections).toEqual(['open']);
  await vi.advanceTimersByTimeAsync(4000);
  expect(connections).toEqual(['open', 'lost']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([connections, socket.sent.length]).toEqual([['open', 'lost'], 1]);
  socket.receive({ topic: 'status', data: { now: 0, sessions: [] } });
  expect(connections).toEqual(['open', 'lost', 'open']);
  // A closed connection counts as lost, too, and is opened again.
  socket.readyState = 3;
  socket.onclose({ code: 1006 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([connections.at(-1), FakeSocket.all.length]).toEqual(['lost', 2]);
});
