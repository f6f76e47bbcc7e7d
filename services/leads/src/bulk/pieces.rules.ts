/** A message of NATS carries 1 MiB; this leaves room for what goes with it. */
const largestPiece = 512 * 1024;

/** Neighbours together while their JSON stays within the bound; one that alone is larger stands alone. */
export function inPieces<T>(items: readonly T[], bytes = largestPiece): T[][] {
  const pieces: T[][] = [];
  let room = 0;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (pieces.length === 0 || size > room) {
      pieces.push([]);
      room = bytes;
    }
    pieces.at(-1)!.push(item);
    room -= size;
  }
  return pieces;
}
