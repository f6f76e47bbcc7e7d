import type { Actor, Role } from '@lead-finder/contracts';
import { may, mayGiveTo, writesForOwner, type LeadAction } from './lead.policy.js';

const actor = (role: Role): Actor => ({ id: 7, username: 'ann', fullName: 'Ann Archer', role });
const own = { userId: 7 };
const foreign = { userId: 8 };

describe('who may do what to a lead', () => {
  it.each<[LeadAction, Role, boolean]>([
    ['know', 'admin', true],
    ['know', 'manager', true],
    ['know', 'user', false],
    ['see', 'admin', true],
    ['see', 'manager', false],
    ['see', 'user', false],
    ['comment', 'admin', true],
    ['comment', 'manager', false],
    ['comment', 'user', false],
    ['complete', 'admin', true],
    ['complete', 'manager', false],
    ['complete', 'user', false],
    ['change', 'admin', true],
    ['change', 'manager', false],
    ['change', 'user', false],
    ['dispose', 'admin', true],
    ['dispose', 'manager', false],
    ['dispose', 'user', false],
    ['reassign', 'admin', true],
    ['reassign', 'manager', true],
    ['reassign', 'user', false],
  ])("to %s another user's lead as %s: %s", (action, role, allowed) => {
    expect(may(actor(role), action, foreign)).toBe(allowed);
    expect(may(actor(role), action, own)).toBe(true);
  });

  it.each<[LeadAction, boolean]>([
    ['know', true],
    ['see', true],
    ['comment', true],
    ['reassign', true],
    ['complete', false],
    ['change', false],
    ['dispose', false],
  ])('to %s a lead of the branch as its manager: %s, and never one outside', (action, allowed) => {
    const manager = { ...actor('manager'), branch: new Set([8]) };
    expect(may(manager, action, foreign)).toBe(allowed);
    expect(may(manager, action, { userId: 9 })).toBe(false);
    expect(may(manager, action, own)).toBe(true);
    expect(may({ ...manager, branch: new Set() }, action, foreign)).toBe(false);
  });

  it.each<[LeadAction, boolean]>([
    ['know', true],
    ['see', true],
    ['comment', true],
    ['complete', true],
    ['reassign', false],
    ['change', false],
    ['dispose', false],
  ])('to %s a lead of a person on leave as the stand-in: %s, and never one of others', (action, allowed) => {
    const standIn = { ...actor('user'), standsInFor: 8 };
    expect(may(standIn, action, foreign)).toBe(allowed);
    expect(may(standIn, action, { userId: 9 })).toBe(false);
    expect(may(standIn, action, own)).toBe(true);
  });

  it('as a note for the owner: managers of the branch and stand-ins', () => {
    expect(writesForOwner({ ...actor('user'), standsInFor: 8 }, foreign)).toBe(true);
    expect(writesForOwner({ ...actor('manager'), branch: new Set([8]) }, foreign)).toBe(true);
    expect(writesForOwner({ ...actor('manager'), branch: new Set([9]) }, own)).toBe(false);
  });

  it('to reassign a lead to a user: within the branch, and to any user without teams', () => {
    const manager = { ...actor('manager'), branch: new Set([8]) };
    expect([7, 8, 9].map((id) => mayGiveTo(manager, id))).toEqual([true, true, false]);
    expect(mayGiveTo(actor('manager'), 9)).toBe(true);
  });
});
