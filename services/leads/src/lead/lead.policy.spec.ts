import type { Actor, Role } from '@lead-finder/contracts';
import { may, type LeadAction } from './lead.policy.js';

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
});
