import { hash as digestOf } from 'node:crypto';
import {
  checkSession,
  sessionDoubtful,
  teamsChanged,
  type SessionDoubtful,
  type SessionsRevoked,
  type TeamsChanged,
} from '@lead-finder/contracts';
import { AppError, type Bus, type ChangeSignals } from '@lead-finder/platform';
import type { RequestIdentity, SignedIn } from '../requests/caller.js';
import { EndedSessions } from './ended-sessions.js';

type OpenSession = SignedIn['session'];
interface Known {
  session: OpenSession;
  expiresAt: number;
  checkedAt: number;
  useRecordedAt: number;
}

const maxAgeMs = 30_000;
const recordUseEveryMs = 60_000;
const maxKnown = 50_000;

export const hashOfToken = (token: string) => digestOf('sha256', token, 'base64url');

/** Finds the session of a token, from the cache for 30 s and only while it knows which sessions have ended. */
export class SessionCache {
  private readonly known = new Map<string, Known>();
  private readonly endListeners = new Set<(userId: number, tokenHash: string | null) => void>();
  /** Simultaneous requests with one token share a call; a revocation in between separates them. */
  private readonly checking = new Map<string, Promise<OpenSession | null>>();
  private readonly ended: EndedSessions;
  private doubts = 0;
  private readonly stopListening: (() => void)[];

  constructor(
    protected readonly bus: Bus,
    changeSignals: ChangeSignals,
  ) {
    this.ended = new EndedSessions(
      bus,
      changeSignals,
      (end) => this.drop(end),
      () => this.known.clear(),
    );
    this.stopListening = [
      changeSignals.subscribe(sessionDoubtful, (word) => this.markDoubtful([(word as SessionDoubtful).userId])),
      // A session names the managed teams.
      changeSignals.subscribe(teamsChanged, (word) => this.markDoubtful((word as TeamsChanged).managerIds)),
      changeSignals.onGap(() => this.markDoubtful()),
    ];
  }

  /** Returns the session if the cache is current, or undefined if only `find` knows. `used` as for `find`. */
  findCached(token: string, used: boolean): OpenSession | undefined {
    return this.ended.isFresh ? this.current(hashOfToken(token), used) : undefined;
  }

  /** Returns the open session, or null. `used`: the user did something, which postpones the idle timeout. */
  async find(token: string, used: boolean, identity: RequestIdentity): Promise<OpenSession | null> {
    const hash = hashOfToken(token);
    const session = this.current(hash, used);
    if (session) {
      if (!this.ended.isFresh) await this.ended.confirm();
      if (this.known.get(hash)?.session === session) return session;
    }
    const isUseDue = used && this.isUseDue(this.known.get(hash));
    const key = `${hash}.${isUseDue}.${this.ended.last}.${this.doubts}`;
    const running = this.checking.get(key);
    if (running) return running;
    const checking = this.check(token, hash, isUseDue, identity).finally(() => this.checking.delete(key));
    this.checking.set(key, checking);
    return checking;
  }

  forget(token: string | undefined): void {
    if (token !== undefined) this.known.delete(hashOfToken(token));
  }

  onEnd(listener: (userId: number, tokenHash: string | null) => void): () => void {
    this.endListeners.add(listener);
    return () => void this.endListeners.delete(listener);
  }

  close(): void {
    this.ended.close();
    for (const stop of this.stopListening) stop();
  }

  /** Returns the session if it was checked less than 30 s ago and this use of it needs no report. */
  private current(hash: string, used: boolean): OpenSession | undefined {
    const known = this.known.get(hash);
    if (!known || (used && this.isUseDue(known))) return undefined;
    const isOpen = performance.now() - known.checkedAt < maxAgeMs && known.expiresAt > Date.now();
    return isOpen ? known.session : undefined;
  }

  private isUseDue(known: Known | undefined): boolean {
    return !known || performance.now() - known.useRecordedAt > recordUseEveryMs;
  }

  /** Makes the next request of this user, or of every user, check again. The time of the last use stays known. */
  private markDoubtful(userIds?: readonly number[]): void {
    this.doubts++;
    const users = userIds && new Set(userIds);
    for (const known of this.known.values()) {
      if (!users || users.has(known.session.actor.id)) known.checkedAt = -Infinity;
    }
  }

  private async check(
    token: string,
    hash: string,
    used: boolean,
    identity: RequestIdentity,
  ): Promise<OpenSession | null> {
    const { doubts } = this;
    const seen = this.ended.last;
    try {
      const session = await this.ask(token, used, identity);
      if (!session) this.known.delete(hash);
      // Otherwise a signal arrived during the call, so the response may be old: it serves this request but is not stored.
      else if (seen === this.ended.last && doubts === this.doubts) this.store(hash, session, used);
      return session;
    } catch (error) {
      this.known.delete(hash);
      throw error;
    }
  }

  /** Asks the users service. Returns null if the token has no session. */
  protected ask(token: string, used: boolean, identity: RequestIdentity): Promise<OpenSession | null> {
    return this.bus.call(checkSession, { token, used }, identity).catch((error: unknown) => {
      if (error instanceof AppError && error.kind === 'unauthenticated') return null;
      throw error;
    });
  }

  private store(hash: string, session: OpenSession, used: boolean): void {
    const now = performance.now();
    const before = this.known.get(hash);
    if (this.known.size >= maxKnown) this.known.delete(this.known.keys().next().value!);
    const expiresAt = Date.parse(session.expiresAt);
    this.known.set(hash, {
      session,
      expiresAt,
      checkedAt: now,
      useRecordedAt: used ? now : (before?.useRecordedAt ?? -Infinity),
    });
  }

  private drop({ userId, tokenHash }: SessionsRevoked['recent'][number]): void {
    if (tokenHash) this.known.delete(tokenHash);
    else for (const [hash, { session }] of this.known) if (session.actor.id === userId) this.known.delete(hash);
    for (const listener of this.endListeners) listener(userId ?? 0, tokenHash);
  }
}
