import { mayReadContacts } from './contact.policy.js';

const own = 7;
const below = 8;
const other = 9;
const teams = new Set([below]);

test.each([
  { role: 'admin', branch: undefined, may: [own, below, other, undefined] },
  { role: 'manager', branch: undefined, may: [own, below, other, undefined] },
  { role: 'manager', branch: teams, may: [own, below, undefined] },
  { role: 'manager', branch: new Set<number>(), may: [own, undefined] },
  { role: 'user', branch: undefined, may: [own] },
] as const)('$role with branch $branch may read the contacts of $may', ({ role, branch, may }) => {
  const allowed = [own, below, other, undefined].filter((userId) => mayReadContacts({ id: own, role, branch }, userId));
  expect(allowed).toEqual(may);
});
