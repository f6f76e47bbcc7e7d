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
  live: false,
  removedTags: [],
  addedTags: [],
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
    expect(progressOf(job({ done: 2_010, failed: 1_000 }))).toBe(25);
    expect(isActive(job({}))).toBe(true);
  });

  it('that is undone shows the progress of the undo', () => {
    const undoing = job({ status: 'undoing', done: 100, undone: 40, kept: 10 });
    expect(progressOf(undoing)).toBe(50);
    expect(textOf({ ...undoing, status: 'undone' })).toBe(
      'Archive, 12,040 businesses: 40 given back, 10 kept as somebody changed them since',
    );
  });

  it('that is undone says nothing about leads that it left if there are none', () => {
    const undone = job({ status: 'undone', done: 40, undone: 40 });
    expect(textOf(undone)).toBe('Archive, 12,040 businesses: 40 given back');
  });

  it('of a live plan names the plan and the moment of its first lead', () => {
    const plan = { id: 7, name: 'West', version: 3 };
    const given = job({ action: 'reassign', status: 'completed', plan, total: 12, done: 12 });
    expect(textOf(given)).toBe('Distribute by West v3, 12 businesses: 12 done');
    expect(textOf({ ...given, live: true })).toMatch(/^Live by West v3 from Mar 2, 2026, .*, 12 businesses: 12 done$/);
  });

  it.each([
    ['running', '60 done', true],
    ['cancelling', 'stopping', true],
    ['cancelled', 'stopped after 60', false],
    ['completed', '60 done, 5 left as before', false],
    ['failed', 'stopped after 60: somebody in it is gone or may not do it any more', false],
    ['undoing', '40 given back', true],
    ['undone', '40 given back, 3 kept as somebody changed them since', false],
  ] as const)('that is %s says "%s"', (status, words, active) => {
    const one = job({ action: 'delete', status, total: 100, done: 60, failed: 5, undone: 40, kept: 3 });
    expect(textOf(one)).toBe(`Delete, 100 businesses: ${words}`);
    expect(isActive(one)).toBe(active);
  });

  it('has no word on leads that failed if there are none', () => {
    expect(textOf(job({ action: 'restore', status: 'completed', total: 1, done: 1 }))).toBe(
      'Restore, 1 business: 1 done',
    );
  });

  it('is complete without leads, and never above 100 percent', () => {
    expect(progressOf(job({ total: 0 }))).toBe(100);
    expect(progressOf(job({ total: 10, done: 12 }))).toBe(100);
    expect(progressOf(job({ total: 3, done: 1 }))).toBe(33);
    expect(progressOf(job({ status: 'undoing', total: 10, done: 0 }))).toBe(100);
  });

  it('without its status or user has an empty place for it', () => {
    expect(textOf(job({ action: 'update-status' }))).toMatch(/^Set to ,/);
    expect(textOf(job({ action: 'reassign' }))).toMatch(/^Reassign to ,/);
  });

  it('names the status and the user', () => {
    expect(textOf(job({ action: 'update-status', toStatus: 'closed_won' }))).toMatch(/^Set to Closed \(Won\)/);
    const newUser = { id: 4, username: 'alex', fullName: 'Alex Seller' };
    expect(textOf(job({ action: 'reassign', newUser }))).toMatch(/^Reassign to Alex Seller/);
    expect(textOf(job({ action: 'reassign', newUsers: 3 }))).toMatch(/^Reassign to 3 users,/);
    expect(textOf(job({ action: 'return-to-pool' }))).toMatch(/^Return to the pool,/);
  });

  it('names the tags', () => {
    expect(textOf(job({ action: 'add-tags', addedTags: ['hot', 'vet'] }))).toMatch(/^Add hot, vet,/);
    expect(textOf(job({ action: 'remove-tags', removedTags: ['hot', 'vet'] }))).toMatch(/^Remove hot, vet,/);
    const replaced = job({ action: 'replace-tags', removedTags: ['hot', 'vet'], addedTags: ['warm', 'pet'] });
    expect(textOf(replaced)).toMatch(/^Replace hot, vet with warm, pet,/);
  });
});
