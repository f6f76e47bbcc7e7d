import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import type { TestServer } from './server.js';

let engine: Promise<boolean> | undefined;

/** Returns whether there can be an engine, because loading the library takes a second. */
function mayHaveEngine(): boolean {
  if (process.platform === 'win32' || process.env.DOCKER_HOST) return true;
  const folders = ['/var/run', path.join(homedir(), '.docker/run'), path.join(homedir(), '.docker/desktop')];
  if (process.env.XDG_RUNTIME_DIR) folders.push(process.env.XDG_RUNTIME_DIR);
  return folders.some((folder) => existsSync(path.join(folder, 'docker.sock')));
}

async function findEngine(): Promise<boolean> {
  if (!mayHaveEngine()) return false;
  const { getContainerRuntimeClient } = await import('testcontainers');
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}

/** Returns whether a Docker engine responds; checked once. */
export const hasContainerEngine = () => (engine ??= findEngine());

export interface Container {
  image: string;
  command: string[];
  /** The port inside the container. */
  inside: number;
  port?: number;
  files?: { content: string; target: string }[];
  url: (port: number) => string;
  ready: (port: number) => Promise<void>;
}

/** Starts a container whose port on loopback and data survive `kill` and `restart`. */
export async function startContainer(wanted: Container): Promise<TestServer> {
  const { GenericContainer } = await import('testcontainers');
  const port = wanted.port ?? (await freePort());
  const container = await new GenericContainer(wanted.image)
    .withCommand(wanted.command)
    .withCopyContentToContainer(wanted.files ?? [])
    .withExposedPorts({ container: wanted.inside, host: port })
    .start();
  const ready = () => eventually(() => wanted.ready(port), { within: 30_000 });
  await ready();
  return {
    url: wanted.url(port),
    port,
    source: wanted.image,
    stop: async () => void (await container.stop({ remove: false, timeout: 10_000 })),
    kill: async () => void (await container.stop({ remove: false, timeout: 0 })),
    restart: async () => {
      await container.restart();
      await ready();
    },
  };
}
