import { mayReadContacts } from './contact.policy.js';

test.each([
  { role: 'admin', whose: 'own', may: true },
  { role: 'admin', whose: 'foreign', may: true },
  { role: 'manager', whose: 'own', may: true },
  { role: 'manager', whose: 'foreign', may: true },
  { role: 'user', whose: 'own', may: true },
  { role: 'user', whose: 'foreign', may: false },
] as const)('$role may read $whose contacts: $may', ({ role, whose, may }) => {
  expect(mayReadContacts({ id: 7, role }, whose === 'own' ? 7 : 8)).toBe(may);
});

test.each([
  { role: 'admin', may: true },
  { role: 'manager', may: true },
  { role: 'user', may: false },
] as const)("$role may read the whole team's contacts: $may", ({ role, may }) => {
  expect(mayReadContacts({ id: 7, role }, undefined)).toBe(may);
});
