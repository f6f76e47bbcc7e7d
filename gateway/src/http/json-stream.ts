import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

interface Chunk<T> {
  items: T[];
  next: string | null;
}

/**
 * Streams a JSON array of any length in bounded memory: it pulls a chunk whenever the client has read one. It awaits
 * the first chunk before it sends anything, so that a rejection has its own status.
 */
export async function streamArray<T>(pull: (cursor: string | undefined) => Promise<Chunk<T>>): Promise<StreamableFile> {
  const first = await pull(undefined);
  async function* text() {
    let chunk = first;
    let separator = '[';
    for (;;) {
      if (chunk.items.length > 0) {
        yield separator + chunk.items.map((item) => JSON.stringify(item)).join(',');
        separator = ',';
      }
      if (chunk.next === null) break;
      chunk = await pull(chunk.next);
    }
    yield separator === '[' ? '[]' : ']';
  }
  return new StreamableFile(Readable.from(text(), { objectMode: false }), { type: 'application/json; charset=utf-8' });
}
