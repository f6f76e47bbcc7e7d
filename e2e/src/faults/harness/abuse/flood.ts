import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Flood } from './attack.js';
import type { Connections } from './connections.js';

/** Above this the line waits: requests to a product that no longer responds are no attack. */
const maxUnanswered = 50;
const maxMs = 20_000;
const lastAnswersMs = 5_000;
const lookMs = 20;

class Line {
  unanswered = 0;
  private socket: Socket | null = null;

  constructor(private readonly connections: Connections) {}

  send(request: string): void {
    this.socket ??= this.open();
    this.socket.write(request);
    this.unanswered += 1;
    this.connections.report.sent += 1;
  }

  private open(): Socket {
    const socket = this.connections.open();
    this.connections.read(socket, () => (this.unanswered -= 1));
    socket.once('close', () => {
      this.socket = null;
      this.connections.report.sent -= this.unanswered;
      this.unanswered = 0;
    });
    return socket;
  }
}

/** Sends requests in waves until `count` are sent or `maxMs` are over. What a closed connection left unanswered is sent again. */
export async function flood(
  connections: Connections,
  { requests, count, connections: lineCount, wave, everyMs }: Flood,
): Promise<void> {
  const lines = Array.from({ length: lineCount }, () => new Line(connections));
  const begun = performance.now();
  let next = 0;
  for (let waves = 1; connections.report.sent < count && performance.now() - begun < maxMs; waves++) {
    for (let n = 0; n < wave && connections.report.sent < count; n++) {
      const line = lines[next++ % lineCount]!;
      if (line.unanswered < maxUnanswered) line.send(requests[connections.report.sent % requests.length]!);
    }
    await pause(Math.max(1, begun + waves * everyMs - performance.now()));
  }
  const ended = performance.now();
  while (lines.some(({ unanswered }) => unanswered > 0) && performance.now() - ended < lastAnswersMs)
    await pause(lookMs);
}
