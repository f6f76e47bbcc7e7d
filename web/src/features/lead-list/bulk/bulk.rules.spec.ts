import { outcomeOf, refusalOf, undoOf } from './bulk.rules';

const done = (success: number, ...reasons: string[]) => ({
  success,
  failed: reasons.length,
  errors: reasons.map((message, id) => ({ id, message })),
});

describe('The outcome of a bulk action', () => {
  it.each([
    ['delete', 3, '3 businesses deleted'],
    ['delete', 1, '1 business deleted'],
    ['archive', 2, '2 businesses archived'],
    ['restore', 1_000, '1,000 businesses restored'],
    ['update-status', 1, 'Status updated for 1 business'],
    ['reassign', 4, '4 businesses reassigned'],
  ] as const)('of %s for %i reads %s', (kind, count, title) => {
    expect(outcomeOf(kind, done(count))).toEqual({ tone: 'success', title });
  });

  it('reports successes and failures if some failed', () => {
    expect(outcomeOf('archive', done(2, 'This lead belongs to somebody else'))).toEqual({
      tone: 'info',
      title: '2 businesses archived',
      text: '1 business left as before. This lead belongs to somebody else',
    });
  });

  it.each([
    ['delete', 'Failed to delete businesses'],
    ['archive', 'Failed to archive businesses'],
    ['restore', 'Failed to restore businesses'],
    ['update-status', 'Failed to update status'],
    ['reassign', 'Failed to reassign businesses'],
  ] as const)('of %s is a failure with the reason if none succeeded', (kind, title) => {
    expect(outcomeOf(kind, done(0, 'already assigned', 'x'))).toEqual({
      tone: 'error',
      title,
      text: 'already assigned',
    });
  });
});

describe('The undo of a bulk action', () => {
  const leads = [
    { id: 1, name: 'A', userId: 3, archived: false },
    { id: 2, name: 'B', userId: 4, archived: true },
    { id: 3, name: 'C', userId: 3, archived: false },
    { id: 4, name: 'D', userId: 5, archived: false },
  ];

  it('applies only to the leads that it changed', () => {
    expect(undoOf({ kind: 'archive' }, leads, true)).toEqual([{ ids: [1, 3, 4], action: { kind: 'restore' } }]);
    expect(undoOf({ kind: 'restore' }, leads, true)).toEqual([{ ids: [2], action: { kind: 'archive' } }]);
    expect(undoOf({ kind: 'restore' }, leads.slice(0, 1), true)).toEqual([]);
  });

  it('returns each lead to its previous owner', () => {
    expect(undoOf({ kind: 'reassign', newUserId: 5 }, leads, true)).toEqual([
      { ids: [1, 3], action: { kind: 'reassign', newUserId: 3 } },
      { ids: [2], action: { kind: 'reassign', newUserId: 4 } },
    ]);
  });

  it('does not exist for a delete, a status, and a lead that the user may not reassign', () => {
    expect(undoOf({ kind: 'delete' }, leads, true)).toEqual([]);
    expect(undoOf({ kind: 'update-status', status: 'recontact' }, leads, true)).toEqual([]);
    expect(undoOf({ kind: 'reassign', newUserId: 5 }, leads, false)).toEqual([]);
  });
});

describe('A bulk action with nothing selected', () => {
  it('is rejected with the specified texts', () => {
    expect(refusalOf('delete', 0)).toBe('No items selected');
    expect(refusalOf('reassign', 0)).toBe('No businesses selected for reassignment');
    expect(refusalOf('delete', 1)).toBeUndefined();
  });
});
