import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError } from '../config/environment.js';

type Setting<T> = readonly [name: string, value: T];

export function explainListening(
  error: unknown,
  [hostName, host]: Setting<string>,
  [portName, port]: Setting<number>,
): unknown {
  const { code } = error as { code?: string };
  if (code === 'EADDRINUSE') return new StartError(`Port ${port} on ${host} is taken. Set ${portName} to another one.`);
  if (code === 'EACCES') return new StartError(`This user may not open port ${port}. Set ${portName} to 1024 or more.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartError(`This machine does not have the address ${host}. Set ${hostName} to one of its own.`);
  return error;
}

export async function listen(
  server: Server,
  host: string,
  port: Setting<number>,
): Promise<{ port: number; stop(): Promise<void> }> {
  server.listen(port[1], host);
  await once(server, 'listening').catch((error: unknown) => {
    throw explainListening(error, ['HEALTH_HOST', host], port);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
