import { z } from 'zod';
import type { CallerName } from './message.js';

export const pushToUser = (userId: number | '*' | 'all') => `push.user.${userId}`;
export const pushToAll = pushToUser('all');
export const pushToAdmins = 'push.role.admin';

export const sessionsRevoked = 'sessions.revoked';

/** Published before the response to the caller. It can get lost, so `sessions.revoked` reports each end too. */
export const sessionDoubtful = 'sessions.doubtful';
export interface SessionDoubtful {
  userId: number;
}

/** Published after the commit that changed the teams above or below these managers. */
export const teamsChanged = 'teams.changed';
export interface TeamsChanged {
  managerIds: number[];
}

/** Which processes publish and which listen. NATS refuses all others. */
export const signalRights: readonly {
  subject: string;
  publishers: readonly CallerName[];
  listeners: readonly CallerName[];
}[] = [
  { subject: pushToUser('*'), publishers: ['leads', 'imports', 'progress'], listeners: ['gateway'] },
  { subject: pushToAdmins, publishers: ['leads', 'users'], listeners: ['gateway'] },
  { subject: sessionsRevoked, publishers: ['users'], listeners: ['gateway'] },
  { subject: sessionDoubtful, publishers: ['users'], listeners: ['gateway'] },
  { subject: teamsChanged, publishers: ['users'], listeners: ['gateway', 'leads', 'progress'] },
];

/** What `GET /api/events` sends, at most 1 kB (docs/product/notifications.md#live-updates). */
export type PushSignal =
  | { type: 'progress' }
  | { type: 'lead'; ids: number[] }
  | { type: 'import'; id: number }
  | { type: 'notification' }
  | { type: 'team' }
  | { type: 'territory' }
  | { type: 'field' }
  | { type: 'branch' };

/** The revocations after `after`, every 300 ms. A listener that missed `after` drops all cached sessions. */
export const sessionsRevokedSignal = z.object({
  after: z.int(),
  last: z.int(),
  recent: z.array(z.object({ id: z.int(), userId: z.int().nullable(), tokenHash: z.string().nullable() })),
});
export type SessionsRevoked = z.output<typeof sessionsRevokedSignal>;
