import type { IncomingMessage } from 'node:http';
import { AppError, networkOf } from '@lead-finder/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ClientLimits } from '../requests/client-limits.js';
import { onResponseEnd } from '../requests/response-end.js';
import { isUpload } from './upload.js';

const samples = 30;

/**
 * Limits how long bodies take to arrive and how many of one network arrive at the same time. It must be registered
 * before every hook that can reject: an early response does not end the body.
 */
export function boundArrivingBodies(fastify: FastifyInstance, limits: ClientLimits): void {
  const arriving = new Map<string, number>();

  fastify.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (!hasBody(raw)) return done();
    // A connection that the client has reset meanwhile has no address.
    const network = networkOf((request.ip as string | undefined) ?? '');
    const count = arriving.get(network) ?? 0;
    if (count < limits.maxArrivingPerNetwork) {
      arriving.set(network, count + 1);
      const stop = isUpload(request) ? watchUpload(request, reply, limits) : watchBody(request, reply, limits.bodyMs);
      onceArrived(raw, reply, () => {
        stop();
        const left = arriving.get(network)! - 1;
        if (left > 0) arriving.set(network, left);
        else arriving.delete(network);
      });
      return done();
    }
    // A body that came with its headers is complete after this tick and holds no resources.
    setImmediate(() => {
      if (raw.complete) return done();
      void reply.header('connection', 'close');
      done(tooMany(limits.bodyMs / 1_000));
    });
  });
}

const hasBody = ({ headers }: IncomingMessage) =>
  'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;

/** Calls the listener when the body ends. After an early response Node emits no event on the request. */
function onceArrived(raw: IncomingMessage, reply: FastifyReply, listener: () => void): void {
  const { socket } = raw;
  const end = () => {
    raw.off('close', end);
    socket.off('close', end);
    listener();
  };
  raw.once('close', end);
  onResponseEnd(reply.raw, () => {
    if (raw.closed) return;
    if (socket.destroyed) end();
    else socket.once('close', end);
  });
}

function watchBody(request: FastifyRequest, reply: FastifyReply, ms: number): () => void {
  const timer = setTimeout(() => giveUp(request, reply, 'The request took too long to arrive'), ms);
  return () => clearTimeout(timer);
}

function watchUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  { uploadSpanMs, minUploadBytes, bodyMs }: ClientLimits,
): () => void {
  const { raw } = request;
  const message = 'The upload was too slow and was stopped. Please try again.';
  let seen = [raw.socket.bytesRead];
  const timer = setInterval(() => {
    // Bytes wait here to be read: the store is slow, not the client.
    if (raw.readableLength > 0) seen = [];
    seen.push(raw.socket.bytesRead);
    if (seen.length <= samples) return;
    if (seen.at(-1)! - seen.shift()! < minUploadBytes) giveUp(request, reply, message);
  }, uploadSpanMs / samples);
  let stop = () => clearInterval(timer);
  reply.raw.once('finish', () => {
    stop();
    if (!raw.closed) stop = watchBody(request, reply, bodyMs);
  });
  return () => stop();
}

/** Fails the stream of the body, so that its reader responds with 408. */
function giveUp({ raw }: FastifyRequest, reply: FastifyReply, message: string): void {
  if (raw.complete) return;
  if (reply.raw.headersSent || raw.listenerCount('error') === 0) return void raw.destroy();
  void reply.header('connection', 'close');
  raw.emit('error', new AppError('too_slow', 'unavailable', message));
}

const tooMany = (retryAfter: number) =>
  new AppError(
    'limited',
    'rate_limited',
    'Too many requests of your network are still arriving. Please try again in a moment.',
    { retryAfter },
  );
