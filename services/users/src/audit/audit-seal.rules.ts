import { createHash } from 'node:crypto';

/** Covers the entries with ids above the seal before, up to `lastId`. The hash chains it to the seal before. */
export interface AuditSeal {
  n: number;
  lastId: number;
  /** Null once these entries were deleted at the end of their retention. */
  ids: number[] | null;
  /** The SHA-256 of each entry, in hexadecimal digits. */
  leaves: string[] | null;
  /** The time of the newest of these entries. */
  newest: string;
  root: string;
  previous: string;
  sealedAt: string;
  hash: string;
}

const sha256 = (...parts: (Buffer | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** The root of a Merkle tree as RFC 6962 builds it. */
export function merkleRoot(leaves: readonly string[]): string {
  const root = (nodes: Buffer[]): Buffer => {
    if (nodes.length === 1) return nodes[0]!;
    const half = 2 ** Math.ceil(Math.log2(nodes.length) - 1);
    return sha256(Buffer.of(1), root(nodes.slice(0, half)), root(nodes.slice(half)));
  };
  return root(leaves.map((leaf) => sha256(Buffer.of(0), Buffer.from(leaf, 'hex')))).toString('hex');
}

export const sealHash = ({ n, lastId, newest, root, previous, sealedAt }: Omit<AuditSeal, 'hash'>) =>
  sha256(JSON.stringify([n, lastId, newest, root, previous, sealedAt])).toString('hex');

/** Returns what is wrong inside the seal or between it and the seal before, or null. */
export function sealProblem(seal: AuditSeal, previous: AuditSeal | null): string | null {
  if (seal.previous !== (previous?.hash ?? '')) return `Seal ${seal.n} does not continue the seal before it`;
  if (seal.hash !== sealHash(seal)) return `Seal ${seal.n} was changed`;
  const isWhole = !seal.leaves || (seal.ids?.length === seal.leaves.length && merkleRoot(seal.leaves) === seal.root);
  return isWhole ? null : `Seal ${seal.n} was changed`;
}

export type EntryProblem = { kind: 'changed' | 'removed' | 'added'; id: number };

/** Compares the entries in the range of a seal with it, and returns the first difference. Both are in the order of ids. */
export function entryProblem(seal: AuditSeal, entries: readonly { id: number; leaf: string }[]): EntryProblem | null {
  const [ids, leaves] = [seal.ids ?? [], seal.leaves ?? []];
  for (let at = 0; at < Math.max(ids.length, entries.length); at++) {
    const [id, entry] = [ids[at] ?? Infinity, entries[at]];
    if (!entry || entry.id > id) return { kind: 'removed', id };
    if (entry.id < id) return { kind: 'added', id: entry.id };
    if (entry.leaf !== leaves[at]) return { kind: 'changed', id };
  }
  return null;
}
