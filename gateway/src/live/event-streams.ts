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
  /** Asked with each heartbeat: sessions also end by themselves. */
  isSignedIn: () => Promise<boolean>;
}

/** Whoever reads it refetches what it shows. */
const resetEvent = 'event: reset\ndata: {}\n\n';
const reconnectMs = 2_000;
const maxUnsent = 200 * 1024;
/** Of one person, in this process: more pages than anybody looks at. */
const maxPerUser = 20;
const closingMs = 1_000;
/** Heartbeats of thousands of streams at one moment would keep every request waiting. */
const groupCount = 15;

/** The open streams of this process (decisions, section 2, Live updates; design, section 3a, point 5). */
export class EventStreams {
  private readonly streams = new Map<ServerResponse, StreamOwner & { group: number }>();
  private readonly history: EventHistory;
  private readonly heartbeat: NodeJS.Timeout;
  private readonly forgetSessions: () => void;
  private group = 0;
  private isStopping = false;

  constructor(feed: PushFeed, sessions: SessionCache, clock: Clock, heartbeatMs = 15_000) {
    this.history = new EventHistory(clock);
    feed.onPush((push) => this.send(this.history.add(push)));
    feed.onGap(() => this.reset());
    this.forgetSessions = sessions.onEnd((userId, tokenHash) => this.endSession(userId, tokenHash));
    this.heartbeat = setInterval(() => this.beat(), heartbeatMs / groupCount);
  }

  get size(): number {
    return this.streams.size;
  }

  /** Takes the answer over from the framework. An interrupted page gets what it missed, or `reset` where that is not known. */
  open(reply: FastifyReply, owner: StreamOwner, lastEventId: string | undefined): void {
    if (this.isStopping) throw unavailable('The event stream');
    const stream = reply.hijack().raw;
    if (stream.destroyed) return;
    this.makeRoom(owner.actor.id);
    stream.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream; charset=utf-8',
      // Proxies of the nginx family would keep events back.
      'x-accel-buffering': 'no',
    });
    stream.once('close', () => this.streams.delete(stream));
    this.streams.set(stream, { ...owner, group: this.streams.size % groupCount });
    this.write(stream, `retry: ${reconnectMs}\n\n`);
    if (lastEventId !== undefined) this.write(stream, this.missedSince(lastEventId, owner) ?? resetEvent);
    this.write(stream, this.position());
  }

  /** Before the server closes, which waits for every answer to end. */
  onModuleDestroy(): void {
    this.isStopping = true;
    clearInterval(this.heartbeat);
    this.forgetSessions();
    for (const stream of this.streams.keys()) this.close(stream);
  }

  /** Ends the oldest stream of a person who has as many as one may have. */
  private makeRoom(userId: number): void {
    const own = [...this.streams].filter(([, { actor }]) => actor.id === userId);
    if (own.length >= maxPerUser) this.close(own[0]![0]);
  }

  private send(event: SentEvent): void {
    for (const [stream, owner] of this.streams) if (isFor(event, owner)) this.write(stream, event.text);
  }

  /** Hints were lost between the services and here, and with them what each of these pages should have been told. */
  private reset(): void {
    this.history.forgetAll();
    for (const stream of this.streams.keys()) this.write(stream, resetEvent + this.position());
  }

  /** Null where it is not known, or so much that refetching is less. */
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
        // The users service is away for a moment: asked again with the next heartbeat.
        () => undefined,
      );
    }
  }

  /** An id without data is no event, but moves the page's `Last-Event-ID` on past what others were told. */
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

  /** A client that takes nothing must not hold up a stop. */
  private close(stream: ServerResponse): void {
    this.streams.delete(stream);
    stream.end();
    setTimeout(() => stream.writableFinished || stream.destroy(), closingMs).unref();
  }
}

const isFor = ({ to }: SentEvent, { actor }: StreamOwner) =>
  to === 'admins' ? actor.role === 'admin' : to === actor.id;
