import type { CustomFieldDefinition } from '@lead-finder/contracts';
import { groupsOf } from '../../lib/custom-fields';
import { orderAfterFieldMove, orderAfterGroupMove } from './field-order.rules';

const field = (key: string, group: string | null) => ({ key, group }) as CustomFieldDefinition;
const groups = groupsOf([field('a', 'X'), field('b', null), field('c', 'X'), field('d', 'X'), field('e', null)]);

describe('The order of fields', () => {
  it('has groups in the order of their first field', () => {
    expect(groups.map(({ name, fields }) => [name, fields.map(({ key }) => key).join('')])).toEqual([
      ['X', 'acd'],
      [null, 'be'],
    ]);
  });

  it.each([
    ['a', 1, 'cadbe'],
    ['a', 2, 'cdabe'],
    ['d', 0, 'dacbe'],
    ['e', 0, 'acdeb'],
  ])('after %s moved to place %i of its group is %s', (key, to, order) => {
    expect(orderAfterFieldMove(groups, key, to)?.join('')).toBe(order);
  });

  it('stays if the place is the same, outside of the group, or the field is unknown', () => {
    for (const [key, to] of [
      ['a', 0],
      ['a', -1],
      ['a', 3],
      ['z', 0],
    ] as const) {
      expect(orderAfterFieldMove(groups, key, to)).toBeUndefined();
    }
    expect(orderAfterGroupMove(groups, 0, -1)).toBeUndefined();
    expect(orderAfterGroupMove(groups, 1, 2)).toBeUndefined();
  });

  it('after a group moved has all of its fields there', () => {
    expect(orderAfterGroupMove(groups, 1, 0)?.join('')).toBe('beacd');
  });
});
