import type { ServiceName } from '@lead-finder/contracts';
import type { Logger } from '../logging/logger.js';
import type { JobStore } from './bull-store.js';

/** Each queue has one working service: `mail` the users service, `imports` the imports service. */
export type QueueName = 'mail' | 'imports' | `jobs-${ServiceName}`;

export interface Job<T> {
  id: string;
  name: string;
  data: T;
  /** Starts at 1. A run that a stop or a crash interrupted does not count. */
  attempt: number;
  /** Aborted if this worker lost the job's lock or must stop. The job should then throw; a worker takes it again. */
  signal: AbortSignal;
}

export interface EnqueueOptions {
  /** The queue contains a job of this name and id at most once at a time. */
  id?: string;
  delayMs?: number;
  /** The maximum number of failures; default 5. */
  attempts?: number;
  /** The pause after the first failure, doubled after each further one; default one second. */
  backoffMs?: number;
}

/** A queue is not the source of truth: each caller must be able to enqueue again from its own tables. */
export interface JobQueues {
  /** Throws `unavailable` at once or after a few seconds if the store is down. */
  enqueue(queue: QueueName, name: string, data: object, options?: EnqueueOptions): Promise<void>;
  /** Processes jobs with this name. The names of a queue share the highest concurrency. */
  work<T extends object>(
    queue: QueueName,
    name: string,
    run: (job: Job<T>) => Promise<void>,
    options?: { concurrency?: number },
  ): Promise<Worker>;
  depths(): Promise<QueueDepth[]>;
  close(): Promise<void>;
}

export interface QueueDepth {
  queue: QueueName;
  waiting: number;
  active: number;
  oldestSeconds: number;
}

export interface Worker {
  stop(): Promise<void>;
}

/** Throws if the store does not respond. It loads BullMQ, which the gateway does not need. */
export async function openJobQueues(store: JobStore, log: Logger): Promise<JobQueues> {
  const { openBullQueues } = await import('./bull-queues.js');
  return openBullQueues(store, log);
}
