export const segmentBytes = 4 * 1024 * 1024;

/** Stores uploads until their worker has read them. A store that is full or does not respond throws `unavailable`. */
export interface FileStore {
  /** Returns the number of bytes. If it fails or is aborted, it leaves nothing and throws the reason. */
  write(id: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<number>;
  /** Yields the bytes in chunks of at most a segment, on demand. Throws `not_found`, also for an incomplete file. */
  read(id: string, fromByte?: number): AsyncIterable<Uint8Array>;
  /** Also removes what a crashed writer left. An unknown id is not an error. */
  remove(id: string): Promise<void>;
  /** Lists all files, also half-written ones, with their time of writing, for the janitor. */
  list(): Promise<StoredFile[]>;
}

export interface StoredFile {
  id: string;
  writtenAt: Date;
}

/** Excludes ids that could mean something to a file system, to NATS or to a bucket. */
export const isFileId = (id: string) => /^[A-Za-z0-9_-]{1,64}$/.test(id);

export function checkedFileId(id: string): string {
  if (!isFileId(id)) throw new Error(`'${id}' can't be the id of a file`);
  return id;
}
