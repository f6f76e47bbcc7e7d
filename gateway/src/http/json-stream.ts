import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

interface Chunk<T> {
  items: T[];
  next: string | null;
}

/**
 * A JSON array of any length in bounded memory: chunks are pulled as the client takes them (design, section 3, point 2).
 * The first chunk is awaited before anything is sent, so that a refusal still has its status.
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
