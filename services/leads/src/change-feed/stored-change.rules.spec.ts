import { changeFor, visibleOf, type StoredChange } from './stored-change.rules.js';

const at = '2026-03-02T09:00:00.123Z';
const moved: StoredChange = {
  position: 7,
  type: 'lead.reassigned',
  subjects: [1, 2, 3],
  owners: [10, -1, 30],
  previousOwners: [20, 10, 40],
  data: { status: 'new', archived: false },
  occurredAt: at,
};
const data = { status: 'new', archived: false };

describe('what a reader sees of a change', () => {
  it('depends on the users whose leads are visible', () => {
    expect(visibleOf('all')).toBe('all');
    expect(visibleOf([10, 20])).toEqual(new Set([10, 20]));
  });

  it('is everything for an administrator, with no user for a pool', () => {
    expect(changeFor(moved, 'all')).toEqual({
      id: '7-1772442000123',
      type: 'lead.reassigned',
      timestamp: at,
      data: {
        ...data,
        leads: [
          { id: 1, userId: 10, previousUserId: 20 },
          { id: 2, userId: null, previousUserId: 10 },
          { id: 3, userId: 30, previousUserId: 40 },
        ],
      },
    });
  });

  it('is what comes to the reader and what leaves, without the users who are hidden from the reader', () => {
    expect(changeFor(moved, new Set([10]))?.data.leads).toEqual([
      { id: 1, userId: 10, previousUserId: null },
      { id: 2, userId: null, previousUserId: 10 },
    ]);
  });

  it('is nothing of a new lead of another user, which has no former owner', () => {
    const created = { ...moved, type: 'lead.created' as const, previousOwners: null };
    expect(changeFor(created, new Set([10]))?.data.leads).toEqual([{ id: 1, userId: 10 }]);
  });

  it('is nothing if it is about others', () => {
    expect(changeFor(moved, new Set([50]))).toBeNull();
    const user = { id: 10, role: 'user' as const, active: true };
    const changed = { ...moved, type: 'user.changed' as const, subjects: [10], owners: [10], data: { user } };
    expect(changeFor(changed, new Set([50]))).toBeNull();
    expect(changeFor(changed, new Set([10]))?.data).toEqual({ user });
  });

  it('has the owner of a lead with its activity, and no former one', () => {
    const activity = { id: 5, type: 'call', createdBy: 10 };
    const added = { ...moved, type: 'activity.added' as const, subjects: [1], owners: [10], previousOwners: null };
    expect(changeFor({ ...added, data: { activity } }, new Set([10]))?.data).toEqual({
      leads: [{ id: 1, userId: 10 }],
      activity,
    });
  });
});
