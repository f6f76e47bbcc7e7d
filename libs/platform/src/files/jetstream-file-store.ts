import { setTimeout as pause } from 'node:timers/promises';
import {
  DiscardPolicy,
  JetStreamApiError,
  jetstream,
  jetstreamManager,
  StorageType,
  type JetStreamClient,
  type JetStreamManager,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { openStream, type StreamLimits } from '../bus/open-stream.js';
import { AppError, notFound, unavailable } from '../errors/app-error.js';
import { inChunks, untilAborted } from './bytes.js';
import { checkedFileId, type FileStore, type StoredFile } from './file-store.js';
import { because, storageFull } from './storage-full.js';

export interface JetStreamFileOptions extends StreamLimits {
  stream?: string;
  /** False for a user who may not change the limits of the stream. */
  isUpdated?: boolean;
}

/** The most that files take without a setting: a full disk would stop events too. */
const defaultBytes = 2 * 1024 * 1024 * 1024;

/** A message has at most 1 MiB by default; half of it leaves room for headers. */
const partBytes = 512 * 1024;
const partsInFlight = 4;

const restartMs = 8_000;

/** The last message of a file. Without it the file does not exist. */
const manifest = 'manifest';

/** JetStream's error codes for a full store: the stream's limit, memory or disk, the account's limit. */
const fullCodes = new Set([10077, 10047, 10023, 10002]);

/** Messages `files.<id>.<number>` and a manifest. NATS's object store would hold the whole file in memory. */
export class JetStreamFileStore implements FileStore {
  private readonly stream: string;
  private readonly subjects: string;
  private readonly client: JetStreamClient;

  private constructor(
    connection: NatsConnection,
    private readonly manager: JetStreamManager,
    { stream }: { stream: string },
  ) {
    this.stream = stream;
    this.subjects = stream.toLowerCase();
    this.client = jetstream(connection, { timeout: 10_000 });
  }

  static async open(connection: NatsConnection, options: JetStreamFileOptions = {}): Promise<JetStreamFileStore> {
    const { stream = 'FILES', isUpdated = true, ...limits } = options;
    const manager = await jetstreamManager(connection, { timeout: 5_000 });
    const config = {
      name: stream,
      subjects: [`${stream.toLowerCase()}.*.*`],
      // A full store rejects the new file; dropping the oldest would take it from its worker.
      discard: DiscardPolicy.New,
      allow_direct: true,
      storage: StorageType.File,
    };
    await openStream(connection, manager, { config, limits, defaultBytes, isUpdated });
    return new JetStreamFileStore(connection, manager, { stream });
  }

  async write(id: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<number> {
    const subject = this.subjectOf(id);
    await this.throughRestart(() => this.remove(id));
    let size = 0;
    let parts = 0;
    let inFlight: Promise<unknown>[] = [];
    const landed = async () => {
      // Waits for all parts, also after a failure: none may arrive after the removal.
      const failed = (await Promise.allSettled(inFlight)).find(({ status }) => status === 'rejected');
      inFlight = [];
      if (failed) throw failureOf((failed as PromiseRejectedResult).reason);
    };
    try {
      for await (const part of inChunks(untilAborted(bytes, signal), partBytes)) {
        const sent = this.publish(`${subject}.${parts++}`, part);
        sent.catch(() => undefined);
        inFlight.push(sent);
        size += part.length;
        if (inFlight.length === partsInFlight) await landed();
      }
      await landed();
      inFlight.push(this.publish(`${subject}.${manifest}`, JSON.stringify({ size })));
      await landed();
      return size;
    } catch (error) {
      await landed().catch(() => undefined);
      // The janitor removes later what fails to be removed now.
      await this.remove(id).catch(() => undefined);
      throw error;
    }
  }

  async *read(id: string, fromByte = 0): AsyncGenerator<Uint8Array> {
    const subject = this.subjectOf(id);
    const size = await this.sizeOf(subject);
    for (let at = fromByte; at < size;) {
      const number = Math.floor(at / partBytes);
      const part = await this.part(`${subject}.${number}`);
      const rest = part.subarray(at - number * partBytes);
      yield rest;
      at += rest.length;
    }
  }

  async remove(id: string): Promise<void> {
    await this.manager.streams.purge(this.stream, { filter: `${this.subjectOf(id)}.*` }).catch(asUnavailable);
  }

  async list(): Promise<StoredFile[]> {
    const asked = { subjects_filter: `${this.subjects}.*.*` };
    const { state } = await this.manager.streams.info(this.stream, asked).catch(asUnavailable);
    const messages = new Map<string, string>();
    for (const subject of Object.keys(state.subjects ?? {})) {
      const [, id, part] = subject.split('.') as [string, string, string];
      if (part === manifest || !messages.has(id)) messages.set(id, subject);
    }
    const files: StoredFile[] = [];
    for (const [id, subject] of messages) {
      const message = await this.manager.direct.getMessage(this.stream, { last_by_subj: subject }).catch(asUnavailable);
      if (message) files.push({ id, writtenAt: message.time });
    }
    return files;
  }

  /** A part that is stored twice is read once, because the last one counts. */
  private publish(subject: string, part: Uint8Array | string): Promise<void> {
    return this.throughRestart(() => this.client.publish(subject, part, { timeout: 3_000 }));
  }

  private async throughRestart(work: () => Promise<unknown>): Promise<void> {
    for (const giveUpAt = performance.now() + restartMs; ;) {
      try {
        await work();
        return;
      } catch (error) {
        if (isFull(error) || performance.now() > giveUpAt) throw error;
        await pause(250);
      }
    }
  }

  private async sizeOf(subject: string): Promise<number> {
    // Reads from the stream's leader, because a replica may not have a recent file yet.
    const asked = { last_by_subj: `${subject}.${manifest}` };
    const message = await this.manager.streams.getMessage(this.stream, asked).catch(asUnavailable);
    if (!message) throw notFound('File');
    return message.json<{ size: number }>().size;
  }

  private async part(subject: string): Promise<Uint8Array> {
    const asked = { last_by_subj: subject };
    // A replica that answers may be behind the stream's leader.
    const message =
      (await this.manager.direct.getMessage(this.stream, asked).catch(asUnavailable)) ??
      (await this.manager.streams.getMessage(this.stream, asked).catch(asUnavailable));
    if (!message) throw because(new Error(`${subject} is missing`), unavailable('The file'));
    return message.data;
  }

  private subjectOf(id: string): string {
    return `${this.subjects}.${checkedFileId(id)}`;
  }
}

const isFull = (error: unknown) => error instanceof JetStreamApiError && fullCodes.has(error.code);

function failureOf(error: unknown): AppError {
  return isFull(error) ? storageFull(error) : because(error, unavailable('File storage'));
}

function asUnavailable(error: unknown): never {
  throw failureOf(error);
}
