import type { PlannedMove } from './planned-move.js';

/** The moves of a chunk as the database stores them: a text is read and written several times as fast as its parts. */
export interface PackedMoves {
  /** How many leads each user gets, by account. Queries sum them up. */
  gives: { userId: number; account: number | null; leads: number }[];
  whys: string[];
  rows: string;
}

type Row = [
  leadId: number,
  userId: number,
  revision: number,
  capacity: number | null,
  account: number | null,
  why: number,
];

export function packed(moves: readonly PlannedMove[]): PackedMoves {
  const gives = new Map<string, PackedMoves['gives'][number]>();
  const whys = new Map<string, number>();
  const rows = moves.map(({ leadId, userId, revision, capacity, account, why }): Row => {
    const key = `${userId} ${account}`;
    const give = gives.get(key);
    if (give) give.leads++;
    else gives.set(key, { userId, account, leads: 1 });
    if (!whys.has(why)) whys.set(why, whys.size);
    return [leadId, userId, revision, capacity, account, whys.get(why)!];
  });
  return { gives: [...gives.values()], whys: [...whys.keys()], rows: JSON.stringify(rows) };
}

export const unpacked = ({ rows, whys }: PackedMoves): PlannedMove[] =>
  (JSON.parse(rows) as Row[]).map(([leadId, userId, revision, capacity, account, why]) => ({
    leadId,
    userId,
    revision,
    capacity,
    account,
    why: whys[why]!,
  }));
