import type { CallerName } from '@lead-finder/contracts';
import { serviceNames } from '@lead-finder/contracts';
import type { QueueName } from '../jobs/job-queues.js';

/** The queues that each service fills and works on; one queue has one service. */
const queuesOf: Record<CallerName, QueueName[]> = {
  users: ['mail', 'jobs-users'],
  places: ['jobs-places'],
  leads: ['jobs-leads'],
  imports: ['imports', 'jobs-imports'],
  progress: ['jobs-progress'],
  // It opens the connection as every process does, and has no queue.
  gateway: [],
};

/** For specs with queues of their own it is the queue's own name. */
export const serviceOfQueue = (queue: string): string =>
  redisUsers.find((user) => queuesOf[user].some((own) => own === queue)) ?? queue;

export const redisUsers: readonly CallerName[] = [...serviceNames, 'gateway'];

/**
 * One user's rule as Redis reads it, without the password: the keys of its own queues and no other, nothing that
 * empties, configures or looks into the server. BullMQ asks for the version by INFO.
 */
export const redisRights = (user: CallerName): string[] => [
  'resetchannels',
  ...queuesOf[user].map((queue) => `~bull:${queue}:*`),
  '+@all',
  '-@admin',
  '-@dangerous',
  '+info',
];

/** Everybody else may ask whether it is there. */
export const redisDefaultUser = ['default', 'on', 'nopass', 'resetkeys', 'resetchannels', '-@all', '+ping'];

/**
 * The server's arguments for all users, as the compose file and the development overlay give them; `password` is how
 * each writes a user's.
 */
export const redisUserArguments = (password: (user: CallerName) => string): string[] => [
  ...redisUsers.flatMap((user) => ['--user', user, 'on', `>${password(user)}`, ...redisRights(user)]),
  '--user',
  ...redisDefaultUser,
];
