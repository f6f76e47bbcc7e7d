import type { CallerName } from '@lead-finder/contracts';
import { serviceNames } from '@lead-finder/contracts';
import type { QueueName } from '../jobs/job-queues.js';

const queuesOf: Record<CallerName, QueueName[]> = {
  users: ['mail', 'jobs-users'],
  places: ['jobs-places'],
  leads: ['jobs-leads'],
  imports: ['imports', 'jobs-imports'],
  progress: ['jobs-progress'],
  // The gateway of 0.1.0 opens a connection, and a rollback runs it. This user goes in the next release.
  gateway: [],
};

export const serviceOfQueue = (queue: string): string =>
  redisUsers.find((user) => queuesOf[user].some((own) => own === queue)) ?? queue;

export const redisUsers: readonly CallerName[] = [...serviceNames, 'gateway'];

/** A user's rule: the keys of its own queues, no command that empties or configures the server. BullMQ needs INFO. */
export const redisRights = (user: CallerName): string[] => [
  'resetchannels',
  ...queuesOf[user].map((queue) => `~bull:${queue}:*`),
  '+@all',
  '-@admin',
  '-@dangerous',
  '+info',
];

export const redisDefaultUser = ['default', 'on', 'nopass', 'resetkeys', 'resetchannels', '-@all', '+ping'];

export const redisUserArguments = (password: (user: CallerName) => string): string[] => [
  ...redisUsers.flatMap((user) => ['--user', user, 'on', `>${password(user)}`, ...redisRights(user)]),
  '--user',
  ...redisDefaultUser,
];
