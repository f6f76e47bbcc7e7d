import { createHash } from 'node:crypto';
import {
  checkSession,
  sessionsRevoked,
  type Actor,
  type OutputOf,
  type SessionsRevoked,
} from '@lead-finder/contracts';
import { AppError, type Bus, type Caller, type Hints } from '@lead-finder/platform';

type OpenSession = OutputOf<typeof checkSession>;
interface Known {
  session: OpenSession;
  checkedAt: number;
  useRecordedAt: number;
}

const keptMs = 30_000;
const heartbeatMs = 900;
const recordUseEveryMs = 60_000;
const mostKnown = 50_000;

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Who holds this token, without a round trip where that is safe: for 30 s, and only while the users service's word about
 * ended sessions is younger than 900 ms. Otherwise it asks (design, section 3a, point 3).
 */
export class SessionCache {
  private readonly known = new Map<string, Known>();
  private readonly endListeners = new Set<(userId: number, tokenHash: string | null) => void>();
  /** Requests of a page that come together ask once; a revocation parts those before it from those behind it. */
  private readonly asking = new Map<string, Promise<OpenSession | null>>();
  private lastRevocation = -1;
  private heardAt = -Infinity;
  private readonly stopListening: () => void;

  constructor(
    private readonly bus: Bus,
    hints: Hints,
  ) {
    this.stopListening = hints.subscribe(sessionsRevoked, (hint) => this.hear(hint as SessionsRevoked));
  }

  /** The open session, or null where there is none. `used`: a person did something, which keeps it from idling out. */
  async find(token: string, used: boolean, caller: Caller): Promise<OpenSession | null> {
    const hash = hashOfToken(token);
    const now = performance.now();
    const known = this.known.get(hash);
    const isFresh = known && now - known.checkedAt < keptMs && now - this.heardAt < heartbeatMs;
    const isUseDue = used && (!known || now - known.useRecordedAt > recordUseEveryMs);
    if (isFresh && !isUseDue && Date.parse(known.session.expiresAt) > Date.now()) return known.session;
    const asked = `${hash}.${isUseDue}.${this.lastRevocation}`;
    const running = this.asking.get(asked);
    if (running) return running;
    // That one of them goes away calls nothing off for the others.
    const asking = this.ask(token, hash, isUseDue, { ...caller, signal: undefined }).finally(() => this.asking.delete(asked));
    this.asking.set(asked, asking);
    return asking;
  }

  forget(token: string): void {
    this.known.delete(hashOfToken(token));
  }

  /** Told when sessions end: streams that are open for them must close. */
  onEnd(listener: (userId: number, tokenHash: string | null) => void): () => void {
    this.endListeners.add(listener);
    return () => void this.endListeners.delete(listener);
  }

  close(): void {
    this.stopListening();
  }

  private async ask(token: string, hash: string, used: boolean, caller: Caller): Promise<OpenSession | null> {
    const seen = this.lastRevocation;
    try {
      const session = await this.bus.call(checkSession, { token, used }, caller);
      // An answer that a revocation overtook may be old: use it for this request alone.
      if (seen === this.lastRevocation) this.keep(hash, session, used);
      return session;
    } catch (error) {
      this.known.delete(hash);
      if (error instanceof AppError && error.kind === 'unauthenticated') return null;
      throw error;
    }
  }

  private keep(hash: string, session: OpenSession, used: boolean): void {
    const now = performance.now();
    const before = this.known.get(hash);
    if (this.known.size >= mostKnown) this.known.delete(this.known.keys().next().value!);
    this.known.set(hash, { session, checkedAt: now, useRecordedAt: used ? now : (before?.useRecordedAt ?? -Infinity) });
  }

  private hear({ after, last, recent }: SessionsRevoked): void {
    this.heardAt = performance.now();
    if (this.lastRevocation < after) this.known.clear();
    for (const each of recent.filter(({ id }) => id > this.lastRevocation)) this.drop(each);
    this.lastRevocation = Math.max(this.lastRevocation, last);
  }

  private drop({ userId, tokenHash }: SessionsRevoked['recent'][number]): void {
    if (tokenHash) this.known.delete(tokenHash);
    else for (const [hash, { session }] of this.known) if (session.actor.id === userId) this.known.delete(hash);
    for (const listener of this.endListeners) listener(userId ?? 0, tokenHash);
  }
}

export type SignedIn = { actor: Actor; session: OpenSession; tokenHash: string };
