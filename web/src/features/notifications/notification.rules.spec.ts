import { badgeText, styleOf, linkOf } from './notification.rules';

it.each([
  ['assigned', 12, '/business/12'],
  ['reassigned', 12, '/business/12'],
  ['follow_up', 12, '/business/12'],
  ['follow_up', null, '/my-day'],
  ['assigned', null, '/crm'],
  ['import', null, '/import'],
  ['reassigned', null, '/crm'],
] as const)('%s of lead %p leads to %s', (type, relatedUserBusinessId, link) => {
  expect(linkOf({ type, relatedUserBusinessId })).toBe(link);
});

it('shows an import that failed as bad', () => {
  expect(styleOf({ type: 'import', title: 'Import failed' }).side).toBe('bad');
  expect(styleOf({ type: 'import', title: 'Import finished' }).side).toBe('good');
});

it.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('%d unread are shown as %s', (unread, text) => {
  expect(badgeText(unread)).toBe(text);
});
