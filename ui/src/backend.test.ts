import { expect, test, vi } from 'vitest';

/** A connection that the test speaks on. */
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
  hear(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

vi.useFakeTimers();
vi.stubGlobal('WebSocket', FakeSocket);
vi.stubGlobal('location', { href: 'http://127.0.0.1:8751/', hash: '' });
vi.stubGlobal('sessionStorage', { getItem: () => 'token', setItem: () => undefined });
const { onConnection } = await import('./backend');

test('a connection that nobody closed and on which nothing is heard is lost, until something is heard', async () => {
  const told: string[] = [];
  onConnection((connection) => told.push(connection));
  await vi.advanceTimersByTimeAsync(0);
  const socket = FakeSocket.all[0]!;
  socket.open();
  // Pushed messages are received.
  for (let second = 0; second < 20; second += 1) {
    socket.hear({ topic: 'status', data: { now: 0, sessions: [] } });
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect([told, socket.sent]).toEqual([['open'], []]);
  // While the desk is silent, requests are answered.
  for (let second = 0; second < 60; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    for (const { id } of socket.sent.splice(0)) socket.hear({ id, answer: {} });
  }
  expect(told).toEqual(['open']);
  await vi.advanceTimersByTimeAsync(4000);
  expect(told).toEqual(['open', 'lost']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([told, socket.sent.length]).toEqual([['open', 'lost'], 1]);
  socket.hear({ topic: 'status', data: { now: 0, sessions: [] } });
  expect(told).toEqual(['open', 'lost', 'open']);
  // One that is closed is lost as before, and tried again.
  socket.readyState = 3;
  socket.onclose({ code: 1006 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([told.at(-1), FakeSocket.all.length]).toEqual(['lost', 2]);
});
