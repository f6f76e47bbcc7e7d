import type { Actor, Role } from '@lead-finder/contracts';
import { isHeldByPool, may, mayAny, mayGiveTo, ownersFor, writesForOwner, type LeadAction } from './lead.policy.js';

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
    ['retag', 'admin', true],
    ['retag', 'manager', false],
    ['retag', 'user', false],
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
    ['retag', false],
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
    ['retag', false],
    ['dispose', false],
  ])('to %s a lead of a person on leave as the stand-in: %s, and never one of others', (action, allowed) => {
    const standIn = { ...actor('user'), standsInFor: 8 };
    expect(may(standIn, action, foreign)).toBe(allowed);
    expect(may(standIn, action, { userId: 9 })).toBe(false);
    expect(may(standIn, action, own)).toBe(true);
  });

  it.each<[LeadAction, boolean, boolean]>([
    ['know', true, true],
    ['see', true, true],
    ['reassign', true, true],
    ['dispose', true, false],
    ['retag', true, false],
    ['claim', false, false],
    ['comment', false, false],
    ['complete', false, false],
    ['change', false, false],
  ])(
    'to %s a lead in a pool: as administrator %s, as manager of the branch %s, and never as others',
    (action, ...is) => {
      const pool = { userId: -11 };
      const manager = { ...actor('manager'), branch: new Set([8, -11]) };
      expect([may(actor('admin'), action, pool), may(manager, action, pool)]).toEqual(is);
      expect(may({ ...manager, branch: new Set([8, -12]) }, action, pool)).toBe(false);
      expect(may(actor('user'), action, pool)).toBe(false);
    },
  );

  it('to claim a lead: from the pool of the own team alone', () => {
    const claimer = { ...actor('user'), claimsFrom: -11 };
    expect([-11, -12, 8].map((userId) => may(claimer, 'claim', { userId }))).toEqual([true, false, false]);
    expect(may(claimer, 'see', { userId: -11 })).toBe(false);
  });

  it('as a note for the owner: managers of the branch and stand-ins', () => {
    expect(writesForOwner({ ...actor('user'), standsInFor: 8 }, foreign)).toBe(true);
    expect(writesForOwner({ ...actor('manager'), branch: new Set([8]) }, foreign)).toBe(true);
    expect(writesForOwner({ ...actor('manager'), branch: new Set([9]) }, own)).toBe(false);
    expect(writesForOwner(actor('user'), foreign)).toBe(false);
  });

  it('who sees a pool: only the pool keeps them from its leads, and another user from theirs', () => {
    const pool = { userId: -1 };
    expect([pool, foreign].map((lead) => isHeldByPool(actor('admin'), lead))).toEqual([true, false]);
    expect(isHeldByPool(actor('user'), pool)).toBe(false);
  });

  it('to claim any lead: no user', () => {
    expect(['admin', 'manager', 'user'].map((role) => mayAny(actor(role as Role), 'claim'))).toEqual(
      Array(3).fill(false),
    );
  });

  it('to see leads: administrators those of all, managers those of the branch, users their own', () => {
    expect(ownersFor(actor('admin'), 'see')).toBe('all');
    expect(ownersFor({ ...actor('manager'), branch: new Set([8, 9]) }, 'see')).toEqual([7, 8, 9]);
    expect(ownersFor({ ...actor('manager'), branch: new Set([8]) }, 'change')).toEqual([7]);
    expect(ownersFor(actor('user'), 'see')).toEqual([7]);
  });

  it('to reassign a lead to a user: within the branch, and to any user without teams', () => {
    const manager = { ...actor('manager'), branch: new Set([8]) };
    expect([7, 8, 9].map((id) => mayGiveTo(manager, id))).toEqual([true, true, false]);
    expect(mayGiveTo(actor('manager'), 9)).toBe(true);
  });
});
