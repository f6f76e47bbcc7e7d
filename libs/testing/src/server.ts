import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectPlain } from 'node:net';
import { connect as connectOverTls } from 'node:tls';
import { onPath, type Binary } from './binaries.js';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';

/** A server that a spec may stop, kill and restart. Its port and data survive `kill` and `restart`. */
export interface TestServer {
  url: string;
  port: number;
  /** The image of its container, or the path of its program. */
  source: string;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Stops it if it runs, starts it, and resolves when it is ready. */
  restart(): Promise<void>;
}

/** Sends a line and resolves if the response begins with `expected`. Accepts any certificate. */
export function responds(port: number, line: string, expected: string, { tls = false } = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const say = () => socket.write(line);
    const at = { port, host: '127.0.0.1' };
    const socket = tls ? connectOverTls({ ...at, rejectUnauthorized: false }, say) : connectPlain(at, say);
    socket.setTimeout(1_000, () => socket.destroy(new Error(`Port ${port} is open but silent.`)));
    socket.once('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      if (data.toString().startsWith(expected)) resolve();
      else reject(new Error(`Port ${port} answers ${data.toString().slice(0, 200)}`));
    });
  });
}

/** On Linux, makes the kernel kill the server when the process that started it ends. */
function withParent(command: string, args: string[]): [string, string[]] {
  const setpriv = process.platform === 'linux' ? onPath('setpriv') : undefined;
  return setpriv ? [setpriv, ['--pdeathsig', 'KILL', command, ...args]] : [command, args];
}

export interface Launch {
  binary: Binary;
  args: (port: number) => string[];
  ready: (port: number) => Promise<void>;
  url: (port: number) => string;
  port?: number;
}

export async function launch(server: Launch): Promise<TestServer> {
  const start = async (port: number): Promise<ChildProcess> => {
    const child = spawn(...withParent(server.binary.command, server.args(port)), {
      env: { ...process.env, ...server.binary.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    const captureTail = (data: Buffer) => (said = (said + data.toString()).slice(-4_000));
    child.stdout.on('data', captureTail);
    child.stderr.on('data', captureTail);
    let over = false;
    const failed = new Promise<never>((_, reject) => {
      child.once('error', reject);
      child.once('close', () => (over = true));
      child.once('exit', (code) => reject(new Error(`${server.binary.command} ended (${code}): ${said}`)));
    });
    const ready = eventually(() => (over ? undefined : server.ready(port)), { within: 20_000 });
    ready.catch(() => undefined);
    await Promise.race([ready, failed]).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw error;
    });
    failed.catch(() => undefined);
    return child;
  };

  const end = async (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };

  let port = server.port ?? (await freePort());
  let child = await start(port).catch(async (error: unknown) => {
    // Another process may have taken the free port in between.
    if (server.port !== undefined) throw error;
    port = await freePort();
    return start(port);
  });
  return {
    url: server.url(port),
    port,
    source: server.binary.command,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
    restart: async () => {
      await end(child, 'SIGTERM');
      child = await start(port);
    },
  };
}
