import { z } from 'zod';
import type { CallerName } from './message.js';

/** Change signals say "look again" to the processes that listen. Facts travel as events. */
/** Returns the subject of one user's open pages; `*` matches every user's. */
export const pushToUser = (userId: number | '*') => `push.user.${userId}`;
export const pushToAdmins = 'push.role.admin';

export const sessionsRevoked = 'sessions.revoked';

/**
 * The users service publishes `{"userId"}` when an account or its sessions change, before it responds to the caller.
 * The gateway then reads this user's sessions again. This signal can get lost, so `sessions.revoked` also reports each
 * end of a session.
 */
export const sessionDoubtful = 'sessions.doubtful';
export interface SessionDoubtful {
  userId: number;
}

/** Which processes publish and which listen. NATS refuses all others. */
export const signalRights: readonly {
  subject: string;
  publishers: readonly CallerName[];
  listeners: readonly CallerName[];
}[] = [
  { subject: pushToUser('*'), publishers: ['leads', 'imports', 'progress'], listeners: ['gateway'] },
  { subject: pushToAdmins, publishers: ['leads'], listeners: ['gateway'] },
  { subject: sessionsRevoked, publishers: ['users'], listeners: ['gateway'] },
  { subject: sessionDoubtful, publishers: ['users'], listeners: ['gateway'] },
];

/** What `GET /api/events` sends, at most 1 kB (docs/product/notifications.md#live-updates). */
export type PushSignal =
  { type: 'progress' } | { type: 'lead'; ids: number[] } | { type: 'import'; id: number } | { type: 'notification' };

/**
 * Each users process publishes this after every revocation and every 300 ms: all revocations with an id above `after`,
 * up to `last`. A listener that has not seen `after` missed some and must drop all cached sessions.
 */
export const sessionsRevokedSignal = z.object({
  after: z.int(),
  last: z.int(),
  /** One session by the hash of its token, or all sessions of a user. */
  recent: z.array(z.object({ id: z.int(), userId: z.int().nullable(), tokenHash: z.string().nullable() })),
});
export type SessionsRevoked = z.output<typeof sessionsRevokedSignal>;
