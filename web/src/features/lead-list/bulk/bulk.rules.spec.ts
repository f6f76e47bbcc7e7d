import { outcomeOf, refusalOf, undoKindOf } from './bulk.rules';

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
    ['return-to-pool', 4, '4 businesses returned to the pool'],
    ['add-tags', 4, 'Tags added to 4 businesses'],
    ['remove-tags', 4, 'Tags removed from 4 businesses'],
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
    ['return-to-pool', 'Failed to return businesses to the pool'],
    ['add-tags', 'Failed to add tags'],
    ['remove-tags', 'Failed to remove tags'],
  ] as const)('of %s is a failure with the reason if none succeeded', (kind, title) => {
    expect(outcomeOf(kind, done(0, 'already assigned', 'x'))).toEqual({
      tone: 'error',
      title,
      text: 'already assigned',
    });
  });
});

describe('The undo of a bulk action', () => {
  it.each([
    ['archive', 'restore'],
    ['restore', 'archive'],
    ['return-to-pool', 'reassign'],
    ['add-tags', 'remove-tags'],
    ['remove-tags', 'add-tags'],
    ['reassign', 'reassign'],
  ] as const)('of %s has the texts of %s', (kind, undo) => expect(undoKindOf(kind)).toBe(undo));

  it('reports leads that changed since, also if it restored none', () => {
    const undone = (success: number, failed: number) => outcomeOf('restore', { success, failed, errors: [] });
    expect(undone(2, 1)).toEqual({
      tone: 'info',
      title: '2 businesses restored',
      text: '1 business left as before.',
    });
    expect(undone(0, 2)).toEqual({
      tone: 'error',
      title: 'Failed to restore businesses',
      text: '2 businesses left as before.',
    });
  });
});

describe('A bulk action with nothing selected', () => {
  it('is rejected with the specified texts', () => {
    expect(refusalOf('delete', 0)).toBe('No items selected');
    expect(refusalOf('reassign', 0)).toBe('No businesses selected for reassignment');
    expect(refusalOf('delete', 1)).toBeUndefined();
  });
});
