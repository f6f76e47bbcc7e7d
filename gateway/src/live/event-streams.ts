import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Actor } from '@lead-finder/contracts';
import { unavailable, type Clock } from '@lead-finder/platform';
import type { FastifyReply } from 'fastify';
import type { SessionCache } from '../http/sessions/session-cache.js';
import { EventHistory, type SentEvent } from './event-history.js';
import type { PushFeed } from './push-feed.js';

export interface StreamOwner {
  actor: Pick<Actor, 'id' | 'role'>;
  tokenHash: string;
  /** Called with each heartbeat: a session can also expire. */
  isSignedIn: () => Promise<boolean>;
}

const resetEvent = 'event: reset\ndata: {}\n\n';
/** No signals arrive: the page says so, until `reset`. */
const awayEvent = 'event: away\ndata: {}\n\n';
const reconnectMs = 2_000;
const maxUnsent = 200 * 1024;
const maxPerUser = 20;
const closingMs = 1_000;
/** Heartbeats run in this many groups: those of all streams at one moment would delay every request. */
const groupCount = 15;

export class EventStreams {
  private readonly streams = new Map<ServerResponse, StreamOwner & { group: number }>();
  private readonly history: EventHistory;
  private readonly heartbeat: NodeJS.Timeout;
  private readonly forgetSessions: () => void;
  private group = 0;
  private isStopping = false;
  private loss: NodeJS.Timeout | undefined;
  private isAway = false;
  /** Whether a manager has opened a stream in this process. */
  servesManagers = false;

  /** A loss of signals that is shorter than `quietMs` is not worth a word on the page. */
  constructor(feed: PushFeed, sessions: SessionCache, clock: Clock, { heartbeatMs = 15_000, quietMs = 5_000 } = {}) {
    this.history = new EventHistory(clock);
    feed.onPush((push) => this.send(this.history.add(push)));
    feed.onLoss(() => (this.loss ??= setTimeout(() => this.reportAway(), quietMs)));
    feed.onGap(() => this.reset());
    this.forgetSessions = sessions.onEnd((userId, tokenHash) => this.endSession(userId, tokenHash));
    this.heartbeat = setInterval(() => this.beat(), heartbeatMs / groupCount);
  }

  get size(): number {
    return this.streams.size;
  }

  /** A stream that opens with it gets all later events. */
  get lastEventId(): string {
    return this.history.lastId;
  }

  /** Takes the response over from the framework. A page that reconnects gets the events that it missed, or `reset`. */
  open(reply: FastifyReply, owner: StreamOwner, lastEventId: string | undefined): void {
    if (this.isStopping) throw unavailable('The event stream');
    const stream = reply.hijack().raw;
    if (stream.destroyed) return;
    stream.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    });
    if (reply.request.method === 'HEAD') return void stream.end();
    this.makeRoom(owner.actor.id);
    this.servesManagers ||= owner.actor.role === 'manager';
    stream.once('close', () => this.streams.delete(stream));
    this.streams.set(stream, { ...owner, group: this.streams.size % groupCount });
    this.write(stream, `retry: ${reconnectMs}\n\n`);
    if (lastEventId !== undefined) this.write(stream, this.missedSince(lastEventId, owner) ?? resetEvent);
    // After the reset, because that one ends 'Reconnecting…' on the page.
    if (this.isAway) this.write(stream, awayEvent);
    this.write(stream, this.position());
  }

  /** Ends the streams before the server closes, which waits for every response. */
  onModuleDestroy(): void {
    this.isStopping = true;
    clearInterval(this.heartbeat);
    clearTimeout(this.loss);
    this.forgetSessions();
    for (const stream of this.streams.keys()) this.close(stream);
  }

  private makeRoom(userId: number): void {
    const own = [...this.streams].filter(([, { actor }]) => actor.id === userId);
    if (own.length >= maxPerUser) this.close(own[0]![0]);
  }

  private send(event: SentEvent): void {
    for (const [stream, owner] of this.streams) if (isFor(event, owner)) this.write(stream, event.text);
  }

  private reportAway(): void {
    this.isAway = true;
    this.sendToAll(awayEvent);
  }

  /** Makes every page refetch, because signals were lost on the way to this process. */
  private reset(): void {
    clearTimeout(this.loss);
    this.loss = undefined;
    this.isAway = false;
    this.history.forgetAll();
    this.sendToAll(resetEvent + this.position());
  }

  private sendToAll(text: string): void {
    for (const stream of this.streams.keys()) this.write(stream, text);
  }

  /** Returns the missed events, or null if they are unknown or if refetching costs less. */
  private missedSince(lastEventId: string, owner: StreamOwner): string | null {
    const missed = this.history.since(lastEventId)?.filter((event) => isFor(event, owner));
    const text = missed?.map((event) => event.text).join('') ?? null;
    return text === null || text.length > maxUnsent / 2 ? null : text;
  }

  private beat(): void {
    this.group = (this.group + 1) % groupCount;
    if (this.group === 0) this.history.forgetOld();
    for (const [stream, owner] of this.streams) {
      if (owner.group !== this.group) continue;
      this.write(stream, this.position());
      owner.isSignedIn().then(
        (isSignedIn) => isSignedIn || this.close(stream),
        () => undefined,
      );
    }
  }

  /** An id without data: it is not an event, but moves the page's `Last-Event-ID` past the events of other users. */
  private position(): string {
    return `id: ${this.history.lastId}\n\n`;
  }

  private endSession(userId: number, tokenHash: string | null): void {
    for (const [stream, owner] of this.streams) {
      if (tokenHash === null ? owner.actor.id === userId : owner.tokenHash === tokenHash) this.close(stream);
    }
  }

  private write(stream: ServerResponse, text: string): void {
    if (stream.destroyed) return;
    stream.write(text);
    if (stream.writableLength > maxUnsent) stream.destroy();
  }

  /** Destroys the stream if the client reads nothing, so that it does not delay a stop. */
  private close(stream: ServerResponse): void {
    this.streams.delete(stream);
    stream.end();
    setTimeout(() => stream.writableFinished || stream.destroy(), closingMs).unref();
  }
}

function isFor({ to }: SentEvent, { actor: { id, role } }: StreamOwner): boolean {
  if (to === 'all') return true;
  if (to === 'admins') return role === 'admin';
  return typeof to === 'number' ? to === id : role === 'manager' && to.has(id);
}
