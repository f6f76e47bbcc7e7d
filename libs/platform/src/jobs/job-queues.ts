import type { ServiceName } from '@lead-finder/contracts';

/** One queue has one working service: `mail` is the users service's, `imports` the imports service's. */
export type QueueName = 'mail' | 'imports' | `jobs-${ServiceName}`;

export interface Job<T> {
  /** The id that it was enqueued with, else one of its own. */
  id: string;
  name: string;
  data: T;
  /** 1 at first; a run that was cut short by a stop or a crash does not count. */
  attempt: number;
  /**
   * Aborted when this worker lost the job's lock or is asked to stop: leave at the next safe place by throwing
   * (`signal.throwIfAborted()`), and the job is taken up again. To return is to have finished.
   */
  signal: AbortSignal;
}

export interface EnqueueOptions {
  /** A job of this name with the same id is in the queue at most once at a time. */
  id?: string;
  delayMs?: number;
  /** How often it may fail before it is given up, 5 where not said. */
  attempts?: number;
  /** The pause after the first failure, doubled after each further one; a second where not said. */
  backoffMs?: number;
}

/**
 * Doorbells and retries by BullMQ, on Redis or on its PostgreSQL backend. A queue carries no truth: whoever rings must be
 * able to ring again from its own tables (design, section 3, point 9). A job may run more than once.
 */
export interface JobQueues {
  /** Throws `unavailable`, at once or after a few seconds, when the queue's store is down. */
  enqueue(queue: QueueName, name: string, data: object, options?: EnqueueOptions): Promise<void>;
  /**
   * Works on jobs with this name; others in the queue wait for their own worker. Names of one queue share its
   * concurrency: the highest that was asked for.
   */
  work<T extends object>(
    queue: QueueName,
    name: string,
    run: (job: Job<T>) => Promise<void>,
    options?: { concurrency?: number },
  ): Promise<Worker>;
  /** Of the queues that this process works on, whoever else does. */
  depths(): Promise<QueueDepth[]>;
  /** Stops what still works, then lets go of the store. */
  close(): Promise<void>;
}

export interface QueueDepth {
  queue: QueueName;
  waiting: number;
  active: number;
  /** Age of the oldest waiting job; 0 where none waits. */
  oldestSeconds: number;
}

export interface Worker {
  /** Signals the running jobs, waits a bounded time for them to leave, takes no more. */
  stop(): Promise<void>;
}
