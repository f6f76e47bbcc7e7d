/** The most that is in memory of one file at a time. */
export const segmentBytes = 4 * 1024 * 1024;

/**
 * Where uploads wait for their worker: on JetStream, or in a folder. Whatever the size of a file, at most a segment of it
 * is in memory (design, section 3, point 7). A store that is full or does not answer throws `unavailable`.
 */
export interface FileStore {
  /**
   * Stores the bytes under `id`, at the pace of the slower side; answers their number. Only when it returns the file can
   * be read. Leaves nothing when it fails or is aborted, and passes on the error of the source or the signal's reason.
   */
  write(id: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<number>;
  /**
   * From this byte on, in pieces of at most a segment, each fetched when the reader asks for it. Throws `not_found` for an
   * id that is not there or not wholly written.
   */
  read(id: string, fromByte?: number): AsyncIterable<Uint8Array>;
  /** Also what a crashed writer left; an id that is not there is no error. */
  remove(id: string): Promise<void>;
  /** What takes room, half-written files too, with the moment it was written: for the janitor. */
  list(): Promise<StoredFile[]>;
}

export interface StoredFile {
  id: string;
  writtenAt: Date;
}

/** Ids are made by the server; anything that could mean something to a file system or to NATS is refused. */
export function checkedFileId(id: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) throw new Error(`'${id}' can't be the id of a file`);
  return id;
}
