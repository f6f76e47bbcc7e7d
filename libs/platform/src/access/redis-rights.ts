import type { CallerName } from '@lead-finder/contracts';
import { serviceNames } from '@lead-finder/contracts';
import type { QueueName } from '../jobs/job-queues.js';

const queuesOf: Record<CallerName, QueueName[]> = {
  users: ['mail', 'jobs-users'],
  places: ['jobs-places'],
  leads: ['jobs-leads'],
  imports: ['imports', 'jobs-imports'],
  progress: ['jobs-progress'],
  // It opens a connection like every process, but has no queue.
  gateway: [],
};

/** Returns the service of a queue, or the queue's own name for the queues of specs. */
export const serviceOfQueue = (queue: string): string =>
  redisUsers.find((user) => queuesOf[user].some((own) => own === queue)) ?? queue;

export const redisUsers: readonly CallerName[] = [...serviceNames, 'gateway'];

/**
 * One user's rule in the syntax of Redis, without the password: the keys of its own queues, and no command that
 * empties, configures or inspects the server. BullMQ reads the version with INFO.
 */
export const redisRights = (user: CallerName): string[] => [
  'resetchannels',
  ...queuesOf[user].map((queue) => `~bull:${queue}:*`),
  '+@all',
  '-@admin',
  '-@dangerous',
  '+info',
];

export const redisDefaultUser = ['default', 'on', 'nopass', 'resetkeys', 'resetchannels', '-@all', '+ping'];

/** Returns the server's arguments for all users; `password` writes a user's password. */
export const redisUserArguments = (password: (user: CallerName) => string): string[] => [
  ...redisUsers.flatMap((user) => ['--user', user, 'on', `>${password(user)}`, ...redisRights(user)]),
  '--user',
  ...redisDefaultUser,
];
