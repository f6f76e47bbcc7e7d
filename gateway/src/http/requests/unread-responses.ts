import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The state of the connection in the operating system; Node's own timeouts read the same two numbers. */
interface Handle {
  bytesWritten: number;
  writeQueueSize: number;
}

const checks = 10;

/** Closes connections whose client does not read. Node's idle timeout restarts with each byte that the client sends. */
export function endUnreadResponses(fastify: FastifyInstance, unreadMs: number): void {
  const sockets = new Map<Socket, { taken: number; checks: number }>();

  const check = () => {
    for (const [socket, seen] of sockets) {
      const handle = (socket as Socket & { _handle?: Handle | null })._handle;
      if (!handle) continue;
      const taken = handle.bytesWritten - handle.writeQueueSize;
      if (handle.writeQueueSize === 0 || taken !== seen.taken) Object.assign(seen, { taken, checks: 0 });
      // It counts checks instead of time, so that a process that stood still itself does not close its clients.
      else if (++seen.checks >= checks) socket.destroy();
    }
  };

  fastify.addHook('onRequest', ({ raw: { socket } }, _reply, done) => {
    if (!sockets.has(socket)) {
      sockets.set(socket, { taken: 0, checks: 0 });
      socket.once('close', () => sockets.delete(socket));
    }
    done();
  });
  const timer = setInterval(check, unreadMs / checks);
  fastify.addHook('onClose', (_instance, done) => {
    clearInterval(timer);
    done();
  });
}
