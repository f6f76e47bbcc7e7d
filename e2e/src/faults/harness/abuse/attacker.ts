import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Order, Report } from './attack.js';

const entry = fileURLToPath(new URL('./attacker-process.ts', import.meta.url));
const typescript = new URL('../../../../../libs/testing/run/typescript.mjs', import.meta.url).href;
const timeoutMs = 60_000;

/** Runs the attack in another process, so that it does not delay the measured requests of the users at work. */
export class Attacker {
  private constructor(private readonly child: ChildProcess) {}

  static async start(): Promise<Attacker> {
    const child = fork(entry, { execArgv: ['--import', typescript] });
    const attacker = new Attacker(child);
    try {
      await attacker.message();
      return attacker;
    } catch (error) {
      await attacker.end();
      throw error;
    }
  }

  async attack(order: Order): Promise<Report> {
    this.child.send(order);
    return (await this.message()) as Report;
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }

  private async message(): Promise<unknown> {
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(timeoutMs)]);
    const ended = once(this.child, 'exit', { signal }).then(() => {
      throw new Error('The attacker process ended');
    });
    try {
      const [message] = (await Promise.race([once(this.child, 'message', { signal }), ended])) as unknown[];
      return message;
    } finally {
      over.abort();
      ended.catch(() => undefined);
    }
  }
}
