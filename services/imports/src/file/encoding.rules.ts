import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Encoding } from '@lead-finder/contracts';

/** Node 20 decodes Windows-1252 as Latin-1 (no €, no curly quotes) unless it streams. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding) =>
  new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes, { stream: encoding === 'windows-1252' });

export const isWide = (encoding: Encoding) => encoding === 'utf-16le' || encoding === 'utf-16be';

/** Returns the number of bytes in the file that the given bytes of a block represent. */
export function bytesInFile(block: Uint8Array, start: number, end: number, encoding: Encoding): number {
  if (!isWide(encoding)) return end - start;
  let units = 0;
  for (let at = start; at < end; at++) {
    const byte = block[at]!;
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
  }
  return units * 2;
}

/** The encoding of a block. UTF-16 becomes UTF-8, so that one byte is one comma, quote or line end. */
export const blockEncoding = (encoding: Encoding): Encoding => (isWide(encoding) ? 'utf-8' : encoding);

/** Some hundred rows. All other work on the event loop waits no longer than for one block. */
const blockBytes = 65_536;

/** Yields blocks of about 64 KiB for any chunks of the source, and lets the event loop run between them. */
export async function* blocks(source: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<Buffer> {
  const decoder = isWide(encoding) ? new TextDecoder(encoding, { ignoreBOM: true }) : null;
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; at += blockBytes) {
      const part = bytes.subarray(at, at + blockBytes);
      const chunk = decoder ? Buffer.from(decoder.decode(part, { stream: true })) : part;
      chunks.push(chunk);
      size += chunk.length;
      if (size < blockBytes) continue;
      yield Buffer.concat(chunks, size);
      chunks = [];
      size = 0;
      await nextTurn();
    }
  }
  if (decoder) chunks.push(Buffer.from(decoder.decode()));
  yield Buffer.concat(chunks);
}
