import { z } from 'zod';
import type { CallerName } from './message.js';

/**
 * Hints are told to whoever listens at the moment and kept by nobody: "look again". Facts travel as events.
 * Subjects: one person's open pages, every admin's pages, and the users service's word about ended sessions.
 */
/** `*` listens to everybody's. */
export const pushToUser = (userId: number | '*') => `push.user.${userId}`;
export const pushToAdmins = 'push.role.admin';

/** The word of the users service; see `sessionsRevokedWord`. */
export const sessionsRevoked = 'sessions.revoked';

/**
 * Told by the users service as soon as an account or its sessions are not what they were, before whoever changed them is
 * answered: `{"userId"}`. What a gateway keeps of this person's sessions is asked for anew. Ends of sessions are told by
 * `sessions.revoked` all the same, for this word may be lost.
 */
export const sessionDoubtful = 'sessions.doubtful';
export interface SessionDoubtful {
  userId: number;
}

/** Who tells what, and who listens; NATS lets nobody else. */
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

/** What a page is told on `GET /api/events`: kind and ids, never another person's data (decisions, section 9). At most 1 kB. */
export type PushSignal =
  { type: 'progress' } | { type: 'lead'; ids: number[] } | { type: 'import'; id: number } | { type: 'notification' };

/**
 * Told after every revocation and every 300 ms by each users process, read from the table of revocations: all those with
 * an id above `after`, up to `last`. A listener that has seen less than `after` missed some and forgets all it knew.
 */
export const sessionsRevokedSignal = z.object({
  after: z.int(),
  last: z.int(),
  /** One session by its token's hash, or all of a user's. */
  recent: z.array(z.object({ id: z.int(), userId: z.int().nullable(), tokenHash: z.string().nullable() })),
});
export type SessionsRevoked = z.output<typeof sessionsRevokedSignal>;
