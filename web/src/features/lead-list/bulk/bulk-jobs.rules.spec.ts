import type { BulkJob } from '@lead-finder/contracts';
import { isActive, progressOf, textOf } from './bulk-jobs.rules';

const job = (changes: Partial<BulkJob>): BulkJob => ({
  id: 1,
  action: 'archive',
  status: 'running',
  total: 12_040,
  done: 0,
  failed: 0,
  undone: 0,
  kept: 0,
  toStatus: null,
  newUser: null,
  createdBy: { id: 1, username: 'ada', fullName: 'Ada Admin' },
  createdAt: '2026-03-02T09:00:00.000Z',
  finishedAt: null,
  undoableUntil: null,
  ...changes,
});

describe('A bulk job', () => {
  it('shows its action and its progress', () => {
    expect(textOf(job({ done: 3_010 }))).toBe('Archive, 12,040 businesses: 3,010 done');
    expect(progressOf(job({ done: 3_000, failed: 10 }))).toBe(25);
    expect(isActive(job({}))).toBe(true);
  });

  it('that is undone shows the progress of the undo', () => {
    const undoing = job({ status: 'undoing', done: 100, undone: 40, kept: 10 });
    expect(progressOf(undoing)).toBe(50);
    expect(textOf({ ...undoing, status: 'undone' })).toBe(
      'Archive, 12,040 businesses: 40 given back, 10 kept as somebody changed them since',
    );
  });

  it('names the status and the user', () => {
    expect(textOf(job({ action: 'update-status', toStatus: 'closed_won' }))).toMatch(/^Set to Closed \(Won\)/);
    const newUser = { id: 4, username: 'alex', fullName: 'Alex Seller' };
    expect(textOf(job({ action: 'reassign', newUser }))).toMatch(/^Reassign to Alex Seller/);
  });
});
