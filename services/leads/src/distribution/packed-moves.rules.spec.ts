import { packed, unpacked } from './packed-moves.rules.js';
import type { PlannedMove } from './planned-move.js';

const move = (leadId: number, part: Partial<PlannedMove> = {}): PlannedMove => ({
  leadId,
  userId: 3,
  revision: 0,
  capacity: null,
  account: 7,
  why: 'Next of 2 in turn',
  ...part,
});

describe('packed moves', () => {
  it('unpack to the same moves', () => {
    const moves = [
      move(1),
      move(2 ** 50, { userId: 4, revision: 3, capacity: 80 }),
      move(3, { account: null, why: 'The rest, plan "West" v1' }),
    ];
    expect(unpacked(packed(moves))).toEqual(moves);
    expect(unpacked(packed([]))).toEqual([]);
  });

  it('count the leads of each user by account', () => {
    const { gives, whys } = packed([
      move(1),
      move(2),
      move(3, { account: null }),
      move(4, { userId: 4, why: 'Other' }),
    ]);
    expect(gives).toEqual([
      { userId: 3, account: 7, leads: 2 },
      { userId: 3, account: null, leads: 1 },
      { userId: 4, account: 7, leads: 1 },
    ]);
    expect(whys).toEqual(['Next of 2 in turn', 'Other']);
  });
});
