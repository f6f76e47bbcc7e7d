/** In bytes. A NATS message carries 1 MiB; this leaves room for the envelope. */
const maxChunkBytes = 512 * 1024;

/** Splits `items` into chunks whose JSON has at most `bytes` bytes. A larger item gets a chunk of its own. */
export function inChunks<T>(items: readonly T[], bytes = maxChunkBytes): T[][] {
  const chunks: T[][] = [];
  let room = 0;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (size > room) {
      chunks.push([]);
      room = bytes;
    }
    chunks.at(-1)!.push(item);
    room -= size;
  }
  return chunks;
}
