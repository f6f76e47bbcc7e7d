/** A message of NATS carries 1 MiB; this leaves room for what goes with it. */
const maxChunkBytes = 512 * 1024;

/** Neighbours together while their JSON stays within the bound; one that alone is larger stands alone. */
export function inChunks<T>(items: readonly T[], bytes = maxChunkBytes): T[][] {
  const chunks: T[][] = [];
  let room = 0;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (chunks.length === 0 || size > room) {
      chunks.push([]);
      room = bytes;
    }
    chunks.at(-1)!.push(item);
    room -= size;
  }
  return chunks;
}
