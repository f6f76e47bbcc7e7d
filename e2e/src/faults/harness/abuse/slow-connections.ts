import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { SlowConnections } from './attack.js';
import type { Connections } from './connections.js';

const stepMs = 50;
const stepsPerSecond = 1_000 / stepMs;

/** Holds `atOnce` connections open. Opens another one for each that the product closes. */
export async function openSlowConnections(
  connections: Connections,
  { openings, drip = '', atOnce, openedPerSecond, reads, seconds }: SlowConnections,
): Promise<void> {
  const dripping = new Map<Socket, { step: number; at: number }>();
  const { report } = connections;
  let opened = 0;
  let streaming = 0;

  /** A stream is open from its head to its end. Its connection is open longer: while the machine is busy, many wait. */
  const read = (socket: Socket) => {
    let isStreaming = false;
    const end = () => {
      if (isStreaming) streaming -= 1;
      isStreaming = false;
      socket.destroy();
    };
    const begin = () => {
      isStreaming = true;
      report.maxStreaming = Math.max(report.maxStreaming, ++streaming);
    };
    connections.read(socket, begin, end);
    socket.once('close', end);
  };

  const open = (step: number) => {
    const socket = connections.open();
    const opening = openings[opened++ % openings.length]!;
    socket.once('connect', () => {
      socket.write(opening);
      report.sent += 1;
      if (drip) dripping.set(socket, { step: step % stepsPerSecond, at: 0 });
    });
    socket.once('close', () => dripping.delete(socket));
    if (reads) read(socket);
    else socket.pause();
  };

  let last = performance.now() - stepMs;
  const until = performance.now() + seconds * 1_000;
  for (let step = 0; performance.now() < until; step++) {
    // A step takes longer on a busy machine, and then opens more.
    const passed = performance.now() - last;
    last += passed;
    const room = Math.min(atOnce - connections.count, (openedPerSecond * passed) / 1_000);
    for (let n = 0; n < room; n++) open(step);
    for (const [socket, progress] of dripping) {
      if (progress.step === step % stepsPerSecond) socket.write(drip[progress.at++ % drip.length]!);
    }
    await pause(stepMs);
  }
}
