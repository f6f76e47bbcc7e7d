import { setImmediate as turn } from 'node:timers/promises';
import type { Encoding } from '@lead-finder/contracts';

/**
 * Text of bytes that hold whole characters. A mark inside the file is kept: only the first one is no text.
 * Node 20 decodes Windows-1252 as Latin-1 (no €, no curly quotes) unless it is asked to stream.
 */
export const decodeText = (bytes: Uint8Array, encoding: Encoding) =>
  new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes, { stream: encoding === 'windows-1252' });

/** UTF-16, in which one character is two bytes or four. */
export const isWide = (encoding: Encoding) => encoding === 'utf-16le' || encoding === 'utf-16be';

/** How many bytes of the file the given bytes of a block stand for. */
export function bytesInFile(block: Uint8Array, start: number, end: number, encoding: Encoding): number {
  if (!isWide(encoding)) return end - start;
  let units = 0;
  for (let at = start; at < end; at++) {
    const byte = block[at]!;
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
  }
  return units * 2;
}

/** What the bytes of a block are written in: UTF-16 becomes UTF-8, so that one byte is one comma, quote or line end. */
export const blockEncoding = (encoding: Encoding): Encoding => (isWide(encoding) ? 'utf-8' : encoding);

/** Some hundred rows: PostgreSQL's answers, and whatever else shares the event loop, wait for no more than these. */
const blockBytes = 65_536;

/** The file in blocks of about 64 KiB, whatever the pieces in which it arrives, with a turn of the event loop between. */
export async function* blocks(source: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<Buffer> {
  const decoder = isWide(encoding) ? new TextDecoder(encoding, { ignoreBOM: true }) : null;
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; at += blockBytes) {
      const part = bytes.subarray(at, at + blockBytes);
      const piece = decoder ? Buffer.from(decoder.decode(part, { stream: true })) : part;
      pieces.push(piece);
      size += piece.length;
      if (size < blockBytes) continue;
      yield Buffer.concat(pieces, size);
      pieces = [];
      size = 0;
      await turn();
    }
  }
  if (decoder) pieces.push(Buffer.from(decoder.decode()));
  yield Buffer.concat(pieces);
}
